"""Arguments in the Python package's docstrings, `name: what it is`, become a list."""

import re

ARGUMENT = re.compile(r"\w+(?:, \w+)*: ")


def list_arguments(_app, _what, _name, _object, _options, lines):
    """Make a line that begins a paragraph, or follows an argument, with a name a field."""
    open_to_more = True
    for k, line in enumerate(lines):
        if ARGUMENT.match(line) and open_to_more:
            names, _, text = line.partition(": ")
            lines[k] = f":{names}: {text}"
        open_to_more = not line or line.startswith((" ", ":")) or lines[k].startswith(":")


def setup(app):
    app.connect("autodoc-process-docstring", list_arguments)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}

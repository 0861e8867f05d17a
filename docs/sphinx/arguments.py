"""Formats docstrings of the Python package: arguments, `name: description`, become a list, and
types have their public names, without the private module that defines them."""

import re

from docutils import nodes
from sphinx import addnodes

ARGUMENT = re.compile(r"\w+(?:, \w+)*: ")
HOME = re.compile(r"\bclmodp\._\w+\.")


def list_arguments(_app, _what, _name, _object, _options, lines):
    """Makes a list item of a line that begins with names, at the beginning of a paragraph or after
    another item; its following lines are already indented."""
    made = []
    in_list = True
    for line in lines:
        argument = ARGUMENT.match(line)
        if argument and in_list:
            names = argument.group()[:-2].split(", ")
            made += [", ".join(f"``{name}``" for name in names), "    " + line[argument.end():]]
        else:
            in_list = not line or line.startswith(" ") and in_list
            made.append(line)
    lines[:] = made


def name_types(_app, doctree):
    """Removes the module from the types in signatures."""
    for signature in doctree.findall(addnodes.desc_signature):
        for text in list(signature.findall(nodes.Text)):
            if HOME.search(text):
                text.parent.replace(text, nodes.Text(HOME.sub("", text)))


def setup(app):
    app.connect("autodoc-process-docstring", list_arguments)
    app.connect("doctree-read", name_types)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}

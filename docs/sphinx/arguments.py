"""Docstrings of the Python package: arguments, `name: what it is`, become a list, and types are
named as users name them, not by the module where they are defined."""

import re

from docutils import nodes
from sphinx import addnodes

ARGUMENT = re.compile(r"\w+(?:, \w+)*: ")
HOME = re.compile(r"\bclmodp\._\w+\.")


def list_arguments(_app, _what, _name, _object, _options, lines):
    """Make an item of a line that begins with names, at the begin of a paragraph or behind another
    item; what follows it is indented already."""
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
    """Cut the module off the types of signatures."""
    for signature in doctree.findall(addnodes.desc_signature):
        for text in list(signature.findall(nodes.Text)):
            if HOME.search(text):
                text.parent.replace(text, nodes.Text(HOME.sub("", text)))


def setup(app):
    app.connect("autodoc-process-docstring", list_arguments)
    app.connect("doctree-read", name_types)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}

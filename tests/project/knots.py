"""Check that the objects of a module have no circular dependencies by their symbols.

Usage: knots.py NM ROOT BUILD TARGET... The TARGETs are libraries and programs built by Meson in
the folder BUILD from sources below ROOT. Each module is a graph: an object points to the objects
that define its undefined symbols. No file of a circle can be understood, or tested, without the
others. Prints every circle with its symbols, and modules of TIED without a circle; exits with 1 if
there are any.
"""

import json
import os
import subprocess
import sys

# Modules with circles still to be removed. The list may only shrink.
TIED = []

# Folders of modules: every folder below them is a module; the whole program is one module.
TOPS = ("src", "lab")
PROGRAM = "src/cli"

UNDEFINED = "Uwv"


def room_of(path):
    """Returns the module of a source; None outside of TOPS."""
    if path.startswith(PROGRAM + "/"):
        return PROGRAM
    return os.path.dirname(path) if path.split("/")[0] in TOPS else None


def sources_of(commands, root, build, targets):
    """Returns the objects of targets, {object: source}, by Meson's list of compile commands."""
    found = {}
    folders = tuple(os.path.abspath(target) + ".p/" for target in targets)
    for command in commands:
        output = os.path.abspath(os.path.join(build, command["output"]))
        source = os.path.abspath(os.path.join(command["directory"], command["file"]))
        if output.startswith(folders) and source.endswith(".c"):
            found[output] = os.path.relpath(source, root).replace(os.sep, "/")
    return found


def read_symbols(text, sources):
    """Returns the output of `nm -A -P` as {source: (defined symbols, undefined symbols)}."""
    symbols = {source: (set(), set()) for source in sources.values()}
    for line in text.splitlines():
        place, entry = line.rsplit(": ", 1)
        name, kind = entry.split()[:2]
        if kind in UNDEFINED:
            symbols[sources[place]][1].add(name)
        elif kind.isupper():
            symbols[sources[place]][0].add(name)
    return symbols


def ties_of(symbols):
    """Returns the graph of each module, {module: {source: {source: common symbols}}}."""
    modules, places = {}, {}
    for source, (defined, _) in symbols.items():
        modules.setdefault(room_of(source), {})[source] = {}
        for name in defined:
            places.setdefault((room_of(source), name), source)
    modules.pop(None, None)
    for module, graph in modules.items():
        for source, ties in graph.items():
            for name in symbols[source][1]:
                there = places.get((module, name), source)
                if there != source:
                    ties.setdefault(there, set()).add(name)
    return modules


def reachable(graph, start):
    """Returns all sources reachable from `start`, itself only through a circle."""
    found, left = set(), list(graph[start])
    while left:
        source = left.pop()
        if source not in found:
            found.add(source)
            left.extend(graph[source])
    return found


def circles_of(graph):
    """Returns the sorted sets of sources that all reach each other."""
    reached = {source: reachable(graph, source) for source in graph}
    circles = {tuple(sorted(other for other in reached[source] if source in reached[other]))
               for source in graph if source in reached[source]}
    return sorted(circles)


def check(symbols, tied):
    """Returns messages about all circles, and about modules in `tied` without a circle."""
    messages, untied = [], set(tied)
    for module, graph in sorted(ties_of(symbols).items()):
        circles = circles_of(graph)
        if circles:
            untied.discard(module)
        for circle in circles if module not in tied else []:
            messages.append(f"{module}: a circle of {len(circle)} objects")
            messages += [f"    {here} -> {there}: {', '.join(sorted(graph[here][there]))}"
                         for here in circle for there in sorted(graph[here]) if there in circle]
    return messages + [f"{module} has no circle: remove it from TIED" for module in sorted(untied)]


def main():
    nm, root, build, *targets = sys.argv[1:]
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        sources = sources_of(json.load(file), root, build, targets)
    listed = subprocess.run([nm, "-A", "-P", *sources], stdout=subprocess.PIPE, text=True,
                            check=True)
    symbols = read_symbols(listed.stdout, sources)
    if not any(defined for defined, _ in symbols.values()):
        print("no object has symbols")
        return 1
    messages = check(symbols, TIED)
    print("\n".join(messages), end="\n" if messages else "")
    return 1 if messages else 0


if __name__ == "__main__":
    sys.exit(main())

"""Check the documents: files in code spans and in links, scripts and benchmarks in commands exist,
the glossary is in order, and the lists of modules agree with the layering.

Usage: documents.py ROOT. Names may have braces and stars: `src/fpx/batch/{points,euclid*}.c`.
"""

import glob
import os
import re
import sys

import layering

FOLDERS = ("include|src|lab|cl|tests|bench|examples|python|scripts|subprojects|docs|"
           "packaging")
NAMED = re.compile(rf"`((?:{FOLDERS})/[\w./*{{}},-]*|[A-Z]+\.md)`")
STARTED = re.compile(r"^    ((?:scripts|bench)/\w+)", re.M)
# Programs of benchmarks, in commands and code spans, whose sources are bench/NAME.c.
BENCHMARK = re.compile(r"\bbuild[\w-]*/(bench/[\w{},]+)")
# Targets of links and images, relative to the document.
LINKED = re.compile(r"\]\(([\w./-]+)\)")
# Placeholders in names.
ANY = re.compile(r"\b(MODULE|STEM|NAME)\b")
GLOSSARY = "docs/glossary.md"
ENTRY = re.compile(r"^\| (?!word )([\w, ]+) \|", re.M)


def alternatives(name):
    """Returns the names given by a name with braces."""
    match = re.search(r"\{([^{}]*)\}", name)
    if match is None:
        return [name]
    return [full for part in match.group(1).split(",")
            for full in alternatives(name[:match.start()] + part + name[match.end():])]


def missing(root, folder, text):
    """Returns the names of files and folders that do not exist."""
    benchmarks = [name + ".c" for name in BENCHMARK.findall(text)]
    return [name for named in NAMED.findall(text) + STARTED.findall(text) + benchmarks
            for name in alternatives(named)
            if not ANY.search(name) and not glob.glob(os.path.join(root, name))
            ] + [name for name in LINKED.findall(text)
                 if not os.path.exists(os.path.join(folder, name))]


def disorder(text):
    """Reports neighbours in the glossary in the wrong order, or a lack of entries."""
    words = [word.lower() for word in ENTRY.findall(text)]
    return ([f"{second} stands after {first}" for first, second in zip(words, words[1:])
             if first > second] or ([] if words else ["no entries"]))


def unlisted(name, text):
    """Returns the modules missing in the lists of CONTRIBUTING.md or docs/design.md."""
    if name == "CONTRIBUTING.md":
        modules = " ".join(re.findall(r"^    (portable .*\n(?:    .*\n)*)", text, re.M)).split()
    elif name == "docs/design.md":
        modules = re.findall(r"^\| `(?:src/|lab/)?([\w/]+)` \|", text, re.M)
    else:
        return []
    library = layering.MODULES[:-len(layering.LABORATORY)]
    known = library + ["mpi", "cli"] + layering.LABORATORY + ["python"]
    return [] if modules == known else [f"other modules than layering.py: {modules}"]


def main():
    root = sys.argv[1]
    faults = []
    documents = [path for pattern in ("*.md", "docs/*.md", "docs/*/*.md")
                 for path in glob.glob(os.path.join(root, pattern))]
    for path in sorted(documents):
        name = os.path.relpath(path, root)
        with open(path, encoding="utf-8") as file:
            text = file.read()
        faults += [f"{name}: no such file: {named}"
                   for named in missing(root, os.path.dirname(path), text)]
        faults += [f"{name}: {fault}" for fault in unlisted(name, text)]
        if name == GLOSSARY:
            faults += [f"{name}: {fault}" for fault in disorder(text)]
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

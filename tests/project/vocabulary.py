"""Checks the words of comments and documents: no retired word, and nouns instead of pronouns. No
file may have marks of an unresolved merge.

docs/glossary.md and CONTRIBUTING.md explain the terms to use. A document or comment may lean on
what, who, where, that or those in 1.6 of 100 words.
Usage: vocabulary.py ROOT
"""

import os
import re
import shutil
import subprocess
import sys

# Retired word: its replacement. Expressions match whole words, in any case.
RETIRED = {
    r"lift(s|ed|ing)?": "CRT reconstruction",
    r"tall(y|ies)": "operation count",
    r"witness(es)?": "random linear combination",
    r"trusts": "self-tests",
    r"shel(f|ves)": "buffer pool",
    r"crews?": "thread pool",
    r"farm(s|ed)?": "task pool",
    r"strays?": "abnormal remainder sequence",
    r"gapless": "compact",
    r"stairs": "triangular part",
    r"glued": "implicit product",
    r"orchestra": "rank group",
    r"somebody|nobody|anybody|whoever": "a thread, a caller, none",
    r"rooms": "modules",
}
# Ordinary uses.
ALLOWED = {"src/cli/environment.h": ["nobody"],  # the user of that name
           "src/cli/formats/dialect.c": ["lift"],  # a name that Singular reserves
           "tests/project/vocabulary.py": list(RETIRED)}
HISTORY = ("CHANGELOG.md", "docs/migration.md")
PRONOUN = re.compile(r"\b(what|who|whom|whose|whoever|whatever|where|that|those)\b", re.I)
MOST_PRONOUNS = 1.6  # in 100 words
COMMENT = re.compile(r"/\*.*?\*/", re.S)
CODE = re.compile(r"^```.*?^```|`[^`]*`|^ {4}\S.*?$", re.S | re.M)
MARKER = re.compile(r"^(<<<<<<<|>>>>>>>) ", re.M)
WORD = re.compile(r"[A-Za-z][A-Za-z']*")


def prose(path, text):
    """The prose of a file: the comments of C and OpenCL, the text of a document, or None."""
    if path.endswith((".c", ".h", ".cl")):
        return "\n".join(COMMENT.findall(text))
    if path.endswith(".md"):
        return CODE.sub("", text)
    return text if path.endswith(("meson.build", ".1")) else None


def retired(path, text):
    """The retired words of a text, as faults."""
    faults = []
    for expression, better in RETIRED.items():
        for match in re.finditer(rf"(?<![-\w.`]){expression}(?![-\w`])", text, re.I):
            if match[0].lower() not in ALLOWED.get(path, []):
                faults.append(f"{path}: '{match[0]}': write {better}")
    return faults


def main():
    root = sys.argv[1]
    listed = shutil.which("git") and subprocess.run(["git", "-C", root, "ls-files"],
                                                    stdout=subprocess.PIPE, text=True)
    if not listed or listed.returncode != 0:
        print("no git, or no clone: the files of the project are not known")
        return 77
    faults, counts = [], {"documents": [0, 0], "comments": [0, 0]}
    for path in listed.stdout.split("\n"):
        if path in HISTORY or not os.path.isfile(os.path.join(root, path)):
            continue
        with open(os.path.join(root, path), encoding="utf-8", errors="replace") as file:
            whole = file.read()
        if MARKER.search(whole):
            faults.append(f"{path}: an unresolved merge")
        text = prose(path, whole)
        if text is None:
            continue
        faults += retired(path, text)
        count = counts["documents" if path.endswith(".md") else "comments"]
        count[0] += len(WORD.findall(text))
        count[1] += len(PRONOUN.findall(text))
    for kind, (words, pronouns) in counts.items():
        rate = 100 * pronouns / max(1, words)
        print(f"{kind}: {words} words, {rate:.2f} pronouns in 100 words")
        if rate > MOST_PRONOUNS:
            faults.append(f"{kind}: more than {MOST_PRONOUNS} pronouns in 100 words")
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

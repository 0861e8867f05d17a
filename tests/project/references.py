"""Check that docs/references.md lists exactly the papers cited in the sources.

Usage: references.py ROOT. A key is [Name, Name YEAR] or [Eme12], perhaps with a place after a
comma; in a list of several they are separated by semicolons.
"""

import os
import re
import sys

LIST = os.path.join("docs", "references.md")
NAME = r"[A-Z][\w.-]+"
KEY = rf"(?:{NAME}(?:, {NAME})* [12]\d{{3}}|Eme12|RFC \d+)"
CITED = re.compile(rf"\[({KEY}(?:[;,][^\]]*)?)\]")
LISTED = re.compile(rf"^- \[({KEY})\] ", re.M)
FOLDERS = ["bench", "cl", "docs", "examples", "include", "lab", "src",
           "tests"]


def cited_keys(root):
    """Returns each key with the first file that cites it."""
    keys = {}
    for folder in FOLDERS:
        for place, _, names in sorted(os.walk(os.path.join(root, folder))):
            for name in sorted(names):
                if not name.endswith((".c", ".h", ".cl", ".md")):
                    continue
                path = os.path.join(place, name)
                if os.path.relpath(path, root) == LIST:
                    continue
                with open(path, encoding="utf-8") as file:
                    # A key may be split over lines of a comment.
                    text = re.sub(r"\n\s*\*?\s*", " ", file.read())
                for match in CITED.finditer(text):
                    for key in re.findall(KEY, match.group(1)):
                        keys.setdefault(key, os.path.relpath(path, root))
    return keys


def main():
    root = sys.argv[1]
    with open(os.path.join(root, LIST), encoding="utf-8") as file:
        listed = LISTED.findall(file.read())
    cited = cited_keys(root)
    wrong = [f"{path}: [{key}] is not in {LIST}" for key, path in cited.items()
             if key not in listed]
    wrong += [f"{LIST}: nothing refers to [{key}]" for key in listed if key not in cited]
    wrong += [f"{LIST}: [{second}] stands after [{first}]"
              for first, second in zip(listed, listed[1:]) if first.lower() > second.lower()]
    if not cited:
        wrong.append("no references found: this check is broken")
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

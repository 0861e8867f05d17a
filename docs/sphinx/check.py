"""Checks the manual: internal links have targets, and the reference is complete.

Usage: check.py ROOT HTML. Every header of include/clmodp needs a section in the reference. Every
function in it, and every name of the Python package, needs exactly one description.
"""

import ast
import glob
import html.parser
import os
import re
import sys
import urllib.parse

DECLARATION = re.compile(r"^(?:CLMODP_API|static inline)\b[^;{]*?\b(clmodp_\w+)\(", re.M)


class Page(html.parser.HTMLParser):
    """The anchors of a page, and the targets of its links."""

    def __init__(self, path):
        super().__init__()
        self.places = []
        self.targets = []
        with open(path, encoding="utf-8") as file:
            self.feed(file.read())

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if name == "id":
                self.places.append(value)
            elif name in ("href", "src") and value:
                self.targets.append(value)


def broken(folder, pages):
    """Yields links without a target."""
    for path, page in pages.items():
        for target in page.targets:
            parts = urllib.parse.urlsplit(target)
            if parts.scheme or parts.netloc:
                continue
            file = urllib.parse.unquote(parts.path)
            place = os.path.normpath(os.path.join(os.path.dirname(path), file)) if file else path
            if not os.path.exists(place):
                yield f"{os.path.relpath(path, folder)}: no {target}"
            elif parts.fragment and place in pages:
                if urllib.parse.unquote(parts.fragment) not in pages[place].places:
                    yield f"{os.path.relpath(path, folder)}: no place {target}"


def unlisted(root, pages):
    """Yields functions of public headers described on no page or several times."""
    places = [place for page in pages.values() for place in page.places]
    for header in glob.glob(os.path.join(root, "include", "clmodp", "*.h")):
        with open(header, encoding="utf-8") as file:
            functions = DECLARATION.findall(file.read())
        for function in functions:
            count = places.count("c." + function)
            if count != 1:
                yield f"{os.path.basename(header)}: {function} is described {count} times"


def unlisted_names(root, pages):
    """Yields such names of the Python package."""
    places = [place for page in pages.values() for place in page.places]
    with open(os.path.join(root, "python", "clmodp", "__init__.py"), encoding="utf-8") as file:
        offered = next(ast.literal_eval(node.value) for node in ast.parse(file.read()).body
                       if isinstance(node, ast.Assign) and node.targets[0].id == "__all__")
    for name in offered:
        if places.count("clmodp." + name) != 1:
            yield f"clmodp.{name} is described {places.count('clmodp.' + name)} times"


def main():
    root, folder = sys.argv[1:]
    pages = {path: Page(path)
             for path in glob.glob(os.path.join(folder, "**", "*.html"), recursive=True)}
    faults = sorted({*broken(folder, pages), *unlisted(root, pages), *unlisted_names(root, pages)})
    print("\n".join(faults or [f"{len(pages)} pages"]))
    return 1 if faults or not pages else 0


if __name__ == "__main__":
    sys.exit(main())

"""Makes links of names in pages and in comments of headers.

    clmodp_compute, CLMODP_OK         to the reference, in code spans and in prose
    `docs/design.md`, `design.md`     to the page
    `include/clmodp/fpx.h`            to its section in the reference
    [Eme12, 5.3]                      to its entry in docs/references.md
    clmodp/fpx.h                      like include/clmodp/fpx.h
"""

import re

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.nodes import make_refnode

NAME = r"\b(?:clmodp|CLMODP)_\w+\b"
HEADER = r"\b(?:include/)?clmodp/\w+\.h\b"
KEY = r"\[[A-Z][\w, .'-]*?\]"
PIECES = re.compile(f"({NAME}|{HEADER}|{KEY})")
# Mostly the environment variable of this name, not the status.
AMBIGUOUS = "CLMODP_DEVICE"
PAGE = re.compile(r"(?:docs/)?(\w+)\.md")
ENTRY = re.compile(r"\[([^\]]+)\]")
REFERENCES = "references"


def header_of(text):
    """Returns the name of a header as clmodp/fpx.h, or None."""
    return text.removeprefix("include/") if re.fullmatch(HEADER, text) else None


def keys_of(text):
    """Returns the possible keys of a piece; for [Key, section] with and without its last words."""
    if text[0] != "[":
        return [header_of(text) or text]
    words = text.strip("[]").split(", ")
    return [", ".join(words[:count]) for count in range(len(words), 0, -1)]


def note_places(app, doctree):
    """Records the places of headers and of entries in the references on a page."""
    places = app.env.clmodp_places = getattr(app.env, "clmodp_places", {})
    page = app.env.docname
    for section in doctree.findall(nodes.section):
        header = header_of(section.next_node(nodes.title).astext())
        if header:
            places[header] = (page, section["ids"][0])
    if page == REFERENCES:
        for item in doctree.findall(nodes.list_item):
            match = ENTRY.match(item.astext())
            if match:
                anchor = "ref-" + nodes.make_id(match.group(1))
                item["ids"].append(anchor)
                places[match.group(1)] = (page, anchor)


class Links(SphinxPostTransform):
    """Inserts the links after all pages are read."""

    default_priority = 5

    def run(self, **kwargs):
        self.places = dict(getattr(self.env, "clmodp_places", {}))
        for name, _, _, page, anchor, _ in self.env.get_domain("c").get_objects():
            self.places.setdefault(name, (page, anchor))
        for text in list(self.document.findall(nodes.Text)):
            if not self.is_closed(text):
                self.link(text)

    @staticmethod
    def is_closed(text):
        """Returns whether the text may not have a link, or would link to itself."""
        node = text.parent
        while node is not None:
            if isinstance(node, (nodes.reference, nodes.title, nodes.literal_block,
                                 nodes.comment, nodes.raw)) or "sig" in node.get("classes", []):
                return True
            node = node.parent
        return False

    def link(self, text):
        if isinstance(text.parent, nodes.literal):
            page = PAGE.fullmatch(text.astext())
            if page and page.group(1) in self.env.found_docs:
                whole = text.parent
                whole.replace_self(self.reference(page.group(1), "", whole.deepcopy()))
                return
        pieces = PIECES.split(text.astext())
        made = [self.piece(piece, k % 2 == 1) for k, piece in enumerate(pieces) if piece]
        if any(not isinstance(node, nodes.Text) for node in made):
            text.parent.replace(text, made)

    def piece(self, text, named):
        if named:
            for key in keys_of(text):
                if key in self.places and key != AMBIGUOUS:
                    return self.reference(*self.places[key], nodes.Text(text))
        return nodes.Text(text)

    def reference(self, page, anchor, content):
        return make_refnode(self.app.builder, self.env.docname, page, anchor, content)


def setup(app):
    app.connect("doctree-read", note_places)
    app.add_post_transform(Links)
    return {"version": "1", "parallel_read_safe": False, "parallel_write_safe": True}

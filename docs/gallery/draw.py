"""Draws the pictures of docs/gallery.md by its commands, and reduces them to 64 colours.

Usage: draw.py [FOLDER]  into a folder, by default that of this program
"""

import os
import re
import shlex
import sys
from pathlib import Path

import matplotlib
import PIL
from PIL import Image, PngImagePlugin

from clmodp import plot

HERE = Path(__file__).resolve().parent
COMMAND = re.compile(r"^    clmodp plot (--output (\S+) (?:.*\\\n)*.*)", re.M)
MADE_BY = f"matplotlib {matplotlib.__version__}, Pillow {PIL.__version__}"


def main() -> int:
    """Draws all pictures; returns 0 if all could be drawn."""
    page = (HERE.parent / "gallery.md").read_text(encoding="utf-8")
    os.chdir(sys.argv[1] if len(sys.argv) > 1 else HERE)
    note = PngImagePlugin.PngInfo()
    note.add_text("Software", MADE_BY)
    for command, name in COMMAND.findall(page):
        if plot.main(shlex.split(command.replace("\\\n", ""))) != 0:
            return 1
        Image.open(name).convert("RGB").quantize(64).save(name, optimize=True, pnginfo=note)
    return 0


if __name__ == "__main__":
    sys.exit(main())

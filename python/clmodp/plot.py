"""Draw real plane curves: `python -m clmodp.plot F [G] --output FILE`, or draw() on axes.

Branches are drawn between critical points, found by a discriminant, so that no branch is missed
or joined with another, as on a grid of values. Requires matplotlib and python-flint: in a clone,
pip install '.[plot]'.
"""

from __future__ import annotations

import argparse
import logging
import math
import os
import re
import sys
import warnings
from fractions import Fraction
from typing import Any

import matplotlib
import matplotlib.figure

from clmodp._context import Context
from clmodp._errors import Error, InvalidError, LimitError
from clmodp.curves import (Point, Terms, branches, critical_points, intersections, names_of,
                           terms_of)

Window = tuple[float, float, float, float]

CURVES = ("tab:blue", "tab:orange")
MARGIN = 0.35     # margin around the points shown, on each side, in parts of their extent
REACH = 2.0       # half the size of a window around one point
NARROWEST = 1e-9  # least ratio of half the size of a window to its middle, for rounding


def window_of(points: list[Point]) -> Window:
    """Returns a window showing the points: least and greatest x, least and greatest y.

    >>> window_of([Point(0.0, 0.0)])
    (-2.0, 2.0, -2.0, 2.0)
    """
    ends: list[float] = []
    for values in zip(*points) if points else ((0.0,), (0.0,)):
        middle = (min(values) + max(values)) / 2
        half = (max(values) - min(values)) * (0.5 + MARGIN) or REACH
        half = max(half, abs(middle) * NARROWEST)
        ends += [middle - half, middle + half]
    if not all(map(math.isfinite, ends)):
        raise InvalidError("some points are too far away to be drawn: specify a window")
    return ends[0], ends[1], ends[2], ends[3]


def draw(axes: Any, f: Any, g: Any = None, y: Any = None, *, window: Window | None = None,
         context: Context | None = None) -> Window:
    """Draws f = 0 on matplotlib axes, labelled with its variables. With g, draws g = 0 too, and
    the common points of both curves; without g, dotted lines at the critical x.

    f, g, y: as in clmodp.resultant()
    window: least and greatest x, least and greatest y; by default a window showing all common
        points, and all points with a vertical or horizontal tangent

    Returns the window.
    """
    across, up = names_of(f, 0 if g is None else g, y)
    if g is None:
        curves = [terms_of(f, 0, y)[0]]
        shown = turns = critical_points(curves[0], context=context)
    else:
        curves = list(terms_of(f, g, y))
        shown = intersections(*curves, context=context)
        turns = []
    left, right, low, high = window or window_of(
        shown + [point for curve in curves for point in _turns(curve, context)])
    reach = 8 * (high - low)  # branches are cut beyond this distance
    axes.set(xlim=(left, right), ylim=(low, high), xlabel=across, ylabel=up)
    if window and (*axes.get_xlim(), *axes.get_ylim()) != (left, right, low, high):
        raise InvalidError("the window is too narrow, or too close to 0, to be drawn")
    for curve, colour in zip(curves, CURVES):
        for line in branches(curve, (left, right), context=context):
            axes.plot([p.x for p in line], [max(min(p.y, high + reach), low - reach)
                                            for p in line], color=colour)
    for x in sorted({point.x for point in turns}):
        axes.axvline(x, color="grey", linewidth=0.8, linestyle=":")
    axes.plot([p.x for p in shown], [p.y for p in shown], "k.", markersize=7)
    return left, right, low, high


def _turns(curve: Terms, context: Context | None) -> list[Point]:
    """Returns the singular points of a curve, and those with a vertical or horizontal tangent."""
    transposed = {(j, i): c for (i, j), c in curve.items()}
    try:
        level = critical_points(transposed, context=context)
    except LimitError as reason:
        raise LimitError("horizontal tangents take too long to compute; specify a window: "
                         f"{reason}") from None
    return critical_points(curve, context=context) + [Point(x, y) for y, x in level]


def save(figure: Any, name: str | os.PathLike[str]) -> None:
    """Saves a matplotlib figure in a file, PNG, SVG or PDF by its extension. The same figure gives
    the same bytes with the same version of matplotlib: there is no date, and names are fixed."""
    dates = {".svg": "Date", ".pdf": "CreationDate"}
    date = dates.get(os.path.splitext(os.fspath(name))[1].lower())
    with matplotlib.rc_context({"svg.hashsalt": "clmodp"}):
        figure.savefig(name, metadata=None if date is None else {date: None})


def read_number(text: str) -> float:
    """Returns the value of a decimal, or of a fraction of integers.

    >>> read_number("-3/2"), read_number("1e-3")
    (-1.5, 0.001)
    """
    if "/" in text and re.fullmatch("[-+]?[0-9]+/[0-9]+", text):
        return float(Fraction(text))
    if not re.fullmatch(r"[-+]?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?", text):
        raise ValueError(f"not a number: {text}")
    return float(text)


def read_window(text: str) -> Window:
    """Returns the window X0:X1,Y0:Y1.

    >>> read_window("-2:2,-3/2:1.5")
    (-2.0, 2.0, -1.5, 1.5)
    """
    try:
        (left, right), (low, high) = (map(read_number, each.split(":"))
                                      for each in text.split(","))
        if left < right and low < high and math.isfinite(right - left + (high - low)):
            return left, right, low, high
    except (ValueError, ArithmeticError):
        pass
    raise argparse.ArgumentTypeError(f"{text!r}: expected X0:X1,Y0:Y1 with X0 < X1 and Y0 < Y1")


def parse(arguments: list[str]) -> argparse.Namespace:
    """Parses the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m clmodp.plot", description="Draw the real curve F = 0 with its critical "
        "points, or two curves with their common points.")
    parser.add_argument("f", metavar="F", help="an expression in two variables, @FILE to read a "
                        "file, or - for standard input")
    parser.add_argument("g", metavar="G", nargs="?", help="another expression")
    parser.add_argument("--eliminate", metavar="Y", help="the variable of the vertical axis; "
                        "default: y, or the alphabetically last")
    parser.add_argument("--output", metavar="FILE", default="plot.png",
                        help="plot file, PNG, SVG or PDF by its suffix; default: plot.png")
    parser.add_argument("--window", metavar="X0:X1,Y0:Y1", type=read_window,
                        help="the region shown, as numbers or fractions, with = before a minus")
    parser.add_argument("--quiet", action="store_true", help="nothing on stderr but errors")
    parser.add_argument("--device", metavar="D", help="as for clmodp resultant")
    return parser.parse_args(arguments)


def expression(argument: str) -> str:
    """Returns the argument, the text of the file named by @FILE, or standard input for -."""
    if argument == "-":
        return sys.stdin.read()
    if not argument.startswith("@"):
        return argument
    with open(argument[1:], encoding="utf-8-sig") as file:
        return file.read()


def main(arguments: list[str] | None = None) -> int:
    """Runs the program; returns its exit status."""
    given = parse(sys.argv[1:] if arguments is None else arguments)
    if given.quiet:
        logging.getLogger("matplotlib").setLevel(logging.ERROR)
        warnings.simplefilter("ignore")
    if not os.path.splitext(given.output)[1]:  # matplotlib would add one
        print(f"clmodp plot: --output {given.output}: expected a name that ends in .png, .svg or "
              ".pdf", file=sys.stderr)
        return 2
    figure = matplotlib.figure.Figure(figsize=(6, 6), layout="constrained")
    try:
        with Context(given.device) as context:
            draw(figure.add_subplot(), expression(given.f), given.g and expression(given.g),
                 given.eliminate, window=given.window, context=context)
        save(figure, given.output)
    except (Error, OSError, ValueError) as error:
        print(f"clmodp plot: {error}", file=sys.stderr)
        return 1
    print(given.output)
    return 0


if __name__ == "__main__":
    sys.exit(main())

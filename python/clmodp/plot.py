"""Draw real plane curves: `python -m clmodp.plot F [G] --output FILE`, or draw() on axes.

Branches are drawn between critical points, found by a discriminant, so that no branch is missed
or joined with another, as on a grid of values. Requires matplotlib: in a clone, pip install
'.[plot]'.
"""

from __future__ import annotations

import argparse
import logging
import math
import os
import re
import sys
import time
import warnings
from fractions import Fraction
from typing import Any, Callable

import matplotlib
import matplotlib.figure

from clmodp._context import Context
from clmodp._errors import Error, InvalidError, LimitError
from clmodp.curves import (Point, Solver, Terms, Window, common_points, heights, names_of, pieces,
                           samples, tangents, terms_of, transposed, verticals)

COLOURS = ("tab:blue", "tab:orange")
MARGIN = 0.35      # margin around the points shown, on each side, in parts of their extent
REACH = 2.0        # half the size of a window around one point
NARROWEST = 1e-9   # least ratio of half the size of a window to its middle, for rounding
SLENDER = 2.0      # largest ratio of the sides of a default window
STEEP = 0.01       # part of a window's width in which a branch looks like a vertical line
STRETCHED = 20.0   # largest ratio of the sides of a window that is drawn with equal scales
LONGEST = 44       # maximum number of characters of the terms in the legend
LATE = 0.1         # part of the time, and at least a second, for samples of an unfinished curve
RAISED = str.maketrans("0123456789", "\u2070\xb9\xb2\xb3\u2074\u2075\u2076\u2077\u2078\u2079")


Line = list[Point]


class _Late(Exception):
    """Stops a computation whose time is over."""


class _Clock:
    """Shows progress, and raises _Late after some seconds."""

    def __init__(self, seconds: float | None, progress: Callable[[float], Any] | None,
                 curves: int) -> None:
        self.seconds = math.inf if seconds is None else seconds
        self.end = time.monotonic() + self.seconds
        self.progress, self.curves, self.finished = progress, curves, 0

    def tick(self, part: float = 0) -> None:
        """Is called often, with the finished part of a curve."""
        if self.progress is not None:
            self.progress((self.finished + part) / self.curves)
        if time.monotonic() > self.end:
            raise _Late

    def extend(self) -> None:
        """Allows a little more time."""
        self.end = time.monotonic() + max(1.0, LATE * self.seconds)


def window_of(points: list[Point]) -> Window:
    """Returns a window showing the points: least and greatest x, least and greatest y.

    >>> window_of([Point(0.0, 0.0)])
    (-2.0, 2.0, -2.0, 2.0)
    """
    ranges = [(min(values), max(values)) for values in zip(*(points or [Point(0.0, 0.0)]))]
    halves = [(most - least) * (0.5 + MARGIN) for least, most in ranges]
    shortest = max(halves) / SLENDER or REACH
    ends: list[float] = []
    for (least, most), half in zip(ranges, halves):
        middle = (least + most) / 2
        half = max(half, shortest, abs(middle) * NARROWEST)
        ends += [middle - half, middle + half]
    if not all(map(math.isfinite, ends)):
        raise InvalidError("some points are too far away to be drawn: specify a window")
    return ends[0], ends[1], ends[2], ends[3]


def _overview(curves: list[Terms], marked: list[Point], solver: Solver) -> list[Point]:
    """Returns points of all components of curves, among them the marked ones: all points with a
    vertical or horizontal tangent and, of components without any, points as close as possible."""
    places = (0, 1) if len(curves) > 1 else (0,)  # vertical tangents of one curve are marked
    shown = marked + [point for curve in curves for place in places
                      for point in tangents(curve, place, solver)]
    for curve in curves:
        across = _hidden(curve, shown, solver)
        up = across and _swapped(_hidden(transposed(curve), _swapped(shown), solver))
        shown = min(shown + across, shown + up, key=_extent)
    return shown


def _swapped(points: list[Point]) -> list[Point]:
    return [Point(y, x) for x, y in points]


def _extent(points: list[Point]) -> float:
    left, right, low, high = window_of(points)
    return max(right - left, high - low)


def _hidden(curve: Terms, shown: list[Point], solver: Solver) -> list[Point]:
    """Returns points of the components outside the window that shows these points, among them all
    with a vertical or horizontal tangent. Other components are vertical lines, or graphs over all
    x between two asymptotes; they are above the x that has the fewest points outside."""
    left, right, low, high = window_of(shown)
    asymptotes, lines = verticals(curve, solver)
    found = [Point(x, (low + high) / 2) for x in lines if not left <= x <= right]
    for a, b in zip([-math.inf, *asymptotes], [*asymptotes, math.inf]):
        begin = max(a, min(left, b - (right - left)))
        end = min(b, max(right, a + (right - left)))
        turns = {point.x for point in shown if begin < point.x < end}
        stops = sorted({begin, end} | turns)
        fewest: list[Point] | None = None
        for x in (*turns, *((x + y) / 2 for x, y in zip(stops, stops[1:]))):
            outside = [point for point in (Point(x, y) for y in heights(curve, x, solver))
                       if not _is_inside(point, (left, right, low, high))]
            if fewest is None or len(outside) < len(fewest):
                fewest = outside
            if not fewest:
                break
        found += fewest or []
    return found


def _unlike(curves: list[Terms], traced: list[tuple[list[Line], str]], window: Window,
            solver: Solver) -> Window | None:
    """Returns a window with other scales if a branch that leaves this one looks like a vertical
    line: as high as its curve at the left and the right."""
    left, right, low, high = window
    ys: list[float] = []
    try:
        for curve, (lines, unfinished) in zip(curves, traced):
            vertical = [] if unfinished else verticals(curve, solver)[1]
            if not unfinished and any(_is_steep(line, window) and not any(
                    math.isclose(line[0].x, x, abs_tol=NARROWEST * (right - left))
                    for x in vertical) for line in lines):
                ys += [y for x in (left, right) for y in heights(curve, x, solver)]
    except _Late:
        return None
    other = left, right, min([low, *ys]), max([high, *ys])
    return other if ys and math.isfinite(other[3] - other[2]) else None


def _is_steep(line: Line, window: Window) -> bool:
    left, right, low, high = window
    (least_x, most_x), (least, most) = ((min(values), max(values)) for values in zip(*line))
    return (len(line) > 2 and most_x - least_x < STEEP * (right - left) and
            most - least > (high - low) / 3 and not low <= least <= most <= high)


def equation(terms: Terms, names: tuple[str, str]) -> str:
    """Returns the equation of a curve, shortened if it is long.

    >>> equation({(2, 0): 1, (0, 1): -3, (0, 0): 5}, ("s", "t")).encode("ascii", "replace")
    b's? - 3 t + 5 = 0'
    """
    text = ""
    ordered = sorted(terms.items(), key=lambda term: (-sum(term[0]), -term[0][0]))
    sign = -1 if ordered and ordered[0][1] < 0 else 1
    for (i, j), c in ordered:
        factors = [name + (str(k).translate(RAISED) if k > 1 else "")
                   for name, k in zip(names, (i, j)) if k > 0]
        if abs(c) != 1 or not factors:
            factors.insert(0, str(abs(c)) if abs(c) < 10**LONGEST else "\u2026")
        term = (" - " if sign * c < 0 else " + ") + " ".join(factors)
        if len(text + term) > LONGEST:
            text += " + \u2026"
            break
        text += term
    return text.removeprefix(" + ") + " = 0"


def draw(axes: Any, f: Any, g: Any = None, y: Any = None, *, window: Window | None = None,
         stretch: bool = False, labels: bool = False, seconds: float | None = None,
         progress: Callable[[float], Any] | None = None,
         report: Callable[[str], Any] = warnings.warn, context: Context | None = None) -> Window:
    """Draws f = 0 on matplotlib axes, with the equation in a legend and the names of the variables
    on the axes. With g, draws g = 0 too, and the common points of both curves; without g, the
    critical points of f, with dotted lines at their x.

    f, g, y: as in clmodp.resultant()
    window: least and greatest x, least and greatest y; by default a window showing all common
        points, all points with a vertical or horizontal tangent, and a part of each component
    stretch: fill the axes, with different scales in x and y
    labels: write the coordinates of the points beside them
    seconds: time after which the picture is left unfinished: with some branches, or some points
    progress: called often with the finished part; an exception raised by it stops the computation
    report: called with a text that says what the picture does not show

    Returns the window.
    """
    names = names_of(f, 0 if g is None else g, y)
    curves = [terms_of(f, 0, y)[0]] if g is None else list(terms_of(f, g, y))
    clock = _Clock(seconds, progress, len(curves))
    solver = Solver(context, clock.tick)
    marked: list[Point] | None = None
    shown: list[Point] | None = None
    if window is None:
        try:
            marked = _marked(curves, solver, report)
            shown = _overview(curves, marked, solver)
        except _Late:
            report(f"{seconds:g} seconds are not enough for the critical points, so that the "
                   "window is around 0: specify a window, or more time")
        except LimitError as reason:
            raise LimitError("points that a window has to show take too long to compute; specify "
                             f"a window: {reason}") from None
        window = window_of(shown or [])
    equal = not stretch
    left, right, low, high = window
    if equal and not 1 / STRETCHED <= (right - left) / (high - low) <= STRETCHED:
        equal = False
        report("scales differ, because one side of the window is much longer than the other")
    _frame(axes, window, equal, names)
    traced = _traced(curves, window, _pixels(axes, window, equal), solver, clock)
    other = _unlike(curves, traced, window, solver) if equal and shown is not None else None
    if other is not None:
        window, equal = other, False
        report("scales differ, because the curve is steep")
        _frame(axes, window, equal, names)
        traced = _traced(curves, window, _pixels(axes, window, equal), solver, clock)
    for curve, colour, (lines, unfinished) in zip(curves, COLOURS, traced):
        name = equation(curve, names)
        _trace(axes, lines, colour, name)
        if unfinished:
            drawn = "completely" if any(len(line) > 1 for line in lines) else "but in points"
            report(f"{name} is not drawn {drawn}: {unfinished}")
        elif not any(_is_inside(point, window) for line in lines for point in line):
            report(f"{name} has no " + ("real point" if shown == [] else "point in this window"))
    try:
        if marked is None:
            marked = _marked(curves, solver, report)
        _mark(axes, marked, window, labels, g is None)
    except _Late:
        report(f"points are not marked: {seconds:g} seconds are not enough")
    except LimitError as reason:
        report(f"points are not marked: {reason}")
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), frameon=False, borderaxespad=0.2,
                fontsize="small")
    return window


def _marked(curves: list[Terms], solver: Solver, report: Callable[[str], Any]) -> list[Point]:
    """Returns the critical points of one curve, or the common points of two."""
    if len(curves) == 1:
        return tangents(curves[0], 1, solver)
    found, have_component = common_points(curves[0], curves[1], solver)
    if have_component:
        report("the curves have a component in common, on which points are not marked")
    elif not found:
        report("the curves have no real point in common")
    return found


def _pixels(axes: Any, window: Window, equal: bool) -> tuple[float, float]:
    """Returns the size of the window in pixels, with equal scales or not."""
    left, right, low, high = window
    if not equal:
        return axes.bbox.width, axes.bbox.height
    pixel = max((right - left) / axes.bbox.width, (high - low) / axes.bbox.height)
    return (right - left) / pixel, (high - low) / pixel


def _traced(curves: list[Terms], window: Window, pixels: tuple[float, float], solver: Solver,
            clock: _Clock) -> list[tuple[list[Line], str]]:
    """Returns of each curve the lines found in time, or else points, and the reason why these are
    not all lines, or ""."""
    traced = []
    for clock.finished, curve in enumerate(curves):
        lines: list[Line] = []
        try:
            for line in pieces(curve, window, pixels, solver):
                lines.append(line)
            unfinished = ""
        except _Late:
            unfinished = f"{clock.seconds:g} seconds are not enough"
        except LimitError as reason:
            unfinished = str(reason)
        if unfinished and not lines:
            lines = _sampled(curve, window, pixels, solver, clock)
        traced.append((lines, unfinished))
    return traced


def _sampled(curve: Terms, window: Window, pixels: tuple[float, float], solver: Solver,
             clock: _Clock) -> list[Line]:
    """Returns the points of a curve that are found in a little more time."""
    clock.extend()
    points: list[Line] = []
    try:
        for point in samples(curve, window, pixels, solver):
            points.append([point])
    except _Late:
        pass
    return points


def _frame(axes: Any, window: Window, equal: bool, names: tuple[str, str]) -> None:
    """Sets the ranges, names and scales of axes."""
    axes.set(xlim=window[:2], ylim=window[2:], xlabel=names[0], ylabel=names[1])
    if (*axes.get_xlim(), *axes.get_ylim()) != window:
        raise InvalidError("the window is too narrow, or too close to 0, to be drawn")
    axes.set_aspect("equal" if equal else "auto", adjustable="box")


def _trace(axes: Any, lines: list[list[Point]], colour: str, name: str) -> None:
    """Draws the lines of a curve, and its isolated points."""
    gap = Point(math.nan, math.nan)
    joined = [point for line in lines if len(line) > 1 for point in (*line, gap)]
    axes.plot([p.x for p in joined], [p.y for p in joined], color=colour, label=name,
              solid_capstyle="round", solid_joinstyle="round")
    alone = [line[0] for line in lines if len(line) == 1]
    axes.plot([p.x for p in alone], [p.y for p in alone], ".", color=colour)


def _mark(axes: Any, points: list[Point], window: Window, labels: bool, critical: bool) -> None:
    """Marks points, with dotted lines at critical x."""
    left, right, low, high = window
    inside = [point for point in points if _is_inside(point, window)]
    for x in sorted({point.x for point in points}) if critical else ():
        axes.axvline(x, color="grey", linewidth=0.8, linestyle=":")
    if inside:
        axes.plot([p.x for p in inside], [p.y for p in inside], "k.", markersize=7,
                  label="critical points" if critical else "common points")
    for k, point in enumerate(inside if labels else ()):
        above = sum(abs(point.x - p.x) < (right - left) / 6 and abs(point.y - p.y) < (
            high - low) / 40 for p in inside[:k])
        axes.annotate(f"({point.x:.4g}, {point.y:.4g})", point, (4, 4 + 9 * above),
                      textcoords="offset points", fontsize="x-small")


def _is_inside(point: Point, window: Window) -> bool:
    left, right, low, high = window
    return left <= point.x <= right and low <= point.y <= high


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


def read_size(text: str) -> tuple[int, int]:
    """Returns the size WIDTHxHEIGHT.

    >>> read_size("800x600")
    (800, 600)
    """
    found = re.fullmatch("([0-9]{2,5})x([0-9]{2,5})", text)
    if found is None or not all(100 <= int(part) <= 10000 for part in found.groups()):
        raise argparse.ArgumentTypeError(f"{text!r}: expected WIDTHxHEIGHT in pixels, each from "
                                         "100 to 10000, such as 800x600")
    return int(found[1]), int(found[2])


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
    parser.add_argument("--stretch", action="store_true", help="fill the picture, with different "
                        "scales in x and y; default: equal scales")
    parser.add_argument("--size", metavar="WIDTHxHEIGHT", type=read_size,
                        help="in pixels; default: 600 wide, and as high as the window needs")
    parser.add_argument("--title", metavar="TEXT", help="a line above the picture")
    parser.add_argument("--labels", action="store_true",
                        help="write coordinates beside the marked points")
    parser.add_argument("--seconds", metavar="N", type=float, default=60.0,
                        help="leave the picture unfinished after N seconds; default: 60")
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


class _Speaker:
    """Remarks on stderr, and progress if it is a terminal."""

    def __init__(self, quiet: bool) -> None:
        self.quiet, self.width = quiet, 0
        self.began = self.shown = time.monotonic()

    def remark(self, text: str) -> None:
        """Prints a sentence."""
        if not self.quiet:
            self.clear()
            print(f"clmodp plot: {text}", file=sys.stderr)

    def progress(self, share: float) -> None:
        """Shows the finished part after a second."""
        now = time.monotonic()
        if self.quiet or not sys.stderr.isatty() or now - max(self.began + 0.8, self.shown) < 0.2:
            return
        line = f"clmodp plot: {100 * share:.0f} % in {now - self.began:.0f} s"
        print("\r" + line.ljust(self.width), end="", file=sys.stderr, flush=True)
        self.shown, self.width = now, len(line)

    def clear(self) -> None:
        """Clears the line with the progress."""
        if self.width:
            print("\r" + " " * self.width, end="\r", file=sys.stderr, flush=True)
        self.width = 0


def _keep_ticks(figure: Any, axes: Any) -> None:
    """Keeps the ticks of a first layout, since another layout for fewer labels would cut names."""
    figure.draw_without_rendering()
    for axis in axes.xaxis, axes.yaxis:
        low, high = axis.get_view_interval()
        axis.set_ticks([place for place in axis.get_majorticklocs() if low <= place <= high])


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
    size = given.size or (600, 600)
    figure = matplotlib.figure.Figure(figsize=(size[0] / 100, size[1] / 100), dpi=100,
                                      layout="constrained")
    if given.title:
        figure.suptitle(given.title)
    say = _Speaker(given.quiet)
    try:
        with Context(given.device) as context:
            axes = figure.add_subplot()
            window = draw(axes, expression(given.f), given.g and expression(given.g),
                          given.eliminate, window=given.window, stretch=given.stretch,
                          labels=given.labels, seconds=given.seconds, progress=say.progress,
                          report=say.remark, context=context)
        if not given.size and axes.get_aspect() == 1:
            shape = (window[3] - window[2]) / (window[1] - window[0])
            figure.set_size_inches(max(6 * min(1, 1 / shape), 4), max(6 * min(1, shape), 2) + 0.5)
        _keep_ticks(figure, axes)
        say.clear()
        save(figure, given.output)
    except (Error, OSError, ValueError) as error:
        say.clear()
        print(f"clmodp plot: {error}", file=sys.stderr)
        return 1
    print(given.output)
    return 0


if __name__ == "__main__":
    sys.exit(main())

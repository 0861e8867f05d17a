"""Branches of a real curve in a window, from exact roots above sampled x.

Stops are the x of singular points, of vertical and horizontal tangents, and of asymptotes. Between
two neighbouring stops the curve consists of graphs y(x), whose number and order do not change
[Collins 1975], and which are monotone. So the part of a graph between two samples is inside the
rectangle with the samples as corners, and samples are added until all rectangles are small. Beside
a stop, samples move closer to it until each is near a point of the curve above the stop.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any, Callable, Iterator, NamedTuple, Sequence

from clmodp._real import Real, rounded
from clmodp._roots import RealRoot, roots

STEP = 2.0      # longest side of a rectangle between samples, in pixels
JOIN = 0.25     # largest distance of a sample beside a stop from a point above the stop, in pixels
EXACT = 512     # bits of a stop beyond the distance of samples beside it
CLUSTERS = [JOIN / 4**k for k in range(7)]  # radii of discs in which roots are counted, in pixels
BORDER = 4.0    # width of the border around the window in which branches end, in pixels
CLOSE = (24, 96, 384, 1536)  # samples beside a stop are 2^-CLOSE of the free space away from it

Line = list[tuple[float, float]]
Row = dict[int, int]  # a polynomial, by exponents
Tick = Callable[..., Any]  # called often during long work, which an exception raised by it stops


def near(number: Real, width: Fraction) -> Fraction:
    """Returns the middle of an interval of this width or less that contains the number."""
    low, high = number.interval
    if high - low > width:
        low, high = number.refine(int(max(-low, high) / width).bit_length()).interval
    return (low + high) / 2


def values(rows: Sequence[Row], x: Fraction) -> list[int]:
    """Returns the values of polynomials at x, all multiplied by a positive number."""
    degree = max((i for row in rows for i in row), default=0)
    powers = {i: x.numerator**i * x.denominator**(degree - i)
              for i in {i for row in rows for i in row}}
    return [sum(c * powers[i] for i, c in row.items()) for row in rows]


def points(p: list[int], axis: Axis) -> tuple[int, list[float]]:
    """Returns the number of real roots of a polynomial, given by its coefficients, below a window,
    and the roots in it."""
    below, found = 0, []
    for root in roots({(i, 0): c for i, c in enumerate(p)}) if any(p) else ():
        y = near(root, axis.fine)
        if y < axis.low:
            below += 1
        elif y <= axis.high:
            found.append(rounded(y))
    return below, found


class Axis:
    """A coordinate in the window: its range with a border, and the size of a pixel."""

    def __init__(self, low: float, high: float, pixels: float) -> None:
        self.pixel = high / pixels - low / pixels
        self.least, self.most = low - BORDER * self.pixel, high + BORDER * self.pixel
        step = Fraction(2)**math.frexp(self.pixel)[1]
        self.low = math.floor(Fraction(self.least) / step) * step
        self.high = math.ceil(Fraction(self.most) / step) * step
        self.fine = step / (1 << 40)

    def widen(self, p: Row) -> None:
        """Moves the exact ends until they are no roots of a polynomial."""
        while any(values([p], end) == [0] for end in (self.low, self.high)):
            self.low, self.high = self.low - self.fine, self.high + self.fine

    def clip(self, value: float) -> float:
        """Returns the closest value in the window or its border."""
        return min(max(value, self.least), self.most)


class Column(NamedTuple):
    """The curve above one x: the number of points below the window, and the points in it."""

    x: Fraction
    below: int
    ys: list[float]

    def y(self, k: int) -> float:
        """Returns the y of the k-th point, infinite outside the window."""
        if k < self.below:
            return -math.inf
        return self.ys[k - self.below] if k < self.below + len(self.ys) else math.inf


class Stop(NamedTuple):
    """The points above a stop, and the columns beside it."""

    x: float
    ys: list[float]
    left: Column
    right: Column

    def nearest(self, y: float, distance: float) -> float | None:
        """Returns the y of the point next to this y; None if none is that close."""
        found = min(self.ys, key=lambda other: abs(other - y), default=math.inf)
        return found if abs(found - y) <= distance else None


class Tracer:
    """Draws the curve with these coefficients of the powers of y, polynomials in x."""

    def __init__(self, rows: list[Row], across: Axis, up: Axis, tick: Tick) -> None:
        self.rows, self.across, self.up, self.tick = rows, across, up, tick

    def lines(self, stops: list[RealRoot], known: list[list[float]]) -> Iterator[Line]:
        """Yields the graphs between stops as polygons, from left to right, and isolated points as
        lines of one point.

        known: of each stop the y of the points above it with vanishing derivative in y
        """
        begin, first = None, self._column(self.across.low)
        for end in [*self._stops(stops, known), None]:
            last = self._column(self.across.high) if end is None else end.left
            columns = self._sampled(first, last)
            for k in _indices(first, last):
                line = self._graph(columns, k)
                if len(line) > 1:  # else it is in the border
                    yield [*self._joint(begin, line[0]), *line, *self._joint(end, line[-1])]
            if end is not None:
                begin, first = end, end.right
                met = {self._join(end, y) for y in end.left.ys + end.right.ys}
                yield from ([(end.x, y)] for y in end.ys if y not in met)

    def _stops(self, stops: list[RealRoot], known: list[list[float]]) -> Iterator[Stop]:
        """Yields the stops from left to right."""
        _separate(stops)
        for k, root in enumerate(stops):
            left = stops[k - 1].high if k else self.across.low
            right = stops[k + 1].low if k + 1 < len(stops) else self.across.high
            while not left < root.low <= root.high < right:
                _narrow(root)
            yield self._stop(root, known[k], min(root.low - left, right - root.high))

    def _stop(self, root: RealRoot, known: list[float], free: Fraction) -> Stop:
        """Returns a stop, given the space around it without others."""
        for bits in CLOSE:
            distance = free / (1 << bits)
            x = near(root, distance / (1 << EXACT))
            stop = Stop(rounded(x), self._points(x, known), self._column(x - distance),
                        self._column(x + distance))
            beside = [self._above(x + k * distance) for k in (-1, 0, 1)]
            if (all(self._join(stop, y) is not None for y in stop.left.ys + stop.right.ys)
                    and all(self._keeps_roots(beside, y) for y in stop.ys)):
                break
        return stop

    def _keeps_roots(self, polynomials: list[list[int]], y: float) -> bool:
        """Returns whether these polynomials have equally many complex roots close to y."""
        counts = [self._roots_around(p, Fraction(y)) for p in polynomials]
        return any(len({*found, -1}) == 2 for found in zip(*counts))

    def _roots_around(self, p: list[int], y: Fraction) -> list[int]:
        """Returns the numbers of complex roots of p in discs around y; -1 if one is unclear. There
        are k if the term in t^k of p(y + t) is larger than all others together (Pellet)."""
        shifted = [c * y.denominator**(len(p) - 1 - k) for k, c in enumerate(p)]
        for begin in range(len(p) - 1):
            for k in range(len(p) - 2, begin - 1, -1):
                shifted[k] += y.numerator * shifted[k + 1]
        counts = []
        for radius in CLUSTERS:
            step = Fraction(radius * self.up.pixel) * y.denominator
            sizes = values([{k: abs(c)} for k, c in enumerate(shifted)], step)
            largest = max(sizes)
            counts.append(sizes.index(largest) if 2 * largest > sum(sizes) else -1)
        return counts

    def _join(self, stop: Stop, y: float) -> float | None:
        return stop.nearest(y, JOIN * self.up.pixel)

    def _joint(self, stop: Stop | None, end: tuple[float, float]) -> Line:
        """Returns the point above a stop where a graph with this end continues, if any."""
        y = None if stop is None else self._join(stop, end[1])
        return [] if stop is None or y is None else [(stop.x, y)]

    def _above(self, x: Fraction) -> list[int]:
        """Returns the coefficients of a multiple of f(x, y), a polynomial in y."""
        self.tick(rounded((x - self.across.low) / (self.across.high - self.across.low)))
        return values(self.rows, x)

    def _column(self, x: Fraction) -> Column:
        """Returns the curve above an x that is no stop."""
        return Column(x, *points(self._above(x), self.up))

    def _points(self, x: Fraction, known: list[float]) -> list[float]:
        """Returns the real points above a stop: known ones, and others above a number next to it,
        where a known one may be gone or be several."""
        found = list(known)
        for y in self._column(x).ys:
            if all(abs(y - other) > JOIN * self.up.pixel / 2 for other in found):
                found.append(y)
        return sorted(found)

    def _sampled(self, first: Column, last: Column) -> list[Column]:
        """Returns columns from one to the other with small rectangles in between."""
        columns, coming = [first], [last]
        while coming:
            if self._is_far(columns[-1], coming[-1]):
                coming.append(self._column(_simple(columns[-1].x, coming[-1].x)))
            else:
                columns.append(coming.pop())
        return columns

    def _is_far(self, a: Column, b: Column) -> bool:
        """Returns whether a rectangle between two columns is too large."""
        indices = _indices(a, b)
        return any(abs(self.up.clip(a.y(k)) - self.up.clip(b.y(k))) > STEP * self.up.pixel
                   for k in indices) or (
            len(indices) > 0 and rounded(b.x - a.x) > STEP * self.across.pixel)

    def _graph(self, columns: list[Column], k: int) -> Line:
        """Returns the part of the k-th graph in the window and its border."""
        return [(rounded(column.x), column.y(k)) for column in columns
                if math.isfinite(column.y(k))]


def _narrow(root: RealRoot) -> None:
    low, high = root.interval
    near(root, (high - low) / 4)


def _separate(stops: list[RealRoot]) -> None:
    """Refines intervals until no two have an end in common."""
    for left, right in zip(stops, stops[1:]):
        while not left.high < right.low:
            _narrow(left)
            _narrow(right)


def _indices(a: Column, b: Column) -> range:
    """Returns the numbers of the graphs with points in the window at one of these columns, or
    between them."""
    return range(min(a.below, b.below), max(a.below + len(a.ys), b.below + len(b.ys)))


def _simple(low: Fraction, high: Fraction) -> Fraction:
    """Returns a number with few digits around the middle of an interval."""
    width = high - low
    unit = Fraction(2)**(width.numerator.bit_length() - width.denominator.bit_length() - 3)
    return math.floor((low + high) / 2 / unit) * unit

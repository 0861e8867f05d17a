"""Branches of a real curve in a window, from exact roots above sampled x.

Stops are the x of singular points, of vertical and horizontal tangents, and of asymptotes. Between
two neighbouring stops the curve consists of graphs y(x), whose number and order do not change
[Collins 1975], and which are monotone. So the part of a graph between two samples is inside the
rectangle with the samples as corners, and samples are added until all rectangles are small. Beside
a stop, samples move closer to it until each is near a point of the curve above the stop.
"""

from __future__ import annotations

import math
from typing import Any, Iterator, NamedTuple

import flint

from clmodp._roots import Root, Tick, bound, exact, isolate, power, rounded

STEP = 2.0      # longest side of a rectangle between samples, in pixels
JOIN = 0.25     # largest distance of a sample beside a stop from a point above the stop, in pixels
EXACT = 512     # bits of a stop beyond the distance of samples beside it
CLUSTERS = [JOIN / 4**k for k in range(7)]  # radii of discs in which roots are counted, in pixels
BORDER = 4.0    # width of the border around the window in which branches end, in pixels
CLOSE = (24, 96, 384, 1536)  # samples beside a stop are 2^-CLOSE of the free space away from it

Line = list[tuple[float, float]]


class Axis:
    """A coordinate in the window: its range with a border, and the size of a pixel.

    The exact ends are no binary numbers, so that bisections meet few roots.
    """

    def __init__(self, low: float, high: float, pixels: float) -> None:
        self.pixel = high / pixels - low / pixels
        self.least, self.most = low - BORDER * self.pixel, high + BORDER * self.pixel
        step = power(math.frexp(self.pixel)[1])
        self.low = (exact(self.least) / step).floor() * step - step / 3
        self.high = self.low + ((exact(self.most) - self.low) / step).ceil() * step
        self.fine = step / (1 << 40)

    def widen(self, polynomials: list[Any]) -> None:
        """Moves the exact ends until they are no roots of these polynomials."""
        while any(p(end) == 0 for p in polynomials for end in (self.low, self.high)):
            self.low, self.high = self.low - self.fine, self.high + self.fine

    def clip(self, value: float) -> float:
        """Returns the closest value in the window or its border."""
        return min(max(value, self.least), self.most)


class Column(NamedTuple):
    """The curve above one x: the number of points below the window, and the points in it."""

    x: Any
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

    def __init__(self, rows: list[Any], across: Axis, up: Axis, tick: Tick) -> None:
        self.rows, self.across, self.up, self.tick = rows, across, up, tick

    def lines(self, stops: list[Root]) -> Iterator[Line]:
        """Yields the graphs between stops as polygons, from left to right, and isolated points as
        lines of one point."""
        begin, first = None, self._column(self.across.low)
        for end in [*self._stops(stops), None]:
            last = self._column(self.across.high) if end is None else end.left
            columns = self._sampled(first, last)
            for k in _indices(first, last):
                line = self._graph(columns, k)
                if line:
                    yield [*self._joint(begin, line[0]), *line, *self._joint(end, line[-1])]
            if end is not None:
                begin, first = end, end.right
                met = {self._join(end, y) for y in end.left.ys + end.right.ys}
                yield from ([(end.x, y)] for y in end.ys if y not in met)

    def _stops(self, roots: list[Root]) -> Iterator[Stop]:
        """Yields the stops from left to right."""
        for k, root in enumerate(roots):
            left = roots[k - 1].high if k else self.across.low
            right = roots[k + 1].low if k + 1 < len(roots) else self.across.high
            while not left < root.low <= root.high < right:
                root.refine((root.high - root.low) / 4)
            yield self._stop(root, min(root.low - left, right - root.high))

    def _stop(self, root: Root, free: Any) -> Stop:
        """Returns a stop, given the space around it without others."""
        for bits in CLOSE:
            distance = free / (1 << bits)
            x = root.refine(distance / (1 << EXACT)).middle()
            stop = Stop(rounded(x), self._points(x), self._column(x - distance),
                        self._column(x + distance))
            near = [self._above(x + k * distance) for k in (-1, 0, 1)]
            if (all(self._join(stop, y) is not None for y in stop.left.ys + stop.right.ys)
                    and all(self._keeps_roots(near, y) for y in stop.ys)):
                break
        return stop

    def _keeps_roots(self, polynomials: list[Any], y: float) -> bool:
        """Returns whether these polynomials have equally many complex roots close to y."""
        return any(len({self._roots_in(p, y, radius) for p in polynomials} | {-1}) == 2
                   for radius in CLUSTERS)

    def _roots_in(self, p: Any, y: float, radius: float) -> int:
        """Returns the number of complex roots of p in a disc around y; -1 if it is unclear. There
        are k if the term in t^k of p(y + t) is larger than all others together (Pellet)."""
        step = exact(radius * self.up.pixel)
        sizes = [abs(c) for c in flint.fmpq_poly(p)(flint.fmpq_poly([exact(y), step])).coeffs()]
        largest = max(sizes)
        return sizes.index(largest) if 2 * largest > sum(sizes) else -1

    def _join(self, stop: Stop, y: float) -> float | None:
        return stop.nearest(y, JOIN * self.up.pixel)

    def _joint(self, stop: Stop | None, end: tuple[float, float]) -> Line:
        """Returns the point above a stop where a graph with this end continues, if any."""
        y = None if stop is None else self._join(stop, end[1])
        return [] if stop is None or y is None else [(stop.x, y)]

    def _above(self, x: Any) -> Any:
        """Returns a multiple of f(x, y), a polynomial in y."""
        self.tick(rounded((x - self.across.low) / (self.across.high - self.across.low)))
        return flint.fmpq_poly([row(x) for row in self.rows]).numer()

    def _roots(self, p: Any) -> list[float]:
        """Returns the roots of a square-free polynomial in the window."""
        return [rounded(root.refine(self.up.fine).middle())
                for root in isolate(p, self.up.low, self.up.high, self.tick)]

    def _column(self, x: Any) -> Column:
        """Returns the curve above an x that is no stop."""
        p = self._above(x)
        below = isolate(p, -power(bound(p)), self.up.low, self.tick)
        return Column(x, len(below), self._roots(p))

    def _points(self, x: Any) -> list[float]:
        """Returns the real points above a stop, given a number next to it.

        Next to a root of even order there may be no real root of f, but of its derivative.
        """
        p = self._above(x)
        p = _square_free(p)
        doubles = self._roots(_square_free(p.derivative()))
        found: list[float] = []
        for y in sorted(self._roots(p) + [y for y in doubles if any(
                self._roots_in(p, y, radius) > 0 for radius in CLUSTERS)]):
            if not found or y - found[-1] > JOIN * self.up.pixel / 2:
                found.append(y)
        return found

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
        """Returns the part of the k-th graph in the window, up to the first points outside."""
        seen = [i for i, column in enumerate(columns) if math.isfinite(column.y(k))]
        return [(rounded(column.x), self.up.clip(column.y(k)))
                for column in columns[max(seen[0] - 1, 0):seen[-1] + 2]] if seen else []


def _indices(a: Column, b: Column) -> range:
    """Returns the numbers of the graphs with points in the window at one of these columns, or
    between them."""
    return range(min(a.below, b.below), max(a.below + len(a.ys), b.below + len(b.ys)))


def _square_free(p: Any) -> Any:
    """Returns a polynomial with the same zeros, each simple."""
    return p // p.gcd(p.derivative()) if p.degree() > 0 else p


def _simple(low: Any, high: Any) -> Any:
    """Returns a number with few digits around the middle of an interval."""
    width = high - low
    unit = power(int(width.p).bit_length() - int(width.q).bit_length() - 3)
    return (((low + high) / 2) / unit).floor() * unit

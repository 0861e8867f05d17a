"""Real plane curves f(x, y) = 0: branches, critical points, and intersections of two curves.

Common points and critical points are exact solutions of equations (clmodp.solve), and branches
between them consist of exact real roots (clmodp.roots).
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any, Callable, Iterator, NamedTuple

from clmodp import _integers
from clmodp._branches import Axis, Line, Row, Tick, Tracer, near, points, values
from clmodp._context import Context
from clmodp._errors import DomainError, InvalidError, LimitError, check
from clmodp._gcd import gcd
from clmodp._kinds import Kind, kind_of
from clmodp._plan import Plan
from clmodp._native import lib
from clmodp._problem import Operand, new
from clmodp._real import rounded
from clmodp._roots import RealRoot, roots
from clmodp._resultants import resultant
from clmodp._systems import Solution, Solutions, solve

Terms = dict[tuple[int, int], int]
Window = tuple[float, float, float, float]  # least and greatest x, least and greatest y

MOST_SECONDS = 120     # maximum predicted time of a resultant
WORTH_A_PLAN = 2000    # least degree for which a plan predicts the time
SAMPLES = 256          # columns of points of a curve without its critical points


class Point(NamedTuple):
    """A point of the plane."""

    x: float
    y: float


def terms_of(f: Any, g: Any = 0, y: Any = None) -> tuple[Terms, Terms]:
    """Returns polynomials of any kind accepted by clmodp.resultant() as terms {(i, j): c} with
    integer coefficients and the same zeros. A polynomial in x alone has no y."""
    kind = _kind_of(f, g, y)
    if kind.modulus:
        raise InvalidError(f"curves have real coefficients, not modulo {kind.modulus}")
    made = []
    for polynomial in (f, g):
        operand = Operand()
        kind.load(operand, polynomial)
        i, j, c = _integers.terms(operand.poly)
        made.append(dict(zip(zip(i, j), c)))
    return made[0], made[1]


def names_of(f: Any, g: Any = 0, y: Any = None) -> tuple[str, str]:
    """Returns the names of the variables that terms_of() maps to x and y.

    >>> names_of("b^2 - a"), names_of("x^2 - y", y="x")
    (('a', 'b'), ('y', 'x'))
    """
    return _kind_of(f, g, y).names()


def _kind_of(f: Any, g: Any, y: Any) -> Kind:
    try:
        kind = kind_of((f, g), "y" if y is None else y)
    except InvalidError:  # no generator of this name
        kind = kind_of((f, g), y)
    if kind.count and y is None:  # two variables of other names
        kind = kind_of((f, g), None)
    if kind.count:
        raise InvalidError(f"curves have two variables, not {kind.count}")
    return kind


class Solver:
    """Computes resultants and common points, each once, and isolates roots.

    tick: called often; an exception raised by it stops the computation
    """

    def __init__(self, context: Context | None = None, tick: Tick = lambda *_: None) -> None:
        self.context, self.tick = context, tick
        self._known: dict[Any, Any] = {}

    def resultant(self, f: Terms, g: Terms, place: int = 1) -> Row:
        """Returns the resultant in y (place 1) or x (place 0), as a polynomial."""
        def compute() -> Row:
            self._check_time(f, g, place)
            found = resultant(f, g, place, context=self.context, progress=self._progress)
            return {sum(powers): c for powers, c in found.items()}

        found: Row = self._once((f, g, place), compute)
        return found

    def solutions(self, f: Terms, g: Terms, components: bool = False) -> Solutions:
        """Returns the common points of two curves; those beside common components, if these are
        allowed."""
        def compute() -> Solutions:
            self._check_time(f, g, 1)
            return solve(f, g, components=components, context=self.context,
                         progress=self._progress)

        if not f or not g:
            raise DomainError("the polynomial 0 vanishes everywhere and has no curve")
        found: Solutions = self._once((f, g, "beside" if components else "all"), compute)
        return found

    def roots(self, p: Row, low: Any = None, high: Any = None) -> list[RealRoot]:
        """Returns the distinct real roots of a polynomial, in order; with ends, between them."""
        return roots({(i, 0): c for i, c in p.items()}, low, high, context=self.context,
                     progress=self._progress)

    def _progress(self, _: float) -> None:
        self.tick()

    def _once(self, question: tuple[Terms, Terms, Any], compute: Callable[[], Any]) -> Any:
        f, g, kind = question
        key = frozenset(f.items()), frozenset(g.items()), kind
        if key not in self._known:
            self._known[key] = compute()
        return self._known[key]

    def _check_time(self, f: Terms, g: Terms, place: int) -> None:
        """Raises LimitError if a resultant is predicted to take too long."""
        (a, b), (c, d) = (degrees(terms) for terms in (f, g))
        if a * d + b * c < WORTH_A_PLAN:
            return
        seconds = Plan(f, g, place, context=self.context).info.seconds
        if seconds > MOST_SECONDS:
            raise LimitError(f"a resultant of polynomials of degrees {(a, b)[place]} and "
                             f"{(c, d)[place]} is predicted to take {seconds:.0f} seconds; the "
                             f"limit for curves is {MOST_SECONDS}")


def intersections(f: Any, g: Any, y: Any = None, *,
                  context: Context | None = None) -> list[Solution]:
    """The real common points of two curves, by x and then y, with their multiplicities. The
    coordinates are exact numbers, which can be refined, and become floats by float().

    Raises DomainError if the curves have a component in common.

    >>> intersections("x^2 + y^2 - 2", "x - y")
    [<solution (-1, -1)>, <solution (1, 1)>]
    """
    return Solver(context).solutions(*terms_of(f, g, y))


def critical_points(f: Any, y: Any = None, *, context: Context | None = None) -> list[Solution]:
    """The real points of a curve with vanishing derivative in y, exactly: points with a vertical
    tangent and singular points. Multiple components count once. Of a vertical line, the points on
    other components are critical.

    >>> critical_points("y^2 - x^3 + x")
    [<solution (-1, 0)>, <solution (0, 0)>, <solution (1, 0)>]
    """
    solver = Solver(context)
    found = _tangent_system(terms_of(f, 0, y)[0], 1)
    return solver.solutions(*found) if found else []


def singular_points(f: Any, y: Any = None, *, context: Context | None = None) -> list[Solution]:
    """The real points of a curve with vanishing derivatives in x and y, exactly: crossings, cusps,
    isolated points and others. Multiple components count once. The multiplicities are those of a
    common zero of f and a sum of squares.

    >>> [(float(x), float(y)) for x, y in singular_points("y^2 = x^2*(x - 1)")]
    [(0.0, 0.0)]
    """
    curve = _reduced(terms_of(f, 0, y)[0])
    if max(degrees(curve)) == 0:
        return []
    across, up = (_product(slope, slope) for slope in (_derivative(curve, 0),
                                                       _derivative(curve, 1)))
    k = 1
    while True:  # real zeros of f_x^2 + k f_y^2 are zeros of both derivatives
        both = {key: across.get(key, 0) + k * up.get(key, 0) for key in {**across, **up}}
        try:
            return Solver(context).solutions(curve, {key: c for key, c in both.items() if c})
        except DomainError:  # for finitely many k, as x^2 + y^2 with k = 1
            k += 1


def branches(f: Any, window: Window, y: Any = None, *, pixels: tuple[float, float] = (600, 600),
             context: Context | None = None) -> Iterator[list[Point]]:
    """Yields the parts of a curve in a window as polygons: branches without vertical or horizontal
    tangents inside, which meet at their ends; vertical and horizontal lines; and isolated points,
    as polygons of one point. Polygons end a few pixels outside the window.

    window: least and greatest x, least and greatest y
    pixels: size of the picture. Neighbouring points are at most two pixels apart in x and in y
    """
    return pieces(terms_of(f, 0, y)[0], window, pixels, Solver(context))


def pieces(terms: Terms, window: Window, pixels: tuple[float, float],
           solver: Solver) -> Iterator[list[Point]]:
    """Yields what branches() does."""
    left, right, low, high = window
    if not (left < right and low < high and math.isfinite(right - left + (high - low))):
        raise InvalidError(f"the window is empty: {left}:{right},{low}:{high}")
    across, up = Axis(left, right, pixels[0]), Axis(low, high, pixels[1])
    if degrees(terms)[1] <= degrees(terms)[0]:
        for line in _lines(terms, across, up, solver):
            yield [Point(*place) for place in line]
    else:  # fewer roots are isolated if each point is found from its y
        for line in _lines(transposed(terms), up, across, solver):
            yield [Point(x, y) for y, x in line]


def samples(terms: Terms, window: Window, pixels: tuple[float, float],
            solver: Solver) -> Iterator[Point]:
    """Yields points of a curve above equally spaced x, or beside y, whichever takes fewer roots,
    first far apart and then in between: what can be drawn without critical points."""
    ends = Axis(window[0], window[1], pixels[0]), Axis(window[2], window[3], pixels[1])
    place = 1 if degrees(terms)[1] <= degrees(terms)[0] else 0
    across, up = ends[1 - place], ends[place]
    rows = _rows(terms, place)
    for k in range(1, SAMPLES):
        solver.tick()
        x = across.low + (across.high - across.low) * int(f"{k:b}"[::-1], 2) / (
            1 << k.bit_length())
        for y in points(values(rows, x), up)[1]:
            yield Point(*(rounded(x), y)[::1 if place else -1])


def _lines(terms: Terms, across: Axis, up: Axis, solver: Solver) -> Iterator[Line]:
    """Yields vertical lines, and the other branches."""
    terms, lines = _square_free(terms)
    for root in solver.roots(lines, across.low, across.high):
        x = rounded(near(root, across.fine))
        yield [(x, up.least), (x, (up.least + up.most) / 2), (x, up.most)]
    if degrees(terms)[1] == 0:
        return
    slanted = transposed(_square_free(transposed(terms))[0])
    product = {(0, 0): 1}
    for curve, slope in ((terms, _derivative(terms, 1)), (slanted, _derivative(slanted, 0))):
        if slope:
            product = _product(product, _in_x(solver.resultant(curve, slope)))
    across.widen(_row(product))
    stops = solver.roots(_row(product), across.low, across.high)
    yield from Tracer(_rows(terms, 1), across, up, solver.tick).lines(
        stops, _heights_above(stops, [(x, y) for x, y in _tangent_points(terms, 1, solver)
                                      if x.compare(across.low) > 0 > x.compare(across.high)
                                      and up.least <= float(y) <= up.most]))


def _heights_above(stops: list[RealRoot], found: list[Any]) -> list[list[float]]:
    """Returns of each stop the y of the points above it; the x of each point is a stop."""
    ys: list[list[float]] = [[] for _ in stops]
    bits = 1
    while found:
        ends = [root.refine(bits).interval for root in stops]
        undecided = []
        for x, y in found:
            low, high = x.refine(bits).interval
            met = [k for k, (least, most) in enumerate(ends) if least <= high and low <= most]
            if len(met) > 1:
                undecided.append((x, y))
            else:
                ys[met[0]].append(float(y))
        found, bits = undecided, 2 * bits
    return ys


def verticals(terms: Terms, solver: Solver) -> tuple[list[float], list[float]]:
    """Returns the x of the asymptotes, where the leading coefficient in y vanishes, and of the
    vertical lines of a curve."""
    rest, lines = _square_free(terms)
    asymptotes, straight = (list(map(float, solver.roots(p)))
                            for p in (_rows(rest, 1)[-1], lines))
    return asymptotes, straight


def heights(terms: Terms, x: float, solver: Solver) -> list[float]:
    """Returns the y of the points of a curve above x, in order; none on a vertical line."""
    p = dict(enumerate(values(_rows(terms, 1), Fraction(x))))
    return list(map(float, solver.roots(p))) if any(p.values()) else []


def _rows(terms: Terms, place: int) -> list[Row]:
    """Returns the coefficients of the powers of y (place 1) or x (place 0), as polynomials."""
    rows: list[Row] = [{} for _ in range(1 + degrees(terms)[place])]
    for key, c in terms.items():
        rows[key[place]][key[1 - place]] = c
    return rows


def degrees(terms: Terms) -> tuple[int, int]:
    """Returns the degrees in x and y; 0 for the polynomial 0."""
    return max((i for i, _ in terms), default=0), max((j for _, j in terms), default=0)


def transposed(terms: Terms) -> Terms:
    """Returns f(y, x)."""
    return {(j, i): c for (i, j), c in terms.items()}


def _derivative(terms: Terms, place: int) -> Terms:
    """Returns the derivative in x (place 0) or y (place 1)."""
    return {(i - (place == 0), j - (place == 1)): c * (i, j)[place]
            for (i, j), c in terms.items() if (i, j)[place] > 0}


def _square_free(terms: Terms) -> tuple[Terms, Row]:
    """Returns the square-free part without vertical lines, and their polynomial in x."""
    if not terms:
        raise DomainError("the polynomial 0 vanishes everywhere and has no curve")
    content: Terms = {}
    for row in _rows(terms, 1):
        content = gcd(content, _in_x(row))
    slope = _derivative(terms, 1)
    rest = gcd(terms, slope, cofactors=True)[1] if slope else {(0, 0): 1}
    return rest, _row(content)


def _in_x(p: Row) -> Terms:
    """Returns a polynomial in x as terms."""
    return {(i, 0): c for i, c in p.items()}


def _row(terms: Terms) -> Row:
    """Returns terms in x as a polynomial."""
    return {i: c for (i, _), c in terms.items()}


def _reduced(terms: Terms) -> Terms:
    """Returns the square-free part, which has the same points, of lower multiplicities."""
    if not terms:
        return terms
    rest, lines = _square_free(terms)
    return _product(rest, transposed(_square_free(transposed(_in_x(lines)))[0]))


def tangents(terms: Terms, place: int, solver: Solver) -> list[Point]:
    """Returns the singular points and the points with a vertical tangent (place 1) or a horizontal
    one (place 0), without lines of this direction except for their singular points."""
    return _rounded(_tangent_points(terms, place, solver))


def _tangent_points(terms: Terms, place: int, solver: Solver) -> list[Solution]:
    """Returns what tangents() does, exactly."""
    found = _tangent_system(terms, place)
    return solver.solutions(_reduced(found[0]), _reduced(found[1])) if found else []


def _rounded(found: list[Solution]) -> list[Point]:
    return [Point(float(x), float(y)) for x, y in found]


def _tangent_system(terms: Terms, place: int) -> tuple[Terms, Terms] | None:
    """Returns equations for what tangents() does; None if there are no such points."""
    if place == 0:
        rest, lines = _square_free(transposed(terms))
        rest, line = transposed(rest), transposed(_in_x(lines))
    else:
        rest, lines = _square_free(terms)
        line = _in_x(lines)
    slope = _derivative(rest, place)
    if not slope:  # all components are lines of this direction
        return None
    return rest, _product(slope, line)


def _product(f: Terms, g: Terms) -> Terms:
    """Returns f * g."""
    parts = [new("mpoly", 2) for _ in range(3)]
    for poly, terms in zip(parts, (f, g)):
        _integers.set_several(poly, list(terms), list(terms.values()))
    check(lib.clmodp_mpoly_mul(parts[2], parts[0], parts[1]))
    return dict(zip(*_integers.several(parts[2])))  # type: ignore[arg-type]


def common_points(f: Terms, g: Terms, solver: Solver) -> tuple[list[Point], bool]:
    """Returns the real common points of two curves beside common components, rounded, and whether
    there is such a component."""
    found = solver.solutions(_reduced(f), _reduced(g), components=True)
    return _rounded(found), found.component is not None

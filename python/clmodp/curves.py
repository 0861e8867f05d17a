"""Real plane curves f(x, y) = 0: branches, critical points, and intersections of two curves.

Common points and critical points are exact solutions of equations (clmodp.solve). Branches between
them consist of real roots, isolated exactly by python-flint (extra `plot` of the package).
"""

from __future__ import annotations

import math
from typing import Any, Iterator, NamedTuple

import flint

from clmodp import _integers
from clmodp._branches import Axis, Line, Tracer
from clmodp._context import Context
from clmodp._errors import DomainError, InvalidError, LimitError
from clmodp._kinds import Kind, kind_of
from clmodp._plan import Plan
from clmodp._problem import Operand
from clmodp._resultants import resultant
from clmodp._roots import Root, Tick, apart, exact, rounded
from clmodp._systems import Solution, solve

Terms = dict[tuple[int, int], int]
Window = tuple[float, float, float, float]  # least and greatest x, least and greatest y

MOST_DEGREE = 2500     # maximum degree for root isolation, which takes minutes above
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
    except InvalidError:  # other names, or none
        kind = kind_of((f, g), y)
    if kind.count:
        raise InvalidError(f"curves have two variables, not {kind.count}")
    return kind


class Solver:
    """Computes resultants, each once, and isolates roots.

    tick: called often; an exception raised by it stops the computation
    """

    def __init__(self, context: Context | None = None, tick: Tick = lambda *_: None) -> None:
        self.context, self.tick = context, tick
        self._known: dict[Any, Terms] = {}

    def resultant(self, f: Terms, g: Terms, place: int = 1) -> Any:
        """Returns the resultant in y (place 1) or x (place 0), as a polynomial."""
        key = frozenset(f.items()), frozenset(g.items()), place
        if key not in self._known:
            self._check_time(f, g, place)
            self._known[key] = resultant(f, g, place, context=self.context,
                                         progress=lambda _: self.tick())
        return _univariate({sum(powers): c for powers, c in self._known[key].items()})

    def solutions(self, f: Terms, g: Terms) -> list[Solution]:
        """Returns the common points of two curves."""
        if not f or not g:
            raise DomainError("the polynomial 0 vanishes everywhere and has no curve")
        self._check_time(f, g, 1)
        return solve(f, g, context=self.context, progress=lambda _: self.tick())

    def roots(self, polynomials: list[Any], low: Any = None, high: Any = None) -> list[Root]:
        """Returns the distinct real roots of polynomials, in order; with ends, between them."""
        for p in polynomials:
            if p.degree() > MOST_DEGREE:
                raise LimitError(f"the roots of a polynomial of degree {p.degree()} would have to "
                                 f"be isolated; the limit for curves is {MOST_DEGREE}")
        return apart(polynomials, self.tick, low, high)

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
        part = int(f"{k:b}"[::-1], 2), 1 << k.bit_length()
        x = across.low + (across.high - across.low) * part[0] / part[1]
        p = flint.fmpq_poly([row(x) for row in rows]).numer()
        for root in solver.roots([p], up.low, up.high) if p else ():
            point = rounded(x), rounded(root.refine(up.fine).middle())
            yield Point(*point[::1 if place else -1])


def _lines(terms: Terms, across: Axis, up: Axis, solver: Solver) -> Iterator[Line]:
    """Yields vertical lines, and the other branches."""
    terms, lines = _square_free(terms)
    for root in solver.roots([lines], across.low, across.high):
        x = rounded(root.refine(across.fine).middle())
        yield [(x, up.least), (x, (up.least + up.most) / 2), (x, up.most)]
    slanted = transposed(_square_free(transposed(terms))[0])
    stops = [solver.resultant(terms, slope) for terms, slope in (
        (terms, _derivative(terms, 1)), (slanted, _derivative(slanted, 0))) if slope]
    across.widen(stops)
    if degrees(terms)[1] > 0:
        yield from Tracer(_rows(terms, 1), across, up, solver.tick).lines(
            solver.roots(stops, across.low, across.high))


def verticals(terms: Terms, solver: Solver) -> tuple[list[float], list[float]]:
    """Returns the x of the asymptotes, where the leading coefficient in y vanishes, and of the
    vertical lines of a curve."""
    rest, lines = _square_free(terms)
    asymptotes, straight = (list(map(float, solver.roots([p])))
                            for p in (_rows(rest, 1)[-1], lines))
    return asymptotes, straight


def heights(terms: Terms, x: float, solver: Solver) -> list[float]:
    """Returns the y of the points of a curve above x, in order; none on a vertical line."""
    p = flint.fmpq_poly([row(exact(x)) for row in _rows(terms, 1)]).numer()
    return list(map(float, solver.roots([p])))


def _rows(terms: Terms, place: int) -> list[Any]:
    """Returns the coefficients of the powers of y (place 1) or x (place 0), as polynomials."""
    dense: list[dict[int, int]] = [{} for _ in range(1 + degrees(terms)[place])]
    for key, c in terms.items():
        dense[key[place]][key[1 - place]] = c
    return [_univariate(row) for row in dense]


def degrees(terms: Terms) -> tuple[int, int]:
    """Returns the degrees in x and y; 0 for the polynomial 0."""
    return max((i for i, _ in terms), default=0), max((j for _, j in terms), default=0)


def transposed(terms: Terms) -> Terms:
    """Returns f(y, x)."""
    return {(j, i): c for (i, j), c in terms.items()}


def _univariate(terms: dict[int, int]) -> Any:
    c = [0] * (1 + max(terms, default=-1))
    for i, one in terms.items():
        c[i] = one
    return flint.fmpz_poly(c)


def _derivative(terms: Terms, place: int) -> Terms:
    """Returns the derivative in x (place 0) or y (place 1)."""
    return {(i - (place == 0), j - (place == 1)): c * (i, j)[place]
            for (i, j), c in terms.items() if (i, j)[place] > 0}


def _square_free(terms: Terms) -> tuple[Terms, Any]:
    """Returns the square-free part without vertical lines, and their polynomial in x."""
    if not terms:
        raise DomainError("the polynomial 0 vanishes everywhere and has no curve")
    ring = flint.fmpz_mpoly_ctx.get(("x", "y"), "lex")
    f = ring.from_dict(dict(terms.items()))  # keys there are of any length
    rest = f // f.gcd(f.derivative(1)) if max(j for _, j in terms) > 0 else ring.from_dict({
        (0, 0): 1})
    content = flint.fmpz_poly([])
    for row in _rows(terms, 1):
        content = content.gcd(row)
    return {(int(i), int(j)): int(c) for (i, j), c in rest.to_dict().items()}, content


def _in_x(p: Any) -> Terms:
    """Returns a polynomial in x as terms."""
    return {(i, 0): int(c) for i, c in enumerate(p) if c != 0}


def _reduced(terms: Terms) -> Terms:
    """Returns the square-free part, which has the same points, of lower multiplicities."""
    if not terms:
        return terms
    rest, lines = _square_free(terms)
    return _product(rest, _in_x(lines // lines.gcd(lines.derivative())))


def tangents(terms: Terms, place: int, solver: Solver) -> list[Point]:
    """Returns the singular points and the points with a vertical tangent (place 1) or a horizontal
    one (place 0), without lines of this direction except for their singular points."""
    found = _tangent_system(terms, place)
    return common_points(*found, solver) if found else []


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
    made: Terms = {}
    for (i, j), c in f.items():
        for (k, l), d in g.items():
            made[i + k, j + l] = made.get((i + k, j + l), 0) + c * d
    return {key: c for key, c in made.items() if c}


def common_points(f: Terms, g: Terms, solver: Solver) -> list[Point]:
    """Returns the real common points of two curves, rounded."""
    return [Point(float(x), float(y)) for x, y in solver.solutions(_reduced(f), _reduced(g))]

"""Real plane curves f(x, y) = 0: branches, critical points, and intersections of two curves.

Resultants and subresultants are computed by clmodp. Real roots of the resulting polynomials are
isolated by python-flint (extra `plot` of the package) in ball arithmetic, with enough bits to
distinguish them from 0 and to round them.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any, Iterator, NamedTuple

import flint

from clmodp import _integers
from clmodp._context import Context
from clmodp._errors import DomainError, InvalidError, LimitError
from clmodp._kinds import Kind, kind_of
from clmodp._plan import Plan
from clmodp._problem import Operand
from clmodp._resultants import resultant, subresultant

Terms = dict[tuple[int, int], int]
Projection = tuple[int, Any, list[Any], Any]  # result of _projection()

BITS = 192             # initial precision of balls
MOST_BITS = BITS << 7  # maximum precision; numbers still uncertain then are rounded as they are
MOST_DEGREE = 1000     # maximum degree for root isolation, which takes minutes above
MOST_SECONDS = 120     # maximum predicted time of a resultant
WORTH_A_PLAN = 2000    # least degree for which a plan predicts the time
SHEARS = (0, 1, -1, 2, -3, 7, -19, 53)


class Point(NamedTuple):
    """A point of the plane."""

    x: float
    y: float


def terms_of(f: Any, g: Any = 0, y: Any = None) -> tuple[Terms, Terms]:
    """Returns polynomials of any kind accepted by clmodp.resultant() as terms {(i, j): c} with
    integer coefficients and the same zeros. A polynomial in x alone has no y."""
    kind = _kind_of(f, g, y)
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
        return kind_of((f, g), "y" if y is None else y)
    except InvalidError:  # other names, or none
        return kind_of((f, g), y)


def intersections(f: Any, g: Any, y: Any = None, *,
                  context: Context | None = None) -> list[Point]:
    """The real common points of two curves, by x and then y.

    Their x are roots of the resultant, and the first subresultant gives y. If it vanishes, several
    points have the same x, and both curves are sheared (x replaced by x + t y) until no two points
    have. If both curves are singular at a point, no shear helps: then y is tried from the roots of
    the resultant in x, and accepted if the balls of f and g contain 0.

    Raises DomainError if the curves have a component in common.

    >>> [(round(p.x, 6), round(p.y, 6)) for p in intersections("x^2 + y^2 - 2", "x - y")]
    [(-1.0, -1.0), (1.0, 1.0)]
    """
    return _intersections(*terms_of(f, g, y), context)


def critical_points(f: Any, y: Any = None, *, context: Context | None = None) -> list[Point]:
    """The real points of a curve with vanishing derivative in y: points with a vertical tangent
    and singular points. Multiple components count once; vertical lines are left out.

    >>> [(round(p.x, 6), round(p.y, 6)) for p in critical_points("y^2 - x^3 + x")]
    [(-1.0, 0.0), (0.0, 0.0), (1.0, 0.0)]
    """
    terms = _square_free(terms_of(f, 0, y)[0])[0]
    slope = _derivative(terms, 1)
    return _intersections(terms, slope, context) if slope else []


def branches(f: Any, x_range: tuple[float, float], y: Any = None, *, samples: int = 200,
             context: Context | None = None) -> Iterator[list[Point]]:
    """A curve within x_range as polygons, each a branch y(x) between two neighbouring critical x.
    Between them the number of real y and their order do not change. Vertical lines are polygons
    from minus to plus infinity.

    samples: approximate number of x with isolated roots, over the whole range
    """
    terms, lines = _square_free(terms_of(f, 0, y)[0])
    left, right = x_range
    if not left < right or not math.isfinite(right - left):
        raise InvalidError(f"the range of x is empty: {left} to {right}")
    for x in _rounded_roots(lines):
        if left <= x <= right:
            yield [Point(x, -math.inf), Point(x, math.inf)]
    if max((j for _, j in terms), default=0) == 0:
        return
    rows = _rows(terms, 1)
    stops = {x for one in (_critical_values(terms, context), rows[-1])
             for x in _rounded_roots(one)}
    ends = [left, *sorted(x for x in stops if left < x < right), right]
    for begin, end in zip(ends, ends[1:]):
        count = max(8, round(samples * ((end - begin) / (right - left))))
        columns = [_column(rows, x) for x in _nodes(begin, end, count)]
        usual = len(columns[len(columns) // 2][1])
        kept = [column for column in columns if len(column[1]) == usual]
        for k in range(usual):
            yield [Point(x, ys[k]) for x, ys in kept]


def _nodes(begin: float, end: float, count: int) -> Iterator[float]:
    """Yields points of an interval, denser at the ends, where branches turn."""
    for k in range(count + 1):
        share = (1 - math.cos(math.pi * k / count)) / 2
        yield begin + (end - begin) * min(max(share, 1e-9), 1 - 1e-9)


def _column(rows: list[Any], x: float) -> tuple[float, list[float]]:
    """Returns x and the real y above it."""
    exact = Fraction(x)
    values = [row(flint.fmpq(exact.numerator, exact.denominator)) for row in rows]
    scale = math.lcm(*(int(value.q) for value in values))
    p = flint.fmpz_poly([int(value.p) * (scale // int(value.q)) for value in values])
    return x, _rounded_roots(p)


def _rows(terms: Terms, place: int) -> list[Any]:
    """Returns the coefficients of the powers of y (place 1) or x (place 0), as polynomials."""
    dense: list[dict[int, int]] = [{} for _ in range(1 + max(key[place] for key in terms))]
    for key, c in terms.items():
        dense[key[place]][key[1 - place]] = c
    return [_univariate(row) for row in dense]


def _univariate(terms: dict[int, int]) -> Any:
    c = [0] * (1 + max(terms, default=-1))
    for i, one in terms.items():
        c[i] = one
    return flint.fmpz_poly(c)


def _real_roots(p: Any) -> list[Any]:
    """Returns the distinct real roots as balls, in order; none for the polynomial 0."""
    if p.degree() < 1:
        return []
    places = [k for k, c in enumerate(p) if c != 0]
    degree = (places[-1] - places[0]) // max(math.gcd(*(k - places[0] for k in places)), 1)
    if degree > MOST_DEGREE:
        raise LimitError(f"the roots of a polynomial of degree {degree} would have to be "
                         f"isolated; the limit for curves is {MOST_DEGREE}")
    return sorted((root.real for root, _ in p.complex_roots() if root.imag == 0), key=float)


def _rounded_roots(p: Any) -> list[float]:
    with flint.ctx.workprec(BITS):
        return [float(root) for root in _real_roots(p)]


def _rounded(ball: Any, may_be_0: bool) -> float | None:
    """Returns the middle of a ball; None if more bits are needed to round the number."""
    if ball.contains(0):
        return 0.0 if may_be_0 else None
    return float(ball) if ball.rel_accuracy_bits() >= 53 else None


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


def _reduced(terms: Terms) -> Terms:
    """Returns the square-free part. Powers of factors would raise degrees, and let points seem to
    have the same x after every shear."""
    rest, lines = _square_free(terms)
    lines = lines // lines.gcd(lines.derivative())
    made: Terms = {}
    for (i, j), c in rest.items():
        for k, d in enumerate(lines):
            if d != 0:
                made[i + k, j] = made.get((i + k, j), 0) + c * int(d)
    return {key: c for key, c in made.items() if c}


def _critical_values(terms: Terms, context: Context | None) -> Any:
    """Returns the resultant with the derivative in y, as a polynomial in x."""
    return _in_x(resultant(terms, _derivative(terms, 1), context=context))


def _in_x(terms: Terms) -> Any:
    return _univariate({i: c for (i, _), c in terms.items()})


def _transposed(terms: Terms) -> Any:
    return _univariate({j: c for (_, j), c in terms.items()})


def _sheared(terms: Terms, t: int) -> Terms:
    """Returns f(x + t y, y)."""
    if t == 0:
        return terms
    made: Terms = {}
    for (i, j), c in terms.items():
        for k in range(i + 1):
            key = (i - k, j + k)
            made[key] = made.get(key, 0) + c * math.comb(i, k) * t**k
    return {key: c for key, c in made.items() if c}


def _value(terms: Terms, x: Any, y: Any) -> Any:
    """Returns f(x, y) as a ball, by Horner's rule."""
    total = flint.arb(0)
    for row in reversed(_rows(terms, 1)):
        total = total * y + flint.arb_poly(row)(x)
    return total


def _intersections(f: Terms, g: Terms, context: Context | None) -> list[Point]:
    """Returns the intersections of curves given by terms."""
    if not f or not g:
        raise DomainError("the polynomial 0 vanishes everywhere and has no curve")
    if (0, 0) in (max(f), max(g)):
        return []  # a constant has no zeros
    f, g = _reduced(f), _reduced(g)
    may_be_0 = [_rows(f, place)[0].gcd(_rows(g, place)[0]).degree() != 0 for place in (0, 1)]
    projection = _projection(f, g, context)
    bits = BITS
    while True:
        with flint.ctx.workprec(bits):
            balls = list(_balls(f, g, projection, context))
            found = [[_rounded(number, at_0) for number, at_0 in zip(ball, may_be_0)]
                     for ball in balls]
        if bits >= MOST_BITS:
            found = [[float(number) for number in ball] for ball in balls]
        points = [Point(x, y) for x, y in found if x is not None and y is not None]
        if len(points) == len(found):
            return sorted(points)
        bits *= 2


def _check_time(f: Terms, g: Terms, context: Context | None) -> None:
    """Raises LimitError if a resultant is predicted to take too long."""
    (a, b), (c, d) = ([max(key[place] for key in terms) for place in (0, 1)] for terms in (f, g))
    if a * d + b * c < WORTH_A_PLAN:
        return
    seconds = Plan(f, g, context=context).info.seconds
    if seconds > MOST_SECONDS:
        raise LimitError(f"a resultant of degrees {b} and {d} is predicted to take {seconds:.0f} "
                         f"seconds; the limit for curves is {MOST_SECONDS}")


def _balls(f: Terms, g: Terms, projection: Projection,
           context: Context | None) -> Iterator[tuple[Any, Any]]:
    """Yields the real common points, as balls of x and y."""
    t, r, linear, vague = projection
    f, g = _sheared(f, t), _sheared(g, t)
    for x in _real_roots(r):
        if vague.degree() < 1 or not flint.arb_poly(vague)(x).contains(0):
            y = -flint.arb_poly(linear[0])(x) / flint.arb_poly(linear[1])(x)
            yield x + t * y, y
            continue
        for y in _real_roots(_transposed(resultant(f, g, 0, context=context))):
            if _value(f, x, y).contains(0) and _value(g, x, y).contains(0):
                yield x + t * y, y


def _projection(f: Terms, g: Terms, context: Context | None) -> Projection:
    """Returns a shear t, the resultant r of the sheared curves, [s_10, s_11] of their first
    subresultant s_11 y + s_10, and the gcd of r and s_11: other roots of r have a unique y."""
    best: Projection | None = None
    for t in SHEARS:
        sheared = _sheared(f, t), _sheared(g, t)
        degrees = [max(j for _, j in terms) for terms in sheared]  # in y
        if min(degrees) == 0:
            continue  # all components are vertical lines
        _check_time(*sheared, context)
        r = _in_x(resultant(*sheared, context=context))
        if r.degree() < 0:
            raise DomainError("the curves have a component in common")
        line = sheared[0] if max(degrees) == 1 else subresultant(*sheared, context=context)
        linear = (_rows(line, 1) if line else []) + 2 * [flint.fmpz_poly([])]
        best = t, r, linear[:2], r.gcd(linear[1])
        if best[3].degree() < 1:
            break
    assert best is not None  # a curve consists of vertical lines for one t at most
    return best

"""Real roots of square-free polynomials with integer coefficients, isolated in exact arithmetic by
Descartes' rule of signs, as by Collins and Akritas, and refined by Abbott's quadratic interval
refinement. Polynomials and rationals are of python-flint.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any, Callable

import flint

Tick = Callable[..., Any]  # called often during long work, which an exception raised by it stops

SHIFT = flint.fmpz_poly([1, 1])


def exact(number: float | Fraction) -> Any:
    """Returns a number as a rational."""
    value = Fraction(number)
    return flint.fmpq(value.numerator, value.denominator)


def power(exponent: int) -> Any:
    """Returns 2^exponent."""
    return flint.fmpq(1 << max(exponent, 0), 1 << max(-exponent, 0))


def rounded(number: Any) -> float:
    """Returns the float nearest to a rational; infinity beyond all floats."""
    try:
        return int(number.p) / int(number.q)
    except OverflowError:
        return math.copysign(math.inf, int(number.p))


class Root:
    """A root of p, the only one in the open interval from low to high; or equal to both."""

    def __init__(self, p: Any, low: Any, high: Any) -> None:
        if p[0] == 0 and low < 0 < high:  # no ball around 0 has accurate bits
            low = high = flint.fmpq(0)
        self.p, self.low, self.high = p, low, high
        self.at_low, self.at_high = p(low), p(high)
        self.bits = 1  # the next step looks for the root in one of 2^bits parts

    def middle(self) -> Any:
        """Returns the middle of the interval."""
        return (self.low + self.high) / 2

    def refine(self, width: Any) -> Root:
        """Makes the interval as narrow as this or narrower."""
        while self.high - self.low > width:
            parts = (self.high - self.low) / width
            count = 1 << min(self.bits, int(parts.p).bit_length() - int(parts.q).bit_length() + 1)
            part = (self.high - self.low) / count
            share = (self.at_low / (self.at_low - self.at_high) * count).floor()
            begin = self.low + min(share, count - 1) * part
            self._cut(begin)
            self._cut(begin + part)
            narrow = self.high - self.low <= part
            self.bits = 2 * self.bits if narrow else max(1, self.bits // 2)
        return self

    def ball(self, bits: int) -> Any:
        """Returns a ball that contains the root, with about this number of accurate bits."""
        while self.high - self.low > (size := max(abs(self.low), abs(self.high))) / (1 << bits):
            self.refine(min(self.high - self.low, size / (1 << bits)) / 2)
        return flint.arb(self.low).union(flint.arb(self.high))

    def __float__(self) -> float:
        self.ball(60)
        return rounded(self.middle())

    def _cut(self, x: Any) -> None:
        """Replaces an end of the interval by x if x is between them."""
        if not self.low < x < self.high:
            return
        value = self.p(x)
        if value == 0:
            self.low = self.high = x
        elif (value > 0) == (self.at_low > 0):
            self.low, self.at_low = x, value
        else:
            self.high, self.at_high = x, value


def bound(p: Any) -> int:
    """Returns k such that all roots of p are less than 2^k in absolute value, by Fujiwara's
    bound."""
    *rest, lead = (int(c).bit_length() for c in p.coeffs())
    return 1 - min(((lead - 1 - bits) // (len(rest) - i) for i, bits in enumerate(rest) if bits),
                   default=0)


def isolate(p: Any, low: Any, high: Any, tick: Tick) -> list[Root]:
    """Returns the roots of a square-free polynomial from low, inclusive, to high, exclusive."""
    if p.degree() < 1 or not low < high:
        return []
    if p(low) == 0:
        return [Root(p, low, low), *isolate(_without(p, low), low, high, tick)]
    found: list[Root] = []
    parts = [(_mapped(p, low, high - low), low, high)]
    while parts:
        tick()
        q, begin, end = parts.pop()
        changes = _sign_changes(flint.fmpz_poly(q.coeffs()[::-1])(SHIFT))
        if changes == 1:
            found.append(Root(p, begin, end))
        if changes < 2:
            continue
        middle, n = (begin + end) / 2, q.degree()
        left = flint.fmpz_poly([c << (n - i) for i, c in enumerate(q.coeffs())])
        right = left(SHIFT)
        if right[0] == 0:
            return _with(isolate(_without(p, middle), low, high, tick), Root(p, middle, middle))
        parts += [(right, middle, end), (left, begin, middle)]
    return found


def isolate_all(p: Any, tick: Tick) -> list[Root]:
    """Returns all real roots of a square-free polynomial, in order."""
    if p.degree() < 1:
        return []
    if p[0] == 0:
        zero = flint.fmpq(0)
        return _with(isolate_all(p.right_shift(1), tick), Root(p, zero, zero))
    width = power(bound(p) + 2)  # bisections of this interval meet no decimal or binary number
    return isolate(p, -width / 3, width * 2 / 3, tick)


def apart(polynomials: list[Any], tick: Tick, low: Any = None, high: Any = None) -> list[Root]:
    """Returns the distinct real roots of these polynomials, in order and in disjoint intervals;
    with ends, the roots between them."""
    factors: list[Any] = []
    roots: list[Root] = []
    for p in polynomials:
        for factor, _ in p.factor_squarefree()[1] if p.degree() > 0 else ():
            for other in factors:
                factor //= factor.gcd(other)
            factors.append(factor)
            roots += (isolate_all(factor, tick) if low is None else
                      isolate(factor, low, high, tick))
    while True:
        roots.sort(key=Root.middle)
        close = [pair for pair in zip(roots, roots[1:]) if not pair[0].high < pair[1].low]
        if not close:
            return roots
        for root in {id(root): root for pair in close for root in pair}.values():
            tick()
            root.refine((root.high - root.low) / 4)


def _with(roots: list[Root], rational: Root) -> list[Root]:
    """Adds a rational root, and shortens intervals that contain it."""
    for root in roots:
        while root.low < rational.low < root.high:
            root.refine((root.high - root.low) / 2)
    return sorted([*roots, rational], key=Root.middle)


def _without(p: Any, root: Any) -> Any:
    """Returns p divided by the linear factor of a rational root."""
    return p // flint.fmpz_poly([-root.p, root.q])


def _mapped(p: Any, low: Any, width: Any) -> Any:
    """Returns a positive multiple of p(low + width t), a polynomial in t."""
    q = flint.fmpq_poly(p)(flint.fmpq_poly([low, width]))
    return q.numer()


def _sign_changes(p: Any) -> int:
    """Returns the number of sign changes in the sequence of coefficients."""
    signs = [c > 0 for c in p.coeffs() if c != 0]
    return sum(a != b for a, b in zip(signs, signs[1:]))

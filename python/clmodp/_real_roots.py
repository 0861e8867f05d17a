"""Real roots of polynomials in one variable."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from clmodp import _integers
from clmodp._context import Context, context_of
from clmodp._errors import InvalidError, check, text
from clmodp._integers import Number
from clmodp._kinds import kind_of
from clmodp._native import ffi, lib
from clmodp._problem import Operand, new, new_integer
from clmodp._watch import Progress


def _polynomial(f: Any) -> Any:
    """Returns a multiple of a polynomial of any kind as a C polynomial in one variable."""
    kind, operand, found = kind_of((f,), None), Operand(), new("zx")
    if kind.common_modulus(0):
        raise InvalidError("real roots need a polynomial over the integers or rationals")
    if not kind.count:
        kind.load(operand, f)
    if kind.count or lib.clm_python_zx_from_zxy(found, operand.poly) == lib.CLMODP_INVALID:
        raise InvalidError("expected a polynomial in one variable")
    return found


def _fraction(number: Any) -> tuple[Any, Any]:
    """Returns numerator and denominator of a number as GMP integers."""
    value, parts = _integers.exact(number), (new_integer(), new_integer())
    _integers.set_integer(parts[0], value.numerator)
    _integers.set_integer(parts[1], value.denominator)
    return parts


class RealRoot:
    """A real root: the only root of its polynomial between `low` and `high`, or equal to both."""

    def __init__(self, roots: Any, k: int, context: Context) -> None:
        self._roots, self._k, self._context = roots, k, context

    @property
    def multiplicity(self) -> int:
        """The multiplicity."""
        return int(lib.clmodp_roots_multiplicity(self._roots, self._k))

    @property
    def interval(self) -> tuple[Fraction, Fraction]:
        """The ends of the interval, which refine() makes narrower."""
        numbers, poly = [new_integer() for _ in range(3)], new("zx")
        lib.clmodp_roots_interval(*numbers, self._roots, self._k)
        for k, number in enumerate(numbers):
            check(lib.clmodp_zx_set_coeff(poly, number, k))
        low, high, d = _integers.coefficients(poly)
        return Fraction(low, d), Fraction(high, d)

    @property
    def low(self) -> Fraction:
        """The lower end of the interval."""
        return self.interval[0]

    @property
    def high(self) -> Fraction:
        """The upper end of the interval."""
        return self.interval[1]

    def refine(self, bits: int) -> RealRoot:
        """Refines the interval until its width is at most 2^-bits times the absolute value."""
        if bits < 0:
            raise InvalidError(f"{bits} bits: expected a number of at least 0")
        with self._context._computing():
            self._context._check(lib.clmodp_roots_refine(self._context._c, self._roots, self._k,
                                                         bits))
        return self

    def compare(self, number: Number) -> int:
        """Returns -1, 0 or 1: the root is less than this rational number, equal, or greater."""
        numerator, denominator = _fraction(number)
        below, is_root = ffi.new("size_t *"), ffi.new("int *")
        with self._context._computing():
            self._context._check(lib.clmodp_roots_below(self._context._c, below, is_root,
                                                        self._roots, numerator, denominator))
        if is_root[0] and below[0] == self._k:
            return 0
        return -1 if self._k < below[0] else 1

    def sign(self, g: Any) -> int:
        """Returns -1, 0 or 1: the sign of a polynomial in one variable at the root, exactly."""
        poly, found = _polynomial(g), ffi.new("int *")
        with self._context._computing():
            self._context._check(lib.clmodp_roots_sign(self._context._c, found, self._roots,
                                                       self._k, poly))
        return int(found[0])

    def decimal(self, digits: int = 15) -> str:
        """Returns the root in decimal notation, rounded to so many digits; exact roots may have
        fewer."""
        if digits < 1:
            raise InvalidError(f"{digits} digits: expected at least 1")
        self.refine(digits * 10 // 3 + 12)
        found = ffi.new("char **")
        check(lib.clmodp_roots_to_text(found, self._roots, self._k, digits))
        try:
            return text(found[0])
        finally:
            lib.free(found[0])

    def __float__(self) -> float:
        bits = 60
        while True:
            low, high = self.refine(bits).interval
            if float(low) == float(high):
                return float(low)
            bits *= 2

    def __str__(self) -> str:
        return self.decimal()

    def __repr__(self) -> str:
        more = f", multiplicity {self.multiplicity}" if self.multiplicity > 1 else ""
        return f"<real root {self}{more}>"


def roots(f: Any, low: Number | None = None, high: Number | None = None, *,
          context: Context | None = None, progress: Progress | None = None) -> list[RealRoot]:
    """Returns the distinct real roots of a polynomial in one variable, in increasing order; only
    those from low to high, both included, where given. All roots are proved.

    f: as for resultant(), with one variable
    context, progress: as for resultant()

    >>> roots("(x^2 - 2)*(x - 3)^2")
    [<real root -1.41421356237310>, <real root 1.41421356237310>, <real root 3, multiplicity 2>]
    """
    context, poly, found = context_of(context), _polynomial(f), ffi.new("clmodp_roots **")
    first, end, is_root = ffi.new("size_t *"), ffi.new("size_t *"), ffi.new("int *")
    with context._computing(progress):
        context._check(lib.clmodp_roots_find(context._c, found, poly, ffi.NULL))
        owned = ffi.gc(found[0], lib.clmodp_roots_destroy)
        end[0] = lib.clmodp_roots_count(owned)
        if low is not None:
            context._check(lib.clmodp_roots_below(context._c, first, ffi.NULL, owned,
                                                  *_fraction(low)))
        if high is not None:
            context._check(lib.clmodp_roots_below(context._c, end, is_root, owned,
                                                  *_fraction(high)))
    return [RealRoot(owned, k, context) for k in range(first[0], end[0] + is_root[0])]

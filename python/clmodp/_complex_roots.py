"""Complex roots of polynomials in one variable."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from clmodp import _integers
from clmodp._context import Context
from clmodp._errors import InvalidError, check, text
from clmodp._native import ffi, lib
from clmodp._problem import new, new_integer
from clmodp._real import rounded


class ComplexRoot:
    """A complex root: the only root of its polynomial in a box, as wide as roots() was asked."""

    def __init__(self, owned: Any, k: int) -> None:
        self._roots, self._k = owned, k

    def _box(self) -> list[Fraction]:
        numbers, poly = [new_integer() for _ in range(5)], new("zx")
        lib.clmodp_complex_roots_box(*numbers, self._roots, self._k)
        for k, number in enumerate(numbers):
            check(lib.clmodp_zx_set_coeff(poly, number, k))
        *ends, denominator = _integers.coefficients(poly)
        return [Fraction(end, denominator) for end in ends]

    @property
    def real(self) -> tuple[Fraction, Fraction]:
        """The ends of the interval of the real part; equal if it is exact, as 0 always is."""
        low, high, _, _ = self._box()
        return low, high

    @property
    def imag(self) -> tuple[Fraction, Fraction]:
        """The ends of the interval of the imaginary part; both are 0 for real roots only."""
        _, _, low, high = self._box()
        return low, high

    @property
    def multiplicity(self) -> int:
        """The multiplicity."""
        return int(lib.clmodp_complex_roots_multiplicity(self._roots, self._k))

    def decimal(self, digits: int = 15) -> str:
        """Returns the number in decimal notation, with at most so many digits of each part, and
        not more than are certain."""
        if digits < 1:
            raise InvalidError(f"{digits} digits: expected at least 1")
        found = ffi.new("char **")
        check(lib.clmodp_complex_roots_to_text(found, self._roots, self._k, digits))
        try:
            return text(found[0])
        finally:
            lib.free(found[0])

    def __complex__(self) -> complex:
        (a, b), (c, d) = self.real, self.imag
        return complex(rounded((a + b) / 2), rounded((c + d) / 2))

    def __str__(self) -> str:
        return self.decimal()

    def __repr__(self) -> str:
        more = f", multiplicity {self.multiplicity}" if self.multiplicity > 1 else ""
        return f"<complex root {self}{more}>"


def find(context: Context, poly: Any, options: Any) -> list[ComplexRoot]:
    """Returns the complex roots of a C polynomial."""
    found = ffi.new("clmodp_complex_roots **")
    context._check(lib.clmodp_complex_roots_find(context._c, found, poly, options))
    owned = ffi.gc(found[0], lib.clmodp_complex_roots_destroy)
    return [ComplexRoot(owned, k) for k in range(lib.clmodp_complex_roots_count(owned))]

"""Polynomials as dictionaries: {(i, j): c} is the sum of all c x^i y^j."""

from __future__ import annotations

from typing import Any, Mapping, Sequence

from clmodp import _integers
from clmodp._errors import InvalidError
from clmodp._integers import exact, exponent
from clmodp._kinds import Terms, TermsKind, register
from clmodp._problem import Operand


def checked(f: Mapping[Any, Any]) -> Terms:
    """Returns a dictionary with pairs of int as keys and exact numbers as values."""
    for key in f:
        if not isinstance(key, tuple) or len(key) != 2:  # sets and bytes have parts, too
            raise InvalidError(f"keys of a dictionary must be pairs of exponents, not {key!r}")
    return {(exponent(i), exponent(j)): exact(c) for (i, j), c in f.items()}


class Dictionaries(TermsKind):
    """Dictionaries; y is the index of its exponent in the keys: 1 (default) or 0."""

    def __init__(self, _polynomials: Sequence[Any], y: Any) -> None:
        if y is not None and (isinstance(y, bool) or y not in (0, 1)):
            raise InvalidError(f"for a dictionary the variable must be 0 or 1, not {y!r}")
        self.swapped = y == 0

    def names(self) -> tuple[str, str]:
        return ("y", "x") if self.swapped else ("x", "y")

    def load(self, operand: Operand, f: Any) -> None:
        if _integers.quickly_set(operand.poly, f, self.swapped):
            operand.whole = True
        else:
            super().load(operand, f)

    def terms(self, f: Any) -> Terms:
        return checked(f)

    def build(self, terms: Terms) -> Any:
        return terms


register(dict, Dictionaries)

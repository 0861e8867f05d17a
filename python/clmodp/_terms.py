"""Polynomials as dictionaries: {(i, j): c} is the sum of all c x^i y^j."""

from __future__ import annotations

from typing import Any, Mapping, Sequence

from clmodp._errors import InvalidError
from clmodp._integers import Number
from clmodp._kinds import TermsKind, register


class Terms(TermsKind):
    """Dictionaries; y is the number of the exponent: 1, or 0 for the other."""

    def __init__(self, _polynomials: Sequence[Any], y: Any) -> None:
        if y is not None and (isinstance(y, bool) or y not in (0, 1)):
            raise InvalidError(f"of a dictionary the variable is 0 or 1, not {y!r}")
        self.swapped = y == 0

    def terms(self, f: Mapping[Any, Any]) -> tuple[Sequence[Any], Sequence[Any], Sequence[Any]]:
        if not f:
            return (), (), ()
        try:
            i, j = zip(*f)
        except (TypeError, ValueError):
            raise InvalidError("keys of a dictionary are pairs of exponents") from None
        return (j, i, list(f.values())) if self.swapped else (i, j, list(f.values()))

    def build(self, i: Sequence[int], j: Sequence[int], c: Sequence[Number]) -> Any:
        return dict(zip(zip(j, i) if self.swapped else zip(i, j), c))


register(dict, Terms)

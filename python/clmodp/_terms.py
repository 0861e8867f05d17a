"""Polynomials as dictionaries: {(i, j): c} is the sum of all c x^i y^j; longer keys have the
exponents of more variables."""

from __future__ import annotations

from typing import Any, Mapping, Sequence

from clmodp import _integers
from clmodp._errors import InvalidError
from clmodp._integers import exact, exponent
from clmodp._kinds import Terms, TermsKind, register
from clmodp._problem import Operand
from clmodp._variables import ANY, MOST, choose_over_field


def checked(f: Mapping[Any, Any], count: int = 2) -> Terms:
    """Returns a dictionary with `count` int in each key and exact numbers as values."""
    for key in f:
        if not isinstance(key, tuple) or len(key) != count:  # sets and bytes have parts, too
            kind = {2: "pairs", 3: "triples"}.get(count, f"tuples of {count}")
            raise InvalidError(f"keys of a dictionary must be {kind} of exponents, not {key!r}")
    return {tuple(map(exponent, key)): exact(c) for key, c in f.items()}


def _key_length(polynomials: Sequence[Any], y: Any) -> int:
    """Returns the length of the first key that is found. Polynomials 0 have no keys, but an index
    y that needs longer keys than pairs."""
    for f in polynomials:
        for key in f if isinstance(f, dict) else ():
            return len(key) if isinstance(key, tuple) else 2
    return y + 1 if isinstance(y, int) and 2 <= y < MOST else 2


class Dictionaries(TermsKind):
    """Dictionaries; y is the index of its exponent in the keys, for pairs by default 1."""

    def __init__(self, polynomials: Sequence[Any], y: Any, minimal: Any = None) -> None:
        length = _key_length([*polynomials, minimal], y)
        if y is ANY:
            y = 0 if length > 2 else None
        if minimal is not None:
            own = [k for k in range(length) if any(key[k] for key in checked(minimal, length))]
            if y is None and length == 2 and len(own) == 1:
                y = 1 - own[0]
            self.generator, _ = choose_over_field(range(length), own, y, range(length))
        if length > 2 or minimal is not None:
            if isinstance(y, bool) or not isinstance(y, int) or not 0 <= y < length:
                raise InvalidError(f"keys have {length} exponents: the variable must be an index "
                                   f"from 0 to {length - 1}, not {y!r}")
            self.count, self.place = length, y
            return
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
        return checked(f, self.count or 2)

    def build(self, terms: Terms) -> Any:
        return terms


register(dict, Dictionaries)

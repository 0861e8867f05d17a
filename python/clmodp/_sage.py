"""Polynomials of Sage's, by what they can do: nothing of Sage is imported."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Sequence

from clmodp._errors import InvalidError
from clmodp._integers import Number, is_number
from clmodp._kinds import Maker, TermsKind
from clmodp._variables import choose


class Sage(TermsKind):
    """Polynomials of one ring over ZZ or QQ, of any number of generators, of which two occur."""

    def __init__(self, polynomials: Sequence[Any], y: Any) -> None:
        known = [f for f in polynomials if not is_number(f)]
        self.ring = known[0].parent()
        if any(f.parent() != self.ring for f in known):
            raise InvalidError("polynomials of two rings")
        if str(self.ring.base_ring()) not in ("Integer Ring", "Rational Field"):
            raise TypeError(f"coefficients are in {self.ring.base_ring()}, not in ZZ or QQ")
        generators = list(self.ring.gens())
        self.count = len(generators)
        used = [g for k, g in enumerate(generators)
                if any(self._key(key)[k] > 0 for f in known for key in f.dict())]
        x, found = choose(used, y)
        self.y = None if found is None else generators.index(found)
        spare = [k for k in range(self.count) if k != self.y]
        self.x = generators.index(x) if x is not None else spare[0] if spare else None

    def _key(self, key: Any) -> tuple[int, ...]:
        return (int(key),) if self.count == 1 else tuple(int(e) for e in key)

    @classmethod
    def maker(cls, f: Any) -> Maker | None:
        """This kind, if f is of it."""
        return cls if hasattr(f, "dict") and hasattr(f.parent(), "gens") else None

    def terms(self, f: Any) -> tuple[Sequence[Any], Sequence[Any], Sequence[Any]]:
        items = f.dict()
        keys = [self._key(key) for key in items]
        c = [Fraction(int(one.numerator()), int(one.denominator())) for one in items.values()]
        return ([0 if self.x is None else key[self.x] for key in keys],
                [0 if self.y is None else key[self.y] for key in keys], c)

    def build(self, i: Sequence[int], j: Sequence[int], c: Sequence[Number]) -> Any:
        base, made = self.ring.base_ring(), {}
        for a, b, one in zip(i, j, c):
            key = [0] * self.count
            for place, e in ((self.x, a), (self.y, b)):
                if place is not None:
                    key[place] = e
            made[key[0] if self.count == 1 else tuple(key)] = (
                base(one.numerator) / base(one.denominator))
        return self.ring(made)

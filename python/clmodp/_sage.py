"""Polynomials of Sage, accessed through their methods, without an import of Sage."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Sequence

from clmodp._errors import InvalidError
from clmodp._integers import is_number
from clmodp._kinds import Maker, Terms, TermsKind
from clmodp._variables import ANY, Places, choose, choose_over_field, several


class Sage(TermsKind):
    """Polynomials of one ring over ZZ or QQ with any number of generators."""

    def __init__(self, polynomials: Sequence[Any], y: Any, minimal: Any = None) -> None:
        known = [f for f in (*polynomials, minimal) if f is not None and not is_number(f)]
        self.ring = known[0].parent()
        if any(f.parent() != self.ring for f in known):
            raise InvalidError("the polynomials belong to different rings")
        if str(self.ring.base_ring()) not in ("Integer Ring", "Rational Field"):
            raise TypeError(f"coefficients are in {self.ring.base_ring()}, not in ZZ or QQ: "
                            "use change_ring(QQ)")
        generators = list(self.ring.gens())
        self.generators = len(generators)
        if (y is not None and y is not ANY and self.generators > 1
                and str(y) not in map(str, generators)):
            raise InvalidError(f"{y!r} is not a generator of the polynomials")
        used = self._used(generators, known)
        if minimal is not None:
            a, found = choose_over_field(used, self._used(generators, [minimal]), y, generators)
            if found is None:
                raise InvalidError(f"the polynomials have no generator beside {a}")
            self.count, self.generator = self.generators, generators.index(a)
            self.place = generators.index(found)
            self.places = Places(self.generators, self.generator, self.place)
            return
        x, found = choose(used, y, generators)
        if several(used, x, found):
            self.count, self.place = self.generators, generators.index(found)
        self.places = Places(self.generators, *(None if one is None else generators.index(one)
                                                for one in (x, found)))

    def _used(self, generators: Sequence[Any], polynomials: Sequence[Any]) -> list[Any]:
        """Returns the generators that occur in polynomials."""
        return [g for k, g in enumerate(generators)
                if any(self._key(key)[k] > 0 for f in polynomials for key in f.dict())]

    def _key(self, key: Any) -> tuple[int, ...]:
        return (int(key),) if self.generators == 1 else tuple(int(e) for e in key)

    @classmethod
    def maker(cls, f: Any) -> Maker | None:
        """Returns this kind if f is a polynomial of Sage, else None."""
        return cls if hasattr(f, "dict") and hasattr(f.parent(), "gens") else None

    def names(self) -> tuple[str, str]:
        return self.places.names(self.ring.gens())

    def all_names(self) -> list[str]:
        return list(map(str, self.ring.gens()))

    def terms(self, f: Any) -> Terms:
        return {self.places.pair(key): c for key, c in self.keys(f).items()}

    def keys(self, f: Any) -> Terms:
        return {self._key(key): Fraction(int(c.numerator()), int(c.denominator()))
                for key, c in f.dict().items()}

    def build(self, terms: Terms) -> Any:
        return self.build_several({self.places.key(i, j): c for (i, j), c in terms.items()})

    def build_several(self, terms: Terms) -> Any:
        ring, made = self.ring, {}
        base = ring.base_ring()
        if not base.is_field() and any(c.denominator != 1 for c in terms.values()):
            base = base.fraction_field()  # an operand was a fraction
            ring = ring.change_ring(base)
        for key, c in terms.items():
            value = base(c.numerator)  # a quotient of integers of ZZ would be in QQ
            made[key[0] if self.generators == 1 else key] = (
                value if c.denominator == 1 else value / base(c.denominator))
        return ring(made)

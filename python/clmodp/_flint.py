"""Polynomials of python-flint: fmpz_mpoly and fmpq_mpoly."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Sequence

import flint

from clmodp._errors import InvalidError
from clmodp._integers import is_number
from clmodp._kinds import Maker, Terms, TermsKind
from clmodp._variables import Places, choose

CLASSES = ("fmpz_mpoly", "fmpq_mpoly")


class Generator:
    """A generator of a context, distinct from other generators of the same name."""

    def __init__(self, place: int, name: str) -> None:
        self.place, self.name = place, name

    def __str__(self) -> str:
        return self.name


class Flint(TermsKind):
    """Polynomials of one context with any number of generators, of which at most two occur."""

    def __init__(self, polynomials: Sequence[Any], y: Any) -> None:
        known = [f for f in polynomials if not is_number(f)]
        self.context = known[0].context()
        if any(f.context() is not self.context and f.context() != self.context for f in known):
            raise InvalidError("the polynomials belong to different contexts")
        names = [name if isinstance(name, str) else name.decode()
                 for name in self.context.names()]
        generators = [Generator(k, name) for k, name in enumerate(names)]
        used = [g for g in generators if any(f.degrees()[g.place] > 0 for f in known)]
        x, found = choose(used, self._wanted(generators, y), generators)
        self.places = Places(len(names), None if x is None else x.place,
                             None if found is None else found.place)

    def _wanted(self, generators: list[Generator], y: Any) -> Any:
        """Returns the generator given by y: itself, its number, or its name."""
        if y is None or isinstance(y, str):
            return y
        if type(y) is int and 0 <= y < len(generators):
            return generators[y]
        for generator, polynomial in zip(generators, self.context.gens()):
            if type(y) is type(polynomial) and y == polynomial:
                return generator
        raise InvalidError(f"{y!r} is not a generator of the polynomials")

    @classmethod
    def maker(cls, f: Any) -> Maker | None:
        """Returns this kind if f is a polynomial of python-flint, else None."""
        return cls if type(f).__name__ in CLASSES else None

    def names(self) -> tuple[str, str]:
        return self.places.names(self.context.names())

    def terms(self, f: Any) -> Terms:
        items = f.to_dict().items()
        if type(f).__name__ == "fmpz_mpoly":
            return {self.places.pair(key): int(c) for key, c in items}
        return {self.places.pair(key): Fraction(int(c.p), int(c.q)) for key, c in items}

    def build(self, terms: Terms) -> Any:
        context = self.context
        if type(context).__name__ == "fmpz_mpoly_ctx" and any(
                c.denominator != 1 for c in terms.values()):  # an operand was a fraction
            context = flint.fmpq_mpoly_ctx.from_context(context)
        return context.from_dict({
            self.places.key(i, j): c if isinstance(c, int) else flint.fmpq(c.numerator,
                                                                           c.denominator)
            for (i, j), c in terms.items()})

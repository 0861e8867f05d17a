"""Polynomials of python-flint's: fmpz_mpoly and fmpq_mpoly."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Sequence

from clmodp._errors import InvalidError
from clmodp._integers import Number, is_number
from clmodp._kinds import Maker, TermsKind
from clmodp._variables import choose

CLASSES = ("fmpz_mpoly", "fmpq_mpoly")


class Generator:
    """A generator of a context, which tells it from others of its name."""

    def __init__(self, place: int, name: str) -> None:
        self.place, self.name = place, name

    def __str__(self) -> str:
        return self.name


class Flint(TermsKind):
    """Polynomials of one context, of any number of generators, of which two occur."""

    def __init__(self, polynomials: Sequence[Any], y: Any) -> None:
        known = [f for f in polynomials if not is_number(f)]
        self.context = known[0].context()
        if any(f.context() is not self.context and f.context() != self.context for f in known):
            raise InvalidError("polynomials of two contexts")
        names = [name if isinstance(name, str) else name.decode()
                 for name in self.context.names()]
        generators = [Generator(k, name) for k, name in enumerate(names)]
        used = [g for g in generators if any(f.degrees()[g.place] > 0 for f in known)]
        x, found = choose(used, self._wanted(generators, y))
        self.count = len(names)
        self.y = None if found is None else found.place
        spare = [g.place for g in generators if g.place != self.y]
        self.x = x.place if x is not None else spare[0] if spare else None

    def _wanted(self, generators: list[Generator], y: Any) -> Any:
        """The generator that y is, by itself, by its number, or by its name."""
        if y is None or isinstance(y, str):
            return y
        if type(y) is int and 0 <= y < len(generators):
            return generators[y]
        for generator, polynomial in zip(generators, self.context.gens()):
            if type(y) is type(polynomial) and y == polynomial:
                return generator
        raise InvalidError(f"{y!r} is no generator of the polynomials")

    @classmethod
    def maker(cls, f: Any) -> Maker | None:
        """This kind, if f is of it."""
        return cls if type(f).__name__ in CLASSES else None

    def terms(self, f: Any) -> tuple[Sequence[Any], Sequence[Any], Sequence[Any]]:
        items = f.to_dict()
        c = [Fraction(int(one.p), int(one.q)) for one in items.values()] if (
            type(f).__name__ == "fmpq_mpoly") else [int(one) for one in items.values()]
        return self._exponents(items, self.x), self._exponents(items, self.y), c

    def _exponents(self, items: Any, place: int | None) -> list[int]:
        return [0 if place is None else int(key[place]) for key in items]

    def build(self, i: Sequence[int], j: Sequence[int], c: Sequence[Number]) -> Any:
        from flint import fmpq  # it is here: the polynomials are of it

        made = {}
        for a, b, one in zip(i, j, c):
            key = [0] * self.count
            if self.x is not None:
                key[self.x] = a
            if self.y is not None:
                key[self.y] = b
            made[tuple(key)] = one if isinstance(one, int) else fmpq(one.numerator,
                                                                     one.denominator)
        return self.context.from_dict(made)

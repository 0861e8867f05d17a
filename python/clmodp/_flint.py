"""Polynomials of python-flint: in several variables, of a context, and in one variable, over the
integers, the rational numbers, and prime fields."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Sequence

import flint

from clmodp._errors import InvalidError
from clmodp._integers import is_number
from clmodp._kinds import Maker, Terms, TermsKind
from clmodp._variables import ANY, Places, choose, choose_over_field, several

SEVERAL = ("fmpz_mpoly", "fmpq_mpoly", "nmod_mpoly")
ONE = ("fmpz_poly", "fmpq_poly", "nmod_poly")
MODULAR = ("nmod_mpoly", "nmod_poly")


class Ring:
    """The polynomials in one variable, x, of the same class and modulus as f; it has the methods
    of a context that this module calls."""

    def __init__(self, f: Any) -> None:
        self.cls = type(f)
        self.arguments: tuple[int, ...] = (int(f.modulus()),) if hasattr(f, "modulus") else ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ring) and vars(self) == vars(other)

    def modulus(self) -> int:
        return self.arguments[0]

    def names(self) -> tuple[str]:
        return ("x",)

    def gens(self) -> list[Any]:
        return [self.cls([0, 1], *self.arguments)]

    def from_dict(self, terms: dict[tuple[int, ...], Any]) -> Any:
        c: list[Any] = [0] * (1 + max((e for e, in terms), default=-1))
        for (e,), value in terms.items():
            c[e] = value
        return self.cls(c, *self.arguments)


def context_of(f: Any) -> Any:
    """Returns the context of a polynomial."""
    return Ring(f) if type(f).__name__ in ONE else f.context()


def terms_of(f: Any) -> dict[Any, Any]:
    """Returns the terms of a polynomial as {exponents: coefficient}."""
    if type(f).__name__ in ONE:
        return {(e,): c for e, c in enumerate(f.coeffs()) if c}
    return f.to_dict()  # type: ignore[no-any-return]


def degrees_of(f: Any) -> Sequence[int]:
    """Returns the degree of a polynomial in each variable."""
    return (f.degree(),) if type(f).__name__ in ONE else f.degrees()


class Generator:
    """A generator of a context, distinct from other generators of the same name."""

    def __init__(self, place: int, name: str) -> None:
        self.place, self.name = place, name

    def __str__(self) -> str:
        return self.name


class Flint(TermsKind):
    """Polynomials of one context with any number of generators."""

    def __init__(self, polynomials: Sequence[Any], y: Any, minimal: Any = None) -> None:
        known = [f for f in (*polynomials, minimal) if f is not None and not is_number(f)]
        contexts = [context_of(f) for f in known]
        self.context = contexts[0]
        if any(one is not self.context and one != self.context for one in contexts):
            raise InvalidError("the polynomials belong to different contexts: "
                               + " and ".join(map(_told, known)))
        self.modulus = int(self.context.modulus()) if type(known[0]).__name__ in MODULAR else 0
        names = self.all_names()
        generators = [Generator(k, name) for k, name in enumerate(names)]
        self.generators = len(names)
        used = [g for g in generators if any(degrees_of(f)[g.place] > 0 for f in known)]
        if minimal is not None:
            own = [g for g in used if degrees_of(minimal)[g.place] > 0]
            a, found = choose_over_field(used, own, self._wanted(generators, y), generators)
            if found is None:
                raise InvalidError(f"the polynomials have no generator beside {a}")
            self.count, self.place, self.generator = len(names), found.place, a.place
            self.places = Places(len(names), a.place, found.place)
            return
        x, found = choose(used, self._wanted(generators, y), generators)
        if several(used, x, found):
            self.count, self.place = len(names), found.place
        self.places = Places(len(names), None if x is None else x.place,
                             None if found is None else found.place)

    def _wanted(self, generators: list[Generator], y: Any) -> Any:
        """Returns the generator given by y: itself, its number, or its name. Polynomials in one
        variable are free of any other name."""
        if y is None or y is ANY or (isinstance(y, str) and (
                len(generators) == 1 or y in map(str, generators))):
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
        return cls if type(f).__name__ in SEVERAL + ONE else None

    def names(self) -> tuple[str, str]:
        return self.places.names(self.context.names())

    def all_names(self) -> list[str]:
        return [name if isinstance(name, str) else name.decode()
                for name in self.context.names()]

    def terms(self, f: Any) -> Terms:
        return {self.places.pair(key): c for key, c in self.keys(f).items()}

    def keys(self, f: Any) -> Terms:
        items = terms_of(f).items()
        if not type(f).__name__.startswith("fmpq"):
            return {tuple(key): int(c) for key, c in items}
        return {tuple(key): Fraction(int(c.p), int(c.q)) for key, c in items}

    def build(self, terms: Terms) -> Any:
        return self.build_several({self.places.key(i, j): c for (i, j), c in terms.items()})

    def build_several(self, terms: Terms) -> Any:
        context = self.context
        if not self.modulus and any(c.denominator != 1 for c in terms.values()):
            context = _rational(context)  # an operand was a fraction
        return context.from_dict({
            key: c if isinstance(c, int) else flint.fmpq(c.numerator, c.denominator)
            for key, c in terms.items()})


def _rational(context: Any) -> Any:
    """Returns the context with rational coefficients."""
    if isinstance(context, Ring):
        return Ring(flint.fmpq_poly())
    if type(context).__name__ == "fmpz_mpoly_ctx":
        return flint.fmpq_mpoly_ctx.from_context(context)
    return context


def _told(f: Any) -> str:
    """Returns the class of a polynomial, with its modulus or variables."""
    context, name = context_of(f), type(f).__name__
    if name in MODULAR:
        name += f" modulo {context.modulus()}"
    return name if type(f).__name__ in ONE else f"{name} in {', '.join(map(str, context.names()))}"

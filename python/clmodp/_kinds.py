"""Kinds of polynomials: how they go into the library, and results come out.

A kind is a class that is made for the polynomials of one problem and the variable to eliminate,
and knows which variables they have. Libraries that polynomials are from are here already, since
they have made them; no other is imported.
"""

from __future__ import annotations

import importlib
from abc import ABC, abstractmethod
from typing import Any, Callable, Sequence

from clmodp import _integers
from clmodp._native import ffi
from clmodp._problem import Operand


class Kind(ABC):
    """Polynomials of one kind in x and y."""

    @abstractmethod
    def load(self, operand: Operand, f: Any) -> None:
        """Let the operand be f."""

    @abstractmethod
    def univariate(self, r: Any, divisor: Any) -> Any:
        """What r / divisor, in x, is in this kind; a divisor NULL is 1."""

    @abstractmethod
    def bivariate(self, s: Any, divisor: Any) -> Any:
        """The same of s / divisor, in x and y."""


class TermsKind(Kind):
    """A kind whose polynomials are made of terms."""

    rational = False  # whether a coefficient came as a fraction

    @abstractmethod
    def terms(self, f: Any) -> tuple[Sequence[Any], Sequence[Any], Sequence[Any]]:
        """Exponents of x, of y, and coefficients."""

    @abstractmethod
    def build(self, i: Sequence[int], j: Sequence[int], c: Sequence[_integers.Number]) -> Any:
        """The polynomial of these terms, none of which is 0."""

    def load(self, operand: Operand, f: Any) -> None:
        i, j, c = ((0,), (0,), (f,)) if _integers.is_number(f) else self.terms(f)
        whole, d, integral = _integers.cleared(c)
        if not integral:
            self.rational = True
        operand.whole = d == 1
        if d != 1:
            _integers.set_integer(operand.denominator, d)
        _integers.set_terms(operand.poly, _integers.exponents(i), _integers.exponents(j), whole)

    def _quotients(self, c: list[int], divisor: Any) -> Sequence[_integers.Number]:
        if divisor == ffi.NULL:
            return _integers.divided(c, 1) if self.rational else c
        return _integers.divided(c, _integers.integer(divisor))

    def univariate(self, r: Any, divisor: Any) -> Any:
        c = self._quotients(_integers.coefficients(r), divisor)
        i = [k for k, one in enumerate(c) if one]
        return self.build(i, [0] * len(i), [one for one in c if one])

    def bivariate(self, s: Any, divisor: Any) -> Any:
        i, j, c = _integers.terms(s)
        return self.build(i, j, self._quotients(c, divisor))


class Numbers(TermsKind):
    """Numbers alone: constants, and free of y."""

    def __init__(self, _polynomials: Sequence[Any], _y: Any) -> None:
        pass

    def terms(self, f: Any) -> tuple[Sequence[Any], Sequence[Any], Sequence[Any]]:
        raise AssertionError("numbers are taken by load()")

    def build(self, i: Sequence[int], j: Sequence[int], c: Sequence[_integers.Number]) -> Any:
        return c[0] if c else 0


Maker = Callable[[Sequence[Any], Any], Kind]

# Where kinds are defined: by the first name of a type's module, or of one that it rests on.
_ADAPTERS = {"sympy": ("clmodp._sympy", "SymPy"), "flint": ("clmodp._flint", "Flint"),
             "sage": ("clmodp._sage", "Sage")}
_makers: dict[type, Maker] = {}


def register(cls: type, maker: Maker) -> None:
    """Polynomials of a class are of a kind."""
    _makers[cls] = maker


def _maker(f: Any) -> Maker:
    """The kind that one polynomial is of."""
    cls = type(f)
    for base in cls.__mro__:
        if base in _makers:
            return _makers[base]
        module, _, _ = base.__module__.partition(".")
        if module in _ADAPTERS:
            home, name = _ADAPTERS[module]
            maker: Maker | None = getattr(importlib.import_module(home), name).maker(f)
            if maker is not None:
                return maker
    if _integers.is_number(f):
        return Numbers
    raise TypeError(f"clmodp knows no polynomials of type {cls.__module__}.{cls.__qualname__}")


def kind_of(polynomials: Sequence[Any], y: Any) -> Kind:
    """The kind of the polynomials of a problem, which are all of one or numbers."""
    makers = [_makers.get(type(f)) or _maker(f) for f in polynomials]
    maker = makers[0]
    for f, other in zip(polynomials[1:], makers[1:]):
        if other is maker or other is Numbers:
            continue
        if maker is not Numbers:
            raise TypeError("polynomials of two kinds: "
                            f"{type(polynomials[0]).__name__} and {type(f).__name__}")
        maker = other
    return maker(polynomials, y)

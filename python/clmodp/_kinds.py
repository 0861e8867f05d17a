"""Kinds of polynomials: conversions of operands to C, and of results to the operands' type.

A kind is a class whose instances serve one problem: its polynomials with their variables, and the
variable to eliminate. The libraries of the polynomials are loaded already, since they have made
them; no other library is imported.
"""

from __future__ import annotations

import importlib
from abc import ABC, abstractmethod
from typing import Any, Callable, Mapping, Sequence

from clmodp import _integers
from clmodp._errors import InvalidError, check
from clmodp._native import ffi, lib
from clmodp._problem import Operand, new, new_integer


class Kind(ABC):
    """Polynomials of one kind, in x and y or, if `count` is not 0, in several variables."""

    count = 0  # variables if two or more remain after the elimination, else 0
    place = 0  # the index of y among them
    generator = 0  # the index of a number field's generator among them, if `minimal` is not None
    minimal: Any = None  # the minimal polynomial, of the polynomials' kind
    rational = False  # whether an operand had fractions, so that results are fractions too
    generators = 0  # the number of variables of the polynomials' ring; 0: they have no ring
    modulus = 0  # of polynomials over a prime field; 0: of polynomials over ZZ or QQ

    def common_modulus(self, given: int) -> int:
        """Returns the modulus of a problem: the given one, or if that is 0 the polynomials'."""
        if self.modulus and given and self.modulus != given:
            raise InvalidError(f"the polynomials are modulo {self.modulus}, but the modulus is "
                               f"{given}")
        return given or (self.modulus and _integers.checked_modulus(self.modulus))

    def names(self) -> tuple[str, str]:
        """Returns the names of x and y."""
        return "x", "y"

    def all_names(self) -> Sequence[str]:
        """Returns the names of several variables, by which messages tell them."""
        return "xyz" if self.count == 3 else [f"x{k}" for k in range(self.count)]

    @abstractmethod
    def load(self, operand: Operand, f: Any) -> None:
        """Sets the operand to f."""

    @abstractmethod
    def univariate(self, r: Any, divisor: Any) -> Any:
        """Returns r / divisor, in x, as a polynomial of this kind; NULL stands for 1."""

    @abstractmethod
    def bivariate(self, s: Any, divisor: Any) -> Any:
        """Returns s / divisor, in x and y, as a polynomial of this kind; NULL stands for 1."""

    def load_several(self, operand: Operand, f: Any) -> None:
        """Sets the operand to f, in several variables."""
        operand.several = new("mpoly", self.count)

    def multivariate(self, r: Any, divisor: Any) -> Any:
        """Returns r / divisor, in several variables; NULL stands for 1."""
        raise AssertionError("kinds with several variables have this method")

    def load_all(self, f: Any) -> tuple[Any, int]:
        """Returns a polynomial as a C polynomial in all variables, and its denominator. The kind
        was made for ANY variable."""
        operand = Operand()
        if self.count:
            self.load_several(operand, f)
            found = operand.several
        else:
            self.load(operand, f)
            found = new("mpoly", 2)
            check(lib.clmodp_mpoly_set_zxy(found, operand.poly, 0, 1))
        return found, 1 if operand.whole else _integers.integer(operand.denominator)

    def given_all(self, f: Any, denominator: int) -> Any:
        """Returns f / denominator, in all variables, as a polynomial of this kind."""
        divisor = ffi.NULL
        if denominator != 1:
            divisor = new_integer()
            _integers.set_integer(divisor, denominator)
        if self.count:
            return self.multivariate(f, divisor)
        if lib.clmodp_mpoly_total_degree(f) <= 0:
            number = new("zx")
            for z in _integers.several(f)[1]:
                c = new_integer()
                _integers.set_integer(c, z)
                check(lib.clmodp_zx_set_coeff(number, c, 0))
            return self.univariate(number, divisor)
        found = new("zxy")
        check(lib.clmodp_mpoly_get_zxy(found, f, 0, 1))
        return self.bivariate(found, divisor)


Terms = Mapping[Any, _integers.Number]  # {(i, j): c} is the sum of all c x^i y^j


class TermsKind(Kind):
    """Base of kinds that convert polynomials to terms, and terms to polynomials."""

    swapped = False  # whether terms are {(j, i): c}

    @abstractmethod
    def terms(self, f: Any) -> Terms:
        """Returns the terms of a polynomial, with exact coefficients."""

    @abstractmethod
    def build(self, terms: Terms) -> Any:
        """Returns the polynomial with these terms, none of which is 0."""

    def keys(self, f: Any) -> Terms:
        """Returns the terms of a polynomial in several variables."""
        return self.terms(f)

    def build_several(self, terms: Terms) -> Any:
        """Returns the polynomial in several variables with these terms."""
        return self.build(terms)

    def load_several(self, operand: Operand, f: Any) -> None:
        self.store_several(operand, {(0,) * self.count: _integers.exact(f)}
                           if _integers.is_number(f) else self.keys(f))

    def store_several(self, operand: Operand, terms: Terms) -> None:
        """Sets the operand to the polynomial in several variables with these terms."""
        super().load_several(operand, terms)
        _integers.set_several(operand.several, list(terms), self._numerators(operand, terms))

    def _numerators(self, operand: Operand, terms: Terms) -> Sequence[int]:
        """Returns the coefficients times their common denominator, which the operand receives."""
        c, d = _integers.cleared(list(terms.values()))
        operand.whole = d is None or d == 1
        if d is not None:
            self.rational = True
            _integers.set_integer(operand.denominator, d)
        return c

    def multivariate(self, r: Any, divisor: Any) -> Any:
        exponents, c = _integers.several(r)
        return self.build_several(dict(zip(exponents, self._quotients(c, divisor))))

    def load(self, operand: Operand, f: Any) -> None:
        self.store(operand, {(0, 0): _integers.exact(f)} if _integers.is_number(f)
                   else self.terms(f))

    def store(self, operand: Operand, terms: Terms) -> None:
        """Sets the operand to the polynomial with these terms."""
        if _integers.quickly_set(operand.poly, terms, self.swapped):
            operand.whole = True
            return
        i, j = zip(*terms) if terms else ((), ())
        if self.swapped:
            i, j = j, i
        _integers.set_terms(operand.poly, i, j, self._numerators(operand, terms))

    def _quotients(self, c: list[int], divisor: Any) -> Sequence[_integers.Number]:
        if divisor != ffi.NULL:
            return _integers.divided(c, _integers.integer(divisor))
        return _integers.divided(c, 1) if self.rational else c

    def univariate(self, r: Any, divisor: Any) -> Any:
        if divisor == ffi.NULL and not self.rational:
            found = _integers.quickly_read(r, self.swapped)
            if found is not None:
                return self.build(found)
        c = self._quotients(_integers.coefficients(r), divisor)
        return self.build({(0, i) if self.swapped else (i, 0): one
                           for i, one in enumerate(c) if one})

    def bivariate(self, s: Any, divisor: Any) -> Any:
        i, j, c = _integers.terms(s)
        if self.swapped:
            i, j = j, i
        return self.build(dict(zip(zip(i, j), self._quotients(c, divisor))))


class Numbers(TermsKind):
    """Numbers, if all polynomials of a problem are constants."""

    def __init__(self, _polynomials: Sequence[Any], _y: Any, _minimal: Any = None) -> None:
        pass

    def terms(self, f: Any) -> Terms:
        raise AssertionError("numbers are taken by load()")

    def build(self, terms: Terms) -> Any:
        return terms.get((0, 0), 0)


Maker = Callable[[Sequence[Any], Any, Any], Kind]

# Modules and classes of kinds, by the top-level package of a type or of one of its bases.
_ADAPTERS = {"sympy": ("clmodp._sympy", "SymPy"), "flint": ("clmodp._flint", "Flint"),
             "sage": ("clmodp._sage", "Sage")}
_makers: dict[type, Maker] = {}


def register(cls: type, maker: Maker) -> None:
    """Registers the kind of a class of polynomials."""
    _makers[cls] = maker


def _maker(f: Any) -> Maker:
    """Returns the maker of the kind of one polynomial."""
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
    raise TypeError("clmodp does not support polynomials of type "
                    f"{cls.__module__}.{cls.__qualname__}: convert them to a text, a dictionary "
                    "{(i, j): c}, or a polynomial of SymPy, python-flint or Sage")


def kind_of(polynomials: Sequence[Any], y: Any, minimal: Any = None) -> Kind:
    """Returns the kind of a problem's one to three polynomials; a number fits every kind. Over a
    number field, the minimal polynomial is of this kind, too."""
    if isinstance(y, (list, tuple)) or getattr(y, "shape", None):  # a sequence or an array
        raise TypeError(f"y must be one variable, not a {type(y).__name__}")
    cls, last = type(polynomials[0]), type(polynomials[-1])
    if cls is last and cls in _makers and minimal is None and len(polynomials) < 3:
        return _makers[cls](polynomials, y, None)
    maker: Maker = Numbers
    for f in polynomials:
        found = _maker(f)
        if found is not maker and Numbers not in (found, maker):
            raise TypeError(f"polynomials of different types: {cls.__name__} and "
                            f"{type(f).__name__}: convert one to the type of the other")
        if maker is Numbers:
            maker, cls = found, type(f)
    if minimal is None:
        return maker(polynomials, y, None)
    own = _maker(minimal)
    if maker not in (Numbers, own) or own is Numbers:
        raise TypeError("minimal_polynomial must have the type of the polynomials, not "
                        + type(minimal).__name__)
    kind = own(polynomials, y, minimal)
    kind.minimal = minimal
    return kind

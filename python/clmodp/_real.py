"""Algebraic numbers, known by intervals that can be refined."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from fractions import Fraction
from typing import Any, TypeVar

from clmodp import _integers
from clmodp._context import Context
from clmodp._errors import InvalidError, LimitError, check, taken
from clmodp._integers import Number
from clmodp._native import ffi, lib
from clmodp._problem import new, new_integer

Self = TypeVar("Self", bound="Algebraic")


def fraction(number: Any) -> tuple[Any, Any]:
    """Returns numerator and denominator of a number as GMP integers."""
    value, parts = _integers.exact(number), (new_integer(), new_integer())
    _integers.set_integer(parts[0], value.numerator)
    _integers.set_integer(parts[1], value.denominator)
    return parts


def rounded(number: Fraction) -> float:
    """Returns the nearest float; infinity beyond all floats."""
    try:
        return float(number)
    except OverflowError:
        return math.inf if number > 0 else -math.inf


class Algebraic:
    """A number of a C list, known by intervals, which can be refined at any time."""

    _list = ""  # the type of the list, and the prefix of its functions
    _intervals = ""  # the function that tells the intervals
    _what = ""

    def __init__(self, numbers: Any, context: Context, *index: int) -> None:
        """index: of the number in the list or, in a list of solutions, of solution and coordinate
        """
        self._numbers, self._context, self._index = numbers, context, index

    def _function(self, name: str) -> Any:
        """Returns a C function for lists of this type."""
        return getattr(lib, f"{self._list}_{name}")

    def _ends(self, count: int) -> list[Fraction]:
        """Returns the ends of the intervals."""
        numbers, poly = [new_integer() for _ in range(count + 1)], new("zx")
        with self._context._computing():
            self._function(self._intervals)(*numbers, self._numbers, *self._index)
        for k, number in enumerate(numbers):
            check(lib.clmodp_zx_set_coeff(poly, number, k))
        *ends, denominator = _integers.coefficients(poly)
        return [Fraction(end, denominator) for end in ends]

    def refine(self: Self, bits: int) -> Self:
        """Refines each interval until its width is at most 2^-bits times the absolute value of
        the number in it."""
        check_precision(bits)
        with self._context._computing():
            self._context._check(self._function("refine")(
                self._context._c, self._numbers, self._index[0], max(bits, 1)))
        return self

    def decimal(self, digits: int = 15) -> str:
        """Returns the number in decimal notation, rounded to `digits` digits (of each part of a
        complex number); exact ones may have fewer."""
        if digits < 1:
            raise InvalidError(f"{digits} digits: expected at least 1")
        self.refine(digits * 10 // 3 + 12)
        found = ffi.new("char **")
        with self._context._computing():
            check(self._function("to_text")(found, self._numbers, *self._index, digits))
        return taken(found)

    def __str__(self) -> str:
        return self.decimal()

    def __repr__(self) -> str:
        return f"<{self._what} {self}>"


def check_precision(bits: int) -> None:
    """Refuses a number of bits that the library cannot be asked for."""
    if bits < 0:
        raise InvalidError(f"{bits} bits: expected a number of at least 0")
    if bits >= 2**64:
        raise LimitError(f"a precision of {bits} bits is too high")


class Real(Algebraic, ABC):
    """A number between `low` and `high`, or equal to both."""

    _intervals = "interval"

    @abstractmethod
    def _compare(self, sign: Any, numerator: Any, denominator: Any) -> int:
        """Sets sign[0], and returns a status."""

    @property
    def interval(self) -> tuple[Fraction, Fraction]:
        """The ends of the interval, which refine() makes narrower."""
        low, high = self._ends(2)
        return low, high

    @property
    def low(self) -> Fraction:
        """The lower end of the interval."""
        return self.interval[0]

    @property
    def high(self) -> Fraction:
        """The upper end of the interval."""
        return self.interval[1]

    def compare(self, number: Number) -> int:
        """Returns -1, 0 or 1: the number is less than this rational number, equal, or greater."""
        sign, parts = ffi.new("int *"), fraction(number)
        with self._context._computing():
            self._context._check(self._compare(sign, *parts))
        return int(sign[0])

    def __float__(self) -> float:
        bits = 60
        while True:
            low, high = map(rounded, self.refine(bits).interval)
            if low == high:
                return low
            bits *= 2


class Complex(Algebraic):
    """A complex number, known by intervals of its real and imaginary part."""

    _intervals = "box"

    @property
    def real(self) -> tuple[Fraction, Fraction]:
        """The ends of the interval of the real part; equal if it is exact, as 0 always is."""
        low, high, _, _ = self._ends(4)
        return low, high

    @property
    def imag(self) -> tuple[Fraction, Fraction]:
        """The ends of the interval of the imaginary part; both are 0 for real numbers only."""
        _, _, low, high = self._ends(4)
        return low, high

    def __complex__(self) -> complex:
        (a, b), (c, d) = self.refine(60).real, self.imag
        return complex(rounded((a + b) / 2), rounded((c + d) / 2))

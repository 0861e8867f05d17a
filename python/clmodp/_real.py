"""Real algebraic numbers, known by intervals that can be refined."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from fractions import Fraction
from typing import Any, TypeVar

from clmodp import _integers
from clmodp._context import Context
from clmodp._errors import InvalidError, check, text
from clmodp._integers import Number
from clmodp._native import ffi, lib
from clmodp._problem import new, new_integer

Self = TypeVar("Self", bound="Real")


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


class Real(ABC):
    """A number between `low` and `high`, or equal to both."""

    def __init__(self, context: Context) -> None:
        self._context = context

    @abstractmethod
    def _get_interval(self, low: Any, high: Any, denominator: Any) -> None:
        """Sets GMP integers to the interval."""

    @abstractmethod
    def _refine(self, bits: int) -> int:
        """Refines the interval, and returns a status."""

    @abstractmethod
    def _compare(self, sign: Any, numerator: Any, denominator: Any) -> int:
        """Sets sign[0], and returns a status."""

    @abstractmethod
    def _write(self, found: Any, digits: int) -> int:
        """Sets found[0] to a text, and returns a status."""

    @property
    def interval(self) -> tuple[Fraction, Fraction]:
        """The ends of the interval, which refine() makes narrower."""
        numbers, poly = [new_integer() for _ in range(3)], new("zx")
        with self._context._computing():
            self._get_interval(*numbers)
        for k, number in enumerate(numbers):
            check(lib.clmodp_zx_set_coeff(poly, number, k))
        low, high, d = _integers.coefficients(poly)
        return Fraction(low, d), Fraction(high, d)

    @property
    def low(self) -> Fraction:
        """The lower end of the interval."""
        return self.interval[0]

    @property
    def high(self) -> Fraction:
        """The upper end of the interval."""
        return self.interval[1]

    def refine(self: Self, bits: int) -> Self:
        """Refines the interval until its width is at most 2^-bits times the absolute value."""
        if bits < 0:
            raise InvalidError(f"{bits} bits: expected a number of at least 0")
        with self._context._computing():
            self._context._check(self._refine(bits))
        return self

    def compare(self, number: Number) -> int:
        """Returns -1, 0 or 1: the number is less than this rational number, equal, or greater."""
        sign, parts = ffi.new("int *"), fraction(number)
        with self._context._computing():
            self._context._check(self._compare(sign, *parts))
        return int(sign[0])

    def decimal(self, digits: int = 15) -> str:
        """Returns the number in decimal notation, rounded to so many digits; exact ones may have
        fewer."""
        if digits < 1:
            raise InvalidError(f"{digits} digits: expected at least 1")
        self.refine(digits * 10 // 3 + 12)
        found = ffi.new("char **")
        with self._context._computing():
            check(self._write(found, digits))
        try:
            return text(found[0])
        finally:
            lib.free(found[0])

    def __float__(self) -> float:
        bits = 60
        while True:
            low, high = map(rounded, self.refine(bits).interval)
            if low == high:
                return low
            bits *= 2

    def __str__(self) -> str:
        return self.decimal()

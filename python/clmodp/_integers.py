"""Exact numbers of Python's, and how integers cross to C and back."""

from __future__ import annotations

import math
import numbers
import operator
from fractions import Fraction
from itertools import accumulate
from typing import Any, Iterable, Sequence, Union

from clmodp._errors import InvalidError, LimitError, check
from clmodp._native import ffi, lib

Number = Union[int, Fraction]

_INTEGERS = {int}


def is_bool(c: Any) -> bool:
    """Whether it is a bool, Python's or NumPy's, which some versions take for a number."""
    return type(c).__name__ in ("bool", "bool_")


def is_rational(c: Any) -> bool:
    """Whether it has a numerator and a denominator. python-flint's do not say so."""
    return isinstance(c, numbers.Rational) or type(c).__name__ == "fmpq"


def exact(c: Any) -> Number:
    """A number as int or Fraction: also one of NumPy's, gmpy2's, python-flint's or Sage's.

    >>> exact(Fraction(1, 2))
    Fraction(1, 2)
    >>> exact(0.5)
    Traceback (most recent call last):
    TypeError: 0.5 is no exact number: take int or Fraction
    """
    if type(c) is int or type(c) is Fraction:
        return c
    if not is_bool(c):
        if hasattr(c, "__index__"):
            return int(operator.index(c))
        if is_rational(c):
            # Methods of Sage's.
            parts = [part() if callable(part) else part for part in (c.numerator, c.denominator)]
            return Fraction(int(parts[0]), int(parts[1]))
    raise TypeError(f"{c!r} is no exact number: take int or Fraction")


def is_number(c: Any) -> bool:
    """Whether exact(c) takes it, or tells why not: a number, not a polynomial."""
    return hasattr(c, "__index__") or is_rational(c) or isinstance(c, numbers.Number)


def are_integers(c: Iterable[Any]) -> bool:
    """Whether all are int, and no bool."""
    return set(map(type, c)) <= _INTEGERS


def cleared(c: Sequence[Number]) -> tuple[Sequence[int], int | None]:
    """Numerators over one denominator, the least; None where no fraction is among the numbers.

    >>> cleared([Fraction(1, 2), 3, Fraction(-1, 6)])
    ([3, 18, -1], 6)
    """
    if are_integers(c):
        return c, None  # type: ignore[return-value]
    d = math.lcm(*(one.denominator for one in c))
    return [one.numerator * (d // one.denominator) for one in c], d


def prime(p: Any) -> int:
    """A modulus that fits C's word, as int; the library tells whether it is a prime."""
    if is_bool(p) or not hasattr(p, "__index__"):
        raise TypeError(f"{p!r} is no modulus: take int")
    if not 0 < operator.index(p) < 2**31:
        raise InvalidError(f"{p} is no prime below 2^31")
    return operator.index(p)


def exponent(e: Any) -> int:
    """An exponent as int."""
    if is_bool(e) or not hasattr(e, "__index__"):
        raise TypeError(f"{e!r} is no exponent: take int")
    return operator.index(e)


def _complain(given: Sequence[int]) -> None:
    """Raise what is wrong with exponents, if something is."""
    for e in given:
        if e < 0:
            raise InvalidError(f"the exponent {e} is negative")
        if e >= 2**31:
            raise LimitError(f"the exponent {e} is not below 2^31")


def to_bytes(c: int) -> bytes:
    """An integer in two's complement, lowest byte first."""
    return int.to_bytes(c, (int.bit_length(c) + 8) // 8, "little", signed=True)


def _address(dictionary: dict[Any, Any]) -> Any:
    """Where a dictionary is, for C, to be told in the call itself."""
    return ffi.cast("void *", id(dictionary))


def quickly_set(f: Any, terms: Any, swapped: bool) -> bool:
    """f of C's := the terms {(i, j): c}, or {(j, i): c}, if they are a dictionary of machine
    integers; else nothing."""
    return type(terms) is dict and bool(
        lib.clm_python_zxy_from_dictionary(f, _address(terms), swapped))


def set_terms(f: Any, i: Sequence[int], j: Sequence[int], c: Sequence[int]) -> None:
    """f of C's := the sum of all c[k] x^i[k] y^j[k], of any size."""
    _complain(i)
    _complain(j)
    parts = [to_bytes(one) for one in c]
    ends = list(accumulate(map(len, parts)))
    check(lib.clm_python_zxy_set(f, b"".join(parts), ends, i, j, len(c)))


def _unpacked(data: Any, sizes: list[int]) -> list[int]:
    """The integers whose bytes lie behind each other."""
    view, found, begin = memoryview(ffi.buffer(data)), [], 0
    for size in sizes:
        end = begin + abs(size)
        value = int.from_bytes(view[begin:end], "little")
        found.append(-value if size < 0 else value)
        begin = end
    return found


def quickly_read(f: Any, swapped: bool) -> dict[tuple[int, int], int] | None:
    """A polynomial of C's in x as {(i, 0): c}, or {(0, i): c}, if it has machine integers."""
    found: dict[tuple[int, int], int] = {}
    return found if lib.clm_python_zx_to_dictionary(_address(found), f, swapped) else None


def coefficients(f: Any) -> list[int]:
    """Those of a polynomial of C's in x, constant term first."""
    count: int = lib.clmodp_zx_degree(f) + 1
    if count == 0:
        return []
    data = ffi.new("unsigned char[]", lib.clm_python_zx_size(f))
    sizes = ffi.new("ptrdiff_t[]", count)
    lib.clm_python_zx_get(data, sizes, f)
    return _unpacked(data, ffi.unpack(sizes, count))


def terms(f: Any) -> tuple[list[int], list[int], list[int]]:
    """Exponents of x and y, and coefficients of a polynomial of C's in both."""
    count: int = lib.clmodp_zxy_terms(f)
    if count == 0:
        return [], [], []
    data = ffi.new("unsigned char[]", lib.clm_python_zxy_size(f))
    sizes, i, j = ffi.new("ptrdiff_t[]", count), ffi.new("size_t[]", count), ffi.new(
        "size_t[]", count)
    lib.clm_python_zxy_get(data, sizes, i, j, f)
    return (ffi.unpack(i, count), ffi.unpack(j, count),
            _unpacked(data, ffi.unpack(sizes, count)))


def integer(z: Any) -> int:
    """A positive integer of GMP's."""
    data = ffi.new("unsigned char[]", lib.clm_python_integer_size(z))
    lib.clm_python_integer_get(data, z)
    return int.from_bytes(ffi.buffer(data), "little")


def set_integer(z: Any, c: int) -> None:
    """z of GMP's := c."""
    data = to_bytes(c)
    lib.clm_python_integer_set(z, data, len(data))


def divided(c: list[int], d: int) -> list[Number]:
    """All coefficients over d, as Fractions.

    >>> divided([3, 4], 2)
    [Fraction(3, 2), Fraction(2, 1)]
    """
    return [Fraction(one, d) for one in c]

"""Exact numbers of Python's, and how integers cross to C and back."""

from __future__ import annotations

import math
import numbers
import operator
from fractions import Fraction
from typing import Any, Sequence, Union

from clmodp._errors import InvalidError, LimitError, check
from clmodp._native import ffi, lib

Number = Union[int, Fraction]

_INTEGERS = {int}


def exact(c: Any) -> Number:
    """A number as int or Fraction: also one of NumPy's, gmpy2's or python-flint's.

    >>> exact(Fraction(1, 2))
    Fraction(1, 2)
    >>> exact(0.5)
    Traceback (most recent call last):
    TypeError: 0.5 is no exact number: take int or Fraction
    """
    if type(c) is int or type(c) is Fraction:
        return c
    if not isinstance(c, bool):
        if hasattr(c, "__index__"):
            return int(operator.index(c))
        if isinstance(c, numbers.Rational):
            return Fraction(int(c.numerator), int(c.denominator))
    raise TypeError(f"{c!r} is no exact number: take int or Fraction")


def is_number(c: Any) -> bool:
    """Whether exact(c) takes it, or tells why not: a number, not a polynomial."""
    return hasattr(c, "__index__") or isinstance(c, numbers.Number)


def cleared(c: Sequence[Any]) -> tuple[Sequence[int], int, bool]:
    """Numerators over one denominator, the least, and whether all were integers by type.

    >>> cleared([Fraction(1, 2), 3, Fraction(-1, 6)])
    ([3, 18, -1], 6, False)
    """
    if set(map(type, c)) <= _INTEGERS:
        return c, 1, True
    known = [exact(one) for one in c]
    rational = any(type(one) is Fraction for one in known)
    d = math.lcm(*(one.denominator for one in known))
    return [one.numerator * (d // one.denominator) for one in known], d, not rational


def exponents(given: Sequence[Any]) -> Sequence[int]:
    """Exponents as int."""
    if set(map(type, given)) <= _INTEGERS:
        return given
    for e in given:
        if isinstance(e, bool) or not hasattr(e, "__index__"):
            raise TypeError(f"{e!r} is no exponent: take int")
    return [operator.index(e) for e in given]


def _complain(given: Sequence[int]) -> None:
    """Raise what is wrong with exponents, if something is."""
    for e in given:
        if e < 0:
            raise InvalidError(f"the exponent {e} is negative")
        if e >= 2**31:
            raise LimitError(f"the exponent {e} is not below 2^31")


def to_bytes(c: int) -> bytes:
    """An integer in two's complement, lowest byte first."""
    return c.to_bytes((c.bit_length() + 8) // 8, "little", signed=True)


def set_terms(f: Any, i: Sequence[int], j: Sequence[int], c: Sequence[int]) -> None:
    """f of C's := the sum of all c[k] x^i[k] y^j[k]."""
    try:
        status = lib.clmodp_zxy_set_terms_si(f, c, i, j, len(c))
    except OverflowError:  # an exponent, or a coefficient that is no long
        _complain(i)
        _complain(j)
        ends, parts, end = [], [], 0
        for one in c:
            parts.append(to_bytes(one))
            end += len(parts[-1])
            ends.append(end)
        status = lib.clm_python_zxy_set(f, b"".join(parts), ends, i, j, len(c))
    if status == lib.CLMODP_LIMIT:
        _complain(i)
        _complain(j)
    check(status)


def _unpacked(data: Any, sizes: list[int]) -> list[int]:
    """The integers whose bytes lie behind each other."""
    view, found, begin = memoryview(ffi.buffer(data)), [], 0
    for size in sizes:
        end = begin + abs(size)
        value = int.from_bytes(view[begin:end], "little")
        found.append(-value if size < 0 else value)
        begin = end
    return found


def coefficients(f: Any) -> list[int]:
    """Those of a polynomial of C's in x, constant term first."""
    count: int = lib.clmodp_zx_degree(f) + 1
    c = ffi.new("long[]", count)
    if lib.clm_python_zx_get_longs(c, f):
        return list(ffi.unpack(c, count)) if count else []
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

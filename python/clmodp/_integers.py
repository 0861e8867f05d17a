"""Exact numbers of Python, and the exchange of integers with C."""

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

INSTEAD = 'use int, fractions.Fraction, or a text such as "3/2"'

_INTEGERS = {int}


def is_bool(c: Any) -> bool:
    """Tests whether c is a bool of Python or NumPy, which some versions treat as a number."""
    return type(c).__name__ in ("bool", "bool_")


def is_rational(c: Any) -> bool:
    """Tests whether c is rational; python-flint's fmpq is not registered as numbers.Rational."""
    return isinstance(c, numbers.Rational) or type(c).__name__ == "fmpq"


def exact(c: Any) -> Number:
    """Returns a number as int or Fraction; accepts those of NumPy, gmpy2, python-flint and Sage.

    >>> exact(Fraction(1, 2))
    Fraction(1, 2)
    >>> exact(0.5)
    Traceback (most recent call last):
    TypeError: 0.5 is not an exact number: use int, fractions.Fraction, or a text such as "3/2"
    """
    if type(c) is int or type(c) is Fraction:
        return c
    if not is_bool(c):
        if hasattr(c, "__index__"):
            return int(operator.index(c))
        if is_rational(c):
            # Methods in Sage.
            parts = [part() if callable(part) else part for part in (c.numerator, c.denominator)]
            return Fraction(int(parts[0]), int(parts[1]))
    raise TypeError(f"{c!r} is not an exact number: {INSTEAD}")


def is_number(c: Any) -> bool:
    """Tests whether c is a number, exact or not, rather than a polynomial."""
    return (hasattr(c, "__index__") and not getattr(c, "shape", None)  # of an array
            or is_rational(c) or isinstance(c, numbers.Number))


def are_integers(c: Iterable[Any]) -> bool:
    """Tests whether all elements are int, none bool."""
    return set(map(type, c)) <= _INTEGERS


def cleared(c: Sequence[Number]) -> tuple[Sequence[int], int | None]:
    """Returns numerators over the least common denominator; None instead of it if all are int.

    >>> cleared([Fraction(1, 2), 3, Fraction(-1, 6)])
    ([3, 18, -1], 6)
    """
    if are_integers(c):
        return c, None  # type: ignore[return-value]
    d = math.lcm(*(one.denominator for one in c))
    return [one.numerator * (d // one.denominator) for one in c], d


def checked_modulus(n: Any) -> int:
    """Returns a modulus as int."""
    if is_bool(n) or not hasattr(n, "__index__"):
        raise TypeError(f"{n!r} is not a modulus: use int")
    if operator.index(n) < 2:
        raise InvalidError(f"the modulus {n} is not at least 2")
    if operator.index(n) >= 2**64:
        raise InvalidError(f"the modulus {n} is not below 2^64: reduce a result over the integers")
    return operator.index(n)


def modulus_or_none(n: Any) -> int:
    """Returns a modulus as int; 0: none."""
    return 0 if n == 0 and not is_bool(n) else checked_modulus(n)


def prime(p: Any, bits: int = 31) -> int:
    """Returns a modulus as int if it is below 2^bits; the library tests whether it is prime."""
    if checked_modulus(p) >= 2**bits:
        raise InvalidError(f"{p} is not a prime below 2^{bits}")
    return operator.index(p)


def exponent(e: Any) -> int:
    """Returns an exponent as int."""
    if is_bool(e) or not hasattr(e, "__index__"):
        raise TypeError(f"{e!r} is not an exponent: use int")
    return operator.index(e)


def _complain(given: Sequence[int]) -> None:
    """Raises an exception if an exponent is negative or too large."""
    for e in given:
        if e < 0:
            raise InvalidError(f"the exponent {e} is negative")
        if e >= 2**31:
            raise LimitError(f"the exponent {e} is not below 2^31")


def to_bytes(c: int) -> bytes:
    """Returns an integer in two's complement, lowest byte first."""
    return int.to_bytes(c, (int.bit_length(c) + 8) // 8, "little", signed=True)


def _address(dictionary: dict[Any, Any]) -> Any:
    """Returns a dictionary's address for C, valid while the caller keeps the dictionary."""
    return ffi.cast("void *", id(dictionary))


def quickly_set(f: Any, terms: Any, swapped: bool) -> bool:
    """Sets the C polynomial f to the terms {(i, j): c}, or {(j, i): c} if swapped, if they are a
    dictionary of machine integers. Returns whether it did."""
    return type(terms) is dict and bool(
        lib.clm_python_zxy_from_dictionary(f, _address(terms), swapped))


def set_terms(f: Any, i: Sequence[int], j: Sequence[int], c: Sequence[int]) -> None:
    """Sets the C polynomial f to the sum of all c[k] x^i[k] y^j[k], with c[k] of any size."""
    _complain(i)
    _complain(j)
    parts = [to_bytes(one) for one in c]
    ends = list(accumulate(map(len, parts)))
    check(lib.clm_python_zxy_set(f, b"".join(parts), ends, i, j, len(c)))


def _unpacked(data: Any, sizes: list[int]) -> list[int]:
    """Returns integers from their consecutive bytes; a negative size marks a negative integer."""
    view, found, begin = memoryview(ffi.buffer(data)), [], 0
    for size in sizes:
        end = begin + abs(size)
        value = int.from_bytes(view[begin:end], "little")
        found.append(-value if size < 0 else value)
        begin = end
    return found


def quickly_read(f: Any, swapped: bool) -> dict[tuple[int, int], int] | None:
    """Returns a C polynomial in x as {(i, 0): c}, or {(0, i): c}; None if some c is no long."""
    found: dict[tuple[int, int], int] = {}
    return found if lib.clm_python_zx_to_dictionary(_address(found), f, swapped) else None


def coefficients(f: Any) -> list[int]:
    """Returns the coefficients of a C polynomial in x, constant term first."""
    count: int = lib.clmodp_zx_degree(f) + 1
    if count == 0:
        return []
    data = ffi.new("unsigned char[]", lib.clm_python_zx_size(f))
    sizes = ffi.new("ptrdiff_t[]", count)
    lib.clm_python_zx_get(data, sizes, f)
    return _unpacked(data, ffi.unpack(sizes, count))


def terms(f: Any) -> tuple[list[int], list[int], list[int]]:
    """Returns the exponents of x and of y, and the coefficients, of a C polynomial in both."""
    count: int = lib.clmodp_zxy_terms(f)
    if count == 0:
        return [], [], []
    data = ffi.new("unsigned char[]", lib.clm_python_zxy_size(f))
    sizes, i, j = ffi.new("ptrdiff_t[]", count), ffi.new("size_t[]", count), ffi.new(
        "size_t[]", count)
    lib.clm_python_zxy_get(data, sizes, i, j, f)
    return (ffi.unpack(i, count), ffi.unpack(j, count),
            _unpacked(data, ffi.unpack(sizes, count)))


def set_several(f: Any, keys: Sequence[Sequence[int]], c: Sequence[int]) -> None:
    """Sets the C polynomial f in several variables to the terms with these exponents."""
    flat = [e for key in keys for e in key]
    _complain(flat)
    parts = [to_bytes(one) for one in c]
    ends = list(accumulate(map(len, parts)))
    check(lib.clm_python_mpoly_set(f, b"".join(parts), ends, flat, len(c)))


def several(f: Any) -> tuple[list[tuple[int, ...]], list[int]]:
    """Returns the exponents and the coefficients of a C polynomial in several variables."""
    count: int = lib.clmodp_mpoly_terms(f)
    n: int = lib.clmodp_mpoly_variables(f)
    if count == 0:
        return [], []
    data = ffi.new("unsigned char[]", lib.clm_python_mpoly_size(f))
    sizes, e = ffi.new("ptrdiff_t[]", count), ffi.new("size_t[]", count * n)
    lib.clm_python_mpoly_get(data, sizes, e, f)
    flat = ffi.unpack(e, count * n)
    return ([tuple(flat[k:k + n]) for k in range(0, count * n, n)],
            _unpacked(data, ffi.unpack(sizes, count)))


def integer(z: Any) -> int:
    """Returns a positive GMP integer as int."""
    data = ffi.new("unsigned char[]", lib.clm_python_integer_size(z))
    lib.clm_python_integer_get(data, z)
    return int.from_bytes(ffi.buffer(data), "little")


def set_integer(z: Any, c: int) -> None:
    """Sets the GMP integer z to c."""
    data = to_bytes(c)
    lib.clm_python_integer_set(z, data, len(data))


def divided(c: list[int], d: int) -> list[Number]:
    """Returns all coefficients divided by d, as Fractions.

    >>> divided([3, 4], 2)
    [Fraction(3, 2), Fraction(2, 1)]
    """
    return [Fraction(one, d) for one in c]

"""Batches of short pairs of polynomials over prime fields."""

from __future__ import annotations

from array import array
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Iterator, Sequence, Union

from clmodp._buffers import (are_words, copied, copied_words, empty, index, layout, length,
                             shared)
from clmodp._context import Context, context_of
from clmodp._errors import InvalidError, LimitError
from clmodp._fpx import Fpx, options_of
from clmodp._integers import prime
from clmodp._native import ffi, lib
from clmodp._watch import Progress

if TYPE_CHECKING:
    from clmodp._buffers import Words

Primes = Union[int, Sequence[int], "Words"]


C_TYPES = {4: "uint32_t[]", 8: "size_t[]"}


def _offsets(begin: Any) -> Any:
    """Returns a read-only copy of offsets."""
    own = empty(length(begin), "uint64")
    own[:] = memoryview(begin)
    own.flags.writeable = False
    return own


def _check_offsets(begin: Any, count: int) -> None:
    """Raises InvalidError unless offsets ascend from 0 to the number of coefficients."""
    if len(begin) == 0 or begin[0] != 0 or begin[-1] != count or (begin[1:] < begin[:-1]).any():
        raise InvalidError("begin must rise from 0 to the number of coefficients")


def _is_sequence(c: Any) -> bool:
    """Tests whether c has elements, other than characters."""
    return not isinstance(c, (str, Fpx)) and (hasattr(c, "__iter__") or hasattr(c, "__getitem__"))


def _coefficients(polynomial: Any, name: str) -> array[int]:
    """Returns a copy of the coefficients of a polynomial, which messages call `name`."""
    if are_words(polynomial):
        return array("I", bytes(memoryview(polynomial)))
    if not isinstance(polynomial, Fpx) and not _is_sequence(polynomial):
        raise TypeError(f"{name} must be a sequence of coefficients or an Fpx, not {polynomial!r}")
    try:
        c = (polynomial.to_list() if isinstance(polynomial, Fpx)
             else [index(one) for one in polynomial])
    except TypeError as reason:
        raise TypeError(f"{name}: {reason}") from None
    # array.array raises OverflowError for large integers, which older NumPys truncate
    try:
        return array("I", c)
    except OverflowError:
        wrong = next(one for one in c if not 0 <= one < 2**32)
        raise LimitError(f"{name} has the coefficient {wrong}, which is not from 0 to 2^32 - 1: "
                         "reduce it modulo the prime") from None


def _copies(polynomials: Any, name: str) -> list[array[int]]:
    """Returns copies of the coefficients of a list of polynomials."""
    if not _is_sequence(polynomials):
        raise TypeError(f"{name} must be a list of polynomials, not {polynomials!r}")
    return [_coefficients(one, f"{name}[{k}]") for k, one in enumerate(list(polynomials))]


def _list_of(copies: Sequence[array[int]]) -> FpxList:
    """Returns the list of the polynomials with these coefficients."""
    # The copies determine the lengths, since conversions may change the sequences.
    begin = empty(len(copies) + 1, "uint64")
    begin[:] = list(accumulate(map(len, copies), initial=0))
    c = empty(int(begin[-1]))
    for k, copy in enumerate(copies):
        c[int(begin[k]):int(begin[k + 1])] = copy
    return FpxList(c, begin)


def _fields(polynomials: Any) -> list[int]:
    """Returns the primes of a list's elements of class Fpx; 0 for others."""
    return ([one.p if isinstance(one, Fpx) else 0 for one in polynomials]
            if isinstance(polynomials, (list, tuple)) else [])


class FpxList(Sequence["Words"]):
    """Polynomials stored one after the other in one array: the k-th has the coefficients
    c[begin[k]] ... c[begin[k + 1] - 1], constant term first. c is an array of uint32 and begin one
    of uint64, of NumPy or others. c is not copied: it may be changed, but not shortened; begin is
    copied. A call computes with the coefficients present in c when the call begins.

    >>> FpxList.of([[1, 2], [], [3]])[0].tolist()
    [1, 2]
    """

    def __init__(self, c: Any, begin: Any) -> None:
        if layout(c) != ("u", 4) or layout(begin) not in (("u", 8), ("i", 8)):
            raise TypeError("c must be an array of uint32, and begin one of uint64")
        self.c, self.begin = c, _offsets(begin)
        _check_offsets(self.begin, length(c))

    @classmethod
    def of(cls, polynomials: Sequence[Any]) -> FpxList:
        """Returns a list of the polynomials given by sequences of coefficients from 0 to 2^32 - 1,
        or as Fpx, copied."""
        return _list_of(_copies(polynomials, "polynomials"))

    def __len__(self) -> int:
        return max(len(self.begin) - 1, 0)

    def __getitem__(self, k: Any) -> Any:
        if isinstance(k, slice):
            return [self[one] for one in range(*k.indices(len(self)))]
        if not -len(self) <= k < len(self):
            raise IndexError("the index is out of range")
        k %= len(self)
        return self.c[int(self.begin[k]):int(self.begin[k + 1])]

    def __iter__(self) -> Iterator[Any]:
        return (self[k] for k in range(len(self)))


class _Pairs:
    """A clmodp_fpx_pairs with the arrays that it points to."""

    def __init__(self, a: FpxList | Sequence[Any], b: FpxList | Sequence[Any], p: Primes) -> None:
        fields = {"a": _fields(a), "b": _fields(b)}
        self.a, self.b = (one if isinstance(one, FpxList) else _list_of(_copies(one, name))
                          for name, one in (("a", a), ("b", b)))
        self._check_lengths(len(self.a), len(self.b))
        single = hasattr(p, "__index__") and not hasattr(p, "__len__")
        self.primes, count = copied_words([p] if single else p, prime)
        if count not in (1, len(self.a)):
            raise InvalidError(f"p has {count} primes for {len(self.a)} pairs: expected one for "
                               "all pairs, or one for each")
        for name, known in fields.items():
            for k, field in enumerate(known):
                if field and field != self.primes[k if count > 1 else 0]:
                    raise InvalidError(f"{name}[{k}] is modulo {field}, but p is "
                                       f"{self.primes[k if count > 1 else 0]}")
        self.c = ffi.new("clmodp_fpx_pairs *", {
            "count": len(self.a), "primes": self.primes, "prime_count": count})
        # All arrays are copies: attributes of lists can be replaced, and callbacks and other
        # threads can change coefficients after the library has checked them.
        self.begins = [_offsets(one.begin) for one in (self.a, self.b)]
        self.held = [copied(shared(one.c)) for one in (self.a, self.b)]
        for target, c, begin in zip((self.c.a, self.c.b), self.held, self.begins):
            _check_offsets(begin, len(c))
            self._check_lengths(self.c.count, len(begin) - 1)
            offsets = shared(begin, "size_t[]")
            self.held.append(offsets)
            target.c, target.begin = c, offsets

    def _check_lengths(self, a: int, b: int) -> None:
        if a != b:
            raise InvalidError(f"a and b have different lengths: {a} and {b} polynomials")

    def room(self) -> tuple[Any, Any]:
        """Returns an array for results as long as both polynomials of a pair, and offsets."""
        import numpy as np
        begin = np.add(*self.begins, dtype="uint64")
        return empty(int(begin[-1])), begin


def _run(function: Any, outputs: Sequence[Any], pairs: _Pairs, algorithm: str,
         context: Context | None, progress: Progress | None) -> None:
    context = context_of(context)
    with context._computing(progress):
        context._check(function(
            context._c, *(shared(out, C_TYPES[out.itemsize], True) for out in outputs),
            ffi.NULL, pairs.c, options_of(algorithm)))


def fpx_mul_batch(a: FpxList | Sequence[Any], b: FpxList | Sequence[Any], p: Primes, *,
                  algorithm: str = "auto", context: Context | None = None,
                  progress: Progress | None = None) -> FpxList:
    """Returns the products of the pairs a[k], b[k] of polynomials.

    Both are lists of n polynomials, which are sequences or arrays of uint32 of coefficients from 0
    to p - 1, constant term first, or Fpx; or an FpxList, which is not converted. The prime p of
    all pairs, or each of a sequence of n primes, is below 2^31.

    The k-th product has len(a[k]) + len(b[k]) coefficients, with zeros after the leading one.

    >>> [c.tolist() for c in fpx_mul_batch([[1, 2], [3]], [[0, 1], [5, 1]], 7)]
    [[0, 1, 2, 0], [1, 3, 0]]
    """
    pairs = _Pairs(a, b, p)
    products, begin = pairs.room()
    _run(lib.clmodp_fpx_mul_batch, [products], pairs, algorithm, context, progress)
    return FpxList(products, begin)


def fpx_divmod_batch(a: FpxList | Sequence[Any], b: FpxList | Sequence[Any], p: Primes, *,
                     algorithm: str = "auto", context: Context | None = None,
                     progress: Progress | None = None) -> tuple[FpxList, FpxList]:
    """Returns quotients and remainders of a[k] by b[k], with arguments as for fpx_mul_batch(). The
    k-th quotient has len(a[k]) coefficients, and the k-th remainder len(b[k]).

    >>> quotients, remainders = fpx_divmod_batch([[1, 0, 1]], [[1, 1]], 7)
    >>> quotients[0].tolist(), remainders[0].tolist()
    ([6, 1, 0], [2, 0])
    """
    pairs = _Pairs(a, b, p)
    quotients, remainders = (empty(int(begin[-1])) for begin in pairs.begins)
    _run(lib.clmodp_fpx_divrem_batch, [quotients, remainders], pairs, algorithm, context,
         progress)
    return FpxList(quotients, pairs.begins[0]), FpxList(remainders, pairs.begins[1])


def fpx_xgcd_batch(a: FpxList | Sequence[Any], b: FpxList | Sequence[Any], p: Primes, *,
                   algorithm: str = "auto", context: Context | None = None,
                   progress: Progress | None = None) -> tuple[FpxList, FpxList, FpxList]:
    """Returns monic greatest common divisors g, and cofactors u and v with u a + v b = g, as from
    Fpx.xgcd(), with arguments as for fpx_mul_batch(). The k-th of each has len(a[k]) + len(b[k])
    coefficients.

    >>> [one[0].tolist() for one in fpx_xgcd_batch([[6, 0, 1]], [[0, 1, 1]], 7)]
    [[1, 1, 0, 0, 0, 0], [6, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0]]
    """
    pairs = _Pairs(a, b, p)
    (g, begin), (u, _), (v, _) = (pairs.room() for _ in range(3))
    counts = empty(pairs.c.count, "uint64")
    _run(lib.clmodp_fpx_xgcd_batch, [g, u, v, counts], pairs, algorithm, context, progress)
    return FpxList(g, begin), FpxList(u, begin), FpxList(v, begin)


def fpx_gcd_batch(a: FpxList | Sequence[Any], b: FpxList | Sequence[Any], p: Primes, *,
                  algorithm: str = "auto", context: Context | None = None,
                  progress: Progress | None = None) -> list[Words]:
    """Returns the monic greatest common divisors, arrays of uint32 without zeros after the leading
    coefficient, with arguments as for fpx_mul_batch().

    >>> [c.tolist() for c in fpx_gcd_batch([[6, 0, 1], [3]], [[0, 1, 1], [5, 1]], 7)]
    [[1, 1], [1]]
    """
    pairs = _Pairs(a, b, p)
    divisors, begin = pairs.room()
    counts = empty(pairs.c.count, "uint64")
    _run(lib.clmodp_fpx_gcd_batch, [divisors, counts], pairs, algorithm, context, progress)
    return [divisors[int(first):int(first) + int(count)] for first, count in zip(begin, counts)]


def fpx_resultant_batch(a: FpxList | Sequence[Any], b: FpxList | Sequence[Any], p: Primes, *,
                        algorithm: str = "auto", context: Context | None = None,
                        progress: Progress | None = None) -> Words:
    """Returns the resultants, an array of uint32, for the actual degrees of the polynomials, with
    arguments as for fpx_mul_batch().

    >>> fpx_resultant_batch([[0, 1], [1, 1]], [[1, 1], [1, 0, 1]], 7).tolist()
    [1, 2]
    """
    pairs = _Pairs(a, b, p)
    found: Words = empty(pairs.c.count)
    _run(lib.clmodp_fpx_resultant_batch, [found], pairs, algorithm, context, progress)
    return found

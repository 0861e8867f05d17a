"""Batches of short pairs of polynomials over prime fields."""

from __future__ import annotations

from array import array
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Iterator, Sequence, Union

from clmodp._buffers import (are_words, copied, copied_words, empty, index, layout, length,
                             shared)
from clmodp._context import Context, context_of
from clmodp._errors import InvalidError
from clmodp._fpx import options_of
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


def _coefficients(polynomial: Any) -> array[int]:
    """Returns a copy of a sequence of coefficients."""
    if are_words(polynomial):
        return array("I", bytes(memoryview(polynomial)))
    # array.array raises OverflowError for large integers, which older NumPys truncate
    return array("I", [index(one) for one in polynomial])


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
        """Returns a list of the polynomials given by sequences of coefficients, copied."""
        # The copies determine the lengths, since conversions may change the sequences.
        copies = [_coefficients(polynomial) for polynomial in list(polynomials)]
        begin = empty(len(copies) + 1, "uint64")
        begin[:] = list(accumulate(map(len, copies), initial=0))
        c = empty(int(begin[-1]))
        for k, copy in enumerate(copies):
            c[int(begin[k]):int(begin[k + 1])] = copy
        return cls(c, begin)

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
        self.a, self.b = (one if isinstance(one, FpxList) else FpxList.of(one) for one in (a, b))
        if len(self.a) != len(self.b):
            raise InvalidError("the lists have different lengths")
        single = hasattr(p, "__index__") and not hasattr(p, "__len__")
        self.primes, count = copied_words([p] if single else p, prime)
        if count not in (1, len(self.a)):
            raise InvalidError("expected one prime for all pairs, or one for each")
        self.c = ffi.new("clmodp_fpx_pairs *", {
            "count": len(self.a), "primes": self.primes, "prime_count": count})
        # All arrays are copies: attributes of lists can be replaced, and callbacks and other
        # threads can change coefficients after the library has checked them.
        self.begins = [_offsets(one.begin) for one in (self.a, self.b)]
        self.held = [copied(shared(one.c)) for one in (self.a, self.b)]
        for target, c, begin in zip((self.c.a, self.c.b), self.held, self.begins):
            _check_offsets(begin, len(c))
            if len(begin) != self.c.count + 1:
                raise InvalidError("the lists have different lengths")
            offsets = shared(begin, "size_t[]")
            self.held.append(offsets)
            target.c, target.begin = c, offsets

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
    """Products of the polynomials of a and b, modulo one prime or a prime per pair. Each product
    is padded with zeros to as many coefficients as both factors together."""
    pairs = _Pairs(a, b, p)
    products, begin = pairs.room()
    _run(lib.clmodp_fpx_mul_batch, [products], pairs, algorithm, context, progress)
    return FpxList(products, begin)


def fpx_divmod_batch(a: FpxList | Sequence[Any], b: FpxList | Sequence[Any], p: Primes, *,
                     algorithm: str = "auto", context: Context | None = None,
                     progress: Progress | None = None) -> tuple[FpxList, FpxList]:
    """Quotients, padded to the lengths in a, and remainders, padded to the lengths in b."""
    pairs = _Pairs(a, b, p)
    quotients, remainders = (empty(int(begin[-1])) for begin in pairs.begins)
    _run(lib.clmodp_fpx_divrem_batch, [quotients, remainders], pairs, algorithm, context,
         progress)
    return FpxList(quotients, pairs.begins[0]), FpxList(remainders, pairs.begins[1])


def fpx_xgcd_batch(a: FpxList | Sequence[Any], b: FpxList | Sequence[Any], p: Primes, *,
                   algorithm: str = "auto", context: Context | None = None,
                   progress: Progress | None = None) -> tuple[FpxList, FpxList, FpxList]:
    """Monic greatest common divisors g and cofactors with u a + v b = g, as from Fpx.xgcd(), each
    padded with zeros to as many coefficients as both polynomials together."""
    pairs = _Pairs(a, b, p)
    (g, begin), (u, _), (v, _) = (pairs.room() for _ in range(3))
    counts = empty(pairs.c.count, "uint64")
    _run(lib.clmodp_fpx_xgcd_batch, [g, u, v, counts], pairs, algorithm, context, progress)
    return FpxList(g, begin), FpxList(u, begin), FpxList(v, begin)


def fpx_gcd_batch(a: FpxList | Sequence[Any], b: FpxList | Sequence[Any], p: Primes, *,
                  algorithm: str = "auto", context: Context | None = None,
                  progress: Progress | None = None) -> list[Words]:
    """Monic greatest common divisors."""
    pairs = _Pairs(a, b, p)
    divisors, begin = pairs.room()
    counts = empty(pairs.c.count, "uint64")
    _run(lib.clmodp_fpx_gcd_batch, [divisors, counts], pairs, algorithm, context, progress)
    return [divisors[int(first):int(first) + int(count)] for first, count in zip(begin, counts)]


def fpx_resultant_batch(a: FpxList | Sequence[Any], b: FpxList | Sequence[Any], p: Primes, *,
                        algorithm: str = "auto", context: Context | None = None,
                        progress: Progress | None = None) -> Words:
    """Resultants, for the actual degrees of the polynomials.

    >>> fpx_resultant_batch([[0, 1], [1, 1]], [[1, 1], [1, 0, 1]], 7).tolist()
    [1, 2]
    """
    pairs = _Pairs(a, b, p)
    found: Words = empty(pairs.c.count)
    _run(lib.clmodp_fpx_resultant_batch, [found], pairs, algorithm, context, progress)
    return found

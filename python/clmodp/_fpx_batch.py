"""Many short pairs of polynomials over prime fields at once."""

from __future__ import annotations

from array import array
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Iterator, Sequence, Union

from clmodp._buffers import are_words, empty, index, layout, shared, words
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


class FpxList(Sequence["Words"]):
    """Polynomials behind each other in one array: the k-th has the coefficients
    c[begin[k]] ... c[begin[k + 1] - 1], constant term first. c is an array of uint32 and begin one
    of uint64, NumPy's or others, which are taken as they lie.

    >>> FpxList.of([[1, 2], [], [3]])[0].tolist()
    [1, 2]
    """

    def __init__(self, c: Any, begin: Any) -> None:
        if layout(c) != ("u", 4) or layout(begin) not in (("u", 8), ("i", 8)):
            raise TypeError("c is an array of uint32, and begin one of uint64")
        if len(begin) == 0 or begin[0] != 0 or begin[-1] != len(c):
            raise InvalidError("begin goes from 0 to the number of coefficients")
        self.c, self.begin = c, begin

    @classmethod
    def of(cls, polynomials: Sequence[Any]) -> FpxList:
        """A list of sequences of coefficients, copied."""
        c = empty(sum(map(len, polynomials)))
        begin = empty(len(polynomials) + 1, "uint64")
        begin[:] = list(accumulate(map(len, polynomials), initial=0))
        for k, polynomial in enumerate(polynomials):
            # by an array of Python's: older NumPys cut integers that are too large for theirs
            c[int(begin[k]):int(begin[k + 1])] = polynomial if are_words(polynomial) else array(
                "I", [index(one) for one in polynomial])
        return cls(c, begin)

    def __len__(self) -> int:
        return len(self.begin) - 1

    def __getitem__(self, k: Any) -> Any:
        if isinstance(k, slice):
            return [self[one] for one in range(*k.indices(len(self)))]
        if not -len(self) <= k < len(self):
            raise IndexError("there are not so many polynomials")
        k %= len(self)
        return self.c[int(self.begin[k]):int(self.begin[k + 1])]

    def __iter__(self) -> Iterator[Any]:
        return (self[k] for k in range(len(self)))


class _Pairs:
    """A clmodp_fpx_pairs and what it points to."""

    def __init__(self, a: FpxList | Sequence[Any], b: FpxList | Sequence[Any], p: Primes) -> None:
        self.a, self.b = (one if isinstance(one, FpxList) else FpxList.of(one) for one in (a, b))
        if len(self.a) != len(self.b):
            raise InvalidError("lists of two lengths")
        single = hasattr(p, "__index__") and not hasattr(p, "__len__")
        self.primes, count = words([p] if single else p, prime)
        if count not in (1, len(self.a)):
            raise InvalidError("a prime for all pairs, or one for each")
        self.c = ffi.new("clmodp_fpx_pairs *", {
            "count": len(self.a), "primes": self.primes, "prime_count": count})
        for target, one in ((self.c.a, self.a), (self.c.b, self.b)):
            target.c, target.begin = shared(one.c), shared(one.begin, "size_t[]")

    def room(self) -> tuple[Any, Any]:
        """An array for what has as many coefficients as both of a pair, and where they begin."""
        import numpy as np
        begin = np.add(self.a.begin, self.b.begin, dtype="uint64", casting="unsafe")
        return empty(int(begin[-1])), begin


def _run(function: Any, outputs: Sequence[Any], pairs: _Pairs, algorithm: str,
         context: Context | None, progress: Progress | None) -> None:
    context = context_of(context)
    with context._computing(progress):
        context._check(function(
            context._c, *(shared(out, C_TYPES[out.itemsize], True) for out in outputs), pairs.c,
            options_of(algorithm)))


def fpx_mul_batch(a: FpxList | Sequence[Any], b: FpxList | Sequence[Any], p: Primes, *,
                  algorithm: str = "auto", context: Context | None = None,
                  progress: Progress | None = None) -> FpxList:
    """Products of polynomials of a with those of b, modulo a prime or a prime each; zeros behind
    leading coefficients, as many coefficients as both have."""
    pairs = _Pairs(a, b, p)
    products, begin = pairs.room()
    _run(lib.clmodp_fpx_mul_batch, [products], pairs, algorithm, context, progress)
    return FpxList(products, begin)


def fpx_divmod_batch(a: FpxList | Sequence[Any], b: FpxList | Sequence[Any], p: Primes, *,
                     algorithm: str = "auto", context: Context | None = None,
                     progress: Progress | None = None) -> tuple[FpxList, FpxList]:
    """Quotients, as long as polynomials of a, and remainders, as long as those of b."""
    pairs = _Pairs(a, b, p)
    quotients, remainders = empty(len(pairs.a.c)), empty(len(pairs.b.c))
    _run(lib.clmodp_fpx_divrem_batch, [quotients, remainders], pairs, algorithm, context,
         progress)
    return FpxList(quotients, pairs.a.begin), FpxList(remainders, pairs.b.begin)


def fpx_xgcd_batch(a: FpxList | Sequence[Any], b: FpxList | Sequence[Any], p: Primes, *,
                   algorithm: str = "auto", context: Context | None = None,
                   progress: Progress | None = None) -> tuple[FpxList, FpxList, FpxList]:
    """Monic greatest common divisors g and cofactors, u a + v b = g, as Fpx.xgcd() has them; zeros
    behind leading coefficients, as many coefficients as both have."""
    pairs = _Pairs(a, b, p)
    (g, begin), (u, _), (v, _) = (pairs.room() for _ in range(3))
    counts = empty(len(pairs.a), "uint64")
    _run(lib.clmodp_fpx_xgcd_batch, [g, u, v, counts], pairs, algorithm, context, progress)
    return FpxList(g, begin), FpxList(u, begin), FpxList(v, begin)


def fpx_gcd_batch(a: FpxList | Sequence[Any], b: FpxList | Sequence[Any], p: Primes, *,
                  algorithm: str = "auto", context: Context | None = None,
                  progress: Progress | None = None) -> list[Words]:
    """Monic greatest common divisors."""
    pairs = _Pairs(a, b, p)
    divisors, begin = pairs.room()
    counts = empty(len(pairs.a), "uint64")
    _run(lib.clmodp_fpx_gcd_batch, [divisors, counts], pairs, algorithm, context, progress)
    return [divisors[int(first):int(first) + int(count)] for first, count in zip(begin, counts)]


def fpx_resultant_batch(a: FpxList | Sequence[Any], b: FpxList | Sequence[Any], p: Primes, *,
                        algorithm: str = "auto", context: Context | None = None,
                        progress: Progress | None = None) -> Words:
    """Resultants, for the degrees that polynomials have.

    >>> fpx_resultant_batch([[0, 1], [1, 1]], [[1, 1], [1, 0, 1]], 7).tolist()
    [1, 2]
    """
    pairs = _Pairs(a, b, p)
    found: Words = empty(len(pairs.a))
    _run(lib.clmodp_fpx_resultant_batch, [found], pairs, algorithm, context, progress)
    return found

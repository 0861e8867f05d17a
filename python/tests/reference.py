"""Resultants by definition: determinants of Sylvester matrices, at sufficiently many points."""

from __future__ import annotations

from fractions import Fraction
from math import prod
from typing import Any, Mapping

Terms = Mapping[tuple[int, int], Any]


def degree(f: Terms, which: int) -> int:
    """Returns the degree in x (0) or y (1); -1 for the zero polynomial."""
    return max((key[which] for key, c in f.items() if c), default=-1)


def at(f: Terms, x: int) -> list[Fraction]:
    """Returns the coefficients in y of f(x, y), highest first, for the formal degree in y."""
    c = [Fraction(0)] * (degree(f, 1) + 1)
    for (i, j), one in f.items():
        if one:
            c[-1 - j] += Fraction(one) * x**i
    return c


def determinant(rows: list[list[Fraction]]) -> Fraction:
    """Returns the determinant, by Gaussian elimination."""
    rows, sign, n = [list(row) for row in rows], 1, len(rows)
    for k in range(n):
        pivot = next((r for r in range(k, n) if rows[r][k]), None)
        if pivot is None:
            return Fraction(0)
        if pivot != k:
            rows[k], rows[pivot], sign = rows[pivot], rows[k], -sign
        for r in range(k + 1, n):
            factor = rows[r][k] / rows[k][k]
            if factor:
                rows[r] = [a - factor * b for a, b in zip(rows[r], rows[k])]
    return sign * prod((rows[k][k] for k in range(n)), start=Fraction(1))


def sylvester(f: list[Fraction], g: list[Fraction]) -> list[list[Fraction]]:
    """Returns the Sylvester matrix, the rows of f above the rows of g."""
    p, q = len(f) - 1, len(g) - 1
    zero = [Fraction(0)]
    return ([zero * k + f + zero * (q - 1 - k) for k in range(q)]
            + [zero * k + g + zero * (p - 1 - k) for k in range(p)])


def is_resultant(r: Terms, f: Terms, g: Terms) -> bool:
    """Tests whether r, free of y, is res_y(f, g)."""
    if degree(f, 1) < 0 or degree(g, 1) < 0:
        return degree(r, 0) < 0
    bound = degree(f, 0) * degree(g, 1) + degree(g, 0) * degree(f, 1)
    if degree(r, 0) > bound or degree(r, 1) > 0:
        return False
    return all(sum(c * x**i for (i, _), c in r.items())
               == determinant(sylvester(at(f, x), at(g, x))) for x in range(bound + 1))

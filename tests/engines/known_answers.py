#!/usr/bin/env python3
"""The known answers of src/engines/, from determinants of Sylvester's rows."""

PRIMES = (2**61 - 1, 2**31 - 1, 10**9 + 7)


def rows(deg_x, deg_y, step, x, prime):
    """The coefficients of y^0 ... y^deg_y at the point x."""
    def coefficient(i, j):
        return (-1) ** (i + j) * (7 * i + 3 * j + 1) ** 9 - 5

    powers = [i for i in range(deg_x + 1) if step > 0 or i % 16 <= 1]
    return [sum(coefficient(i, j) * x**i for i in powers) % prime
            if j % max(step, 1) == 0 else 0 for j in range(deg_y + 1)]


def determinant(matrix, prime):
    """Gaussian elimination modulo a prime."""
    result = 1
    for c in range(len(matrix)):
        pivot = next((r for r in range(c, len(matrix)) if matrix[r][c]), None)
        if pivot is None:
            return 0
        if pivot != c:
            matrix[c], matrix[pivot] = matrix[pivot], matrix[c]
            result = -result
        result = result * matrix[c][c] % prime
        inverse = pow(matrix[c][c], -1, prime)
        for r in range(c + 1, len(matrix)):
            factor = matrix[r][c] * inverse % prime
            matrix[r] = [(u - factor * v) % prime for u, v in zip(matrix[r], matrix[c])]
    return result % prime


def minor(f, g, less, power, prime):
    """The minor of deg g - less rows of f above deg f - less rows of g, highest powers first: of
    the first columns, the last one replaced by the column of this power."""
    p, q = len(f) - 1 - less, len(g) - 1 - less
    matrix = [[0] * k + f[::-1] + [0] * (q - 1 - k) for k in range(q)]
    matrix += [[0] * k + g[::-1] + [0] * (p - 1 - k) for k in range(p)]
    return determinant([row[:p + q - 1] + [row[-1 - power]] for row in matrix], prime)


def matrix(deg_x, n, x, prime, first=True):
    """The n x n matrix of the values at x of the coefficients of y^0 ... y^(n^2 - 1); the first is
    0 unless `first`."""
    entries = rows(deg_x, n * n - 1, 1, x, prime)
    if not first:
        entries[0] = 0
    return [entries[n * i:n * i + n] for i in range(n)]


for p in PRIMES:
    for n in 6, 9, 10:
        for first in True, False:
            print(p, 'matrix', n, first,
                  [determinant(matrix(2, n, x, p, first), p) for x in (2, -3)])
    for f, g in [((3, 5, 1), (2, 4, 1)), ((2, 6, 2), (3, 3, 1)), ((2, 4, 1), (2, 3, 1)),
                 ((2, 5, 5), (2, 2, 1)), ((3, 2, 1), (2, 1, 1)), ((1, 160, 80), (0, 3, 1)),
                 ((1, 200, 100), (0, 5, 1)), ((700, 3, 1), (701, 3, 1)), ((1, 15, 1), (1, 14, 1)),
                 ((241, 4, 0), (209, 2, 0))]:
        for less, power in (0, 0), (1, 0), (1, 1):
            print(p, f, g, less, power,
                  [minor(rows(*f, x, p), rows(*g, x, p), less, power, p) for x in (2, -3)])

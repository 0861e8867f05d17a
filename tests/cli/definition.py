"""Resultants and other subresultants by definition, and random polynomials, as references."""

from fractions import Fraction


def determinant(rows):
    """Returns the determinant, by Gaussian elimination over the rationals."""
    rows, result = [row[:] for row in rows], Fraction(1)
    for k in range(len(rows)):
        pivot = next((i for i in range(k, len(rows)) if rows[i][k]), None)
        if pivot is None:
            return Fraction(0)
        if pivot != k:
            rows[k], rows[pivot] = rows[pivot], rows[k]
            result = -result
        result *= rows[k][k]
        for i in range(k + 1, len(rows)):
            factor = rows[i][k] / rows[k][k]
            rows[i] = [a - factor * b for a, b in zip(rows[i], rows[k])]
    return result


def sylvester(f, g):
    """Returns the resultant of lists of coefficients, constant term first, of formal degrees
    len - 1: the determinant of the Sylvester matrix."""
    p, q = len(f) - 1, len(g) - 1
    rows = [[0] * i + f[::-1] + [0] * (q - 1 - i) for i in range(q)]
    rows += [[0] * i + g[::-1] + [0] * (p - 1 - i) for i in range(p)]
    return determinant([[Fraction(c) for c in row] for row in rows])


def subresultant(f, g, k=1):
    """Returns the coefficients of y^0, ..., y^k in S_k: minors without k rows of each polynomial,
    with the last column replaced by the column of the power."""
    p, q = len(f) - 1, len(g) - 1
    rows = [[0] * i + f[::-1] + [0] * (q - k - 1 - i) for i in range(q - k)]
    rows += [[0] * i + g[::-1] + [0] * (p - k - 1 - i) for i in range(p - k)]
    return [determinant([[Fraction(c) for c in row[:-k - 1] + [row[-1 - power]]]
                         for row in rows]) for power in range(k + 1)]


def value(coefficients, x):
    return sum(Fraction(c) * x**i for i, c in enumerate(coefficients))


class Random:
    """A random polynomial over Q; rows belong to powers of y, columns to powers of x."""

    def __init__(self, source):
        self.rows = [[Fraction(source.randint(-99, 99), source.choice((1, 1, 2, 6, 35)))
                      for _ in range(source.randint(1, 4))]
                     for _ in range(source.randint(1, 5))]
        self.rows[-1][-1] = self.rows[-1][-1] or Fraction(-1, 3)

    def text(self):
        return " + ".join(f"({c})*x^{i}*y**{j}" for j, row in enumerate(self.rows)
                          for i, c in enumerate(row))

    def at(self, x):
        return [value(row, x) for row in self.rows]

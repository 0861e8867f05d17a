"""Tests of results over number fields, against determinants modulo the minimal polynomial."""

import json
import random
from fractions import Fraction
from itertools import permutations

from program import Case, main


class Number:
    """A polynomial in a modulo m, lists of coefficients with the constant terms first."""

    def __init__(self, c, m):
        c = [Fraction(one) for one in c]
        while len(c) >= len(m):
            factor = c[-1] / Fraction(m[-1])
            for k in range(len(m)):
                c[len(c) - len(m) + k] -= factor * m[k]
            c.pop()
        self.c, self.m = c + [Fraction(0)] * (len(m) - 1 - len(c)), m

    def __add__(self, other):
        return Number([x + y for x, y in zip(self.c, other.c)], self.m)

    def __mul__(self, other):
        product = [Fraction(0)] * (2 * len(self.m))
        for i, x in enumerate(self.c):
            for k, y in enumerate(other.c):
                product[i + k] += x * y
        return Number(product, self.m)

    def __bool__(self):
        return any(self.c)


def determinant(rows, m):
    """Returns the determinant by definition, which needs no divisions."""
    total = Number([0], m)
    for columns in permutations(range(len(rows))):
        sign = (-1) ** sum(a > b for k, b in enumerate(columns) for a in columns[:k])
        term = Number([sign], m)
        for row, column in zip(rows, columns):
            term = term * row[column]
            if not term:
                break
        total = total + term
    return total


def resultant(f, g, m):
    """Returns the resultant of lists of coefficients in y, for their degrees modulo m."""
    f, g = ([Number(c, m) for c in poly] for poly in (f, g))
    for poly in f, g:
        while poly and not poly[-1]:
            poly.pop()
    if not f or not g:
        return Number([0], m)
    p, q, zero = len(f) - 1, len(g) - 1, Number([0], m)
    rows = [[zero] * i + f[::-1] + [zero] * (q - 1 - i) for i in range(q)]
    rows += [[zero] * i + g[::-1] + [zero] * (p - 1 - i) for i in range(p)]
    return determinant(rows, m)


def text_of(c, letter):
    return "+".join(f"({one})*{letter}^{k}" for k, one in enumerate(c))


class Field(Case):
    def one(self, minimal, *arguments, command="resultant"):
        return self.output(command, "--minimal-polynomial", minimal,
                           *arguments).removesuffix("\n")

    def test_examples(self):
        for minimal, f, g, expected in (
                ("i^2 + 1", "x^2 + i*y", "y^2 - i*x", "i*x + x^4"),
                ("i^2 = -1", "y^2 + 1", "y - i", "0"),
                ("i^2 + 1", "y - i", "y - 2*i", "-i"),
                ("i^2 + 1", "i", "3", "1"),
                ("i^2 + 1", "i^(10^9)*y - i^3", "y", "-i"),
                ("s^2 - 2", "y^2 - s*y + 1", "y^4 + 1", "0"),
                ("2*c^3 - 3", "y^3 - 3/2", "x*y - c", "3/2*x^3 - 3/2"),
                ("2*c - 3", "y^2 - c*x", "x*y - c^2", "-3/2*x^3 + 81/16"),
                ("y^2 + 1", "y*x - 1", "x - 2", "-2*y + 1"),
                ("y^2 + 1", "y*t - x", "t^2 - x", "-t^2 + t*y"),
                ("1/2*i^2 + 1/2", "(i^2 + 1)*y^5 + y - i", "(i - i^5)*y^2 + x*y + 2", "i*x + 2"),
                ("i^2 + 1", "(i^2 + 1)*y", "y + x", "0")):
            self.assertEqual(self.one(minimal, f, g), expected, (minimal, f, g))
        self.assertEqual(self.one("i^2 + 1", "(i^2 + 1)*y^3 + y^2 - i*x", command="discriminant"),
                         "4*i*x")
        self.assertEqual(self.one("i^2 + 1", "--subresultant", "1", "x^2 + i*y^2",
                                  "y^2 - i*x*y + 2"),
                         "-i*x^4 - 4*i*x^2 + x^4 - 4\nx*y + 2*i - x^2")
        self.assertEqual(self.one("i^2 + 1", "--eliminate", "z", "x*y*z - i", "z^2 - x - i*y"),
                         "-i*x^2*y^3 - x^3*y^2 - 1")

    def test_reducible(self):
        """Zero divisors are coefficients like others; a = 1 and a = -1 give these numbers."""
        self.assertEqual(self.one("a^2 - 1", "(a - 1)*y - 1", "(a + 1)*y - x"), "-a*x + a + x + 1")

    def test_modulus(self):
        self.assertEqual(self.one("2*i^3 - 1/3", "--modulus", "101", "x^2 + i*y",
                                  "i^7*y^2 - i*x"), "87*i*x^4 + 84*x")
        self.assertEqual(self.one("3*i^2 + 3", "--modulus", "3", "y^2 - i", "y - x"),
                         "2*i + x^2")
        self.assertIn("no inverse modulo 3", self.refused(
            "resultant", "--modulus", "3", "--minimal-polynomial", "3*i^2 + 1", "y", "y^2 + x"))

    def test_formats(self):
        command = "resultant", "--minimal-polynomial", "2*i^2 + 1", "x^2 + i*y", "y^2 - i*x"
        self.assertEqual(json.loads(self.output(*command, "--format", "json")), {
            "format": 2, "eliminated": "y", "variables": ["i", "x"], "degree": 4,
            "denominator": "2", "terms": [[[0, 4], "2"], [[1, 1], "1"]]})
        self.assertEqual(self.output(*command, "--format", "sage"),
                         "R.<i,x> = QQ[]\nr = R(1/2*i*x + x^4)\n")
        self.assertIn("choose another --format", self.refused(
            "resultant", "--minimal-polynomial", "i^2 + 1", "--format", "coeffs", "y - i", "y"))

    def test_refusals(self):
        for minimal, f, message in (
                ("3", "y", "positive degree"), ("i - i", "y", "positive degree"),
                ("i*j", "y", "'j' is one variable too many"), ("i^2 +", "y", "expected"),
                ("i^2 - 3*i + 1", "i^(10^9)*y - 1", "number of --minimal-polynomial is too large"),
                ("i^2 + 1", "a + b*c*y", "name the variable to eliminate"),
                ("i^2 + 1", "x +* 3", "G: line 1, column 4")):
            done = self.run_program("resultant", "--minimal-polynomial", minimal, "y^2 - i", f)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(message, done.stderr)
        self.assertIn("eliminate another variable", self.refused(
            "resultant", "--minimal-polynomial", "i^2 + 1", "--eliminate", "i", "y - i", "y"))
        self.assertIn("'t' is one variable too many", self.refused(
            "resultant", "--minimal-polynomial", "i^2 + 1", "--eliminate", "t",
            "+".join("abcdefghjklmnop"), "i"))

    def test_batch_and_files(self):
        done = self.run_program("resultant", "--minimal-polynomial", "i^2 + 1", "--batch", "-",
                                stdin="x^2 + i*y ; y^2 - i*x\ny - i ; y^2 +* 1\n\n"
                                      "y - i ; y^2 + 1\n x ; i\n")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stdout.split("\n")[0], "i*x + x^4")
        self.assertIn("error: line 2, column 14", done.stdout)
        self.assertEqual(done.stdout.split("\n")[2:], ["0", "i", ""])
        name = self.write("f", "y^2 - i*x")
        self.assertEqual(self.one("i^2 + 1", "x^2 + i*y", f"@{name}"), "i*x + x^4")

    def test_job_folders(self):
        field = "--minimal-polynomial", "3*a^2 - a + 5"
        f, g = "(x + a*y + z)^5 - 1/3", "(x*y - a^3*z)^4 + 2*x"
        expected = self.one(field[1], "--eliminate", "z", f, g)
        folder = self.path("job")
        self.output("submit", "--eliminate", "z", *field, "--unit-primes", "1", folder, f, g)
        self.output("worker", folder)
        self.assertEqual(self.output("finish", folder).removesuffix("\n"), expected)
        self.assertEqual(self.one(field[1], "--eliminate", "z", "--checkpoint", self.path("kept"),
                                  f, g), expected)

    def test_values(self):
        """Results are determinants over the field at integers x."""
        numbers = random.Random(5)
        for minimal in ([1, 0, 1], [-2, 0, 1], [-3, 0, 0, 2], [5, -1, 0, 0, 3], [7, 4],
                        [1, 1, 1, 1, 1], [-6, 1, 1], [4, 0, 0, 0, 9], [0, 0, 1]):
            for _ in range(3):
                rows = [[[[numbers.randint(-9, 9) for _ in range(numbers.randint(1, 6))]
                          for _ in range(2)] for _ in range(numbers.randint(2, 3))]
                        for _ in range(2)]
                if numbers.random() < 0.3: # the leading coefficient vanishes
                    rows[0][-1] = [[c * 3 for c in minimal], minimal]
                f, g = ("+".join(f"({text_of(c, 'a')})*x^{k}*y^{j}" for j, row in enumerate(poly)
                                 for k, c in enumerate(row)) for poly in rows)
                r = self.one(text_of(minimal, "a"), f, g).replace("^", "**")
                x = numbers.randint(10**6, 2 * 10**6)
                at = [[[sum(c[k] * x**e for e, c in enumerate(row) if k < len(c))
                        for k in range(6)] for row in poly] for poly in rows]
                expected = resultant(*at, minimal)
                self.assertEqual(self.value(r, x, minimal).c, expected.c, (minimal, f, g))

    def value(self, r, x, minimal):
        """Returns the value of an expression in x and a."""
        one = Fraction(1)
        points = [Fraction(k) for k in range(len(minimal))]
        values = [eval(r.replace("/", "*one/"), {"one": one, "x": one * x, "a": a})
                  for a in points]
        total = Number([0], minimal)
        for k, a in enumerate(points): # Lagrange's formula
            term = Number([values[k]], minimal)
            for b in points[:k] + points[k + 1:]:
                term = term * Number([-b / (a - b), 1 / (a - b)], minimal)
            total = total + term
        return total


main()

"""Tests of clmodp implicit: known curves and surfaces, and the laws that define an equation: it
vanishes on the curve, is primitive, and its degrees are those of the functions divided by the
degree of the map from the parameters to the curve."""

import json
import math
import random
import re
from fractions import Fraction

from program import Case, main


def value(text, **at):
    """Returns the value of an expression at rational numbers."""
    text = re.sub(r"\b\d+\b", lambda digits: f"Fraction({digits[0]})", text.replace("^", "**"))
    text = re.sub(r"\*\*Fraction\((\d+)\)", r"**\1", text)
    return eval(text, {"Fraction": Fraction}, {name: Fraction(c) for name, c in at.items()})


def text_of(c, of="t"):
    return "+".join(f"({one})*({of})^{k}" for k, one in enumerate(c))


class Implicit(Case):
    def one(self, *arguments):
        return self.output("implicit", *arguments).removesuffix("\n")

    def test_known(self):
        for x, y, expected in (
                ("3*t/(1 + t^3)", "3*t^2/(1 + t^3)", "x^3 - 3*x*y + y^3"),
                ("(1 - t^2)/(1 + t^2)", "2*t/(1 + t^2)", "x^2 + y^2 - 1"),
                ("t^4", "t^6", "x^3 - y^2"),
                ("t^2", "t^2", "x - y"),
                ("-t", "1/t", "x*y + 1"),
                ("t", "3", "y - 3"),
                ("1/2", "t^3/(t - 1)", "2*x - 1"),
                ("0", "t", "x"),
                ("2*t + 4", "1.5*t", "3*x - 4*y - 12"),
                ("(t^2 - 1)/(t - 1)", "t^2/t", "x - y - 1"),
                ("(t^2 + 1/t^2)^3", "(t^2 + 1/t^2)^2 - 1", "x^2 - y^3 - 3*y^2 - 3*y - 1"),
                ("a*t", "a*t^2", "a*y - x^2"),
                ("a*(1 - t^2)/(1 + t^2)", "2*b*t/(1 + t^2)", "a^2*b^2 - a^2*y^2 - b^2*x^2"),
                ("(a^2 - 1)*t/(a + 1)", "t^2/(a - 1)", "a^3*y - 3*a^2*y + 3*a*y - x^2 - y"),
                ("1/(1/t)", "-t^(2^3)*2^2", "4*x^8 + y"),
                ("- -t", "2/3/t", "3*x*y - 2")):
            self.assertEqual(self.one(x, y), expected, (x, y))
        self.assertEqual(self.one("--parameter", "v", "u^2 + v", "v^2*u"),
                         "u^5 - 2*u^3*x + u*x^2 - y")
        self.assertEqual(self.one("s", "s^2"), "x^2 - y")
        name = self.write("x", "t^2\n")
        self.assertEqual(self.one(f"@{name}", "t"), "x - y^2")

    def test_surfaces(self):
        square = "(1 + s^2 + t^2)"
        tube = "(2 + (1 - s^2)/(1 + s^2))"
        for functions, expected in (
                (("s", "t", "s*t"), "x*y - z"),
                (("s*t", "s", "t^2"), "x^2 - y^2*z"),
                (("s^2", "t^2", "s*t"), "x*y - z^2"),
                (("s^2", "t^2", "s^2*t^2"), "x*y - z"),
                (("s", "s^2", "t"), "x^2 - y"),
                (("3", "s", "t"), "x - 3"),
                (("a*s", "t", "a*s*t"), "x*y - z"),
                (("u", "v", "u*v"), "x*y - z"),
                (("s/t", "t/s + s", "s*t"), "x^3*z - x^2*y^2 + 2*x*y - 1"),
                (("s^2 + t^2", "s*t", "s + t"), "x + 2*y - z^2"),
                ((f"2*s/{square}", f"2*t/{square}", f"(1 - s^2 - t^2)/{square}"),
                 "x^2 + y^2 + z^2 - 1"),
                ((f"{tube}*(1 - t^2)/(1 + t^2)", f"{tube}*2*t/(1 + t^2)", "2*s/(1 + s^2)"),
                 "x^4 + 2*x^2*y^2 + 2*x^2*z^2 - 10*x^2 + y^4 + 2*y^2*z^2 - 10*y^2 + z^4 + "
                 "6*z^2 + 9"),
                (("s*(1 - t^2)/(1 + t^2)", "2*s*t/(1 + t^2)", "s"), "x^2 + y^2 - z^2")):
            self.assertEqual(self.one(*functions), expected, functions)
        self.assertEqual(self.one("--parameter", "a,s", "a*s", "a + t", "s"), "t*z + x - y*z")

    def test_surfaces_of_high_degree(self):
        for degree, terms, functions in (
                (9, 23, ("s - s^3/3 + s*t^2", "t - t^3/3 + t*s^2", "s^2 - t^2")), # Enneper
                (18, 877, ("s + s^3*t^3", "t + s^2*t^3 - s^3", "s^3*t^3 - t^3 + s*t"))):
            done = self.one("--format", "json", *functions)
            found = json.loads(done)
            self.assertEqual((found["degree"], len(found["terms"])), (degree, terms))
            for s, t in ((2, 3), (Fraction(1, 2), -5), (-7, 4)):
                at = [value(f, s=s, t=t) for f in functions]
                self.assertEqual(0, sum(int(c) * math.prod(
                    one**e for one, e in zip(at, key[-3:])) for key, c in found["terms"]))

    def test_refused_surfaces(self):
        for functions, message in (
                (("s + t", "s + t", "(s + t)^2"), "this is a curve or a point"),
                (("s", "s^2", "s^3"), "fewer than two parameters"),
                (("a", "u", "v"), "by --parameter S,T"),
                (("s", "t", "z"), "'z' is a coordinate of the surface"),
                (("s", "t", "1/(s - s)"), "Z: line 1, column 3: division by zero"),
                (("s^100", "t^100", "s"), "degrees 100 and 100 in the parameters are too large"),
                (("--parameter", "s", "s", "t", "1"), "expected two names"),
                (("--parameter", "s,s", "s", "t", "1"), "is named twice")):
            done = self.run_program("implicit", "--engine", "host", *functions)
            self.assertIn(message, done.stderr)
            self.assertNotEqual(done.returncode, 0)
            self.assertEqual(done.stdout, "")

    def test_formats(self):
        self.assertEqual(json.loads(self.one("--format", "json", "a*t^2", "t")), {
            "format": 2, "eliminated": "t", "variables": ["a", "x", "y"], "degree": 3,
            "denominator": "1", "terms": [[[0, 1, 0], "-1"], [[1, 0, 2], "1"]]})
        self.assertEqual(self.one("--format", "latex", "t^2", "t"), "x - y^{2}")
        done = self.run_program("implicit", "--stats", "--engine", "host", "t^9 + 1", "t^8 - t")
        self.assertIn("engine           host", done.stderr)

    def test_refusals(self):
        for x, y, message in (
                ("1", "2", "this is a point, not a curve"),
                ("t/(t - t)", "t", "X: line 1, column 3: division by zero"),
                ("x^2", "t", "'x' is a coordinate of the curve: rename it"),
                ("u + v", "u", "name the parameter by --parameter"),
                ("t", "t^2 -", "Y: line 1, column 6: expected a number, a variable or '(', but"),
                ("t", "t t", "Y: line 1, column 3: expected an operator, but found"),
                ("t", "(t", "expected a ')' for this '(', but found the end"),
                ("t = 1", "t", "found '='"),
                ("sin(t)", "t", "functions are not supported"),
                ("t", "t^t", "column 3"),
                ("t", "(" * 20000 + "t" + ")" * 20000, "parentheses are open"),
                ("t", "(t + 1)^100000", "takes more than 16 MiB"),
                ("t", "((2^10000)^10000)*t", "is too long")):
            self.assertIn(message, self.refused("implicit", x, y))
        self.assertIn("'q', named by --parameter, does not occur",
                      self.refused("implicit", "--parameter", "q", "t", "t^2"))
        self.assertIn("expected two or three functions, got 1", self.refused("implicit", "t"))
        done = self.run_program("implicit", "--engine", "host", "a", "t - t + 1")
        self.assertEqual(done.returncode, 2)
        self.assertIn("this is a point, not a curve", done.stderr)
        self.assertIn("choose another", self.refused("implicit", "--format", "coeffs", "t", "t"))

    def check(self, x, y, inner, degrees):
        """Checks the equation of x(inner(t)), y(inner(t)), functions of these degrees."""
        f = self.one("--engine", "host", x, y)
        found = [max(int(e or 1) for e in re.findall(rf"\b{v}\b(?:\^(\d+))?", f) or ["0"])
                 for v in "xy"]
        self.assertEqual(found, degrees[::-1], (x, y, f))
        terms = [int(c or 1) for c in re.findall(r"(?:^|[-+] ?)(\d*)", f)]
        self.assertEqual(math.gcd(*terms), 1)
        self.assertFalse(f.startswith("-"))
        points = 0
        for t in range(-40 * sum(degrees) * inner, 40 * sum(degrees) * inner):
            try:
                at = [value(one, t=t) for one in (x, y)]
            except ZeroDivisionError:
                continue
            self.assertEqual(value(f, x=at[0], y=at[1]), 0)
            points += 1
            if points > 2 * sum(degrees)**2 * inner: # zeros of a polynomial of lower degree
                return
        self.fail("too few points")

    def test_laws(self):
        numbers = random.Random(2)
        for inner in (1, 1, 1, 2, 3, 1, 4):
            degrees = [numbers.randint(1, 3), numbers.randint(1, 3)]
            of = text_of([0] + [numbers.randint(1, 5) for _ in range(inner)])
            functions = []
            for degree in degrees:
                p = [numbers.randint(-9, 9) for _ in range(degree)] + [numbers.randint(1, 9)]
                q = [numbers.randint(1, 9) for _ in range(degree)]
                functions.append(f"({text_of(p, of)})/({text_of(q, of)})")
            self.check(*functions, inner, degrees)


main()

"""Tests of roots printed by the program."""

import json
from fractions import Fraction

from program import Case, main


class Roots(Case):
    def lines(self, *arguments, **more):
        return self.output("roots", "--quiet", *arguments, **more).splitlines()

    def test_decimals(self):
        for f, expected in (
                ("x^3 - 2*x", ["-1.4142135623730950488", "0", "1.4142135623730950488"]),
                ("t^2 = 1/2", ["-0.70710678118654752440", "0.70710678118654752440"]),
                ("(x - 3)^2*(x + 1.5)*x^4", ["-1.5", "0 (multiplicity 4)", "3 (multiplicity 2)"]),
                ("(z - 10^30)*(z^2 + 1)", ["1e30"]),
                ("-7*lambda", ["0"]),
                ("x^2 + 1", [])):
            self.assertEqual(self.lines(f), expected)

    def test_precision(self):
        self.assertEqual(self.lines("--precision", "10", "x^2 - 2"), ["-1.414", "1.414"])
        root = self.lines("--precision=400", "x^2 - 2")[1]
        self.assertLess(abs(Fraction(root)**2 - 2), Fraction(1, 10**118))
        for wrong in ("0", "-1", "x", "4.5"):
            self.refused("roots", "--precision", wrong, "x")

    def test_close_roots_are_told_apart(self):
        roots = self.lines(f"(x^2 - 2)*({10**50}*x^2 - {2 * 10**50 + 1})")
        self.assertEqual(len(set(roots)), 4)

    def test_complex_roots(self):
        self.assertEqual(self.lines("--complex", "(t^3 - 1)*(t^2 + 4)^2*t"), [
            "0", "1", "-0.50000000000000000000 + 0.86602540378443864676*i",
            "-0.50000000000000000000 - 0.86602540378443864676*i",
            "2*i (multiplicity 2)", "-2*i (multiplicity 2)"])
        close = self.lines("--complex", f"(x^2 + 2)*({10**50}*x^2 + {2 * 10**50 + 1})")
        self.assertEqual(len(set(close)), 4)
        found = json.loads(self.output("roots", "--complex", "--format=json", "u^2 - 2*u + 2"))
        self.assertEqual(found, {"format": 1, "variable": "u", "roots": [
            {"real": ["1", "1"], "imaginary": [sign + "1"] * 2, "multiplicity": 1}
            for sign in ("", "-")]})
        self.refused("roots", "--complex", "--interval", "0:1", "x")

    def test_interval(self):
        f = "(x + 2)*(x + 1)*x*(x - 1/3)*(x^2 - 2)"
        for interval, expected in (
                ("-2:0", ["-2", "-1.4142135623730950488", "-1", "0"]),
                ("-1.5:-1", ["-1.4142135623730950488", "-1"]),
                ("1/3:", ["0.33333333333333333333", "1.4142135623730950488"]),
                (":-2", ["-2"]),
                ("1e-5:0.3", []),
                ("2:-2", [])):
            self.assertEqual(self.lines("--interval", interval, f), expected)
        self.assertEqual(len(self.lines("--interval", ":", f)), 6)
        for wrong in ("", "1", "1:2:3", "x:1", "0:1/0", "a"):
            self.refused("roots", "--interval", wrong, f)

    def test_json(self):
        text = self.output("roots", "--format=json", "--precision=20", "u^2*(u^2 - 3)*(4*u - 7)^3")
        found = json.loads(text)
        self.assertEqual(found["format"], 1)
        self.assertEqual(found["variable"], "u")
        roots = [([Fraction(end) for end in root["interval"]], root["multiplicity"])
                 for root in found["roots"]]
        self.assertEqual([m for _, m in roots], [1, 2, 1, 3])
        self.assertEqual(roots[1][0], [0, 0])
        for (low, high), _ in roots[::2]:
            self.assertTrue((low**2 - 3) * (high**2 - 3) < 0 < high - low < Fraction(1, 2**19))
        self.assertEqual(json.loads(self.lines("--format=json", "x^2 + 1")[0])["roots"], [])
        self.assertIn("no real roots", self.run_program("roots", "x^2 + 1").stderr)

    def test_files(self):
        self.assertEqual(self.lines("@" + self.write("f.txt", "x^2 - 4\n")), ["-2", "2"])
        self.assertEqual(self.lines("@" + self.write("f.mpl", "f := s^2 - 9:\n")), ["-3", "3"])
        self.assertEqual(self.lines("-", stdin="x + 2"), ["-2"])
        self.assertEqual(self.lines("--output", self.path("out"), "x - 1"), [])
        with open(self.path("out"), encoding="utf-8") as file:
            self.assertEqual(file.read(), "1\n")

    def test_refusals(self):
        for f, message in (
                ("x*y", "expected a polynomial in one variable, found two: x and y"),
                ("x + y + z", "third variable"),
                ("x - x", "every number is a root of the polynomial 0"),
                ("x^", "line 1")):
            self.assertIn(message, self.refused("roots", f))
        for kind, remark in ([], "no real roots"), (["--complex"], "no roots"):
            done = self.run_program("roots", *kind, "5")
            self.assertEqual((done.returncode, done.stdout), (0, ""))
            self.assertIn(remark, done.stderr)
        self.assertEqual(json.loads(self.output("roots", "--quiet", "--format", "json", "5")),
                         {"format": 1, "variable": None, "roots": []})
        self.assertIn("degree", self.refused("roots", "x^100000 - x - 2", leave=1))
        self.assertIn("degree", self.refused("roots", "x^(2^30) - 2"))
        self.assertEqual(self.lines("x^100000"), ["0 (multiplicity 100000)"])
        self.refused("roots")
        self.refused("roots", "x", "x")


main()

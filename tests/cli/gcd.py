"""Tests of clmodp gcd."""

import json
import random

from program import Case, main


class Gcd(Case):
    def lines(self, *arguments):
        return self.output("gcd", *arguments).removesuffix("\n").split("\n")

    def test_known(self):
        for f, g, expected in (
                ("x^2*y - y", "x^2 + x - 2", ["x - 1", "x*y + y", "x + 2"]),
                ("4*x + 4", "6*x^2 - 6", ["2*x + 2", "2", "3*x - 3"]),
                ("x/2", "x/3", ["1/6*x", "3", "2"]),
                ("y - x", "x^2 = y^2", ["x - y", "-1", "x + y"]),
                ("0", "3/2 - x", ["x - 3/2", "0", "-1"]),
                ("0", "0", ["0", "0", "0"]), ("3", "6", ["3", "1", "2"]),
                ("a*b*c*d*e", "f*e^2*b", ["b*e", "a*c*d", "e*f"]),
                ("(x + i)*(x - i)", "x^2 + i*x", ["i + x", "-i + x", "x"])):
            self.assertEqual(self.lines("--cofactors", f, g), expected)
            self.assertEqual(self.lines(f, g), expected[:1])
            self.assertEqual(self.lines("--cofactors", g, f),
                             [expected[0], expected[2], expected[1]])

    def test_formats(self):
        self.assertEqual(json.loads(self.output("gcd", "--format", "json", "--cofactors",
                                                "x*y/2 + y/2", "a*x/3 + a/3")), {
            "format": 2, "variables": ["a", "x", "y"], "degree": 1, "denominator": "6",
            "terms": [[[0, 0, 0], "1"], [[0, 1, 0], "1"]], "cofactors": [
                {"degree": 1, "denominator": "1", "terms": [[[0, 0, 1], "3"]]},
                {"degree": 1, "denominator": "1", "terms": [[[1, 0, 0], "2"]]}]})
        self.assertEqual(self.lines("--format", "maple", "--cofactors", "x^2 - 1", "x - 1"),
                         ["r := x - 1:", "s := x + 1:", "t := 1:"])
        self.assertEqual(self.lines("--format", "latex", "x^3", "x^2"), ["x^{2}"])
        name = self.write("both", "ring R = 0,(x,y),dp;\npoly f = x^2 - y^2; poly g = x - y;\n")
        self.assertEqual(self.lines(f"@{name}"), ["x - y"])
        self.refused("gcd", "--format", "coeffs", "x", "x")
        self.refused("gcd", "--format", "maple", "I", "I")

    def test_batch(self):
        name = self.write("lines", "x^2 - 1 ; x - 1\n# none\n2*x;4\nx +;3\n1;2;3\n0;0\n")
        done = self.run_program("gcd", "--batch", name)
        lines = done.stdout.split("\n")
        self.assertEqual([lines[0], lines[1], lines[4]], ["x - 1", "2", "0"])
        self.assertTrue(lines[2].startswith("error: line 4, column"))
        self.assertTrue(lines[3].startswith("error: line 5, column"))
        self.assertEqual(done.returncode, 1)
        name = self.write("lines", "x^2 - 1 ; x - 1\n" * 3)
        for number, line in enumerate(self.lines("--cofactors", "--batch", name,
                                                 "--format=json"), 1):
            self.assertEqual(json.loads(line)["line"], number)
        for arguments in (["--cofactors"], ["x"], ["--from", "maple"], ["--format", "msolve"]):
            self.refused("gcd", "--batch", name, *arguments)

    def test_refusals(self):
        for arguments in ([], ["x"], ["x", "y", "z"], ["x", "x +"], ["x/y", "x"], ["-", "-"],
                          ["--modulus", "7", "x", "x"], ["--device", "host", "x", "x"]):
            self.refused("gcd", *arguments)

    def test_random(self):
        for seed in range(20):
            numbers = random.Random(seed)
            h, a, b = ("+".join(f"{numbers.randint(-9, 9)}*x^{numbers.randint(0, 9)}"
                                f"*y^{numbers.randint(0, 4)}" for _ in range(4))
                       for _ in range(3))
            d, u, v = self.lines("--cofactors", f"({h})*({a})", f"({h})*({b})")
            self.assertEqual(self.lines(f"({d})*({u}) - ({h})*({a})", "0"), ["0"])
            self.assertEqual(self.lines(f"({d})*({v}) - ({h})*({b})", "0"), ["0"])
            if d != "0":
                self.assertEqual(self.lines(u, v), ["1"])


main()

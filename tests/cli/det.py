"""Tests of clmodp det and charpoly: known and random matrices, other systems' syntax, refusals."""

import json
import random
import re
from fractions import Fraction

from program import Case, main


def cofactors(a):
    """Returns the determinant of a matrix of numbers by expansion along its first row."""
    if not a:
        return 1
    return sum((-1) ** k * a[0][k] * cofactors([row[:k] + row[k + 1:] for row in a[1:]])
               for k in range(len(a)))


class Det(Case):
    def one(self, *arguments, **more):
        return self.output("det", *arguments, **more).removesuffix("\n")

    def test_known(self):
        for matrix, expected in (
                ("[x, 1; y, x + 2]", "x^2 + 2*x - y"), ("[[x, 1], [y, x + 2]]", "x^2 + 2*x - y"),
                ("[]", "1"), ("[x]", "x"), ("[0]", "0"), ("[2/3]", "2/3"),
                ("[1/2, 3; 4, x/3]", "1/6*x - 12"), ("[0, 1; 1, 0]", "-1"),
                ("[x, y; x, y]", "0"), ("[0, a; 0, b]", "0"),
                ("[1, a, a^2; 1, b, b^2; 1, c, c^2]",
                 "-a^2*b + a^2*c + a*b^2 - a*c^2 - b^2*c + b*c^2"),
                ("[x^1000000, 1; 1, y^5*z]", "x^1000000*y^5*z - 1")):
            self.assertEqual(self.one(matrix), expected)
            self.assertEqual(self.one("--device", "host", "--engine", "host", matrix), expected)
        self.assertEqual(self.one("--modulus", "7", "[x, 9; 3, 10*x]"), "3*x^2 + 1")
        self.assertEqual(self.one("--modulus", "2", "[6, x^2*z^87*y^183 + z; 0, z*y]"), "0")
        self.assertEqual(self.one("-", stdin="x, 1\ny, 2\n"), "2*x - y")

    def test_random(self):
        numbers = random.Random(3)
        for n in (2, 3, 5, 7):
            a = [[[numbers.choice((0, numbers.randint(-99, 99))) for _ in range(3)]
                  for _ in range(n)] for _ in range(n)]
            text = ";".join(",".join(f"({c[0]})+({c[1]})*x+({c[2]})*x*y" for c in row)
                            for row in a)
            found = json.loads(self.output("det", "--format", "json", f"[{text}]"))
            for x, y in ((2, 3), (-5, 7)):
                at = {"x": x, "y": y}
                value = 0
                for exponents, c in found["terms"]:
                    term = int(c)
                    for name, e in zip(found["variables"], exponents):
                        term *= at[name] ** e
                    value += term
                self.assertEqual(Fraction(value, int(found["denominator"])), cofactors(
                    [[c[0] + c[1] * x + c[2] * x * y for c in row] for row in a]))

    def test_other_systems(self):
        for text in ("A := Matrix([[x, 1], [y, x + 2]]);\n", "matrix(QQ, [[x, 1],\n[y, x + 2]])",
                     "Matrix(2, 2, [[x, 1], [y, x + 2]])", "x, 1\ny, x + 2",
                     "matrix m[2][2] = x, 1, y, x + 2;", "matrix m [2][ 2 ]=\nx,1,\ny,(x + 2)"):
            name = self.write("matrix", text)
            self.assertEqual(self.one(f"@{name}"), "x^2 + 2*x - y", text)
        for text, expected in (("matrix m[2][2] = x, 1, y;", "expected 4 entries, found 3"),
                               ("matrix m = x", "expected two sizes"),
                               ("matrix m[2][0] = x", "expected two sizes"),
                               ("Matrix(2, 2, x)", "expected rows in this form"),
                               ("Matrix([x, y])", "expected rows in this form"),
                               ("matrix m[1][1] : x", "expected = and the entries"),
                               ("matrix", "expected two sizes"),
                               ("Matrix([[x, 1], [y, x +]]);", "line 1, column 24")):
            self.assertIn(expected, self.refused("det", text), text)

    def test_messages(self):
        """Unclosed brackets are told first, and what was typed is shown."""
        for text, place, reason in (
                ("[x, 1; y", "column 9", "expected ']' behind the matrix"),
                ("[[x, 1], [y", "column 12", "expected ']' behind a row"),
                ("[x, 1; (y, 2]", "column 14", "expected ')'"),
                ("matrix m[2][2] = x, 1, y;", "column 16", "expected 4 entries, found 3"),
                ("matrix m[2][2] = x, 1, y, (2;", "column 31", "expected ')'"),
                ("matrix m[1][1] = x +;", "column 21", "but found the end")):
            said = self.refused("det", text)
            self.assertRegex(said, f"{place}: .*{re.escape(reason)}")
            self.assertIn(f"\n  {text}\n", said)

    def test_checkpoint(self):
        matrix = "[x/2 + 1, y, 3; x*y, x - 5, 1; 7, y^2, x]"
        for command in "det", "charpoly":
            expected = self.output(command, matrix)
            for _ in range(2):
                self.assertEqual(self.output(command, "--checkpoint", self.path(command), matrix),
                                 expected)
        self.refused("det", "--checkpoint", self.path("charpoly"), matrix, leave=1, device=True)

    def test_formats(self):
        self.assertEqual(json.loads(self.output("det", "--format=json", "[x/2, 1; y, 3]")), {
            "format": 2, "variables": ["x", "y"], "degree": 1, "denominator": "2",
            "terms": [[[0, 1], "-2"], [[1, 0], "3"]]})
        self.assertEqual(self.one("--format", "maple", "[x]"), "r := x:")
        self.assertIn("engine", self.run_program("det", "--stats", "[x, y; 1, 2]").stderr)
        name = self.path("out")
        self.assertEqual(self.output("det", "--output", name, "[x]"), "")
        with open(name, encoding="utf-8") as file:
            self.assertEqual(file.read(), "x\n")

    def test_refusals(self):
        for arguments in ([], [""], [" "], ["[x]", "[y]"], ["[x, 1]"], ["[x, 1; y]"], ["[x"],
                          ["[[x], y]"], ["x, 1\ny +, 2"], ["--format", "coeffs", "[x]"],
                          ["--format", "maple", "[I]"], ["--variable", "t", "[x]"],
                          ["@/no/such/file"], ["[1/0]"]):
            self.refused("det", *arguments)
        self.refused("det", "--modulus", "2", "[1/2]", device=True)
        self.assertIn("engine schur", self.refused("det", "--engine", "schur", "[x]"))
        for options, reason in ((["--modulus", "7"], "over the integers"),
                                (["--mode", "probable"], "certified"),
                                (["--device", "all"], "one device")):
            self.assertIn(reason, self.refused("det", "--checkpoint", self.path("c"), *options,
                                               "[x]"))
        wide = "[x^50000 + x, 1; 1, y^50000 + y]"
        self.assertEqual(self.one("--engine", "auto", wide).count("*"), 4)
        for command in (["plan", "--det"], ["det", "--checkpoint", self.path("c")]):
            self.assertIn("must be below 2^31", self.refused(*command, wide))
        self.assertIn("expected a square matrix, found 1 row of 2", self.refused("det", "[x, 1]"))


class Charpoly(Case):
    def test_known(self):
        for arguments, expected in (
                (["[a, 1; 1, 0]"], "-a*t + t^2 - 1"), (["--variable", "z", "[]"], "1"),
                (["[1, 2; 3, 4]"], "t^2 - 5*t - 2"), (["--variable=x", "[t/2]"], "-1/2*t + x"),
                (["--modulus", "5", "[1, 2; 3, 4]"], "t^2 + 3")):
            self.assertEqual(self.output("charpoly", *arguments), expected + "\n")
        self.assertIn("'t' occurs in the matrix", self.refused("charpoly", "[t, 1; 1, 0]"))
        self.refused("charpoly", "[x, y]")
        self.refused("charpoly", "--variable", "2", "[x]")


class Rank(Case):
    def test_known(self):
        for arguments, expected in (
                (["[x, y; x^2, x*y; 0, 0]"], 1), (["[]"], 0), (["[0, 0]"], 0),
                (["[x, 1; 1, x]"], 2), (["[1/2, 1; 2, 4]"], 1),
                (["--modulus", "2", "[1, 1; 1, 3]"], 1),
                (["matrix m[2][3] = x, y, z, 2*x, 2*y, 2*z;"], 1),
                (["--engine", "host", "[x, y, z; y, z, x; x + y, y + z, z + x]"], 2)):
            self.assertEqual(self.output("rank", *arguments), f"{expected}\n")
        self.assertEqual(json.loads(self.output("rank", "--format", "json", "[x]")),
                         {"format": 1, "rank": 1})
        name = self.path("out")
        self.assertEqual(self.output("rank", "--output", name, "[x]"), "")
        with open(name, encoding="utf-8") as file:
            self.assertEqual(file.read(), "1\n")

    def test_refusals(self):
        for arguments in ([], ["[x]", "[y]"], ["[x, 1; y]"], ["--engine", "schur", "[x]"]):
            self.refused("rank", *arguments)
        self.assertIn("--modulus 4: expected a prime below 2^62",
                      self.refused("rank", "--modulus", "4", "[x]"))
        self.refused("rank", "--modulus", "2", "[1/2]", device=True)


main()

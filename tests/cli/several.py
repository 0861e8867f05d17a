"""Tests of polynomials in several variables: values, formats, batches, job folders."""

import json
import random
from fractions import Fraction

from definition import sylvester
from program import Case, main

F, G = "x*y*z - 1", "z^2 - x - y"
R = "-x^3*y^2 - x^2*y^3 + 1"


class Several(Case):
    def one(self, *arguments, **more):
        return self.output("resultant", *arguments, **more).removesuffix("\n")

    def test_examples(self):
        self.assertEqual(self.one("--eliminate", "z", F, G), R)
        self.assertEqual(self.one("--eliminate", "z", f"{F} = 0", "z^2 = x + 1.5*y"),
                         "-x^3*y^2 - 3/2*x^2*y^3 + 1")
        self.assertEqual(self.one("--eliminate", "x", F, G), "-y^2*z + y*z^3 - 1")
        self.assertEqual(self.one("--eliminate", "z", "--modulus", "3", F, G),
                         "2*x^3*y^2 + 2*x^2*y^3 + 1")
        self.assertEqual(self.one("--eliminate", "z", "x + z", "5 - y"), "-y + 5")
        self.assertEqual(self.one("--eliminate", "z", "0*z", "z*y - x"), "0")
        self.assertEqual(self.output("discriminant", "--eliminate", "y", "a*y^2 + b*y + c"),
                         "-4*a*c + b^2\n")
        self.assertEqual(self.one("--subresultant", "1", "--eliminate", "y", "a*y^2 + b",
                                  "y^2 + c*y - 1/2"),
                         "1/4*a^2 + a*b*c^2 + a*b + b^2\na*c*y - 1/2*a - b")
        self.assertIn("F has no discriminant: it is free of c", self.refused(
            "discriminant", "--eliminate", "c", "a*(c - c) + b*y"))
        self.assertIn("no subresultant S_1", self.refused(
            "resultant", "--subresultant", "1", "--eliminate", "c", "a*c + b", "c + d"))

    def test_generic_polynomials(self):
        """Results of few terms whose packed degrees are too high for arrays of coefficients. The
        numbers of terms of discriminants are A007878 of the OEIS."""
        rng = random.Random(5)

        def generic(degree, name):
            return " + ".join(f"{name}{k}*x^{k}" for k in range(degree + 1))

        def value(text, values):
            terms = text.replace(" - ", " + -").replace("^", "**").split(" + ")
            return len(terms), sum(eval(term, values) for term in terms)

        for p, q in ((5, 5), (6, 6), (7, 4)):
            found = self.one("--engine", "auto", "--eliminate", "x", generic(p, "a"),
                             generic(q, "b"))
            a, b = ([rng.randrange(-9, 10) or 1 for _ in range(n + 1)] for n in (p, q))
            values = {f"{name}{k}": c for name, of in (("a", a), ("b", b))
                      for k, c in enumerate(of)}
            self.assertEqual(value(found, values)[1], sylvester(a, b))
        for degree, terms in ((8, 5247), (9, 26059)):
            found = self.output("discriminant", "--engine", "auto", "--eliminate", "x",
                                generic(degree, "a"))
            values = {f"a{k}": 0 for k in range(degree)} | {"a0": -1, f"a{degree}": 1}
            sign = (-1) ** (degree * (degree - 1) // 2 + degree - 1)
            self.assertEqual(value(found, values), (terms, sign * degree ** degree))

    def test_options_of_the_computation(self):
        f, g, r = "(x + y + z)^5 - 1", "(x*y - z)^4 + 2*x", None
        for options in ([], ["--engine", "host"], ["--mode", "probable"], ["--threads", "1"],
                        ["--engine", "euclid"], ["--max-memory", "64M"]):
            found = self.one("--eliminate", "z", f, g, *options)
            self.assertEqual(found, r or found)
            r = found
        done = self.run_program("resultant", "--eliminate", "z", f, g, "--max-result", "1K")
        self.assertEqual(done.returncode, 1)
        self.assertIn("--max-result", done.stderr)

    def test_json(self):
        found = json.loads(self.one("--eliminate", "z", "--format", "json", F, "z^2 - x - y/2"))
        self.assertEqual(found, {
            "format": 2, "eliminated": "z", "variables": ["x", "y"], "degree": 5,
            "denominator": "2", "terms": [[[0, 0], "2"], [[2, 3], "-1"], [[3, 2], "-2"]]})
        found = json.loads(self.one("--eliminate", "y", "--format", "json", "--subresultant", "1",
                                    "--modulus", "7", "a*y^2 + b", "y^2 + c*y"))
        self.assertEqual(found["subresultant"][1], {
            "degree": 2, "denominator": "1", "modulus": 7, "terms": [[[1, 0, 1], "1"]]})
        found = json.loads(self.one("--eliminate", "y", "--format", "json", "y*a", "y*b"))
        self.assertEqual(found["terms"], [])

    def test_other_systems(self):
        for form, expected in (
                ("maple", "r := R^2*a*rr + a^2 - 3*rr:\n"),
                ("singular",
                 "ring RR = 0,(R,a,rr),dp;\npoly r = R^2*a*rr + a^2 - 3*rr;\n"),
                ("sage", "RR.<R,a,rr> = ZZ[]\nr = RR(R^2*a*rr + a^2 - 3*rr)\n"),
                ("msolve", "R,a,rr\n0\nR^2*a*rr+a^2-3*rr\n"),
                ("latex", "R^{2} a \\mathit{rr} + a^{2} - 3 \\mathit{rr}\n")):
            self.assertEqual(self.output("resultant", "--eliminate", "y", "--format", form,
                                         "y - R^2*a", "rr*y + a^2 - 3*rr"), expected)
        self.assertIn("'I' cannot be written for Maple", self.refused(
            "resultant", "--eliminate", "y", "--format", "maple", "y - a*b", "y - I"))
        name = self.write("f.sing", "ring r = 0,(x,y,z),dp;\n"
                          "poly f = x*y*z-1;\npoly g = z2-x-y;\n")
        self.assertEqual(self.one("--eliminate", "z", f"@{name}"), R)

    def test_exponents_that_are_too_large(self):
        f = "3*x*y^3 - 8*x^715827894*y*z"
        done = self.run_program("discriminant", "--eliminate", "y", f)
        self.assertEqual((done.returncode, done.stderr),
                         (1, "clmodp: an exponent of the result reaches 2^31\n"))
        done = self.run_program("discriminant", "--eliminate", "y", "--batch", "-", stdin=f)
        self.assertEqual(done.stdout, "error: line 1: an exponent of the result reaches 2^31\n")
        self.assertEqual(self.output("discriminant", "--eliminate", "y", "--modulus", "2", f),
                         "0\n")

    def test_batch(self):
        lines = [f"{F} ; {G}", "x - z ; z^2 + 1", "x - y ; x + w", "y + x - z ; z - w",
                 "z ; z - a*"]
        done = self.run_program("resultant", "--eliminate", "z", "--batch", "-",
                                stdin="\n".join(lines))
        found = done.stdout.split("\n")
        self.assertEqual(found[0], R)
        self.assertEqual(found[1], "x^2 + 1")
        self.assertEqual(found[2], "1")
        self.assertEqual(found[3], "w - x - y")
        self.assertIn("line 5, column 11", found[4])

    def test_job_folders(self):
        f, g = "(x + y + z)^5 - 1/3", "(x*y - z)^4 + 2*x"
        for more in [], ["--subresultant", "1"]:
            folder = self.path("job" + "-".join(more))
            self.output("submit", "--eliminate", "z", "--unit-primes", "1", *more, folder, f, g)
            self.output("worker", folder)
            for form in "expr", "json", "singular":
                self.assertEqual(self.output("finish", "--format", form, folder),
                                 self.output("resultant", "--eliminate", "z", "--format", form,
                                             *more, f, g))
            self.assertIn("choose another", self.refused("finish", "--format", "coeffs", folder))
        folder = self.path("kept")
        self.assertEqual(self.one("--eliminate", "z", "--checkpoint", folder, F, G), R)
        plan = json.loads(self.output("plan", "--eliminate", "z", "--format", "json", f, g))
        self.assertEqual(plan["eliminated"], "z")

    def test_values(self):
        """Results are determinants at integers."""
        numbers = random.Random(11)
        for _ in range(12):
            rows = [[[(numbers.randint(-9, 9), numbers.randint(0, 2), numbers.randint(0, 2),
                       numbers.randint(0, 1)) for _ in range(2)]
                     for _ in range(numbers.randint(2, 4))] for _ in range(2)]
            f, g = ("+".join(f"({c})*a^{i}*b^{j}*c^{k}*y^{e}" for e, row in enumerate(poly)
                             for c, i, j, k in row) + f"+ 11*y^{len(poly) - 1} + 0*a*b*c"
                    for poly in rows)
            r = self.one("--eliminate", "y", f, g).replace("^", "**")
            at = {name: numbers.randint(10**6, 2 * 10**6) for name in "abc"}
            values = [[Fraction(sum(c * at["a"]**i * at["b"]**j * at["c"]**k
                                    for c, i, j, k in row) + (11 if row is poly[-1] else 0))
                       for row in poly] for poly in rows]
            self.assertEqual(eval(r, {}, at), sylvester(*values))


main()

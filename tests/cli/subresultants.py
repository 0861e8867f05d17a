"""Tests of subresultants printed by the program, against their definition."""

import json
import random
from fractions import Fraction

from definition import Random, subresultant, sylvester, value
from program import Case, main


class Subresultants(Case):
    def lines(self, f, g, *options):
        text = self.output("resultant", "--subresultant", "1", f, g, *options)
        self.assertEqual(text[-1:], "\n")
        return text[:-1].split("\n")

    def test_expressions(self):
        for f, g, resultant, expected in (
                ("x^2 + y^2 - 1", "x*y - 1", "x^4 - x^2 + 1", "x*y - 1"),
                ("y^2/2 - x", "y^3/3 - x*y/7 + 1", "-121/1764*x^3 + 1/8", "11/84*x*y + 1/4"),
                ("y^2 - x", "y^2 - 3", "x^2 - 6*x + 9", "x - 3"),
                ("y^3 - x", "y^3 - 3", "x^3 - 9*x^2 + 27*x - 27", "0"),
                ("b^2 - a", "-b - a^2 - 1", "a^4 + 2*a^2 - a + 1", "-b - a^2 - 1"),
                ("y^2", "y - x^2 + 11*x - 1", "x^4 - 22*x^3 + 123*x^2 - 22*x + 1",
                 "y - x^2 + 11*x - 1"),
                ("y^3", "(x^2 - x + 1)*y - 1", "-1",
                 "x^4*y - 2*x^3*y + 3*x^2*y - 2*x*y + y - x^2 + x - 1"),
                ("t^2 - 3*t + 1", "2*t^2 - 5", "-41", "6*t - 7")):
            self.assertEqual(self.lines(f, g), [resultant, expected])

    def test_eliminated_variable(self):
        self.assertEqual(self.lines("x^2 - y", "x*y - 2", "--eliminate", "x"),
                         ["-y^3 + 4", "y*x - 2"])

    def test_modulus(self):
        self.assertEqual(self.lines("y^2/2 - x", "y^3/3 - x*y/7 + 1", "--modulus", "11"),
                         ["7", "3"])
        self.assertEqual(self.lines("11*y^3 + y^2 - x", "y^2 - 3", "--modulus=11"),
                         ["x^2 + 5*x + 9", "10*x + 3"])

    def test_options_of_the_computation(self):
        plain = self.lines("y^3 - x*y + 7", "3*y^2 - x")
        for options in (["--mode", "probable"], ["--max-memory", "64M"], ["--crt", "positional"]):
            self.assertEqual(self.lines("y^3 - x*y + 7", "3*y^2 - x", *options), plain)

    def test_any_index(self):
        self.assertEqual(self.output("resultant", "--subresultant", "2", "y^4 + x*y^2/3 + y + 1",
                                     "y^3 - x*y + 2/5"),
                         "16/9*x^4 + 544/675*x^3 + 8/3*x^2 + 3/5*x + 571/625\n"
                         "4/3*x*y^2 + 3/5*y + 1\n")
        self.assertEqual(self.output("resultant", "--subresultant", "2", "--format", "latex",
                                     "y^4 + x", "y^3 - 2*y").split("\n")[1], "2 y^{2} + x")
        self.refused("resultant", "--subresultant", "3", "y^3 - x", "y^3 + x")

    def test_checkpoints(self):
        f, g = "x*y^4/3 + 7*x^2*y^3 - y + x^3", "y^4*x - 11*y^2 + x^5*y + 2/7"
        for options in ((), ("--principal",), ("--eliminate", "x")):
            folder = self.path("job" + "".join(options))
            once = self.output("subresultants", *options, f, g)
            for _ in range(2):
                self.assertEqual(self.output("subresultants", *options, f, g, "--engine", "host",
                                             "--checkpoint", folder), once)
            self.assertEqual(self.output("finish", folder), once)

    def test_chains(self):
        self.assertEqual(self.output("subresultants", "y^3 - x", "y^2 - 3"), "3*y - x\nx^2 - 27\n")
        self.assertEqual(self.output("subresultants", "--principal", "y^3 - x", "y^2 - 3"),
                         "3\nx^2 - 27\n")
        self.assertEqual(self.output("subresultants", "3", "y^2 - x"), "9\n")
        self.assertEqual(self.output("subresultants", "3", "5"), "1\n")
        self.assertEqual(self.output("subresultants", "--modulus=7", "y^3/2 - x", "y^2 - 3"),
                         "5*y + 6*x\nx^2 + 2\n")
        self.assertEqual(self.output("subresultants", "--eliminate=y", "a*y^3 + b", "y^2 - a*b"),
                         "a^2*b*y + b\n-a^5*b^3 + b^2\n")
        self.refused("subresultants", "--format=maple", "y^3", "y^2 - x")
        self.refused("subresultants", "--batch=-", "--format=expr")
        self.refused("subresultants", "y^2")

    def test_chains_against_definition(self):
        source = random.Random(7)
        pairs = [(Random(source), Random(source)) for _ in range(40)]
        for options in [], ["--principal"]:
            done = self.run_program("subresultants", "--format=json", "--batch", "-", *options,
                                    stdin="\n".join(f"{f.text()} ; {g.text()}" for f, g in pairs))
            for (f, g), line in zip(pairs, done.stdout.splitlines(), strict=True):
                listed = json.loads(line)["subresultants"]
                count = max(1, min(len(f.rows), len(g.rows)) - 1)
                self.assertEqual([s["k"] for s in listed], list(range(count))[::-1])
                for s in listed:
                    self.check_one(f, g, s["k"], s["principal" if options else "coefficients"])

    def check_one(self, f, g, k, parts):
        for x in range(-3, 4):
            expected = (subresultant(f.at(x), g.at(x), k) if k
                        else [sylvester(f.at(x), g.at(x))])
            found = [sum(Fraction(int(c), int(part["denominator"])) * x**i
                         for i, c in part["terms"]) for part in parts]
            self.assertEqual(found, expected[-len(parts):])

    def test_none(self):
        for f, g in (("x", "y^2"), ("y", "y + x"), ("0", "y^3"), ("3", "4")):
            self.refused("resultant", "--subresultant=1", f, g)
        self.refused("resultant", "--subresultant=0", "y^2", "y")
        self.refused("resultant", "--subresultant", "y^2", "y")
        self.refused("discriminant", "--subresultant=1", "y^2")

    def test_too_many(self):
        for f, g, *more in (("z^200000000 + x*y", "z^200000000 + 1", "--eliminate", "z"),
                            ("y^200000000 + x", "y^200000000 + 1"),
                            ("y^1448 + x", "y^1448 + 1")):
            self.assertIn("at most 1048576", self.refused("subresultants", f, g, *more))
        self.assertIn("200000000 coefficients", self.refused(
            "subresultants", "--principal", "y^200000000 + x", "y^200000000 + 1"))
        self.assertIn("100000002 coefficients", self.refused(
            "resultant", "--subresultant=100000000", "y^200000000 + x", "y^200000000 + y"))

    def test_coefficients(self):
        self.assertEqual(self.lines("y^2/2 - x", "y^3/3 - x*y/7 + 1", "--format=coeffs"),
                         ["1/8", "0", "0", "-121/1764", "", "1/4", "", "0", "11/84"])

    def test_json(self):
        text, = self.lines("y^2/2 - x", "y^3/3 - x*y/7 + 1", "--format=json")
        self.assertEqual(json.loads(text), {
            "format": 1, "eliminated": "y", "variable": "x", "degree": 3, "denominator": "3528",
            "terms": [[0, "441"], [3, "-242"]],
            "subresultant": [{"degree": 0, "denominator": "4", "terms": [[0, "1"]]},
                             {"degree": 1, "denominator": "84", "terms": [[1, "11"]]}]})
        text, = self.lines("y^3 + x", "y^3", "--format=json", "--modulus=7")
        nothing = {"degree": -1, "denominator": "1", "modulus": 7, "terms": []}
        self.assertEqual(json.loads(text)["subresultant"], [nothing, nothing])

    def test_batch_against_definition(self):
        seed = 20240301
        source = random.Random(seed)
        pairs = [(Random(source), Random(source)) for _ in range(60)]
        lines = [f"{f.text()} ; {g.text()}" for f, g in pairs]
        done = self.run_program("resultant", "--subresultant=1", "--batch", "-",
                                "--format=coeffs", stdin="\n".join(lines))
        answers = done.stdout.splitlines()
        for (f, g), line in zip(pairs, lines):
            answer = answers.pop(0)
            p, q = len(f.rows) - 1, len(g.rows) - 1
            if min(p, q) < 1 or p + q < 3:
                self.assertRegex(answer, "^error: line [0-9]+: F and G have no sub")
                continue
            resultant = [Fraction(c) for c in answer.split(" ")]
            minors = [[Fraction(c) for c in part.split(" ")]
                      for part in answers.pop(0).split(" ; ")]
            for x in range(-2 * (p + q), 2 * (p + q)):
                self.assertEqual(value(resultant, x), sylvester(f.at(x), g.at(x)), (seed, line, x))
                self.assertEqual([value(minor, x) for minor in minors],
                                 subresultant(f.at(x), g.at(x)), (seed, line, x))
        self.assertEqual(answers, [])


main()

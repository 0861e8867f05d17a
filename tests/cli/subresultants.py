"""Tests of first subresultants printed by the program, against their definition."""

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

    def test_none(self):
        for f, g in (("x", "y^2"), ("y", "y + x"), ("0", "y^3"), ("3", "4")):
            self.refused("resultant", "--subresultant=1", f, g)
        self.refused("resultant", "--subresultant=0", "y^2", "y")
        self.refused("resultant", "--subresultant", "y^2", "y")
        self.refused("discriminant", "--subresultant=1", "y^2")

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
                self.assertRegex(answer, "^error: line [0-9]+: F and G have no first")
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

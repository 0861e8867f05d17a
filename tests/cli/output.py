"""Long answers: their digits, and who reads them."""

import itertools
import json
import random
import subprocess
import sys

from program import PROGRAM, Case, main

# Python 3.11 and later refuse to print long integers unless they are told not to.
getattr(sys, "set_int_max_str_digits", lambda digits: None)(0)

HOST = ["--engine", "host", "--max-answer", "1G"]
# 14 million digits: some 0.3 s to compute, and 1 s to convert.
LONG = ["resultant", *HOST, "3", "y^30000000"]


class Digits(Case):
    """Integers from text to text: what is free of y is its resultant with y."""

    def texts(self):
        """Integers of up to three cuts, at whose borders there are zeros, nines and ones."""
        source = random.Random(7)
        piece = 1 << 17
        for digits in (19, 20, 39, piece - 1, piece, piece + 1, 2 * piece, 2 * piece + 1,
                       3 * piece + 17, 4 * piece, 5 * piece):
            yield "1" + "0" * digits
            yield "9" * digits
            yield "1" + "0" * (digits - 1) + "1"
            whole = [*str(source.randrange(1, 10)), *source.choices("0123456789", k=digits - 1)]
            yield "".join(whole)
            for _ in range(4):  # runs of zeros longer than a piece, too
                begin = source.randrange(1, digits)
                end = min(digits, begin + source.randrange(1, digits + 1))
                whole[begin:end] = "0" * (end - begin)
                yield "".join(whole)

    def test_constants(self):
        texts = list(self.texts())
        lines = [sign + text for sign, text in zip(itertools.cycle(("", "-", "")), texts)]
        name = self.write("lines", "".join(f"{line} ; y\n" for line in lines))
        for form in ("expr", "coeffs"):
            answers = self.output("resultant", *HOST, "--batch", name, "--format", form)
            for number, (line, answer) in enumerate(zip(lines, answers.split("\n"), strict=False)):
                self.assertTrue(line == answer, (form, number, len(line), len(answer)))
        self.assertEqual(len(lines), answers.count("\n"))

    def test_alone(self):
        """Terms, members and fractions around them; each program prints one answer in pieces."""
        a, b = "7" * 140000, "1" + "0" * 150000
        name = self.write("f", f"-{a}*x^2 + {b}*x - 1/{a}{a}")
        self.assertEqual(self.output("resultant", *HOST, f"@{name}", "y"),
                         f"-{a}*x^2 + {b}*x - 1/{a}{a}\n")
        self.assertEqual(self.output("resultant", *HOST, f"@{name}", "y", "--format=coeffs"),
                         f"-1/{a}{a}\n{b}\n-{a}\n")
        answer = json.loads(self.output("resultant", *HOST, f"@{self.write('g', f'{b}-{a}*x')}",
                                        "y", "--format=json"))
        self.assertEqual(answer["terms"], [[0, b], [1, f"-{a}"]])

    def test_words(self):
        """Polynomials over F_p of several windows of 2^16 coefficients."""
        source = random.Random(8)
        for count in (65535, 65536, 65537, 131073, 200001):
            words = [source.randrange(2) * source.randrange(65537) for _ in range(count - 1)] + [5]
            name = self.write("words", " ".join(map(str, words)))
            arguments = ["poly", "mul", "--modulus", "65537", "--algorithm", "host"]
            listed = self.output(*arguments, "--format", "coeffs", f"@{name}", "1")
            self.assertTrue(listed == " ".join(map(str, words)) + "\n", count)
            name = self.write("sum", " + ".join(f"{c}*x^{i}" for i, c in enumerate(words) if c))
            terms = json.loads(self.output(*arguments, "--format", "json", f"@{name}", "1"))
            self.assertTrue(terms["product"]["terms"] ==
                            [[i, str(c)] for i, c in enumerate(words) if c], count)
            printed = self.output(*arguments, f"@{name}", "1").rstrip("\n").split(" + ")
            wanted = [(f"{c}*" if c > 1 else "") + f"x^{i}"
                      for i, c in reversed(list(enumerate(words))) if c and i > 1]
            self.assertTrue(printed[:len(wanted)] == wanted, count)


class Cost(Case):
    def test_nobody_reads_on(self):
        """A pipe that is closed ends the conversion."""
        process = subprocess.Popen([PROGRAM, *LONG], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, env=self.environment(device=False))
        self.assertEqual(len(process.stdout.read(1000)), 1000)
        process.stdout.close()
        self.assertIn(b"cannot write to standard output: Broken pipe", process.stderr.read())
        process.stderr.close()
        self.assertEqual(process.wait(), 1)


main()

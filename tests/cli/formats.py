"""Tests of output formats for other systems; Singular, if installed, reads its format."""

import re
import shutil
import unittest

from program import Case, main, run_singular

HOST = ["--engine", "host"]
CIRCLE = ["x^2 + y^2 - 1", "x*y - 1"]
FOREIGN = ("maple", "singular", "msolve", "sage", "latex")


def forms(r, variables="x", s=None, characteristic=0, ring="ZZ[]", names=("r", "s", "R")):
    """Returns expressions in each format except LaTeX."""
    name, second, ideal = names
    tight = [text.replace(" ", "") for text in (r, s) if text is not None]
    texts = {
        "maple": f"{name} := {r}:\n",
        "singular": f"ring {ideal} = {characteristic},({variables}),dp;\npoly {name} = {r};\n",
        "msolve": f"{variables}\n{characteristic}\n" + ",\n".join(tight) + "\n",
        "sage": f"{ideal}.<{variables}> = {ring}\n{name} = {ideal}({r})\n",
    }
    if s is not None:
        texts["maple"] += f"{second} := {s}:\n"
        texts["singular"] += f"poly {second} = {s};\n"
        texts["sage"] += f"{second} = {ideal}({s})\n"
    return texts


class Texts(Case):
    maxDiff = None

    def check(self, arguments, expected):
        """Asserts the output in each format, without a device."""
        found = {form: self.output(*arguments, *HOST, "--format", form, device=False)
                 for form in expected}
        self.assertEqual(found, expected, arguments)

    def test_resultants(self):
        self.check(["resultant", *CIRCLE],
                   {**forms("x^4 - x^2 + 1"), "latex": "x^{4} - x^{2} + 1\n"})
        self.check(["resultant", "y^2 - 16*x^12", "y - x/2"],
                   {**forms("-16*x^12 + 1/4*x^2", ring="QQ[]"),
                    "latex": "-16 x^{12} + \\frac{1}{4} x^{2}\n"})
        self.check(["discriminant", "--modulus", "101", "y^4 + x*y^2 + y + x"],
                   forms("16*x^5 + 74*x^4 + 50*x^3 + 43*x^2 + 74", characteristic=101,
                         ring="GF(101)[]"))

    def test_subresultants(self):
        self.check(["resultant", "--subresultant", "1", *CIRCLE],
                   {**forms("x^4 - x^2 + 1", "x,y", "x*y - 1"),
                    "latex": "x^{4} - x^{2} + 1\nx y - 1\n"})

    def test_zeros_and_constants(self):
        self.check(["resultant", "0", "x*y"], {**forms("0"), "latex": "0\n"})
        self.check(["resultant", "3", "5"], {**forms("1"), "latex": "1\n"})
        self.check(["discriminant", "2*t^2 - 1"], {**forms("8"), "latex": "8\n"})
        self.check(["resultant", "--subresultant", "1", "y^2", "y^2 + 1"],
                   forms("1", "y", "1"))

    def test_names(self):
        """Names of polynomials and rings differ from all variables."""
        self.check(["discriminant", "y^2 - r"], forms("4*r", "r", names=("rr", "s", "R")))
        self.check(["resultant", "--subresultant", "1", "--eliminate", "rr", "rr^2 - r",
                    "rr^2 - 2"], {
            "maple": "rrr := r^2 - 4*r + 4:\ns := r - 2:\n",
            "singular": "ring R = 0,(r,rr),dp;\npoly rrr = r^2 - 4*r + 4;\npoly s = r - 2;\n"})
        self.check(["discriminant", "y^2 - R"],
                   {"singular": "ring RR = 0,(R),dp;\npoly r = 4*R;\n"})
        for name, text in (("t", "t"), ("t1", "t_{1}"), ("t12", "t_{12}"), ("_", "\\mathit{\\_}"),
                           ("ab", "\\mathit{ab}"), ("a_1", "\\mathit{a\\_1}"),
                           ("a" * 63, "\\mathit{" + "a" * 63 + "}"),
                           ("_" * 63, "\\mathit{" + "\\_" * 63 + "}"),
                           ("a" + "1" * 62, "a_{" + "1" * 62 + "}")):
            self.check(["discriminant", f"y^2 - {name}^2/3"],
                       {"latex": f"\\frac{{4}}{{3}} {text}^{{2}}\n"})

    def test_reserved_names(self):
        """Variables reserved in a system are rejected for its format, all others are written."""
        reserved = {"maple": ["I", "Pi", "D", "gamma", "O", "Catalan", "true", "and", "in", "if",
                              "Digits", "infinity"],
                    "singular": ["int", "ring", "poly", "std", "var", "_", "_x"],
                    "sage": ["lambda", "in", "None", "ZZ", "QQ", "_x"],
                    "msolve": ["a" * 48]}
        free = {"maple": ["i", "Pie", "int", "_x"], "singular": ["i", "I", "in", "x_"],
                "sage": ["I", "pi", "D", "int", "lambda_"], "msolve": ["a" * 47, "in", "I", "_"],
                "latex": ["I", "lambda"], "expr": ["I", "int"], "json": ["lambda"]}
        for form, names in reserved.items():
            for name in names:
                for arguments in (["discriminant", *HOST, f"y^2 - {name}", "--eliminate", "y"],
                                  ["resultant", *HOST, "--subresultant", "1", f"{name}^2 - x",
                                   f"{name}^2 + x", "--eliminate", name],
                                  ["poly", "mul", "--modulus", "7", name, "2"]):
                    self.assertIn(f"'{name}' cannot be written for",
                                  self.refused(*arguments, "--format", form))
        for form, names in free.items():
            for name in names:
                self.assertIn(name, self.output("discriminant", *HOST, f"yy^2 - {name}",
                                                "--eliminate", "yy", "--format", form,
                                                device=False))
        done = self.run_program("discriminant", *HOST, "--batch", "-", "--format", "maple",
                                stdin="y^2 - I\ny^2 - x\n", device=False)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stdout, r"\A# error: line 1: .*imaginary.*\nr2 := 4\*x:\n\Z")
        folder = self.path("reserved")
        self.output("submit", *HOST, folder, "x^2 + I", "x - I^2", "--eliminate", "x",
                    device=False)
        self.output("worker", folder, device=False)
        self.assertIn("imaginary", self.refused("finish", "--format", "maple", folder))
        self.assertIn("I", self.output("finish", "--format", "sage", folder, device=False))

    def test_batches(self):
        lines = "# none\ny^2 - x ; y - 3\n+ ; 1\ny^2 ; y - x/2\n"

        def printed(form):
            done = self.run_program("resultant", *HOST, "--batch", "-", "--format", form,
                                    stdin=lines, device=False)
            self.assertEqual(done.returncode, 1)
            return done.stdout

        why = r"error: line 3, column 3: .*\n"
        for form, pattern in {
                "maple": rf"r2 := -x \+ 9:\n# {why}r4 := 1/4\*x\^2:\n",
                "singular": rf"ring R2 = 0,\(x\),dp;\npoly r2 = -x \+ 9;\n// {why}"
                            r"ring R4 = 0,\(x\),dp;\npoly r4 = 1/4\*x\^2;\n",
                "sage": rf"R2.<x> = ZZ\[\]\nr2 = R2\(-x \+ 9\)\n# {why}"
                        r"R4.<x> = QQ\[\]\nr4 = R4\(1/4\*x\^2\)\n",
                "latex": rf"-x \+ 9\n% {why}\\frac\{{1\}}\{{4\}} x\^\{{2\}}\n"}.items():
            self.assertRegex(printed(form), rf"\A{pattern}\Z", form)
        for command in (["resultant"], ["discriminant"], ["poly", "mul", "--modulus", "7"]):
            self.assertIn("batch", self.refused(*command, "--batch", "-", "--format", "msolve"))

    def test_polynomials_modulo_primes(self):
        arguments = ["poly", "xgcd", "--modulus", "7", "--algorithm", "host", "x^2 - 1", "x^2 + x"]
        for form, text in {
                "maple": "g := x + 1:\nu := 6:\nv := 1:\n",
                "singular": "ring R = 7,(x),dp;\npoly g = x + 1;\npoly u = 6;\npoly v = 1;\n",
                "msolve": "x\n7\nx+1,\n6,\n1\n",
                "sage": "R.<x> = GF(7)[]\ng = R(x + 1)\nu = R(6)\nv = R(1)\n",
                "latex": "x + 1\n6\n1\n"}.items():
            self.assertEqual(self.output(*arguments, "--format", form, device=False), text)
        arguments[1] = "resultant"
        for form, text in {"maple": "r := 0:\n", "latex": "0\n", "msolve": "x\n7\n0\n"}.items():
            self.assertEqual(self.output(*arguments, "--format", form, device=False), text)
        self.assertEqual(
            self.output("poly", "divrem", "--modulus", "7", "--algorithm", "host", "--batch", "-",
                        "--format", "maple", stdin="q^12 ; q^2 + 1\n", device=False),
            "q1 := q^10 + 6*q^8 + q^6 + 6*q^4 + q^2 + 6:\nr1 := 1:\n")
        for form, text in {"maple": "rr1 := r1^2 + r1:\n", "sage":
                           "R1.<r1> = ZZ[]\nrr1 = R1(r1^2 + r1)\n"}.items():
            self.assertEqual(self.output("resultant", "--engine", "host", "--batch", "-",
                                         "--format", form, stdin="r1^2+y; r1-y\n",
                                         device=False), text)

    def test_folders(self):
        folder = self.path("job")
        self.run_program("submit", *HOST, folder, *CIRCLE, device=False)
        self.run_program("worker", folder, device=False)
        self.assertEqual(self.output("finish", "--format", "maple", folder, device=False),
                         "r := x^4 - x^2 + 1:\n")

    def test_long_ones(self):
        """Long results, printed in pieces, differ between formats only in their syntax."""
        arguments = ["resultant", *HOST, "(x + 3)^40*y + 7/3", "y^30 + x"]
        plain = self.output(*arguments, device=False).rstrip("\n")
        self.assertGreater(len(plain), 1 << 17)
        printed = {form: self.output(*arguments, "--format", form, device=False)
                   for form in FOREIGN}
        expected = forms(plain, ring="QQ[]")
        for form, text in expected.items():
            self.assertTrue(printed[form] == text, form)
        back = re.sub(r"\\frac\{(\d+)\}\{(\d+)\}", r"\1/\2", printed["latex"].rstrip("\n"))
        back = re.sub(r"\^\{(\d+)\}", r"^\1", back)
        self.assertTrue(re.sub(r"(\d) x", r"\1*x", back) == plain)

    def test_read_back(self):
        """Output in a system's format is recognised and read, two polynomials from one file."""
        arguments = ["resultant", *HOST, "--subresultant", "1", "x^3*y^2 + x*y/2 + 7",
                     "y^3 + x*y + 5"]
        first, second = self.output(*arguments, device=False).splitlines()
        expected = self.output("resultant", *HOST, first, second, device=False)
        for form in ("maple", "singular", "msolve"):
            name = self.write("r." + form, self.output(*arguments, "--format", form, device=False))
            for more in ([], ["--from", form]):
                self.assertEqual(self.output("resultant", *HOST, *more, f"@{name}", device=False),
                                 expected, form)


@unittest.skipUnless(shutil.which("Singular"), "Singular is not installed")
class InSingular(Case):
    """Singular reads output in its format."""

    def test_reads(self):
        for arguments in (["resultant", "--subresultant", "1", *CIRCLE],
                          ["resultant", "x*y^2 - 3/7", "y - x^5/2"],
                          ["resultant", "x^40000*y^2 - 3", "y - x^2"],
                          ["discriminant", "--modulus", "101", "y^4 + x*y^2 + y + x"],
                          ["discriminant", "--modulus", str(2**62 - 57), "y^4 - x*y^2 + y + x"],
                          ["discriminant", "--modulus", "60", "y^4 - x*y^2 + y + x"],
                          ["discriminant", "ab^2 - 3*x_1^2/5"]):
            text = self.output(*arguments, *HOST, "--format", "singular", device=False)
            plain = self.output(*arguments, *HOST, device=False).splitlines()
            for name, value in zip("rs", plain):
                # Singular reads the expression to the same value, without errors.
                self.assertRegex(run_singular(f"{text}short = 0; {name} - ({value});"),
                                 r"\A\s*0\s*\Z", arguments)

    def test_words(self):
        """No reserved word of Singular is written as a variable."""
        words = run_singular("list l = reservedNameList(); int i;"
                             "for (i = 1; i <= size(l); i++) { l[i]; } system(\"version\");")
        *words, version = words.split()
        if not version.startswith("43"):
            self.skipTest(f"the words are those of Singular 4.3, not of {version}")
        self.assertGreater(len(words), 200)
        done = self.run_program("discriminant", *HOST, "--batch", "-", "--eliminate", "y0",
                                "--format", "singular", device=False,
                                stdin="".join(f"y0^2 - {word}\n" for word in words))
        self.assertEqual(done.stdout.count("is a keyword there"), len(words))


main()

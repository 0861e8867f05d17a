"""Tests of reading expressions: sources, errors and the caret, without a device."""

import os
import re
import resource
import subprocess

from program import PROGRAM, Case, main


class Caret(Case):
    """Locations of errors in an argument, a file, a batch."""

    def place(self, message):
        """Returns (source, line, column) named by a message."""
        match = re.match(r"clmodp: (?:(.*?): )?line (\d+), column (\d+): \S", message)
        self.assertIsNotNone(match, message)
        return match[1], int(match[2]), int(match[3])

    def shown(self, message):
        """Returns the excerpt and the character above the caret; '' beyond the line's end."""
        lines = message.split("\n")
        self.assertEqual(len(lines), 4, message)
        self.assertRegex(lines[2], r"^ *\^$")
        return lines[1], lines[1][len(lines[2]) - 1:][:1]

    def test_argument(self):
        message = self.refused("resultant", "x + * y", "x")
        self.assertEqual(self.place(message), ("F", 1, 5))
        self.assertEqual(self.shown(message), ("  x + * y", "*"))
        message = self.refused("resultant", "x", "x + 3 % y")
        self.assertEqual(self.place(message), ("G", 1, 7))
        self.assertEqual(self.shown(message)[1], "%")

    def test_end_of_input(self):
        message = self.refused("discriminant", "x^2 +")
        self.assertEqual(self.shown(message), ("  x^2 +", ""))
        for text in ("", " ", "\n"):
            message = self.refused("discriminant", text)
            self.assertIn("line ", message)

    def test_lines_and_tabs(self):
        name = self.write("poly.txt", "x^2 +\n\ty\t+ (3 $ 4)\n+ 1\n")
        message = self.refused("resultant", f"@{name}", "x")
        self.assertEqual(self.place(message), (name, 2, 9))
        self.assertEqual(self.shown(message), ("   y + (3 $ 4)", "$"))

    def test_windows_lines(self):
        name = self.write("poly.txt", b"x^2 +\r\n3 # y\r\n")
        message = self.refused("resultant", f"@{name}", "x")
        self.assertEqual(self.place(message)[1:], (2, 3))
        self.assertEqual(self.shown(message), ("  3 # y", "#"))

    def test_long_lines(self):
        for before, after in ((100000, 100000), (3, 100000), (100000, 3), (0, 0)):
            text = "+1" * before + "?" + "+1" * after
            name = self.write("long.txt", text)
            message = self.refused("resultant", f"@{name}", "x")
            self.assertEqual(self.place(message)[1:], (1, 2 * before + 1))
            line, marked = self.shown(message)
            self.assertEqual(marked, "?")
            self.assertLess(len(line), 82)
            self.assertEqual(line.startswith("  ..."), before > 50)
            self.assertEqual(line.endswith("..."), after > 50)

    def test_other_characters(self):
        message = self.refused("resultant", "x*ä + é$", "x")
        self.assertEqual(self.shown(message), ("  x*ä + é$", "ä"))
        name = self.write("bytes", b"\x1b[31m" + b"\xff\xfe\0\x07\xc2\x9b3 + x")
        message = self.refused("resultant", f"@{name}", "x")
        self.assertEqual(self.place(message)[1:], (1, 1))
        self.assertEqual(self.shown(message), ("  ?[31m?????3 + x", "?"))
        self.assertNotRegex(message, "[^\n -~]")
        # The excerpt is cut between characters: no partial characters at either end.
        for shift in range(4):
            name = self.write("wide", "+1" * 60 + "x" * shift + "$" + "ä€𝄞" * 30)
            self.assertNotIn("\ufffd", self.refused("resultant", f"@{name}", "x"))

    def test_names_of_files(self):
        name = self.write("a\x1bb", "3 +")
        self.assertNotIn("\x1b", self.refused("resultant", f"@{name}", "x"))

    def test_byte_order_mark(self):
        name = self.write("marked", b"\xef\xbb\xbfx + * y\nx")
        message = self.refused("resultant", f"@{name}", "x")
        self.assertEqual(self.place(message), (name, 1, 5))
        self.assertEqual(self.shown(message), ("  x + * y", "*"))
        with open(name, "rb") as file:
            message = self.refused("resultant", "-", "x", stdin=file.read())
        self.assertEqual(self.place(message)[1:], (1, 5))
        # Elsewhere the mark is an ordinary character.
        for text in (b"x + \xef\xbb\xbfy", b"\n\xef\xbb\xbfy", b"\xef\xbb", b"\xef\xbb\xbf" * 2):
            name = self.write("marked", text)
            self.place(self.refused("resultant", f"@{name}", "x"))

    def test_one_operand(self):
        """An error in the only operand is reported before the lack of a second one."""
        for text, place in (("x^2 +\ny * * 3", (2, 5)), ("x; y", (1, 2)), ("x*y*z", (1, 5)),
                            ("f := x: g := y * * 3:", (1, 18)), ("f := y + * 3:", (1, 10))):
            name = self.write("alone", text)
            self.assertEqual(self.place(self.refused("resultant", f"@{name}")), (name, *place))
            self.assertEqual(self.place(self.refused("resultant", "-", stdin=text))[1:], place)
        for text in ("x^2 + y", "x^2 - 1", "f := x*y:"):
            self.assertIn("has one", self.refused("resultant", "@" + self.write("alone", text)))
        self.assertIn("got 1 argument", self.refused("resultant", "x + * y"))

    def test_zero_byte(self):
        self.assertIn("/dev/zero: line 1, column 1:", self.refused("resultant", "@/dev/zero", "y"))
        name = self.write("zero", b"x^2 + y\0+ 1")
        self.assertEqual(self.place(self.refused("resultant", f"@{name}", "x"))[1:], (1, 8))


class Meaning(Case):
    """Well-formed text that is rejected for its meaning."""

    def test_variables(self):
        message = self.refused("resultant", "x + y", "y + abc")
        self.assertRegex(message, r"G: line 1, column 5: .*abc")
        message = self.refused("plot", "x", "y", "--eliminate", "t")
        self.assertEqual(message, "clmodp: 't', named by --eliminate, does not occur: the "
                         "variables are x and y\n")
        message = self.refused("resultant", "a + b*c", "1")
        self.assertIn("'c' is a third variable beside 'a' and 'b': name the variable to eliminate "
                      "by --eliminate", message)
        message = self.refused("resultant", "a", "+".join("abcdefghijklmnopq"), "--eliminate", "a")
        self.assertIn("G: line 1, column 33: 'q' is one variable too many", message)
        message = self.refused("resultant", "a + b*c", "a*(b", "--eliminate", "a")
        self.assertIn("G: line 1, column 3: expected a ')'", message)
        self.assertIn("packed into one", self.refused(
            "resultant", "x^(10^9)*y^(10^9) + z", "z^2 + y^3 + x + 1", "--eliminate", "z"))
        self.assertIn("choose another --format", self.refused(
            "resultant", "a + b*c", "a", "--eliminate", "a", "--format", "coeffs"))
        self.assertIn("third variable", self.refused("plot", "a + b*c"))

    def test_absent_variable(self):
        """The variable to eliminate need not occur, with any number of others."""
        letters = "+".join("abcdefghijklmno")
        for f, g, eliminated, found in (
                ("2", "3", "t", "1"), ("x", "x + 1", "t", "1"), ("x", "y", "t", "1"),
                ("a + b*c", "a", "t", "1"), (letters, "a", "t", "1"), ("a*b", "c - c", "t", "0"),
                ("i*x", "x - y", "t", "1")):
            field = ["--minimal-polynomial", "i^2 + 1"] if "i" in f and f != letters else []
            done = self.run_program("resultant", "--eliminate", eliminated, *field, f, g)
            self.assertEqual((done.returncode, done.stdout, done.stderr), (
                0, f"{found}\n", "clmodp: 't', named by --eliminate, occurs in neither "
                "polynomial\n"))
        self.assertEqual(self.output("resultant", "--eliminate", "t", "--batch", "-",
                                     stdin="a*b ; c\na - t ; b*c*t\n"), "1\n-a*b*c\n")
        self.assertIn("'t' is one variable too many", self.refused(
            "resultant", "--eliminate", "t", letters, "p"))
        self.assertIn("free of t", self.refused("discriminant", "--eliminate", "t", "a*b*c"))
        self.assertIn("degrees in t", self.refused(
            "resultant", "--subresultant", "1", "--eliminate", "t", "a*b", "c"))

    def test_forgotten_at(self):
        """The name of a file without @ is recognised if the file exists."""
        self.write("f.txt", "x + y")
        here = {"cwd": self.folder}
        for command in (["resultant"], ["poly", "mul", "--modulus", "7"], ["plan"]):
            for pair, name in (("f.txt", "x"), "F A"), (("x", "f.txt"), "G B"):
                message = self.refused(*command, *pair, **here).split("\n")[0]
                self.assertRegex(message, f" [{name}]: line 1, column [12]: (expected .*, but "
                                 "found .*|an expression .*): did you mean @f.txt\\?$")
            self.assertNotIn("did you mean", self.refused(*command, "g.txt", "x", **here))
        self.assertIn("did you mean @f.txt?", self.refused("discriminant", "f.txt", **here))
        os.mkdir(self.path("folder.d"))
        self.assertNotIn("did you mean", self.refused("resultant", "folder.d", "x", **here))
        self.assertNotIn("did you mean",
                         self.refused("resultant", "-", "x", stdin="f.txt", **here))
        self.assertNotIn("did you mean", self.refused("resultant", "@f.txt", "x + ", **here))

    def test_functions(self):
        for text, column in ("sin(x)", 1), ("x + exp (y)", 5), ("x*(y + f(x))", 8):
            message = self.refused("resultant", "x", text)
            self.assertIn(f"G: line 1, column {column}: ", message)
            self.assertIn("functions are not supported", message)
        for pair in ("sin(x)", "x"), ("x", "sin(x)"), ("x", "x + x(2)"):
            self.assertRegex(self.refused("poly", "mul", "--modulus", "7", *pair),
                             "functions are not supported|write '\\*' to multiply")

    def test_exponents(self):
        for text in ("x^99999999999", "x^2147483648", "x^" + "9" * 100, "x^-1", "x^y", "x^"):
            self.assertRegex(self.refused("resultant", text, "x"), r"F: line 1, column")

    def test_division(self):
        for text in ("1/0", "x/(1-1)", "1/x", "x/"):
            self.assertRegex(self.refused("resultant", "x", text), r"G: line 1, column")

    def test_discriminants_of_constants(self):
        self.assertIn("free of", self.refused("discriminant", "5"))
        self.assertIn("free of y", self.refused("discriminant", "x", "--eliminate", "y"))
        self.refused("discriminant", "0")

    def test_immense_denominators(self):
        self.assertIn("denominator", self.refused("resultant", "x/7", "x^2000000000+1"))


class Syntax(Case):
    """Syntax beyond integers and operators, wherever expressions are read."""

    def same(self, text, other):
        """Asserts that both texts are read alike: as argument, from a file, in a batch."""
        for command in (["resultant", "--engine", "host"],
                        ["poly", "mul", "--modulus", "101", "--algorithm", "host"]):
            poly = command[0] == "poly"
            if poly and "y" in text:
                continue
            second = "x + 2" if poly else "y - 2"
            expected = self.output(*command, other, second, device=False)
            name = self.write("text", text)
            for first, stdin in (text, ""), (f"@{name}", ""), ("-", text):
                self.assertEqual(self.output(*command, first, second, device=False, stdin=stdin),
                                 expected, text)
            self.assertEqual(self.output(*command, "--batch", "-", device=False,
                                         stdin=f"{text} ; {second}"), expected, text)

    def test_equations(self):
        self.same("x^2 + y^2 = 1", "x^2 + y^2 - 1")
        self.same("x*y/3 = y - 1/2 + x", "x*y/3 - y + 1/2 - x")
        self.same("x^3/2 = x - 1", "x^3/2 - x + 1")
        message = self.refused("resultant", "y", "x = y = 1")
        self.assertIn("G: line 1, column 7: a second '='", message)
        self.assertIn("column 4: an '=' inside", self.refused("discriminant", "(y = 1)*x"))
        self.assertIn("third variable", self.refused("resultant", "x = y", "z = 1"))

    def test_decimals(self):
        self.same("1.5*x^2 - y", "3/2*x^2 - y")
        self.same(".25*x^2 - 2.5e-1 + 1e3", "x^2/4 - 1/4 + 1000")
        self.assertIn("bits is too long", self.refused("resultant", "y", "x + 1e999999999"))
        self.assertIn("G: line 1, column 1: the number 2e3 looks like a product with the "
                      "variable 'e'", self.refused("resultant", "e", "2e3*y + e"))
        self.assertIn("F: line 1, column 1: the number 2e3 looks like a product with the "
                      "variable 'e'", self.refused("resultant", "2e3*y", "y + e"))

    def test_exponents(self):
        self.same("x^(2*3) - x**(2^3) - y", "x^6 - x^8 - y")
        self.assertIn("F: line 1, column 3: an exponent reaches 2^31",
                      self.refused("resultant", "y^(2^31)", "y"))

    def test_minus(self):
        message = self.refused("resultant", "y", "x \u2212 y")
        self.assertIn("G: line 1, column 3: an expression cannot contain the character U+2212: "
                      "write the minus sign '-'", message)
        self.assertIn("column 2: an expression cannot contain ';'",
                      self.refused("discriminant", "x;y"))


class Sources(Case):
    def test_unreadable(self):
        cases = [(self.path("none"), "No such file or directory"),
                 (self.folder, "Is a directory")]
        if os.geteuid() != 0:
            secret = self.write("secret", "x")
            os.chmod(secret, 0)
            cases.append((secret, "Permission denied"))
        for name, reason in cases:
            for arguments in (["resultant", f"@{name}", "x"], ["resultant", "x", f"@{name}"],
                              ["discriminant", f"@{name}"], ["resultant", "--batch", name]):
                message = self.refused(*arguments)
                self.assertIn(name, message)
                self.assertIn(reason, message)
        self.assertIn("name of a file", self.refused("resultant", "@", "x"))

    def test_closed_stdin(self):
        for arguments in (["resultant", "-", "x"], ["resultant", "--batch", "-"]):
            done = self.run_program(*arguments, device=False, stdin=None,
                                    preexec_fn=lambda: os.close(0))
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn("cannot read standard input: Bad file descriptor", done.stderr)

    def test_without_end(self):
        """With little memory reading stops early, at a quarter of it."""
        def limit():
            resource.setrlimit(resource.RLIMIT_DATA, (1 << 26, 1 << 26))

        def refused(text, *arguments):
            with subprocess.Popen(["yes", text], stdout=subprocess.PIPE) as endless:
                done = subprocess.run([PROGRAM, *arguments], stdin=endless.stdout, timeout=60,
                                      env=self.environment(device=False), preexec_fn=limit,
                                      stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                endless.stdout.close()
            self.assertEqual((done.returncode, done.stdout), (2, b""), done.stderr)
            return done.stderr.decode()

        if self.run_program("version", preexec_fn=limit).returncode != 0:
            self.skipTest("the program does not start with 64 MiB of memory")
        for text in ("+x", "x"):
            self.assertIn("standard input is too long: the limit is 16 MiB",
                          refused(text, "resultant", "-", "y"))
            self.assertIn("/dev/stdin is too long", refused(text, "discriminant", "@/dev/stdin"))
        for command in (["discriminant"], ["poly", "mul", "--modulus", "7"]):
            self.assertIn("/dev/zero: File too large",
                          self.refused(*command, "--batch", "/dev/zero", preexec_fn=limit))
        long = self.write("long", "+x" * (1 << 22))
        self.assertEqual(self.output("resultant", "--engine", "host", f"@{long}", "x - 1",
                                     "--eliminate", "x", device=False), "-4194304\n")

    def test_good_ones_need_a_device(self):
        name = self.write("poly.txt", b"\xef\xbb\xbfx^2\r\n+ y")
        for arguments in (["resultant", f"@{name}", f"@{name}"], ["resultant", f"@{name}", "-"],
                          ["resultant", "-", f"@{name}"], ["discriminant", "-"]):
            self.refused(*arguments, stdin="x^2\n + 1", leave=3)


class BadBatches(Case):
    def test_every_line_bad(self):
        done = self.run_program("resultant", "--batch", "-", device=False, stdin=(
            "x + ; y\n"
            "\n"
            "  # x ; y\n"
            "x + y\n"
            "\tx ; y + z\r\n"
            "x ; y ; x\n"
            ";"))
        self.assertEqual(done.returncode, 1)
        lines = done.stdout.split("\n")
        for line, (number, column) in zip(lines, ((1, 5), (4, 6), (5, 10), (6, 7), (7, 1))):
            self.assertRegex(line, rf"^error: line {number}, column {column}: \S")
        self.assertEqual(lines[5:], [""])
        self.assertEqual(done.stderr, "clmodp: 5 of 5 lines failed\n")
        done = self.run_program("discriminant", "--batch", "-", device=False, stdin="5")
        self.assertEqual(done.stderr, "clmodp: 1 of 1 line failed\n")

    def test_byte_order_mark(self):
        mark = b"\xef\xbb\xbf"
        for text in (mark, mark + b"# nothing", mark + b"\n \n"):
            self.assertEqual(self.output("resultant", "--batch", "-", stdin=text,
                                         device=False), "")
        done = self.run_program("resultant", "--batch", "-", device=False,
                                stdin=mark + b"x +* y ; y\n" + mark + b"x ; y + * x\n")
        lines = done.stdout.split("\n")
        self.assertRegex(lines[0], r"^error: line 1, column 4: ")
        self.assertRegex(lines[1], r"^error: line 2, column 1: ")

    def test_nothing_to_do(self):
        for text in ("", "\n", "\r\n# nothing\n   \t\n"):
            self.assertEqual(self.output("resultant", "--batch", "-", stdin=text,
                                         device=False), "")

    def test_long_answers(self):
        """Results are freed when they are printed; each takes 64 MB until then."""
        lines = 341 * ["y ; y - x"] + 24 * ["y - x^4000000 ; y - 1"]
        with open(self.write("pairs.txt", "\n".join(lines))) as pairs:
            process = subprocess.Popen([PROGRAM, "resultant", "--engine", "host", "--batch", "-"],
                                       env=self.environment(device=False), stdin=pairs,
                                       stdout=subprocess.PIPE)
            answers = process.stdout.read().decode().split("\n")
            process.stdout.close()
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = status
        self.assertEqual(status, 0)
        self.assertEqual(answers, 341 * ["-x"] + 24 * ["x^4000000 - 1"] + [""])
        self.assertLess(usage.ru_maxrss, 1 << 20)  # KiB

    def test_no_device(self):
        done = self.run_program("resultant", "--batch", "-", device=False,
                                stdin="x +* y ; y\nx ; y\nx ; y\n")
        self.assertEqual(done.returncode, 3)
        self.assertRegex(done.stdout, r"^error: line 1, column 4: .*\n$")
        self.assertIn("device", done.stderr)


main()

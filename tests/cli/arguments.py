"""Tests of commands, options and help of the program, without a device."""

import os
import re

from program import ROOT, Case, main

COMMANDS = ["resultant", "discriminant", "implicit", "devices", "check", "prepare",
            "version", "help"]
OPTIONS = ["--eliminate", "--format", "--from", "--batch", "--checkpoint", "--output", "--stats",
           "--device", "--max-result", "--max-memory", "--crt", "--mode", "--modulus", "--engine",
           "--minimal-polynomial", "--quiet", "--residues", "--threads", "--help"]


class Commands(Case):
    def test_none(self):
        self.assertIn("Usage: clmodp COMMAND", self.refused())

    def test_unknown(self):
        message = self.refused("resultnat", "x", "y")
        self.assertIn("did you mean 'resultant'?", message)
        self.assertIn("Usage: clmodp COMMAND", message)

    def test_unlike_any(self):
        self.assertNotIn("did you mean", self.refused("x^2 - y"))
        self.assertNotIn("did you mean", self.refused("z" * 10000))

    def test_empty_name(self):
        self.refused("")

    def test_version(self):
        version = self.output("version", device=False)
        self.assertRegex(version, r"^clmodp \d+\.\d+\.\d+\n$")
        self.assertEqual(self.output("--version", device=False), version)
        with open(os.path.join(ROOT, "include/clmodp/core.h"), encoding="utf-8") as file:
            self.assertIn(f'"{version.split()[1]}"', file.read())
        self.refused("version", "now")
        self.refused("version", "--eliminate", "x")


class Help(Case):
    def test_all(self):
        text = self.output("help", device=False)
        self.assertEqual(self.output("--help", device=False), text)
        self.assertEqual(self.output("-h", device=False), text)
        for command in COMMANDS:
            self.assertRegex(text, rf"(?m)^  {command}  +\w")

    def test_each(self):
        for command in COMMANDS:
            text = self.output("help", command, device=False)
            self.assertTrue(text.startswith(f"Usage: clmodp {command}"))
            if command != "help":
                self.assertEqual(self.output(command, "--help", device=False), text)
                self.assertEqual(self.output(command, "-h", device=False), text)
        self.assertIn("did you mean 'devices'?", self.refused("help", "device"))
        self.refused("help", "help", "help")

    def test_help_beside_other_arguments(self):
        text = self.output("help", "resultant", device=False)
        self.assertEqual(self.output("resultant", "a", "--help", device=False), text)

    def test_width(self):
        for command in COMMANDS:
            for line in self.output("help", command, device=False).splitlines():
                self.assertLess(len(line), 90, line)

    def test_manual_agrees(self):
        with open(os.path.join(ROOT, "docs/clmodp.1"), encoding="utf-8") as file:
            manual = file.read().replace("\\-", "-")
        for command in COMMANDS:
            self.assertRegex(manual, rf"(?m)^\.B {command}$")
        for command, more in ("resultant", ["--subresultant"]), ("discriminant", []):
            text = self.output("help", command, device=False)
            self.assertEqual(sorted(set(re.findall(r"(?m)^  (--[a-z-]+)", text))),
                             sorted(OPTIONS + more))
        for option in OPTIONS + ["--subresultant"]:
            self.assertRegex(manual, rf"(?m)^\.BI? {option}\b")
        for command in re.findall(r"(?m)^  ([a-z]+) ", self.output("help", device=False)):
            for option in re.findall(r"(?m)^  (--[a-z-]+)",
                                     self.output("help", command, device=False)):
                self.assertRegex(manual, rf"(?<![\w-]){option}(?![\w-])", command)


class Options(Case):
    def test_counts_of_operands(self):
        self.assertIn("expected two polynomials, got 0 arguments", self.refused("resultant"))
        self.assertIn("got 1 argument\n", self.refused("resultant", "x"))
        self.refused("resultant", "x", "x", "x")
        self.assertIn("expected one polynomial", self.refused("discriminant"))
        self.refused("discriminant", "x", "x")
        self.refused("devices", "cpu")
        self.refused("check", "cpu")
        self.refused("prepare", "cpu")

    def test_batch_excludes_operands(self):
        self.refused("resultant", "--batch", "-", "x", "y")
        self.refused("discriminant", "x", "--batch=-")

    def test_only_one_from_stdin(self):
        self.assertIn("standard input", self.refused("resultant", "-", "-"))

    def test_unknown_options(self):
        for command in ("resultant", "discriminant"):
            message = self.refused(command, "--elminate", "x", "x", "x")
            self.assertIn("did you mean --eliminate?", message)
            self.assertIn(f"clmodp help {command}", message)
            self.assertIn("did you mean --eliminate?", self.refused(command, "--elim=x", "x"))
        self.assertIn("after \"--\" or in parentheses", self.refused("resultant", "--x+y", "x"))
        self.refused("devices", "--eliminate", "x")
        for command in ("resultant", "poly"):  # also if an option has one letter
            self.assertNotIn("did you mean", self.refused(command, "--" + "x" * 10000, "x", "x"))

    def test_options_of_other_commands(self):
        message = self.refused("discriminant", "--subresultant", "1", "x")
        self.assertIn("discriminant has no option --subresultant; these commands have it: "
                      "resultant, plan, submit\n", message)
        self.assertIn("clmodp help discriminant", message)
        for command in ("devices", "version"):
            message = self.refused(command, "--eliminate=x")
            self.assertIn(f"{command} has no option --eliminate; these commands have it: "
                          "resultant, subresultants, discriminant, plan, submit, plot\n", message)
        self.assertIn("have it: resultant, subresultants, discriminant, gcd, det, charpoly, rank, "
                      "roots, solve, implicit, finish, poly, plot\n",
                      self.refused("devices", "--output", "x"))
        self.assertIn("resultant, subresultants, discriminant, gcd, det, charpoly, rank, "
                      "roots, solve, implicit, plan, status, finish, poly, calibrate, tune, "
                      "devices\n",
                      self.refused("help", "--format", "x"))

    def test_values(self):
        self.assertIn("needs a value", self.refused("resultant", "x", "x", "--eliminate"))
        self.assertIn("takes no value", self.refused("resultant", "x", "x", "--stats=yes"))
        for option, values in {
                "--batch": [""], "--device": [""],
                "--eliminate": ["", "2x", "x y", "x^2", "é", "n" * 64],
                "--format": ["", "xml", "EXPR", "text"],
                "--max-result": ["", "0", "-1", "M", "5X", "1e9", "99999999999T"],
                "--max-memory": ["", "0", "-1", "M", "5X", "5MM", "5 M", "1e9", "99999999T",
                                 "99999999999999999999999"],
                "--crt": ["", "positional ", "Tree", "mixed"],
                "--mode": ["", "proved", "Probable"],
                "--engine": ["", "Schur", "euclid,schur"],
                "--residues": ["", "float", "double"],
                "--modulus": ["", "0", "1", "-7", "7x", "1" + "0" * 40, str(2**64 - 1)],
                "--threads": ["", "0", "-1", "2.5", "two", "65537", "9" * 30]}.items():
            for value in values:
                for form in ([option, value], [f"{option}={value}"]):
                    self.assertIn(option, self.refused("resultant", "x", "x", *form), value)
        self.refused("devices", "--format", "expr")

    def test_what_does_not_go_together(self):
        for options in (["--residues", "float24"], ["--engine=schur", "--mode=probable"],
                        ["--engine=schur", "--subresultant=1"],
                        ["--engine=schur", "--crt=tree"]):
            self.assertIn("schur", self.refused("resultant", "x", "x", *options))
        for more in ([], ["--batch", "-"]):
            self.assertIn("below 2^31", self.refused("resultant", *(more or ["x", "x"]),
                                                     "--modulus", str(2**31), "--format=msolve"))
        self.assertIn("schur", self.refused("check", "--residues", "float24"))
        for command in ("check", "prepare"):
            self.assertIn("no kernels", self.refused(command, "--engine=host"))
            self.assertIn("CLMODP_ENGINE", self.refused(command,
                                                        variables={"CLMODP_ENGINE": "host"}))

    def test_no_device(self):
        # With valid values the program fails only at the missing device.
        for good in (["--max-memory", "512M"], ["--max-memory=2GiB"], ["--max-memory", "1kB"],
                     ["--max-result", "10M"],
                     ["--threads", "1"], ["--mode=probable"], ["--crt=tree"],
                     ["--modulus", "2"], ["--modulus=2147483647"],
                     ["--modulus=18446744073709551614"],
                     ["--eliminate", "n" * 63], ["--eliminate=_x1"],
                     ["--format=json"], ["--device", "gpu"], ["--threads=0", "--threads=2"][1:]):
            message = self.refused("resultant", "x", "x", *good, leave=3)
            self.assertIn("device", message)
        self.refused("devices", leave=3)
        self.refused("devices", "--format", "json", leave=3)
        self.refused("discriminant", "x^2", leave=3)
        self.refused("check", leave=3)

    def test_operands_that_look_like_options(self):
        for operands in (["-x+y", "-y^2"], ["-eliminate", "-1"], ["-h", "-v"], ["--1", "---x"],
                         ["--(x)", "x"], ["--", "--x+y", "-y"], ["x", "--", "--y"]):
            self.refused("resultant", *operands, leave=3)


main()

"""Tests of the command plot up to the start of Python; python/tests/test_curves.py tests plots."""

import os
import sys

from program import Case, main

# A stand-in for Python that prints its arguments and input.
SHOWN = f"""#!{sys.executable}
import sys
print(sys.argv[1], *sys.argv[3:], *sys.stdin.read().split(";"), sep="\\n")
"""


class Plot(Case):
    def path_with(self, script):
        """Returns an environment whose PATH has only this python3."""
        os.makedirs(self.path("bin"), exist_ok=True)
        os.chmod(self.write("bin/python3", script), 0o755)
        return {"PATH": self.path("bin")}

    def shown(self, *arguments, **more):
        """Returns the arguments and polynomials given to Python: -c, options, polynomials."""
        variables = self.path_with(SHOWN)
        return self.output("plot", *arguments, variables=variables, **more).splitlines()

    def test_arguments(self):
        self.assertEqual(self.shown("-x^2 + t", "--output=a b.svg", "x", "--eliminate", "t",
                                    "--device", "cpu", "--window=-1:1,0:1/2"),
                         ["-c", "--device=cpu", "--eliminate=t", "--output=a b.svg",
                          "--window=-1:1,0:1/2", "t - x^2", "x"])
        self.assertEqual(self.shown("--quiet", "y - x"), ["-c", "--quiet", "y - x"])
        self.assertEqual(self.shown("--title", "--a b", "y - x", "--labels", "--size=800x600",
                                    "--stretch", "--seconds", "2.5"),
                         ["-c", "--labels", "--stretch", "--seconds=2.5", "--size=800x600",
                          "--title=--a b", "y - x"])

    def test_least(self):
        self.assertEqual(self.shown("y - x"), ["-c", "y - x"])

    def test_polynomials(self):
        """Polynomials are passed expanded, in their own variables, with integer coefficients."""
        for given, expected in {("x^2 - 1",): ["x^2 - 1"], ("t",): ["t"], ("0",): ["0"],
                                ("7/2",): ["7"], ("y^2 - 3",): ["y^2 - 3"],
                                ("(a + b)^2/4",): ["b^2 + 2*a*b + a^2"],
                                ("x/2 - y/3", "2*x"): ["-2*y + 3*x", "2*x"]}.items():
            self.assertEqual(self.shown(*given), ["-c", *expected])

    def test_from_files(self):
        f, g = "y^2 - x^3 + x", "y - 2*x^2"
        for name, text, g_too in (
                ("f.mpl", "f := y^2 - x^3 + x:", False), ("f.txt", "\ufeff-x^3+y**2\n+x", False),
                ("b.mpl", "# two\nf := y^2 - x^3 + x: g := y/3 - 2/3*x^2:\n[f, g];", True),
                ("b.sing", "ring r = 0,(x,y),dp; poly f = y2-x3+x; poly g = y-2x2;", True),
                ("b.ms", "x,y\n0\ny^2-x^3+x,\ny-2*x^2\n", True)):
            place = self.write(name, text)
            expected = ["-c", f, *([g] if g_too else [])]
            self.assertEqual(self.shown(f"@{place}"), expected)
            self.assertEqual(self.shown("-", stdin=text), expected)
            if not g_too:
                self.assertEqual(self.shown(f"@{place}", g), [*expected, g])
        self.assertEqual(self.shown("--from", "singular", "y2-x3+x; y-2x2"), ["-c", f, g])

    def test_long_ones(self):
        """Polynomials may be longer than an argument or a pipe's buffer."""
        text = " + ".join(f"{k}*x^{k}*y^{k % 7}" for k in range(1, 20000))
        shown = self.shown("@" + self.write("long", text))
        self.assertEqual(shown[1].count("x"), 19999)

    def test_remark(self):
        done = self.run_program("plot", "x2y - 3", "y^2 - x2y", variables=self.path_with(SHOWN))
        self.assertEqual(done.returncode, 0)
        self.assertIn("x2y is one variable here; a product is written x^2*y", done.stderr)
        self.assertEqual(self.shown("--quiet", "x2y - 3", "y^2 - x2y")[2], "x2y - 3")

    def test_window(self):
        for text in ("0:1,0:1", "-2:2,-3/2:1.5", "+0.5:1e1,-1E-3:1e+3", "1/3:1/2,-1/3:-1/4",
                     "-1e307:1e307,0:1", f"0:{'9' * 99},0:1"):
            for option in (["--window", text], [f"--window={text}"]):
                self.assertEqual(self.shown(*option, "y - x"), ["-c", f"--window={text}", "y - x"])

    def test_window_refusals(self):
        for text in ("", "0:1", "0:1,0", "0:1,0:1,", "0:1,0:1:2", "0:1;0:1", "0:1,0:1 ",
                     " 0:1,0:1", "1:0,0:1", "0:1,2:1", "1:1,0:1", "0:1,1/2:2/4", "nan:1,0:1",
                     "0:inf,0:1", "0:1e999,0:1", "0x0:0x1,0:1", "1/0:2,0:1", "-1/0:1,0:1",
                     "1/-2:1,0:1", "1.5/2:1,0:1", ".:1,0:1", "1.:2,0:1", "1e:2,0:1", "--1:1,0:1",
                     "x:y,0:1", "-1e308:1e308,0:1", f"0:{'9' * 999},0:1", "1 0:2,0:1", "0,1:0,1",
                     "0:1,0:1\n", "0:1,\xff:1"):
            said = self.refused("plot", f"--window={text}", "y - x")
            self.assertIn("expected X0:X1,Y0:Y1 with X0 < X1 and Y0 < Y1", said)
            self.assertEqual(said.count("expected"), 1)
        self.assertIn("needs a value", self.refused("plot", "y - x", "--window"))
        self.assertIn("have it: solve, plot",
                      self.refused("resultant", "--window", "0:1,0:1", "x", "y"))

    def test_size_and_time_refusals(self):
        for text in ("", "800", "x600", "800x", "99x600", "800x10001", "800x600x", "8e2x600"):
            self.assertIn("expected WIDTHxHEIGHT", self.refused("plot", f"--size={text}", "x"))
        for text in ("", "0", "-1", "x", "1s", "nan"):
            self.assertIn("number of seconds", self.refused("plot", f"--seconds={text}", "x"))

    def test_what_is_missing(self):
        said = self.refused("plot", "y - x", leave=1, variables={"PATH": self.path("none")})
        self.assertIn("python3", said)
        # -S: without installed packages.
        without = self.path_with(f"#!/bin/sh\nexec '{sys.executable}' -S -E \"$@\"\n")
        said = self.refused("plot", "y - x", leave=1, variables=without)
        self.assertIn("pip install '.[plot]'", said)
        self.assertNotIn("Traceback", said)

    def test_modules_beside_the_user_are_not_run(self):
        self.write("clmodp.py", "print('hostile')")
        without = self.path_with(f"#!/bin/sh\nexec '{sys.executable}' -S -E \"$@\"\n")
        self.refused("plot", "y - x", leave=1, variables=without, cwd=self.folder)

    def test_refusals(self):
        self.assertIn("got 0", self.refused("plot"))
        self.assertIn("got 3", self.refused("plot", "x", "y", "x"))
        self.assertIn("--what", self.refused("plot", "--what", "x"))
        self.assertIn("--eliminate", self.refused("plot", "--eliminate", "2", "x"))
        self.assertIn("standard input", self.refused("plot", "-", "-"))

    def test_input(self):
        """Errors are reported before Python starts, as by the other commands."""
        for arguments, words in ((["y - x)"], "F: line 1, column 6"), (["x", "a*b*c"], "G: line"),
                                 (["x + y", "z"], "'z'"), ([""], "F: line 1"),
                                 (["@" + self.path("none")], "cannot open"), (["f := y:"], "F: "),
                                 (["y^9999999999"], "2^31"), (["1/0"], "zero"),
                                 (["--from", "matlab", "x"], "expected auto")):
            self.assertIn(words, self.refused("plot", *arguments))
        three = self.write("three", "f := x: g := y: h := x + y:")
        self.assertIn("3 polynomials", self.refused("plot", f"@{three}"))
        self.assertIn("3 polynomials", self.refused("plot", f"@{three}", "x"))
        modulo = self.write("modulo", "x,y\n101\nx^2*y-3,\ny^3-x*y\n")
        self.assertIn("modulo 101", self.refused("plot", f"@{modulo}"))
        for text in (b"\0", b"\xff\xfe", b"x;y", b"ring r = 0,(x,y),dp; poly f = x;\0"):
            self.refused("plot", "@" + self.write("noise", text))


if __name__ == "__main__":
    main()

"""Tests of solutions printed by the program."""

import json
import os
import tempfile
from fractions import Fraction

from program import Case, main


class Solve(Case):
    def lines(self, *arguments, **more):
        return self.output("solve", "--quiet", *arguments, **more).splitlines()

    def test_decimals(self):
        for f, g, expected in (
                ("x^2 + y^2 = 2", "x*y = 1", ["x = -1, y = -1 (multiplicity 2)",
                                              "x = 1, y = 1 (multiplicity 2)"]),
                ("x^2 = 2", "y + 5/2", ["x = -1.4142135623730950488, y = -2.5",
                                        "x = 1.4142135623730950488, y = -2.5"]),
                ("x = 3", "(y - 1)*(y - 1/4)", ["x = 3, y = 0.25", "x = 3, y = 1"]),
                ("z = 1", "y = 2*z", ["y = 2, z = 1"]),
                ("x^2 + y^2 + 1", "x - y", []),
                ("7", "x - y", [])):
            self.assertEqual(self.lines(f, g), expected)

    def test_precision(self):
        self.assertEqual(self.lines("--precision", "10", "x^2 - 2", "y = x")[1],
                         "x = 1.414, y = 1.414")
        close = self.lines(f"(x^2 - 2)*({10**50}*x^2 - {2 * 10**50 + 1})", "y = x")
        self.assertEqual(len(set(close)), 4)
        x, e = "(x - 1/3)", "1/10^30"  # the second of three close x has another y
        self.assertEqual(
            self.lines(f"{x}*({x} - {e})*({x} - 2*{e})", f"y = 2 - 10^60*{x}*({x} - 2*{e})"),
            [f"x = 0.{39 * '3'}, y = 2", f"x = 0.{20 * '3'}, y = 3",
             f"x = 0.{29 * '3'}5{9 * '3'}, y = 2"])

    def test_window(self):
        f, g = "(x - 1)*(x - 2)*(x^2 - 2)", "(y - 1/3)*(y^2 - 3)"
        self.assertEqual(len(self.lines(f, g)), 12)
        for window, count in (("1:2,-2:2", 9), ("1:1.5,1/3:2", 4), ("-2:-1.5,-2:2", 0),
                              ("-1.5:1,-1/3:1/3", 2)):
            self.assertEqual(len(self.lines("--window", window, f, g)), count)

    def test_json(self):
        found = json.loads(self.output("solve", "--format=json", "--precision=20", "b = a^2",
                                       "b^2 = 3*a"))
        self.assertEqual((found["format"], found["variables"]), (1, ["a", "b"]))
        first, second = found["solutions"]
        self.assertEqual(first, {"a": ["0", "0"], "b": ["0", "0"], "multiplicity": 1})
        low, high = map(Fraction, second["a"])
        self.assertTrue(low**3 < 3 < high**3 and high - low < Fraction(1, 2**19))
        low, high = map(Fraction, second["b"])
        self.assertTrue(low**3 < 9 < high**3 and high - low < Fraction(1, 2**18))

    def test_complex(self):
        self.assertEqual(self.lines("--complex", "x^2*(x - 1) + y", "y = 0"),
                         ["x = 0, y = 0 (multiplicity 2)", "x = 1, y = 0"])
        self.assertEqual(self.lines("--complex", "x^2 + 1", "y^2 = x - 1"), [
            f"x = {x}*i, y = {a}0.45508986056222734130 {b} 1.0986841134678099660*i"
            for a, b in (("-", "-"), ("", "+")) for x, b in (("1", b), ("-1", "-+"[b == "-"]))])
        close = self.lines("--complex", f"(x^2 + 2)*({10**50}*x^2 + {2 * 10**50 + 1})", "y = x")
        self.assertEqual(len(set(close)), 4)
        close = self.lines("--complex", f"(x^2 + 2)^2*({10**50}*x^2 + {2 * 10**50 + 1})", "y = x")
        self.assertEqual(len({line.partition(" (")[0] for line in close}), 4)
        self.assertEqual(self.lines("--complex", "--components", "x*(y^2 + 4)", "x*(x - 1)"),
                         ["x = 0", "x = 1, y = 2*i", "x = 1, y = -2*i"])
        self.assertIn("no solutions",
                      self.run_program("solve", "--complex", "x*y", "x*y + 1").stderr)
        self.refused("solve", "--complex", "--window", "0:1,0:1", "x", "y")

    def test_complex_json(self):
        first, second = json.loads(self.output(
            "solve", "--complex", "--format=json", "--precision=20", "x^2 + 1", "y = x + 2",
        ))["solutions"]
        self.assertEqual(first, {"x": {"real": ["0", "0"], "imaginary": ["1", "1"]},
                                 "y": {"real": ["2", "2"], "imaginary": ["1", "1"]},
                                 "multiplicity": 1})
        self.assertEqual(second["y"]["imaginary"], ["-1", "-1"])
        *_, last = json.loads(self.output("solve", "--complex", "--format=json",
                                          "--precision=30", "x^2 = 2", "y^3 = x"))["solutions"]
        low, high = map(Fraction, last["y"]["imaginary"])
        self.assertTrue(low < high < 0 and low - high >= high / 2**30)

    def test_common_factors(self):
        f, g = "(b - a^2)*(a - 1)*(a - 2)", "(b - a^2)*(a + b)*(b - 4)"
        self.assertIn("common factor b - a^2,", self.run_program("solve", f, g).stderr)
        self.assertEqual(self.lines("--components", f, g),
                         ["b - a^2 = 0", "a = 1, b = -1", "a = 1, b = 4", "a = 2, b = -2"])
        found = json.loads(self.output("solve", "--components", "--format=json", f, g))
        self.assertEqual((found["component"], len(found["solutions"])), ("b - a^2", 3))
        self.assertIn("beside the common curve",
                      self.run_program("solve", "--components", "x*y", "x*y").stderr)
        self.assertEqual(self.lines("--components", "x - 1", "y"), ["x = 1, y = 0"])
        for kind in [], ["--complex"]:
            self.assertEqual(self.lines("--components", *kind, "0", "2*x*y"), ["x*y = 0"])
        self.assertIn("with --components", self.run_program("solve", "x*y", "0").stderr)
        self.assertIn("every point", self.run_program("solve", "x - x", "y - y").stderr)

    def test_failures(self):
        self.refused("solve", "--device", "0,0", "x", "y")
        self.assertIn("found only x", self.refused("solve", "x", "x - 1"))
        self.assertIn("found numbers", self.refused("solve", "2", "3"))
        self.assertIn("two or three equations", self.refused("solve", "x"))
        self.refused("solve", "x - y", "x + y + z")
        self.assertIn("no real solutions", self.run_program("solve", "x^2 + 1", "y").stderr)

    def test_three_equations(self):
        spheres = ["x^2 + y^2 + z^2 = 9", "(x - 3)^2 + y^2 + z^2 = 6", "x^2 + (y - 3)^2 = 6 - z^2"]
        for equations, expected in (
                (spheres, ["x = 2, y = 2, z = -1", "x = 2, y = 2, z = 1"]),
                (["x^2 + y^2 + z^2 = 3", "x + y + z = 3", "x = y"],
                 ["x = 1, y = 1, z = 1 (multiplicity 2)"]),
                (["c/2 + a/3 = 1", "b^2 = a/5", "a = 5/4"], [
                    "a = 1.25, b = -0.5, c = 1.1666666666666666667",
                    "a = 1.25, b = 0.5, c = 1.1666666666666666667"]),
                (["t^2 = 2", "u = t^2", "v = t + u"], [
                    f"t = {t}1.4142135623730950488, u = 2, v = {v}" for t, v in (
                        ("-", "0.58578643762690495120"), ("", "3.4142135623730950488"))]),
                (["x^2 + y^2 + z^2", "x - y", "y - z + 1"], []),
                (["1", "x + y", "z"], [])):
            self.assertEqual(self.lines(*equations), expected)
        self.assertIn("no real solutions in this window", self.run_program(
            "solve", "--window=0:1,0:1,0:1", *spheres).stderr)
        for window, count in (("-1:1,-2:2,0:2", 4), ("-1:1,-1:0.5,-1/2:1", 2), ("2:3,0:1,0:1", 0)):
            self.assertEqual(len(self.lines("--window", window, "x^2 = 1", "y^2 = 1", "z^2 = 1")),
                             count)
        close = f"(x^2 - 2)*({10**50}*x^2 - {2 * 10**50 + 1})"
        self.assertEqual(len(set(self.lines(close, "y = x", "z = x^2"))), 4)
        self.assertEqual(self.lines("--precision=10", "x^2 = 2", "y = x", "z = 1")[1],
                         "x = 1.414, y = 1.414, z = 1")

    def test_complex_solutions_of_three_equations(self):
        self.assertEqual(
            self.lines("--complex", "--precision=10", "x^2 = -2", "y = x", "z = y^2"),
            ["x = 1.414*i, y = 1.414*i, z = -2", "x = -1.414*i, y = -1.414*i, z = -2"])
        self.assertEqual(self.lines("--complex", "x^2", "y^2 - 1", "z - 1"), [
            "x = 0, y = -1, z = 1 (multiplicity 2)", "x = 0, y = 1, z = 1 (multiplicity 2)"])
        one, other = json.loads(self.output("solve", "--complex", "--format=json", "b^2 + 1",
                                            "a = b + 1", "c = 1/3"))["solutions"]
        self.assertEqual(one["c"], {"real": ["1/3", "1/3"], "imaginary": ["0", "0"]})
        self.assertEqual([found["b"]["imaginary"] for found in (one, other)],
                         [["1", "1"], ["-1", "-1"]])
        self.assertEqual((one["a"]["real"], one["multiplicity"]), (["1", "1"], 1))
        self.assertIn("terms of highest degree", self.run_program(
            "solve", "--complex", "x*y - 1", "x*z - 1", "x^2 + x*z - 2").stderr)

    def test_json_of_three_equations(self):
        found = json.loads(self.output("solve", "--format=json", "--precision=20", "b^3 = 2",
                                       "a = b^2", "c = 1/3"))
        self.assertEqual((found["format"], found["variables"]), (1, ["a", "b", "c"]))
        one, = found["solutions"]
        self.assertEqual(list(one), ["a", "b", "c", "multiplicity"])
        self.assertEqual(one["c"], ["1/3", "1/3"])
        for name, value in ("a", 4), ("b", 2):
            low, high = map(Fraction, one[name])
            self.assertTrue(low**3 < value < high**3 and high - low <= high / 2**20)
        self.assertEqual(json.loads(self.output(
            "solve", "--quiet", "--format=json", "x^2 + 1", "y", "z"))
                         ["solutions"], [])

    def test_files_of_three_equations(self):
        with tempfile.TemporaryDirectory() as folder:
            for system, text in ("msolve", "x,y,z\n0\nx^2-1,\ny-x,\nz-x*y\n"), (
                    "singular", "ring r=0,(x,y,z),dp;\nideal i=x2-1,y-x,z-xy;\n"):
                name = os.path.join(folder, system)
                with open(name, "w", encoding="utf-8") as file:
                    file.write(text)
                self.assertEqual(self.lines("@" + name),
                                 ["x = -1, y = -1, z = 1", "x = 1, y = 1, z = 1"])
                self.assertIn("3 polynomials, but two", self.refused("resultant", "@" + name))
            with open(name, "w", encoding="utf-8") as file:
                file.write("z - 5")
            self.assertEqual(self.lines("x = 2", "y = 3", "@" + name), ["x = 2, y = 3, z = 5"])
            self.assertEqual(self.lines("x = 2", "-", "@" + name, stdin="y = 4"),
                             ["x = 2, y = 4, z = 5"])

    def test_failures_of_three_equations(self):
        for equations in ("x - y", "y - z", "z - x"), ("x*y", "y*z", "z*x"), ("0", "x + y", "z"):
            self.assertIn("infinitely many", self.run_program("solve", *equations).stderr)
        for message, *equations in (
                ("three variables: the variables are x and y", "x", "y", "x + y"),
                ("three variables: the only variable is t", "t", "t - 1", "2"),
                ("three variables: the variables are a, b, c and d", "a + b", "b - c", "c^2 - d"),
                ("found numbers", "1", "2", "3"),
                ("got 4 arguments", "x", "y", "z", "x + y"),
                ("H: line 1, column 2", "x", "y", "z)"),
                ("only one polynomial can come from standard input", "-", "x", "-"),
                ("three intervals", "--window=0:1,0:1", "x", "y", "z"),
                ("two intervals", "--window=0:1,0:1,0:1", "x", "y"),
                ("for two equations", "--components", "x", "y", "z"),
                ("for two equations", "--checkpoint=nowhere", "x", "y", "z"),
                ("expected one device", "--device=0,0", "x", "y", "z")):
            self.assertIn(message, self.refused("solve", *equations))
        self.assertIn("two intervals", self.refused("plot", "--window=0:1,0:1,0:1", "x*y"))


main()

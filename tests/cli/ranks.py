"""Tests of the program as ranks of a parallel job: it prints once the output of a single process.

Usage: ranks.py CLMODP ROOT MPIRUN [OPTION...]: a program built with MPI, and a command that starts
as many ranks as its next argument says. scripts/check_mpi runs the tests for each installed MPI.
"""

import random
import subprocess
import sys

from program import PROGRAM, Case, main

START = sys.argv[3:]
# Open MPI requires permission to run as root, and with more ranks than processors.
WILLING = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
           "OMPI_MCA_rmaps_base_oversubscribe": "1"}
CIRCLE = ("x^2+y^2-1", "x*y-1")


def dense(degree_x, degree_y, bits, seed):
    draw = random.Random(seed)
    return "+".join(f"({draw.getrandbits(bits) - (1 << bits - 1)})*x^{i}*y^{j}"
                    for i in range(degree_x + 1) for j in range(degree_y + 1))


class Ranks(Case):
    def ranks(self, number, *arguments, stdin=b""):
        done = subprocess.run([*START, str(number), PROGRAM, *arguments], capture_output=True,
                              input=stdin, timeout=200, env=self.environment() | WILLING)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def pair(self, *shapes):
        for name, shape in zip("fg", shapes):
            self.write(name, dense(*shape))
        return "@" + self.path("f"), "@" + self.path("g")

    def same(self, number, *arguments):
        status, out, said = self.ranks(number, *arguments)
        self.assertEqual(status, 0, said)
        self.assertTrue(out == self.output(*arguments), said)
        return said

    def test_small_problems(self):
        for number in (1, 3):
            self.same(number, "resultant", *CIRCLE)
            self.same(number, "discriminant", "y^2+x*y+7", "--format=json")
        self.same(2, "resultant", "0", "x*y-1")
        self.same(2, "resultant", *CIRCLE, "--modulus=101")
        self.same(2, "resultant", *CIRCLE, "--mode=probable")

    def test_engines(self):
        f, g = self.pair((5, 12, 120, 1), (6, 11, 120, 2))
        self.same(3, "resultant", f, g, "--engine=euclid")
        self.same(4, "resultant", f, g, "--engine=euclid", "--subresultant=1")
        self.same(2, "resultant", f, g, "--engine=host")
        self.same(2, "resultant", f, g, "--engine=schur")

    def test_determinants(self):
        matrix = "[(x+y)^9, x*y/3, 7; y^5, x-2, (x-y)^8; 5, (2*x-1)^9, y]"
        for number, options in ((2, []), (3, ["--engine=euclid"]), (2, ["--modulus=8"]),
                                (2, ["--format=json"])):
            self.same(number, "det", matrix, *options)
        self.same(2, "charpoly", matrix)
        self.assertIn("several ranks", self.ranks(2, "det", "[x]", "--checkpoint",
                                                  self.path("c"))[2])

    def test_systems(self):
        f, g = self.pair((5, 6, 20, 5), (6, 5, 20, 6))
        for engine in ("host", "euclid"):
            self.same(3, "solve", f, g, "--engine", engine, "--format=json")
        self.same(2, "solve", "(x^2 - 2)*(x + y)", "y^3 - x", "--quiet")  # several projections
        self.same(2, "solve", "--components", "x*y", "x*(x + y - 2)", "--quiet")
        status, out, said = self.ranks(2, "solve", "x^2+", "x*y-1")
        self.assertEqual((status != 0, out, said.count("expected")), (True, "", 1), said)
        self.assertEqual(self.ranks(2, "solve", "-", "x*y=1", "--output", self.path("solved"),
                                    stdin=b"x=1\n")[:2], (0, ""))
        with open(self.path("solved"), encoding="utf-8") as written:
            self.assertEqual(written.read(), "x = 1, y = 1\n")

    def test_many_units(self):
        f, g = self.pair((24, 26, 300, 3), (25, 24, 300, 4))
        said = self.same(2, "resultant", f, g, "--engine=euclid")
        self.assertEqual(said, "")

    def test_rank_0_has_the_input_and_the_output(self):
        file = self.path("out")
        self.assertEqual(self.ranks(3, "resultant", *CIRCLE, "--output", file)[:2], (0, ""))
        with open(file, encoding="utf-8") as written:
            self.assertEqual(written.read(), "x^4 - x^2 + 1\n")
        self.assertEqual(self.ranks(2, "resultant", "-", CIRCLE[1], stdin=b"x^2+y^2-1\n")[:2],
                         (0, "x^4 - x^2 + 1\n"))

    def test_batches(self):
        """Results are in order, with line numbers, on all ranks."""
        lines = ["\ufeffx^2+y^2-1; x*y-1", "", "# nothing", "x^; y"]
        lines += [f"{dense(1 + k % 3, 2 + k % 4, 30, k)}; x*y^{1 + k % 3}-{k}"
                  for k in range(300)]
        file = self.write("pairs", "\n".join(lines))
        for options in ([], ["--format=json"], ["--eliminate=x"]):
            alone = self.run_program("resultant", "--batch", file, *options)
            for number in (2, 3):
                status, out, said = self.ranks(number, "resultant", "--batch", file, *options)
                self.assertNotEqual(status, 0)
                self.assertTrue(out == alone.stdout, said)
                self.assertIn("1 of 302 lines failed" if not options else "failed", said)
        status, out, _ = self.ranks(3, "discriminant", "--batch", "-", stdin=b"y^2+x\ny^3-x")
        self.assertEqual((status, out), (0, "-4*x\n-27*x^2\n"))
        status, out, said = self.ranks(2, "resultant", "--batch", self.path("none"))
        self.assertNotEqual(status, 0)
        self.assertEqual(out, "")
        self.assertEqual(said.count("cannot open"), 1)

    def test_commands_of_one_process(self):
        """Rank 0 alone runs them."""
        folder = self.path("job")
        for command in (["gcd", "x^2-1", "x-1"], ["rank", "[x, y; 1, 2]"], ["roots", "x^2-2"],
                        ["plan", *CIRCLE, "--engine=host"], ["implicit", "t^2", "t^3"],
                        ["poly", "mul", "x", "x", "--modulus=7"], ["status", folder],
                        ["finish", folder]):
            if command[0] == "status":
                self.ranks(2, "submit", folder, *CIRCLE)
                self.output("worker", folder)
            self.same(2, *command)
        self.assertNotEqual(self.ranks(2, "gcd", "x^", "x")[0], 0)

    def test_failures(self):
        status, out, said = self.ranks(2, "resultant", "x^2+", "x*y-1")
        self.assertNotEqual(status, 0)
        self.assertEqual(out, "")
        self.assertEqual(said.count("expected"), 1, said)
        for command in "resultant", "solve":
            status, out, said = self.ranks(2, command, *CIRCLE, "--checkpoint", self.path("c"))
            self.assertEqual(out, "")
            self.assertIn("several ranks", said)
        status, out, _ = self.ranks(2, "resultant", *CIRCLE, "--engine=euclid",
                                    "--device=no such device")
        self.assertNotEqual(status, 0)
        self.assertEqual(out, "")


main()

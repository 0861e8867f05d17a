"""Tests with an allocation that fails: the program says so, and prints nothing wrong."""

import os
import unittest

from program import Case, main

ALLOCATIONS = os.environ.get("CLMODP_TEST_ALLOCATIONS", "")
EVERY = 7 if "CLMODP_TEST_FEW" in os.environ else 1


@unittest.skipUnless(ALLOCATIONS, "needs glibc, and a build without sanitizers")
class Memory(Case):
    def run_failing(self, *arguments, failing=0):
        return self.run_program(*arguments, device=False, variables={
            "CLMODP_ENGINE": "host", "LD_PRELOAD": ALLOCATIONS,
            "FAILING_ALLOCATION": str(failing), "ALLOCATIONS": self.path("allocations")})

    def each_failure(self, *arguments):
        """Yields the result of a run without failures, and a result for each failing allocation,
        with a message for assertions."""
        whole = self.run_failing(*arguments)
        self.assertEqual((whole.returncode, whole.stderr), (0, ""))
        with open(self.path("allocations"), encoding="ascii") as file:
            count = int(file.read())
        self.assertGreater(count, 10)
        for failing in range(1, count + 1, EVERY):
            done = self.run_failing(*arguments, failing=failing)
            yield whole, done, f"allocation {failing} of {arguments}: {done}"

    def check(self, *arguments):
        for whole, done, said in self.each_failure(*arguments):
            if done.returncode == 0:  # some memory can be spared
                self.assertEqual(done.stdout, whole.stdout, said)
            else:
                self.assertEqual((done.returncode, done.stdout), (1, ""), said)
                self.assertIn("memory", done.stderr.lower(), said)

    def test_files_of_other_systems(self):
        for name, text in (("maple", "f := x^2 + y^2 - 1;\ng := x*y - 1;\n"),
                           ("singular", "ring r = 0,(x,y),dp;\npoly f = x2+y2-1;\npoly g = xy-1;"),
                           ("msolve", "x,y\n0\nx^2+y^2-1,\nx*y-1\n")):
            self.check("resultant", "@" + self.write("file." + name, text))

    def test_number_fields(self):
        self.check("resultant", "--minimal-polynomial", "i^2 + 1", "x^2 + i*y", "y^2 - i*x")

    def test_matrices(self):
        self.check("det", "[x, 1; y, x + 2]")

    def test_batches(self):
        batch = self.write("batch", "x^2 + y^2 - 1 ; x*y - 1\nx^3 - y ; y^2 - x*y + 3\n")
        for whole, done, said in self.each_failure("resultant", "--batch", batch):
            if done.returncode == 0:
                self.assertEqual(done.stdout, whole.stdout, said)
                continue
            self.assertEqual(done.returncode, 1, said)
            self.assertNotEqual(done.stderr, "", said)
            for line in done.stdout.splitlines():
                self.assertTrue(line in whole.stdout.splitlines() or
                                (line.startswith("error: line ") and "memory" in line), said)


main()

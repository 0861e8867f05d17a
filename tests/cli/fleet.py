"""Tests of computations on several devices, named by --device."""

import json
import os
import shutil
import signal
import subprocess

from program import PROGRAM, Case, main

OCLGRIND, VENDORS = "/usr/lib/oclgrind/liboclgrind-rt-icd.so", "/etc/OpenCL/vendors"
TWO = {"POCL_DEVICES": "pthread pthread"}
F, G = "(x+y+2)^12+x*y", "(x-y+3)^11-x^3"


class Fleet(Case):
    def setUp(self):
        super().setUp()
        if not self.on_pocl():
            self.skipTest("PoCL makes two devices of one processor")
        if "driver 5.0" in self.output("devices"):
            self.skipTest("PoCL 5.0 confuses kernels of several threads")

    def on_two(self, *arguments, **more):
        return self.output(*arguments, variables={**TWO, **more})

    def start(self, *arguments):
        return subprocess.Popen([PROGRAM, *arguments], stdin=subprocess.PIPE,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                env=self.environment() | TWO)

    def test_the_same_result(self):
        one = self.output("resultant", F, G)
        for devices in ("all", "0,1", "1,0", "0.0,0.1"):
            self.assertEqual(self.on_two("resultant", F, G, "--device", devices), one, devices)
        self.assertEqual(self.on_two("discriminant", F, "--device", "all"),
                         self.output("discriminant", F))
        self.assertEqual(self.on_two("resultant", F, G, "--device", "0,1", "--subresultant", "1"),
                         self.output("resultant", F, G, "--subresultant", "1"))
        small = "(x+y+2)^5+x*y/3", "(x-y+3)^4-x^3"
        for options in ((), ("--principal",)):
            self.assertEqual(self.on_two("subresultants", *small, "--device", "0,1", *options),
                             self.output("subresultants", *small, *options))
        self.assertEqual(self.on_two("resultant", F, G, "--device", "0,1", "--modulus", "101"),
                         self.output("resultant", F, G, "--modulus", "101"))

    def test_determinants(self):
        matrix = "[(x+y)^9, x*y/3, 7; y^5, x-2, (x-y)^8; 5, (2*x-1)^9, y]"
        for command in "det", "charpoly":
            one = self.output(command, matrix)
            for devices in "all", "0,1":
                self.assertEqual(self.on_two(command, matrix, "--device", devices), one)
            self.assertEqual(self.on_two(command, matrix, "--device", "all", "--modulus", "8"),
                             self.output(command, matrix, "--modulus", "8"))

    def test_one_of_one(self):
        self.assertEqual(self.output("resultant", F, G, "--device", "all"),
                         self.output("resultant", F, G))

    def test_small_problems(self):
        self.assertEqual(self.on_two("resultant", "y-x", "y+1", "--device", "all",
                                     CLMODP_ENGINE="auto"), "x + 1\n")
        self.assertEqual(self.on_two("resultant", "0", "y", "--device", "0,1"), "0\n")

    def test_drivers_beside_each_other(self):
        if not (os.path.exists(OCLGRIND) and os.path.isdir(VENDORS)):
            self.skipTest("Oclgrind is the second driver")
        shutil.copytree(VENDORS, self.path("vendors"))
        self.write("vendors/oclgrind.icd", OCLGRIND)
        both = {"OCL_ICD_VENDORS": self.path("vendors") + "/"}
        listed = self.output("devices", variables=both)
        self.assertIn("Oclgrind", listed)
        small = "(x+y+2)^6+x*y", "(x-y+3)^5-x^3"
        self.assertEqual(self.output("resultant", *small, "--device", "all", variables=both),
                         self.output("resultant", *small))

    def test_statistics(self):
        done = self.run_program("resultant", F, G, "--device", "0,1", "--stats", "--format",
                                "json", variables=TWO)
        alone = self.run_program("resultant", F, G, "--stats", "--format", "json")
        here, there = json.loads(done.stdout)["stats"], json.loads(alone.stdout)["stats"]
        for name in ("primes", "points", "height_bits"):
            self.assertEqual(here[name], there[name])

    def test_batches(self):
        """Both devices solve lines, and the output is the same as with one device."""
        lines = ["\ufeffx^2+y^2-1; x*y-1", "", "# nothing", "x^; y"]
        lines += [f"(x+y+{k})^{2 + k % 7}+x; x*y^{1 + k % 3}-{k}" for k in range(60)]
        file = self.write("pairs", "\n".join(lines))
        for options in ([], ["--format=json"], ["--engine=euclid"], ["--modulus=101"]):
            alone = self.run_program("resultant", "--batch", file, *options)
            both = self.run_program("resultant", "--batch", file, "--device=all", *options,
                                    variables=TWO)
            self.assertEqual((both.returncode, both.stderr), (1, alone.stderr), options)
            self.assertTrue(both.stdout == alone.stdout, options)
            self.assertIn("1 of 62 lines failed", both.stderr)
        self.assertEqual(self.on_two("discriminant", "--batch", self.write("empty", ""),
                                     "--device=0,1"), "")
        out = self.path("out")
        self.run_program("resultant", "--batch", file, "--device=0,1", "--output", out,
                         variables=TWO)
        with open(out, encoding="utf-8") as written:
            self.assertTrue(written.read() == self.run_program("resultant", "--batch",
                                                               file).stdout)
        none = self.run_program("resultant", "--batch", self.path("none"), "--device=all",
                                variables=TWO)
        self.assertEqual((none.returncode, none.stdout), (2, ""))
        self.assertIn("cannot open", none.stderr)
        self.refused("resultant", "--batch", file, "--device=0,9", leave=3)
        said = self.run_program("resultant", "--batch", file, "--device=0,1", "--stats",
                                variables=TWO).stderr
        self.assertEqual(said.count("width bound"), 61)

    def test_answers_do_not_wait_for_questions(self):
        with self.start("resultant", "--batch", "-", "--device=0,1") as running:
            for number in range(3):
                running.stdin.write(f"y-x;y+{number + 1}\n")
                running.stdin.flush()
                self.assertEqual(running.stdout.readline(), f"x + {number + 1}\n")
            running.stdin.close()
            self.assertEqual(running.wait(), 0)

    def test_interrupts_while_waiting(self):
        with self.start("resultant", "--batch", "-", "--device=0,1") as running:
            running.stdin.write("y-x;y+1\n")
            running.stdin.flush()
            self.assertEqual(running.stdout.readline(), "x + 1\n")
            running.send_signal(signal.SIGINT)
            self.assertEqual(running.wait(20), -signal.SIGINT)
            self.assertEqual(running.communicate(), ("", "clmodp: interrupted\n"))

    def test_interrupts(self):
        """Ctrl-C stops all devices, after whole lines of output. The results exceed the capacity
        of the pipe, which is not read meanwhile, so that the signal arrives before the end."""
        lines = [f"(x+y+2)^{20 + k % 30}+x*y; (x-y+{k})^21-x^3" for k in range(600)]
        file = self.write("long", "\n".join(lines))
        with self.start("resultant", "--batch", file, "--device=all",
                        "--engine=euclid") as running:
            first = running.stdout.readline()
            running.send_signal(signal.SIGINT)
            printed, said = running.communicate(timeout=60)
            self.assertEqual(running.returncode, -signal.SIGINT)
            self.assertEqual(said.count("interrupted"), 1)
            self.assertTrue((first + printed).endswith("\n"))
            self.assertLess(printed.count("\n"), 300)

    def test_refusals(self):
        self.assertIn("is repeated", self.refused("resultant", F, G, "--device", "0,0"))
        self.assertIn("separated by commas", self.refused("resultant", F, G, "--device", "0,"))
        self.assertIn("certified", self.run_program("resultant", F, G, "--device", "0,1", "--mode",
                                                    "probable", variables=TWO).stderr.lower())
        self.refused("resultant", F, G, "--device", "all", leave=3)
        self.refused("resultant", F, G, "--device", "0,9", leave=3)


main()

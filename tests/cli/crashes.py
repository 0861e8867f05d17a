"""Tests with drivers that crash or hang in the driver probe."""

import glob
import os
import shutil
import signal
import subprocess
import time
import unittest

from program import NO_LAYER_HEADERS, NO_LAYER_LOADER, PROGRAM, Case, main

LAYER = os.environ.get("CLMODP_TEST_FAULT_LAYER", "")


@unittest.skipUnless(LAYER, NO_LAYER_HEADERS)
class Crashes(Case):
    def setUp(self):
        super().setUp()
        done = self.run_program("devices", variables=self.variables("exit clGetDeviceInfo"))
        if "fault layer" not in done.stderr:
            self.tearDown()
            self.skipTest(NO_LAYER_LOADER)

    def variables(self, crash, **more):
        """Returns an environment with a crashing driver and an empty cache."""
        return {"OPENCL_LAYERS": LAYER, "FAULT_LAYER_CRASH": crash,
                "CLMODP_CACHE_DIR": self.path("cache"), **more}

    def crashed(self, *arguments, crash="abort clBuildProgram", **more):
        done = self.run_program(*arguments, variables=self.variables(crash), **more)
        self.assertEqual((done.returncode, done.stdout), (3, ""), done.stderr)
        self.assertIn("crashed during its first test", done.stderr)
        self.assertIn(f"Its last output:\nfault layer: {crash}", done.stderr)
        if self.on_pocl():
            self.assertRegex(done.stderr, "; remove /.*, which may contain damaged files, choose")
        return done.stderr

    def test_signal(self):
        for _ in range(2):  # the cache must not record success
            self.assertIn("(signal 6, Aborted)", self.crashed("resultant", "x*y - 1", "y - x"))
        self.crashed("discriminant", "y^2 - x", "--engine=schur", "--residues=float24")

    def test_exit(self):
        message = self.crashed("resultant", "x*y - 1", "y - x", crash="exit clBuildProgram")
        self.assertIn("(exit status 1)", message)

    def test_engine_left_open(self):
        # The library needs the driver, and probes it, in the middle of a call.
        large = ("(x + y + 3)^70 + 7*x - y", "(x - 2*y + 3)^69 + 5*x*y")
        variables = self.variables("abort clBuildProgram", CLMODP_ENGINE="auto")
        done = self.run_program("resultant", "x*y - 1", "y - x", variables=variables)
        self.assertEqual((done.returncode, done.stdout), (0, "-x^2 + 1\n"), done.stderr)
        done = self.run_program("resultant", "--threads", "1", *large, variables=variables)
        self.assertEqual((done.returncode, done.stdout), (3, ""), done.stderr)
        self.assertIn("(signal 6, Aborted)", done.stderr)
        lines = "".join(" ; ".join(pair) + "\n" for pair in (large, ("x", "y"), large))
        done = self.run_program("resultant", "--threads", "1", "--batch", "-", stdin=lines,
                                variables=variables)
        self.assertEqual(done.returncode, 3)
        self.assertEqual(done.stderr.count("crashed"), 1)

    def test_batch_ends(self):
        message = self.crashed("resultant", "--batch", "-", stdin="x ; y\nx ; y\n")
        self.assertEqual(message.count("crashed"), 1)

    def test_devices_are_listed_all_the_same(self):
        done = self.run_program("devices", variables=self.variables("abort clBuildProgram"))
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_orderly_failures_are_told_as_such(self):
        kernels = self.path("kernels")
        os.mkdir(kernels)
        done = self.run_program("resultant", "x*y - 1", "y - x",
                                variables=self.variables("", CLMODP_KERNEL_PATH=kernels))
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertRegex(done.stderr, "^clmodp: kernel source .*; set CLMODP_KERNEL_PATH")
        self.assertNotIn("crashed", done.stderr)

    def test_no_cache_no_trial(self):
        done = self.run_program("resultant", "x*y - 1", "y - x", variables=self.variables(
            "abort clBuildProgram", CLMODP_CACHE_DIR=""))
        self.assertEqual(done.returncode, -signal.SIGABRT)

    def test_known_drivers_are_not_tried(self):
        warm = os.environ.get("CLMODP_CACHE_DIR")
        if not warm or not os.path.isdir(warm):
            self.skipTest("there is no warm cache")
        shutil.copytree(warm, self.path("cache"), dirs_exist_ok=True)
        self.assertEqual(self.run_program("check", variables=self.variables("")).returncode, 0)
        # A driver probe would compile kernels, and abort.
        done = self.run_program("check", variables=self.variables("abort clBuildProgram"))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("known resultants are correct", done.stdout)

    def children(self, process):
        names = glob.glob(f"/proc/{process.pid}/task/*/children")
        found = []
        for name in names:
            with open(name, encoding="ascii") as file:
                found += map(int, file.read().split())
        return found

    def test_nothing_is_left_behind(self):
        for end in (signal.SIGINT, signal.SIGKILL):
            environment = {**self.environment(), **self.variables("hang clBuildProgram")}
            with subprocess.Popen([PROGRAM, "resultant", "x*y - 1", "y - x"], env=environment,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
                try:
                    for _ in range(600):
                        found = self.children(process)
                        if found:
                            break
                        time.sleep(0.05)
                    self.assertEqual(len(found), 1)
                    time.sleep(0.5)
                    self.assertIsNone(process.poll())
                    process.send_signal(end)
                    self.assertEqual(process.wait(30), -end)
                    for _ in range(200):
                        if not os.path.exists(f"/proc/{found[0]}/cwd"):  # ended, or a zombie
                            break
                        time.sleep(0.05)
                    self.assertRaises(OSError, os.readlink, f"/proc/{found[0]}/cwd")
                finally:
                    process.kill()


main()

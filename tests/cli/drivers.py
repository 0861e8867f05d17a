"""Tests with drivers that end the process while they are loaded."""

import glob
import os
import shutil
import subprocess
import unittest

from program import NO_LAYER_HEADERS, PROGRAM, Case, main

DRIVER = os.environ.get("CLMODP_TEST_DRIVER", "")
REGISTRY = os.environ.get("OCL_ICD_VENDORS", "/etc/OpenCL/vendors")


class Drivers(Case):
    def setUp(self):
        super().setUp()
        os.mkdir(self.path("vendors"))

    def register(self, *names):
        """Registers copies of the test's driver, lib<name>.so in <name>.icd."""
        for name in names:
            self.write(f"vendors/{name}.icd", self.path(f"lib{name}.so") + "\n")
            shutil.copy(DRIVER, self.path(f"lib{name}.so"))

    def run_here(self, *arguments, **variables):
        """Runs the program with these drivers and an own cache."""
        return self.run_program(*arguments, variables={
            "OCL_ICD_VENDORS": self.path("vendors") + "/", "CLMODP_CACHE_DIR": self.path("cache"),
            "CLMODP_TEST_DRIVER_LOADS": self.path("loads"), **variables})

    def loads(self):
        """Returns the processes that have loaded the test's driver since the last call."""
        try:
            with open(self.path("loads"), encoding="ascii") as file:
                found = set(file.read().split())
            os.remove(self.path("loads"))
        except FileNotFoundError:
            found = set()
        return len(found)

    def crashes(self, *lines, **variables):
        """Asserts that `devices` names just these drivers, and how they ended."""
        done = self.run_here("devices", **variables)
        self.assertEqual((done.returncode, done.stdout), (3, ""), done.stderr)
        first, *named, last = done.stderr.rstrip("\n").split("\n")
        self.assertEqual(first, "clmodp: loading the OpenCL drivers registered in "
                         f"{self.path('vendors')}/ ends the process:")
        self.assertEqual(named, [f"  {line}" for line in lines])
        self.assertIn("set OCL_ICD_VENDORS to it", last)

    def test_constructor(self):
        self.register("trap", "good")
        line = ("trap.icd: signal 5, Trace/breakpoint trap; its last output: an option is "
                "registered twice")
        self.crashes(line)
        self.assertEqual(self.loads(), 3)  # all; one after another; those that load
        self.crashes(line)
        done = self.run_here("resultant", "x*y - 1", "y - x")
        self.assertEqual((done.returncode, done.stdout), (3, ""))
        self.assertIn(line, done.stderr)
        self.assertEqual(self.loads(), 0)  # remembered
        os.utime(self.path("libtrap.so"), (1, 1))
        self.crashes(line)
        self.assertEqual(self.loads(), 3)
        os.remove(self.path("vendors/trap.icd"))
        self.assertIn("good.icd: loads, but offers no device", self.run_here("devices").stderr)

    def test_the_host_goes_on(self):
        self.register("trap")
        done = self.run_here("resultant", "--threads", "1", "--stats", "(x + y + 3)^66 + 7*x - y",
                             "(x - 2*y + 3)^65 + 5*x*y", CLMODP_ENGINE="auto")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stderr, "(?m)^engine +host$")
        self.assertEqual(self.loads(), 2)

    def test_drivers_that_load_are_remembered(self):
        self.register("good")
        self.run_here("devices")
        self.assertEqual(self.loads(), 2)
        self.run_here("devices")
        self.assertEqual(self.loads(), 1)

    def test_without_a_cache_once_a_process(self):
        self.register("trap")
        for _ in range(2):
            self.crashes("trap.icd: signal 5, Trace/breakpoint trap; its last output: an option "
                         "is registered twice", CLMODP_CACHE_DIR="/proc/none")
            self.assertEqual(self.loads(), 2)

    def test_other_ends(self):
        for name, line in (("platforms", "signal 6, Aborted"), ("devices", "signal 6, Aborted"),
                           ("exit", "exit status 0"), ("slow", "not loaded in 60 seconds")):
            self.register("good", name)
            self.crashes(f"{name}.icd: {line}")
            os.remove(self.path(f"vendors/{name}.icd"))

    def test_drivers_that_load_apart_only(self):
        self.register("meets-a", "meets-b")
        self.crashes("meets-b.icd: signal 6, Aborted")
        os.remove(self.path("vendors/meets-b.icd"))
        self.assertIn("meets-a.icd: loads", self.run_here("devices").stderr)

    def test_a_file_without_its_library(self):
        files = glob.glob(os.path.join(REGISTRY, "*.icd"))
        if not files:
            self.skipTest(f"there are no drivers in {REGISTRY}")
        for name in files:
            shutil.copy(name, self.path("vendors"))
        self.write("vendors/stale.icd", "/nowhere/libdriver.so\n")
        done = self.run_here("devices")
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_a_root_without_sys(self):
        environment = {**self.environment(), "CLMODP_CACHE_DIR": self.path("cache")}
        done = subprocess.run(["unshare", "-m", "sh", "-c", "umount -l /sys && exec \"$@\"", "sh",
                               PROGRAM, "devices"], env=environment, capture_output=True,
                              text=True, timeout=60)
        if "clmodp: " not in done.stderr:
            self.skipTest(f"nothing crashes here: {done.stderr}")
        self.assertEqual(done.returncode, 3)
        self.assertIn("ends the process", done.stderr)
        self.assertIn("mount /sys", done.stderr)
        # With /sys the set of drivers counts as another one.
        done = self.run_program("devices", variables={"CLMODP_CACHE_DIR": self.path("cache")})
        self.assertEqual((done.returncode, done.stderr), (0, ""))


if not DRIVER:
    Drivers = unittest.skip(NO_LAYER_HEADERS)(Drivers)
main()

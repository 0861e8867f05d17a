"""Tests of folders for caches, and of missing or broken drivers."""

import os
import resource
import stat
import subprocess

from program import PROGRAM, Case, main


class Folders(Case):
    """Environments in which PoCL and the library find no folder for caches."""

    def setUp(self):
        super().setUp()
        for name in ("temporary", "here", "home"):
            os.mkdir(self.path(name), 0o700)  # whatever the umask
        self.private = self.path(f"temporary/clmodp-{os.geteuid()}")

    def run_in(self, *arguments, **variables):
        """Runs the program with no cache except by these variables."""
        unset = dict.fromkeys(("POCL_CACHE_DIR", "CLMODP_CACHE_DIR", "XDG_CACHE_HOME", "HOME"))
        done = self.run_program(*arguments, cwd=self.path("here"),
                                variables={**unset, "TMPDIR": self.path("temporary"), **variables})
        self.assertEqual(os.listdir(self.path("here")), [], variables)
        return done

    def test_homes_that_cannot_be_used(self):
        # Not even root can make folders in /proc.
        for variables in ({}, {"HOME": ""}, {"HOME": "/proc"}, {"HOME": "relative"},
                          {"HOME": self.path("none")}, {"XDG_CACHE_HOME": "/proc/none"},
                          {"XDG_CACHE_HOME": "relative"},
                          {"XDG_CACHE_HOME": "/proc/none", "HOME": self.path("home")},
                          {"HOME": "/proc", "CLMODP_CACHE_DIR": ""}):
            done = self.run_in("devices", **variables)
            self.assertEqual((done.returncode, done.stderr), (0, ""), variables)
            status = os.lstat(self.private)
            self.assertEqual(stat.S_IMODE(status.st_mode), 0o700)
            self.assertFalse(os.path.exists(self.path("none")))

    def test_read_only_home(self):
        if os.geteuid() == 0:
            self.skipTest("root writes anywhere")
        os.chmod(self.path("home"), 0o500)
        self.assertEqual(self.run_in("devices", HOME=self.path("home")).returncode, 0)
        self.assertTrue(os.path.isdir(self.private))

    def test_good_homes_are_taken(self):
        for variables in ({"HOME": self.path("home")},
                          {"XDG_CACHE_HOME": self.path("home/deep/cache"), "HOME": "/proc"},
                          {"XDG_CACHE_HOME": "relative", "HOME": self.path("home")},
                          {"CLMODP_CACHE_DIR": self.path("home/own"), "HOME": "/proc"}):
            self.assertEqual(self.run_in("devices", **variables).returncode, 0, variables)
            self.assertFalse(os.path.exists(self.private), variables)

    def test_part_of_a_home_is_someone_elses(self):
        os.makedirs(self.path("home/.cache"))
        self.write("home/.cache/clmodp", "a file where a folder should be")
        self.assertEqual(self.run_in("devices", HOME=self.path("home")).returncode, 0)
        self.assertTrue(os.path.isdir(self.private))

    def test_no_trust_in_what_others_made(self):
        os.mkdir(self.path("target"))
        for make in (lambda: os.symlink(self.path("target"), self.private),
                     lambda: os.mkdir(self.private, 0o777) or os.chmod(self.private, 0o777),
                     lambda: self.write(f"temporary/clmodp-{os.geteuid()}", "")):
            make()
            self.run_in("devices", HOME="/proc")
            for folder in (self.path("target"), self.private):
                self.assertFalse(os.path.isdir(folder) and os.listdir(folder))
            (os.rmdir if os.path.isdir(self.private) and not os.path.islink(self.private)
             else os.remove)(self.private)
        os.chmod(self.path("temporary"), 0o777)  # not sticky: other users could replace the folder
        self.run_in("devices", HOME="/proc")
        self.assertFalse(os.path.isdir(self.private) and os.listdir(self.private))

    def test_empty_variables_count_for_nothing(self):
        done = self.run_in("devices", HOME="/proc", POCL_CACHE_DIR="", PATH="")
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_kernels_are_found_and_linked(self):
        os.mkdir(self.private, 0o700)
        done = self.run_in("resultant", "y - x", "y + x^2", HOME="/proc", PATH=None)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "x^2 + x\n", ""))
        self.assertNotEqual(os.listdir(os.path.join(self.private, "clmodp")), [])
        if self.on_pocl():
            self.assertNotEqual(os.listdir(os.path.join(self.private, "pocl")), [])


class FileSizes(Case):
    def test_a_limit_on_files_is_named(self):
        if not self.on_pocl():
            self.skipTest("other drivers may write nothing")
        done = self.run_program(
            "resultant", "y - x", "y + x^2", variables={"CLMODP_CACHE_DIR": "/proc/none"},
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)))
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("ulimit -f", done.stderr)

    def test_few_files_suffice(self):
        done = self.run_program(
            "resultant", "y - x", "y + x^2", variables={"CLMODP_CACHE_DIR": "/proc/none"},
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (16, 16)))
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "x^2 + x\n", ""))


class FullDisk(Case):
    """Compilers that cannot write, on a small disk visible to one process only."""

    def run_on(self, size, **variables):
        """Runs with caches on a new disk of this size; skips if it cannot be mounted."""
        disk = self.path("disk")
        os.mkdir(disk)
        script = f"mount -t tmpfs -o size={size} tmpfs \"$1\" && shift && exec \"$@\""
        unset = dict.fromkeys(("POCL_CACHE_DIR", "CLMODP_CACHE_DIR", "HOME"))
        environment = {**self.environment(), **unset, "XDG_CACHE_HOME": disk, "LC_ALL": "C",
                       **variables}
        environment = {name: text for name, text in environment.items() if text is not None}
        try:
            done = subprocess.run(["unshare", "-m", "sh", "-c", script, "sh", disk, PROGRAM,
                                   "resultant", "x*y - 1", "y - x"], env=environment,
                                  capture_output=True, text=True, timeout=240)
        except FileNotFoundError:
            self.skipTest("there is no unshare here")
        if done.returncode != 0 and "clmodp: " not in done.stderr:
            self.skipTest(f"no disk can be mounted here: {done.stderr}")
        if done.returncode == 0:
            self.skipTest("this driver writes nothing to disks")
        self.assertEqual((done.returncode, done.stdout), (1, ""), done.stderr)
        return done.stderr

    def test_nothing_fits(self):
        message = self.run_on("4k")
        self.assertIn(f"the disk of {self.path('disk')}, where the compiler may write, is nearly "
                      "full: ", message)
        self.assertIn("set XDG_CACHE_HOME to another folder", message)

    def test_the_compiler_dies(self):
        message = self.run_on("300k")
        self.assertIn("full", message)
        self.assertIn(self.path("disk"), message)


class Drivers(Case):
    """A machine without devices: the message names registered drivers and their errors."""

    def explained(self, **variables):
        return self.refused("resultant", "x", "y", leave=3, variables=variables)

    def test_none(self):
        message = self.explained()
        self.assertIn(f"no driver is registered in {self.path('no-drivers')}; install", message)

    def test_broken(self):
        self.write("no-drivers/a.icd", "/nowhere/libdriver.so\n")
        self.write("no-drivers/b.icd", "libc.so.6")
        self.write("no-drivers/c.icd", "")
        self.write("no-drivers/d.icd", "/nowhere/" + "x" * 2000)
        self.write("no-drivers/e.txt", "/nowhere/libother.so\n")
        message = self.explained()
        self.assertIn(f"registered in {self.path('no-drivers')}:\n", message)
        self.assertRegex(message, "(?m)^  a.icd: /nowhere/libdriver.so: .*No such file")
        self.assertRegex(message, "(?m)^  b.icd: loads, but offers no device$")
        self.assertRegex(message, "(?m)^  c.icd: names no library$")
        self.assertRegex(message, "(?m)^  d.icd: ")
        self.assertNotIn("libother", message)

    def test_one_file_or_library(self):
        name = self.write("one.icd", "/nowhere/libdriver.so\n")
        self.assertIn(f"{name}: /nowhere/libdriver.so: ", self.explained(OCL_ICD_VENDORS=name))
        self.assertIn("/nowhere/lib.so: ", self.explained(OCL_ICD_VENDORS="/nowhere/lib.so"))

    def test_many(self):
        for i in range(100):
            self.write(f"no-drivers/{i}.icd", f"/nowhere/{'long' * 50}{i}.so\n")
        self.assertLess(len(self.explained()), 2100)

    def test_pocl_without_a_cache(self):
        done = self.run_program("devices", variables={"POCL_CACHE_DIR": "/proc/none"})
        if done.returncode == 0:
            self.skipTest("a device of another driver, or a PoCL that needs no cache")
        self.assertEqual(done.returncode, 3)
        self.assertIn("set POCL_CACHE_DIR", done.stderr)


main()

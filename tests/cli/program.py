"""Common code of the tests of the program: running it, and results in TAP."""

import os
import pty
import subprocess
import sys
import tempfile
import unittest

# Command line: the test, the program, the root of the sources.
PROGRAM, ROOT = map(os.path.abspath, sys.argv[1:3])
# Reasons to skip tests that insert a layer above the driver.
NO_LAYER_HEADERS = ("the OpenCL headers know no layers: install opencl-headers of 2020 or later, "
                    "and build again")
NO_LAYER_LOADER = ("the OpenCL loader takes no layers: install ocl-icd-libopencl1 2.3 or newer "
                   "(Debian 12, Ubuntu 22.04)")


class Case(unittest.TestCase):
    """A test with a temporary folder."""

    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = self.temporary.name
        os.mkdir(self.path("no-drivers"))

    def tearDown(self):
        self.temporary.cleanup()

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, content):
        """Writes a file and returns its path."""
        with open(self.path(name), "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())
        return self.path(name)

    def environment(self, device=True):
        """Returns the environment, or one in which the machine has no OpenCL device."""
        environment = {**os.environ, "LC_ALL": "C"}
        environment.pop("CLMODP_DEVICE", None)
        # Small inputs use OpenCL, too; tests of the automatic choice remove the variable.
        environment["CLMODP_ENGINE"] = os.environ.get("CLMODP_TEST_ENGINE", "euclid")
        if not device:
            environment["OCL_ICD_VENDORS"] = self.path("no-drivers")
            environment.pop("OCL_ICD_FILENAMES", None)
            environment.pop("OPENCL_LAYERS", None)
        return environment

    def on_pocl(self):
        """Tests whether the default device is PoCL's."""
        listed = self.output("devices")
        return "Portable Computing Language" in listed[listed.index("* "):].split("\n", 2)[1]

    def run_program(self, *arguments, stdin=b"", device=True, variables=None, **more):
        """Returns the finished process with its exit status and decoded output. `variables` change
        the environment; None removes a variable."""
        if isinstance(stdin, str):
            stdin = stdin.encode()
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **more}
        environment = {**self.environment(device), **(variables or {})}
        environment = {name: text for name, text in environment.items() if text is not None}
        done = subprocess.run([PROGRAM, *arguments], env=environment, timeout=240, input=stdin,
                              **pipes)
        for name in ("stdout", "stderr"):
            if getattr(done, name) is not None:
                setattr(done, name, getattr(done, name).decode("utf-8", "replace"))
        return done

    def output(self, *arguments, **more):
        """Returns stdout of a run; asserts success and an empty stderr."""
        done = self.run_program(*arguments, **more)
        self.assertEqual((done.returncode, done.stderr), (0, ""), arguments)
        return done.stdout

    def refused(self, *arguments, leave=2, **more):
        """Returns stderr of a run; asserts this exit status and an empty stdout. There is no
        device by default, since invalid input is detected without."""
        done = self.run_program(*arguments, **{"device": False, **more})
        self.assertEqual((done.returncode, done.stdout), (leave, ""),
                         (arguments, done.stderr))
        self.assertNotEqual(done.stderr, "")
        return done.stderr


def open_terminal(opening=pty.openpty):
    """Returns the result of `opening`; skips the test if the system has no free terminals."""
    try:
        return opening()
    except OSError as why:
        raise unittest.SkipTest(f"no pseudo-terminal can be opened here: {why}") from why


def run_singular(text):
    """Returns Singular's output for statements without an error, except messages of Debian's
    version about missing modules."""
    done = subprocess.run(["Singular", "-q", "--no-rc"], input=text, text=True, timeout=120,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if "error" in done.stdout:
        raise AssertionError(f"{text}: {done.stdout}")
    return "".join(line for line in done.stdout.splitlines(True) if not line.startswith("// **"))


class Tap(unittest.TestResult):
    """Prints a line per test in the Test Anything Protocol."""

    number = 0

    def line(self, test, word, reason=""):
        self.number += 1
        print(f"{word} {self.number} - {test.id().removeprefix('__main__.')}{reason}",
              flush=True)

    def addSuccess(self, test):
        self.line(test, "ok")

    def addSkip(self, test, reason):
        self.line(test, "ok", f" # SKIP {reason}")

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.line(test, "not ok")
        print("".join(f"# {text}\n" for text in self.failures[-1][1].splitlines()), end="")

    def addError(self, test, err):
        super().addError(test, err)
        self.line(test, "not ok")
        print("".join(f"# {text}\n" for text in self.errors[-1][1].splitlines()), end="")


def main():
    """Runs all tests of the calling file."""
    suite = unittest.defaultTestLoader.loadTestsFromModule(sys.modules["__main__"])
    print(f"1..{suite.countTestCases()}")
    result = Tap()
    suite.run(result)
    sys.exit(0 if result.wasSuccessful() else 1)

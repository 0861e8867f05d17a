"""Tests with cold caches: compilations, by concurrent processes too, and their messages."""

import os
import resource
import subprocess

from program import PROGRAM, Case, main, open_terminal

SMALL = ["resultant", "x^3*y^2 + x*y + 7", "y^3 + x*y + 5"]
ANSWER = "25*x^9 + 2*x^8 + 7*x^4 + 2*x^3 + 343\n"


class FirstUse(Case):
    def cold(self, name="cold"):
        """Returns an environment with empty caches; PoCL compiles fast, without optimising."""
        return {"CLMODP_CACHE_DIR": self.path(f"{name}-own"),
                "POCL_CACHE_DIR": self.path(f"{name}-pocl"),
                "POCL_EXTRA_BUILD_FLAGS": "-cl-opt-disable"}

    def kept(self, variables):
        """Returns the files in the caches, except files that drivers make in every process."""
        found = {}
        for cache in ("CLMODP_CACHE_DIR", "POCL_CACHE_DIR"):
            for place, _, names in os.walk(variables[cache]):
                for name in names:
                    if not name.startswith(("tempfile_", "last_accessed")):
                        path = os.path.join(place, name)
                        found[path] = os.path.getsize(path)
        return found

    def on_terminal(self, *arguments, variables):
        """Returns stderr as seen on a terminal, and stdout."""
        terminal, other = open_terminal()
        try:
            process = subprocess.Popen([PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=other,
                                       env={**self.environment(), **variables})
            os.close(other)
            seen = b""
            while True:
                try:
                    piece = os.read(terminal, 4096)
                except OSError:  # Linux: the other side is closed
                    break
                if not piece:
                    break
                seen += piece
            out = process.communicate(timeout=240)[0]
        finally:
            os.close(terminal)
        self.assertEqual(process.returncode, 0, seen)
        return seen.decode("utf-8", "replace"), out.decode()

    def test_a_terminal_is_told_of_compiling(self):
        variables = self.cold()
        seen, out = self.on_terminal(*SMALL, variables=variables)
        self.assertIn("compiling kernels once", seen)
        self.assertTrue(seen.endswith("\r"), seen)  # the line is cleared
        self.assertEqual(out, ANSWER)
        self.assertEqual(self.on_terminal(*SMALL, variables=variables), ("", ANSWER))

    def test_a_terminal_is_told_that_nothing_is_kept(self):
        variables = {**self.cold(), "CLMODP_CACHE_DIR": "/proc/none"}
        seen, out = self.on_terminal(*SMALL, variables=variables)
        self.assertEqual(seen.count("the cache /proc/none cannot be written"), 1, seen)
        self.assertEqual(out, ANSWER)
        self.assertEqual(self.output(*SMALL, variables=variables), ANSWER)
        self.assertEqual(self.on_terminal(*SMALL, "--quiet", variables=variables), ("", ANSWER))

    def test_a_quiet_terminal(self):
        """With --quiet compiling is not reported, but errors are."""
        variables = self.cold()
        self.assertEqual(self.on_terminal(*SMALL, "--quiet", variables=variables), ("", ANSWER))
        self.assertNotEqual(self.kept(variables), {})
        self.assertIn("third", self.refused("resultant", "--quiet", "x + y", "z"))

    def together(self, count, variables):
        """Runs processes at the same time; asserts that they print no messages. Returns their
        processor time."""
        def seconds():
            used = resource.getrusage(resource.RUSAGE_CHILDREN)
            return used.ru_utime + used.ru_stime
        before = seconds()
        processes = [subprocess.Popen([PROGRAM, *SMALL], stdout=subprocess.PIPE,
                                      stderr=subprocess.PIPE,
                                      env={**self.environment(), **variables})
                     for _ in range(count)]
        for process in processes:
            out, error = process.communicate(timeout=240)
            self.assertEqual((process.returncode, out.decode(), error), (0, ANSWER, b""))
        return seconds() - before

    def test_processes_that_begin_together(self):
        alone = self.together(1, self.cold("one"))
        six = self.together(6, self.cold("six"))
        self.assertLess(six, 3 * alone, "one compiles, and five wait for it")

    def test_prepared(self):
        variables = self.cold()
        out = self.output("prepare", variables=variables)
        self.assertIn("kernels are compiled", out)
        before = self.kept(variables)
        self.assertNotEqual(before, {})
        for arguments in (SMALL, ["resultant", "(x + y + 1)^9 - 3", "(x*y - 2)^7 + y"],
                          ["resultant", "--crt=positional", "x^5*y^4 - 7", "y^6 + x*y + 3"],
                          ["resultant", "--crt=mixed-radix", "x^5*y^4 - 7", "y^6 + x*y + 3"],
                          ["resultant", "--crt=convolution", "x^5*y^4 - 7", "y^6 + x*y + 3"],
                          ["resultant", "--subresultant=1", "x^4*y^4 - 7", "y^6 + x*y + 3"],
                          ["resultant", "--modulus=101", "x^4*y^4 - 7", "y^6 + x*y + 3"],
                          ["discriminant", "--mode=probable", "(x^2 + y^2)^20 - 4*x^2*y^2 - 1"]):
            self.output(*arguments, variables=variables)
            self.assertEqual(self.kept(variables), before, arguments)

    def test_what_cannot_be_kept_is_not_prepared(self):
        for folder in ("", "/proc/none"):
            why = self.refused("prepare", device=True, leave=1,
                               variables={**self.cold(), "CLMODP_CACHE_DIR": folder})
            self.assertIn("CLMODP_CACHE_DIR", why)
        self.refused("prepare", leave=3)


if __name__ == "__main__":
    main()

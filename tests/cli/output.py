"""Tests of long results (digits, memory and time of printing), and of --output."""

import itertools
import json
import math
import os
import random
import resource
import signal
import stat
import subprocess
import sys
import threading
import time
import unittest

from program import PROGRAM, ROOT, Case, main, open_terminal

# Python 3.11 and later refuse to print long integers by default.
getattr(sys, "set_int_max_str_digits", lambda digits: None)(0)

HOST = ["--engine", "host", "--max-result", "1G"]
# 14 million digits, computed in some 0.3 s, and converted in 1 s.
LONG = ["resultant", *HOST, "3", "y^30000000"]


class Digits(Case):
    """Integers from text to text, by the resultant of a polynomial free of y with y."""

    def texts(self):
        """Yields integers of one or several pieces, with zeros, nines and ones at borders."""
        source = random.Random(7)
        piece = 1 << 17
        for digits in (19, 20, 39, piece - 1, piece, piece + 1, 2 * piece, 2 * piece + 1,
                       3 * piece + 17, 4 * piece, 5 * piece):
            yield "1" + "0" * digits
            yield "9" * digits
            yield "1" + "0" * (digits - 1) + "1"
            whole = [*str(source.randrange(1, 10)), *source.choices("0123456789", k=digits - 1)]
            yield "".join(whole)
            for _ in range(4):  # runs of zeros longer than a piece, too
                begin = source.randrange(1, digits)
                end = min(digits, begin + source.randrange(1, digits + 1))
                whole[begin:end] = "0" * (end - begin)
                yield "".join(whole)

    def test_constants(self):
        texts = list(self.texts())
        lines = [sign + text for sign, text in zip(itertools.cycle(("", "-", "")), texts)]
        name = self.write("lines", "".join(f"{line} ; y\n" for line in lines))
        for form in ("expr", "coeffs"):
            answers = self.output("resultant", *HOST, "--batch", name, "--format", form)
            for number, (line, answer) in enumerate(zip(lines, answers.split("\n"), strict=False)):
                self.assertTrue(line == answer, (form, number, len(line), len(answer)))
        self.assertEqual(len(lines), answers.count("\n"))

    def test_alone(self):
        """Long integers in terms, lists and fractions, printed in pieces by one process each."""
        a, b = "7" * 140000, "1" + "0" * 150000
        name = self.write("f", f"-{a}*x^2 + {b}*x - 1/{a}{a}")
        self.assertEqual(self.output("resultant", *HOST, f"@{name}", "y"),
                         f"-{a}*x^2 + {b}*x - 1/{a}{a}\n")
        self.assertEqual(self.output("resultant", *HOST, f"@{name}", "y", "--format=coeffs"),
                         f"-1/{a}{a}\n{b}\n-{a}\n")
        answer = json.loads(self.output("resultant", *HOST, f"@{self.write('g', f'{b}-{a}*x')}",
                                        "y", "--format=json"))
        self.assertEqual(answer["terms"], [[0, b], [1, f"-{a}"]])

    def test_words(self):
        """Polynomials over F_p of several windows of 2^16 coefficients."""
        source = random.Random(8)
        for count in (65535, 65536, 65537, 131073, 200001):
            words = [source.randrange(2) * source.randrange(65537) for _ in range(count - 1)] + [5]
            name = self.write("words", " ".join(map(str, words)))
            arguments = ["poly", "mul", "--modulus", "65537", "--algorithm", "host"]
            listed = self.output(*arguments, "--format", "coeffs", f"@{name}", "1")
            self.assertTrue(listed == " ".join(map(str, words)) + "\n", count)
            name = self.write("sum", " + ".join(f"{c}*x^{i}" for i, c in enumerate(words) if c))
            terms = json.loads(self.output(*arguments, "--format", "json", f"@{name}", "1"))
            self.assertTrue(terms["product"]["terms"] ==
                            [[i, str(c)] for i, c in enumerate(words) if c], count)
            printed = self.output(*arguments, f"@{name}", "1").rstrip("\n").split(" + ")
            wanted = [(f"{c}*" if c > 1 else "") + f"x^{i}"
                      for i, c in reversed(list(enumerate(words))) if c and i > 1]
            self.assertTrue(printed[:len(wanted)] == wanted, count)


class Cost(Case):
    """Memory and time for (x + 3)^10000, with 19 MB of coefficients, and 45 MB of text."""

    def run_to(self, name, *options, exponent=10000):
        """Returns the peak memory of a run in bytes, its processor time, and its exit status."""
        process = subprocess.Popen([PROGRAM, "resultant", *HOST, "x + 3", f"y^{exponent} + x",
                                    "--output", name, *options],
                                   stderr=subprocess.DEVNULL, env=self.environment(device=False))
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        return (usage.ru_maxrss * 1024, usage.ru_utime + usage.ru_stime, process.returncode)

    @unittest.skipUnless(os.path.exists("/dev/full"), "this system has no /dev/full")
    @unittest.skipIf("ASAN_OPTIONS" in os.environ, "the sanitizer keeps what was freed")
    def test_memory_and_time(self):
        """Printing needs at most half of the coefficients' memory in addition, the program less
        than text and coefficients together. Printing stops after a failed write."""
        size = sum((math.lgamma(10001) - math.lgamma(i + 1) - math.lgamma(10001 - i)) / math.log(2)
                   + (10000 - i) * math.log2(3) for i in range(10001)) / 8
        least, _, status = self.run_to("/dev/null", exponent=10)
        self.assertEqual(status, 0)
        computed, early, status = self.run_to("/dev/full")
        self.assertEqual(status, 1)
        plain = "CLMODP_TEST_PLAIN" in os.environ
        for form in ("json",) if plain else ("expr", "coeffs", "json"):
            printed, late, status = self.run_to(self.path("out"), "--format", form)
            self.assertEqual(status, 0)
            self.assertGreater(os.stat(self.path("out")).st_size, 2.3 * size)
            self.assertLess(printed - computed, size / 2, form)
            self.assertLess(printed - least, 2.5 * size, form)
            self.assertLess(early, late / 2)
        with open(self.path("out"), encoding="ascii") as file:
            terms = json.load(file)["terms"]
        self.assertEqual([i for i, _ in terms], list(range(10001)))
        for i in (0, 1, 2499, 2500, 9999, 10000):
            self.assertEqual(int(terms[i][1]), math.comb(10000, i) * 3 ** (10000 - i))

    def test_nobody_reads_on(self):
        """A closed pipe ends the conversion, silently unless SIGPIPE is ignored."""
        for signals, text, status in (
                (True, b"", -signal.SIGPIPE),
                (False, b"clmodp: cannot write to standard output: Broken pipe\n", 1)):
            process = subprocess.Popen([PROGRAM, *LONG], stdout=subprocess.PIPE,
                                       stderr=subprocess.PIPE, restore_signals=signals,
                                       env=self.environment(device=False))
            self.assertEqual(len(process.stdout.read(1000)), 1000)
            process.stdout.close()
            self.assertEqual(process.stderr.read(), text)
            process.stderr.close()
            self.assertEqual(process.wait(), status)


class Files(Case):
    """Contents of the file of --output, and the folder after failed writes."""

    ANSWER = "x^4 - x^2 + 1\n"
    CIRCLE = ["resultant", "x^2 + y^2 - 1", "x*y - 1"]

    def setUp(self):
        super().setUp()
        os.mkdir(self.path("place"))
        self.file = self.path("place/file")

    def read(self):
        with open(self.file, encoding="utf-8") as file:
            return file.read()

    def left(self):
        return sorted(os.listdir(self.path("place")))

    def to_file(self, *arguments, leave=0, **more):
        """Returns the file written by a run; asserts that nothing else was written."""
        done = self.run_program(*arguments, "--output", self.file, **more)
        self.assertEqual((done.returncode, done.stdout), (leave, ""), done.stderr)
        self.assertEqual(self.left(), ["file"])
        return self.read()

    def unharmed(self, *arguments, leave=1, name=None, words="", **more):
        """Returns stderr of a failing run; asserts that the folder is unchanged."""
        self.write("place/file", "old")
        done = self.run_program(*arguments, "--output", name or self.file, **more)
        self.assertEqual((done.returncode, done.stdout), (leave, ""), done.stderr)
        self.assertIn(words, done.stderr)
        self.assertEqual((self.left(), self.read()), (["file"], "old"))
        return done.stderr

    def test_the_same(self):
        job = self.path("job")
        self.output("submit", job, *self.CIRCLE[1:])
        self.output("worker", job)
        poly = ["poly", "xgcd", "--modulus", "7"]
        for arguments, stdin in ((self.CIRCLE, ""), (["discriminant", "y^2 + p*y + 1"], ""),
                                 ([*self.CIRCLE, "--subresultant", "1"], ""),
                                 ([*self.CIRCLE, "--checkpoint", self.path("kept")], ""),
                                 ([*self.CIRCLE, "--modulus", "5"], ""),
                                 (["resultant", "--batch", "-"], "x ; y - 1\ny^2 - x ; y\n" * 40),
                                 (["discriminant", "--batch", "-"], "y^2 - x\n"),
                                 (["resultant", "--batch", "-"], ""),
                                 (["finish", job], ""), (poly + ["6", "5"], ""),
                                 (poly + ["--batch", "-"], "6 ; 5\n0 ; 1\n")):
            for form in ("expr", "coeffs", "json"):
                form = ["--format", form]
                printed = self.output(*arguments, *form, stdin=stdin)
                self.assertEqual(self.to_file(*arguments, *form, stdin=stdin), printed)
            self.assertEqual(self.output(*arguments, *form, "--output=-", stdin=stdin), printed)

    def test_new_and_old_files(self):
        umask = os.umask(0o027)
        try:
            self.assertEqual(self.to_file(*self.CIRCLE), self.ANSWER)
            self.assertEqual(stat.S_IMODE(os.stat(self.file).st_mode), 0o640)
            self.write("place/file", "something longer than what comes" * 100)
            os.chmod(self.file, 0o604)
            self.assertEqual(self.to_file(*self.CIRCLE), self.ANSWER)
            self.assertEqual(stat.S_IMODE(os.stat(self.file).st_mode), 0o604)
        finally:
            os.umask(umask)
        # The output replaces the input, by a relative path.
        self.write("place/file", "x^2 + y^2 - 1")
        done = self.run_program("resultant", "@file", "x*y - 1", "--output", "file",
                                cwd=self.path("place"))
        self.assertEqual((done.returncode, self.left(), self.read()), (0, ["file"], self.ANSWER))
        # Standard output may be closed.
        self.write("place/file", "old")
        self.assertEqual(self.to_file(*self.CIRCLE, preexec_fn=lambda: os.close(1)), self.ANSWER)
        self.file = self.path("place/" + "n" * 255)
        os.remove(self.path("place/file"))
        self.output(*self.CIRCLE, "--output", self.file)
        self.assertEqual(self.read(), self.ANSWER)

    def test_links(self):
        self.write("target", "old")
        os.symlink("../target", self.file)
        self.assertEqual(self.to_file(*self.CIRCLE), self.ANSWER)
        self.assertTrue(os.path.islink(self.file))
        os.remove(self.path("target"))
        self.assertIn("the link has no target", self.refused(*self.CIRCLE, "--output", self.file,
                                                      leave=1))
        self.assertFalse(os.path.exists(self.path("target")))

    def test_what_is_no_file(self):
        os.mkfifo(self.path("pipe"))
        got = []

        def read():
            with open(self.path("pipe"), encoding="ascii") as pipe:
                got.append(pipe.read())

        reader = threading.Thread(target=read)
        reader.start()
        self.output(*self.CIRCLE, "--output", self.path("pipe"))
        reader.join()
        self.assertEqual(got, [self.ANSWER])
        self.assertTrue(stat.S_ISFIFO(os.stat(self.path("pipe")).st_mode))
        self.output(*self.CIRCLE, "--output", "/dev/null")
        self.assertTrue(stat.S_ISCHR(os.stat("/dev/null").st_mode))
        self.assertEqual(self.output(*self.CIRCLE, "--output", "/dev/stdout"), self.ANSWER)
        if os.path.exists("/dev/full"):
            self.assertIn("cannot write to /dev/full: No space left on device",
                          self.refused(*self.CIRCLE, "--output", "/dev/full", leave=1,
                                       device=True))

    def test_places_that_are_none(self):
        for name, words in ((self.path("none/file"), "No such file or directory"),
                            (self.path("place/file/x"), "Not a directory"),
                            (self.path("place"), "it is a folder"), (".", "it is a folder"),
                            ("/proc/none", "cannot create a file in its folder"),
                            (self.path("place/" + "n" * 256), "File name too long")):
            for arguments in (self.CIRCLE, ["resultant", "--batch", "none"],
                              ["finish", self.path("none")],
                              ["poly", "gcd", "--modulus", "7", "x", "x"]):
                message = self.unharmed(*arguments, name=name, words=words, device=False)
                self.assertEqual(message.count("\n"), 1)  # no other error before it
                self.assertIn(f"--output {name}: ", message)
        self.assertIn("needs the name", self.refused(*self.CIRCLE, "--output", ""))
        self.assertIn("needs a value", self.refused(*self.CIRCLE, "--output"))

    @unittest.skipIf(os.geteuid() == 0, "root writes anywhere")
    def test_no_permission(self):
        self.write("place/file", "old")
        os.chmod(self.file, 0o444)
        self.assertIn("Permission denied",
                      self.refused(*self.CIRCLE, "--output", self.file, leave=1))
        os.chmod(self.file, 0o644)
        os.chmod(self.path("place"), 0o555)
        for name in (self.file, self.path("place/new")):
            self.assertIn("Permission denied", self.refused(*self.CIRCLE, "--output", name,
                                                            leave=1))
        os.chmod(self.path("place"), 0o755)
        self.assertEqual((self.left(), self.read()), (["file"], "old"))

    def test_failures(self):
        self.unharmed("resultant", "x +", "y", leave=2)
        self.unharmed("resultant", "x", leave=2)
        self.unharmed("resultant", "--batch", self.path("none"), leave=2)
        self.unharmed("poly", "divrem", "--modulus", "7", "x", "0", leave=2)
        self.unharmed(*self.CIRCLE, "--engine=euclid", leave=3, device=False)
        # Error lines are part of a batch's output.
        answers = self.to_file("resultant", "--batch", "-", stdin="y + ; y\ny ; y^2 - x\n",
                               leave=1)
        self.assertRegex(answers, r"^error: line 1, .*\n-x\n$")

    def test_disk_is_full(self):
        """Writing fails at any size, as on a full disk."""
        def limit(size):
            return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

        for size in (0, 5, 1 << 17):
            self.unharmed("resultant", *HOST, "x + 3", "y^1000", preexec_fn=limit(size),
                          words=f"cannot write to {self.file}: File too large", device=False)
        self.unharmed("resultant", "--batch", "-", *HOST, stdin="x + 3 ; y^300 + x\n" * 20,
                      preexec_fn=limit(1 << 17), words="File too large", device=False)

    def stop(self, number, printing, times=1):
        """Sends a signal to a run while it prints, or before; asserts that no file is left. Resets
        the signal's action, which may be inherited as ignored, as with nohup."""
        process = subprocess.Popen([PROGRAM, *LONG, "--output", self.file], env=self.environment(),
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   preexec_fn=lambda: signal.signal(number, signal.SIG_DFL))
        try:
            end = time.monotonic() + 100
            while process.poll() is None and time.monotonic() < end:
                parts = [name for name in self.left() if name != "file"]
                if parts and (not printing or os.stat(self.path(f"place/{parts[0]}")).st_size > 0):
                    break
                time.sleep(0.001)
            for _ in range(times):
                process.send_signal(number)
                time.sleep(0.05)
            output, errors = process.communicate(timeout=20)
        finally:
            process.kill()
            process.communicate()
        self.assertEqual((process.returncode, output), (-number, b""), errors)
        self.assertEqual((self.left(), self.read()), (["file"], "old"), (number, printing))

    def test_signals(self):
        self.write("place/file", "old")
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            for printing in (False, True):
                self.stop(number, printing)
        self.stop(signal.SIGINT, False, times=2)  # the second does not wait

    def test_progress(self):
        """Progress of the conversion is shown on a terminal; Ctrl-C ends the conversion."""
        self.write("place/file", "old")
        terminal, other = open_terminal()
        process = subprocess.Popen([PROGRAM, "resultant", *HOST, "3", "y^100000000", "--output",
                                    self.file], stderr=other, env=self.environment())
        os.close(other)
        seen = b""
        try:
            end = time.monotonic() + 200
            while b"% printed" not in seen and time.monotonic() < end:
                seen += os.read(terminal, 4096)
            process.send_signal(signal.SIGINT)
            self.assertEqual(process.wait(20), -signal.SIGINT)
        finally:
            process.kill()
            process.wait()
            os.close(terminal)
        self.assertRegex(seen, rb"clmodp: \d+ % printed in \d+ s")
        self.assertEqual((self.left(), self.read()), (["file"], "old"))


class Values(Case):
    """Printed results, checked by Python's own arithmetic."""

    def check(self, f, g, result):
        """Returns the exit status and the last line of the checker."""
        done = subprocess.run(
            [sys.executable, os.path.join(ROOT, "tests", "peers", "values.py"), f, g, result],
            stdout=subprocess.PIPE, text=True, check=False)
        return done.returncode, done.stdout.splitlines()[-1]

    def test_values(self):
        chosen = random.Random(600)
        dense = lambda degree: " + ".join(
            f"{chosen.randrange(1, 65536)}*x^{i}*y^{j}"
            for i in range(degree + 1) for j in range(degree + 1 - i)) + "\n"
        for f, g, terms in ((dense(12), dense(11), 133), ("x*y - 1", "x*y - 1", 1),
                            ("y^3 - x*y + 1", "-y^2 - 2*x^5*y + 7", 7),
                            ("y - x^40", "3*y - 5*x", 2)):
            paths = self.write("f", f), self.write("g", g)
            text = self.output("resultant", "--engine", "host", *(f"@{path}" for path in paths))
            result = self.write("result", text)
            self.assertEqual(self.check(*paths, result),
                             (0, f"{terms} terms, 20 values, 0 wrong"), text)
            place = random.Random(1).choice([k for k, c in enumerate(text) if c.isdigit()])
            wrong = str((int(text[place]) + 1) % 10)
            self.write("result", text[:place] + wrong + text[place + 1:])
            self.assertEqual(self.check(*paths, result)[0], 1, (text, place))


main()

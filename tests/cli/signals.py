"""Tests of failing outputs, the progress line, and Ctrl-C."""

import os
import random
import signal
import subprocess
import time
import unittest

from program import PROGRAM, Case, main, open_terminal


class Writing(Case):
    def failed(self, *arguments, reason, **more):
        done = self.run_program(*arguments, **more)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn(f"cannot write to standard output: {reason}", done.stderr)

    @unittest.skipUnless(os.path.exists("/dev/full"), "this system has no /dev/full")
    def test_full_disk(self):
        for arguments in (["version"], ["help"], ["help", "resultant"], ["devices"],
                          ["resultant", "y - x", "y + x"],
                          ["discriminant", "y^2 - x", "--format=json"],
                          ["resultant", "--batch", "-", "--format=coeffs"]):
            with open("/dev/full", "wb") as full:
                self.failed(*arguments, reason="No space left on device", stdout=full,
                            stdin="y - x ; y + x\n" * 3)

    @unittest.skipUnless(os.path.exists("/dev/full"), "this system has no /dev/full")
    def test_full_disk_for_statistics(self):
        for arguments, lines in ((["y - x", "y + x"], 1), (["--batch", "-"], 1),
                                 (["--batch", "-", "--format=json"], 1)):
            with open("/dev/full", "wb") as full:
                done = self.run_program("resultant", "--stats", *arguments, stderr=full,
                                        stdin="y - x ; y + x\n" * 3)
            self.assertEqual((done.returncode, done.stdout.count("\n")), (1, lines), arguments)

    def test_closed_pipe(self):
        for arguments in (["help"], ["resultant", "y - x", "y + x"],
                          ["resultant", "--batch", "-"]):
            reader, writer = os.pipe()
            os.close(reader)
            try:
                more = {"stdout": writer, "stdin": "y - x ; y + x\n" * 3}
                self.failed(*arguments, reason="Broken pipe", restore_signals=False, **more)
                done = self.run_program(*arguments, **more)
                self.assertEqual((done.returncode, done.stderr), (-signal.SIGPIPE, ""))
            finally:
                os.close(writer)

    def test_closed_stdout(self):
        # No opened file may get the descriptor of the closed stdout.
        name = self.write("f", "y - x")
        self.failed("resultant", f"@{name}", "y", reason="Bad file descriptor",
                    preexec_fn=lambda: os.close(1))
        with open(name, encoding="utf-8") as file:
            self.assertEqual(file.read(), "y - x")


class Watched(Case):
    """A program that is observed on a terminal."""

    def read_until(self, terminal, wanted):
        """Returns a terminal's output up to some wanted text, or to its end."""
        seen, end = b"", time.monotonic() + 200
        while wanted not in seen and time.monotonic() < end:
            try:
                piece = os.read(terminal, 4096)
            except OSError:  # Linux: the other side is closed
                piece = b""
            if not piece:
                break
            seen += piece
        return seen


class Measuring(Watched):
    def test_interrupt(self):
        """Measurements of a device end with the words of other commands, too."""
        for arguments in (["calibrate"], ["tune", "scan"]):
            terminal, other = open_terminal()
            with subprocess.Popen([PROGRAM, *arguments], stderr=other, stdout=subprocess.DEVNULL,
                                  stdin=subprocess.DEVNULL, env=self.environment()) as process:
                os.close(other)
                try:
                    self.read_until(terminal, b"%")
                    process.send_signal(signal.SIGINT)
                    self.assertRegex(self.read_until(terminal, b"interrupted"),
                                     rb"\rclmodp: interrupted")
                    self.assertEqual(process.wait(60), -signal.SIGINT)
                finally:
                    process.kill()
                    os.close(terminal)


class Long(Watched):
    """A computation of minutes, observed and stopped after one or two seconds."""

    def setUp(self):
        super().setUp()
        source = random.Random(1)
        for name in ("f", "g"):
            self.write(name, "+".join(f"{source.getrandbits(400)}*x^{i}*y^{j}"
                                      for i in range(50) for j in range(110)))
        self.arguments = [PROGRAM, "resultant", f"@{self.path('f')}", f"@{self.path('g')}"]

    def test_progress_and_interrupt(self):
        terminal, other = open_terminal()
        process = subprocess.Popen(self.arguments, stderr=other, stdout=subprocess.PIPE,
                                   stdin=subprocess.DEVNULL, env=self.environment())
        os.close(other)
        try:
            seen = self.read_until(terminal, b"%")
            self.assertIn(b"clmodp: ", seen)
            process.send_signal(signal.SIGINT)
            seen += self.read_until(terminal, b"interrupted")
            self.assertIn(b"interrupted", seen)
            # The progress line was cleared before the message.
            self.assertRegex(seen, rb"\r +\rclmodp: [^%]*interrupted")
            self.assertEqual(process.wait(60), -signal.SIGINT)
            self.assertEqual(process.stdout.read(), b"")
        finally:
            process.kill()
            process.wait()
            process.stdout.close()
            os.close(terminal)

    def test_quiet(self):
        """With --quiet the interruption is reported, as an error, and nothing before it."""
        terminal, other = open_terminal()
        process = subprocess.Popen([*self.arguments, "--quiet", "--engine", "host"], stderr=other,
                                   stdout=subprocess.PIPE, stdin=subprocess.DEVNULL,
                                   env=self.environment())
        os.close(other)
        try:
            time.sleep(3)
            process.send_signal(signal.SIGINT)
            self.assertEqual(self.read_until(terminal, b"\n"), b"clmodp: interrupted\r\n")
            self.assertEqual(process.wait(60), -signal.SIGINT)
        finally:
            process.kill()
            process.wait()
            process.stdout.close()
            os.close(terminal)

    def test_no_progress_into_files(self):
        process = subprocess.Popen(self.arguments, stderr=subprocess.PIPE,
                                   stdout=subprocess.PIPE, env=self.environment())
        try:
            time.sleep(3)
            # A second Ctrl-C ends the program immediately.
            for _ in range(100):
                process.send_signal(signal.SIGINT)
                time.sleep(0.1)
                if process.poll() is not None:
                    break
            output, errors = process.communicate(timeout=10)
            self.assertEqual((process.returncode, output), (-signal.SIGINT, b""))
            self.assertNotIn(b"%", errors)
        finally:
            process.kill()
            process.communicate()


class LongCoefficients(Case):
    """Coefficients of a million digits: no step on host or device may delay Ctrl-C."""

    def test_interrupt(self):
        source = random.Random(2)
        for name in ("f", "g"):
            self.write(name, "+".join("1" + "".join(source.choices("0123456789", k=10 ** 6)) + term
                                      for term in ("", "*x", "*y", "*y^2")))
        arguments = [PROGRAM, "resultant", f"@{self.path('f')}", f"@{self.path('g')}"]
        for seconds in (1, 2, 4):
            process = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                       env=self.environment())
            try:
                time.sleep(seconds)
                process.send_signal(signal.SIGINT)
                output, _ = process.communicate(timeout=10)
                self.assertEqual((process.returncode, output), (-signal.SIGINT, b""))
            finally:
                process.kill()
                process.communicate()


main()

"""Tests of the command study, which starts case studies."""

import csv
import json
import os
import shutil
import signal
import subprocess
import time
import unittest
import xml.dom.minidom

from program import PROGRAM, Case, main

STUDIES = {"list-ranking": "--n=100..200 --T 1..4", "merge-sort": "--n 5000..10000 --T 1..4",
           "fft": "--n 2^8..2^9 --T 1..4", "all-pairs": "--n 100..200 --T 1..4 --Z 3072..12288",
           "string-matching": "--n 2..8 --m 3000 --T 1..4"}


class Study(Case):
    def own_cache(self):
        return {"CLMODP_CACHE_DIR": self.path("cache")}

    def test_all_studies(self):
        self.output("calibrate", variables=self.own_cache())
        for name, small in STUDIES.items():
            question = ["study", name, *small.split(), "--runs", "1", "--format"]
            rows = self.output(*question, "csv", variables=self.own_cache()).splitlines()
            rows = list(csv.DictReader(rows))
            self.assertEqual({row["study"] for row in rows}, {name})
            self.assertEqual({row.get("m") for row in rows}, {"3000" if "--m" in small else None})
            for row in rows:
                self.assertGreater(float(row["predicted"]), 0)
                self.assertGreater(float(row["measured"]), 0)
                self.assertIn(row["term"], ("work", "span", "latency", "accesses"))
            first, *lines = map(json.loads, self.output(*question, "json",
                                                        variables=self.own_cache()).splitlines())
            self.assertEqual(sorted(first["machine"]), sorted(["operation", *"LCPXZ"]))
            points = [line for line in lines if "T" in line]
            self.assertEqual(len(points), len(rows))
            for key in ("n", "m"):
                self.assertEqual([str(line.get(key)) for line in points],
                                 [str(row.get(key)) for row in rows])
            findings = [line for line in lines if "finding" in line]
            self.assertGreater(len(findings), 0)
            self.assertEqual(len(points) + len(findings), len(lines))
            for line in findings:
                self.assertIn(line["holds"], (True, False, None))
                self.assertEqual("measured" in line, line["holds"] is not None)
            text = self.output(*question, "text", variables=self.own_cache())
            self.assertRegex(text, r"\n(knee|bend) of .* predicted, .* measured: "
                                   r"(holds|does not hold)\n")
            if shutil.which("gnuplot"):
                drawing = self.output(*question, "svg", variables=self.own_cache())
                self.assertEqual(
                    xml.dom.minidom.parseString(drawing).documentElement.tagName, "svg")

    def test_interrupt(self):
        """A signal to the program alone ends the study, here while it calibrates."""
        process = subprocess.Popen([PROGRAM, "study", "fft"], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE,
                                   env=self.environment() | self.own_cache())
        try:
            time.sleep(0.5)
            process.send_signal(signal.SIGINT)
            output, errors = process.communicate(timeout=20)
            self.assertEqual((process.returncode, output, errors),
                             (-signal.SIGINT, b"", b"clmodp: interrupted\n"))
        finally:
            process.kill()
            process.communicate()

    @unittest.skipUnless(os.path.exists("/dev/full"), "this system has no /dev/full")
    def test_full_disk(self):
        question = ["study", "string-matching", *STUDIES["string-matching"].split(), "--runs", "1"]
        self.output("calibrate", variables=self.own_cache())
        with open("/dev/full", "wb") as full:
            done = self.run_program(*question, variables=self.own_cache(), stdout=full)
        self.assertEqual((done.returncode, done.stderr),
                         (1, "clmodp: cannot write to standard output\n"))

    def test_refusals(self):
        self.assertIn("expected the name of a study", self.refused("study"))
        self.assertIn("unknown study 'x'", self.refused("study", "x"))
        for option, value in (("--n", "4..2"), ("--n", "1..2"), ("--n", "100.7..200"),
                              ("--T", "1..65"), ("--T", "x"), ("--T", "3..12"),
                              ("--runs", "0"), ("--format", "expr"), ("--what", "1")):
            self.assertIn(option, self.refused("study", "list-ranking", option, value))
        for value in ("0", "x", "2^29", "5x"):
            self.assertIn("--m", self.refused("study", "string-matching", "--m", value))
        self.assertIn("no option --m", self.refused("study", "list-ranking", "--m", "100"))
        self.assertIn("needs a value", self.refused("study", "list-ranking", "--n"))
        self.assertIn("unexpected argument 'fft'",
                      self.refused("study", "list-ranking", "fft", "x"))
        self.assertIn("not a power of two", self.refused("study", "fft", "--n", "24..48"))
        self.assertIn("from 16 to 268435456, such as 1048576..16777216",
                      self.refused("study", "fft", "--n", "8..16"))
        self.refused("study", "list-ranking", "--device", "none-such", leave=3)
        self.assertIn("every point is predicted to exceed 10 seconds",
                      self.refused("study", "all-pairs", "--n", "2^17..2^17", leave=1, device=True,
                                   variables=self.own_cache()))
        self.assertIn("Usage: clmodp study", self.output("study", "--help", device=False))


main()

"""Tests of the command tune: times by program parameters, as tables and as a plot."""

import csv
import io
import json
import os
import re
import shutil
import unittest
import xml.dom.minidom

from program import Case, main

SMALL = "--n 16..64 --runs 1".split()
NUMBERS = "multiplication division gcd scan radix-sort splits transform half-gcd".split()
ALGORITHMS = [*NUMBERS, "product", "common-divisor"]


class Tune(Case):
    def rows(self, algorithm):
        lines = self.output("tune", algorithm, *SMALL, "--format", "csv").splitlines()
        return list(csv.DictReader(io.StringIO("\n".join(lines))))

    def test_all_algorithms(self):
        for algorithm in ALGORITHMS:
            rows = self.rows(algorithm)
            self.assertEqual({row["algorithm"] for row in rows}, {algorithm})
            self.assertEqual(sorted({int(row["n"]) for row in rows}), [16, 32, 64])
            for n in ("16", "32", "64"):
                here = [row for row in rows if row["n"] == n]
                best = min(here, key=lambda row: float(row["measured"]))
                self.assertEqual(sum(row["chosen"] == "1" for row in here), 1)
                self.assertEqual([row["measured"] for row in here if row["best"] == "1"],
                                 [best["measured"]])
                for row in here:
                    self.assertEqual(row["s"].isdigit(), algorithm in NUMBERS)

    def test_names(self):
        text = self.output("tune", "product", "--n", "4096..4096", "--runs", "1")
        self.assertRegex(text, r"\n +host .*\n +schoolbook ")
        for line in self.output("tune", "product", "--n", "64..64", "--runs", "1", "--format",
                                "json").splitlines():
            self.assertIn(json.loads(line)["s"], ("host", "schoolbook", "fast"))

    def test_default_is_measured(self):
        for n in range(16, 40):  # quotients have one coefficient more than half
            rows = self.output("tune", "division", "--n", f"{n}..{n}", "--runs", "1", "--format",
                               "csv").splitlines()
            self.assertEqual(sum(row["chosen"] == "1" for row in csv.DictReader(rows)), 1, n)

    def test_text_and_json(self):
        text = self.output("tune", "scan", *SMALL)
        for n in (16, 32, 64):
            self.assertIn(f"\nn = {n}\n", text)
        self.assertRegex(text, r"\n\d of 3 sizes within 10 %, \d within 25 %, at worst ")
        for line in self.output("tune", "scan", *SMALL, "--format", "json").splitlines():
            row = json.loads(line)
            self.assertEqual(row["algorithm"], "scan")
            self.assertGreater(row["predicted"], 0)
            self.assertGreater(row["measured"], 0)
            self.assertIn(row["chosen"], (True, False))
            self.assertTrue(row["device"])

    def test_drawing(self):
        if shutil.which("gnuplot"):
            for algorithm, curve in ("scan", "n = 16"), ("product", "host"):
                drawing = xml.dom.minidom.parseString(
                    self.output("tune", algorithm, *SMALL, "--format", "svg"))
                self.assertEqual(drawing.documentElement.tagName, "svg")
                self.assertIn(curve, [node.firstChild.data for node
                                      in drawing.getElementsByTagName("title")])
        question = ["tune", "scan", *SMALL, "--format", "svg"]
        self.assertIn("not installed", self.refused(*question, leave=1, device=True,
                                                    variables={"PATH": self.folder}))

    @unittest.skipUnless(os.environ.get("CLMODP_TEST_LONG"), "compiles all kernels eight times")
    def test_parameters(self):
        """Tuned parameters are used afterwards, and are listed first in the next run."""
        cache = {"CLMODP_CACHE_DIR": self.path("cache")}
        rows = [json.loads(line) for line in self.output(
            "tune", "--runs", "1", "--format", "json", variables=cache).splitlines()]
        chosen, = (row for row in rows if row["chosen"])
        self.assertGreater(len(rows), 8)
        self.assertEqual({row["vector_width"] for row in rows} - {4, 8, 16}, set())
        self.assertLessEqual(chosen["seconds"], rows[0]["seconds"])
        text = self.output("tune", "--runs", "1", variables=cache)
        self.assertRegex(text, r"^parameters of .*\n\n  lanes .* measured\n")
        before, = re.findall(r"^ *(\d+) +(\d+) +(\d+) +(\d+) .*before", text, re.M)
        self.assertEqual([int(number) for number in before],
                         [chosen[name] for name in ("vector_width", "tile", "group")] +
                         [chosen["stripe_bytes"] >> 10])
        self.assertRegex(text, r"\n\nrow: cpu -; W \d+, T \d+, NT \d+, stripe \d+ KiB, .*\n$")

    def test_refusals(self):
        self.assertIn("expected at most one algorithm; there are multiplication",
                      self.refused("tune", "scan", "gcd"))
        self.assertIn("--n requires an algorithm", self.refused("tune", "--n", "64..128"))
        self.assertIn("text or json", self.refused("tune", "--format", "svg"))
        self.refused("tune", leave=3)
        self.assertIn("there is no algorithm 'x'", self.refused("tune", "x"))
        for sizes in "5", "64..128":
            self.assertIn("there is no algorithm 'nosuch'; there are multiplication",
                          self.refused("tune", "nosuch", "--n", sizes))
        self.assertIn("--n", self.refused("tune", "scan", "--n", "64..32"))
        self.assertIn("--n", self.refused("tune", "scan", "--n", "x"))
        self.assertIn("--runs", self.refused("tune", "scan", "--runs", "0"))
        self.assertIn("from 16", self.refused("tune", "scan", "--n", "4..8"))
        self.refused("tune", "scan", leave=3)


main()

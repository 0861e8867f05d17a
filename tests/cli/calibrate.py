"""Tests of the command calibrate, and of models and predictions by its measurements."""

import json
import re

from program import Case, main

FIGURES = ("launch wait send receive stream scatter random local product alone groups pair "
           "U Z L C P X chase_1 chase_2 chase_4 chase_8 chase_16 chase_32 chase_64").split()


class Calibrate(Case):
    def own_cache(self):
        return {"CLMODP_CACHE_DIR": self.path("cache")}

    def own(self, *arguments):
        """Returns stdout of a run with the test's own cache."""
        return self.output(*arguments, variables=self.own_cache())

    def measured(self):
        """Calibrates the device; returns stdout, or skips the test on a busy machine."""
        done = self.run_program("calibrate", variables=self.own_cache())
        self.assertEqual(done.returncode, 0, done.stderr)
        if "since other programs worked, too" in done.stderr:
            self.refused("calibrate", "--stored", leave=1, device=True,
                         variables=self.own_cache())
            self.skipTest(f"this machine is too busy: {done.stderr}")
        self.assertEqual(done.stderr, "")
        return done.stdout

    def predicted(self, *arguments):
        return json.loads(self.own("plan", "(x+y+2)^20+x*y", "(x-y+3)^19-x^3", "--engine",
                                   "euclid", "--format", "json", *arguments))

    def test_measured_and_kept(self):
        scan = "model tmm scan --n 1e6 --format json".split()
        for question in ([*scan, "--device"], ["calibrate", "--stored"]):
            none = self.refused(*question, leave=1, device=True, variables=self.own_cache())
            self.assertIn("run clmodp calibrate", none)
        text = self.measured()
        self.assertEqual(self.own("calibrate", "--stored"), text)
        found = json.loads(self.own("calibrate", "--stored", "--format", "json"))
        for name in FIGURES:
            self.assertGreater(found[name]["value"], 0, name)
            self.assertGreaterEqual(found[name]["spread"], 0, name)
        self.assertGreater(found["seconds"], 1.6e9)
        self.assertTrue(found["device"] and found["driver"] and found["platform_name"])

        row = json.loads(self.own(*scan, "--device"))
        self.assertAlmostEqual(row["work"] / (1e6 / found["P"]["value"]), 1, 6)
        # Given parameters are kept.
        row = json.loads(self.own(*scan, "--device", "--P", "8"))
        self.assertEqual(row["work"], 1e6 / 8)
        mmm = "model mmm radix-sort --n 1e6 --bits 32 --s 4 --l 64 --device --format json".split()
        row = json.loads(self.own(*mmm))
        by_hand = self.output(*[word for word in mmm if word != "--device"], "--U",
                              repr(found["U"]["value"]), device=False)
        self.assertAlmostEqual(row["bound"] / json.loads(by_hand)["bound"], 1, 6)

        machine = self.own("calibrate", "--stored", "--format", "machine")
        file = self.write("machine", machine)
        here, there = self.predicted("--device", "cpu"), self.predicted("--machine", file)
        # The file has nine digits of each figure.
        self.assertAlmostEqual(there["predicted_seconds"] / here["predicted_seconds"], 1, 5)
        self.assertEqual(there["digest"], here["digest"])
        slow = self.write("slow", re.sub(r"(?m)^(product|stream) \S+", r"\1 1e6", machine))
        self.assertGreater(self.predicted("--machine", slow)["predicted_seconds"],
                           1000 * here["predicted_seconds"])
        # Models use the same file.
        self.assertAlmostEqual(json.loads(self.own(*scan, "--machine", file))["work"]
                               / json.loads(self.own(*scan, "--device"))["work"], 1, 6)

        self.assertEqual(self.own("calibrate", "--forget"), "")
        self.refused("calibrate", "--stored", leave=1, device=True, variables=self.own_cache())

    def test_text_of_a_wanted_device(self):
        done = self.run_program("calibrate", "--max-memory", "64M",
                                variables={**self.own_cache(), "CLMODP_ENGINE": "host"})
        self.assertEqual(len(done.stdout.splitlines()), 1 + len(FIGURES))
        for name in FIGURES:
            self.assertIn(f"\n  {name} ", done.stdout)
        self.assertIn("is not stored", done.stderr)

    def test_refusals(self):
        self.assertIn("exclude", self.refused("calibrate", "--stored", "--forget"))
        self.assertIn("operands", self.refused("calibrate", "x"))
        self.assertIn("no option --batch", self.refused("calibrate", "--batch", "f"))
        self.refused("calibrate", leave=3)
        self.refused(*"model tmm scan --n 10 --device".split(), leave=3)
        self.assertIn("no usable OpenCL device matches",
                      self.refused(*"model tmm scan --n 10 --device=none-such".split(), leave=3,
                                   device=True))


main()

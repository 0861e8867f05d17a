"""Tests of the command calibrate, and of models and predictions by its measurements."""

import json
import re

from program import Case, main

FIGURES = ("launch wait send receive stream scatter random local product alone groups pair "
           "U Z L C P X chase_1 chase_2 chase_4 chase_8 chase_16 chase_32 chase_64").split()


class Calibrate(Case):
    def own_cache(self):
        return {"CLMODP_CACHE_DIR": self.path("cache")}

    def test_measured_and_kept(self):
        question = "model tmm scan --n 1e6 --format json --device".split()
        none = self.refused(*question, leave=1, device=True, variables=self.own_cache())
        self.assertIn("run clmodp calibrate", none)
        found = json.loads(self.output("calibrate", "--format", "json",
                                       variables=self.own_cache()))
        for name in FIGURES:
            self.assertGreater(found[name]["value"], 0, name)
            self.assertGreaterEqual(found[name]["spread"], 0, name)
        self.assertGreater(found["seconds"], 1.6e9)
        self.assertTrue(found["device"] and found["driver"] and found["platform_name"])

        row = json.loads(self.output(*question, variables=self.own_cache()))
        self.assertAlmostEqual(row["work"] / (1e6 / found["P"]["value"]), 1, 6)
        # Given parameters are kept.
        row = json.loads(self.output(*question, "--P", "8", variables=self.own_cache()))
        self.assertEqual(row["work"], 1e6 / 8)
        mmm = "model mmm radix-sort --n 1e6 --bits 32 --s 4 --l 64 --device --format json".split()
        row = json.loads(self.output(*mmm, variables=self.own_cache()))
        by_hand = self.output(*[word for word in mmm if word != "--device"], "--U",
                              repr(found["U"]["value"]), device=False)
        self.assertAlmostEqual(row["bound"] / json.loads(by_hand)["bound"], 1, 6)

    def test_machine(self):
        def predicted(*arguments):
            plan = self.output("plan", "(x+y+2)^20+x*y", "(x-y+3)^19-x^3", "--engine", "euclid",
                               "--format", "json", *arguments, variables=self.own_cache())
            return json.loads(plan)

        text = self.output("calibrate", "--format", "machine", variables=self.own_cache())
        machine = self.write("machine", text)
        here, there = predicted("--device", "cpu"), predicted("--machine", machine)
        # The file has nine digits of each figure.
        self.assertAlmostEqual(there["predicted_seconds"] / here["predicted_seconds"], 1, 5)
        self.assertEqual(there["digest"], here["digest"])
        slow = self.write("slow", re.sub(r"(?m)^(product|stream) \S+", r"\1 1e6", text))
        self.assertGreater(predicted("--machine", slow)["predicted_seconds"],
                           1000 * here["predicted_seconds"])
        # Models use the same file.
        question = "model tmm scan --n 1e6 --format json".split()
        self.assertAlmostEqual(
            json.loads(self.output(*question, "--machine", machine))["work"]
            / json.loads(self.output(*question, "--device", variables=self.own_cache()))["work"],
            1, 6)

    def test_text(self):
        text = self.run_program("calibrate", "--max-memory", "64M",
                                variables=self.own_cache()).stdout
        self.assertEqual(len(text.splitlines()), 1 + len(FIGURES))
        for name in FIGURES:
            self.assertIn(f"\n  {name} ", text)

    def test_a_device_is_wanted(self):
        small = ["calibrate", "--max-memory", "64M"]
        variables = {**self.own_cache(), "CLMODP_ENGINE": "host"}
        self.assertIn("is not stored", self.run_program(*small, variables=variables).stderr)

    def test_refusals(self):
        self.assertIn("operands", self.refused("calibrate", "x"))
        self.assertIn("no option --batch", self.refused("calibrate", "--batch", "f"))
        self.refused("calibrate", leave=3)
        self.refused(*"model tmm scan --n 10 --device".split(), leave=3)
        self.assertIn("no usable OpenCL device matches",
                      self.refused(*"model tmm scan --n 10 --device=none-such".split(), leave=3,
                                   device=True))


main()

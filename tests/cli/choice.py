"""Tests of the automatic choice of the engine: small problems do not open OpenCL, and machines
without devices work."""

import json
import random

from program import Case, main

SMALL = ("x^2 + y^2 - 1", "x*y - 1")
# About a second on one core, several times the time of device initialisation.
LARGE = ("(x + y + 3)^54 + 7*x - y", "(x - 2*y + 3)^53 + 5*x*y")
# Modulo a prime the host computes without vectors, so that any device is faster.
MODULAR = ("--modulus", "167772161")
LARGER = ("(x + y + 3)^120 + 7*x - y", "(x - 2*y + 3)^113 + 5*x*y")


class Choice(Case):
    def environment(self, device=True):
        environment = super().environment(device)
        environment.pop("CLMODP_ENGINE", None)
        return environment

    def engine(self, *arguments, **more):
        """Returns the engine used, and the device."""
        found = json.loads(self.output("resultant", "--stats", "--format", "json", "--threads",
                                       "1", *arguments, **more).split("\n")[0])
        return found["stats"]["engine"], found["stats"]["device"]

    def output(self, *arguments, **more):
        done = self.run_program(*arguments, **more)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_small(self):
        self.assertEqual(self.engine(*SMALL), ("none", "host"))
        self.assertEqual(self.engine(*SMALL, device=False), ("none", "host"))
        self.assertEqual(self.engine("--mode", "probable", *SMALL), ("none", "host"))
        self.assertEqual(self.engine("--crt", "tree", *SMALL), ("host", "host"))
        self.assertEqual(self.engine("--modulus", "101", *SMALL), ("none", "host"))

    def test_large(self):
        engine, device = self.engine(*MODULAR, *LARGER)
        self.assertEqual(engine, "euclid")
        self.assertNotEqual(device, "host")

    def engines_of_batch(self, lines, device=True):
        """Returns the engine used for each line, with one thread of the host: the device's units
        save time only where they are more."""
        done = self.output("resultant", "--batch", "-", "--stats", "--format", "json",
                           "--threads", "1", device=device,
                           stdin="".join(line + "\n" for line in lines))
        return [json.loads(line)["stats"]["engine"] for line in done.splitlines()]

    def test_many_open_the_device(self):
        choose = random.Random(20120217)
        monomials = [(i, j) for i in range(7) for j in range(7 - i)]
        polynomial = lambda: " + ".join(
            f"{choose.randrange(1, 1 << 16)}*x^{i}*y^{j}" for i, j in monomials)
        lines = [f"{polynomial()} ; {polynomial()}" for _ in range(6000)]
        engines = self.engines_of_batch(lines)
        self.assertEqual(engines[:100], 100 * ["host"])
        self.assertGreater(engines.count("euclid"), 1000) # blocks at the end may be short
        self.assertEqual(set(self.engines_of_batch(lines[:3000], device=False)), {"host"})

    def test_no_device_serves(self):
        self.assertEqual(self.engine(*LARGE, device=False), ("host", "host"))
        self.assertEqual(self.engine("--device", "host", *LARGE), ("host", "host"))
        self.assertEqual(self.output("discriminant", "y^2 - x", device=False), "4*x\n")

    def test_ways_of_a_device_ask_for_it(self):
        self.assertEqual(self.engine("--crt", "positional", *SMALL)[0], "euclid")
        self.refused("resultant", "--crt", "positional", *SMALL, leave=3)
        self.refused("resultant", "--device", "cpu", *SMALL, leave=3)
        self.refused("resultant", "--crt", "positional", "--engine", "host", *SMALL)

    def test_named(self):
        for name in ("euclid", "schur", "host"):
            self.assertEqual(self.engine("--engine", name, *SMALL)[0], name)
            self.assertEqual(self.engine(*SMALL, variables={"CLMODP_ENGINE": name})[0], name)
            self.assertEqual(self.engine("--engine", "host", *SMALL,
                                         variables={"CLMODP_ENGINE": name})[0], "host")
        self.refused("resultant", "--engine", "euclid", *SMALL, leave=3)
        self.refused("resultant", "--engine", "euclid", "--device", "host", *SMALL, leave=3)
        message = self.refused("resultant", *SMALL, variables={"CLMODP_ENGINE": "abacus"})
        self.assertIn("CLMODP_ENGINE", message)

    def test_results_agree(self):
        texts = [self.output("resultant", "--engine", name, *LARGE)
                 for name in ("auto", "euclid", "host")]
        self.assertEqual(texts[0], texts[1])
        self.assertEqual(texts[0], texts[2])

    def test_batches_mix(self):
        lines = "".join(f"{f} ; {g}\n" for f, g in (SMALL, LARGER, SMALL))
        stats = [json.loads(line)["stats"]["engine"] for line in self.output(
            "resultant", "--batch", "-", "--stats", "--format", "json", "--threads", "1",
            *MODULAR, stdin=lines).splitlines()]
        self.assertEqual(stats, ["none", "euclid", "none"])


main()

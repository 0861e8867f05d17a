"""Several devices that --device names."""

import json
import os
import shutil

from program import Case, main

OCLGRIND, VENDORS = "/usr/lib/oclgrind/liboclgrind-rt-icd.so", "/etc/OpenCL/vendors"
TWO = {"POCL_DEVICES": "pthread pthread"}
F, G = "(x+y+2)^12+x*y", "(x-y+3)^11-x^3"


class Fleet(Case):
    def setUp(self):
        super().setUp()
        if not self.on_pocl():
            self.skipTest("PoCL makes two devices of one processor")

    def on_two(self, *arguments, **more):
        return self.output(*arguments, variables={**TWO, **more})

    def test_the_same_result(self):
        one = self.output("resultant", F, G)
        for devices in ("all", "0,1", "1,0", "0.0,0.1"):
            self.assertEqual(self.on_two("resultant", F, G, "--device", devices), one, devices)
        self.assertEqual(self.on_two("discriminant", F, "--device", "all"),
                         self.output("discriminant", F))
        self.assertEqual(self.on_two("resultant", F, G, "--device", "0,1", "--subresultant", "1"),
                         self.output("resultant", F, G, "--subresultant", "1"))
        self.assertEqual(self.on_two("resultant", F, G, "--device", "0,1", "--modulus", "101"),
                         self.output("resultant", F, G, "--modulus", "101"))

    def test_one_of_one(self):
        self.assertEqual(self.output("resultant", F, G, "--device", "all"),
                         self.output("resultant", F, G))

    def test_small_problems(self):
        self.assertEqual(self.on_two("resultant", "y-x", "y+1", "--device", "all",
                                     CLMODP_ENGINE="auto"), "x + 1\n")
        self.assertEqual(self.on_two("resultant", "0", "y", "--device", "0,1"), "0\n")

    def test_drivers_beside_each_other(self):
        if not (os.path.exists(OCLGRIND) and os.path.isdir(VENDORS)):
            self.skipTest("Oclgrind is the second driver")
        shutil.copytree(VENDORS, self.path("vendors"))
        self.write("vendors/oclgrind.icd", OCLGRIND)
        both = {"OCL_ICD_VENDORS": self.path("vendors") + "/"}
        listed = self.output("devices", variables=both)
        self.assertIn("Oclgrind", listed)
        small = "(x+y+2)^6+x*y", "(x-y+3)^5-x^3"
        self.assertEqual(self.output("resultant", *small, "--device", "all", variables=both),
                         self.output("resultant", *small))

    def test_statistics(self):
        done = self.run_program("resultant", F, G, "--device", "0,1", "--stats", "--format",
                                "json", variables=TWO)
        alone = self.run_program("resultant", F, G, "--stats", "--format", "json")
        here, there = json.loads(done.stdout)["stats"], json.loads(alone.stdout)["stats"]
        for name in ("primes", "points", "height_bits"):
            self.assertEqual(here[name], there[name])

    def test_refusals(self):
        self.assertIn("twice", self.refused("resultant", F, G, "--device", "0,0"))
        self.assertIn("numbers between commas", self.refused("resultant", F, G, "--device", "0,"))
        self.assertIn("one device", self.refused("resultant", "--batch", "x", "--device", "0,1"))
        self.assertIn("certified", self.run_program("resultant", F, G, "--device", "0,1", "--mode",
                                                    "probable", variables=TWO).stderr.lower())
        self.refused("resultant", F, G, "--device", "all", leave=3)
        self.refused("resultant", F, G, "--device", "0,9", leave=3)


main()

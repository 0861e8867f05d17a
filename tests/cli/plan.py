"""Tests of the command plan: predicted costs, as a table and as an object."""

import json
import time

from program import Case, main

F, G = "y^9 + 3*x*y^4 + x^5 + 1", "y^8 - x^3*y - 7"


class Plan(Case):
    def plan(self, *arguments):
        return json.loads(self.output("plan", *arguments, "--format", "json"))

    def test_agrees_with_the_computation(self):
        for engine in ("euclid", "host", "schur"):
            plan = self.plan(F, G, "--engine", engine)
            done = json.loads(self.run_program("resultant", F, G, "--engine", engine, "--stats",
                                               "--format", "json").stdout)["stats"]
            self.assertEqual(plan["engine"], engine)
            for name in ("primes", "points", "degree_bound", "height_bits"):
                self.assertEqual(plan[name], done[name], name)
            self.assertEqual(plan["evaluations"], plan["primes"] * plan["points"])

    def test_cosets(self):
        """Several cosets are used if too few primes are 1 modulo the number of points."""
        a, b = 3 ** 126, 7 ** 71
        pair = (f"{a}*x^300*y^300 + {b}*x^7*y^299 + {b}*x^300 + {a}",
                f"{b}*x^299*y^300 - {a}*x^11*y^293 + {a}*x^298 - {b}")
        plan = self.plan(*pair, "--engine", "euclid", "--max-result", "16G")
        self.assertGreater(plan["cosets"], 1)
        self.assertEqual(plan["points"] % plan["cosets"], 0)
        self.assertIn(f"{plan['points']} points each in {plan['cosets']} cosets\n",
                      self.output("plan", *pair, "--engine", "euclid", "--max-result", "16G"))
        self.assertEqual(self.plan(F, G, "--engine", "euclid")["cosets"], 1)
        self.assertNotIn("cosets", self.output("plan", F, G, "--engine", "euclid"))

    def test_units(self):
        big = "(x+y+2)^12+x*y", "(x-y+3)^11-x^3"
        one = self.plan(*big, "--unit-primes", "1", "--engine", "euclid")
        self.assertEqual(one["units"], one["primes"])
        for n in (2, 3, 7, 10 ** 6):
            plan = self.plan(*big, "--unit-primes", str(n), "--engine", "euclid")
            self.assertEqual(plan["unit_primes"], min(n, one["primes"]))
            self.assertEqual(plan["units"], -(-one["primes"] // plan["unit_primes"]))
            self.assertNotEqual(plan["digest"], one["digest"])
        whole = self.plan(*big, "--unit-seconds", "1e6", "--engine", "euclid")
        self.assertEqual(whole["units"], 1)

    def test_discriminant_and_subresultant(self):
        self.assertEqual(self.plan(F)["operation"], "discriminant")
        self.assertEqual(self.plan(F, G, "--subresultant", "1")["operation"], "subresultant")
        self.assertEqual(self.plan(F, G, "--eliminate", "x")["eliminated"], "x")

    def test_nothing_to_compute(self):
        plan = self.plan("0", "y")
        self.assertEqual((plan["units"], plan["primes"], plan["engine"]), (0, 0, "auto"))
        self.assertIn("units         0\n", self.output("plan", "0", "y"))

    def test_text(self):
        text = self.output("plan", F, G, "--engine", "host")
        self.assertTrue(text.startswith("resultant, eliminating y\nengine        host\n"))
        self.assertRegex(text, r"\npredicted     [0-9.e-]+ s\ndigest        [0-9a-f]{64}\n$")
        self.assertIn("\npredicted     not available for engine schur\n",
                      self.output("plan", F, G, "--engine", "schur"))

    def test_large_results_are_planned(self):
        """The plan of a result that exceeds the limit names the limit that lets it be computed."""
        host = "--engine", "host"
        for pair in ((F, G, *host), ("7^50*y^5", "y^7 + x", *host),
                     ("y^30 - x + 1", "y^20 + x*y^10 - 3", *host)):
            size = str(self.plan(*pair)["result_bytes"])
            text = self.output("plan", *pair, "--max-result", "1")
            said = f"--max-result {size}, since the result may take {size} bytes"
            self.assertTrue(text.endswith(f"\nneeds         {said}\n"), text)
            self.assertNotIn("needs", self.output("plan", *pair, "--max-result", size))
            self.output("resultant", *pair, "--max-result", size)
            for command in (("resultant",), ("submit", self.path("refused"))):
                self.assertIn("--max-result", self.refused(*command, *pair, "--max-result", "1",
                                                           leave=1))
        large = "(x+y+2)^200+x*y", "(x-y+3)^200-x^3", *host
        self.assertIn("\nneeds         --max-result 704M, since", self.output("plan", *large))
        self.assertIn("--max-result", self.refused("resultant", *large, leave=1))
        # Factors are computed, and primes for long coefficients are sought, only within limits; no
        # limit admits more than 2^36 bits.
        self.assertIn("--max-result", self.refused("plan", "x + 2^10*y + x*y", "y^2000000 + x*y^3",
                                                   *host, leave=1))
        self.assertIn("--max-result", self.refused("plan", "3*y", f"y^{2**31 - 1} + 1", leave=1))
        self.assertIn("at most 2^36 bits", self.refused("plan", "x + 2^50000*y", "y^2000000 + x",
                                                        "--engine", "host", leave=1))

    def test_immense_degrees_are_refused_at_once(self):
        """Plans and results reject immense degrees before any work that depends on them."""
        sparse = ["y^10000000 + x*y + 1", "y^9999999 + x*y^2 + 3"]
        self.output("resultant", "--quiet", F, G, "--engine", "euclid")  # compiles kernels
        began = time.monotonic()
        for command, *arguments in (("plan", *sparse[:1]), ("discriminant", *sparse[:1]),
                                    ("resultant", "--modulus", "101", *sparse),
                                    ("resultant", "(x+1)*y^10000000+y+1", "(x+2)*y^9999999-2"),
                                    ("discriminant", "y^2000000000 + x*y + 1")):
            said = self.refused(command, "--engine", "euclid", *arguments, leave=1, device=True)
            self.assertIn("their product must be below 2^31", said)
        self.assertLess(time.monotonic() - began, 20)  # minutes with a search for primes
        # Degrees reduced by a division by powers are accepted.
        self.assertIn("digest", self.output("plan", "--format", "json", "--engine", "euclid",
                                            "y^10000000 + x*y + 1", "y - 1"))

    def test_machines(self):
        big = "(x+y+2)^12+x*y", "(x-y+3)^11-x^3", "--engine", "euclid"
        described = "# by hand\nkind cpu\r\n\nunits\t{}  # cores\nthreads 2\nvendor  A B\n"
        one, many = (self.plan(*big, "--machine", self.write("machine", described.format(n)))
                     for n in ("1", "2^6"))
        self.assertLess(many["predicted_seconds"], one["predicted_seconds"])
        large = "(x+y+2)^40+x*y", "(x-y+3)^40-x^3", "--engine", "euclid", "--machine"
        host = [self.plan(*large[:2], "--engine", "host", "--machine",
                          self.write("machine", described.format(1)), "--threads", n)
                for n in ("1", "64")]
        self.assertLess(host[1]["predicted_seconds"], host[0]["predicted_seconds"])
        # Smaller stripes of a family of devices mean more launches.
        gpu = "kind gpu\nunits 2\nthreads 1\n"
        launching = [self.plan(*large, self.write("machine", gpu + of))["result"]["launching"]
                     for of in ("", "family xe_12.55\n")]
        self.assertGreater(launching[1], launching[0])
        # No device is opened, even if the environment names one.
        self.output("plan", *big, "--machine", self.path("machine"), device=False,
                    variables={"CLMODP_DEVICE": "none-such"})
        self.output("submit", self.path("job"), *big, "--machine", self.path("machine"))

    def test_several_variables(self):
        # b^2 - 4 a c is homogeneous in two ways.
        arguments = "--eliminate", "y", "a*y^2 + b*y + c", "y - a*b*c^3 + 7"
        self.assertIn("\nvariables     4, reduced to 4\n", self.output("plan", *arguments))
        plan = self.plan(*arguments)
        self.assertEqual((plan["variables"], plan["reduced_variables"]), (4, 4))
        plan = self.plan("--eliminate", "y", "a*y^2 + b*y + c", "2*a*y + b")
        self.assertEqual((plan["variables"], plan["reduced_variables"]), (4, 2))
        self.assertNotIn("variables", self.plan(F, G))

    def test_determinants(self):
        matrix = "[x + 2, y, 1; y^3/5, x, 2*x; 1, 7, y]"
        plan = self.plan("--det", matrix, "--engine", "host")
        done = json.loads(self.run_program("det", matrix, "--engine", "host", "--stats",
                                           "--format", "json").stdout)["stats"]
        self.assertEqual((plan["operation"], plan["order"], plan["eliminated"]),
                         ("determinant", 3, None))
        self.assertEqual((plan["variables"], plan["reduced_variables"]), (2, 2))
        for name in ("primes", "points", "degree_bound", "height_bits"):
            self.assertEqual(plan[name], done[name], name)
        text = self.output("plan", "--det", matrix)
        self.assertRegex(text, r"\Adeterminant of order 3\nvariables     2, reduced to 2\n(.*\n)*"
                               r"products      [0-9.]+ in LU decompositions\n")
        self.assertEqual(self.plan("--det", "[]")["order"], 1)

    def test_stages(self):
        text = self.output("plan", F, G, "--engine", "euclid")
        self.assertRegex(text, r"\nwhole result  [0-9.e-]+ s on one device: plan [^\n]* euclid "
                               r"[0-9.e-]+,[^\n]* launches [0-9.e-]+\ndigest")
        plan = self.plan(F, G, "--engine", "euclid")["result"]
        stages = plan["stages"]
        for name in "plan reduce evaluate euclid divide interpolate crt check".split():
            self.assertGreater(sum(stages[name].values()), 0, name)
        self.assertAlmostEqual(plan["seconds"] / (plan["launching"] + sum(
            sum(stage.values()) for stage in stages.values())), 1, 4)
        self.assertNotIn("result", self.plan(F, G, "--engine", "host"))
        self.assertNotIn("result", self.plan("0", "y"))
        # The machine file is read once, since it may be a pipe.
        machine = self.write("machine", "kind cpu\nunits 1\nthreads 1\n")
        one = self.plan(F, G, "--engine", "euclid", "--machine", machine)["result"]["stages"]
        machine = self.write("machine", "kind cpu\nunits 1000\nthreads 1\n")
        many = self.plan(F, G, "--engine", "euclid", "--machine", machine)["result"]["stages"]
        self.assertLess(many["euclid"]["device"], one["euclid"]["device"] / 900)
        self.assertEqual(many["check"], one["check"])

    def test_files_that_are_no_machines(self):
        good = "kind cpu\nunits 2\nthreads 2\n"
        for content, part in (
                ("", "a line with kind is missing"),
                ("kind cpu\nunits 2\n", "a line with threads is missing"),
                (good + "units 2\n", "line 4: units is repeated"),
                (good + "{\"format\": 1}\n", "line 4: unknown name '{\"format\":'"),
                (good + "product 0.1\n", "give all figures or none"),
                (good + "product\n", "line 4: product : expected a number above 0"),
                (good + "product -1\n", "expected a number above 0"),
                (good + "product nan\n", "expected a number above 0"),
                (good + "product 1e400\n", "expected a number above 0"),
                (good + "product 1 2\n", "expected a number above 0"),
                ("kind\n", "kind cannot be ''"), ("kind " + "c" * 20, "kind cannot be"),
                ("family " + "c" * 24, "family cannot be"), ("family\n", "family cannot be ''"),
                ("kind tpu\nunits 2\nthreads 2\n", "not tpu"),
                ("kind cpu\nunits 0\n", "units cannot be '0'"),
                ("units 1.5\n", "units cannot be '1.5'"), ("units -1\n", "units cannot be"),
                ("units 1e30\n", "units cannot be"), ("threads 0\n", "threads cannot be"),
                ("kind " + "c" * 1000, "line 1: too long"),
                ("kind cpu\0\nunits 2\nthreads 2\n", "line 1: too long, or not text"),
                ("\0" * 1000, "line 1: too long, or not text")):
            self.assertIn(part, self.refused("plan", F, G, "--machine",
                                             self.write("machine", content)), content)
        strange = self.write("machine", b"kind cpu\nunits \xff\xc2\x9b\xc3\xa9\n")
        self.assertIn("units cannot be '???\u00e9'",
                      self.refused("plan", F, G, "--machine", strange))
        self.assertIn("No such file", self.refused("plan", F, G, "--machine", self.path("none")))
        self.assertIn("cannot be read", self.refused("plan", F, G, "--machine", self.folder))
        self.assertIn("--machine and --device exclude each other",
                      self.refused("plan", F, G, "--machine", self.write("machine", good),
                                   "--device", "cpu"))

    def test_refusals(self):
        self.refused("plan")
        self.refused("plan", F, G, F)
        self.refused("plan", "-", "-")
        self.refused("plan", F, "--subresultant", "1")
        self.refused("plan", F, G, "--engine", "schur", "--subresultant", "1")
        self.refused("plan", F, G, "--mode", "probable")
        self.refused("plan", F, G, "--unit-seconds", "0")
        self.refused("plan", F, G, "--unit-primes", "0")
        self.refused("plan", F, G, "--residues", "float24")
        self.refused("plan", "y +", G)
        for arguments in ([], ["[x]", "[y]"], ["[x, y]"], ["[x"], ["[x]", "--eliminate", "x"],
                          ["[x]", "--engine", "schur"], ["[x]", "--subresultant", "1"],
                          ["[x]", "--from", "maple"], ["[x]", "--chain"]):
            self.refused("plan", "--det", *arguments)


main()

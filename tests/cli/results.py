"""Tests of the program's output: values, formats, batches, statistics, devices."""

import json
import math
import random
import re
import subprocess
from fractions import Fraction

from definition import Random, sylvester, value
from program import PROGRAM, Case, main


class Values(Case):
    def one(self, *arguments, **more):
        return self.output("resultant", *arguments, **more).removesuffix("\n")

    def test_examples(self):
        self.assertEqual(self.one("x^2 + y^2 - 1", "x*y - 1"), "x^4 - x^2 + 1")
        self.assertEqual(self.one("-x+y", "-y^2"), "-x^2")
        self.assertEqual(self.output("discriminant", "y^2 + p*y + 1"), "p^2 - 4\n")
        self.assertEqual(self.output("discriminant", "x^100000*y^2 + 1"), "-4*x^100000\n")

    def test_sources(self):
        f = self.write("f", "y^2\r\n- x")
        g = self.write("g", "y - 3\n")
        self.assertEqual(self.one(f"@{f}", f"@{g}"), "-x + 9")
        self.assertEqual(self.one("-", f"@{g}", stdin="y^2 -\n x"), "-x + 9")
        self.assertEqual(self.one(f"@{f}", "-", stdin="\n\ty - 3"), "-x + 9")


class Batches(Case):
    def batch(self, lines, *options, command="resultant", leave=0):
        done = self.run_program(command, "--batch", "-", *options, stdin="\n".join(lines))
        self.assertEqual(done.returncode, leave, done.stderr)
        self.assertEqual(done.stdout[-1:], "\n")
        return done.stdout.split("\n")[:-1]

    def check(self, cases, *options, command="resultant"):
        answers = self.batch(cases.keys(), *options, command=command)
        self.assertEqual(dict(zip(cases, answers)), cases)

    def test_options_of_the_computation(self):
        lines = ["y^2 - x ; y - 3", "y^3 - x*y + 7 ; 3*y^2 - x"]
        plain = self.batch(lines)
        for options in (["--mode", "probable"], ["--max-memory", "64M"], ["--threads", "1"],
                        ["--crt", "positional"]):
            self.assertEqual(self.batch(lines, *options), plain)
            objects = self.batch(lines, *options, "--format", "json", "--stats")
            for answer in map(json.loads, objects):
                self.assertEqual(answer["stats"]["error_probability"], 0)

    def test_choice_of_variable(self):
        self.check({
            "y^2 - x ; y - 3": "-x + 9",
            "y^2 - z ; y - 3": "-z + 9",  # y, though z follows it
            "a^2 - b ; a - 3": "a - 3",   # the last: b
            "x^2 - 1 ; x - 3": "8",       # the only one
            "y^2 - 1 ; y - 3": "8",
            "x ; y": "x",
            "x_1 ; Y": "Y",               # lower case follows upper case: x_1
        })

    def test_named_variable(self):
        self.check({"y^2 - x ; y - 3": "y - 3", "y ; y + 1": "1", "7 ; 0": "0", "2 ; 3": "1",
                    "x ; x - 2": "-2"}, "--eliminate", "x")
        self.check({"x^2 ; x + 1": "1", "t - 1 ; t + 1": "2"}, "--eliminate", "t")

    def test_constants(self):
        self.check({"5 ; 7": "1", "0 ; 7": "0", "7 ; 0": "0", "0 ; 0": "0", "x - x ; 3": "0",
                    "1/2 ; 1/3": "1", "0 ; y^3 + x": "0", "y - y ; y^2": "0",
                    "3 ; y^2 + x": "9", "y^2 + x ; 3": "9", "1/3 ; y^2": "1/9",
                    "x ; y^3 - 2": "x^3"})

    def test_signs(self):
        self.check({"y - 5 ; y - 3": "2", "y - 3 ; y - 5": "-2", "y^3 - x ; y - 2": "x - 8",
                    "y - 2 ; y^3 - x": "-x + 8", "y^2 - x ; y^2 - 2": "x^2 - 4*x + 4"})

    def test_discriminants(self):
        self.check({"y^2 + p*y": "p^2", "y^3 + p*y + 1": "-4*p^3 - 27",
                    "y - x": "1", "y/2 - x": "1", "y^2/2 - x": "2*x", "x^2 - 1/9": "4/9",
                    "y^4 + x": "256*x^3"}, command="discriminant")

    def test_rationals_against_definition(self):
        seed = 20240229
        source = random.Random(seed)
        pairs = [(Random(source), Random(source)) for _ in range(60)]
        lines = [f"{f.text()} ; {g.text()}" for f, g in pairs]
        for line, answer in zip(lines, self.batch(lines, "--format", "coeffs")):
            f, g = pairs.pop(0)
            coefficients = [Fraction(c) for c in answer.split(" ")]
            degree = (len(f.rows) - 1) * 3 + (len(g.rows) - 1) * 3
            for x in range(-(degree // 2) - 1, degree // 2 + 2):
                self.assertEqual(value(coefficients, x), sylvester(f.at(x), g.at(x)),
                                 (seed, line, x))

    def test_failures_leave_the_rest(self):
        lines = ["y^2 - x ; y - 3", "y + ; y", "", "# comment ; y", "x*y + z ; 1", "y ; 5"]
        answers = self.batch(lines, leave=1)
        self.assertEqual(answers[0], "-x + 9")
        self.assertRegex(answers[1], r"^error: line 2, column \d+: ")
        self.assertRegex(answers[2], r"^error: line 5, column 7: ")
        self.assertEqual(answers[3:], ["5"])
        answers = [json.loads(line) for line in self.batch(lines, "--format=json", leave=1)]
        self.assertEqual([a["line"] for a in answers], [1, 2, 5, 6])
        self.assertEqual(["error" in a for a in answers], [False, True, True, False])

    def test_failures_of_every_kind_tell_their_line(self):
        """Errors of reading, of option combinations and of the library name their line."""
        vast = "x^2147483647*y + 1 ; y + x"
        cases = [("y ; x ; y", [], "after 2 polynomials, found ';'"),
                 ("y + ; y", [], "a number, a variable"), ("y/0 ; y", [], "zero"),
                 (vast, [], "densely"), (vast, ["--modulus=5"], "densely"),
                 (vast, ["--engine=schur"], "densely"), (vast, ["--subresultant=1"], "degrees"),
                 ("y/7 ; y", ["--modulus=7"], "a denominator has no inverse modulo 7"),
                 ("y ; x*y/7", ["--modulus=7", "--engine=schur"],
                  "a denominator has no inverse modulo 7"),
                 ("y/2 ; y", ["--modulus=6"], "a denominator has no inverse modulo 6"),
                 ("x + 2 ; y^999 + x", ["--modulus=6", "--max-result=9k"], "limit of 9216"),
                 ("y ; y", ["--subresultant=1"], "no subresultant S_1"),
                 ("0 ; y^2", ["--subresultant=1", "--modulus=2"], "no subresultant S_1"),
                 ("y^99999999/2^99 ; y^99999999 + x", [], "the denominator of the result"),
                 ("2^9999999 ; y^999", [], "(1 coefficient of 9989999001 bits)"),
                 ("x + 2 ; y^999 + x", ["--max-result=9k"], "more than the limit of 9216"),
                 ("x + 2 ; y^999 + x", ["--mode=probable", "--max-result=9k"], "limit of 9216"),
                 ("x^2147483647*y + 1 ; 5*y + x", ["--modulus=5"], "the limit of 134217728 terms"),
                 ("y^2000000000 + x ; y^1999999999 - 1", ["--engine=schur"], "raise the cap"),
                 ("x^17000000*y + x + 1 ; y + x + 3", ["--engine=schur", "--residues=float24"],
                  "choose another type")]
        for line, options, what in cases:
            answers = self.batch([line, "y ; y^2 + 1", line], *options, leave=1)
            objects = [json.loads(answer) for answer in
                       self.batch([line, "y ; y^2 + 1", line], *options, "--format=json", leave=1)]
            for place in (0, -1):
                number = 1 if place == 0 else 3
                self.assertRegex(answers[place], rf"^error: line {number}(, column \d+)?: ")
                self.assertIn(what, answers[place])
                self.assertEqual(answers[place], "error: " + objects[place]["error"])
                self.assertEqual(objects[place]["line"], number)
            self.assertEqual([o.get("line") for o in objects], [1, 2, 3])
            self.assertNotIn("error", objects[1])

    def test_files(self):
        name = self.write("batch", "y^2 - x ; y - 3\r\ny ; 5")
        self.assertEqual(self.output("resultant", "--batch", name), "-x + 9\n5\n")
        done = self.run_program("resultant", "--batch", name, "--stats")
        self.assertEqual(done.stdout, "-x + 9\n5\n")
        self.assertRegex(done.stderr, r"(?s)^line 1\n.*\nline 2\n")

    def test_answers_come_at_once(self):
        # The result of a line is printed before the next line is read.
        with subprocess.Popen([PROGRAM, "resultant", "--batch", "-"], stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                              env=self.environment()) as process:
            for line, answer in ((b"y - x ; y - 2\n", b"x - 2\n"), (b"y ;\n", b"error")):
                process.stdin.write(line)
                process.stdin.flush()
                self.assertTrue(process.stdout.readline().startswith(answer))
            # Available lines form a block; an incomplete line does not delay them.
            process.stdin.write(b"y - x ; y - 3\n\ny - x ; y -\ny - x ; y - 4\ny - x")
            process.stdin.flush()
            for answer in (b"x - 3\n", b"error: line 5, column 12", b"x - 4\n"):
                self.assertTrue(process.stdout.readline().startswith(answer))
            process.stdin.write(b" ; y - 5")
            process.stdin.close()
            self.assertEqual(process.stdout.read(), b"x - 5\n")
            self.assertEqual(process.wait(60), 1)

    def test_blocks_are_lines(self):
        # Long enough for blocks of many lines, with invalid lines and several shapes.
        source = random.Random(5)

        def dense(degree):
            return "+".join(f"{source.randint(1, 99)}*x^{i}*y^{j}" for j in range(degree + 1)
                            for i in range(degree + 1 - j))

        lines = [f"{dense(2 + k % 3)} ; {dense(3)}" if k % 20 else "x +* ; y"
                 for k in range(400)]
        whole = self.batch(lines, "--engine=euclid", leave=1)
        self.assertEqual(len(whole), 400)
        self.assertEqual([k for k, line in enumerate(whole) if line.startswith("error")],
                         list(range(0, 400, 20)))
        for k in (1, 42, 399):
            self.assertEqual([whole[k]], self.batch([lines[k]]))

    def test_lines_leave_nothing_to_the_next_block(self):
        # Lines of later blocks reuse the memory of earlier ones, with other contents.
        large = " + ".join(f"{10**17 + k}*x^{k}" for k in range(400))
        kinds = ["y ; y - 7", "y/2 - x ; y/3 - 1/7", "y^2 + x*y + 5 ; 3*y^2 - x^2 + 1", "x ; x +",
                 "(x + y)^3 - 1 ; y^2 - x", "z^2 - w ; z - 3*w", "y - x ; 2*y - 2*x", "x ; z*y",
                 f"y^2 - {2**200}*x^3 ; y - 1", f"y^2 + {large} ; y - x", "0 ; y"]
        source = random.Random(8)
        lines = [source.choice(kinds) for _ in range(600)]
        for options in ([], ["--subresultant=1"], ["--modulus=101"], ["--format=expr"]):
            options = ["--format=json", *options]
            alone = {}
            for kind in kinds:
                done = self.run_program("resultant", "--batch", "-", *options, stdin=kind)
                alone[kind] = done.stdout.rstrip("\n")
            answers = self.batch(lines, *options, leave=1)
            for k, (line, answer) in enumerate(zip(lines, answers, strict=True), 1):
                answer = re.sub(rf'(line"?:? ){k}\b', r"\g<1>1", answer)
                self.assertEqual(answer, alone[line])


class Formats(Case):
    F, G = "y^2/2 - x", "y - x^2/3 + 1"
    EUCLID = ["resultant", F, G, "--engine=euclid"]
    COEFFICIENTS = ["1/2", "-1", "-1/3", "0", "1/18"]

    def test_expression(self):
        self.assertEqual(self.output("resultant", self.F, self.G, "--format", "expr"),
                         "1/18*x^4 - 1/3*x^2 - x + 1/2\n")

    def test_coefficients(self):
        self.assertEqual(self.output("resultant", self.F, self.G, "--format", "coeffs"),
                         "\n".join(self.COEFFICIENTS) + "\n")
        self.assertEqual(self.output("resultant", "0", "y", "--format", "coeffs"), "0\n")
        self.assertEqual(self.output("resultant", "--batch", "-", "--format=coeffs",
                                     stdin=f"{self.F} ; {self.G}\n0;y\n"),
                         " ".join(self.COEFFICIENTS) + "\n0\n")

    def test_json(self):
        text = self.output("resultant", self.F, self.G, "--format", "json")
        self.assertEqual(text.count("\n"), 1)
        self.assertEqual(json.loads(text), {
            "format": 1, "eliminated": "y", "variable": "x", "degree": 4, "denominator": "18",
            "terms": [[0, "9"], [1, "-18"], [2, "-6"], [4, "1"]]})
        lines = self.output("resultant", "--batch", "-", "--format=json",
                            stdin="# two\nt - 1 ; 4/2*t\n\n0 ; 3\n").splitlines()
        self.assertEqual([json.loads(line) for line in lines], [
            {"format": 1, "line": 2, "eliminated": "t", "variable": None, "degree": 0,
             "denominator": "1", "terms": [[0, "2"]]},
            {"format": 1, "line": 4, "eliminated": None, "variable": None, "degree": -1,
             "denominator": "1", "terms": []}])
        failed = json.loads(self.run_program("discriminant", "--batch", "-", "--format=json",
                                             stdin="y +\n").stdout)
        self.assertEqual(list(failed), ["format", "line", "error"])
        self.assertEqual(failed["format"], 1)

    def test_json_has_no_zeros(self):
        sparse = self.output("resultant", "y - x^100000", "y - 3", "--format=json")
        self.assertEqual(json.loads(sparse)["terms"], [[0, "-3"], [100000, "1"]])
        self.assertLess(len(sparse), 200)

    def test_modulus(self):
        prime = 2**31 - 1
        whole = [str(pow(18, -1, 7) * c % 7) for c in (9, -18, -6, 0, 1)]
        options = ["--modulus", "7", "--format"]
        self.assertEqual(self.output("resultant", self.F, self.G, *options, "coeffs"),
                         "\n".join(whole) + "\n")
        self.assertEqual(json.loads(self.output("resultant", self.F, self.G, *options, "json")), {
            "format": 1, "eliminated": "y", "variable": "x", "degree": 4, "denominator": "1",
            "modulus": 7, "terms": [[i, c] for i, c in enumerate(whole) if c != "0"]})
        self.assertEqual(self.output("resultant", self.F, self.G, *options, "expr"),
                         "2*x^4 + 2*x^2 + 6*x + 4\n")
        self.assertEqual(
            self.run_program("resultant", "--batch", "-", f"--modulus={prime}",
                             stdin=f"y - x ; y + 1\n{prime}*y^2 + y ; y - x\n"
                              f"y/{prime} ; y\ny^2/{2 * prime} ; y\ny/2 ; y^2 - x\n").stdout,
            f"x + 1\nx\n"
            f"error: line 3: a denominator has no inverse modulo {prime}\n"
            f"error: line 4: a denominator has no inverse modulo {prime}\n"
            f"{prime - pow(4, -1, prime)}*x\n")
        self.assertEqual(self.output("discriminant", "--modulus", "5",
                                     "5*y^3 + x*y^2 + 2*y/3 + x"),
                         self.output("discriminant", "--modulus", "5",
                                     "x*y^2 + 4*y + x + 5*y^3"))
        self.assertIn("denominator", self.refused("resultant", "x/7", "y", "--modulus=7"))
        for engine, name, primes in ("--engine=host", "host", 1), ("--engine=auto", "none", 0):
            done = self.run_program("resultant", self.F, self.G, "--modulus=1000003",
                                    "--mode=probable", "--stats", engine)
            self.assertRegex(done.stderr, rf"(?m)^engine +{name}$")
            self.assertRegex(done.stderr, rf"(?m)^primes +{primes}$")
            self.assertRegex(done.stderr, r"(?m)^result +proved$")

    def test_large_numbers(self):
        n = 3**5000
        self.assertEqual(self.output("resultant", f"y - {n}", f"y + {n}*x", "--format=coeffs"),
                         f"{n}\n{n}\n")

    def test_long_results_on_threads(self):
        # (a x + b)^n: many coefficients, each formatted by one thread.
        a, b, n = 10**40 + 7, 10**41 - 3, 100
        terms = [math.comb(n, k) * a**k * b**(n - k) for k in range(n + 1)]
        factors = [f"*x^{k}" for k in range(n, 1, -1)] + ["*x", ""]
        # Zeros inside, and at the ends of the parts into which long integers are divided.
        number = "1" + 131071 * "0" + "7" + 200000 * "0"
        f = self.write("f", f"y - {number}*x + {number[:140000]}")
        for threads in (1, 2, 5):
            command = ["resultant", f"--threads={threads}"]
            operands = [f"y - ({a}*x + {b})", f"y^{n}"]
            self.assertEqual(self.output(*command, *operands, "--format=coeffs"),
                             "".join(f"{c}\n" for c in terms))
            self.assertEqual(self.output(*command, *operands),
                             " + ".join(map("{}{}".format, reversed(terms), factors)) + "\n")
            answer = json.loads(self.output(*command, *operands, "--format=json"))
            self.assertEqual(answer["terms"], [[k, str(c)] for k, c in enumerate(terms)])
            self.assertEqual(self.output(*command, f"@{f}", "y"),
                             f"{number}*x - {number[:140000]}\n")

    def test_statistics(self):
        done = self.run_program(*self.EUCLID, "--stats")
        self.assertEqual((done.returncode, done.stdout.count("\n")), (0, 1))
        for row in ("plan", "reduce", "evaluate", "euclid", "fallback", "divide", "interpolate",
                    "crt", "check", "computation"):
            self.assertRegex(done.stderr, rf"(?m)^{row} +\d+\.\d+ s(, device +\d+\.\d+ s)?$")
        self.assertRegex(done.stderr, r"(?m)^euclid +\d+\.\d+ s, device +\d+\.\d+ s$")
        for row in ("primes", "points", "evaluations", "necessary", "unlucky", "fallback",
                    "degree bound", "width bound", "height bound", "memory"):
            self.assertRegex(done.stderr, rf"(?m)^{row} +\d+( bits| bytes)?$")
        done = self.run_program(*self.EUCLID, "--stats", "--format=json")
        stats = json.loads(done.stdout)["stats"]
        self.assertGreater(stats["primes"], 0)
        self.assertGreater(stats["points"], 0)
        self.assertEqual(list(stats["stage_seconds"]),
                         ["plan", "reduce", "evaluate", "euclid", "fallback", "divide",
                          "interpolate", "crt", "check"])
        for stage in stats["stage_seconds"].values():
            self.assertEqual(list(stage), ["host", "device"])
        self.assertEqual(stats["stage_seconds"]["plan"]["device"], 0)
        self.assertGreater(stats["stage_seconds"]["euclid"]["device"], 0)
        self.assertEqual(stats["error_probability"], 0)

    def test_modes(self):
        certified = self.output("resultant", self.F, self.G, "--mode", "certified")
        done = self.run_program("resultant", self.F, self.G, "--mode=probable", "--stats")
        self.assertEqual((done.returncode, done.stdout), (0, certified))
        self.assertRegex(done.stderr, r"(?m)^result +proved$")  # too small for a search
        rose = "100*(x^2 + y^2)^40 - 400*x^2*y^2 - 1"
        done = self.run_program("discriminant", rose, "--mode=probable", "--engine=euclid",
                                "--stats")
        self.assertEqual((done.returncode, done.stdout),
                         (0, self.run_program("discriminant", rose).stdout))
        self.assertRegex(done.stderr, r"(?m)^P\(wrong\) below +\d\.?\d*e-[1-9]\d$")

    def test_engines(self):
        plain = self.output("resultant", self.F, self.G)
        for how in (["--engine=schur"], ["--engine", "schur", "--residues", "montgomery31"],
                    ["--engine=euclid", "--residues=auto"]):
            done = self.run_program("resultant", self.F, self.G, *how, "--stats",
                                    "--format=json")
            stats = json.loads(done.stdout)["stats"]
            schur = "schur" in " ".join(how)
            self.assertEqual(stats["engine"], "schur" if schur else "euclid")
            self.assertEqual((stats["unlucky"], stats["fallback"]), (0, 0))
            rows = {line[:17].rstrip() for line in done.stderr.splitlines()}
            of_schur, of_euclid = {"schur", "digits"}, {"evaluate", "euclid"}
            self.assertEqual(rows & (of_schur | of_euclid), of_schur if schur else of_euclid)
            self.assertRegex(done.stderr, rf"(?m)^evaluations +{stats['evaluations']}$")
            self.assertEqual(self.output("resultant", self.F, self.G, *how), plain)

    def test_least_memory(self):
        """The cap proposed by an error message suffices, although the device is not yet known."""
        question = ["resultant", "(x+y+2)^40+x*y", "(x-2*y+3)^35-x^3", "--engine", "euclid"]
        caps = {"device": True, "variables": {"CLMODP_CACHE_DIR": self.path("cache")}}
        cap = 1100000
        said = self.refused(*question, "--max-memory", str(cap), leave=1, **caps)
        raised = int(re.search(r"raise the cap by (\d+)", said).group(1))
        self.assertEqual(self.output(*question, "--max-memory", str(cap + raised), **caps),
                         self.output(*question, "--max-memory", "1G"))

    def test_more_memory(self):
        """Messages of the other engines say how much is missing, and a few raises suffice."""
        question = ["resultant", "(x+y+2)^30+x*y", "(x-2*y+3)^25-x^3", "--max-memory"]
        expected = self.output(*question, "1G")
        for engine in ("host", "schur"):
            cap, refusals = 100000, 0
            done = self.run_program(*question, str(cap), "--engine", engine)
            while done.returncode == 1 and refusals < 20:
                cap += int(re.search(r"raise the cap by (\d+)", done.stderr).group(1))
                refusals += 1
                done = self.run_program(*question, str(cap), "--engine", engine)
            self.assertEqual((done.stdout, refusals > 0), (expected, True), engine)

    def test_crt_methods(self):
        plain = self.output("resultant", self.F, self.G)
        for way in ("tree", "mixed-radix", "positional", "convolution", "auto"):
            done = self.run_program(*self.EUCLID, "--crt", way, "--stats", "--format=json")
            stats = json.loads(done.stdout)["stats"]
            self.assertRegex(done.stderr, rf"(?m)^CRT method +{stats['crt']}$")
            if way != "auto":
                self.assertEqual(stats["crt"], way)
            self.assertEqual(self.output(*self.EUCLID, "--crt=" + way), plain)
        trivial = self.run_program("resultant", "0", "x*y", "--stats", "--format=json")
        self.assertIsNone(json.loads(trivial.stdout)["stats"]["crt"])


class Devices(Case):
    def test_text(self):
        text = self.output("devices")
        self.assertRegex(text, r"(?m)^\* \d+: ")
        self.assertRegex(text, r"(?m)^    memory +\d")
        self.assertTrue(text.endswith("* is used by default\n"))

    def test_json(self):
        devices = [json.loads(line) for line in
                   self.output("devices", "--format=json").splitlines()]
        self.assertEqual([d["number"] for d in devices], list(range(len(devices))))
        self.assertEqual({d["format"] for d in devices}, {1})
        chosen = [d for d in devices if d["chosen"]]
        self.assertEqual(len(chosen), 1)
        self.assertIn(chosen[0]["kind"], ("cpu", "gpu", "accelerator", "other"))
        self.assertGreater(chosen[0]["global_memory"], 0)
        name = f"{chosen[0]['platform']}.{chosen[0]['index']}"
        self.assertRegex(self.output("devices", "--device", name), r"(?m)^\* ")

    def test_no_such_device(self):
        done = self.run_program("devices", "--device", "no such thing")
        self.assertEqual(done.returncode, 3)
        self.assertRegex(done.stdout, r"(?m)^  0: ")
        self.assertIn("no such thing", done.stderr)


main()

"""Tests of the command model: predictions of machine models for algorithms."""

import csv
import io
import json
import shutil
import xml.dom.minidom

from program import Case, main

GTX = "--L 100 --C 32 --P 512 --X 48 --Z 12288".split()


class Model(Case):
    def model(self, text, *more):
        return self.output("model", *text.split(), *more, device=False)

    def row(self, text, *more):
        return json.loads(self.model(text, "--format", "json", *more))

    def test_printed_and_corrected(self):
        sizes = "--n 4096 --m 1025 --s 8 --U 30"
        printed = self.row("mmm division " + sizes)
        ours = self.row("mmm division " + sizes, "--corrected")
        steps, m, s, u = 4096 - 1025 + 1, 1025, 8, 30
        self.assertEqual(printed["work"], steps * m * (9 * s + 1) / (4 * s))
        self.assertEqual(ours["work"], steps * m * (5 * s + 1) / (2 * s))
        self.assertEqual(printed["C"], 3 * s + 9 * u)
        self.assertEqual(ours["C"], 3 * s + 4 * u)
        self.assertEqual(printed["bound"],
                         (printed["N"] / printed["K"] + printed["L"]) * printed["C"])
        for key in ("work", "span", "overhead", "N", "L", "K", "C", "bound"):
            self.assertIsInstance(printed[key], (int, float))
        self.assertEqual((printed["model"], printed["algorithm"], printed["variant"]),
                         ("mmm", "division", "optimized"))

    def test_all_algorithms(self):
        for algorithm, sizes in (("division", "--m 500"), ("multiplication", "--m 500"),
                                 ("gcd", "--m 500"), ("radix-sort", "--bits 32")):
            for variant in ("naive", "optimized"):
                row = self.row(f"mmm {algorithm} --n 1000 {sizes} --s 4 --l 64 --U 20 "
                               f"--variant {variant}")
                self.assertGreater(row["bound"], 0)
                self.assertEqual("naive_bound" in row, variant == "optimized")
        for algorithm in ("reduce scan merge blocked-merge merge-sort odd-even-sort fft "
                          "connected-components spanning-tree suffix-tree suffix-array "
                          "list-ranking all-pairs").split():
            row = self.row(f"tmm {algorithm} --n 1e6 --m 1e7 --k 20", *GTX)
            self.assertGreater(row["time"], 0)
            self.assertIn(row["term"], ("work", "span", "latency", "accesses"))
        for algorithm in ("scan", "scan-runs", "scan-doubling"):
            row = self.row(f"brent {algorithm} --n 2^20 --p 1000 --f 16")
            self.assertLessEqual(row["time"], row["bound"])
        question = "brent scan --n 2^58 --p 2^52"
        row = self.row(question)
        steps = [2**k for k in range(58)] * 2  # operations of each
        times = sum(-(-work // 2**52) for work in steps)
        self.assertEqual((row["work"], row["time"], row["bound"]),
                         (sum(steps), times, sum(steps) // 2**52 + len(steps)))
        self.assertIn(f"{sum(steps)},116,{times},",
                      self.model(question, "--format", "csv"))
        self.assertIn(', "n": 288230376151711744,',
                      self.model("brent scan --p 3 --sweep n=2^58..2^58 --format json"))

    def test_text(self):
        text = self.model("tmm suffix-tree --n 1 --k 20", *GTX)
        self.assertTrue(text.startswith("tmm suffix-tree\n"))
        self.assertIn("  from n = 2.458e+04 on: accesses\n", text)
        text = self.model("tmm reduce --n 1e6", *GTX)
        self.assertIn("one thread per element is our addition", text)
        self.assertIn("mmm gcd, naive, corrected\n",
                      self.model("mmm gcd --n 9 --m 9 --l 2 --U 3 --variant=naive --corrected"))

    def test_sweeps(self):
        question = "mmm division --n 4096 --m 1024 --l 32 --U 30 --Z 100 --sweep s=1..16"
        lines = self.model(question).splitlines()
        self.assertEqual([line.split()[0] for line in lines], "s 1 2 4 8 16".split())
        self.assertEqual(lines[5].split()[1:], ["-"] * 11)  # 7 s > Z
        rows = list(csv.DictReader(io.StringIO(self.model(question, "--format=csv"))))
        objects = [json.loads(line) for line in
                   self.model(question, "--format=json").splitlines()]
        self.assertEqual(len(rows), len(objects))
        for row, item in zip(rows, objects):
            self.assertEqual(float(row["s"]), item["s"])
            if item["s"] < 16:
                self.assertEqual(float(row["bound"]), item["bound"])
            else:
                self.assertEqual((row["bound"], item["bound"]), ("", None))
                self.assertIn("112 words of local memory", item["error"])

    def test_pictures(self):
        question = ["model", *"mmm gcd --n 1e4 --m 1e4 --l 64 --U 30 --sweep s=1..64".split(),
                    "--format", "svg"]
        if shutil.which("gnuplot"):
            drawing = xml.dom.minidom.parseString(self.output(*question, device=False))
            self.assertEqual(drawing.documentElement.tagName, "svg")
        self.assertIn("not installed", self.refused(*question, leave=1,
                                                    variables={"PATH": self.folder}))
        self.assertIn("see --sweep", self.refused(*question[:9], "--s=3", "--format", "svg"))

    def test_machines(self):
        machine = self.write("machine", "# a device\nU 30   # operations\n\nZ\t1e4\n")
        question = "mmm multiplication --n 4096 --m 1024 --s 4 --l 64"
        self.assertEqual(self.row(question, "--machine", machine),
                         self.row(question, "--U=30", "--Z=1e4"))
        self.assertEqual(self.row(question, "--machine", machine, "--U=5"),
                         self.row(question, "--U=5", "--Z=1e4"))
        for content, part in (("U\n", "line 1: expected one of U Z L C P X"),
                              ("Z 4\nn 5\n", "line 2: expected one of"),
                              ("U 3 4\n", "and a number"),
                              ("U x\n", "line 1: U x: expected a number"),
                              ("U " + "3" * 1000, "line 1: too long")):
            self.assertIn(part, self.refused("model", *question.split(), "--machine",
                                             self.write("machine", content)))
        self.assertIn("No such file", self.refused("model", *question.split(), "--machine",
                                                   self.path("none")))

    def test_refused(self):
        for arguments, part in (
                ("", "expected a model"), ("mmm", "expected a model and an algorithm"),
                ("pram scan", "there is no model 'pram'"),
                ("mmm quicksort", "mmm has no algorithm 'quicksort'; expected division"),
                ("tmm quicksort --n 3", "tmm has no algorithm 'quicksort'; it has reduce, scan"),
                ("brent quicksort", "brent has no algorithm 'quicksort'; expected scan"),
                ("mmm gcd scan", "unexpected argument 'scan'"),
                ("tmm scan --device gpu", "'gpu': a device follows '=', as in --device=gpu"),
                ("mmm gcd --n 3", "--m is needed"), ("tmm fft --n 9", "--Z is needed"),
                ("brent scan --n 8", "--p is needed"),
                ("brent scan --n 2.5 --p 2", "a whole number"),
                ("brent scan --n 12 --p 2", "a power of two"),
                ("mmm gcd --n 3 --m 4 --s 2 --U 2", "1 <= m <= n"),
                ("mmm gcd --n 3 --m 3 --s 2 --U 0", "U must be above 0"),
                ("mmm gcd --n -3", "--n -3: expected a number"),
                ("mmm radix-sort --n 1e6 --bits 30 --s 4 --l 256 --U 9", "a multiple of s"),
                ("mmm gcd --n 10^999", "expected a number"),
                ("mmm gcd --n", "--n needs a value"), ("mmm gcd --q 3", "unknown option --q"),
                ("mmm gcd --formt json", "did you mean --format?"),
                ("mmm gcd --format xml", "expected text, json, csv or svg"),
                ("mmm gcd --variant fast", "expected naive or optimized"),
                ("mmm gcd --n 9 --m 9 --s 2 --U 3 --L 4", "L is not a parameter of mmm"),
                ("mmm gcd --n 9 --m 9 --s 2 --U 3 --sweep p=1..4", "p is not a parameter of mmm"),
                ("brent scan --n 8 --p 2 --s 2", "s is not a parameter of brent"),
                ("brent scan --n 8 --p 2 --variant naive", "brent has no variants"),
                ("brent scan --n 8 --p 2 --device", "brent has no machine"),
                ("mmm gcd --corrected=1", "takes no value"),
                ("mmm gcd --n 9 --m 2 --s 4 --U 3", "expected 1 to m"),
                ("mmm gcd --sweep s=1", "such as s=1..512"),
                ("mmm gcd --sweep q=1..4", "such as s=1..512"),
                ("mmm gcd --sweep s=4..1", "such as s=1..512"),
                ("mmm gcd --sweep s=1..1e300", "such as s=1..512")):
            message = self.refused("model", *arguments.split())
            self.assertIn(part, message, arguments)
            self.assertIn("clmodp help model", message)

        self.assertNotIn("did you mean", self.refused("model", "mmm", "gcd", "--"))

    def test_help(self):
        self.assertEqual(self.output("help", "model"), self.output("model", "--help"))


main()

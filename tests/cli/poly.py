"""Tests of the command poly: univariate polynomials over F_p."""

import json
import random
import subprocess

from program import PROGRAM, Case, main


def product(a, b, p):
    c = [0] * (len(a) + len(b) - 1) if a and b else []
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            c[i + j] = (c[i + j] + x * y) % p
    return trim(c)


def trim(a):
    while a and a[-1] == 0:
        a.pop()
    return a


def divide(a, b, p):
    a, q = a[:], [0] * max(len(a) - len(b) + 1, 0)
    inverse = pow(b[-1], -1, p)
    for k in reversed(range(len(q))):
        q[k] = a[k + len(b) - 1] * inverse % p
        for j, y in enumerate(b):
            a[k + j] = (a[k + j] - q[k] * y) % p
    return trim(q), trim(a)


def gcd(a, b, p):
    while b:
        a, b = b, divide(a, b, p)[1]
    return [x * pow(a[-1], -1, p) % p for x in a] if a else []


def text(a):
    return " ".join(map(str, a)) or "0"


WIDE = 2**62 - 57  # a prime


class Poly(Case):
    def lines(self, *arguments, **more):
        out = self.output("poly", *arguments, **more)
        self.assertEqual(out[-1:], "\n")
        return out[:-1].split("\n")

    def test_known(self):
        for arguments, expected in (
                ("mul --modulus 7 x+1 3*x^2-1/2", ["3*x^3 + 3*x^2 + 3*x + 3"]),
                ("divrem --modulus 5 x^5+1 2*x^2+1", ["3*x^3 + x", "4*x + 1"]),
                ("gcd --modulus 7 t^2-1 t^2+t", ["t + 1"]),
                ("gcd --modulus 2 x^4+1 x^3+1", ["x + 1"]),
                ("xgcd --modulus 101 x^2-2 x^3-3", ["1", "2*x^2 + 3*x + 4", "99*x + 98"]),
                ("resultant --modulus 101 x^2-2 x^3-3", ["1"]),
                ("eval --modulus 7 x^6+3 5", ["4"]),
                ("eval --modulus 7 a+1 1/2", ["5"]),
                ("powmod --modulus 65537 z 18447869999386460161 z^4-3", ["z"]),
                ("powmod --modulus 7 x+1 2^10 x^3-2", ["5*x^2 + 2"]),
                ("powmod --modulus 7 --format coeffs 1,1 (2^61-1)*1.5e3 0,0,1", ["1 2"]),
                ("ratrecon --modulus 101 1+x+x^2/2 x^3 2", ["100*x + 99", "x + 99", "1"]),
                ("ratrecon --modulus 101 x x^2 1", ["0", "x", "x"]),
                (f"ratrecon --modulus {WIDE} x-1 x^2-2 10^30", ["x + " + str(WIDE - 1), "1", "1"]),
                (f"mul --modulus {WIDE} x-1 x-1/2",
                 [f"x^2 + {(WIDE - 3) // 2}*x + {(WIDE + 1) // 2}"]),
                (f"xgcd --modulus {WIDE} x^2-1 x^2-x", ["x + " + str(WIDE - 1), "1",
                                                        str(WIDE - 1)]),
                (f"resultant --modulus {WIDE} x^2-2 x^3-4", ["8"]),
                (f"eval --modulus {WIDE} x^2-2 {WIDE - 1}", [str(WIDE - 1)]),
                (f"powmod --modulus {WIDE} z {WIDE**2} z^2-z-1", ["z"]),
                (f"mul --modulus {WIDE} --format coeffs -1,{10**20} 2",
                 [f"{WIDE - 2} {2 * 10**20 % WIDE}"]),
                ("mul --modulus 3 2 5", ["1"]), ("mul --modulus 3 3 x", ["0"]),
                ("divrem --modulus 3 0 x", ["0", "0"])):
            self.assertEqual(self.lines(*arguments.split()), expected, arguments)

    def test_xgcd_is_what_it_says(self):
        g, u, v = self.lines("xgcd", "--modulus", "101", "x^2 - 2", "x^3 - 3")
        left, = self.lines("mul", "--modulus", "101", u, "x^2-2")
        right, = self.lines("mul", "--modulus", "101", v, "x^3-3")
        self.assertEqual(self.lines("mul", "--modulus", "101", f"{left} + {right}", "1"), [g])

    def test_random_by_all_algorithms(self):
        """Results on host and device agree with schoolbook arithmetic on lists."""
        generator = random.Random(5)
        for p in (3, 2147483647):
            a, b, c = ([generator.randrange(p) for _ in range(n)] + [1] for n in (60, 35, 7))
            a, b = product(a, c, p), product(b, c, p)
            for options in (["--algorithm=host"], ["--algorithm=schoolbook"],
                            ["--algorithm", "schoolbook", "--s", "3"],
                            ["--algorithm", "fast"], []):
                options = ["--modulus", str(p), "--format", "coeffs", *options]
                self.assertEqual(self.lines("mul", *options, text(a), text(b)),
                                 [text(product(a, b, p))])
                self.assertEqual(self.lines("divrem", *options, text(a), text(b)),
                                 [text(x) for x in divide(a, b, p)])
                self.assertEqual(self.lines("gcd", *options, text(a), text(b)),
                                 [text(gcd(a, b, p))])
                # R(a, x^2 - 1) = R(x^2 - 1, a) = a(1) a(-1), since 2 is even.
                self.assertEqual(self.lines("resultant", *options, text(a), text([p - 1, 0, 1])),
                                 [str(sum(a) * (sum(a[::2]) - sum(a[1::2])) % p)])

    def test_files(self):
        a = self.write("a", "1, 2\n-1\t")
        self.assertEqual(self.lines("mul", "--modulus", "7", "--format=coeffs", "@" + a, "-",
                                    stdin="0 1\n"), ["0 1 2 6"])

    def test_other_systems(self):
        """One file has both operands, or each operand is a file, in the formats of all systems."""
        def of(operation, *more, **how):
            return self.lines(operation, "--modulus", "7", *more, **how)

        a, b = "x^3 - 1/2*x - 1", "x^2 + x"
        for text in (f"f := {a}: # g := 3:\ng := {b};", f"[{a}, {b}]:\nquit:",
                     "ring r = 7,x,dp; poly f = x3-1/2x-1; poly g = x2+x; /* ; */",
                     "ring r = 0,(x,y),dp; ideal I = x3-1/2x-1, x2+x;",
                     "x\n7\nx^3-4*x-1,\nx^2+x\n", "x, y\n0\nx^3-1/2*x-1,x^2+x"):
            system = ["--from", "maple"] if text.startswith("[") else []
            place = self.write("both", text)
            for operation in ("mul", "divrem", "gcd", "xgcd", "resultant"):
                self.assertEqual(of(operation, *system, f"@{place}"), of(operation, a, b), text)
            self.assertEqual(of("gcd", *system, "-", stdin=text), of("gcd", a, b), text)
        place = self.write("fraction", "x\n7\nx^3-1/2*x-1,\nx^2+x\n")
        self.assertIn("residue", self.refused("poly", "mul", "--modulus", "7", f"@{place}"))
        first, second = self.write("f.mpl", f"f := {a}:"), self.write("g.ms", f"x\n0\n{b}\n")
        self.assertEqual(of("mul", f"@{first}", f"@{second}"), of("mul", a, b))
        self.assertEqual(of("mul", f"@{first}", b), of("mul", a, b))
        self.assertEqual(of("mul", "--from", "singular", "x3-1/2x-1; x2+x"), of("mul", a, b))
        self.assertEqual(of("eval", "--from", "maple", f"@{first}", "1/2"), of("eval", a, "1/2"))
        self.assertEqual(of("powmod", f"@{first}", "5", f"@{second}"), of("powmod", a, "5", b))
        self.assertEqual(of("powmod", "--from", "singular", "x3-1/2x-1", "5", "x2+x"),
                         of("powmod", a, "5", b))
        # Output in other systems' formats is read again.
        for system in ("maple", "singular", "msolve"):
            own = self.write("own", "\n".join(of("mul", "--format", system, a, "1")))
            self.assertEqual(of("mul", f"@{own}", "1"), of("mul", a, "1"), system)
        # Lists of coefficients are not taken for another format.
        self.assertEqual(of("mul", "--format", "coeffs", "@" + self.write("c", "1\n0\n2\n"), "1"),
                         ["1 0 2"])

    def test_other_systems_refused(self):
        def said(operation, *more):
            return self.refused("poly", operation, "--modulus", "7", *more)

        one, three = self.write("one", "f := x:"), self.write("three", "f := x: g := 1: h := 2:")
        two = self.write("two", "f := x: g := x^2 - 1:")
        eleven = self.write("eleven", "ring r = 11,x,dp; poly f = x; poly g = x2-1;")
        unlike = self.write("unlike", "f := x:\ng := y - 1:")
        for arguments, part in (
                (["gcd", f"@{one}"], "has one"), (["gcd", f"@{three}"], "3 polynomials"),
                (["gcd", f"@{two}", "x"], "2 polynomials"), (["gcd", f"@{unlike}"], "line 2"),
                (["eval", f"@{two}"], "expects 2 operands"),
                (["powmod", f"@{two}"], "expects 3 operands"),
                (["powmod", f"@{two}", "3", "x"], "2 polynomials"),
                (["eval", "x", f"@{one}"], "line 1"), (["powmod", "x", f"@{one}", "x"], "line 1"),
                (["gcd", f"@{eleven}"], "--modulus 11"), (["gcd", "x", f"@{eleven}"], "modulo 11"),
                (["gcd", "--from", "expr", f"@{two}"], "expects 2 operands"),
                (["gcd", "--from", "expr", f"@{one}", "x"], "^"), (["gcd", "x"], "got 1"),
                (["gcd", "f := x:", "x"], "^"),
                (["gcd", "--from", "sage", "x", "x"], "expected auto"),
                (["gcd", "--from", "maple", "--batch", "-"], "not for batches"),
                (["gcd", "--from", "maple", "--format", "coeffs", "1", "1"], "lists"),
                (["gcd", "--format", "coeffs", f"@{two}", "1"], "integer"),
                (["gcd", "--format", "coeffs", f"@{two}"], "got 1"),
                (["gcd", "--from", "maple", "--", "--f := x:", "x"], "^")):
            self.assertIn(part, said(*arguments), arguments)
        for text in (b"\0", b"\xff\xfe", b"", b"ring r = 7,x,dp;", b"f := x: (*", b"x\n7\n"):
            self.refused("poly", "gcd", "--modulus", "7", "@" + self.write("noise", text))

    def test_json(self):
        done = self.run_program("poly", "divrem", "--modulus", "7", "--format", "json", "x^3",
                                "x-1", "--stats")
        answer = json.loads(done.stdout)
        self.assertEqual(answer.pop("stats")["algorithm"], "host")
        self.assertEqual(answer, {
            "format": 1, "operation": "divrem", "modulus": 7, "variable": "x",
            "quotient": {"degree": 2, "terms": [[0, "1"], [1, "1"], [2, "1"]]},
            "remainder": {"degree": 0, "terms": [[0, "1"]]}})
        line, = self.lines("eval", "--modulus", "7", "--format", "json", "x^3", "2")
        self.assertEqual(json.loads(line)["value"], "1")

    def test_stats(self):
        done = self.run_program("poly", "mul", "--modulus", "7", "x", "x", "--stats",
                                "--algorithm", "schoolbook", "--s", "5")
        self.assertEqual((done.returncode, done.stdout), (0, "x^2\n"))
        self.assertIn("schoolbook", done.stderr)
        self.assertIn("s = 5", done.stderr)

    def test_batch(self):
        path = self.write("lines", "# sums\nx^2-1 ; x+1\n\nx^2 ; x - 1 ; 3\nx ; 7\n x^2*y ; x\n"
                          "x^2;x\nx")
        done = self.run_program("poly", "divrem", "--modulus", "7", "--batch", path)
        self.assertEqual(done.returncode, 1)
        lines = done.stdout.split("\n")
        self.assertEqual(lines[0], "x + 6 ; 0")
        self.assertTrue(lines[1].startswith("error: line 4, column 13: expected the end"))
        self.assertTrue(lines[2].startswith("error: line 5: division by"), lines[2])
        self.assertTrue(lines[3].startswith("error: line 6, column 6: "), lines[3])
        self.assertEqual(lines[4], "x ; 0")
        self.assertTrue(lines[5].startswith("error: line 8, column 2: expected ';'"), lines[5])
        self.assertIn("4 of 6 lines failed", done.stderr)

    def test_batch_answers_while_it_is_fed(self):
        with subprocess.Popen([PROGRAM, "poly", "mul", "--modulus=7", "--batch", "-"],
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              env=self.environment()) as process:
            for k in range(1, 4):
                process.stdin.write(f"x^{k} ; x\n".encode())
                process.stdin.flush()
                self.assertEqual(process.stdout.readline(), f"x^{k + 1}\n".encode())
            process.stdin.close()

    def test_no_device(self):
        self.assertEqual(self.lines("mul", "--modulus", "7", "x", "x", device=False), ["x^2"])
        done = self.run_program("poly", "mul", "--modulus", "7", "x", "x",
                                "--algorithm=schoolbook", device=False)
        self.assertEqual((done.returncode, done.stdout), (3, ""))

    def test_refused(self):
        for arguments, part in (
                ("mul x x", "--modulus is needed"), ("gcd --modulus 8 x x", "expected a prime"),
                ("--modulus 7", "expected an operation"),
                ("add --modulus 7 x x", "no operation 'add'"),
                ("gcd --modulus 7 x", "expects 2 operands, got 1"),
                ("gcd --modulus 7 x^2-1 x*y", "    ^"), ("gcd --modulus 7 x^2-1 y", "^"),
                ("mul --modulus 7 x x**", "^"), ("mul --modulus 7 x x/7", "denominator"),
                ("eval --modulus 7 x x+1", "expected a constant"),
                ("powmod --modulus 7 x -1 x^2", "exponent"), ("powmod --modulus 7 x x x", "^"),
                ("powmod --modulus 7 x 1/2 x^2", "expected an exponent: an integer from 0 on"),
                ("ratrecon --modulus 7 x x^2 -1", "expected a bound on degrees: an integer from"),
                ("ratrecon --modulus 7 x 0 1", "m is the zero polynomial"),
                ("divrem --modulus 7 x 0", "division by the zero"),
                ("mul --modulus 7 --format coeffs 1,2a 3", "^"),
                ("mul --modulus 7 --format coeffs , 3", "expected an integer"),
                ("mul --modulus 7 --format coeffs 1,,2 3", "expected an integer"),
                ("mul --modulus 7 - -", "only one operand"),
                ("gcd --modulus 2 --algorithm schoolbook x x+1", "odd prime"),
                ("xgcd --modulus 7 --algorithm schoolbook x x+1", "does not support cofactors"),
                ("gcd --modulus 2 --algorithm fast x x+1", "odd primes only"),
                ("resultant --modulus 2 --algorithm fast x x+1", "odd prime"),
                ("gcd --modulus 7 --algorithm host --s 3 x x", "requires --algorithm schoolbook"),
                (f"gcd --modulus {2**62} x x", "expected a prime below 2^62"),
                (f"gcd --modulus {2**31} x x", "expected a prime below 2^62"),
                (f"gcd --modulus {WIDE} --algorithm fast x x+1", "algorithm HOST only"),
                ("gcd --modulus 7 --algorithm fast2 x x", "expected auto"),
                ("gcd --modulus 7 --s 0 x x", "expected a number"),
                ("gcd --modulus 7 --crt tree x x", "poly has no option --crt"),
                ("gcd --modulus 7 --batch none", "cannot open"),
                ("gcd --modulus 7 --batch none x", "omit the operand x")):
            self.assertIn(part, self.refused("poly", *arguments.split()), arguments)


if __name__ == "__main__":
    main()

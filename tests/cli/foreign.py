"""Tests of files of Maple, Singular and msolve, well-formed and malformed, without a device."""

import random
import re
import shutil
import unittest

from program import Case, main, run_singular

HOST = ["--engine", "host"]
PAIR = ["x^2*y - 3", "y^3 - x*y + 1/4"]


# Rings, polynomials in Singular's short notation, and their meaning.
SHORT = [("x,y", "3x2y3-xy", "3*x^2*y^3 - x*y"), ("x,y", "1/2x10y-2y", "x^10*y/2 - 2*y"),
         ("x1,x2", "x1^2*x2-3", "x1^2*x2 - 3"), ("x,x1", "3x1-x1", "3*x - x1"),
         ("x,xy", "x2*xy+2xxx", "x^2*xy + 2*x^3"), ("a_b,c", "2*a_b^2*c-c", "2*a_b^2*c-c"),
         ("x,y", "x0y2+6/4/2*x", "y^2 + 3/4*x"), ("x,y", "-2^2*x-y", "-4*x - y")]


# Divisions, and their meaning in Singular, which reads fractions and short products as one word,
# and divides integers without remainder. They are rejected.
DIVISIONS = [("y/2/3", "3/2*y"), ("6x2y/3x", "2*x*y"), ("x/2y", "0"), ("x/3/3", "x"),
             ("x/ 2/3", "3/2*x"), ("x/1/3", "3*x"), ("1/2/3/4", "2/3"), ("(x+1)/3/3*x", "x^2+x"),
             ("1 / 2", "0"), ("7/ 2", "3"), ("(7)/2", "3"), ("7/(2)", "3"), ("x+7 / 2", "x+3"),
             ("(3+(2))/2*x", "2*x"), ("x*y-(7)/2", "x*y-3"), ("((2))/(4)*x", "0"),
             ("x/-2/3", "-3/2*x"), ("x/ - 2/3", "-3/2*x"), ("x/-2x", "-1/2")]

# Integers, which have 32 bits in Singular unless an operand is a polynomial or a fraction, and **
# after the short notation. They are rejected.
INTEGERS = [("100000*100000*x", "1410065408*x"), ("x*2^40", "0"), ("2^31", "-2147483648"),
            ("x-50000*50000", "x+1794967296"), ("2147483647+1", "-2147483648"),
            ("3-2147483647-5", "2147483647"), ("x*(100000)^2", "1410065408*x"),
            ("(1+100000)^2*x", "1410265409*x"), ("x*(2*2^30)", "-2147483648*x"),
            ("x*3**21", "1870418611*x"), ("65536*((65536))*1/2", "0"),
            ("2x**2", "4*x^2"), ("1/2x**2", "1/4*x^2"), ("x-2/3**2", "x-4/9")]
# Signs that Singular rejects, or that may be other operators there.
SIGNS = ["--x", "+x", "x--y", "x++y", "x*(+y)", "x*+y", "x*-y", "x- -y", "x+\n-y", "x/+2"]


class Reading(Case):
    def of(self, *arguments, **more):
        return self.output("resultant", *HOST, *arguments, device=False, **more)

    def setUp(self):
        super().setUp()
        self.expected = self.of(*PAIR)

    def same(self, text, *options, expected=None):
        """Asserts that both polynomials are read from one file, and from standard input."""
        expected = self.expected if expected is None else expected
        name = self.write("system", text)
        self.assertEqual(self.of(*options, f"@{name}"), expected, text)
        self.assertEqual(self.of(*options, "-", stdin=text), expected, text)

    def test_lists_of_names(self):
        """Lists determine the order; polynomials without a list follow in their own."""
        f, g = "x^2 - y^3", "x*y - 1 + y^3"
        swapped = self.of(g, f)
        self.assertNotEqual(swapped, self.of(f, g))
        maple, ring = f"f := {f}: g := {g}:", "ring r = 0,(x,y),dp;"
        for text in (f"{maple} [g, f];", f"{maple} L := [g, f]; g; f;", f"{maple} [g = 0, f = 0]:",
                     f"{maple} {{g, f}}; [f, g];", f"f := {f}; [{g}, f];",
                     f"{ring} poly f = {f}; poly g = {g}; ideal I = g, f;",
                     f"{ring} poly f, g = {f}, {g}; ideal I = g, f; I;",
                     f"{ring} ideal I = {f}; poly g = {g}; ideal J = g, I;"):
            self.same(text, expected=swapped)
        self.same(f"{maple} [f, g]; L := [g, f];", expected=self.of(f, g))
        self.same(f"{ring} ideal I = {g}, {f}; I;", expected=swapped)

    def test_maple(self):
        for text in ("f := x^2*y - 3: g := y^3 - x*y + 1/4:",
                     "f:=x^2*y-3;\ng:=y^3-x*y+1/4;\n",
                     "# f := 1:\nrestart; with(plots):\nf := x**2*y - 3: (* g := : ; *)\n"
                     "g := y^3 - x*y\n  + 1/4",
                     "sys := [x^2*y - 3, y^3 - x*y + 1/4]:",
                     "sys := {x^2*y - 3 = 0, y^3 - x*y + 1/4=0};",
                     "f := x^2*y - 3: g := y^3 - x*y + 1/4: {f = 0, g = 0};",
                     "p[1] := x^2*y - 3: p[2] := y^3 - x*y + 1/4: [p[1], p[2]];",
                     "f := x^2*y - 3: g := y^3 - x*y + 1/4: sys := [f, g]: quit; h := :",
                     "f := x^2*y - 3:\r\ng := y^3 - x*y + 1/4:\r\n",
                     "f := x^2*y - \\\n3: g := y^3 - x*y + 1/\\\n4:",
                     "\ufefff := x^2*y - 3: g := y^3 - x*y + 1/4:"):
            self.same(text)
            self.same(text, "--from", "maple")
        self.same("x^2*y - 3; y^3 - x*y + 1/4;", "--from", "maple")
        long = "1" * 60
        self.assertEqual(self.of("--from", "maple", f"f := y - {long[:25]}\\\n{long[25:]}:", "y"),
                         self.of(f"y - {long}", "y"))

    def test_signs_of_maple(self):
        """In Maple ++ and -- are operators, a sign binds less than *, and a backslash continues a
        comment."""
        for text in ("x--y", "x++y", "--x", "x*-y", "x/-2*y", "x**-2", "x - -y", "x*\\\n-y"):
            self.assertRegex(self.refused("resultant", *HOST, "--from", "maple",
                                          f"f := {text}: g := y:"), "sign.*write", text)
        for text in ("+x", "x*(-y)", "x-(-y)", "(+x)", "-x^2/2*3", "x/2/3", "-x**2"):
            self.assertEqual(self.of("--from", "maple", f"f := {text}: g := y - 1:"),
                             self.of(text, "y - 1"), text)
        for end in "\n", "\r\n":
            self.assertIn("continues it", self.refused("resultant", *HOST, "--from", "maple",
                                                       f"f := x # so \\{end}+ y: g := y - 1:"))

    def test_singular(self):
        ring = "ring r = 0,(x,y),dp;"
        for text in (f"{ring} poly f = x2y-3; poly g = y3-xy+1/4;",
                     f"// poly h = ;\n{ring}\npoly f,g = x2y - 3, y3 - xy + 1/4; /* ; */",
                     f"LIB \"a;b\"; option(redSB);\n{ring} ideal I = x^2*y-3, y^3-x*y+1/4;",
                     f"{ring} poly f = x2y-3; poly g; g = y3-xy+1/4; ideal I = f, g; I;\nquit;",
                     "ring R = (0),(y,x),(lp(1),C); poly f = yx2-3; poly g = y3-yx+1/4;",
                     "ring R = QQ[x,y]; poly f = x2y-3; poly g = y3-xy+1/4;",
                     "ring R=QQ,(x,y),lp;\r\npoly f = x2y-3;\r\npoly g = y3-xy+1/4;\r\n"):
            self.same(text)
            self.same(text, "--from", "singular")
        for text in ("x2y-3; y3-xy+1/4", "I[1]=x2y-3\nI[2]=y3-xy+1/4\n",
                     "f = x2y-3;\ng = y3-xy+1/4;"):
            self.same(text, "--from", "singular")

    def test_singular_in_short(self):
        for ring, text, meant in SHORT:
            other = ring.split(",")[1] + " - 2"
            name = self.write("ring", f"ring r = 0,({ring}),dp; poly f = {text};"
                                      f"poly g = {other};")
            self.assertEqual(self.of(f"@{name}"), self.of("--quiet", meant, other), text)

    def test_divisions_of_singular(self):
        """Text with another meaning in Singular is rejected; other text has the same meaning."""
        ring = "ring r = 0,(x,y),dp; poly g = y - 1;"
        dialect = "--from", "singular"
        for text, _ in (*DIVISIONS, ("x^2/3", ""), ("2^3/4", ""), ("x/2x", "")):
            why = self.refused("resultant", *HOST, *dialect, f"{ring} poly f = {text};")
            self.assertRegex(why, "write|whole", text)
        for text in (*SIGNS, "2**3/4*x", "x**2/3", "x**2x", *(text for text, _ in INTEGERS)):
            why = self.refused("resultant", *HOST, *dialect, f"{ring} poly f = {text};")
            self.assertIn("write", why, text)
        for text in ("x*100000*100000", "100000*x*100000", "2147483648*2*x", "-x**3",
                     "46340*46340*x", "(x-2)**2*3", "(1/2)^40*x", "x/3*65536*65536",
                     "x+2147483647+1", "2^30*x", "99999999999 / 2*x", "1/2*65536*65536",
                     "-(-x)", "(-x)*(-3)", "2147483647-x"):
            self.assertEqual(self.of(*dialect, f"{ring} poly f = {text};"),
                             self.of("y - 1", text), text)
        for text in ("x/2", "2/3x", "1/2/3*x", "(x+1)/2", "x/(2/3)", "x2/4", "x^7 /2", "3x/4",
                     "x*(7)/2", "x*(1/2+1)/3", "((x)+1)/2", "7/2*x/3", "x/2^2", "x/(-2)"):
            meant = re.sub(r"(\d)x", r"\1*x", text).replace("x2", "x^2")
            self.assertEqual(self.of(*dialect, f"{ring} poly f = {text};"),
                             self.of("y - 1", meant), text)
        for over in ("ZZ", "integer"):
            for text in ("x/2", "1/2*x"):
                self.refused("resultant", *HOST, *dialect,
                             f"ring r = {over},(x,y),dp; {text}; y;")

    def test_sessions(self):
        """Only typed lines are read from the copied text of a terminal."""
        self.same("      SINGULAR\n A Computer Algebra System\n> ring r = 0,(x,y),dp;\n"
                  "> poly f = x2y-3;\n> f;\nx2y-3\n> poly g =\n. y3-xy\n. +1/4;\n>\n> g;\n"
                  "y3-xy+1/4\n> ")
        self.same("> f := x^2*y - 3;\n\n              2\n        f := x  y - 3\n\n"
                  "> g := y^3\r\n> - x*y + 1/4:\r\n>")
        # statements continued without a prompt
        self.same("> f := x^2*y\n\n- 3;\nf := x^2*y - 3\n> g := y^3\\\n - x*y\n+ 1/4;\n0\n")
        self.same("> ring r = 0,(x,y),dp;\n> poly f = x2y // so far\n-3;\n> f;\nx2y-3\n"
                  "> poly g = y3-xy\n+1/4;")
        name = self.write("session", "ring r = 0,(x,y),dp; poly f = x\n>y;")
        self.refused("resultant", f"@{name}")

    def test_msolve(self):
        for text in ("x,y\n0\nx^2*y-3,\ny^3-x*y+1/4\n", "x, y, z\r\n 0 \r\nx^2*y-3,y^3-x*y+1/4",
                     "# two\n\nx,y\n# all rationals\n0\nx^2*y\n-3,\n\ny^3-x*y+1/4\n\n"):
            self.same(text)
            self.same(text, "--from", "msolve")
        for text in ("x/2", "y-x/2", "x*2", "2*3*x", "x*1/2", "(x+y)*2", "1/2/3*x", "1/(2)*x",
                     "1/x", "2^3/4*x", "x*3/4"):
            why = self.refused("resultant", *HOST, "--from", "msolve", f"x,y\n0\n{text},\ny-1\n")
            self.assertIn("multiply the polynomial out", why)
        # read by msolve as x^2, x^3, 1 + x, x*y with a term -1, and two terms
        for text, words in {"x*x": "once", "x^2*x^3": "once", "y*x*y": "once", "+x": "leave",
                            "x*-y": "sign", "x--y": "sign", "x+-2*y": "sign"}.items():
            self.assertIn(words, self.refused("resultant", *HOST, "--from", "msolve",
                                              f"x,y\n0\n{text},\ny-1\n"), text)
        # read by msolve modulo p as x, x + y, and coefficients truncated to 32 bits
        for text in "1/2*x", "x+0*y", "x-1/2", "x+00*y", "2147483648*x":
            self.assertIn("modulo", self.refused("resultant", *HOST, "--modulus", "101", "--from",
                                                 "msolve", f"x,y\n101\n{text},\ny-1\n"), text)
        self.of("--from", "msolve", "x,y\n0\n0*x+2147483648*y-x,\ny-1\n")
        self.assertEqual(self.of("--modulus", "101", "--from", "msolve",
                                 "x,y\n101\n2147483647*x^0*y+100*x-10,\ny-1\n"),
                         self.of("--modulus", "101", "2147483647*y-x-10", "y-1"))
        self.assertEqual(self.of("--from", "msolve", "x,y\n0\n-3/4*x^2*y + 2 - 12/5*x,\ny-1\n"),
                         self.of("-3/4*x^2*y + 2 - 12/5*x", "y-1"))

    def test_two_files(self):
        first = self.write("f.mpl", f"f := {PAIR[0]}:\n")
        second = self.write("g.ms", f"x,y\n0\n{PAIR[1]}\n")
        self.assertEqual(self.of(f"@{first}", f"@{second}"), self.expected)
        self.assertEqual(self.of(f"@{first}", PAIR[1]), self.expected)
        self.assertEqual(self.output("discriminant", *HOST, f"@{second}", device=False),
                         self.output("discriminant", *HOST, PAIR[1], device=False))

    def test_plans(self):
        both = self.write("both", f"f := {PAIR[0]}: g := {PAIR[1]}:")
        one = self.write("one", f"f := {PAIR[1]}:")

        def plan(*arguments):
            printed = self.output("plan", *HOST, "--format", "json", *arguments, device=False)
            return re.search(r'"operation": "(\w+)".*"digest": "(\w+)"', printed).groups()

        self.assertEqual(plan(f"@{both}"), plan(*PAIR))
        self.assertEqual(plan("--subresultant", "1", f"@{both}")[0], "subresultant")
        self.assertEqual(plan(f"@{one}"), plan(PAIR[1]))
        self.assertIn("two polynomials", self.refused("plan", "--subresultant", "1", f"@{one}"))
        self.output("submit", *HOST, self.path("job"), f"@{both}", device=False)
        self.output("worker", self.path("job"), device=False)
        self.assertEqual(self.output("finish", self.path("job"), device=False), self.expected)

    def test_characteristic(self):
        for text in ("x,y\n101\nx^2*y-3,\ny^3-x*y\n",
                     "ring r = 101,(x,y),dp; poly f = x2y-3; poly g = y3-xy;",
                     "ring r = ZZ/101,(x,y),dp; poly f = x2y-3; poly g = y3-xy;"):
            name = self.write("modulo", text)
            for more in ([], ["--modulus", "103"]):
                self.assertIn("--modulus 101", self.refused("resultant", *more, f"@{name}"))
            self.assertEqual(self.of("--modulus", "101", f"@{name}"),
                             self.of("--modulus", "101", "x^2*y - 3", "y^3 - x*y"))
        self.assertIn("--modulus 101", self.refused("plan", f"@{name}"))
        for p in ("9" * 50, str(2**64 - 1)):
            huge = self.write("huge", f"x,y\n{p}\nx,\ny\n")
            self.assertIn("2^64 - 1 or more", self.refused("resultant", f"@{huge}"))


class Ugly(Case):
    def place(self, *arguments):
        """Returns (line, column, message) of an error."""
        message = self.refused("resultant", *HOST, *arguments)
        match = re.search(r"(?m)^clmodp: .*?line (\d+), column (\d+): (.*)", message)
        self.assertIsNotNone(match, message)
        return int(match[1]), int(match[2]), match[3]

    def test_places(self):
        cases = {
            "maple": [("", 1, 1, "polynomial"), ("# f\n", 2, 1, "polynomial"),
                      ("f := 1: (* g", 1, 9, "comment"), ("f := : g := x:", 1, 5, "polynomial"),
                      ("f := x:\ng := f*y:", 2, 6, "'f'"),
                      ("f := x:\n f := y:", 2, 2, "'f' is assigned twice"),
                      ("f := x = y:", 1, 8, "equation"),
                      ("f := x: g := (y = 1)*x:", 1, 17, "an equation"),
                      ("f := x: g := 1.5*y:", 1, 15, "fractions"),
                      ("f := x: g := y**(2):", 1, 16, "an exponent in parentheses"),
                      ("f := x: g := 2e3*y:", 1, 15, "expected an operator"),
                      ("f := \"x", 1, 6, "string"), (":= x", 1, 1, "name"),
                      ("2 := x:", 1, 1, "name"), ("f := [x, , y]:", 1, 10, "polynomial"),
                      ("f := x:\ng := y^99999999999:", 2, 8, "exponent"),
                      ("f := x:\ng := y + * 3:", 2, 10, "expected"),
                      ("f := x: g := (x -> x^2)(y):", 1, 18, "cannot contain '>'"),
                      ("f := x: g := ((y):", 1, 18, "cannot contain ':'"),
                      ("f := x: g := x^2 + I:", 1, 20, "'I' is not a variable in Maple"),
                      ("[x, 2*Pi]", 1, 7, "3.14"), ("f := gamma*x:", 1, 6, "Euler"),
                      ("f := D:", 1, 6, "differential"), ("O := x:", 1, 1, "order"),
                      ("f := true:", 1, 6, "truth"), ("if x > 0 then", 1, 1, "'if'"),
                      ("f := x and y:", 1, 8, "'and'"), ("f := Digits:", 1, 6, "precision"),
                      ("f := f + 1:", 1, 6, "is assigned elsewhere"),
                      ("g := x*f: f := y:", 1, 8, "is assigned elsewhere"),
                      ("f := y: g := sin(x):", 1, 14, "functions are not supported"),
                      ("f := x:\ng := y*-x:", 2, 8, "a sign"),
                      ("f := x: # g\\\ng := y:", 1, 9, "continues it")],
            "singular": [("", 1, 1, "polynomial"), ("ring r = 0,(x,y),dp;", 1, 21, "polynomial"),
                         ("ring r;", 1, 5, "ring"), ("ring r = 0;", 1, 11, "variables"),
                         ("ring r = 0,(x(1..3)),dp;", 1, 13, "variable"),
                         ("ring r = (0,a),(x,y),dp;", 1, 11, "rationals"),
                         ("ring r = 0,(x,y),dp; poly f = x2z;", 1, 31, "x2z"),
                         ("ring r = 0,(x,y),dp; poly f = 2x^2;", 1, 33, "short"),
                         ("ring r = 0,(x,y),dp; poly f = x2^2;", 1, 33, "short"),
                         ("ring r = 0,(x,y),dp; poly f = x+2/3^2;", 1, 36, "short"),
                         ("ring r = 0,(x1,x2),dp; poly f = x1x22;", 1, 33, "x1x22"),
                         ("ring r = 0,(x1,x2),dp; poly f = 3x1;", 1, 34, "x1"),
                         ("ring r = 0,(x,y),dp; poly f = x^2y;", 1, 34, "exponent"),
                         ("poly f = x; ring r = 0,x,dp;", 1, 17, "second"),
                         ("poly f = x; poly g = f*y;", 1, 22, "'f'"),
                         ("poly f = x; f = y;", 1, 13, "'f' is assigned twice"),
                         ("int i = 3;", 1, 1, "statement"), ("poly f = \"x", 1, 10, "string"),
                         ("poly f = x; /* y", 1, 13, "comment"), ("poly 2 = x;", 1, 6, "name"),
                         # the expanded text is longer than the source
                         ("f = x99999999999; y", 1, 7, "exponent"),
                         ("ring r = 0,(x,x),dp;", 1, 15, "twice"),
                         ("ring r = 0,(x,int),dp;", 1, 15, "'int' is not a variable in Singular"),
                         ("ring r = 0,(x,_y),dp;", 1, 15, "not a name"),
                         ("poly f = f+x;", 1, 10, "is assigned elsewhere"),
                         ("poly f = x;\npoly g = y*-x;", 2, 12, "a sign"),
                         ("poly f = +x;", 1, 10, "leave"),
                         ("poly f = x*70000*3-y*(2+70000*70000);", 1, 31, "2^32"),
                         ("poly f = x-7^99;", 1, 14, "2^32"),
                         ("poly f = 3x**2;", 1, 12, "short"),
                         ("degBound = 5;", 1, 1, "a keyword"),
                         ("minpoly = x2;", 1, 1, "a keyword"),
                         ("poly f = x;\npoly g = x = y;", 2, 12, "an equation"),
                         ("poly f = x;\npoly g = x+.5;", 2, 12, "fractions"),
                         ("poly f = x;\npoly g = x^ (2);", 2, 11, "an exponent in parentheses"),
                         ("ring r = 0,(x,y),dp; poly f = sin(x);", 1, 31, "functions")],
            "msolve": [("", 1, 1, "variables"), ("x,y", 1, 4, "characteristic"),
                       ("x,y\n0", 2, 2, "polynomial"), ("x,,y\n0\nx\n", 1, 3, "variables"),
                       ("x y\n0\nx\n", 1, 1, "variables"), ("2,x\n0\nx\n", 1, 1, "variables"),
                       ("x,y\n1.5\nx\n", 2, 2, "characteristic"),
                       ("x,y\n-1\nx\n", 2, 1, "characteristic"),
                       ("x,x\n0\nx - 1,\nx^2\n", 3, 1, "two of the variables"),
                       ("x,y\n0\nx,,y\n", 3, 3, "polynomial"),
                       ("x,y\n0\nx,\n", 4, 1, "polynomial"),
                       ("x\n0\nx,\ny\n", 4, 1, "'y'"), ("x,y\n0\nx,\n y^-1\n", 4, 4, "exponent"),
                       ("x,y\n0\nx y,\ny\n", 3, 3, "expected"),
                       ("x,y\n0\nx,\n y = x\n", 4, 4, "an equation"),
                       ("x,y\n0\nx,\ny+1.\n", 4, 4, "fractions"),
                       ("x,e3\n0\nx,\n2e3+x\n", 4, 2, "expected an operator"),
                       ("x,y\n0\ny,\nsin(x)\n", 4, 1, "functions"),
                       ("x,y\n0\ny,\nx*y+x*y*x\n", 4, 9, "once"),
                       ("x,y\n0\ny,\n+x\n", 4, 1, "leave"),
                       ("x,y\n7\ny,\nx*y-0*x\n", 4, 5, "modulo"),
                       ("x,y\n7\ny,\nx*y-1/2*x\n", 4, 6, "modulo")],
        }
        wrong = []
        for system, texts in cases.items():
            for text, line, column, words in texts:
                found = self.place("--from", system, "@" + self.write("ugly", text))
                if found[:2] != (line, column) or words not in found[2]:
                    wrong.append((system, text, found))
        self.assertEqual(wrong, [])

    def test_counts(self):
        three = self.write("three", "f := x: g := y: h := x + y:")
        two = self.write("two", "f := x: g := y:")
        one = self.write("one", "f := x:")
        self.assertIn("3 polynomials", self.refused("resultant", f"@{three}"))
        self.assertIn("has one", self.refused("resultant", f"@{one}"))
        self.assertIn("2 polynomials", self.refused("resultant", f"@{two}", "x"))
        self.assertIn("2 polynomials", self.refused("discriminant", f"@{two}"))
        many = self.write("many", "".join(f"f{k} := x:\n" for k in range(1000)))
        self.assertIn("line 65, column 8: more than 64", self.refused("resultant", f"@{many}"))

    def test_what_is_no_other_systems(self):
        """Only unambiguous text is recognised as another system's."""
        for text in ("x^2 - y; 3", "x\n5", "ring r = 0", "poly f = x", "I[1]=x",
                     "x2y-3\n# ring\n"):
            name = self.write("own", text)
            self.place(f"@{name}", "x")
            self.place("--from", "expr", f"@{name}", "x")
        self.place("f := x:", "y")  # typed
        self.refused("resultant", "x")
        self.refused("resultant", "--from", "expr", "x")
        self.assertIn("batch", self.refused("resultant", "--from", "maple", "--batch", "-"))
        self.assertIn("expected auto", self.refused("resultant", "--from", "matlab", "x", "y"))

    def test_noise(self):
        """Random files are read or rejected in every dialect, without a crash."""
        seeds = ["f := x^2*y - 3: (* no *) g := [y^3 - x, f]; # end\n",
                 "ring r = 0,(x,y),dp; poly f = 3x2y-1/2y; ideal I = f, y3; // end\nI[1]=x2\n",
                 "# c\nx, y\n0\nx^2*y-3,\ny^3-x*y\n", "", "\0\xff\x1b[1m"]
        source = random.Random(20)
        for number in range(120):
            text = bytearray(source.choice(seeds).encode("latin-1"))
            for _ in range(source.randrange(4)):
                at = source.randrange(len(text) + 1)
                text[at:at + source.randrange(4)] = source.choice(
                    [b"", b"(", b"]", b",", b";", b":=", b"\n", b"\\\n", b"^9999999999", b"\"",
                     b"/*", b"(*", b"\0", bytes([source.randrange(256)])])
            name = self.write("noise", bytes(text))
            done = self.run_program("resultant", *HOST, "--from",
                                    source.choice(["auto", "maple", "singular", "msolve"]),
                                    f"@{name}", device=False)
            self.assertIn(done.returncode, (0, 2), (number, text, done.stderr))
            self.assertNotRegex(done.stderr, "[^\n -~]", text)


class Glued(Case):
    """Names that look like products cause a remark only."""

    def remarks(self, *arguments):
        done = self.run_program("resultant", *HOST, *arguments, device=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        quiet = self.run_program("resultant", "--quiet", *HOST, *arguments, device=False)
        self.assertEqual((quiet.returncode, quiet.stdout, quiet.stderr), (0, done.stdout, ""))
        return re.findall(r"clmodp: (\w+) is one variable here; a product is written (.*)\n",
                          done.stderr)

    def test_remarks(self):
        for pair, expected in {
                ("x2y - 3", "y^2 - x2y"): [("x2y", "x^2*y")],
                ("x2y - 3", "x2y^2"): [("x2y", "x^2*y")],
                ("xy - 3", "x"): [("xy", "x*y")], ("x2 - y", "y + 1"): [],
                ("x2 - x", "x"): [("x2", "x^2")], ("x1 - x", "x"): [], ("x1 - x2", "x2"): [],
                ("x10y3 - xy2", "xy2"): [("x10y3", "x^10*y^3"), ("xy2", "x*y^2")],
                ("time - t", "t"): [], ("xx - x", "x"): [], ("x2yz - y", "y"): [],
                ("xy - 2", "xy"): [],
                ("k2p - t", "t"): [], ("X2Y - X", "X"): [], ("ab - c", "c"): [],
                ("x02y - y", "y"): [], ("alpha - beta", "beta"): [], ("x - y", "y"): []}.items():
            self.assertEqual(self.remarks(*pair), expected, pair)

    def test_too_many_names(self):
        """If there are too many variables, the remark accompanies the error."""
        done = self.run_program("resultant", *HOST, "x2y - 3", "y3 - x", device=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("clmodp: x2y is one variable here", done.stderr)
        self.assertIn("clmodp: G: line 1, column 6", done.stderr)

    def test_other_systems_mean_it(self):
        name = self.write("own", "x2y, y\n0\nx2y - 3,\ny^2 - x2y\n")
        self.assertEqual(self.remarks(f"@{name}"), [])


@unittest.skipUnless(shutil.which("Singular"), "Singular is not installed")
class InSingular(Case):
    """Singular's output is read, and the short notation has the same meaning as in Singular."""

    def test_short(self):
        for ring, text, meant in SHORT:
            printed = run_singular(f"ring r = 0,({ring}),dp; short = 0;"
                                   f"poly f = {text}; f - ({meant});")
            self.assertEqual(printed.strip(), "0", text)
        for text, meant in ("3x^2", "9*x^2"), ("1/2x^2", "1/4*x^2"), ("x*2/3^2", "4/9*x"):
            printed = run_singular(f"ring r = 0,(x,y),dp; short = 0; {text};")
            self.assertEqual(printed.strip(), meant)  # the reason for rejection
            self.refused("resultant", "--from", "singular", f"f = {text}; g = y")

    def test_divisions(self):
        for text, meant in (*DIVISIONS, *INTEGERS):
            printed = run_singular(f"ring r = 0,(x,y),dp; short = 0; poly f = {text};"
                                   f"f - ({meant});")
            self.assertEqual(printed.strip(), "0", text)

    def test_random_expressions(self):
        """Random texts have the same meaning as in Singular."""
        source = random.Random(20)

        def factor(depth):
            if depth > 0 and source.random() < 0.3:
                return f"({total(depth - 1)})"
            return source.choice(["x", "x", "x", "2", "7", "2/3", "7/2", "x^2", "x3", "2x", "3x2",
                                  "5/2x", "x**2", "70000", "70000", "3**4", "7^12", "3000000000"])

        def product(depth):
            text = factor(depth)
            for _ in range(source.randrange(3)):
                sign = source.choice(["*", "*", "/", "/", " / ", "*-"])
                divisor = source.choice(["2", "12", "(2)", "(-3)", "(2/3)", "3/2", "4x", "-2/3"])
                text += sign + (divisor if "/" in sign else factor(depth))
            return text

        def total(depth):
            return source.choice(["", "", "-"]) + source.choice(["+", "-", " - "]).join(
                product(depth) for _ in range(source.randrange(1, 4)))
        read, tried = [], 600
        for _ in range(tried):
            text = total(source.randrange(3))
            done = self.run_program("resultant", "--quiet", *HOST, "--from", "singular",
                                    f"ring r = 0,(x,y),dp; poly f = {text}; poly g = y - 1;",
                                    device=False)
            self.assertIn(done.returncode, (0, 2), text)
            if done.returncode == 0:
                read.append((text, done.stdout.strip()))
        self.assertGreater(len(read), tried // 4)
        self.assertGreater(sum(re.search(r"[x)]\^?\d* ?/", text) is not None for text, _ in read),
                           tried // 16)
        printed = run_singular("ring r = 0,(x,y),dp; poly f;" + "".join(
            f"f = {text}; f - ({found});\n" for text, found in read)).split()
        self.assertEqual(len(printed), len(read))
        self.assertEqual([one for one, zero in zip(read, printed) if zero != "0"], [])

    def test_is_read(self):
        pair = ["3*x^2*y^3 - x*y/7 + 12", "y^2 - 5*x^13"]
        expected = self.output("resultant", *HOST, *pair, device=False)
        ring = "ring r = 0,(x,y),dp; "
        for text in (f"{ring} ideal I = {pair[0]}, {pair[1]}; I;",
                     f"{ring} short = 0; ideal I = {pair[0]}, {pair[1]}; I;"):
            printed = run_singular(text)
            self.assertIn("I[2]=", printed)
            name = self.write("printed", printed)
            self.assertEqual(self.output("resultant", *HOST, "--from", "singular", f"@{name}",
                                         device=False), expected, printed)


main()

"""Tests with expressions, against results of dictionaries."""

import pytest
from hypothesis import given
from strategies import polynomials, rationals, text

import clmodp


def expression(r, x="x"):
    """Returns a result of dictionaries as an expression of SymPy."""
    sympy = pytest.importorskip("sympy")
    value = sum(sympy.Rational(c.numerator, c.denominator) * sympy.Symbol(x)**i
                for (i, _), c in r.items())
    return sympy.sympify(value)


@given(polynomials(rationals), polynomials(rationals))
def test_agrees_with_terms(f, g):
    sympy = pytest.importorskip("sympy")
    found = sympy.sympify(clmodp.resultant(text(f), text(g), "y").replace("^", "**"))
    assert sympy.expand(found - expression(clmodp.resultant(f, g))) == 0


@pytest.mark.parametrize("f, g, y, r", [
    ("x^2 + y^2 - 1", "x*y - 1", None, "x^4 - x^2 + 1"),
    ("x^2 + y^2 - 1", "x*y - 1", "x", "y^4 - y^2 + 1"),
    ("a - b", "a + b", None, "-2*a"),
    ("y - z", "y + z", None, "2*z"),
    ("x", "x - 3", None, "-3"),
    ("x", "x - 3", "y", "1"),
    ("x", "y", "y", "x"),
    ("y + 1", "y - 2", "t", "1"),
    ("7", "5", None, "1"),
    ("x^2", 3, None, "9"),
    ("y - 1/3*x", "y - x/2", None, "-1/6*x"),
    ("x - y", "1/2", "y", "1/2"),
])
def test_examples(f, g, y, r):
    assert clmodp.resultant(f, g, y) == r


def test_two_variables_of_other_names():
    assert clmodp.subresultant("x^2 + y^2 - 1", "x*y - 1", "x") == "y*x - 1"
    assert clmodp.subresultant("x^2 + y^2 - 1/2", "x*y - 1/3") == "x*y - 1/3"
    assert clmodp.subresultants("1/3", "x - y") == ["1/3"]
    for f, r in (("y^3 - x", ["x^2 - 27", "3*y - x"]), ("y^3/2 - x", ["x^2 - 27/4", "3/2*y - x"])):
        assert clmodp.subresultants(f, "y^2 - 3") == r
    assert clmodp.subresultant("x*y/3 + y^2", "y^3/5 - x") == "1/45*x^2*y - x"
    for y in "2t", "", "x^2", "\ud800":
        with pytest.raises(clmodp.InvalidError, match="the variable must be a name, not"):
            clmodp.resultant("y + 1", "y - 2", y)
    large = clmodp.subresultant("x^2 + y^2 - 1/3^9999", "x*y - 1/2^9999")
    assert clmodp.subresultant(large, "x^2*y^2 + y^3", "y") and len(large) > 3000
    assert clmodp.resultant_mod("y/2 - x", "y + x", 7) == "5*x"


def test_where_it_is_wrong():
    with pytest.raises(clmodp.ParseError, match="line 2, column 2") as caught:
        clmodp.resultant("x", "y\n+)")
    assert (caught.value.line, caught.value.column) == (2, 2)
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize("f", ["x + y + z", "", "x y", "x^-1", "x^(1/2)", "1/x", "1/0", "\0",
                               "\N{SUPERSCRIPT TWO}", "\ud800", "x*nan*y", "0.5.5*x", "x^2^3"])
def test_no_polynomials(f):
    with pytest.raises(clmodp.ParseError):
        clmodp.resultant(f, "x*y")


def test_a_variable_that_does_not_occur():
    for f, g in ("2", "a"), ("a", "b"), ("a*b", "c - b"), ("a", "b + d*e"):
        assert clmodp.resultant(f, g, "t") == "1"
        assert clmodp.resultant(f, "b - b", "t") == "0"
    assert clmodp.resultant("a*i", "b", "t", minimal_polynomial="i^2 + 1") == "1"
    assert clmodp.subresultants("a", "b", "t") == ["1"]
    assert clmodp.resultants([("a", "b"), ("a - t", "b*c")], "t") == ["1", "b*c"]
    for call in clmodp.discriminant, lambda f, y: clmodp.subresultant(f, "a", y):
        with pytest.raises(clmodp.Error):
            call("a*b", "t")
    with pytest.raises(clmodp.InvalidError, match="17 variables"):
        clmodp.resultant("+".join("abcdefghijklmnop"), "a", "t")
    with pytest.raises(clmodp.InvalidError, match="curves have two variables"):
        clmodp.curves.intersections("a - b", "a + b", "t")


def test_several_variables():
    assert clmodp.resultant("x*y*z - 1/3", "z^2 - x - y", "z") == "-x^3*y^2 - x^2*y^3 + 1/9"
    assert clmodp.resultant_mod("x*y*z - 1", "z^2 - x - y", 3, "z") == "2*x^3*y^2 + 2*x^2*y^3 + 1"
    assert clmodp.discriminant("a*y^2/2 + b*y + c", "y") == "-2*a*c + b^2"
    assert clmodp.discriminant("a*y^2 + b*y + c", "b") == "1"
    assert clmodp.subresultant("a*y^2 + b", "y^2 + c*y - 1/2", "y") == "a*c*y - 1/2*a - b"
    assert clmodp.subresultant_mod("a*y^2 + b", "y^2 + c*y - 1/2", 7, "y") == (
        "a*c*y + 3*a + 6*b")
    assert clmodp.resultant("x + y + z", 5, "z") == "5"
    assert clmodp.resultants([("x*z - y", "z - x"), ("x - z", "y + z")], "z", modulus=[0, 5]) == [
        "-x^2 + y", "4*x + 4*y"]
    with pytest.raises(clmodp.LimitError, match="exponents up to"):
        clmodp.resultant("x^(10^9)*y^(10^9)*z + z^2 + 1", "x*z - y - 1", "z")


def test_a_plan_in_several_variables():
    f, g = "x*y*z - 1", "(z^2 - x - y)^3 + z"
    for operation, compute in ("resultant", clmodp.resultant), ("subresultant",
                                                                clmodp.subresultant):
        plan = clmodp.Plan(f, g, "z", operation=operation)
        assert plan.finish(map(plan.run, range(plan.units))) == compute(f, g, "z")

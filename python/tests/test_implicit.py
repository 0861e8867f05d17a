"""Tests of the equations of rational curves and surfaces."""

import pytest

import clmodp


def test_texts():
    assert clmodp.implicit("3*t/(1 + t^3)", "3*t^2/(1 + t^3)") == "x^3 - 3*x*y + y^3"
    assert clmodp.implicit("s^4", "s^6 + 1") == "x^3 - y^2 + 2*y - 1"
    assert clmodp.implicit("a*t", "a*t^2") == "a*y - x^2"
    assert clmodp.implicit("a*t", "a*t^2", parameter="a") == "t*x - y"
    assert clmodp.implicit("3", "t") == "x - 3"
    shown = []
    assert clmodp.implicit("t", "t", progress=shown.append) == "x - y" and shown[-1] == 1


def test_surfaces():
    assert clmodp.implicit("s*t", "s", "t^2") == "x^2 - y^2*z"
    assert clmodp.implicit("a*u", "v", "u*v", "u,v") == "a*z - x*y"
    assert clmodp.implicit("a*u", "v", "u*v", ("u", "v")) == "a*z - x*y"
    q = "/(1 + s^2 + t^2)"
    assert clmodp.implicit(f"2*s{q}", f"2*t{q}", f"(1 - s^2 - t^2){q}") == "x^2 + y^2 + z^2 - 1"
    for given, message in ((("t", "t", "t"), "fewer than two"), (("a", "u", "v"), "several"),
                           (("s", "t", "z"), "rename"), (("s + t", "s + t", "1"), "a curve"),
                           (("s", "t", "s", "s,s"), "parameters of a surface: 2")):
        with pytest.raises(clmodp.Error, match=message):
            clmodp.implicit(*given)


def test_surfaces_of_sympy():
    sympy = pytest.importorskip("sympy")
    s, t, x, y, z = sympy.symbols("s t x y z")
    assert clmodp.implicit(s * t, s, t**2, (s, t)) == x**2 - y**2 * z
    assert clmodp.implicit(s, t, 3) == z - 3


def test_refusals():
    for x, y, kind, message in (
            ("1", "2", clmodp.InvalidError, "a point"), ("a", "t - t", clmodp.Error, "a point"),
            ("x", "t", clmodp.InvalidError, "rename"), ("u", "v", clmodp.InvalidError, "several"),
            ("t/(t - t)", "t", clmodp.ParseError, "division by zero"),
            ("t", "t +", clmodp.ParseError, "expected"), ({(1, 0): 1}, "t", TypeError, "texts"),
            ("t", 3, TypeError, "texts"), (1, 2, TypeError, "texts")):
        with pytest.raises(kind, match=message):
            clmodp.implicit(x, y)
    with pytest.raises(clmodp.InvalidError, match="the parameter q does not occur"):
        clmodp.implicit("t", "t", parameter="q")
    with pytest.raises(TypeError, match="must be a name"):
        clmodp.implicit("t", "t", parameter=3)


def test_sympy():
    sympy = pytest.importorskip("sympy")
    a, t, x, y = sympy.symbols("a t x y")
    assert clmodp.implicit((1 - t**2) / (1 + t**2), 2 * t / (1 + t**2)) == x**2 + y**2 - 1
    assert clmodp.implicit(t + 1 / t, t**-2 / a, parameter=t) == sympy.expand(
        a**2 * y**2 - a * x**2 * y + 2 * a * y + 1)
    assert clmodp.implicit(t / 2, 3) == y - 3
    positive = sympy.Symbol("t", positive=True)
    for f in (sympy.sin(t), sympy.sqrt(t), t + positive, t**a):
        with pytest.raises(clmodp.InvalidError):
            clmodp.implicit(f, t)

"""Tests of coefficients in number fields: all kinds of polynomials, refusals, and SymPy's
determinants as a reference."""

import random

import pytest

import clmodp


def test_texts():
    field = {"minimal_polynomial": "i^2 + 1"}
    assert clmodp.resultant("x^2 + i*y", "y^2 - i*x", **field) == "i*x + x^4"
    assert clmodp.resultant("x^2 + i*y", "y^2 - i*x", "x", **field) == "-i*y + y^4"
    assert clmodp.resultant("y - i", "y - 2*i", **field) == "-i"
    assert clmodp.resultant("i", 3, **field) == "1"
    assert clmodp.resultant("y", 3, minimal_polynomial="y^2 + 1") == "1"
    assert clmodp.discriminant("(i^2 + 1)*y^3 + y^2 - i*x", **field) == "4*i*x"
    assert clmodp.subresultant("x^2 + i*y^2", "y^2 - i*x*y + 2", **field) == "2*i - x^2 + x*y"
    assert clmodp.resultant("y^2 - c", "x*y + 1/2", minimal_polynomial="2*c^3 - 3") == (
        "-c*x^2 + 1/4")
    assert clmodp.resultant_mod("x^2 + i*y", "i^7*y^2 - i*x", 101,
                                minimal_polynomial="2*i^3 - 1/3") == "87*i*x^4 + 84*x"
    assert clmodp.resultants([("y - i", "y - x"), ("y^2 + 1", "y - i")], **field) == [
        "i - x", "0"]
    assert clmodp.resultant("y - x", "y", "y") == "x"  # nothing is left of the field


def test_dictionaries():
    f, g = {(0, 2, 0): 1, (1, 0, 1): 1}, {(0, 0, 2): 1, (1, 1, 0): -1}
    assert clmodp.resultant(f, g, 2, minimal_polynomial={(2, 0, 0): 1, (0, 0, 0): 1}) == {
        (1, 1, 0): 1, (0, 4, 0): 1}
    assert clmodp.discriminant({(0, 2): 1, (1, 1): 1, (0, 0): 5},
                               minimal_polynomial={(2, 0): 1, (0, 0): 1}) == {(0, 0): -21}


def test_refusals():
    for minimal, message in (("3", "must have one variable, not none"), ("i + j", "not i, j"),
                             ("y^2 + 1", "cannot be eliminated"), ("i - i", "positive degree"),
                             ("i^2 +", "expected")):
        with pytest.raises(clmodp.Error, match=message):
            clmodp.resultant("x + y", "x - y", "y", minimal_polynomial=minimal)
    with pytest.raises(clmodp.LimitError, match="too large"):
        clmodp.resultant("y - i^(10^9)", "y", minimal_polynomial="i^2 - 3*i + 1")
    with pytest.raises(clmodp.DomainError, match="no inverse modulo 3"):
        clmodp.resultant_mod("y", "y^2 - i^2", 3, minimal_polynomial="3*i^2 + 1")
    for f, minimal in (("x + y", {(2, 0): 1}), ({(1, 1): 1}, "i^2 + 1"), ("x + y", 3)):
        with pytest.raises(TypeError, match="type of the polynomials"):
            clmodp.resultant(f, f, minimal_polynomial=minimal)
    with pytest.raises(clmodp.InvalidError, match="an index from 0 to 2"):
        clmodp.resultant({(1, 1, 1): 1}, 3, minimal_polynomial={(2, 0, 0): 1, (0, 0, 0): 1})


def test_flint():
    flint = pytest.importorskip("flint")
    i, x, y = (ring := flint.fmpz_mpoly_ctx.get(("i", "x", "y"), "lex")).gens()
    found = clmodp.resultant(x**2 + i * y, y**2 - i * x, minimal_polynomial=i**2 + 1)
    assert found == i * x + x**4 and found.context() == ring
    found = clmodp.resultant(x**2 + i * y, y**2 - i * x, y, minimal_polynomial=2 * i**2 + 1)
    assert str(found) == "1/2*i*x + x^4"
    with pytest.raises(clmodp.InvalidError, match="beside x"):
        clmodp.resultant(flint.fmpz_poly([1, 2]), 3, minimal_polynomial=flint.fmpz_poly([1, 2]))


def test_sympy():
    sympy = pytest.importorskip("sympy")
    a, x, y = sympy.symbols("a x y")
    numbers = random.Random(3)
    for minimal in (a**2 + 1, a**2 - 2, 2 * a**3 - 3, a**4 - a / 3 + 5, 3 * a - 2,
                    a**4 + a**3 + a**2 + a + 1):
        f, g = (sum(numbers.randint(-9, 9) * a**i * x**j * y**k for i in range(5)
                    for j in range(2) for k in range(3)) for _ in range(2))
        m = sympy.Poly(minimal, a, domain="QQ")
        f, g = (sympy.rem(sympy.Poly(h, a, x, y, domain="QQ"), m.as_poly(a, x, y)) for h in (f, g))
        expected = sympy.rem(sympy.Poly(sympy.resultant(f.as_expr(), g.as_expr(), y), a), m)
        found = clmodp.resultant(f.as_expr(), g.as_expr(), y, minimal_polynomial=minimal)
        assert sympy.expand(found - expected.as_expr()) == 0
        assert clmodp.resultant(f, g, y, minimal_polynomial=m).as_expr().expand() == found
    assert clmodp.resultant(3, y**2 - x, minimal_polynomial=a**2 + 1) == 9
    assert clmodp.discriminant(a + y**2, minimal_polynomial=a**2 + 1) == -4 * a


def test_fields_of_minimal_polynomials_of_sympy():
    """A minimal polynomial over GF(7) makes the results modulo 7, as an operand does."""
    sympy = pytest.importorskip("sympy")
    i, x, y = sympy.symbols("i x y")
    f, g = 9*x**2 + i*y, y**2 - i*x
    expected = clmodp.resultant_mod(f, g, 7, y, minimal_polynomial=i**2 + 1)
    assert clmodp.resultant(f, g, y, minimal_polynomial=sympy.Poly(i**2 + 1, i, modulus=7)) == (
        expected)
    with pytest.raises(clmodp.InvalidError, match="modulo 5 and 7"):
        clmodp.resultant(sympy.Poly(f, x, y, i, modulus=5), g, y,
                         minimal_polynomial=sympy.Poly(i**2 + 1, i, modulus=7))

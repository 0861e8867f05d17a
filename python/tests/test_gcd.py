"""Tests of greatest common divisors."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clmodp

FRACTIONS = st.fractions(-50, 50, max_denominator=12)
POLYNOMIALS = st.dictionaries(st.tuples(*[st.integers(0, 4)] * 3), FRACTIONS, max_size=5)


def product(f, g):
    """Returns a product of polynomials, without zeros."""
    found = {}
    for a, c in f.items():
        for b, d in g.items():
            key = tuple(map(sum, zip(a, b)))
            found[key] = found.get(key, 0) + c * d
    return {key: c for key, c in found.items() if c}


def test_texts():
    assert clmodp.gcd("x^2*y - y", "x^2 + x - 2") == "x - 1"
    assert clmodp.gcd("4*x + 4", "6*x^2 - 6", cofactors=True) == ("2*x + 2", "2", "3*x - 3")
    assert clmodp.gcd("x^2 = 1", "a*b*c*x = -a*b*c") == "x + 1"
    assert clmodp.gcd("0", "1/2 - x/3", cofactors=True) == ("1/3*x - 1/2", "0", "-1")
    assert clmodp.gcd("1/2", "1/3") == "1/6" and clmodp.gcd("0", "0") == "0"
    assert clmodp.gcd("x^(10^9) - 1", "x^1100000000 - x^(10^8)") == "x^1000000000 - 1"
    shown = []
    assert clmodp.gcd("x", 2, progress=shown.append) == "1" and shown[-1] == 1


def test_refusals():
    for f, g, kind, message in (
            ("x", {(1, 0): 1}, TypeError, "different types"),
            ("x +", "x", clmodp.ParseError, "expected"),
            ({(1, 0): 0.5}, {}, TypeError, "exact"),
            ("x^(2^27) + x + 1", "x^(2^27) + x - 1", clmodp.LimitError, "degree")):
        with pytest.raises(kind, match=message):
            clmodp.gcd(f, g)


@given(POLYNOMIALS, POLYNOMIALS, POLYNOMIALS, FRACTIONS.filter(bool))
def test_laws(f, g, h, c):
    f, g = product(f, h), product(g, h)
    d, a, b = clmodp.gcd(f, g, cofactors=True)
    assert product(d, a) == f and product(d, b) == g
    assert all(Fraction(one).denominator == 1 for one in (*a.values(), *b.values()))
    if f or g:
        assert d[max(d)] > 0 and clmodp.gcd(a, b) == {(0, 0, 0) if a or b else (): 1}
    scaled = clmodp.gcd(product(f, {(0, 0, 0): c}), product({(0, 0, 0): c}, g))
    assert scaled == {key: abs(c) * one for key, one in d.items()}
    if h and d:
        assert set(clmodp.gcd(d, h, cofactors=True)[2]) == {(0, 0, 0)}  # h divides d


def test_sympy():
    sympy = pytest.importorskip("sympy")
    x, y, z = sympy.symbols("x y z")
    assert clmodp.gcd(x**2 - y**2, (x - y) * 2) == x - y
    assert clmodp.gcd((x + y) * z / 2, (x + y) * x / 3, cofactors=True) == (
        sympy.expand((x + y) / 6), 3 * z, 2 * x)
    f, g = sympy.Poly(x**2 - 1, x, y, z), sympy.Poly(x * z - z, x, y, z)
    assert clmodp.gcd(f, g, cofactors=True) == f.cofactors(g)
    assert clmodp.gcd(sympy.Poly(x**2 - 1, x), sympy.Poly(x + 1, x)) == sympy.Poly(x + 1, x)
    f, g = sympy.Poly(x * y + y, x, y), sympy.Poly(2 * y, x, y)
    assert clmodp.gcd(f, g) == f.gcd(g)


def test_flint():
    flint = pytest.importorskip("flint")
    context = flint.fmpz_mpoly_ctx.get(["x", "y", "z"], "lex")
    x, y, z = context.gens()
    f, g = (x + y) ** 3 * (z - 2), -6 * (x + y) ** 2 * (x * z + 5)
    assert clmodp.gcd(f, g) == f.gcd(g)
    assert clmodp.gcd(flint.fmpz_poly([1, 2, 1]), flint.fmpz_poly([2, 2])) == flint.fmpz_poly(
        [1, 1])
    with pytest.raises(clmodp.InvalidError, match="Fpx"):
        clmodp.gcd(flint.nmod_poly([1], 7), flint.nmod_poly([1], 7))

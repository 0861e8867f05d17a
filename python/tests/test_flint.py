"""Tests with polynomials of python-flint, against dictionaries and python-flint itself."""

from fractions import Fraction

import pytest
from hypothesis import given
from strategies import polynomials, rationals

import clmodp

flint = pytest.importorskip("flint")
Z = flint.fmpz_mpoly_ctx.get(("x", "y"), flint.Ordering.lex)
Q = flint.fmpq_mpoly_ctx.get(("x", "y"), flint.Ordering.lex)


def exact(c):
    return flint.fmpq(c.numerator, c.denominator)


@given(polynomials(), polynomials())
def test_integers(f, g):
    ours = clmodp.resultant(Z.from_dict(f), Z.from_dict(g), "y")
    assert ours == Z.from_dict(clmodp.resultant(f, g))
    if any(f.values()) and any(g.values()):
        assert ours == Z.from_dict(f).resultant(Z.from_dict(g), "y")


@given(polynomials(rationals), polynomials(rationals))
def test_rationals(f, g):
    f, g = ({key: exact(c) for key, c in h.items()} for h in (f, g))
    theirs = [Q.from_dict(h) for h in (f, g)]
    if any(f.values()) and any(g.values()):
        assert clmodp.resultant(*theirs, "y") == theirs[0].resultant(theirs[1], "y")


def test_generators():
    context = flint.fmpz_mpoly_ctx.get(("a", "b", "c"), flint.Ordering.degrevlex)
    a, b, c = context.gens()
    assert clmodp.resultant(a - c, a + c, c) == clmodp.resultant(a - c, a + c, 2) == -2 * a
    assert clmodp.resultant(a - c, a + c) == -2 * a
    assert clmodp.resultant(b - c, b + c, "b") == 2 * c
    assert clmodp.discriminant(b**2 - a, "b") == 4 * a
    assert clmodp.subresultant(a**2 + c**2 - 1, a * c - 1) == a * c - 1
    assert clmodp.resultant(a - c, 3, "c") == 3
    with pytest.raises(clmodp.InvalidError, match="three variables"):
        clmodp.resultant(a + b, b + c)
    assert clmodp.resultant(a * c - b, c**2 - a - b, c) == b**2 - a**3 - a**2 * b
    assert clmodp.discriminant(a * c**2 + b * c + 1, "c") == b**2 - 4 * a
    assert clmodp.subresultant(c**2 + b * c, c**2 + a, 2) == a - b * c
    assert clmodp.resultant(a + b, b - a, c) == 1
    for y in 7, "t":
        with pytest.raises(clmodp.InvalidError, match="not a generator"):
            clmodp.resultant(a, b, y)
    with pytest.raises(clmodp.InvalidError, match="different contexts"):
        clmodp.resultant(a, Z.gens()[0])


def test_one_variable():
    line, half = flint.fmpz_poly, flint.fmpq(1, 2)
    assert clmodp.resultant(line([-2, 0, 1]), line([-1, 1])) == line([-1])
    for y in ("x", 0, line([0, 1])):
        assert clmodp.discriminant(line([-2, 0, 1]), y) == line([8])
    assert clmodp.resultant(line([1, 0, 2]), 3) == line([9])
    assert clmodp.resultant(line([1, 2]), half) == flint.fmpq_poly([half])
    assert clmodp.resultant_mod(line([1, 2, 3]), line([4, 5]), 7) == line([5])
    assert clmodp.resultant(flint.fmpq_poly([1, 2], 3), flint.fmpq_poly([1, 1])) == (
        flint.fmpq_poly([1], 3))
    assert clmodp.subresultant(line([1, 0, 1, 1]), line([3, 0, 1])) == line([-2, -3])
    assert clmodp.resultant(line([]), line([1, 1])) == line([])


def test_prime_fields():
    line = [flint.nmod_poly(c, 7) for c in ([1, 2, 3], [4, 5])]
    assert clmodp.resultant(*line) == clmodp.resultant_mod(*line, 7) == flint.nmod_poly([5], 7)
    x, y = flint.nmod_mpoly_ctx.get(("x", "y"), modulus=7).gens()
    f, g = 3 * x + y**2 + 6, x * y - 1
    assert clmodp.resultant(f, g) == f.resultant(g, "y")
    assert clmodp.resultants([(f, g)]) == [f.resultant(g, "y")]
    assert clmodp.discriminant(y**2 - x) == 4 * x
    assert clmodp.resultant(y - x, Fraction(1, 2)) == 4
    assert clmodp.Fpx(line[0], 7).to_list() == clmodp.Fpx(flint.fmpz_poly([8, 2, 3]), 7).to_list()
    with pytest.raises(clmodp.InvalidError, match="nmod_poly is modulo 7, but p is 11"):
        clmodp.Fpx(line[0], 11)
    with pytest.raises(clmodp.InvalidError, match="modulo 7, but the modulus is 5"):
        clmodp.resultant_mod(f, g, 5)
    with pytest.raises(clmodp.InvalidError, match="nmod_poly modulo 7 and nmod_poly modulo 5"):
        clmodp.resultant(line[0], flint.nmod_poly([1], 5))
    with pytest.raises(clmodp.InvalidError, match="not modulo 7"):
        clmodp.Plan(f, g)
    with pytest.raises(clmodp.InvalidError, match="not below 2"):
        clmodp.resultant_mod(*[flint.fmpz_poly([1, 2])] * 2, 2**64)


@pytest.mark.parametrize("p", [2**31 + 11, 2**62 - 57, 2**64 - 2**32 + 1, 6, 2**64 - 1])
def test_large_and_composite_moduli(p):
    a, b = flint.fmpz_poly([3, p - 1, 2**70, 5]), flint.fmpz_poly([p // 2, 7, 1])
    f, g = (flint.nmod_poly([int(c) % p for c in h.coeffs()], p) for h in (a, b))
    assert clmodp.resultant(f, g) == flint.nmod_poly([int(a.resultant(b)) % p], p)
    x, y = Z.gens()
    f, g = (p // 3) * x * y**3 + x**2 * y + 2**70, y**2 - x * y + p - 2
    wanted = {key: int(c) % p for key, c in f.resultant(g, "y").to_dict().items() if int(c) % p}
    assert clmodp.resultant_mod(f, g, p, "y") == Z.from_dict(wanted)


def test_default_generator():
    x, y = Z.gens()
    assert clmodp.resultant(x**2 - 3, x - 1) == 1
    assert clmodp.resultant(x**2 - 3, y - x) == x**2 - 3
    assert clmodp.resultant(x**2 - 3, x - 1, "x") == -2
    a, b = flint.fmpz_mpoly_ctx.get(("b", "a"), "lex").gens()
    assert clmodp.resultant(b - a, b) == b  # the last by name, not by index
    assert clmodp.resultant(b, b - 1) == 1
    a, _, c = flint.fmpz_mpoly_ctx.get(("a", "y", "c"), "lex").gens()
    with pytest.raises(clmodp.InvalidError, match="a, c and y; by default y is eliminated"):
        clmodp.resultant(a - c, a + c)


def test_other_types():
    assert clmodp.resultant({(0, 1): flint.fmpz(2)}, {(0, 1): 1, (1, 0): 1}) == {(1, 0): 2}
    half = flint.fmpq(1, 2)
    assert clmodp.resultant({(0, 1): half}, {(0, 1): 1, (1, 0): 1}) == {(1, 0): Fraction(1, 2)}
    x, y = Q.gens()
    assert clmodp.resultant(x - 2 * y, half) == half
    assert clmodp.resultant("x - 2*y", half) == "1/2"
    with pytest.raises(clmodp.InvalidError, match="fmpz_poly and fmpz_mpoly in x, y"):
        clmodp.resultant(flint.fmpz_poly([1, 2]), Z.gens()[0])
    with pytest.raises(TypeError, match="flint.*arb_poly: convert them"):
        clmodp.resultant(flint.arb_poly([1, 2]), 1)


def test_numbers():
    half, three = flint.fmpq(1, 2), flint.fmpz(3)
    assert clmodp.resultant({(0, 1): half, (1, 0): 1}, {(0, 1): three, (0, 0): -1}) == {
        (0, 0): Fraction(-1, 2), (1, 0): -3}
    y = flint.fmpz_mpoly_ctx.get(("x", "y"), "lex").gens()[1]
    assert clmodp.resultant(half, y**2) == flint.fmpq(1, 4)
    assert clmodp.resultant("y^2 - x", half) == "1/4"
    with pytest.raises(TypeError, match="exact number"):
        clmodp.resultant({(0, 1): flint.arb(3)}, {(0, 1): 1})

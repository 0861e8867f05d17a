"""Tests with SymPy's expressions and Poly, against SymPy's resultants."""

import time
from fractions import Fraction

import pytest
from hypothesis import given
from reference import is_resultant
from strategies import polynomials, rationals

import clmodp

sympy = pytest.importorskip("sympy")
x, y, z = sympy.symbols("x y z")


def expression(f):
    return sum((sympy.Rational(c.numerator, c.denominator) * x**i * y**j
                for (i, j), c in f.items()), sympy.Integer(0))


@given(polynomials(rationals), polynomials(rationals))
def test_agrees_with_terms(f, g):
    r = clmodp.resultant(f, g)
    assert sympy.expand(clmodp.resultant(expression(f), expression(g), y) - expression(r)) == 0
    polys = [sympy.Poly(expression(h), x, y) for h in (f, g)]
    assert clmodp.resultant(*polys, y).set_domain(sympy.QQ) == sympy.Poly(
        expression(r), x, domain=sympy.QQ)


@given(polynomials(), polynomials())
def test_agrees_with_sympy(f, g):
    ours = clmodp.resultant(expression(f), expression(g), y)
    theirs = sympy.resultant(expression(f), expression(g), y)
    # SymPy 1.14 has wrong signs, as for x^2 y/3 - x + 5 and y^3 - x: the determinant decides.
    if sympy.expand(ours - theirs):
        made = {(i, 0): int(c) for (i,), c in sympy.Poly(ours, x).as_dict().items()}
        assert is_resultant(made, f, g)


def test_where_sympy_errs():
    f = {(2, 1): Fraction(1, 3), (1, 0): -1, (0, 0): 5}
    g = {(0, 3): 1, (1, 0): -1}
    r = sympy.Poly(clmodp.resultant(expression(f), expression(g), y), x)
    assert is_resultant({(i, 0): Fraction(c.p, c.q) for (i,), c in r.as_dict().items()}, f, g)


def test_elements_of_rings():
    _, b, a = sympy.ring("y, x", sympy.ZZ)  # subclasses of dict, but with keys (y, x)
    for f, g in ((a + b, a - b), (a + b, {(0, 1): 1})):
        with pytest.raises(TypeError, match=r"as_expr\(\)"):
            clmodp.resultant(f, g)
    assert clmodp.resultant((a + b).as_expr(), (a - b).as_expr()) == 2 * x


def test_kinds():
    assert clmodp.resultant(x**2 + y**2 - 1, x * y - 1, y) == x**4 - x**2 + 1
    assert clmodp.resultant(x**2 + y**2 - 1, x * y - 1) == x**4 - x**2 + 1
    assert clmodp.resultant(x**2 + y**2 - 1, x * y - 1, "x") == y**4 - y**2 + 1
    assert clmodp.resultant((x + y)**2, 3, y) == 9
    assert clmodp.resultant(sympy.Poly(y - x, x, y), y + x, y) == sympy.Poly(2 * x, x)
    assert clmodp.resultant(sympy.Poly(y - 1), sympy.Poly(y - 3), y) == -2
    assert clmodp.discriminant(y**2 - x, y) == 4 * x
    assert clmodp.subresultant(x**2 + y**2 - 1, x * y - 1, y) == x * y - 1
    assert clmodp.resultant_mod(y / 2 - x, y + x, 7, y) == 5 * x
    assert clmodp.resultants([(y - x, y + x)], y) == [2 * x]
    assert clmodp.resultant(sympy.Integer(2), sympy.Integer(3)) == 1


def test_equations():
    assert clmodp.resultant(sympy.Eq(x**2 + y**2, 1), sympy.Eq(x * y, 1)) == x**4 - x**2 + 1
    assert clmodp.resultant(sympy.Eq(y, x), y + x, y) == 2 * x
    assert clmodp.discriminant(sympy.Eq(y**2, x), y) == 4 * x
    assert clmodp.resultants([(sympy.Eq(sympy.Poly(y, x, y), x), y + x)], y) == [2 * x]


def over_7(f, p=7):
    return sympy.Poly(f, x, y, modulus=p)


def test_prime_fields():
    f, g = x**2 + y**2 - 1, x * y - 3
    wanted = sympy.Poly(x**4 - x**2 + 2, x, modulus=7)
    for one, other in ((over_7(f), over_7(g)), (over_7(f), g), (sympy.Poly(f, x, y), over_7(g))):
        assert clmodp.resultant(one, other) == clmodp.resultant_mod(one, other, 7) == wanted
    assert clmodp.resultant(over_7(f), x * y / 2 - 3) == sympy.Poly(
        2 * x**4 - 2 * x**2 + 2, x, modulus=7)
    assert clmodp.discriminant(over_7(x * y**2 + y + 1)) == sympy.Poly(1 - 4 * x, x, modulus=7)
    assert clmodp.subresultant(over_7(f), over_7(g)) == over_7(g)
    assert clmodp.resultants([(over_7(x - y), over_7(x + 3 * y)), (x - y, x + 3 * y)]) == [
        sympy.Poly(3 * x, x, modulus=7), -4 * x]
    domain = sympy.GF(7)[y]
    assert clmodp.resultant(sympy.Poly(x * y - 1, x, domain=domain), sympy.Poly(
        x + y, x, domain=domain)) == sympy.Poly(x**2 + 1, x, modulus=7)


@pytest.mark.parametrize("call", [
    lambda f, g: clmodp.resultant_mod(f, g, 5), lambda f, g: clmodp.resultant(f, over_7(y, 5)),
    lambda f, g: clmodp.resultants([(f, g)], modulus=5), clmodp.Plan])
def test_prime_fields_that_differ(call):
    with pytest.raises(clmodp.InvalidError, match="modulo 7"):
        call(over_7(x - y), over_7(x + y))


def test_symbols_named_alike():
    other = sympy.Symbol("x", positive=True)
    assert clmodp.resultant(x - other, x + other, other) == -2 * x
    told = r"Symbol\('x'\), Symbol\('x', positive=True\)"
    with pytest.raises(clmodp.InvalidError, match="several variables are named x.*one of " + told):
        clmodp.resultant(x - other, x + other, "x")
    with pytest.raises(clmodp.InvalidError, match=told + " and y; those named x differ in assum"):
        clmodp.resultant(x - y, other + y)


def test_generators():
    assert clmodp.resultant(sympy.Poly(y - x, x, y, z), sympy.Poly(y, x, y, z), y) == (
        sympy.Poly(x, x))
    t, other = sympy.Symbol("t"), sympy.Symbol("z", real=True)
    for f, g in (x, y), (x + y**2, y + z**2):
        assert clmodp.resultant(f, g, t) == clmodp.resultant(f, g, "t") == 1
    for y_ in t, z:
        assert clmodp.resultant(sympy.Poly(x, x, y, z), sympy.Poly(y, x, y, z), y_) == 1
    with pytest.raises(clmodp.InvalidError, match=r"Symbol\('z', real=True\) is not in the poly"):
        clmodp.resultant(x + y**2, y + z**2, other)


def test_several_variables():
    w = sympy.Symbol("w")
    f, g = x * y * z - sympy.Rational(1, 3), z**2 - x - y / 2
    assert sympy.expand(clmodp.resultant(f, g, z) - sympy.resultant(f, g, z)) == 0
    assert sympy.expand(clmodp.resultant(f, g, "x") - sympy.resultant(f, g, x)) == 0
    r = clmodp.resultant(sympy.Poly(f, x, y, z), sympy.Poly(g, z, y, x), z)
    assert r == sympy.Poly(sympy.resultant(f, g, z), x, y, domain="QQ")
    assert clmodp.discriminant(x * y**2 + z * y + w, y) == z**2 - 4 * x * w
    s = clmodp.subresultant(sympy.Poly(y**2 + w * y, w, x, y), sympy.Poly(y**2 + x, w, x, y), y)
    assert s == sympy.Poly(x - w * y, w, x, y)
    assert clmodp.resultant(sympy.Eq(y, x + z), y - w, y) == x + z - w
    many = sympy.symbols("a:17")
    with pytest.raises(clmodp.InvalidError, match="17 variables: at most 16 are supported"):
        clmodp.discriminant(sum(many), many[0])
    field = sympy.GF(5)
    assert clmodp.resultant(sympy.Poly(y - 3 * x, x, y, z, modulus=5),
                            sympy.Poly(y - 4 * z, x, y, z, modulus=5), y) == (
        sympy.Poly(3 * x - 4 * z, x, z, domain=field))
    with pytest.raises(clmodp.InvalidError, match="not a polynomial in w, x, y and z"):
        clmodp.resultant(x * sympy.sin(y) + z + w, z, z)


def test_default_of_generators():
    f = sympy.Poly(x**2 - 3, x, y)
    assert clmodp.resultant(f, sympy.Poly(x - 1, x, y)) == 1
    assert clmodp.resultant(f, sympy.Poly(y - x, x, y)) == sympy.Poly(x**2 - 3, x)
    assert clmodp.resultant(f, x - 1) == clmodp.resultant(x - 1, f) == 1
    assert clmodp.resultant(f, sympy.Poly(x - 1, x, y), x) == -2
    assert clmodp.resultant(x**2 - 3, x - 1) == -2  # no generators
    a, b = sympy.symbols("a b")
    assert clmodp.resultant(sympy.Poly(a, a, b), sympy.Poly(a - 2, b, a)) == 1
    with pytest.raises(clmodp.InvalidError, match="three.*x, z and y; by default y is"):
        clmodp.resultant(sympy.Poly(x - z, x, y, z), sympy.Poly(x, x, y, z))
    with pytest.raises(clmodp.DomainError):
        clmodp.discriminant(f)


def test_generators_in_a_domain():
    f = sympy.Poly(x * y - 1, x)  # over ZZ[y]
    assert clmodp.resultant(f, sympy.Poly(x + y, x)) == sympy.Poly(x**2 + 1, x)
    assert clmodp.resultant(f, x + y, "x") == sympy.Poly(y**2 + 1, y)


def at_once(message, call, *arguments):
    began = time.perf_counter()
    with pytest.raises(clmodp.LimitError, match=message):
        call(*arguments)
    assert time.perf_counter() - began < 5


def test_huge_exponents():
    assert clmodp.resultant(x**(2**20) * y - 1, y - 2) == 1 - 2 * x**(2**20)
    assert clmodp.resultant_mod(y * x**70000 / 2 - 3, y + x**60000, 7, y) == (
        4 * x**130000 + 3)
    at_once("reaches 2", clmodp.resultant, x**(2**31) - y, y - 1)
    at_once("reaches 2", clmodp.resultant, x**(10**5000) - y, y - 1)
    at_once("dense polynomials are limited", clmodp.resultant, x**(2**31 - 1) - y, y - 1)
    at_once("takes more than", clmodp.resultant, (x + 1)**(10**9) - y, y - 1)
    sparse = sympy.Poly({(20000, 20000): 1, (0, 1): 1}, x, y)
    assert clmodp.resultant(sparse, sympy.Poly(y - 1, x, y)) == sympy.Poly(
        x**20000 + 1, x)
    for f, wrong in ((0.5 * x**(2**31), TypeError), (sympy.sqrt(2) * x**(2**31), TypeError),
                     (sympy.sin(x) * x**(2**31), clmodp.InvalidError)):
        with pytest.raises(wrong):
            clmodp.resultant(f, y - 1)


def test_huge_integers():
    c = sympy.Integer(7)**20000 + 12345
    assert clmodp.resultant(c * y - x, y + c) == x + c**2
    assert clmodp.resultant(y / c - x, y - 1) == x - 1 / c


def test_what_vanishes_multiplied_out():
    root = sympy.sqrt(2)
    assert clmodp.resultant((y - root) * (y + root), x - y) == x**2 - 2


@pytest.mark.parametrize("f", [1 / x, sympy.sqrt(x), x**sympy.Rational(1, 2) + y, sympy.sin(x)])
def test_no_polynomials(f):
    with pytest.raises(clmodp.InvalidError, match="not a polynomial"):
        clmodp.resultant(f, y, y)


@pytest.mark.parametrize("f", [x * 0.5, sympy.pi * x, sympy.nan, sympy.oo, sympy.sqrt(2) * x,
                               sympy.I * y, sympy.Float(1)])
def test_inexact(f):
    with pytest.raises(TypeError, match="exact number") as reason:
        clmodp.resultant(f, y - x, y)
    if f.has(sympy.Float):
        assert 'fractions.Fraction, or a text such as "3/2"' in str(reason.value)


def test_other_types():
    with pytest.raises(TypeError, match="a symbol or its name"):
        clmodp.resultant(x, y, 1)
    for f, name in ((sympy.true, "BooleanTrue"), (sympy.Matrix([1]), "MutableDenseMatrix")):
        with pytest.raises(TypeError, match=f"of type sympy.*{name}: convert them to a text"):
            clmodp.resultant(f, y - x, y)

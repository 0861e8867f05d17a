"""Tests of roots, against products of known factors and FLINT's complex roots."""

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clmodp


def product(roots):
    return "*".join(f"({root.denominator}*x - {root.numerator})" if root >= 0 else
                    f"({root.denominator}*x + {-root.numerator})" for root in roots)


@given(st.lists(st.fractions(-1000, 1000, max_denominator=1000), min_size=1, max_size=6))
def test_known_roots(known):
    found = clmodp.roots(f"({product(known)})*(x^2 + 1)")
    expected = sorted(set(known))
    assert len(found) == len(expected)
    for root, number in zip(found, expected):
        assert root.low <= number <= root.high
        assert root.multiplicity == known.count(number)
        assert root.compare(number) == 0
        assert root.compare(number + Fraction(1, 10**9)) == -1
        assert root.compare(number - Fraction(1, 10**9)) == 1
        assert float(root) == float(number)
    for (_, high), (low, _) in zip([r.interval for r in found], [r.interval for r in found][1:]):
        assert high <= low


def test_refinement():
    root, = clmodp.roots("x^2 - 2", low=0)
    assert float(root) == math.sqrt(2)
    low, high = root.refine(1000).interval
    assert low**2 < 2 < high**2 and high - low <= low / 2**1000
    assert root.decimal(30) == "1.41421356237309504880168872421"
    assert str(root) == "1.41421356237310"
    assert repr(root) == "<real root 1.41421356237310>"
    with pytest.raises(clmodp.InvalidError):
        root.refine(-1)
    with pytest.raises(clmodp.LimitError, match="a precision of .* bits is too high"):
        root.refine(2**64)
    with pytest.raises(clmodp.InvalidError):
        root.decimal(0)


def test_intervals():
    f = "(x + 2)*x*(x - 1/3)*(x^2 - 2)"
    assert [str(root) for root in clmodp.roots(f, -2, 0)] == ["-2", "-1.41421356237310", "0"]
    assert [str(root) for root in clmodp.roots(f, Fraction(1, 3))] == ["0.333333333333333",
                                                                      "1.41421356237310"]
    assert clmodp.roots(f, high=-3) == clmodp.roots(f, 1, -1) == []


def test_signs():
    low, high = clmodp.roots("x^2 - 2")
    assert [low.sign("x^4 - 4"), high.sign("x^3 - 2*x"), low.sign("x"), high.sign("y")] == [
        0, 0, -1, 1]
    assert high.sign("10^30*x - 1414213562373095048801688724209") == 1


def test_other_kinds():
    assert [float(root) for root in clmodp.roots({(2, 0): 1, (0, 0): -4})] == [-2, 2]
    assert [float(root) for root in clmodp.roots({(0, 1): Fraction(1, 2), (0, 0): -1})] == [2]
    assert clmodp.roots(7) == []


def test_refusals():
    for f in ("x*y", "0", {(1, 0): 1, (0, 1): 1}):
        with pytest.raises(clmodp.InvalidError):
            clmodp.roots(f)
    with pytest.raises(clmodp.ParseError):
        clmodp.roots("x + y + z")
    with pytest.raises(TypeError):
        clmodp.roots("x - 1", 0.5)


def test_progress():
    def stop(_fraction):
        raise KeyError
    f = {(i, 0): (i * i * 7919) % 1009 - 500 for i in range(3000)}
    with pytest.raises(KeyError):
        clmodp.roots(f, progress=stop)


@given(st.lists(st.lists(st.integers(-10**6, 10**6), min_size=1, max_size=7), min_size=1,
                max_size=3))
def test_complex_roots_beside_flint(factors):
    flint = pytest.importorskip("flint")
    f = flint.fmpz_poly([1])
    for k, factor in enumerate(factors):
        f *= flint.fmpz_poly(factor)**(k + 1)
    if f.degree() < 0:
        return
    expected = f.complex_roots() if f.degree() > 0 else []
    found = clmodp.roots(f, complex=True)
    assert len(found) == len(expected)
    real = clmodp.roots(f)
    assert sum(root.imag == (0, 0) for root in found) == len(real)
    for root, other in zip(found, real):
        assert root.real[0] <= other.high and other.low <= root.real[1]
        assert root.multiplicity == other.multiplicity
    for k, root in enumerate(found[len(real):]):
        if k % 2 == 0:
            twin = found[len(real) + k + 1]
            assert root.imag[0] > 0
            assert twin.real == root.real and twin.imag == tuple(-x for x in root.imag[::-1])
    for ball, multiplicity in expected:
        near = min(found, key=lambda root: abs(complex(root) - complex(ball)))
        assert abs(complex(near) - complex(ball)) <= 1e-9 * abs(complex(near))
        assert near.multiplicity == multiplicity


def test_complex_roots():
    assert [str(root) for root in clmodp.roots("(x^2 + 1)^2*(x - 3)", complex=True)] == [
        "3", "1*i", "-1*i"]
    root = clmodp.roots("x^2 + x + 1", complex=True, precision=300)[0]
    assert root.decimal(30).endswith(" + 0.866025403784438646763723170753*i")
    low, high = root.imag
    assert low**2 * 4 < 3 < high**2 * 4 and (high - low) * 2**300 <= low
    assert repr(root) == "<complex root -0.500000000000000 + 0.866025403784439*i>"
    assert abs(complex(root)**3 - 1) < 1e-15
    assert clmodp.roots("7*x^0", complex=True) == []
    with pytest.raises(clmodp.InvalidError):
        clmodp.roots("x^2 + 1", 0, complex=True)
    with pytest.raises(clmodp.InvalidError):
        clmodp.roots("x", precision=-1)
    with pytest.raises(clmodp.LimitError, match="a precision of .* bits is too high"):
        clmodp.roots("x", precision=2**64)
    with pytest.raises(clmodp.InvalidError):
        root.decimal(0)

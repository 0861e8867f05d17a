"""Tests with polynomials of Sage, or of its parts on PyPI (passagemath-singular), if installed."""

import importlib

import pytest

import clmodp


def _polynomials():
    """Returns PolynomialRing, ZZ and QQ."""
    for name in ("sage.all", "sage.all__sagemath_singular"):
        try:
            importlib.import_module(name)
        except ImportError:
            continue
        parts = (("polynomial.polynomial_ring_constructor", "PolynomialRing"),
                 ("integer_ring", "ZZ"), ("rational_field", "QQ"))
        return [getattr(importlib.import_module(f"sage.rings.{place}"), what)
                for place, what in parts]
    pytest.skip("there is no Sage")


def test_random():
    ring, integers, _ = _polynomials()
    R = ring(integers, ["x", "y"])
    x, y = R.gens()
    for _ in range(60):
        f, g = (R.random_element(degree=5, terms=6) + one for one in (y, x * y))
        assert clmodp.resultant(f, g) == f.resultant(g, y)
        assert clmodp.resultant(f, g, x) == f.resultant(g, x)
        assert clmodp.resultant(f, g).parent() is R
        assert clmodp.discriminant(f * y + x) == (f * y + x).discriminant(y)


def test_rationals():
    ring, _, rationals = _polynomials()
    R = ring(rationals, ["a", "b", "c"])
    a, b, _ = R.gens()
    f, g = a**2 / 3 - b / 7, a * b + b**3 / 2
    for y in (a, b):
        assert clmodp.resultant(f, g, y) == f.resultant(g, y)
    with pytest.raises(clmodp.InvalidError, match="by default c is eliminated"):
        clmodp.resultant(f, g)


def test_others():
    """Univariate rings work; coefficients other than integers and fractions are rejected."""
    ring, integers, _ = _polynomials()
    y = ring(integers, "y").gen()
    assert clmodp.resultant(y**2 - 3, y**3 - y) == (y**2 - 3).resultant(y**3 - y)
    inner = ring(integers, "x")
    x, y = inner.gen(), ring(inner, "y").gen()
    with pytest.raises(TypeError, match="not in ZZ or QQ"):
        clmodp.resultant(y**2 - x, y**3 + x * y - 1)

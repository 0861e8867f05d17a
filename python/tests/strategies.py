"""Hypothesis strategies for polynomials, and their texts."""

from fractions import Fraction

from hypothesis import strategies as st

small = st.integers(-9, 9)
integers = small | st.integers(-2**70, 2**70) | st.sampled_from(
    [2**63 - 1, 2**63, -2**63, -2**63 - 1, 2**64, -2**200])
rationals = integers | st.fractions(max_denominator=30)
exponents = st.tuples(st.integers(0, 3), st.integers(0, 3))


def polynomials(coefficients=integers):
    """Dictionaries {(i, j): c}; coefficients may be zero."""
    return st.dictionaries(exponents, coefficients, max_size=6)


def text(f, x="x", y="y"):
    """Returns a dictionary as an expression."""
    return " + ".join(f"({Fraction(c)})*{x}^{i}*{y}^{j}" for (i, j), c in f.items()) or "0"

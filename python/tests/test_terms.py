"""Tests with dictionaries, against determinants of Sylvester matrices."""

from fractions import Fraction

import pytest
from hypothesis import given
from reference import is_resultant
from strategies import polynomials, rationals

import clmodp


@given(polynomials(), polynomials())
def test_integers(f, g):
    r = clmodp.resultant(f, g)
    assert is_resultant(r, f, g)
    assert all(type(c) is int and c for c in r.values())


@given(polynomials(rationals), polynomials(rationals))
def test_rationals(f, g):
    assert is_resultant(clmodp.resultant(f, g), f, g)


@given(polynomials(), polynomials())
def test_other_variable(f, g):
    def turn(h):
        return {(j, i): c for (i, j), c in h.items()}
    assert turn(clmodp.resultant(turn(f), turn(g), 0)) == clmodp.resultant(f, g)


@given(polynomials(rationals))
def test_discriminants(f):
    n = max((j for (_, j), c in f.items() if c), default=0)
    if n == 0:
        with pytest.raises(clmodp.DomainError):
            clmodp.discriminant(f)
        return
    slope = {(i, j - 1): j * c for (i, j), c in f.items() if j}
    leading = {(i, 0): c for (i, j), c in f.items() if j == n}
    d = clmodp.discriminant(f)
    product = {}
    for (i, _), a in d.items():
        for (k, _), b in leading.items():
            product[i + k, 0] = product.get((i + k, 0), 0) + a * b * (-1)**(n * (n - 1) // 2)
    assert is_resultant(product, f, slope)


@pytest.mark.parametrize("p", [10007, 2**62 - 57, 2**63 - 25])
@given(f=polynomials(rationals), g=polynomials(rationals))
def test_modular(p, f, g):
    r = clmodp.resultant(f, g)
    image = {e: c.numerator * pow(c.denominator, -1, p) % p for e, c in r.items()}
    found = clmodp.resultant_mod(f, g, p)
    assert found == {e: c for e, c in image.items() if c}
    assert all(type(c) is int for c in found.values())


@given(polynomials(rationals), polynomials(rationals))
def test_modular_kin(f, g):
    p = 10007

    def image(terms):
        found = {e: c.numerator * pow(c.denominator, -1, p) % p for e, c in terms.items()}
        return {e: c for e, c in found.items() if c}

    for exact, modular in ((lambda: clmodp.discriminant(f), lambda: clmodp.discriminant_mod(f, p)),
                           (lambda: clmodp.subresultant(f, g),
                            lambda: clmodp.subresultant_mod(f, g, p))):
        try:
            expected = image(exact())
        except clmodp.DomainError:
            with pytest.raises(clmodp.DomainError):
                modular()
            continue
        assert modular() == expected


def test_subresultant():
    f, g = {(2, 0): 1, (0, 2): 1, (0, 0): -1}, {(1, 1): Fraction(1, 2), (0, 0): -1}
    assert clmodp.subresultant(f, g) == {(1, 1): Fraction(1, 2), (0, 0): -1}
    with pytest.raises(clmodp.DomainError):
        clmodp.subresultant(f, g, k=2)


def test_fractions_stay_fractions():
    r = clmodp.resultant({(0, 1): Fraction(2), (1, 0): 1}, {(0, 1): 1})
    assert r == {(1, 0): -1} and type(r[1, 0]) is Fraction


def test_numbers():
    assert clmodp.resultant({(0, 2): 1, (1, 0): -1}, 3) == {(0, 0): 9}
    assert clmodp.resultant(3, {(0, 2): 1, (1, 0): -1}) == {(0, 0): 9}
    assert clmodp.resultant({(0, 2): 1}, Fraction(1, 3)) == {(0, 0): Fraction(1, 9)}
    assert clmodp.resultant(2, 3) == 1
    assert clmodp.resultant(0, {(0, 2): 1}) == {}


def test_pairs():
    f, g, h = {(0, 1): 1, (1, 0): -1}, {(0, 2): 1, (0, 0): -2}, {(0, 1): Fraction(1, 2)}
    pairs = [(f, g), (g, f), (h, g), ("y - x", "y^2 - 2")] * 10
    assert clmodp.resultants(pairs) == [clmodp.resultant(*pair) for pair in pairs]
    assert clmodp.resultants([]) == []
    primes = [2, 12, 0, 2**61 - 1] + [7] * (len(pairs) - 4)
    assert clmodp.resultants(pairs, modulus=primes) == [
        clmodp.resultant_mod(*pair, p) if p else clmodp.resultant(*pair)
        for pair, p in zip(pairs, primes)]
    assert clmodp.resultants(pairs, modulus=13) == [clmodp.resultant_mod(*pair, 13)
                                                    for pair in pairs]
    for wrong in ([7], [7] * (len(pairs) + 1), -7, 2**64):
        with pytest.raises(clmodp.InvalidError):
            clmodp.resultants(pairs, modulus=wrong)
    for wrong in (True, "7" * len(pairs), 7.0):
        with pytest.raises(TypeError):
            clmodp.resultants(pairs, modulus=wrong)
    with pytest.raises(clmodp.InvalidError, match="^pair 2: the modulus -7 is not at least 2"):
        clmodp.resultants(pairs[:3], modulus=[7, 0, -7])


def test_pairs_that_fail():
    n = 10**5
    huge = ({(0, n + 1): 1, (1, n + 1): 1, (1, 0): 1}, {(0, n): 2, (1, n): 1, (3, 0): 1})
    fine = {(0, 1): 1}, {(0, 1): 1, (1, 0): 1}
    found = clmodp.resultants([fine, huge, fine], return_errors=True)
    assert found[0] == found[2] == {(1, 0): 1}
    assert isinstance(found[1], clmodp.Error)
    with pytest.raises(type(found[1]), match="^pair 1: (?!problem)"):
        clmodp.resultants([fine, huge])
    for engine in ("auto", "host"):
        few = clmodp.Options(engine=engine, max_result=100)
        pairs = [fine] + [(f"(x + y)^9 + {k}*x", "(x - 2*y)^8") for k in (1, 2, 3)]
        found = clmodp.resultants(pairs, options=few, return_errors=True)
        assert found[0] == {(1, 0): 1}
        for place in (1, 2, 3):  # each with the message of a single call
            with pytest.raises(clmodp.LimitError, match="max_result") as alone:
                clmodp.resultant(*pairs[place], options=few)
            assert str(found[place]) == f"pair {place}: {alone.value}"
    with pytest.raises(clmodp.InvalidError, match="^pair 2: the modulus 1 is not at least 2"):
        clmodp.resultants([fine, fine, fine], modulus=[7, 5, 1])


def test_several_variables():
    f, g = {(1, 1, 1): 1, (0, 0, 0): -1}, {(0, 0, 2): 1, (1, 0, 0): -1, (0, 1, 0): Fraction(-1, 2)}
    assert clmodp.resultant(f, g, 2) == {(3, 2, 0): -1, (2, 3, 0): Fraction(-1, 2), (0, 0, 0): 1}
    assert clmodp.resultant({}, g, 2) == {}
    big = 10**30
    assert clmodp.resultant({(0, 1, 0): 1, (1, 0, 0): -big}, {(0, 1, 0): 1, (0, 0, 1): -1}, 1) == {
        (1, 0, 0): big, (0, 0, 1): -1}
    for y in None, 3, -1, True, "x":
        with pytest.raises(clmodp.InvalidError, match="an index from 0 to 2"):
            clmodp.resultant(f, g, y)
    with pytest.raises(clmodp.InvalidError, match="must be triples of exponents"):
        clmodp.resultant(f, {(1, 1): 1}, 1)
    with pytest.raises(clmodp.LimitError, match="not below 2"):
        clmodp.resultant({(2**31, 1, 1): 1}, g, 1)
    with pytest.raises(clmodp.LimitError, match="an exponent of the result reaches 2"):
        clmodp.discriminant({(1, 3, 0): 3, (715827894, 1, 1): -8}, 1)
    with pytest.raises(clmodp.InvalidError, match="17 variables: at most 16 are supported"):
        clmodp.resultant({(1,) * 17: 2}, {(0,) * 17: 3}, 0)

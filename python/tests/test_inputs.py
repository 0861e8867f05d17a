"""Tests of invalid operands, and of unusual valid ones."""

import decimal
from fractions import Fraction

import pytest

import clmodp
from clmodp import _errors, _structures

G = {(0, 2): 1, (1, 0): -1}


@pytest.mark.parametrize("c", [True, 0.5, float("nan"), 1j, "1", None, decimal.Decimal(1)])
def test_coefficients(c):
    with pytest.raises(TypeError, match="exact number"):
        clmodp.resultant({(0, 1): c}, G)


def test_arrays_are_no_polynomials():
    numpy = pytest.importorskip("numpy")
    for f in ([1, 2], [[1, 2], [3, 4]]):
        with pytest.raises(TypeError, match="polynomials of type numpy.ndarray"):
            clmodp.resultant(numpy.array(f), numpy.array(f))
    assert clmodp.resultant(numpy.array(3), G) == {(0, 0): 9}


@pytest.mark.parametrize("key", [(0, True), (0, 0.5), (0, "1"), (0, Fraction(1, 2))])
def test_exponents(key):
    with pytest.raises(TypeError, match="exponent"):
        clmodp.resultant({key: 1}, G)


@pytest.mark.parametrize("key", [1, (1,), (1, 2, 3), frozenset((0, 1)), b"ab", "xy", None])
def test_keys(key):
    with pytest.raises(clmodp.InvalidError, match="pairs of exponents, not") as caught:
        clmodp.resultant({(0, 1): 1, key: 1}, G)
    assert repr(key) in str(caught.value)


def test_negative_and_huge_exponents():
    with pytest.raises(clmodp.InvalidError, match="-1 is negative"):
        clmodp.resultant({(-1, 0): 1}, G)
    for e in (2**31, 2**63, 2**64, 2**100):
        with pytest.raises(clmodp.LimitError, match="not below 2"):
            clmodp.resultant({(0, e): 1}, G)


@pytest.mark.parametrize("f", [None, [1, 2], object(), b"x", {1, 2}])
def test_other_types(f):
    with pytest.raises(TypeError, match="support polynomials of type"):
        clmodp.resultant(f, G)


@pytest.mark.parametrize("f", [True, 0.5, float("nan"), 1j])
def test_other_numbers(f):
    with pytest.raises(TypeError, match="exact number"):
        clmodp.resultant(f, G)


def test_mixed_kinds():
    with pytest.raises(TypeError, match="different types: str and dict"):
        clmodp.resultant("x", G)


@pytest.mark.parametrize("y", [2, -1, True, "x", 0.5])
def test_variables_of_dictionaries(y):
    with pytest.raises(clmodp.InvalidError):
        clmodp.resultant(G, G, y)


def test_several_variables():
    numpy = pytest.importorskip("numpy")
    for y in (numpy.array([0, 1]), numpy.array(["y"]), ["y"], (0, 1)):
        for f in (G, "x - y", 3):
            with pytest.raises(TypeError, match="one variable, not a"):
                clmodp.resultant(f, f, y)
    assert clmodp.resultant(G, {(0, 1): 1}, numpy.int64(1)) == {(1, 0): -1}


def test_variables_of_texts():
    with pytest.raises(TypeError):
        clmodp.resultant("x", "y", 1)


@pytest.mark.parametrize("p", [0, 1, -7, 2**64])
def test_moduli(p):
    with pytest.raises(clmodp.InvalidError):
        clmodp.resultant_mod(G, G, p)
    with pytest.raises(clmodp.InvalidError):
        clmodp.subresultant_mod(G, G, p)
    with pytest.raises(clmodp.InvalidError):
        clmodp.discriminant_mod(G, p)


@pytest.mark.parametrize("p", [True, 7.0, "7", None])
def test_moduli_that_are_none(p):
    with pytest.raises(TypeError):
        clmodp.resultant_mod(G, G, p)


def test_denominators_that_vanish():
    with pytest.raises(clmodp.DomainError, match="no inverse modulo 7"):
        clmodp.resultant_mod({(0, 1): Fraction(1, 7)}, G, 7)


def test_zeros():
    assert clmodp.resultant({}, G) == {}
    assert clmodp.resultant({(3, 4): 0}, G) == {}
    assert clmodp.resultant({}, {}) == clmodp.resultant({}, {}, 15) == {}
    with pytest.raises(clmodp.InvalidError):
        clmodp.resultant({}, {}, 16)
    assert clmodp.resultant("0", "y") == "0"
    assert clmodp.resultant("0", "0") == "0"


def test_huge_coefficients():
    c = 3**20000
    assert clmodp.resultant({(0, 1): c, (1, 0): -1}, {(0, 1): 1}) == {(1, 0): 1}
    assert clmodp.resultant({(0, 1): 1, (0, 0): -c}, {(0, 1): 1}) == {(0, 0): c}
    assert clmodp.resultant({(0, 1): 1, (0, 0): Fraction(1, c)}, {(0, 1): 1}) == {
        (0, 0): Fraction(-1, c)}


def test_subclasses():
    class Numbers(dict):
        pass

    class Name(str):
        pass

    assert clmodp.resultant(Numbers(G), Numbers({(0, 1): 1})) == {(1, 0): -1}
    assert clmodp.resultant(Name("y - x"), "y") == "x"


def test_numpy():
    numpy = pytest.importorskip("numpy")
    f = {(numpy.int64(0), numpy.uint8(1)): numpy.int32(2), (1, 0): numpy.uint64(2**64 - 1)}
    r = clmodp.resultant(f, {(0, 1): numpy.int16(1)})
    assert r == {(1, 0): -(2**64 - 1)} and type(r[1, 0]) is int
    with pytest.raises(TypeError, match="exact number"):
        clmodp.resultant({(0, 1): numpy.float64(2)}, G)
    with pytest.raises(TypeError, match="exact number"):
        clmodp.resultant({(0, 1): numpy.bool_(True)}, G)


def test_options():
    assert clmodp.resultant(G, G, options=clmodp.Options(engine="host")) == {}
    with pytest.raises(ValueError, match="no engine 'gpu'"):
        clmodp.Options(engine="gpu")
    with pytest.raises(TypeError):
        clmodp.resultant(G, G, options={"engine": "host"})
    with pytest.raises(clmodp.LimitError):
        clmodp.resultant("(x+y)^20+1", "(x-y)^20", options=clmodp.Options(max_result=100))


def test_limits_of_chains():
    high = {(0, 200000000): 1, (0, 0): 1}
    for f, principal in ((high, False), (high, True), ("y^1448 + x", False),
                         ("y^1448 + x*z", False)):
        with pytest.raises(clmodp.LimitError, match="at most 1048576 can"):
            clmodp.subresultants(f, f, None if f is high else "y", principal=principal)


def test_few_terms_of_a_high_packed_degree():
    f, g = ("+".join(f"{name}{k}*x^{k}" for k in range(7)) for name in "ab")
    assert clmodp.resultant(f, g, "x").count(" ") == 2 * (14869 - 1)
    assert clmodp.resultant_mod(f, g, 2**61 - 1, "x").count(" ") == 2 * (14869 - 1)
    pairs, seen = [("x - a", "b*x"), (f, g), ("x - b", "c*x + 1"), (f, "x - c")], []
    assert clmodp.resultants(pairs, "x", progress=seen.append) == [
        clmodp.resultant(*pair, "x") for pair in pairs]
    assert seen[-1] == 1 and seen == sorted(seen)
    with pytest.raises(clmodp.LimitError, match="^pair 1: the result may"):
        clmodp.resultants([pairs[0], (f, g)], "x", options=clmodp.Options(max_result=99))
    assert clmodp.discriminant("x^2/2 + b*x + c/3", "x") == "b^2 - 2/3*c"
    assert clmodp.discriminant_mod("x^2/2 + b*x + c/3", 7, "x") == "b^2 + 4*c"


def test_every_status_has_an_exception():
    statuses = {word: value for word, value in _structures.words("clmodp_status").items() if value}
    assert set(_errors._CLASSES) == set(statuses.values())
    assert len(set(_errors._CLASSES.values())) == len(statuses)
    for status in statuses.values():
        made = _errors.error(status)
        assert type(made) is _errors._CLASSES[status] and str(made) == made.status != "error"
        assert type(_errors.error(status, "why")).__name__ in clmodp.__all__

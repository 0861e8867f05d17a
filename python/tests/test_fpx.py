"""Polynomials over prime fields, against plain arithmetic."""

import array
import copy
import gc
import pickle
import random

import pytest
from devices import needs_device
from hypothesis import given, settings
from hypothesis import strategies as st

import clmodp

PRIMES = [2, 3, 101, 998244353, 2**31 - 1]
fields = st.sampled_from(PRIMES).flatmap(
    lambda p: st.tuples(st.just(p), *[st.lists(st.integers(0, p - 1), max_size=12)] * 2))


def stripped(c):
    c = list(c)
    while c and not c[-1]:
        c.pop()
    return c


def product(a, b, p):
    made = [0] * max(len(a) + len(b) - 1, 0)
    for i, one in enumerate(a):
        for j, other in enumerate(b):
            made[i + j] = (made[i + j] + one * other) % p
    return stripped(made)


def total(a, b, p):
    a, b = (c + [0] * max(len(a), len(b)) for c in (a, b))
    return stripped((x + y) % p for x, y in zip(a, b))


@settings(deadline=None)
@given(fields)
def test_arithmetic(drawn):
    p, a, b = drawn
    f, g = clmodp.Fpx(a, p), clmodp.Fpx(b, p)
    assert f.to_list() == stripped(a) and f.degree == len(stripped(a)) - 1
    assert (f * g).to_list() == product(a, b, p)
    d, u, v = f.xgcd(g)
    assert d == f.gcd(g)
    assert total(product(u.to_list(), a, p), product(v.to_list(), b, p), p) == d.to_list()
    if g:
        q, r = divmod(f, g)
        assert (q, r) == (f // g, f % g) and r.degree < g.degree
        assert total(product(q.to_list(), b, p), r.to_list(), p) == stripped(a)
        assert pow(f, 5, g) == (f * f * f * f * f) % g
    else:
        with pytest.raises(clmodp.DomainError):
            divmod(f, g)
    assert (f.resultant(g) == 0) == (d.degree != 0 or not (f and g))


def test_resultants():
    f, g = clmodp.Fpx([-2, 1], 101), clmodp.Fpx([-5, 1], 101)
    assert f.resultant(g) == 101 - 3 and g.resultant(f) == 3
    assert clmodp.Fpx("x^2 - 1", 7)(3) == 1
    assert clmodp.Fpx("x^3 + x/2", 7).derivative() == clmodp.Fpx("3*x^2 + 4", 7)


def test_arrays():
    numpy = pytest.importorskip("numpy")
    rng = random.Random(1)
    p = 998244353
    a = numpy.array([rng.randrange(p) for _ in range(500)], numpy.uint32)
    assert (clmodp.Fpx(a, p).to_numpy() == a).all()
    assert clmodp.Fpx(a.astype(numpy.int64) - p, p) == clmodp.Fpx(a, p)
    assert clmodp.Fpx(array.array("I", a.tolist()), p) == clmodp.Fpx(a, p)
    assert clmodp.Fpx(a, p).to_numpy().dtype == numpy.uint32
    with pytest.raises(ValueError):
        clmodp.Fpx(a[::2], p)
    with pytest.raises(clmodp.InvalidError):
        clmodp.Fpx(numpy.array([7], numpy.uint32), 7)


@pytest.mark.parametrize("algorithm", ["host", *(
    pytest.param(name, marks=needs_device) for name in ("plain", "fast"))])
def test_algorithms(algorithm):
    rng, p = random.Random(1), 998244353
    c = [rng.randrange(p) for _ in range(500)]
    f, g = clmodp.Fpx(c, p), clmodp.Fpx(c[:200], p)
    assert f.mul(g, algorithm=algorithm) == f * g
    assert f.gcd(g, algorithm=algorithm) == f.gcd(g)


def test_wrong():
    f = clmodp.Fpx([1, 2], 7)
    for p in (0, 1, 9, 2**31, -7):
        with pytest.raises(clmodp.InvalidError):
            clmodp.Fpx([1], p)
    with pytest.raises(TypeError):
        clmodp.Fpx([0.5], 7)
    with pytest.raises(TypeError):
        f * 3
    with pytest.raises(TypeError):
        f.gcd(3)
    with pytest.raises(clmodp.InvalidError):
        f * clmodp.Fpx([1], 11)
    with pytest.raises(ValueError, match="no fpx algorithm"):
        f.mul(f, algorithm="slow")
    with pytest.raises(clmodp.DomainError, match="7 divides a denominator"):
        clmodp.Fpx("x/7", 7)
    with pytest.raises(clmodp.ParseError):
        clmodp.Fpx("\ud800", 7)
    for coefficients in ({0: 1, 3: 2}, {1, 2}):
        with pytest.raises(TypeError, match="sequence, constant term first"):
            clmodp.Fpx(coefficients, 7)
    with pytest.raises(clmodp.InvalidError, match="-1 is negative"):
        pow(f, -1, f)


def test_copies():
    f = clmodp.Fpx([1, 2], 7)
    copies = [copy.copy(f), copy.deepcopy([f])[0]]
    del f
    assert copies.pop().to_list() == [1, 2]
    gc.collect()
    assert (copies[0] * clmodp.Fpx([3], 7)).to_list() == [3, 6]
    with pytest.raises(TypeError, match="to_list"):
        pickle.dumps(copies[0])


def test_contexts():
    context = clmodp.Context(device="host")
    f = clmodp.Fpx([1, 2], 7, context=context)
    with pytest.raises(clmodp.InvalidError):
        f * clmodp.Fpx([1], 7)
    assert f == clmodp.Fpx([1, 2], 7) and f != clmodp.Fpx([1, 3], 7)
    assert f != clmodp.Fpx([1, 2], 11, context=context) and f != [1, 2]
    for _ in range(1000):
        f = f * clmodp.Fpx([1], 7, context=context)
    assert len(context._children) < 20
    context.close()
    with pytest.raises(RuntimeError, match="closed"):
        f.to_list()


@settings(deadline=None, max_examples=30)
@given(st.lists(fields, min_size=1, max_size=5))
def test_batches(drawn):
    numpy = pytest.importorskip("numpy")
    primes = [p for p, _, _ in drawn]
    a, b = [one for _, one, _ in drawn], [one for _, _, one in drawn]
    pairs = [(clmodp.Fpx(f, p), clmodp.Fpx(g, p)) for p, f, g in drawn]
    products = clmodp.fpx_mul_batch(a, b, primes)
    assert [stripped(one.tolist()) for one in products] == [(f * g).to_list() for f, g in pairs]
    assert [one.tolist() for one in clmodp.fpx_gcd_batch(a, b, primes)] == [
        f.gcd(g).to_list() for f, g in pairs]
    assert [[stripped(one.tolist()) for one in three]
            for three in zip(*clmodp.fpx_xgcd_batch(a, b, primes))] == [
        [one.to_list() for one in f.xgcd(g)] for f, g in pairs]
    assert clmodp.fpx_resultant_batch(a, b, primes).tolist() == [
        f.resultant(g) for f, g in pairs]
    if all(g for _, g in pairs):
        quotients, remainders = clmodp.fpx_divmod_batch(a, b, numpy.array(primes, numpy.uint32))
        assert [(stripped(q.tolist()), stripped(r.tolist()))
                for q, r in zip(quotients, remainders)] == [
            tuple(one.to_list() for one in divmod(f, g)) for f, g in pairs]


def test_lists():
    numpy = pytest.importorskip("numpy")
    known = clmodp.FpxList.of([[1, 2], [], [3]])
    assert [one.tolist() for one in known] == [[1, 2], [], [3]] and len(known) == 3
    assert known[-1].tolist() == [3] and [one.tolist() for one in known[:2]] == [[1, 2], []]
    for c in ([1.5], [True], ["1"], numpy.array([1.5])):
        with pytest.raises(TypeError):
            clmodp.FpxList.of([c])
    with pytest.raises(OverflowError):
        clmodp.FpxList.of([numpy.array([2**32 + 1])])
    words = numpy.arange(3, dtype=numpy.uint32)
    assert clmodp.FpxList.of([words, words[1:]]).c.tolist() == [0, 1, 2, 1, 2]
    with pytest.raises(IndexError):
        known[3]
    with pytest.raises(clmodp.InvalidError):
        clmodp.FpxList(known.c, known.begin[:-1])
    with pytest.raises(TypeError):
        clmodp.FpxList(known.c.astype(numpy.int64), known.begin)
    with pytest.raises(clmodp.InvalidError):
        clmodp.fpx_mul_batch(known, [[1]], 7)

"""Tests of polynomials over prime fields, against schoolbook arithmetic."""

import array
import copy
import gc
import math
import pickle
import random

import pytest
from devices import needs_device
from hypothesis import given, settings
from hypothesis import strategies as st

import clmodp

PRIMES = [2, 3, 101, 998244353, 2**31 - 1]


def over(primes):
    return st.sampled_from(primes).flatmap(
        lambda p: st.tuples(st.just(p), *[st.lists(st.integers(0, p - 1), max_size=12)] * 2))


fields = over([*PRIMES, 2**31 + 11, 2**62 - 57])


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


@given(fields, st.integers(0, 40))
def test_rational_reconstruction(drawn, k):
    p, a, b = drawn
    f, m = clmodp.Fpx(a, p), clmodp.Fpx(b, p)
    if not m:
        with pytest.raises(clmodp.DomainError, match="m is the zero polynomial"):
            f.ratrecon(m, k)
        return
    r, t, g = f.ratrecon(m, k)
    assert not (t * f - r) % m and g == r.gcd(t) == m.gcd(t)
    assert r.degree < k
    assert t.degree <= max(m.degree - k, 0) and t.to_list()[-1] == 1
    with pytest.raises(clmodp.InvalidError, match="k is -1"):
        f.ratrecon(m, -1)
    with pytest.raises(TypeError, match="m must be an Fpx"):
        f.ratrecon(5, k)


@given(fields, st.integers(0, 9), st.integers(0, 30), st.integers(0, 30))
def test_more_arithmetic(drawn, e, low, count):
    p, a, b = drawn
    f, g = clmodp.Fpx(a, p), clmodp.Fpx(b, p)
    assert (f + g).to_list() == total(a, b, p) and (f - g) + g == f
    assert -f == clmodp.Fpx([-c for c in a], p) and not f - f and not f + -f
    power = [1]
    for _ in range(e):
        power = product(power, a, p)
    assert (f**e).to_list() == power
    assert f.mul_part(g, low, count).to_list() == stripped(product(a, b, p)[low:low + count])
    assert f.truncate(count).to_list() == stripped(a[:count])


@given(fields, st.integers(-2**40, 2**40), st.data())
def test_points(drawn, c, data):
    p, a, b = drawn
    f = clmodp.Fpx(a, p)
    assert f.evaluate_points(b) == [f(x) for x in b]
    shifted = f.taylor_shift(c)
    assert all(shifted(x) == f(x + c) for x in b) and shifted.degree == f.degree
    assert shifted.taylor_shift(-c) == f
    points = data.draw(st.lists(st.integers(0, p - 1), max_size=10, unique=True))
    values = [data.draw(st.integers(-p, p)) for _ in points]
    found = clmodp.Fpx.interpolate(points, values, p)
    assert found.degree < len(points) or not points and not found
    assert found.evaluate_points(points) == [y % p for y in values]


@given(fields)
def test_inverses(drawn):
    p, a, b = drawn
    f, m = clmodp.Fpx(a, p), clmodp.Fpx(b, p)
    if m and f.gcd(m).degree == 0:
        inverse = f.invmod(m)
        assert inverse.degree < max(m.degree, 1)
        assert f * inverse % m == clmodp.Fpx([1], p) % m
    else:
        with pytest.raises(clmodp.DomainError):
            f.invmod(m)


def test_against_flint():
    flint = pytest.importorskip("flint")
    rng, p = random.Random(2), 998244353
    a, b = ([rng.randrange(p) for _ in range(count)] for count in (300, 200))
    f, g = clmodp.Fpx(a, p), clmodp.Fpx(b, p)
    theirs, other = flint.nmod_poly(a, p), flint.nmod_poly(b, p)

    def same(ours, poly):
        return ours.to_list() == [int(c) for c in poly.coeffs()]

    assert same(f + g, theirs + other) and same(f - g, theirs - other) and same(-f, -theirs)
    assert same(f**5, theirs**5)
    assert same(f.taylor_shift(7), theirs(flint.nmod_poly([7, 1], p)))
    points = rng.sample(range(p), 400)
    assert f.evaluate_points(points) == [int(theirs(x)) for x in points]
    assert clmodp.Fpx.interpolate(points, f.evaluate_points(points), p) == f


def test_points_in_arrays():
    numpy = pytest.importorskip("numpy")
    points = numpy.array([3, 1, 5], numpy.uint32)
    f = clmodp.Fpx("x^2 + 1", 7)
    found = f.evaluate_points(points)
    assert found.dtype == numpy.uint32 and found.tolist() == [3, 2, 5]
    assert points.tolist() == [3, 1, 5]
    assert clmodp.Fpx.interpolate(points, found, 7) == f
    assert f.evaluate_points(array.array("I", [3, 1])) == [3, 2] and f.evaluate_points([]) == []
    with pytest.raises(clmodp.InvalidError):
        f.evaluate_points(points + numpy.uint32(7))


def test_powers():
    f = clmodp.Fpx("x^2 + 3", 7)
    seen = []
    assert f.pow(13, progress=seen.append).degree == 26
    assert seen == sorted(seen) and seen[-1] == 1
    assert f**0 == clmodp.Fpx([1], 7) == clmodp.Fpx([], 7)**0
    assert (clmodp.Fpx("3*x^10000", 7)**100).degree == 10**6
    assert clmodp.Fpx("x^5 + 2*x^3", 7)**6 == (clmodp.Fpx("x^2 + 2", 7)**6).shift(18)
    assert clmodp.Fpx("x", 7).shift(-2**70) == clmodp.Fpx([], 7).shift(2**70) == clmodp.Fpx([], 7)
    with pytest.raises(clmodp.LimitError):
        clmodp.Fpx("x", 7).shift(2**70)
    for wrong in (3, None, iter([1, 2])):
        with pytest.raises(TypeError, match="sequence of integers"):
            clmodp.Fpx(wrong, 7)
    assert clmodp.Fpx([3], 7)**(10**30) == clmodp.Fpx([pow(3, 10**30, 7)], 7)
    with pytest.raises(clmodp.LimitError, match="degree 2 times 1000000000"):
        f**10**9
    with pytest.raises(clmodp.InvalidError, match="-1 is negative"):
        f**-1
    for e in (0.5, "2", f):
        with pytest.raises(TypeError):
            f**e


def test_integers():
    f, g = clmodp.Fpx("x^2 + 5", 7), clmodp.Fpx("x + 1", 7)
    assert f * 3 == 3 * f == clmodp.Fpx("3*x^2 + 1", 7)
    assert f + 1 == 1 + f == f - 6 == clmodp.Fpx("x^2 + 6", 7)
    assert 1 - f == -(f - 1) == clmodp.Fpx("-x^2 + 3", 7)
    assert f * 0 == f * 7**50 == clmodp.Fpx([], 7) and f + -(10**30) == f - 10**30
    assert sum([f, g, g]) == f + g + g and math.prod([f, g, g]) == f * g * g
    with clmodp.Context(device="host") as context:
        f = clmodp.Fpx([1, 2], 7, context=context)
        assert (2 * f + 1).context is context
    numpy = pytest.importorskip("numpy")
    assert numpy.int64(3) * g == g * numpy.int64(3) == clmodp.Fpx("3*x + 3", 7)


def test_wrong_parts_and_points():
    f, other = clmodp.Fpx([1, 2], 7), clmodp.Fpx([1, 2], 11)
    for call, name in ((f.__add__, "other"), (f.__sub__, "other"), (f.invmod, "m")):
        with pytest.raises(clmodp.InvalidError, match=f"^{name} is modulo 11, but this .* 7$"):
            call(other)
    with clmodp.Context() as context, pytest.raises(clmodp.InvalidError, match="another context"):
        f.gcd(clmodp.Fpx([1], 7, context=context))
    for call in (f.__add__, f.__sub__, f.__rsub__, f.__mul__):
        assert call(0.5) is call(True) is call("1") is NotImplemented
    with pytest.raises(TypeError):
        f + 1.5
    with pytest.raises(TypeError, match="m must be an Fpx, not 3"):
        f.invmod(3)
    for low, count in ((-1, 3), (0, -3)):
        with pytest.raises(clmodp.InvalidError, match="is negative"):
            f.mul_part(f, low, count)
    assert not f.mul_part(f, 10**30, 3) and f.mul_part(f, 0, 10**30) == f * f
    assert f.truncate(2**64) == f
    with pytest.raises(clmodp.InvalidError, match="-1.* is negative"):
        f.truncate(-1)
    with pytest.raises(TypeError):
        f.truncate(0.5)
    with pytest.raises(clmodp.InvalidError, match="2 points, but 1 values"):
        clmodp.Fpx.interpolate([1, 2], [3], 7)
    with pytest.raises(clmodp.DomainError):
        clmodp.Fpx.interpolate([1, 8], [3, 3], 7)
    with pytest.raises(TypeError):
        f.evaluate_points([0.5])
    with pytest.raises(TypeError):
        f.taylor_shift(0.5)


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
    small = numpy.int8(7)
    assert clmodp.Fpx([-1, 2**40], small) == clmodp.Fpx([6, 2], 7)
    assert clmodp.Fpx.interpolate([300], [-1], small) == clmodp.Fpx([6], 7)
    assert clmodp.Fpx(array.array("I", a.tolist()), p) == clmodp.Fpx(a, p)
    assert clmodp.Fpx(a, p).to_numpy().dtype == numpy.uint32
    wide = clmodp.Fpx(numpy.array([1, 2**61], numpy.uint64), 2**62 - 57).to_numpy()
    assert wide.dtype == numpy.uint64 and wide.tolist() == [1, 2**61]
    with pytest.raises(ValueError):
        clmodp.Fpx(a[::2], p)
    with pytest.raises(clmodp.InvalidError):
        clmodp.Fpx(numpy.array([7], numpy.uint32), 7)


@pytest.mark.parametrize("algorithm", ["host", *(
    pytest.param(name, marks=needs_device) for name in ("schoolbook", "fast"))])
def test_algorithms(algorithm):
    rng, p = random.Random(1), 998244353
    c = [rng.randrange(p) for _ in range(500)]
    f, g = clmodp.Fpx(c, p), clmodp.Fpx(c[:200], p)
    assert f.mul(g, algorithm=algorithm) == f * g
    assert f.gcd(g, algorithm=algorithm) == f.gcd(g)
    assert f.pow(3, algorithm=algorithm) == f * f * f
    assert f.mul(g, algorithm=algorithm) - f == f * g - f
    assert f.mul_part(g, 100, 50, algorithm=algorithm) == (f * g).shift(-100).truncate(50)
    assert f.taylor_shift(5, algorithm=algorithm) == f.taylor_shift(5)
    if algorithm != "schoolbook":
        points = list(range(300))
        values = [g(x) for x in points]
        assert g.evaluate_points(points, algorithm=algorithm) == values
        assert clmodp.Fpx.interpolate(points, values, p, algorithm=algorithm) == g
        m = clmodp.Fpx([3, 0, 0, 1], p)  # x^3 + 3
        assert clmodp.Fpx([1, 1], p).invmod(m, algorithm=algorithm) == (
            clmodp.Fpx([1, 1], p).invmod(m))


def test_wrong():
    f = clmodp.Fpx([1, 2], 7)
    for p in (0, 1, 9, 2**31, 2**62 + 135, -7):
        with pytest.raises(clmodp.InvalidError):
            clmodp.Fpx([1], p)
    with pytest.raises(TypeError, match="0.5 is not an integer"):
        clmodp.Fpx([0.5], 7)
    with pytest.raises(TypeError, match="is not an integer"):  # its text needs the context
        clmodp.Fpx(clmodp.roots("x^2 - 2"), 7)
    with pytest.raises(TypeError):
        f * 3.0
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
        with pytest.raises(TypeError, match="sequence of integers"):
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


@settings(max_examples=30)
@given(st.lists(over(PRIMES), min_size=1, max_size=5))
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
    with pytest.raises(OverflowError, match=r"polynomials\[0\] has the coefficient 4294967297"):
        clmodp.FpxList.of([numpy.array([2**32 + 1])])
    with pytest.raises(clmodp.LimitError, match=r"polynomials\[1\] has the coefficient -1, which"):
        clmodp.FpxList.of([[1], [-1]])
    with pytest.raises(TypeError, match=r"polynomials\[1\]: 1.5 is not an integer"):
        clmodp.FpxList.of([[1], [1, 1.5]])
    with pytest.raises(clmodp.LimitError, match=r"a\[0\] has the coefficient 4294967296, which"):
        clmodp.fpx_mul_batch([clmodp.Fpx([2**32], 2**61 - 1)], [[1]], 7)
    with pytest.raises(TypeError, match=r"a\[0\] must be a sequence of coefficients or an Fpx"):
        clmodp.fpx_mul_batch([3], [[1]], 7)
    f = clmodp.Fpx([1, 2], 7)
    for wrong in (f, 3, "12"):
        with pytest.raises(TypeError, match="b must be a list of polynomials, not "):
            clmodp.fpx_mul_batch([[1]], wrong, 7)
    words = numpy.arange(3, dtype=numpy.uint32)
    assert clmodp.FpxList.of([words, words[1:]]).c.tolist() == [0, 1, 2, 1, 2]
    with pytest.raises(IndexError):
        known[3]
    with pytest.raises(clmodp.InvalidError):
        clmodp.FpxList(known.c, known.begin[:-1])
    with pytest.raises(TypeError):
        clmodp.FpxList(known.c.astype(numpy.int64), known.begin)
    with pytest.raises(clmodp.InvalidError, match="different lengths: 3 and 1 polynomials"):
        clmodp.fpx_mul_batch(known, [[1]], 7)
    with pytest.raises(clmodp.InvalidError, match="p has 2 primes for 3 pairs"):
        clmodp.fpx_mul_batch(known, known, [7, 5])


def test_lists_of_objects():
    pytest.importorskip("numpy")
    f, g, other = clmodp.Fpx([1, 2], 7), clmodp.Fpx("x + 1", 7), clmodp.Fpx([3], 11)
    assert clmodp.FpxList.of([f, [3], other])[0].tolist() == [1, 2]
    assert clmodp.fpx_mul_batch([f, g], [g, [1]], 7)[0].tolist() == [*(f * g).to_list(), 0]
    assert clmodp.fpx_resultant_batch([f, other], (g, [1, 1]), [7, 11]).tolist() == [
        f.resultant(g), 3]
    for a, p in (([f, other], 7), ([f, other], [7, 5])):
        with pytest.raises(clmodp.InvalidError, match=r"^a\[1\] is modulo 11, but p is [57]"):
            clmodp.fpx_mul_batch(a, [[1], [1]], p)


def test_lists_own_their_offsets():
    """Changes of the arrays given to a list never cause reads beyond their ends."""
    numpy = pytest.importorskip("numpy")
    c, begin = numpy.arange(1, 11, dtype=numpy.uint32), numpy.array([0, 4, 7, 10], "u8")
    calls = (clmodp.fpx_mul_batch, clmodp.fpx_divmod_batch, clmodp.fpx_gcd_batch,
             clmodp.fpx_xgcd_batch, clmodp.fpx_resultant_batch)
    known = clmodp.FpxList(c, begin)
    expected = [one.tolist() for one in clmodp.fpx_mul_batch(known, known, 101)]
    begin[2] = 60
    assert [one.tolist() for one in known] == [[1, 2, 3, 4], [5, 6, 7], [8, 9, 10]]
    assert [one.tolist() for one in clmodp.fpx_mul_batch(known, known, 101)] == expected
    with pytest.raises(ValueError):
        known.begin[2] = 60
    wrongs = [0, 4, 60, 10], [0, 7, 4, 10], [0, 4, 7, 11], [1, 4, 7, 10], []
    for wrong in wrongs:
        with pytest.raises(clmodp.InvalidError):
            clmodp.FpxList(c, numpy.array(wrong, "u8"))
    for wrong in (*wrongs, [0, 10]):
        broken = clmodp.FpxList(c, numpy.array([0, 4, 7, 10], "u8"))
        broken.begin = numpy.array(wrong, "u8")
        for call in calls:
            with pytest.raises(clmodp.InvalidError):
                call(broken, known, 101)
            with pytest.raises(clmodp.InvalidError):
                call(known, broken, 101)
    with pytest.raises(clmodp.InvalidError):
        clmodp.FpxList(c, numpy.array([0, -1, 7, 10], "i8"))
    shrinks = array.array("I", range(1, 11))
    known = clmodp.FpxList(shrinks, numpy.array([0, 4, 7, 10], "u8"))
    del shrinks[3:]
    for call in calls:
        with pytest.raises(clmodp.InvalidError):
            call(known, known, 101)

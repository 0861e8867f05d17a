"""Tests of solutions of systems, against constructed ones."""

import importlib.util
import pathlib
import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clmodp

points = st.tuples(st.fractions(-20, 20, max_denominator=9), st.fractions(-20, 20,
                                                                          max_denominator=9))


@given(st.lists(points, min_size=1, max_size=5, unique=True))
def test_points_of_a_grid(known):
    """The zeros of products of x - a and of y - b are all pairs (a, b)."""
    xs, ys = (sorted({point[k] for point in known}) for k in (0, 1))
    f = "*".join(f"({a.denominator}*x - ({a.numerator}))" for a in xs)
    g = "*".join(f"({b.denominator}*y - ({b.numerator}))^2" for b in ys)
    found = clmodp.solve(f, g)
    assert len(found) == len(xs) * len(ys)
    for solution, (a, b) in zip(found, [(a, b) for a in xs for b in ys]):
        assert solution.multiplicity == 2
        assert solution.x.compare(a) == 0 and solution.y.compare(b) == 0
        assert solution.y.compare(b - Fraction(1, 10**9)) == 1
        assert solution.x.low <= a <= solution.x.high
        assert (float(solution.x), float(solution.y)) == (float(a), float(b))


def test_refinement():
    *_, last = clmodp.solve("x^2 + y^2 = 5", "x*y = 1")
    x, y = last.refine(500)
    for low, high in (x.interval, y.interval):
        assert 0 < high - low <= high / 2**500
    assert abs(x.low**2 + y.low**2 - 5) < Fraction(1, 10**100)
    assert x.decimal(30) == "2.18890105931673394201453104757"


def test_complex():
    found = clmodp.solve("x^2 + y^2 + 1", "(x - y)*(x - 2)", complex=True)
    assert [complex(y) for _, y in found[:2]] == pytest.approx([5**.5 * 1j, -5**.5 * 1j])
    assert len(found) == 4 and found[0].x.real == (2, 2) and found[0].y.real == (0, 0)
    low, high = found[0].refine(300).y.imag
    assert low**2 < 5 < high**2 and high - low <= low / 2**300
    assert found[1].y.imag == (-high, -low)
    assert repr(found[2]) == ("<solution (0.707106781186548*i, 0.707106781186548*i)>")
    beside = clmodp.solve("x*y^2", "x*(x - 1)", complex=True, components=True)
    assert str(beside) == "[<solution (1, 0), multiplicity 2>]" and beside.component == "x"


def test_kinds():
    assert len(clmodp.solve({(2, 0): 1, (0, 0): -2}, {(0, 1): 1, (1, 0): -1})) == 2
    sympy = pytest.importorskip("sympy")
    x, y = sympy.symbols("x y")
    found = clmodp.solve(x**2 + y**2 - 2, sympy.Eq(x, y))
    assert [str(solution) for solution in found] == ["<solution (-1, -1)>", "<solution (1, 1)>"]


def test_common_factors():
    with pytest.raises(clmodp.DomainError, match=r"common factor 2\*a - 1,"):
        clmodp.solve("(a - 1/2)*b", "(a - 1/2)*(b + 1)")
    found = clmodp.solve("(a^2 - b)*(a - 1)", "(a^2 - b)*(b - a - 1)", components=True)
    assert [(float(a), float(b)) for a, b in found] == [(1, 2)]
    assert clmodp.resultant(found.component, "a", y="b") == clmodp.resultant("b - a^2", "a", y="b")
    assert clmodp.solve("x - 1", "y", components=True).component is None
    assert clmodp.solve("x", "x*y", components=10**99).component == "x"
    found = clmodp.solve("0", "2*x*y - 4", components=True)
    assert (found, found.component) == ([], "x*y - 2")
    with pytest.raises(clmodp.DomainError, match="every point"):
        clmodp.solve("x - x", "y - y", components=True)


@settings(max_examples=30)
@given(*[st.lists(st.fractions(-20, 20, max_denominator=9), min_size=1, max_size=2, unique=True)
         for _ in range(3)])
def test_points_in_space(xs, ys, zs):
    """The zeros of products of x - a, of y - x - b and of z + y - c."""
    known = sorted((a, a + b, c - a - b) for a in xs for b in ys for c in zs)
    found = clmodp.solve(*("*".join(f"({p} - ({a.numerator})/{a.denominator})" for a in values)
                           for p, values in (("x", xs), ("(y - x)", ys), ("(z + y)", zs))))
    assert len(found) == len(known)
    for solution, point in zip(found, known):
        for one, value in zip(solution, point):
            assert one.compare(value) == 0 and float(one) == float(value)
            assert one.compare(value - Fraction(1, 10**9)) == 1


def test_coordinates_in_space():
    *others, last = clmodp.solve("x^2 + y^2 + z^2 = 3", "x*y = 1", "x - y = z")
    assert len(others) == 3 and repr(last) == (
        "<solution (1.41421356237310, 0.707106781186548, 0.707106781186548)>")
    x, y, z = last.refine(300)
    for one, square in (x, 2), (y, Fraction(1, 2)), (z, Fraction(1, 2)):
        low, high = one.interval
        assert low**2 < square < high**2 and high - low <= high / 2**300
    assert last.x.decimal(30) == "1.41421356237309504880168872421"
    assert (last.x.sign("t^2 - 2"), last.x.sign("t - 1"), last.z.compare(1)) == (0, 1, -1)
    assert [str(one) for one in clmodp.solve("b = 1", "a = 2", "c = a - b")] == [
        "<solution (2, 1, 1)>"]


def test_kinds_in_space():
    expected = ["<solution (-1, 1, -0.5)>", "<solution (1, 1, 0.5)>"]
    assert list(map(repr, clmodp.solve(
        {(2, 0, 0): 1, (0, 0, 0): -1}, {(0, 1, 0): 1, (0, 0, 0): -1},
        {(0, 0, 1): 2, (1, 0, 0): -1}))) == expected
    sympy, flint = pytest.importorskip("sympy"), pytest.importorskip("flint")
    x, y, z = sympy.symbols("x y z")
    for f in x**2 - 1, sympy.Eq(x**2, 1), sympy.Poly(x**2 - 1):
        assert list(map(repr, clmodp.solve(f, y - 1, sympy.Eq(2*z, x)))) == expected
    for context in flint.fmpz_mpoly_ctx, flint.fmpq_mpoly_ctx:
        _, x, y, z = context.get(("t", "x", "y", "z"), "lex").gens()
        assert list(map(repr, clmodp.solve(x**2 - 1, y - 1, 2*z - x))) == expected
    with pytest.raises(TypeError, match="different types: str and fmpq_mpoly"):
        clmodp.solve("x^2 - 1", y - 1, "z - x")


def test_complex_points_in_space():
    found = clmodp.solve("x^2 + 2", "(y - x)^2", "z - x*y", complex=True)
    assert [one.multiplicity for one in found] == [2, 2]
    for one, sign in zip(found, (1, -1)):
        x, y, z = one.refine(80)
        assert isinstance(one, clmodp.ComplexSpaceSolution)
        assert complex(x) == complex(y) == sign * 2**0.5 * 1j and complex(z) == -2
        assert z.imag == (0, 0) and x.real == (0, 0)
    assert repr(found[0]).endswith("multiplicity 2>")
    assert [one.multiplicity for one in clmodp.solve("x^2", "y^3", "z - 1")] == [6]
    assert clmodp.solve("(x*y - 1)^2", "(x*z - 1)^2",
                        "x^2 + x*z - 2")[0].multiplicity is None


def test_failures_in_space():
    for f, g, h, occur in (("x", "y", "x + y", 2), ("1", 2, "x", 1), ("x", "y*t", "z", 4),
                           (1, 2, 3, 0)):
        with pytest.raises(clmodp.InvalidError, match=f"but {occur} occur"):
            clmodp.solve(f, g, h)
    for options in {"components": True}, {"y": "x"}:
        with pytest.raises(clmodp.InvalidError, match="without h"):
            clmodp.solve("x", "y", "z", **options)
    with pytest.raises(clmodp.DomainError, match="values of a in .* infinitely many"):
        clmodp.solve("a - b", "b - c", "c - a")
    assert clmodp.solve("a^2 + 1", "b", "c") == []
    with pytest.raises(clmodp.DomainError, match="terms of highest degree"):
        clmodp.solve("x*y - 1", "x*z - 1", "x^2 + x*z - 2", complex=True)


def test_failures():
    with pytest.raises(clmodp.InvalidError, match="two variables"):
        clmodp.solve("x*y - z", "x + y", y="z")
    with pytest.raises(clmodp.InvalidError):
        clmodp.solve("x", "y").pop().x.refine(-1)


def test_one_variable():
    """Polynomials of a ring in one variable are refused; others need not contain both."""
    sympy, flint = pytest.importorskip("sympy"), pytest.importorskip("flint")
    x = sympy.Symbol("x")
    assert clmodp.solve("x^2 - 1", "x - 2") == clmodp.solve(x**2 - 1, x - 2) == []
    with pytest.raises(clmodp.DomainError, match="common factor x - 1,"):
        clmodp.solve(x**2 - 1, sympy.Poly(x - 1))
    (a,) = flint.fmpz_mpoly_ctx.get(("x",), "lex").gens()
    for f in (flint.fmpz_poly([0, 1]), flint.fmpq_poly([0, 1]), a):
        with pytest.raises(clmodp.InvalidError, match="f and g belong to a ring in one variable"):
            clmodp.solve(f, f - 1)


def test_random_systems():
    """Checks systems by python-flint alone."""
    pytest.importorskip("flint")
    path = pathlib.Path(__file__).parents[2] / "tests" / "peers" / "solutions.py"
    if not path.exists():
        pytest.skip("the checker is not there")
    spec = importlib.util.spec_from_file_location("solutions", path)
    peer = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(peer)

    for seed in range(100):
        chance = random.Random(seed)
        f, g = peer.system(chance)
        if not f or not g:
            continue
        found = clmodp.solve(f, g, y=peer.Y, components=True)

        def printed(bits, found=found):
            return peer.Printed([peer.Box(*(one.refine(bits).interval for one in solution),
                                          solution.multiplicity) for solution in found],
                                found.component)

        assert peer.check(f, g, printed, chance) == len(found)
        found = clmodp.solve(f, g, complex=True, components=True)

        def all_printed(bits, found=found):
            return peer.Printed([peer.Box(*((one.refine(bits).real, one.imag) for one in solution),
                                          solution.multiplicity) for solution in found],
                                found.component)

        assert peer.check(f, g, all_printed, chance, True) == len(found)

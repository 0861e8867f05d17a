"""Tests of curves: products of lines, with known intersections, and examples solved by hand."""

import math
import random
import time
from fractions import Fraction
from pathlib import Path
from typing import Any, Optional

import pytest

import clmodp

flint = pytest.importorskip("flint")
from clmodp import curves  # noqa: E402  pylint: disable=wrong-import-position

Line = tuple[int, int, int]  # a x + b y + c
Terms = dict[tuple[int, int], int]


def product(lines: list[Line]) -> Terms:
    """Returns the curve consisting of these lines."""
    terms = {(0, 0): 1}
    for a, b, c in lines:
        made: Terms = {}
        for (i, j), one in terms.items():
            for key, factor in (((i + 1, j), a), ((i, j + 1), b), ((i, j), c)):
                made[key] = made.get(key, 0) + one * factor
        terms = {key: one for key, one in made.items() if one}
    return terms


def meet(first: Line, second: Line) -> Optional[tuple[Fraction, Fraction]]:
    """Returns the common point of two lines; None if they are parallel."""
    (a, b, c), (d, e, f) = first, second
    det = a * e - b * d
    return (Fraction(b * f - c * e, det), Fraction(c * d - a * f, det)) if det else None


def lines(random_: random.Random, count: int) -> list[Line]:
    """Returns distinct lines: some vertical, some parallel, some concurrent."""
    found: set[Line] = set()
    while len(found) < count:
        a, b, c = (random_.randint(-3, 3) for _ in range(3))
        if a or b:
            scale = math.gcd(a, b, c) * (1 if (a, b) > (0, 0) else -1)
            found.add((a // scale, b // scale, c // scale))
    return sorted(found)


def same(found: list[curves.Point], expected: set[tuple[Fraction, Fraction]]) -> None:
    """Asserts that exactly the expected points were found, each once."""
    wanted = sorted((float(x), float(y)) for x, y in expected)
    assert len(found) == len(wanted)
    for point, (x, y) in zip(sorted(found, key=lambda p: (round(p.x, 9), p.y)), wanted):
        assert point.x == pytest.approx(x, abs=1e-12)
        assert point.y == pytest.approx(y, abs=1e-12)


@pytest.mark.parametrize("seed", range(25))
def test_lines_meet(seed: int) -> None:
    random_ = random.Random(seed)
    all_lines = lines(random_, random_.randint(2, 7))
    random_.shuffle(all_lines)
    cut = random_.randint(1, len(all_lines) - 1)
    first, second = all_lines[:cut], all_lines[cut:]
    expected = {meet(one, other) for one in first for other in second} - {None}
    same(curves.intersections(product(first), product(second)), expected)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", range(15))
def test_lines_turn_where_they_meet(seed: int) -> None:
    random_ = random.Random(1000 + seed)
    curve = [line for line in lines(random_, 5) if line[1]]
    twice = curve + curve[:1]
    expected = {meet(one, other) for k, one in enumerate(curve) for other in curve[:k]} - {None}
    same(curves.critical_points(product(twice)), expected)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", range(10))
def test_branches_of_lines(seed: int) -> None:
    random_ = random.Random(2000 + seed)
    curve = lines(random_, 5)
    places: dict[float, list[float]] = {}
    vertical = []
    for branch in curves.branches(product(curve), (-3, 4), samples=40):
        if math.isinf(branch[0].y):
            vertical.append(branch[0].x)
            continue
        for x, y in branch:
            places.setdefault(x, []).append(y)
    assert sorted(vertical) == pytest.approx(sorted(
        -c / a for a, b, c in curve if b == 0 and -3 <= -c / a <= 4))
    assert not any(b for _, b, _ in curve) or len(places) >= 30
    for x, ys in places.items():
        assert ys == pytest.approx(sorted(-(a * x + c) / b for a, b, c in curve if b), abs=1e-9)


def test_points_of_all_sorts() -> None:
    def rounded(f: Any, g: Any) -> list[tuple[float, float]]:
        return [(round(p.x, 9), round(p.y, 9)) for p in curves.intersections(f, g)]

    assert rounded("x^2 + y^2 - 1", "x*y - 1") == []                      # only complex points
    assert rounded("x^2 + y^2 - 1", "x - 1") == [(1, 0)]                  # a tangent
    assert rounded("y^2 - x^3", "y^2 - 2*x^3") == [(0, 0)]                # two cusps
    assert rounded("(x^2 + y^2)^3 - 4*x^2*y^2", "x*y") == [(0, 0)]        # two singular points
    assert rounded("x*y - 1", "x") == []                                  # at infinity
    assert rounded("x^2 - 2", "7") == []                                  # a constant
    assert rounded("a - b", "a + b - 2") == [(1, 1)]                      # other names
    assert rounded("x^2 + y^2", "x - y/3") == [(0, 0)]                    # an isolated point
    assert rounded("(x - 5*y + 3)^2", "(x - 2)*(y - 1)") == [(2, 1)]      # a line, twice
    assert rounded("(x + y)^2 + 1", "x - y") == []
    assert rounded({(40, 0): 1, (0, 1): -1}, {(0, 1): 1, (0, 0): -2**40}) == [
        (-2, 2**40), (2, 2**40)]


def test_numbers_far_apart() -> None:
    large = curves.intersections({(0, 2): 1, (0, 0): -2 * 10**140}, {(1, 0): 1, (0, 0): -1})
    assert [p.x for p in large] == [1, 1]
    assert [p.y for p in large] == pytest.approx([-1.4142135623730951e70, 1.4142135623730951e70])
    small = curves.intersections({(1, 0): 10**90, (0, 0): -1}, {(0, 1): 10**80, (0, 0): -3})
    assert small == [(pytest.approx(1e-90), pytest.approx(3e-80))]


def test_many_points_on_a_grid() -> None:
    f = product([(1, 0, -k) for k in range(6)])
    g = product([(0, 1, -k) for k in range(7)])
    assert curves.intersections(f, g) == [(i, j) for i in range(6) for j in range(7)]


def test_the_callers_precision_stays() -> None:
    before = flint.ctx.prec
    first = curves.branches("x^2 + y^2 - 1", (-2, 2))
    second = curves.branches("y - x", (0, 1))
    next(first), next(second)
    assert flint.ctx.prec == before
    list(first), list(second)
    assert flint.ctx.prec == before


@pytest.mark.parametrize("f, g", [("x*y", "x"), ("x", "x"), ("0", "x"), ("x", "0"),
                                  ("(x - y)*(x + y)", "(y - x)^2")])
def test_what_has_no_points_of_its_own(f: str, g: str) -> None:
    with pytest.raises(clmodp.DomainError):
        curves.intersections(f, g)


@pytest.mark.parametrize("ends", [(1, 1), (2, 1), (0, math.inf), (math.nan, 1)])
def test_ranges(ends: tuple[float, float]) -> None:
    with pytest.raises(clmodp.InvalidError):
        list(curves.branches("y - x", ends))


def test_pictures(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    from clmodp import plot

    import matplotlib.figure

    for middle in (-10, 0, 1000):
        axes = matplotlib.figure.Figure().add_subplot()
        window = plot.draw(axes, f"x^2 + (y - {middle})^2 - 1")
        circles = [line for line in axes.lines if len(line.get_xdata()) > 8]
        assert len(circles) == 2
        for line in circles:
            for x, y in zip(line.get_xdata(), line.get_ydata()):
                assert x * x + (y - middle)**2 == pytest.approx(1)
                assert window[2] < y < window[3]

    f = tmp_path / "f.txt"
    f.write_text("x^2 + y^2 - 1", encoding="utf-8")
    for name in ("a.svg", "b.png"):
        place = tmp_path / name
        assert plot.main([f"@{f}", "x*(y - x^2)", "--output", str(place)]) == 0
        assert place.stat().st_size > 5000
    place = tmp_path / "n.svg"
    assert plot.main(["t_1 - s^2", "--quiet", "--output", str(place)]) == 0
    assert "<!-- t_1 -->" in place.read_text(encoding="utf-8")
    for number, window in enumerate(("-1/2:1,0:1.5", "-1e307:1e307,1e6:2e6")):
        place = tmp_path / f"w{number}.svg"
        assert plot.main(["y - x^2", f"--window={window}", "--output", str(place)]) == 0
        assert place.stat().st_size > 5000
    for window in ("1:1.0000000000000002,0:1", "0:1,1e-300:2e-300"):
        assert plot.main(["y - x", "--window", window, "--output", str(tmp_path / "c.svg")]) == 1
    assert plot.main(["y - x)", "--output", str(tmp_path / "c.svg")]) == 1
    assert plot.main(["@" + str(tmp_path / "none"), "--output", str(tmp_path / "c.svg")]) == 1
    assert plot.main(["y - x", "--output", str(tmp_path / "c.none")]) == 1
    before = sorted(tmp_path.iterdir())
    for name in (str(tmp_path / "ending"), "-"):
        assert plot.main(["y - x", "--output", name]) == 2
    assert sorted(tmp_path.iterdir()) == before
    assert not list(tmp_path.glob("c.*"))


@pytest.mark.parametrize("ending", ["svg", "png", "pdf"])
def test_same_bytes(ending: str, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    from clmodp import plot

    places = [tmp_path / f"{k}.{ending}" for k in range(2)]
    for place in places:
        assert plot.main(["y^2 - x^3 + x", "--output", str(place)]) == 0
        time.sleep(1.1)  # dates have whole seconds
    assert places[0].read_bytes() == places[1].read_bytes()


def test_names_of_axes() -> None:
    pytest.importorskip("matplotlib")
    from clmodp import plot

    import matplotlib.figure

    for f, y, names in (("b^2 - a", None, ("a", "b")), ("x^2 - y", "x", ("y", "x")),
                        ("t^2 + y", None, ("t", "y")), ({(1, 0): 1, (0, 2): 1}, 0, ("y", "x"))):
        axes = matplotlib.figure.Figure().add_subplot()
        plot.draw(axes, f, y=y)
        assert (axes.get_xlabel(), axes.get_ylabel()) == names
    a, b = flint.fmpz_mpoly_ctx.get(("u", "v"), "lex").gens()
    assert curves.names_of(a - b**2, 0) == ("u", "v")
    assert curves.names_of(a - b**2, 0, "u") == ("v", "u")


def test_powers_of_factors() -> None:
    assert curves.intersections("(x - y)^9", "(x + y - 2)^7*x^5") == [(0.0, 0.0), (1.0, 1.0)]
    assert curves.critical_points("x^300 + y^2 - 1") == [(-1.0, 0.0), (1.0, 0.0)]


def test_too_much_work() -> None:
    pytest.importorskip("matplotlib")
    from clmodp import plot

    import matplotlib.figure

    axes = matplotlib.figure.Figure().add_subplot()
    began = time.perf_counter()
    with pytest.raises(clmodp.LimitError, match="of degree 1500 would have"):
        plot.draw(axes, "x^3000 + x*y + y^2 - 1")
    with pytest.raises(clmodp.LimitError, match="specify a window: a resultant of degrees"):
        plot.draw(axes, "x^1900 + x*y + y^2 - 1")
    assert time.perf_counter() - began < 60


@pytest.mark.filterwarnings("error")
def test_far_away() -> None:
    pytest.importorskip("matplotlib")
    from clmodp import plot

    import matplotlib.figure

    axes = matplotlib.figure.Figure().add_subplot()
    left, right, low, high = plot.draw(axes, "x/10^50 + y^2 - 1")
    assert left < 1e50 < right and low < 0 < high
    assert any(len(line.get_xdata()) > 1 for line in axes.lines)
    with pytest.raises(clmodp.InvalidError, match="specify a window"):
        plot.draw(axes, "x^2 + y^2 - 10^700")


def test_windows() -> None:
    pytest.importorskip("matplotlib")
    from clmodp import plot

    import matplotlib.figure

    axes = matplotlib.figure.Figure().add_subplot()
    assert plot.draw(axes, "y^2 - x^3 + x", window=(-0.5, 0.25, 0, 2)) == (-0.5, 0.25, 0, 2)
    assert (*axes.get_xlim(), *axes.get_ylim()) == (-0.5, 0.25, 0, 2)
    shown = [x for line in axes.lines for x in line.get_xdata() if len(line.get_xdata()) > 8]
    assert -0.5 <= min(shown) < -0.49 and max(shown) < 0.01  # no real points from 0 to 1
    assert plot.read_window("-2:2,-3/2:1.5") == (-2, 2, -1.5, 1.5)
    assert plot.read_window("+1/3:1e2,-1E-3:0") == (1 / 3, 100, -0.001, 0)
    for text in ("", "0:1", "0:1,0:1,", "0:1,0:1:2", "1:0,0:1", "0:1,1/2:2/4", "nan:1,0:1",
                 "0:inf,0:1", "0:1e999,0:1", "1/0:2,0:1", "1.5/2:1,0:1", " 0:1,0:1", "0:1_0,0:1",
                 "-1e308:1e308,0:1", f"0:{'9' * 999},0:1", f"0:{'9' * 999}/1,0:1", "0:\u0661,0:1"):
        with pytest.raises(SystemExit) as stopped:
            plot.main(["y - x", f"--window={text}"])
        assert stopped.value.code == 2

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


def same(found: list[clmodp.Solution], expected: set[tuple[Fraction, Fraction]]) -> None:
    """Asserts that exactly the expected points were found, each once."""
    assert len(found) == len(expected)
    for (x, y), wanted in zip(found, sorted(expected)):
        assert (x.compare(wanted[0]), y.compare(wanted[1])) == (0, 0)


def floats(found: list[clmodp.Solution]) -> list[tuple[float, float]]:
    """Returns points with rounded coordinates."""
    return [(float(x), float(y)) for x, y in found]


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


@pytest.mark.parametrize("seed", range(15))
def test_lines_are_singular_where_they_meet(seed: int) -> None:
    random_ = random.Random(2000 + seed)
    curve = lines(random_, 5)
    expected = {meet(one, other) for k, one in enumerate(curve) for other in curve[:k]} - {None}
    same(curves.singular_points(product(curve + curve[:2])), expected)  # type: ignore[arg-type]


@pytest.mark.parametrize("f, points", [
    ("7", []), ("x - 3", []), ("x^2 + y^2 - 1", []), ("x^2 + 1", []), ("x^2 + y^2", [(0, 0)]),
    ("(x^2 + y^2)*(x^2 + 2*y^2)*((x - 1)^2 + 3*y^2)", [(0, 0), (1, 0)]),  # isolated
    ("y^2 - x^3", [(0, 0)]), ("y^2 - x^2*(x + 1)", [(0, 0)]), ("(y - x^2)*(y - 2*x^2)", [(0, 0)]),
    ("(x^2 + y^2 - 1)^3 + 27*x^2*y^2", [(-1, 0), (0, -1), (0, 1), (1, 0)]),
    ("(y - x^2)^2*(y - 1)", [(-1, 1), (1, 1)])])
def test_singular_points(f: str, points: list[tuple[int, int]]) -> None:
    same(curves.singular_points(f), set(points))  # type: ignore[arg-type]


def roots_of(rows: list[list[int]], at: Fraction, low: float, high: float) -> list[float]:
    """Returns the zeros in a range of a polynomial, given by its coefficients, polynomials in
    another variable with this value. They are found independently, from complex roots."""
    values = [sum(c * at**k for k, c in enumerate(row)) for row in rows]
    scale = math.lcm(*(value.denominator for value in values))
    p = flint.fmpz_poly([int(value * scale) for value in values])
    found = p.complex_roots() if p.degree() > 0 else []
    return [float(root.real) for root, _ in found if root.imag == 0 and low < root.real < high]


def distance(point: tuple[float, float], line: list[curves.Point], size: tuple[float, float],
             ) -> float:
    """Returns the distance of a point from a polygon, in pixels of this size."""
    places = [complex((x - point[0]) / size[0], (y - point[1]) / size[1]) for x, y in line]
    best = min(map(abs, places))
    for begin, end in zip(places, places[1:]):
        if (along := end - begin) != 0:
            share = min(max(-(begin * along.conjugate()).real / abs(along)**2, 0.0), 1.0)
            best = min(best, abs(begin + share * along))
    return best


def agree(terms: Terms, window: curves.Window, seed: int = 1, samples: int = 12) -> None:
    """Asserts that each point of a curve above random x and beside random y is drawn, and that a
    point of the curve is near each of some points drawn."""
    random_ = random.Random(seed)
    left, right, low, high = window
    size = (right - left) / 600, (high - low) / 600
    drawn = list(curves.branches(terms, window))
    rows = [[[0] * (1 + max(key[place] for key in terms))
             for _ in range(1 + max(key[1 - place] for key in terms))] for place in (0, 1)]
    for (i, j), c in terms.items():
        rows[0][j][i] = rows[1][i][j] = c

    def above(x: float, low: float = low, high: float = high) -> list[tuple[float, float]]:
        return [(x, y) for y in roots_of(rows[0], Fraction(x), low, high)]

    def beside(y: float, left: float = left, right: float = right) -> list[tuple[float, float]]:
        return [(x, y) for x in roots_of(rows[1], Fraction(y), left, right)]

    for _ in range(samples):
        for point in above(random_.uniform(left, right)) + beside(random_.uniform(low, high)):
            assert min((distance(point, line, size) for line in drawn), default=99) < 1, point
    points = [point for line in drawn for point in line]
    for x, y in random_.sample(points, min(samples, len(points))):
        assert above(x, y - size[1], y + size[1]) or beside(y, x - size[0], x + size[0]) or (
            (x, y) in [line[0] for line in drawn if len(line) == 1])


UNIT = (-1, 1, -1, 1)
EPSILON = "(x - 1/10^{0})*(x + 1/10^{0})"


@pytest.mark.parametrize("f, window", [
    ("y^2 - 10^10*x", UNIT), ("x^2 + y^2/10^12 - 1/4", UNIT), ("y^3 - 10^20*x", UNIT),
    ("y^2 - 10^8*x", UNIT), ("(y - 10^30*(x - 1/3))*(x - 10^9*(y - 1/7)^2)", UNIT),
    ("x^2 - y^2/10^20 - 1", (-2, 2, -2, 2)),
    ("y*(1 + 10^20*(x - 1/3)^2) - 1", UNIT),            # a peak
    ("y^2*(x^2 + 1/10^40) - x^2", (-2, 2, -2, 2)),      # a jump at a node
    (f"y^2 - x*(x - 1)*{EPSILON.format(9)}*(x - 1 - 1/10^9)*(x - 1 + 1/10^9)", UNIT),
    (f"y^2 - x^3*{EPSILON.format(36)}*(x - 1/10^9)", (-0.3, 1, -0.1, 0.5)),
    ("(x^2 + y^2)^3 - 4*x^2*y^2", (-1.1, 1, -1, 1.2)), ("(x*y - 1)*(x^2 - y)*(x - 1/2)", UNIT),
    ("x^2*(x - 1) - y^3*x + 1/100", (-2, 2, -1, 2)), ("(x^2 - 1)*(y^2 - 1)", (-2, 2, -1.5, 3)),
    ("x*y + y^3 - y^5", UNIT), ("x^40 + x*y + y^2 - 1", (-2, 2, -2, 2)),
    ("y^40 + x*y + x^2 - 1", (-2, 2, -2, 2))])
def test_every_branch(f: str, window: curves.Window) -> None:
    agree(curves.terms_of(f)[0], window)


@pytest.mark.parametrize("seed", range(5))
def test_random_curves(seed: int) -> None:
    random_ = random.Random(3000 + seed)
    degree = random_.randint(2, 6)
    agree({(i, j): random_.randint(-9, 9) or 1 for i in range(degree + 1)
           for j in range(degree + 1 - i)}, (-2.5, 2.5, -3, 1.5), seed, 12)


@pytest.mark.parametrize("seed", range(5))
def test_branches_of_lines(seed: int) -> None:
    random_ = random.Random(2000 + seed)
    agree(product(lines(random_, 5)), (-3, 4, -4, 4), seed, 12)


def test_branches_meet() -> None:
    """The ends of the branches of a circle, a node and a cusp are the same points."""
    for f, count in (("x^2 + y^2 - 1", 4), ("y^2 - x^2*(x + 1)", 6), ("y^2 - x^3", 2)):
        drawn = list(curves.branches(f, (-1.5, 1.1, -1.6, 1.6)))
        ends = [line[k] for line in drawn for k in (0, -1) if abs(line[k].x) < 1.05]
        assert len(drawn) == count
        assert all(ends.count(end) >= 2 for end in ends)
    assert list(curves.branches("x^2 + y^2", UNIT)) == [[(0, 0)]]
    assert list(curves.branches("(3*x - 1)^2 + (7*y - 2)^2", UNIT)) == [[(1 / 3, 2 / 7)]]
    assert not list(curves.branches("x^2 + y^2 + 1", UNIT))


def test_points_of_all_sorts() -> None:
    def rounded(f: Any, g: Any) -> list[tuple[float, float]]:
        return [(round(x, 9), round(y, 9)) for x, y in floats(curves.intersections(f, g))]

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
    large = floats(curves.intersections({(0, 2): 1, (0, 0): -2 * 10**140},
                                        {(1, 0): 1, (0, 0): -1}))
    assert large == [(1, -1.4142135623730951e70), (1, 1.4142135623730951e70)]
    small = curves.intersections({(1, 0): 10**90, (0, 0): -1}, {(0, 1): 10**80, (0, 0): -3})
    assert floats(small) == [(1e-90, 3e-80)]


def test_many_points_on_a_grid() -> None:
    f = product([(1, 0, -k) for k in range(6)])
    g = product([(0, 1, -k) for k in range(7)])
    assert floats(curves.intersections(f, g)) == [(i, j) for i in range(6) for j in range(7)]


def test_the_callers_precision_stays() -> None:
    before = flint.ctx.prec
    first = curves.branches("x^2 + y^2 - 1", (-2, 2, -2, 2))
    second = curves.branches("y - x", (0, 1, 0, 1))
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
        list(curves.branches("y - x", (*ends, 0, 1)))
    with pytest.raises(clmodp.InvalidError):
        list(curves.branches("y - x", (0, 1, *ends)))


def test_pictures(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    from clmodp import plot

    import matplotlib.figure

    for middle in (-10, 0, 1000):
        axes = matplotlib.figure.Figure().add_subplot()
        window = plot.draw(axes, f"x^2 + (y - {middle})^2 - 1")
        circle, = [line for line in axes.lines if len(line.get_xdata()) > 8]
        for x, y in zip(circle.get_xdata(), circle.get_ydata()):
            assert math.isnan(x) or x * x + (y - middle)**2 == pytest.approx(1)
            assert math.isnan(x) or window[2] < y < window[3]
        assert axes.get_aspect() == 1

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
    found = curves.intersections("(x - y)^9", "(x + y - 2)^7*x^5")
    assert [(*point, s.multiplicity) for point, s in zip(floats(found), found)] == [
        (0.0, 0.0, 45), (1.0, 1.0, 63)]
    assert floats(curves.critical_points("x^300 + y^2 - 1")) == [(-1.0, 0.0), (1.0, 0.0)]


def test_too_much_work() -> None:
    pytest.importorskip("matplotlib")
    from clmodp import plot

    import matplotlib.figure

    axes = matplotlib.figure.Figure().add_subplot()
    began = time.process_time()
    with pytest.raises(clmodp.LimitError, match="specify a window: .* degree 40000"):
        plot.draw(axes, "x^40000 + x*y + y^2 - 1")
    with pytest.raises(clmodp.LimitError, match="specify a window: .* predicted to take"):
        plot.draw(axes, "x^900*y^900 + 7*x^740*y^500 + 3*x^450*y^890 + x^3*y^5 + x*y - 1")
    for f, more in (("x^40000 + x*y + y^2 - 1", {"window": (-1, 1, -1, 1)}),
                    ("x^20000 + x*y + y^2 - 1", {"seconds": 1})):
        said: list[str] = []
        plot.draw(axes, f, report=said.append, **more)
        assert any("is not drawn but in points" in each for each in said)
        assert any(len(line.get_xdata()) > 100 for line in axes.lines)
    assert time.process_time() - began < 30


@pytest.mark.filterwarnings("error")
def test_far_away() -> None:
    pytest.importorskip("matplotlib")
    from clmodp import plot

    import matplotlib.figure

    axes = matplotlib.figure.Figure().add_subplot()
    said: list[str] = []
    left, right, low, high = plot.draw(axes, "x/10^50 + y^2 - 1", report=said.append)
    assert left < 1e50 < right and low < 0 < high and "scales differ" in said[0]
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
    shown = [x for x in shown if not math.isnan(x)]
    assert -0.53 < min(shown) < -0.49 and max(shown) < 0.01  # no real points from 0 to 1
    assert plot.read_window("-2:2,-3/2:1.5") == (-2, 2, -1.5, 1.5)
    assert plot.read_window("+1/3:1e2,-1E-3:0") == (1 / 3, 100, -0.001, 0)
    for text in ("", "0:1", "0:1,0:1,", "0:1,0:1:2", "1:0,0:1", "0:1,1/2:2/4", "nan:1,0:1",
                 "0:inf,0:1", "0:1e999,0:1", "1/0:2,0:1", "1.5/2:1,0:1", " 0:1,0:1", "0:1_0,0:1",
                 "-1e308:1e308,0:1", f"0:{'9' * 999},0:1", f"0:{'9' * 999}/1,0:1", "0:\u0661,0:1"):
        with pytest.raises(SystemExit) as stopped:
            plot.main(["y - x", f"--window={text}"])
        assert stopped.value.code == 2


def test_samples_are_points_of_the_curve() -> None:
    curves = pytest.importorskip("clmodp.curves")
    window, pixels = (-2.0, 2.0, -1.5, 1.5), (400.0, 300.0)
    for f, place in (("x^2 + y^2 - 1", 0), ("y^2 - x^3 + x", 0), ("x - y^3 + y", 1)):
        terms = curves.terms_of(f, y="y")[0]
        points = list(curves.samples(terms, window, pixels, curves.Solver()))
        assert len(points) > 100
        for point in points:
            value = sum(c * point.x**i * point.y**j for (i, j), c in terms.items())
            assert abs(value) < 1e-9 and abs(point.x) < 2.1 and abs(point.y) < 1.6
        ordered = sorted(point[place] for point in points[:9])
        assert max(b - a for a, b in zip(ordered, ordered[1:])) < 1.3  # far apart at first


def test_what_pictures_say(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib")
    from clmodp import plot

    def said(*arguments: str) -> str:
        assert plot.main([*arguments, "--output", str(tmp_path / "a.svg")]) == 0
        return capsys.readouterr().err

    assert "x\u00b2 + y\u00b2 + 1 = 0 has no real point" in said("x^2 + y^2 + 1")
    assert "x + y = 0 has no point in this window" in said("y-x^2", "y+x", "--window=1:2,0:3")
    assert "no real point in common" in said("y - x^2 - 1000", "y + x")
    for window in [], ["--window=-1:1,-1:1"]:
        assert said("x*y", "x*(x + y - 1)", *window) == (
            "clmodp plot: the curves have a component in common, on which points are not marked\n")
    assert "scales differ" in said("y - x", "--window=0:100,0:1")
    assert "not drawn but in points: 1e-09 seconds" in said("y - x", "--window=0:1,0:1",
                                                            "--seconds=1e-9")
    for quiet in (["y^2 - x", "y - 2"], ["(x^2 - 1)*(y^2 - 1)"], ["x^2 + y^2 + 1", "--quiet"]):
        assert not said(*quiet)
    late = said("y^2 - x^3 + x", "--seconds=1e-9")
    for reason in "specify a window, or more time", "- x = 0 is not drawn but in points":
        assert reason in late
    said("y^2 - x^3 + x", "--title=A title", "--labels", "--size=800x400")
    text = (tmp_path / "a.svg").read_text(encoding="utf-8")
    assert 'width="576pt" height="288pt"' in text
    for shown in ("A title", "x\u00b3 - y\u00b2 - x = 0", "critical points", "(-1, 0)"):
        assert f"<!-- {shown} -->" in text
    for size in ("", "99x100", "800", "800x10001", "axb"):
        with pytest.raises(SystemExit):
            plot.main(["y - x", f"--size={size}"])


def test_shapes() -> None:
    """Default windows show tiny ovals and steep branches; scales are equal otherwise."""
    pytest.importorskip("matplotlib")
    from clmodp import plot

    import matplotlib.figure

    def drawn(*arguments: Any, **more: Any) -> tuple[Any, curves.Window, list[str]]:
        axes, said = matplotlib.figure.Figure().add_subplot(), []
        return axes, plot.draw(axes, *arguments, report=said.append, **more), said

    axes, window, said = drawn("y^2 - (x^3 - x^2 - 384*x - 2772)")
    assert window[0] < -11 and window[1] > 23 and window[3] > 100 and "steep" in said[0]
    axes, window, said = drawn("(x^2 + y^2)^2 - x^2 + y^2")
    assert axes.get_aspect() == 1 and not said
    axes, window, said = drawn("x^2 + y^2 - 1", window=(-3, 3, -1.2, 1.2))
    assert axes.get_aspect() == 1 and not said
    axes, window, said = drawn("x^2 + y^2 - 1", window=(-3, 3, -1.2, 1.2), stretch=True)
    assert axes.get_aspect() == "auto" and not said
    axes, window, said = drawn(f"y^2 - x*{EPSILON.format(36)}*(x - 1)")
    assert window[0] < 0 and window[1] > 1 and window[3] - window[2] > 0.5
    for f, g in (("y - x^2 - 1000", "y + x"), ("(x^2 + y^2 - 1/10^18)*(y - x - 5)", None),
                 ("(x - 100)*(y - 100) - 1", None), ("x - 3", "y*(x^2 + 1) - 7")):
        axes, window, said = drawn(f, g)
        assert not any("no point" in each for each in said)
    assert len(curves.critical_points("(x^2 - 1)*(y^2 - 1)")) == 4


def test_high_degree() -> None:
    pytest.importorskip("matplotlib")
    from clmodp import plot

    import matplotlib.figure

    shares: list[float] = []
    began = time.process_time()
    plot.draw(matplotlib.figure.Figure().add_subplot(), "x^600 + x*y + y^2 - 1",
              progress=shares.append)
    assert time.process_time() - began < 10
    assert len(shares) > 100 and 0 <= min(shares) < max(shares) <= 1


def test_prime_fields_have_no_curves():
    x, y = flint.nmod_mpoly_ctx.get(("x", "y"), modulus=7).gens()
    for call, given in ((curves.intersections, (y - x, y + x)), (curves.critical_points, (y,))):
        with pytest.raises(clmodp.InvalidError, match="real coefficients, not modulo 7"):
            call(*given)

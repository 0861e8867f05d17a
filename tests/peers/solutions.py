#!/usr/bin/env python3
"""Proves the solutions of random systems, printed by clmodp solve, by python-flint alone.

Usage: solutions.py PROGRAM [--complex] [--count N] [--seed S]
  PROGRAM    such as build/src/cli/clmodp
  --complex  all solutions, not only the real ones

After a shear x -> t - s*y by a random s, each solution (x, y) is a root t = x + s*y of the
resultant in y, of the same multiplicity, unless two solutions have the same t. Of N complex
solutions no two do, except with a probability below N^2 / 2^41 over the choice of s. Conjugate
solutions have conjugate t, so that real roots t belong to real solutions. So boxes are right if
their t are all (real) roots, one for each box, with the multiplicities of the roots; and if the
boxes are disjoint and in order. Of complex ones those of real roots are real, conjugates are
adjacent, and intervals of parts are 0 or do not contain it.

With a common factor h of f and g the printed component is compared with it, and boxes with the
solutions of f/h and g/h that are not on the curve of h. Those on it have t of common zeros of h
and a random combination of f/h and g/h; other ones do not, except with a small probability.

Prints each failure, and a summary; exits with 1 after a failure, also of the check itself, and
with 77 without python-flint."""
from __future__ import annotations

import argparse
import json
import random
import re
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from functools import partial
from typing import Any, Callable, NamedTuple

try:
    import flint
except ImportError:
    print('python-flint is missing')
    sys.exit(77)

RING = flint.fmpz_mpoly_ctx.get(('x', 'y'), 'lex')
X, Y = RING.gens()
SHEAR_BITS = 40
MOST_BITS = 100_000


class Box(NamedTuple):
    """A printed solution. Complex x and y are intervals of the real and the imaginary part."""

    x: Any
    y: Any
    multiplicity: int


class Printed(NamedTuple):
    """What the program prints: solutions, and a common factor or None."""

    boxes: list[Box]
    component: Any


class Wrong(Exception):
    """A defect of printed solutions."""


# ---- the check ----


def at_shear(f: Any, t: int, s: int) -> Any:
    """Returns f(t - s*y, y), by Horner's rule."""
    rows: dict[int, dict[int, Any]] = {}
    for (i, j), c in f.to_dict().items():
        rows.setdefault(int(i), {})[int(j)] = c
    found = flint.fmpz_poly()
    for i in range(max(rows), -1, -1):
        row = rows.get(i, {})
        found = found * flint.fmpz_poly([t, -s]) + flint.fmpz_poly(
            [row.get(j, 0) for j in range(max(row, default=-1) + 1)])
    return found


def sheared_resultant(f: Any, g: Any, s: int) -> Any:
    """Returns the resultant in y of f(x - s*y, y) and g(x - s*y, y), whose leading coefficients in
    y must be constant; None otherwise. Its values at 0, 1, ... give its Newton form, with integer
    coefficients."""
    most = [one.total_degree() for one in (f, g)]
    if any(at_shear(one, 0, s).degree() != degree for one, degree in zip((f, g), most)):
        return None
    rest = [at_shear(f, t, s).resultant(at_shear(g, t, s)) for t in range(most[0] * most[1] + 1)]
    newton = []
    for k in range(len(rest)):
        newton.append(rest[0])
        rest = [(b - a) // (k + 1) for a, b in zip(rest, rest[1:])]
    found = flint.fmpz_poly()
    for k, c in reversed(list(enumerate(newton))):
        found = found * flint.fmpz_poly([-k, 1]) + c
    return found


def ball(interval: Any) -> Any:
    """Returns a ball that contains an interval or a pair of them."""
    if isinstance(interval[0], tuple):
        return flint.acb(*map(ball, interval))
    low, high = (flint.arb(flint.fmpq(end.numerator, end.denominator)) for end in interval)
    return low.union(high)


def value(f: Any, x: Any, y: Any) -> Any:
    """Returns f(x, y) as a ball."""
    return sum((c * x**int(i) * y**int(j) for (i, j), c in f.to_dict().items()), flint.arb(0))


def in_order(a: Box, b: Box) -> bool:
    """Tests whether a box is disjoint from the next one, and before it."""
    return a.x[1] < b.x[0] or a.x == b.x and a.y[1] < b.y[0]


def is_real(box: Box) -> bool:
    """Tests whether both parts of a complex solution are real."""
    return box.x[1] == box.y[1] == (0, 0)


def apart(a: Any, b: Any) -> bool:
    """Tests whether intervals, or pairs of them, are disjoint."""
    if isinstance(a[0], tuple):
        return any(map(apart, a, b))
    return a[1] < b[0] or b[1] < a[0]


def check_complex_order(boxes: list[Box]) -> None:
    """Checks the order of complex solutions, and that their boxes are disjoint."""
    real = [Box(box.x[0], box.y[0], 1) for box in boxes if is_real(box)]
    if not all(map(is_real, boxes[:len(real)])):
        raise Wrong('real solutions are not first')
    check_order(real)
    for k in range(len(real), len(boxes), 2):
        first, second = boxes[k], boxes[k + 1]
        for a, b in ((first.x, second.x), (first.y, second.y)):
            if a[0] != b[0] or a[1] != (-b[1][1], -b[1][0]):
                raise Wrong(f'{first} and {second} are not conjugate')
        if (first.x[1] if first.x[1] != (0, 0) else first.y[1])[0] <= 0:
            raise Wrong(f'{first} is the second one of its pair')
    for k, a in enumerate(boxes):
        if any(low <= 0 <= high and low != high for low, high in (*a.x, *a.y)):
            raise Wrong(f'a part of {a} may be 0')
        if not all(apart(a.x, b.x) or a.x == b.x and apart(a.y, b.y) for b in boxes[:k]):
            raise Wrong(f'{a} is not apart from another box')


def check_order(boxes: list[Box]) -> None:
    """Checks the order of real solutions, and that their boxes are disjoint."""
    for a, b in zip(boxes, boxes[1:]):
        if not in_order(a, b):
            raise Wrong(f'{a} and {b} are neither apart nor one above the other')


def match(boxes: list[Box], r: Any, s: int, bits: int, complex_too: bool) -> bool | None:
    """Compares the boxes with the roots of the sheared resultant. Returns None if more bits are
    needed."""
    with flint.ctx.workprec(bits):
        roots = [(root if complex_too else root.real, m) for root, m in r.complex_roots()
                 if complex_too or root.imag == 0]
        if len(roots) != len(boxes):
            raise Wrong(f'{len(boxes)} solutions are printed, but there are {len(roots)}')
        found = []
        for box in boxes:
            t = ball(box.x) + s * ball(box.y)
            near = [k for k, (root, _) in enumerate(roots) if t.overlaps(root)]
            if not near:
                raise Wrong(f'there is no solution in {box}')
            if len(near) > 1:
                return None
            if complex_too and (roots[near[0]][0].imag == 0) != is_real(box):
                raise Wrong(f'{box} is real, or not known as real')
            if roots[near[0]][1] != box.multiplicity:
                raise Wrong(f'{box} has multiplicity {roots[near[0]][1]}')
            found += near
        if len(set(found)) != len(boxes):
            raise Wrong('two boxes have the same solution')
    return True


def beside(r: Any, pair: tuple[Any, Any], h: Any, s: int, chance: random.Random) -> Any:
    """Returns r without the roots of solutions of a pair on the curve of h."""
    on = None
    while on is None or not on:
        mixed = sum(one * line(chance) for one in pair)
        on = sheared_resultant(mixed, h, s) if mixed.total_degree() > 0 else None
    while r.gcd(on).degree() > 0:
        r //= r.gcd(on)
    return r


def projected(f: Any, g: Any, chance: random.Random) -> tuple[Any, int]:
    """Returns the resultant of f and g after a random shear, and the shear."""
    s, r = chance.getrandbits(SHEAR_BITS), None
    while r is None:
        s += 1
        r = sheared_resultant(f, g, s)
    return r, s


def check(f: Any, g: Any, solve: Callable[[int], Printed], chance: random.Random,
          complex_too: bool = False) -> int:
    """Checks the real or complex solutions of a system; solve(bits) returns what is printed.
    Returns the number of solutions."""
    boxes, component = solve(128)
    h = f.gcd(g)
    h //= h.content()
    if component is None and h.total_degree() > 0 or component not in (None, h, -h):
        raise Wrong(f'f and g have the common factor {h}, not {component}')
    pair = f // h, g // h
    if min(one.total_degree() for one in pair) == 0:
        if boxes:
            raise Wrong('there is no solution')
        return 0
    r, s = projected(*pair, chance)
    if h.total_degree() > 0:
        r = beside(r, pair, h, s, chance)
    bits = 256
    while (r.degree() == 0 and boxes or
           r.degree() > 0 and not match(boxes, r, s, bits, complex_too)):
        bits *= 4
        if bits > MOST_BITS or r.degree() == 0:
            raise Wrong('the boxes cannot be told apart')
        boxes = solve(bits).boxes
    (check_complex_order if complex_too else check_order)(boxes)
    with flint.ctx.workprec(4 * bits):
        for box in boxes:
            if not all(value(one, ball(box.x), ball(box.y)).contains(0) for one in pair):
                raise Wrong(f'there is no solution in {box}')
    return len(boxes)


# ---- random systems ----


def line(chance: random.Random) -> Any:
    """Returns a line, in few directions and places."""
    while True:
        a, b, c = (chance.randint(-3, 3) for _ in range(3))
        if a or b:
            return a * X + b * Y + c


def circle(chance: random.Random) -> Any:
    """Returns a circle or an ellipse with a centre of small integers; perhaps without points."""
    a, b = X - chance.randint(-2, 2), Y - chance.randint(-2, 2)
    return chance.choice((1, 1, 2, 4)) * a * a + b * b - chance.randint(-1, 5)


def terms(chance: random.Random, degree: int, count: int, bits: int) -> Any:
    """Returns a polynomial with at most so many terms."""
    found = RING.from_dict({})
    for _ in range(count):
        i = chance.randint(0, degree)
        found += (chance.getrandbits(bits) - (1 << bits >> 1)) * X**i * Y**chance.randint(
            0, degree - i)
    return found


def product(chance: random.Random) -> Any:
    """Returns a product of powers of lines and circles."""
    found = chance.choice((1, -1, 3)) * line(chance)**chance.choice((1, 1, 2, 3))
    for _ in range(chance.randint(0, 3)):
        found *= chance.choice((line, circle))(chance)
    return found


def tangent(chance: random.Random) -> tuple[Any, Any]:
    """Returns curves that meet with a high multiplicity in a point."""
    k = chance.randint(2, 20)
    a, b = X - chance.randint(-2, 2), Y - chance.randint(-2, 2)
    f = b - chance.randint(1, 3) * a**k
    g = b * chance.choice((Y**0, line(chance), circle(chance)))
    return (f, g + f * terms(chance, 2, 2, 3)) if k < 10 else (f, g)


def system(chance: random.Random) -> tuple[Any, Any]:
    """Returns two polynomials of one of many kinds."""
    kind = chance.randrange(8)
    if kind == 0:
        return product(chance), product(chance)
    if kind == 1:
        return tangent(chance)
    if kind == 2:  # critical points of a curve
        f = product(chance) if chance.random() < 0.5 else terms(chance, 5, 6, 4)
        return f, f.derivative(chance.randrange(2)) + chance.randrange(2)
    if kind == 3:  # both through one singular point
        f, g = (sum((chance.randint(-3, 3) * X**i * Y**j for i in range(4) for j in range(4)
                     if 2 <= i + j <= 3), 0 * X) for _ in range(2))
        a, b = (chance.randint(-2, 2) for _ in range(2))
        return f.compose(X - a, Y - b), g.compose(X - a, Y - b)
    if kind == 4:  # solutions very close to each other, or far away
        far = 10**chance.randint(5, 60)
        return (far * (X - 1)**2 - chance.randint(0, 2)) * line(chance), product(chance)
    if kind == 5:
        degree = chance.choice((1, 2, 2, 3, 3, 4, 5, 6, 8, 12))
        bits = chance.choice((2, 4, 16, 100, 500))
        return tuple(terms(chance, degree, chance.choice((2, 3, 4, 6, 30)), bits)
                     for _ in range(2))
    if kind == 6:  # roots on circles and on both axes
        m, n = chance.randint(1, 6), chance.randint(1, 5)
        return (X**m - chance.randint(-4, 4) * Y**chance.randrange(3),
                Y**n + chance.choice((0, 1, 2)) * X**n - chance.randint(-9, 9))
    return terms(chance, 3, 5, 2), product(chance)


def text(f: Any) -> str:
    """Returns a polynomial as clmodp reads it."""
    return str(f)


def coordinate(read: Any) -> Any:
    """Returns the interval or intervals of a coordinate in JSON."""
    if isinstance(read, dict):
        return coordinate(read['real']), coordinate(read['imaginary'])
    return tuple(map(Fraction, read))


def solved(program: str, more: list[str], f: Any, g: Any, bits: int) -> Printed:
    """Returns the solutions and the common factor that the program prints."""
    done = subprocess.run([program, 'solve', *more, '--quiet', '--format', 'json', '--precision',
                           str(bits), '--components', '--engine', 'host', '--threads', '1',
                           text(f), text(g)], capture_output=True, text=True, check=False)
    if done.returncode:
        raise Wrong(done.stderr.strip())
    read = json.loads(done.stdout)
    component = read.get('component')
    if component is not None and re.fullmatch(r'[-+*^xy0-9 ]+', component):
        component = eval(component.replace('^', '**'), {'x': X, 'y': Y})
    return Printed([Box(*(coordinate(solution[name]) for name in ('x', 'y')),
                        solution['multiplicity']) for solution in read['solutions']], component)


def check_seed(program: str, complex_too: bool, seed: int) -> tuple[int, str]:
    """Checks a random system; returns the number of its solutions, and a defect or ''."""
    chance = random.Random(seed)
    f, g = system(chance)
    if len({k for part in (f, g) for key in part.to_dict() for k in (0, 1) if key[k]}) < 2 or (
            not f or not g):
        return 0, ''
    try:
        more = ['--complex'] if complex_too else []
        return check(f, g, partial(solved, program, more, f, g), chance, complex_too), ''
    except Wrong as wrong:
        return 0, f'seed {seed}: {text(f)}, {text(g)}: {wrong}'


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split('\n', maxsplit=1)[0])
    parser.add_argument('program')
    parser.add_argument('--complex', action='store_true')
    parser.add_argument('--count', type=int, default=1000)
    parser.add_argument('--seed', type=int, default=1)
    wanted = parser.parse_intermixed_args()
    failed, solutions, checked = 0, 0, 0
    with ProcessPoolExecutor(2) as pool:
        for found, wrong in pool.map(partial(check_seed, wanted.program, wanted.complex),
                                     range(wanted.seed, wanted.seed + wanted.count),
                                     chunksize=16):
            checked, solutions, failed = checked + 1, solutions + found, failed + bool(wrong)
            if wrong:
                print(wrong, flush=True)
    print(f'{checked} systems, {solutions} solutions, {failed} wrong')
    sys.exit(failed > 0)


if __name__ == '__main__':
    main()

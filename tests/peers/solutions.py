#!/usr/bin/env python3
"""Proves the solutions of random systems, printed by clmodp solve, by python-flint alone.

Usage: solutions.py PROGRAM [--count N] [--seed S]     PROGRAM: such as build/src/cli/clmodp

After a shear x -> t - s*y by a random s, each solution (x, y) is a root t = x + s*y of the
resultant in y, of the same multiplicity, unless two solutions have the same t. Of N complex
solutions no two do, except with a probability below N^2 / 2^41 over the choice of s. Conjugate
solutions have conjugate t, so that real roots t belong to real solutions. So boxes are right if
their t are all real roots, one for each box, with the multiplicities of the roots; and if the
intervals are disjoint and in order. Prints each failure, and a summary; exits with 1 after a
failure, also of the check itself."""
from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

import flint

RING = flint.fmpz_mpoly_ctx.get(('x', 'y'), 'lex')
X, Y = RING.gens()
SHEAR_BITS = 40
MOST_BITS = 100_000


class Box(NamedTuple):
    """A printed solution."""

    x: tuple[Fraction, Fraction]
    y: tuple[Fraction, Fraction]
    multiplicity: int


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


def ball(interval: tuple[Fraction, Fraction]) -> Any:
    """Returns a ball that contains an interval."""
    low, high = (flint.arb(flint.fmpq(end.numerator, end.denominator)) for end in interval)
    return low.union(high)


def value(f: Any, x: Any, y: Any) -> Any:
    """Returns f(x, y) as a ball."""
    return sum((c * x**int(i) * y**int(j) for (i, j), c in f.to_dict().items()), flint.arb(0))


def in_order(a: Box, b: Box) -> bool:
    """Tests whether a box is disjoint from the next one, and before it."""
    return a.x[1] < b.x[0] or a.x == b.x and a.y[1] < b.y[0]


def match(boxes: list[Box], r: Any, s: int, bits: int) -> bool | None:
    """Compares the boxes with the real roots of the sheared resultant. Returns None if more bits
    are needed."""
    with flint.ctx.workprec(bits):
        roots = [(root.real, m) for root, m in r.complex_roots() if root.imag == 0]
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
            if roots[near[0]][1] != box.multiplicity:
                raise Wrong(f'{box} has multiplicity {roots[near[0]][1]}')
            found += near
        if len(set(found)) != len(boxes):
            raise Wrong('two boxes have the same solution')
    return True


def check(f: Any, g: Any, solve: Any, chance: random.Random) -> int:
    """Checks the solutions of a system; solve(bits) returns its boxes, or None for a common
    factor. Returns the number of solutions."""
    boxes = solve(128)
    common = f.gcd(g).total_degree() > 0
    if common or boxes is None:
        if common != (boxes is None):
            raise Wrong(f'f and g have {"a" if common else "no"} common factor')
        return 0
    s = chance.getrandbits(SHEAR_BITS) + 1
    r = sheared_resultant(f, g, s)
    while r is None:
        s += 1
        r = sheared_resultant(f, g, s)
    bits = 256
    while r.degree() > 0 and not match(boxes, r, s, bits) or r.degree() == 0 and boxes:
        bits *= 4
        if bits > MOST_BITS or r.degree() == 0:
            raise Wrong('the boxes cannot be told apart')
        boxes = solve(bits)
    for a, b in zip(boxes, boxes[1:]):
        if not in_order(a, b):
            raise Wrong(f'{a} and {b} are neither apart nor one above the other')
    with flint.ctx.workprec(4 * bits):
        for box in boxes:
            if not all(value(one, ball(box.x), ball(box.y)).contains(0) for one in (f, g)):
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
    kind = chance.randrange(7)
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
    return terms(chance, 3, 5, 2), product(chance)


def text(f: Any) -> str:
    """Returns a polynomial as clmodp reads it."""
    return str(f)


def solved(program: str, f: Any, g: Any, bits: int) -> list[Box] | None:
    """Returns the boxes that the program prints; None for a common factor."""
    done = subprocess.run([program, 'solve', '--quiet', '--format', 'json', '--precision',
                           str(bits), '--engine', 'host', '--threads', '1', text(f), text(g)],
                          capture_output=True, text=True)
    if done.returncode == 1 and ('common factor' in done.stderr or 'is 0' in done.stderr):
        return None
    if done.returncode:
        raise Wrong(done.stderr.strip())
    return [Box(*(tuple(map(Fraction, solution[name])) for name in ('x', 'y')),
                solution['multiplicity']) for solution in json.loads(done.stdout)['solutions']]


def check_seed(program: str, seed: int) -> tuple[int, str]:
    """Checks a random system; returns the number of its solutions, and a defect or ''."""
    chance = random.Random(seed)
    f, g = system(chance)
    if len({k for part in (f, g) for key in part.to_dict() for k in (0, 1) if key[k]}) < 2:
        return 0, ''
    try:
        return check(f, g, partial(solved, program, f, g), chance), ''
    except Wrong as wrong:
        return 0, f'seed {seed}: {text(f)}, {text(g)}: {wrong}'


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split('\n', maxsplit=1)[0])
    parser.add_argument('program')
    parser.add_argument('--count', type=int, default=1000)
    parser.add_argument('--seed', type=int, default=1)
    wanted = parser.parse_intermixed_args()
    failed, solutions, checked = 0, 0, 0
    with ProcessPoolExecutor(2) as pool:
        for found, wrong in pool.map(partial(check_seed, wanted.program),
                                     range(wanted.seed, wanted.seed + wanted.count),
                                     chunksize=16):
            checked, solutions, failed = checked + 1, solutions + found, failed + bool(wrong)
            if wrong:
                print(wrong, flush=True)
    print(f'{checked} systems, {solutions} solutions, {failed} wrong')
    sys.exit(failed > 0)


if __name__ == '__main__':
    main()

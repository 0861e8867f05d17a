#!/usr/bin/env python3
"""Checks a printed resultant by values: at random points modulo random primes, by Python alone.

Usage: values.py F G RESULT [--pairs N] [--seed S] [--processes N]
  F, G    files with sums of terms c*x^i*y^j; RESULT is printed by clmodp resultant --output
  --pairs N      of a prime of 61 bits and a point (default 20)
  --processes N  that read the result, a part each (default: one for each processor)

Modulo a prime p, at x = a, the value of the result must be the resultant of f(a, y) and g(a, y) by
Euclid's algorithm. A wrong result of degree d passes for a pair only if p is one of the few primes
that divide all differences, or with probability d / p. Prints the number of terms read, and each
failure; exits with 1 after one."""
from __future__ import annotations

import argparse
import math
import mmap
import os
import random
import re
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import NamedTuple

TERM = re.compile(rb'([+-]?) ?(?:(\d+)(?=[ *\n]|$)\*?)?(?:x(?:\^(\d+))?)?\*?(?:y(?:\^(\d+))?)?')
PRIME_BITS = 61
WITNESSES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)  # prove primes below 3.1 * 10^23


class Pair(NamedTuple):
    """A prime and a point."""

    p: int
    a: int


def is_prime(n: int) -> bool:
    """Tests by Miller and Rabin's method with bases that suffice."""
    odd, twos = n - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in WITNESSES:
        power = pow(base, odd, n)
        if power in (1, n - 1):
            continue
        for _ in range(twos - 1):
            power = power * power % n
            if power == n - 1:
                break
        else:
            return False
    return True


def choose_pair(choice: random.Random) -> Pair:
    """Returns a random pair."""
    while True:
        p = choice.getrandbits(PRIME_BITS) | 1 << PRIME_BITS - 1 | 1
        if is_prime(p):
            return Pair(p, choice.randrange(p))


def terms(text: bytes) -> list[tuple[int, int, int]]:
    """Returns coefficients and exponents of x and y; raises ValueError if this is no such sum."""
    found, at = [], 0
    text = text.strip()
    while at < len(text):
        match = TERM.match(text, at)
        if match is None or match.end() == at:
            raise ValueError(f'not a sum of terms c*x^i*y^j: {text[at:at + 40]!r}')
        sign, digits, i, j = match.groups()
        word = text[at:match.end()]
        number = int(digits) if digits else 1
        found.append((-number if sign == b'-' else number,
                      int(i) if i else int(b'x' in word), int(j) if j else int(b'y' in word)))
        at = match.end()
        while at < len(text) and text[at] in b' \n':
            at += 1
    return found


def at_point(sums: list[tuple[int, int, int]], pair: Pair) -> list[int]:
    """Returns the coefficients of f(a, y) modulo p, the lowest first."""
    powers = [1]
    for _ in range(max(i for _, i, _ in sums)):
        powers.append(powers[-1] * pair.a % pair.p)
    values = [0] * (max(j for _, _, j in sums) + 1)
    for c, i, j in sums:
        values[j] = (values[j] + c * powers[i]) % pair.p
    return values


def resultant(f: list[int], g: list[int], p: int) -> int:
    """Returns the resultant modulo p of two polynomials with leading coefficients other than 0."""
    result = 1
    while len(g) > 1:
        inverse, rest = pow(g[-1], -1, p), f[:]
        for shift in range(len(f) - len(g), -1, -1):
            factor = rest.pop() * inverse % p
            for k in range(len(g) - 1):
                rest[shift + k] = (rest[shift + k] - factor * g[k]) % p
        while rest and rest[-1] == 0:
            rest.pop()
        if not rest:
            return 0
        if (len(f) - 1) * (len(g) - 1) % 2:
            result = -result
        result = result * pow(g[-1], len(f) - len(rest), p) % p
        f, g = g, rest
    return result * pow(g[0], len(f) - 1, p) % p


def expected(f: list, g: list, pair: Pair) -> int | None:
    """Returns the resultant at the pair; None if a degree falls there."""
    of_f, of_g = at_point(f, pair), at_point(g, pair)
    return resultant(of_f, of_g, pair.p) if of_f[-1] and of_g[-1] else None


def printed(path: str, pairs: list[Pair], part: tuple[int, int]) -> tuple[int, list[int]]:
    """Returns the number of terms in a part of the result, and its values at the pairs."""
    if hasattr(sys, 'set_int_max_str_digits'):
        sys.set_int_max_str_digits(0)
    with open(path, 'rb') as file:
        file.seek(part[0])
        found = terms(file.read(part[1] - part[0]))
    product = math.prod(p for p, _ in pairs)
    ordered = sorted(((i, c % product) for c, i, _ in found), reverse=True)
    values = []
    for p, a in pairs:
        value, last = 0, 0
        for i, c in ordered:
            value = (value * pow(a, last - i, p) + c) % p if value else c
            last = i
        values.append(value * pow(a, last, p) % p)
    return len(found), values


def parts(path: str, count: int) -> list[tuple[int, int]]:
    """Cuts the file between terms."""
    size = os.path.getsize(path)
    with open(path, 'rb') as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as text:
        cuts = {0, size}
        for k in range(1, count):
            signs = [at for at in (text.find(sign, size * k // count)
                                   for sign in (b' + ', b' - ')) if at >= 0]
            cuts.add(min(signs) + 1 if signs else size)
    ordered = sorted(cuts)
    return list(zip(ordered, ordered[1:]))


def main() -> None:
    """Reads, evaluates and compares."""
    parser = argparse.ArgumentParser(description=__doc__.split('\n', maxsplit=1)[0])
    parser.add_argument('f')
    parser.add_argument('g')
    parser.add_argument('result')
    parser.add_argument('--pairs', type=int, default=20)
    parser.add_argument('--seed', type=int, default=None)
    parser.add_argument('--processes', type=int, default=os.cpu_count())
    options = parser.parse_args()
    choice = random.Random(options.seed)
    pairs = [choose_pair(choice) for _ in range(options.pairs)]
    operands = []
    for path in options.f, options.g:
        with open(path, 'rb') as file:
            operands.append(terms(file.read()))
    with ProcessPoolExecutor(options.processes) as pool:
        wanted = list(pool.map(partial(expected, *operands), pairs))
        cut = parts(options.result, 4 * options.processes)
        read = list(pool.map(partial(printed, options.result, pairs), cut))
    failures = checked = 0
    for k, (p, a) in enumerate(pairs):
        if wanted[k] is None:
            continue
        checked += 1
        if sum(values[k] for _, values in read) % p != wanted[k]:
            failures += 1
            print(f'wrong modulo {p} at x = {a}')
    print(f'{sum(count for count, _ in read)} terms, {checked} values, {failures} wrong')
    sys.exit(failures > 0 or checked == 0)


if __name__ == '__main__':
    main()

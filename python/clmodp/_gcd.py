"""Greatest common divisors of polynomials of any kind."""

from __future__ import annotations

from math import lcm
from typing import Any, TypeVar

from clmodp import _integers
from clmodp._context import Context, context_of
from clmodp._errors import InvalidError, check
from clmodp._kinds import kind_of
from clmodp._native import ffi, lib
from clmodp._problem import new
from clmodp._variables import ANY, MOST
from clmodp._watch import Progress

P = TypeVar("P")


def _scale(f: Any, c: int) -> None:
    """Multiplies a C polynomial by a number."""
    if c != 1:
        n = lib.clmodp_mpoly_variables(f)
        factor = new("mpoly", n)
        _integers.set_several(factor, [[0] * n], [c])
        check(lib.clmodp_mpoly_mul(f, f, factor))


def gcd(f: P, g: P, *, cofactors: bool = False, context: Context | None = None,
        progress: Progress | None = None) -> Any:
    """The greatest common divisor h of polynomials in up to 16 variables over the integers or
    rational numbers.

    The coefficient of its leading term is positive; terms are ordered by the exponents of the
    first variable, then of the next. The gcd contains that of all coefficients, also of rational
    ones: gcd(c f, c g) = abs(c) gcd(f, g) for rational numbers c, as in PARI. For the monic gcd,
    divide by the leading coefficient

    f, g: as for resultant(), over the integers or rational numbers; equations stand for the
        difference of their sides. For prime fields see Fpx
    cofactors: return (h, f / h, g / h); the quotients have integer coefficients without a common
        divisor
    context, progress: as for resultant()

    >>> gcd("x^2*y - y", "x^2 + x - 2")
    'x - 1'
    >>> gcd("4*x + 4", "6*x^2 - 6", cofactors=True)
    ('2*x + 2', '2', '3*x - 3')
    >>> gcd("x/2", "x/3")
    '1/6*x'
    """
    context, kind = context_of(context), kind_of((f, g), ANY)
    if kind.common_modulus(0):
        raise InvalidError("expected polynomials over the integers or rational numbers: for "
                           "prime fields see Fpx")
    if kind.count > MOST:
        raise InvalidError(f"{kind.count} variables: at most {MOST} are supported")
    operands = [kind.load_all(one) for one in (f, g)]
    common = lcm(*(denominator for _, denominator in operands))
    for operand, denominator in operands:
        _scale(operand, common // denominator)
    found = [new("mpoly", kind.count or 2) for _ in range(3 if cofactors else 1)]
    with context._computing(progress):
        context._check(lib.clmodp_mpoly_gcd(
            context._c, found[0], *(found[1:] if cofactors else (ffi.NULL, ffi.NULL)),
            operands[0][0], operands[1][0]))
    h = kind.given_all(found[0], common)
    return (h, *(kind.given_all(one, 1) for one in found[1:])) if cofactors else h

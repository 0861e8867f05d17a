"""Resultants, subresultants and discriminants of polynomials of any kind."""

from __future__ import annotations

from typing import Any, Iterable, Sequence, TypeVar

from clmodp._context import Context, context_of
from clmodp._errors import Error, InvalidError, error
from clmodp._integers import is_bool, prime
from clmodp._kinds import Kind, kind_of
from clmodp._native import ffi, lib
from clmodp._options import Options, options_of
from clmodp._problem import Problem
from clmodp._watch import Progress, shower

P = TypeVar("P")

RESULTANT: int = lib.CLMODP_OPERATION_RESULTANT
SUBRESULTANT: int = lib.CLMODP_OPERATION_SUBRESULTANT
DISCRIMINANT: int = lib.CLMODP_OPERATION_DISCRIMINANT


def load(problem: Problem, kind: Kind, polynomials: tuple[Any, ...]) -> None:
    """Let the operands of a problem be these polynomials."""
    kind.load(problem.f, polynomials[0])
    if len(polynomials) > 1:
        kind.load(problem.g, polynomials[1])


def result(problem: Problem, kind: Kind, max_answer: int) -> Any:
    """The result of a problem that is solved, in its kind."""
    divisor = problem.divide(max_answer)
    if problem.c.modulus:
        kind.rational = False
    if problem.c.operation == SUBRESULTANT:
        return kind.bivariate(problem.s, divisor)
    return kind.univariate(problem.r, divisor)


def _solve(operation: int, polynomials: tuple[Any, ...], y: Any, context: Context | None,
           options: Options | None, progress: Progress | None, modulus: int = 0,
           k: int = 0) -> Any:
    """One problem, on the objects of C's that the context keeps for it."""
    how = options_of(options)
    max_answer = 0 if options is None else options.max_answer
    context = context_of(context)
    kind = kind_of(polynomials, y)
    show = None if progress is None else shower(progress)
    with context._lock:
        context._begin(show)
        try:
            problem = context._problem or Problem()
            context._problem = None
            load(problem, kind, polynomials)
            problem.ask(operation, modulus, k)
            context._check(lib.clmodp_compute(context._c, problem.c, how))
            found = result(problem, kind, max_answer)
            context._report = problem.report
            if not problem.large:
                context._problem = problem
        finally:
            context._busy = False
    if show is not None:
        show(1.0)
    return found


def resultant(f: P, g: P, y: Any = None, *, context: Context | None = None,
              options: Options | None = None, progress: Progress | None = None) -> P:
    """The resultant of f and g in y, exact: the determinant of their Sylvester matrix, with the
    rows of f's coefficients above those of g's, so that that of y - a and y - b is a - b.

    f, g: texts, dictionaries {(i, j): c} of terms c x^i y^j, expressions or Poly of SymPy's,
        fmpz_mpoly or fmpq_mpoly of python-flint's, polynomials of Sage's over ZZ or QQ; one may be
        a number. Rational coefficients are exact. The result is of their kind
    y: the variable that is eliminated, as they have it, or its name; of a dictionary 0 or 1. By
        default the variable named y, or else the last one by name; of a dictionary 1. Generators
        of Poly, of contexts and of rings count whether they occur or not; of texts and expressions
        the variables that occur in f or g
    context: what computes; by default this thread's own
    options: how
    progress: called with the fraction done some twenty times a second, and may raise to stop; or
        a bar such as tqdm's

    Ctrl-C stops it.

    >>> resultant("x^2 + y^2 - 1", "x*y - 1")
    'x^4 - x^2 + 1'
    >>> resultant({(1, 0): 1, (0, 1): -2}, {(0, 2): 1, (0, 0): -3})     # x - 2 y, y^2 - 3
    {(0, 0): -12, (2, 0): 1}
    >>> resultant("a/2 - b", "(a + b)^3 - 1", "a")
    '27/8*b^3 - 1/8'
    """
    return _solve(RESULTANT, (f, g), y, context, options, progress)  # type: ignore[no-any-return]


def resultant_mod(f: P, g: P, modulus: int, y: Any = None, *, context: Context | None = None,
                  options: Options | None = None, progress: Progress | None = None) -> P:
    """The resultant modulo a prime below 2^31, with coefficients from 0 on: the determinant for
    the degrees in y as f and g are written, whichever of their coefficients vanish modulo it.
    Otherwise as resultant().

    >>> resultant_mod("x*y^2/2 + 1", "y^3 - x", 101)
    '38*x^5 + 1'
    """
    return _solve(RESULTANT, (f, g), y, context, options,  # type: ignore[no-any-return]
                  progress, prime(modulus))


def subresultant(f: P, g: P, y: Any = None, k: int = 1, *, context: Context | None = None,
                 options: Options | None = None, progress: Progress | None = None) -> P:
    """The k-th subresultant of f and g in y, for k = 1: s_11 y + s_10, which vanishes at all
    common zeros of f and g, so that y = -s_10 / s_11 above a simple zero of the resultant.
    Otherwise as resultant().

    >>> subresultant("x^2 + y^2 - 1", "x*y - 1")
    'x*y - 1'
    """
    return _solve(SUBRESULTANT, (f, g), y, context, options,  # type: ignore[no-any-return]
                  progress, 0, k)


def subresultant_mod(f: P, g: P, modulus: int, y: Any = None, k: int = 1, *,
                     context: Context | None = None, options: Options | None = None,
                     progress: Progress | None = None) -> P:
    """The k-th subresultant modulo a prime below 2^31, for the degrees in y as f and g are
    written. Otherwise as subresultant() and resultant_mod().

    >>> subresultant_mod("x^2 + y^2 - 1", "x*y/2 - 1", 7)
    '4*x*y + 6'
    """
    return _solve(SUBRESULTANT, (f, g), y, context, options,  # type: ignore[no-any-return]
                  progress, prime(modulus), k)


def discriminant(f: P, y: Any = None, *, context: Context | None = None,
                 options: Options | None = None, progress: Progress | None = None) -> P:
    """The discriminant of f in y: (-1)^(n(n-1)/2) times the resultant of f and its derivative,
    over f's leading coefficient, for the degree n >= 1 in y. Otherwise as resultant().

    >>> discriminant("y^4 + x*y^2 + y + x")
    '16*x^5 - 128*x^4 + 252*x^3 + 144*x^2 - 27'
    """
    return _solve(DISCRIMINANT, (f,), y, context, options,  # type: ignore[no-any-return]
                  progress)


def discriminant_mod(f: P, modulus: int, y: Any = None, *, context: Context | None = None,
                     options: Options | None = None, progress: Progress | None = None) -> P:
    """The discriminant modulo a prime below 2^31, for the degree in y as f is written. Otherwise
    as discriminant() and resultant_mod().

    >>> discriminant_mod("y^2/2 + x*y + 3", 7)
    'x^2 + 1'
    """
    return _solve(DISCRIMINANT, (f,), y, context, options,  # type: ignore[no-any-return]
                  progress, prime(modulus))


def _moduli(modulus: Any, count: int) -> list[int]:
    """The modulus of each of so many pairs."""
    one = not isinstance(modulus, Sequence) and not hasattr(modulus, "__len__")
    moduli = [modulus] * count if one else list(modulus)
    if len(moduli) != count:
        raise InvalidError(f"{len(moduli)} moduli for {count} pairs")
    return [0 if m == 0 and not is_bool(m) else prime(m) for m in moduli]


def resultants(pairs: Iterable[tuple[P, P]], y: Any = None, *, context: Context | None = None,
               options: Options | None = None, progress: Progress | None = None,
               modulus: int | Sequence[int] = 0, return_errors: bool = False) -> list[P]:
    """The resultants of many pairs, as resultant() has each: those that are alike share their work
    on a device, and others are computed on all cores at the same time.

    modulus: as resultant_mod() has it; of each pair its own, or one of all; 0: over the integers
    return_errors: put the exception of a pair that fails at its place; else the first is raised

    >>> resultants([("x - y", "x + y"), ("y^2 - x", "y - 3")])
    ['-2*x', '-x + 9']
    >>> resultants([("y^2 - x", "y - 3")] * 3, modulus=[7, 5, 0])
    ['6*x + 2', '4*x + 4', '-x + 9']
    """
    how = options_of(options)
    max_answer = 0 if options is None else options.max_answer
    given = list(pairs)
    moduli = _moduli(modulus, len(given))
    if not given:
        return []
    array = ffi.new("clmodp_problem[]", len(given))
    found: list[Any] = [None] * len(given)
    asked: list[tuple[int, Problem, Kind]] = []

    def fail(place: int, failure: BaseException) -> None:
        if not return_errors:
            raise failure
        found[place] = failure

    for place, pair in enumerate(given):
        problem = Problem(array + len(asked))
        try:
            if len(pair) != 2:
                raise InvalidError(f"{len(pair)} polynomials, where a pair is expected")
            f, g = pair
            kind = kind_of((f, g), y)
            load(problem, kind, (f, g))
        except Exception as failure:  # of any kind: what the caller's numbers raise, too
            fail(place, failure)
            continue
        problem.ask(RESULTANT, moduli[place], 0)
        asked.append((place, problem, kind))
    context = context_of(context)
    with context._computing(progress):
        context._check(lib.clmodp_compute_batch(context._c, array, len(asked), how))
        message = context._message()
    for place, problem, kind in asked:
        if problem.c.status:
            fail(place, error(problem.c.status, message))
            message = ""  # it is about the first that failed
            continue
        try:
            found[place] = result(problem, kind, max_answer)
        except (Error, TypeError) as failure:
            fail(place, failure)
    return found

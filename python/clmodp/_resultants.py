"""Resultants, subresultants and discriminants of polynomials of any kind."""

from __future__ import annotations

from typing import Any, Iterable, Sequence, TypeVar

from clmodp._context import Context, context_of
from clmodp._errors import Error, InvalidError, check
from clmodp._integers import checked_modulus, modulus_or_none, set_integer, several
from clmodp._kinds import Kind, kind_of
from clmodp._native import ffi, lib
from clmodp._options import Options, options_of
from clmodp._problem import Operand, Problem, new, new_integer
from clmodp._variables import MOST
from clmodp._watch import Progress, shower

P = TypeVar("P")

RESULTANT: int = lib.CLMODP_OPERATION_RESULTANT
SUBRESULTANT: int = lib.CLMODP_OPERATION_SUBRESULTANT
SUBRESULTANTS: int = lib.CLMODP_OPERATION_SUBRESULTANTS
DISCRIMINANT: int = lib.CLMODP_OPERATION_DISCRIMINANT


def _minimal(kind: Kind) -> Any:
    """Returns the minimal polynomial of a number field as a C polynomial."""
    operand, rational = Operand(), kind.rational
    kind.load_several(operand, kind.minimal)
    kind.rational = rational
    minimal = new("zx")
    for key, c in zip(*several(operand.several)):
        z = new_integer()
        set_integer(z, c)
        check(lib.clmodp_zx_set_coeff(minimal, z, key[kind.generator]))
    if lib.clmodp_zx_degree(minimal) < 1:
        raise InvalidError("minimal_polynomial must have a positive degree")
    return minimal


def load(problem: Problem, kind: Kind, polynomials: tuple[Any, ...], operation: int,
         k: int = 0, principal: bool = False) -> int:
    """Sets the operands of a problem to these polynomials. Returns the greatest index k of the
    subresultants to compute."""
    problem.packing = problem.unpacked_result = problem.field = None
    if kind.count > MOST:
        raise InvalidError(f"{kind.count} variables: at most {MOST} are supported")
    if kind.count:
        for operand, f in zip((problem.f, problem.g), polynomials):
            kind.load_several(operand, f)
        if kind.minimal is not None:
            problem.extend(_minimal(kind), kind.generator)
        if operation == SUBRESULTANTS:
            k = problem.chain_length(kind.place, principal) - 1
        problem.pack(operation, kind.place, k)
        return k
    kind.load(problem.f, polynomials[0])
    if len(polynomials) > 1:
        kind.load(problem.g, polynomials[1])
    return problem.chain_length(1, principal) - 1 if operation == SUBRESULTANTS else k


def result(problem: Problem, kind: Kind, max_result: int, bivariate: bool | None = None) -> Any:
    """Returns the result of a solved problem, as a polynomial of its kind."""
    divisor = problem.divide(max_result)
    if problem.c.modulus:
        kind.rational = False
    if kind.count:
        found = problem.unpacked(kind.count, kind.place)
        if problem.field is not None:
            divisor = problem.reduced(found, divisor)
        return kind.multivariate(found, divisor)
    if problem.c.operation == SUBRESULTANT if bivariate is None else bivariate:
        return kind.bivariate(problem.s, divisor)
    return kind.univariate(problem.r, divisor)


def ask_chain(problem: Problem, modulus: int, count: int, principal: bool) -> list[Any]:
    """Asks for S_0, S_1, ... or their principal coefficients, as these C polynomials."""
    problem.ask(SUBRESULTANTS, modulus, 0)
    found = [new("zx" if principal else "zxy") for _ in range(count)]
    problem.array = ffi.new("clmodp_zx *[]" if principal else "clmodp_zxy *[]", found)
    problem.c.count = count
    setattr(problem.c, "principal" if principal else "chain", problem.array)
    return found


def chain(problem: Problem, kind: Kind, max_result: int, found: list[Any],
          principal: bool) -> list[Any]:
    """Returns the solved chain as polynomials of their kind."""
    each = []
    for k, one in enumerate(found):
        problem.ask(SUBRESULTANT, problem.c.modulus, k)
        if principal:
            problem.r, problem.c.r, problem.c.s = one, one, ffi.NULL
        else:
            problem.s = problem.c.s = one
        each.append(result(problem, kind, max_result, not principal))
    return each


def _solve(operation: int, polynomials: tuple[Any, ...], y: Any, context: Context | None,
           options: Options | None, progress: Progress | None, minimal: Any, modulus: int = 0,
           k: int = 0) -> Any:
    """Solves one problem, reusing the C objects kept by the context."""
    how = options_of(options)
    max_result = 0 if options is None else options.max_result
    context = context_of(context)
    kind = kind_of(polynomials, y, minimal)
    modulus = kind.common_modulus(modulus)
    show = None if progress is None else shower(progress)
    with context._lock:
        context._begin(show)
        try:
            problem = context._problem or Problem()
            context._problem = None
            load(problem, kind, polynomials, operation, k)
            problem.ask(operation, modulus, k)
            problem.compute(context, how, kind.count)
            found = result(problem, kind, max_result)
            context._report = problem.report
            if not problem.large:
                context._problem = problem
        finally:
            context._busy = False
    if show is not None:
        show(1.0)
    return found


def resultant(f: P, g: P, y: Any = None, *, context: Context | None = None,
              options: Options | None = None, progress: Progress | None = None,
              minimal_polynomial: P | None = None) -> P:
    """The exact resultant of f and g in y: the determinant of their Sylvester matrix, with the
    rows of f above the rows of g, so that the resultant of y - a and y - b is a - b.

    f, g: texts, dictionaries {(i, j): c} of terms c x^i y^j, SymPy expressions, Eq (the difference
        of its sides) or Poly, polynomials of python-flint (fmpz_mpoly, fmpq_mpoly, nmod_mpoly,
        fmpz_poly, fmpq_poly, nmod_poly), Sage polynomials over ZZ or QQ; one may be a number.
        Rational coefficients are exact. For polynomials over GF(p) the result is modulo p. The
        result has the type of the operands
    y: the variable to eliminate: a generator or symbol of the operands, or its name; for
        dictionaries the index of its exponent. With three or more variables, up to 16, it must be
        given. If it does not occur, the resultant is 1, or 0 if f or g is 0. Default: the variable
        named y, or else the last by name; for dictionaries 1. Candidates are all generators of a
        Poly, context or ring, occurring or not, and the variables occurring in texts and
        expressions
    context: context for the computation; by default this thread's own
    options: Options; by default Options()
    progress: callable, called with the finished fraction some twenty times a second; an exception
        raised by it stops the computation. Or a progress bar such as tqdm's
    minimal_polynomial: an irreducible polynomial in one variable, of the operands' type: the
        coefficients are in the number field of its root, written as this variable, and the result
        is reduced modulo the polynomial

    Ctrl-C stops the computation, on a device's first use after the compilation of a kernel.

    >>> resultant("x^2 + y^2 - 1", "x*y - 1")
    'x^4 - x^2 + 1'
    >>> resultant({(1, 0): 1, (0, 1): -2}, {(0, 2): 1, (0, 0): -3})     # x - 2 y, y^2 - 3
    {(0, 0): -12, (2, 0): 1}
    >>> resultant("a/2 - b", "(a + b)^3 - 1", "a")
    '27/8*b^3 - 1/8'
    >>> resultant("x*y*z - 1", "z^2 - x - y", "z")
    '-x^3*y^2 - x^2*y^3 + 1'
    >>> resultant("x^2 + i*y", "y^2 - i*x", minimal_polynomial="i^2 + 1")
    'i*x + x^4'
    """
    return _solve(RESULTANT, (f, g), y, context, options,  # type: ignore[no-any-return]
                  progress, minimal_polynomial)


def resultant_mod(f: P, g: P, modulus: int, y: Any = None, *, context: Context | None = None,
                  options: Options | None = None, progress: Progress | None = None,
                  minimal_polynomial: P | None = None) -> P:
    """The resultant modulo an integer below 2^64, with coefficients in [0, modulus): the
    determinant for the degrees of f and g in y over the integers, even if leading coefficients
    vanish. Modulo a prime below 2^62 it is computed over the field, otherwise over the integers.
    Otherwise as resultant().

    >>> resultant_mod("x*y^2/2 + 1", "y^3 - x", 101)
    '38*x^5 + 1'
    """
    return _solve(RESULTANT, (f, g), y, context, options,  # type: ignore[no-any-return]
                  progress, minimal_polynomial, checked_modulus(modulus))


def subresultant(f: P, g: P, y: Any = None, k: int = 1, *, context: Context | None = None,
                 options: Options | None = None, progress: Progress | None = None,
                 minimal_polynomial: P | None = None) -> P:
    """The k-th subresultant of f and g in y, for k at most both degrees in y, and less than one of
    them. The first, s_11 y + s_10, vanishes at all common zeros of f and g, so that y =
    -s_10 / s_11 above a simple zero of the resultant. Otherwise as resultant().

    >>> subresultant("x^2 + y^2 - 1", "x*y - 1")
    'x*y - 1'
    """
    return _solve(SUBRESULTANT, (f, g), y, context, options,  # type: ignore[no-any-return]
                  progress, minimal_polynomial, 0, k)


def subresultant_mod(f: P, g: P, modulus: int, y: Any = None, k: int = 1, *,
                     context: Context | None = None, options: Options | None = None,
                     progress: Progress | None = None,
                     minimal_polynomial: P | None = None) -> P:
    """The k-th subresultant modulo an integer below 2^64, for the degrees of f and g in y over the
    integers. Otherwise as subresultant() and resultant_mod().

    >>> subresultant_mod("x^2 + y^2 - 1", "x*y/2 - 1", 7)
    '4*x*y + 6'
    """
    return _solve(SUBRESULTANT, (f, g), y, context, options,  # type: ignore[no-any-return]
                  progress, minimal_polynomial, checked_modulus(modulus), k)


def subresultants(f: P, g: P, y: Any = None, *, principal: bool = False, modulus: int = 0,
                  context: Context | None = None, options: Options | None = None,
                  progress: Progress | None = None) -> list[P]:
    """The subresultants S_0, S_1, ... of f and g in y: item k is the determinant polynomial of the
    Sylvester matrix without k rows of each block, for k below both degrees in y. S_0 is the
    resultant, and the only one if a degree is 0. Some may be 0.

    principal: only the coefficient of y^k in each S_k
    modulus: as in resultant_mod(); 0: over the integers

    Otherwise as resultant().

    >>> subresultants("y^3 - x", "y^2 - 3")
    ['x^2 - 27', '3*y - x']
    >>> subresultants("y^3 - x", "y^2 - 3", principal=True)
    ['x^2 - 27', '3']
    """
    how = options_of(options)
    max_result = 0 if options is None else options.max_result
    context, kind, problem = context_of(context), kind_of((f, g), y), Problem()
    modulus = kind.common_modulus(modulus_or_none(modulus))
    count = load(problem, kind, (f, g), SUBRESULTANTS, principal=principal) + 1
    found = ask_chain(problem, modulus, count, principal)
    with context._computing(progress):
        context._check(lib.clmodp_compute(context._c, problem.c, how))
    context._report = problem.report
    return chain(problem, kind, max_result, found, principal)


def discriminant(f: P, y: Any = None, *, context: Context | None = None,
                 options: Options | None = None, progress: Progress | None = None,
                 minimal_polynomial: P | None = None) -> P:
    """The discriminant of f in y: (-1)^(n(n-1)/2) times the resultant of f and its derivative,
    divided by the leading coefficient of f, for degree n >= 1 in y. Otherwise as resultant().

    >>> discriminant("y^4 + x*y^2 + y + x")
    '16*x^5 - 128*x^4 + 252*x^3 + 144*x^2 - 27'
    """
    return _solve(DISCRIMINANT, (f,), y, context, options,  # type: ignore[no-any-return]
                  progress, minimal_polynomial)


def discriminant_mod(f: P, modulus: int, y: Any = None, *, context: Context | None = None,
                     options: Options | None = None, progress: Progress | None = None,
                     minimal_polynomial: P | None = None) -> P:
    """The discriminant modulo an integer below 2^64, for the degree of f in y over the integers.
    Otherwise as discriminant() and resultant_mod().

    >>> discriminant_mod("y^2/2 + x*y + 3", 7)
    'x^2 + 1'
    """
    return _solve(DISCRIMINANT, (f,), y, context, options,  # type: ignore[no-any-return]
                  progress, minimal_polynomial, checked_modulus(modulus))


def _named(failure: BaseException, place: int) -> BaseException:
    """Returns an exception with the index of the pair that failed in its message."""
    if len(failure.args) == 1 and isinstance(failure.args[0], str):
        failure.args = (f"pair {place}: {failure.args[0]}",)
    elif hasattr(failure, "add_note"):  # of another library, from Python 3.11 on
        failure.add_note(f"in pair {place}")
    return failure


def _modulus(modulus: Any, place: int) -> int:
    """Returns the modulus of a pair; 0 for the integers."""
    try:
        return modulus_or_none(modulus)
    except (InvalidError, TypeError) as failure:
        raise _named(failure, place) from None


def _moduli(modulus: Any, count: int) -> list[int]:
    """Returns the modulus of each of `count` pairs."""
    if not isinstance(modulus, Sequence) and not hasattr(modulus, "__len__"):
        return [modulus_or_none(modulus)] * count
    moduli = list(modulus)
    if len(moduli) != count:
        raise InvalidError(f"{len(moduli)} moduli for {count} pairs")
    return [_modulus(m, place) for place, m in enumerate(moduli)]


def resultants(pairs: Iterable[tuple[P, P]], y: Any = None, *, context: Context | None = None,
               options: Options | None = None, progress: Progress | None = None,
               modulus: int | Sequence[int] = 0, minimal_polynomial: P | None = None,
               return_errors: bool = False) -> list[P]:
    """The resultants of a batch of pairs, as from resultant(). Pairs of similar shape share kernel
    launches on a device; the others are computed in parallel on all cores, and those in several
    variables and of high degrees one by one.

    modulus: as in resultant_mod(), one for all pairs or one per pair; 0: over the integers
    return_errors: return exceptions in place of results; otherwise the first exception is raised.
        Their messages name the pair, counted from 0

    >>> resultants([("x - y", "x + y"), ("y^2 - x", "y - 3")])
    ['-2*x', '-x + 9']
    >>> resultants([("y^2 - x", "y - 3")] * 3, modulus=[7, 5, 0])
    ['6*x + 2', '4*x + 4', '-x + 9']
    """
    how = options_of(options)
    max_result = 0 if options is None else options.max_result
    given = list(pairs)
    moduli = _moduli(modulus, len(given))
    if not given:
        return []
    array = ffi.new("clmodp_problem[]", len(given))
    found: list[Any] = [None] * len(given)
    asked: list[tuple[int, Problem, Kind]] = []
    alone: list[tuple[int, Problem, Kind]] = []

    def fail(place: int, failure: BaseException) -> None:
        if not return_errors:
            raise _named(failure, place)
        found[place] = _named(failure, place)

    for place, pair in enumerate(given):
        problem = Problem(reported=False)
        try:
            if not hasattr(pair, "__len__"):
                raise TypeError("expected a pair of polynomials, not an object of type "
                                + type(pair).__name__)
            if len(pair) != 2:
                raise InvalidError(f"expected two polynomials, not {len(pair)}")
            f, g = pair
            kind = kind_of((f, g), y, minimal_polynomial)
            moduli[place] = kind.common_modulus(moduli[place])
            load(problem, kind, (f, g), RESULTANT)
        except Exception as failure:  # any class: the caller's numbers may raise it
            fail(place, failure)
            continue
        problem.ask(RESULTANT, moduli[place], 0)
        if problem.wide:
            alone.append((place, problem, kind))
        else:
            array[len(asked)] = problem.c[0]
            asked.append((place, problem, kind))
    context = context_of(context)
    failures: dict[int, Error] = {}
    with context._computing(progress):
        context._watch.divide(len(alone) + 1)
        context._check(lib.clmodp_compute_batch(context._c, array, len(asked), how))
        failed = [one for one, c in zip(asked, array) if c.status]
        # Failed problems are computed again, which explains each failure.
        for part, (place, problem, kind) in enumerate(failed + alone, 1 - len(failed)):
            context._watch.part = max(0, part)
            try:
                problem.compute(context, how, kind.count)
            except Error as failure:
                failures[place] = failure
    for place, problem, kind in sorted(asked + alone, key=lambda each: each[0]):
        if place in failures:
            fail(place, failures[place])
            continue
        try:
            found[place] = result(problem, kind, max_result)
        except (Error, TypeError) as failure:
            fail(place, failure)
    return found

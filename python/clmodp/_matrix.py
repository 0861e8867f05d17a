"""Determinants, characteristic polynomials and ranks of matrices of polynomials."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Set
from typing import Any, Callable, Iterable, Sequence

from clmodp import _integers
from clmodp._context import Context, computing_together, context_of
from clmodp._errors import InvalidError, call, check, encoded, parse, taken, text
from clmodp._integers import modulus_or_none
from clmodp._kinds import kind_of
from clmodp._native import ffi, lib
from clmodp._options import Options, options_of
from clmodp._problem import Problem, new, new_integer
from clmodp._structures import initialised
from clmodp._variables import ANY, MOST
from clmodp._watch import Progress

Give = Callable[[Any, int], Any]

DETERMINANT: int = lib.CLMODP_OPERATION_DETERMINANT


class Question:
    """A C matrix A, or t I - A, and how to give polynomials in its variables."""

    c: Any

    def __init__(self, a: Any, variable: Any = None, unknown: bool = False) -> None:
        if isinstance(a, str):
            self._read(a, variable or "t" if unknown else None)
        else:
            self._load(*_rows(a), variable, unknown)
        if unknown:
            self._require_square()
            made = _made()
            check(lib.clmodp_matrix_characteristic(made, self.c, self.variable))
            self.c = ffi.gc(made[0], lib.clmodp_matrix_destroy)

    def _require_square(self) -> None:
        rows, columns = lib.clmodp_matrix_rows(self.c), lib.clmodp_matrix_columns(self.c)
        if rows != columns:
            raise InvalidError(f"expected a square matrix, not one of {rows} rows and {columns} "
                               "columns")

    def problem(self, modulus: int) -> Problem:
        """Returns the problem of the determinant, packed; its denominator is that of f."""
        self._require_square()
        problem, found = Problem(), ffi.new("clmodp_packing **")
        call(lib.clmodp_matrix_pack, found, problem.f.poly, problem.f.denominator, self.c, modulus)
        problem.packing = ffi.gc(found[0], lib.clmodp_packing_destroy)
        problem.f.whole = bool(lib.clm_python_integer_is_one(problem.f.denominator))
        problem.ask(DETERMINANT, modulus, lib.clmodp_matrix_rows(self.c) or 1)
        return problem

    def result(self, problem: Problem) -> Any:
        """Returns the result of a solved problem of this matrix."""
        found = problem.unpacked(lib.clmodp_matrix_variables(self.c), 0)
        check(lib.clmodp_mpoly_lowest_terms(found, problem.f.denominator))
        return self.given(found, _integers.integer(problem.f.denominator))

    def modulo(self, modulus: Any) -> int:
        """Returns the modulus of a call, or that of the entries; 0: none."""
        given = modulus_or_none(modulus)
        if self.modulus and given and given != self.modulus:
            raise InvalidError(f"the entries are modulo {self.modulus}, but the modulus is "
                               f"{given}")
        return given or self.modulus

    def _read(self, a: str, variable: str | None) -> None:
        """Reads the text of a matrix."""
        whole, found, count = encoded(a), ffi.new(f"char[{MOST}][64]"), ffi.new("size_t *")
        parse(lib.clmodp_matrix_text_variables, found, count, MOST, whole, len(whole))
        names = [text(found[k]) for k in range(count[0])]
        if variable is not None:
            names = sorted([*_without(names, variable), variable], key=encoded)
            self.variable = names.index(variable)
        kept, made = [ffi.new("char[]", encoded(name)) for name in names], _made()
        parse(lib.clmodp_matrix_from_text, made, whole, len(whole), kept, len(kept), ffi.NULL)
        self.c, self.modulus = ffi.gc(made[0], lib.clmodp_matrix_destroy), 0
        self.given: Give = lambda f, d: _written(f, kept, d)

    def _load(self, rows: list[list[Any]], columns: int, variable: Any, unknown: bool) -> None:
        """Loads rows of polynomials of one kind, and numbers."""
        entries = [f for row in rows for f in row]
        known = [f for f in entries if not _integers.is_number(f)]
        if unknown:
            kind_of(known[:1] or [0], ANY)  # raises an exception if it is no polynomial
            variable = _default(known) if variable is None else variable
            known.append(variable)
        for f in known[1:]:
            if type(f) is not type(known[0]):
                kind_of([known[0], f], ANY)  # raises an exception if they do not fit
        kind = kind_of(known or [0], ANY)
        if kind.count > MOST:
            raise InvalidError(f"{kind.count} variables: at most {MOST} are supported")
        made, denominator = _made(), new_integer()
        check(lib.clmodp_matrix_create(made, len(rows), columns, kind.count or 2))
        self.c, self.modulus = ffi.gc(made[0], lib.clmodp_matrix_destroy), kind.common_modulus(0)
        self.given = kind.given_all
        constant, integer, one = new("mpoly", kind.count or 2), new_integer(), new_integer()
        exponents = ffi.new("size_t[]", kind.count or 2)
        for i, row in enumerate(rows):
            for j, f in enumerate(row):
                if type(f) is int and not known:  # without the objects that load_all() makes
                    _integers.set_integer(integer, f)
                    check(lib.clmodp_mpoly_set_terms(constant, integer, exponents, 1))
                    check(lib.clmodp_matrix_set(self.c, i, j, constant, one))
                    continue
                c, d = kind.load_all(f)
                _integers.set_integer(denominator, d)
                check(lib.clmodp_matrix_set(self.c, i, j, c, denominator))
        if unknown:
            self._choose(kind.load_all(variable), variable)

    def _choose(self, loaded: tuple[Any, int], variable: Any) -> None:
        """Sets the number of a variable, given as a polynomial."""
        keys, c = _integers.several(loaded[0])
        if len(keys) != 1 or c != [loaded[1]] or sum(keys[0]) != 1:
            raise InvalidError(f"{variable!r} is not a variable")
        self.variable = keys[0].index(1)
        n = lib.clmodp_matrix_columns(self.c)
        for k in range(n * lib.clmodp_matrix_rows(self.c)):
            entry = lib.clmodp_matrix_entry(ffi.NULL, self.c, k // n, k % n)
            if lib.clmodp_mpoly_degree(entry, self.variable) > 0:
                raise InvalidError(f"{variable} occurs in the matrix: pass another variable")


def _made() -> Any:
    return ffi.new("clmodp_matrix **")


def _without(names: list[str], variable: str) -> list[str]:
    """Returns the names, after a check that the variable is none of them."""
    if variable in names:
        raise InvalidError(f"{variable} occurs in the matrix: pass another variable")
    return names


def _default(known: list[Any]) -> Any:
    """Returns the variable t, for texts, numbers and expressions of SymPy."""
    if not known or isinstance(known[0], str):
        return "t"
    sympy = sys.modules.get("sympy")
    if sympy is not None and isinstance(known[0], sympy.Expr):
        return sympy.Symbol("t")
    raise InvalidError("pass the variable of the characteristic polynomial, as a polynomial of "
                       "the entries' type")


_NOT_ROWS = (str, bytes, bytearray, Mapping, Set)  # though they are iterable


def _wrong(reason: str) -> TypeError:
    return TypeError(f"expected a matrix, as rows of polynomials or a text, but {reason}")


def _rows(a: Any) -> tuple[list[list[Any]], int]:
    """Returns the rows of a matrix of lists, or of NumPy, SymPy, python-flint or Sage, and the
    number of columns."""
    columns = int(a.ncols()) if hasattr(a, "ncols") else 0
    if hasattr(a, "shape"):
        if len(a.shape) != 2:
            raise InvalidError(f"expected an array of two dimensions, not {len(a.shape)}")
        columns = a.shape[1]
    if hasattr(a, "tolist"):
        a = a.tolist()
    elif callable(getattr(a, "rows", None)):
        a = a.rows()
    if isinstance(a, _NOT_ROWS) or not isinstance(a, Iterable):
        raise _wrong(f"this is an object of type {type(a).__name__}")
    rows = []
    for row in a:
        if isinstance(row, _NOT_ROWS) or not isinstance(row, Iterable):
            raise _wrong(f"a row is an object of type {type(row).__name__}")
        rows.append(list(row))
    if any(len(row) != len(rows[0]) for row in rows):
        raise InvalidError("rows of different lengths")
    return rows, len(rows[0]) if rows else columns


def _written(f: Any, names: list[Any], denominator: int) -> str:
    """Returns f / denominator as a text."""
    made, divisor = ffi.new("char **"), new_integer()
    _integers.set_integer(divisor, denominator)
    check(lib.clmodp_mpoly_to_text(made, f, names, divisor))
    return taken(made)


def _solve_alone(question: Question, modulus: int, context: Context, options: Options | None,
                 progress: Progress | None) -> Any:
    """Computes a determinant with one context."""
    how = options_of(options)
    found, divisor = new("mpoly", lib.clmodp_matrix_variables(question.c)), new_integer()
    report = initialised("clmodp_resultant_report")
    with context._computing(progress):
        context._check(lib.clmodp_determinant(context._c, found, divisor, report, question.c,
                                              modulus, how))
    context._report = report
    return question.given(found, _integers.integer(divisor))


def _solve_together(question: Question, contexts: Sequence[Context], options: Options | None,
                    progress: Progress | None) -> Any:
    """Computes a determinant over the rational numbers with several contexts."""
    problem, how = question.problem(0), initialised("clmodp_plan_options")
    how.resultant = options_of(options)
    with computing_together(contexts, progress):
        contexts[0]._check(lib.clmodp_fleet_compute([one._c for one in contexts], len(contexts),
                                                    problem.c, how, ffi.NULL))
    contexts[0]._report = problem.report
    return question.result(problem)


def _solve(question: Question, modulus: Any, context: Context | None,
           devices: Sequence[Context] | None, options: Options | None,
           progress: Progress | None) -> Any:
    """Computes a determinant, in the entries' type."""
    question._require_square()
    modulus = question.modulo(modulus)
    if devices is None:
        return _solve_alone(question, modulus, context_of(context), options, progress)
    if not isinstance(devices, Iterable):
        raise TypeError(f"devices must be several contexts, not {devices!r}")
    contexts = [context_of(one) for one in devices]
    if context is not None or not contexts:
        raise InvalidError("pass a context, or several as devices")
    if modulus or len(contexts) == 1:
        return _solve_alone(question, modulus, contexts[0], options, progress)
    return _solve_together(question, contexts, options, progress)


def det(a: Any, *, modulus: int = 0, context: Context | None = None,
        devices: Sequence[Context] | None = None, options: Options | None = None,
        progress: Progress | None = None) -> Any:
    """The determinant of a square matrix of polynomials in up to 16 variables; 1 for no rows.

    a: a list of rows, an array of NumPy, or a matrix of SymPy, python-flint or Sage, with entries
        as for resultant() and numbers; or a text such as "[x, 1; y, x + 2]" or "[[x, 1], [y,
        2]]". The result has the entries' type
    modulus: as in resultant_mod(); 0: over the rational numbers, or the entries' own field
    devices: instead of a context several, of different devices, which compute together; with a
        modulus the first one computes alone

    Otherwise as resultant().

    >>> det("[x, 1; y, x + 2]")
    'x^2 + 2*x - y'
    >>> det([["x", 1], ["y", "x/2"]])
    '1/2*x^2 - y'
    >>> det([[1, 2], [3, 4]], modulus=7)
    5
    """
    return _solve(Question(a), modulus, context, devices, options, progress)


def charpoly(a: Any, variable: Any = None, *, modulus: int = 0, context: Context | None = None,
             devices: Sequence[Context] | None = None, options: Options | None = None,
             progress: Progress | None = None) -> Any:
    """The characteristic polynomial det(t I - A) of a square matrix of polynomials.

    variable: t, which must not occur in the matrix: a text for texts and numbers, otherwise a
        polynomial of the entries' type. Default: "t", or Symbol("t")

    Otherwise as det().

    >>> charpoly("[a, 1; 1, 0]")
    '-a*t + t^2 - 1'
    >>> charpoly([[2, 1], [1, 2]], "z")
    'z^2 - 4*z + 3'
    """
    return _solve(Question(a, variable, True), modulus, context, devices, options, progress)


def rank(a: Any, *, modulus: int = 0, context: Context | None = None,
         options: Options | None = None, progress: Progress | None = None) -> int:
    """The rank of any matrix of polynomials over the field of rational functions, proved.

    modulus: a prime below 2^62; 0: over the rational numbers, or the entries' own field

    Otherwise as det(). The rank at a point is that of the matrix of values there.

    >>> rank("[x, y; x^2, x*y]"), rank([["x", 1], [1, "x"]]), rank([[1, 1], [1, 1]])
    (1, 2, 1)
    """
    question, how, context = Question(a), options_of(options), context_of(context)
    found, modulus = ffi.new("size_t *"), question.modulo(modulus)
    with context._computing(progress):
        context._check(lib.clmodp_matrix_rank(context._c, found, question.c, modulus, how))
    return int(found[0])

"""Determinants and characteristic polynomials of matrices of polynomials."""

from __future__ import annotations

import sys
from typing import Any, Callable, Iterable, Sequence

from clmodp import _integers
from clmodp._context import Context, context_of
from clmodp._errors import InvalidError, check, encoded, parse_error, text
from clmodp._integers import checked_modulus, is_bool
from clmodp._kinds import kind_of
from clmodp._native import ffi, lib
from clmodp._options import Options, options_of
from clmodp._problem import new, new_integer
from clmodp._variables import ANY, MOST
from clmodp._watch import Progress

Give = Callable[[Any, int], Any]


class _Question:
    """A C matrix, the number of a variable, and how to give polynomials in its variables."""

    def __init__(self, a: Any, variable: Any = None, unknown: bool = False) -> None:
        if isinstance(a, str):
            self._read(a, variable or "t" if unknown else None)
        else:
            self._load(_rows(a), variable, unknown)
        rows, columns = lib.clmodp_matrix_rows(self.c), lib.clmodp_matrix_columns(self.c)
        if rows != columns:
            raise InvalidError(f"expected a square matrix, not one of {rows} rows and {columns} "
                               "columns")

    def _read(self, a: str, variable: str | None) -> None:
        """Reads the text of a matrix."""
        whole, wrong = encoded(a), ffi.new("clmodp_text_error *")
        found, count = ffi.new(f"char[{MOST}][64]"), ffi.new("size_t *")
        status = lib.clmodp_matrix_text_variables(found, count, MOST, whole, len(whole), wrong)
        if status:
            raise parse_error(status, wrong)
        names = [text(found[k]) for k in range(count[0])]
        if variable is not None:
            names = sorted([*_without(names, variable), variable], key=encoded)
            self.variable = names.index(variable)
        kept, made = [ffi.new("char[]", encoded(name)) for name in names], _made()
        status = lib.clmodp_matrix_from_text(made, whole, len(whole), kept, len(kept), ffi.NULL,
                                             wrong)
        if status:
            raise parse_error(status, wrong)
        self.c, self.modulus = ffi.gc(made[0], lib.clmodp_matrix_destroy), 0
        self.given: Give = lambda f, d: _written(f, kept, d)

    def _load(self, rows: list[list[Any]], variable: Any, unknown: bool) -> None:
        """Loads rows of polynomials of one kind, and numbers."""
        entries = [f for row in rows for f in row]
        known = [f for f in entries if not _integers.is_number(f)]
        if unknown:
            variable = _default(known) if variable is None else variable
            known.append(variable)
        for f in known[1:]:
            if type(f) is not type(known[0]):
                kind_of([known[0], f], ANY)  # raises an exception if they do not fit
        kind = kind_of(known or [0], ANY)
        if kind.count > MOST:
            raise InvalidError(f"{kind.count} variables: at most {MOST} are supported")
        made, denominator = _made(), new_integer()
        check(lib.clmodp_matrix_create(made, len(rows), len(rows[0]) if rows else 0,
                                       kind.count or 2))
        self.c, self.modulus = ffi.gc(made[0], lib.clmodp_matrix_destroy), kind.common_modulus(0)
        self.given = kind.given_all
        for i, row in enumerate(rows):
            for j, f in enumerate(row):
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
        n = lib.clmodp_matrix_rows(self.c)
        for k in range(n * lib.clmodp_matrix_columns(self.c)):
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


def _rows(a: Any) -> list[list[Any]]:
    """Returns the rows of a matrix: of lists, or of NumPy, SymPy, python-flint or Sage."""
    if hasattr(a, "tolist"):
        a = a.tolist()
    elif callable(getattr(a, "rows", None)):
        a = a.rows()
    if isinstance(a, dict) or not isinstance(a, Iterable):
        raise TypeError(f"expected a matrix as rows of polynomials or a text, not "
                        f"{type(a).__name__}")
    rows = []
    for row in a:
        if isinstance(row, (str, dict)) or not isinstance(row, Iterable):
            raise TypeError(f"expected rows of polynomials, not {type(row).__name__}")
        rows.append(list(row))
    if any(len(row) != len(rows[0]) for row in rows):
        raise InvalidError("rows of different lengths")
    return rows


def _written(f: Any, names: list[Any], denominator: int) -> str:
    """Returns f / denominator as a text."""
    made, divisor = ffi.new("char **"), new_integer()
    _integers.set_integer(divisor, denominator)
    check(lib.clmodp_mpoly_to_text(made, f, names, divisor))
    try:
        return text(made[0])
    finally:
        lib.free(made[0])


def _solve(question: _Question, function: Any, arguments: Sequence[Any], modulus: int,
           context: Context | None, options: Options | None, progress: Progress | None) -> Any:
    """Calls the library, and returns its result in the entries' type."""
    if question.modulus and modulus and modulus != question.modulus:
        raise InvalidError(f"the entries are modulo {question.modulus}, but the modulus is "
                           f"{modulus}")
    how, context = options_of(options), context_of(context)
    found, divisor = new("mpoly", lib.clmodp_matrix_variables(question.c)), new_integer()
    report = ffi.new("clmodp_resultant_report *")
    report.size = ffi.sizeof("clmodp_resultant_report")
    with context._computing(progress):
        context._check(function(context._c, found, divisor, report, question.c, *arguments,
                                modulus or question.modulus, how))
    context._report = report
    return question.given(found, _integers.integer(divisor))


def det(a: Any, *, modulus: int = 0, context: Context | None = None,
        options: Options | None = None, progress: Progress | None = None) -> Any:
    """The determinant of a square matrix of polynomials in up to 16 variables; 1 for no rows.

    a: a list of rows, an array of NumPy, or a matrix of SymPy, python-flint or Sage, with entries
        as for resultant() and numbers; or a text such as "[x, 1; y, x + 2]" or "[[x, 1], [y,
        2]]". The result has the entries' type
    modulus: as in resultant_mod(); 0: over the rational numbers, or the entries' own field

    Otherwise as resultant().

    >>> det("[x, 1; y, x + 2]")
    'x^2 + 2*x - y'
    >>> det([["x", 1], ["y", "x/2"]])
    '1/2*x^2 - y'
    >>> det([[1, 2], [3, 4]], modulus=7)
    5
    """
    return _solve(_Question(a), lib.clmodp_determinant, (), _checked(modulus), context, options,
                  progress)


def charpoly(a: Any, variable: Any = None, *, modulus: int = 0, context: Context | None = None,
             options: Options | None = None, progress: Progress | None = None) -> Any:
    """The characteristic polynomial det(t I - A) of a square matrix of polynomials.

    variable: t, which must not occur in the matrix: a text for texts and numbers, otherwise a
        polynomial of the entries' type. Default: "t", or Symbol("t")

    Otherwise as det().

    >>> charpoly("[a, 1; 1, 0]")
    '-a*t + t^2 - 1'
    >>> charpoly([[2, 1], [1, 2]], "z")
    'z^2 - 4*z + 3'
    """
    question = _Question(a, variable, True)
    return _solve(question, lib.clmodp_matrix_charpoly, (question.variable,), _checked(modulus),
                  context, options, progress)


def _checked(modulus: Any) -> int:
    """Returns a modulus, or 0 for none."""
    return 0 if modulus == 0 and not is_bool(modulus) else checked_modulus(modulus)

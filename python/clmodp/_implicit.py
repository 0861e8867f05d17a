"""Equations of curves that are given by rational functions."""

from __future__ import annotations

import sys
from typing import Any, TypeVar

from clmodp import _integers
from clmodp._context import Context, context_of
from clmodp._errors import InvalidError, check, encoded, parse_error, text
from clmodp._native import ffi, lib
from clmodp._options import Options, options_of
from clmodp._problem import new
from clmodp._text import variables
from clmodp._variables import MOST
from clmodp._watch import Progress

F = TypeVar("F")


def _is_sympy(f: Any) -> bool:
    """Tests whether f is an expression of SymPy, which has made it and is loaded."""
    sympy = sys.modules.get("sympy")
    return sympy is not None and isinstance(f, sympy.Expr)


def _chosen(names: list[str], parameter: str | None) -> str:
    """Returns the parameter: the given one, the only variable, or t."""
    for name in ("x", "y"):
        if name in names:
            raise InvalidError(f"{name} is a coordinate of the curve: rename it in the functions")
    if not names:
        raise InvalidError("both coordinates are constant: this is a point, not a curve")
    chosen = parameter or (names[0] if len(names) == 1 else "t")
    if chosen not in names:
        raise InvalidError(f"the parameter {chosen} does not occur" if parameter else
                           "several letters and no t: pass the parameter")
    return chosen


def _functions(texts: list[bytes], names: list[bytes]) -> list[Any]:
    """Returns numerators and denominators as C polynomials."""
    made = []
    kept = [ffi.new("char[]", name) for name in names]
    for function in texts:
        parts = [new("mpoly", len(names)) for _ in range(2)]
        wrong = ffi.new("clmodp_text_error *")
        status = lib.clmodp_mpoly_quotient_from_text(*parts, function, len(function), kept, wrong)
        if status:
            raise parse_error(status, wrong)
        made += parts
    return made


def implicit(x: F, y: F, parameter: Any = None, *, context: Context | None = None,
             options: Options | None = None, progress: Progress | None = None) -> F:
    """The equation of the plane curve of all points (x, y): an irreducible polynomial in x and y
    with integer coefficients without a common divisor, which vanishes exactly on the curve and its
    limits.

    x, y: rational functions of a parameter, as texts or as expressions of SymPy. Further variables
        are parameters of the coefficients. The result has the same type; in SymPy, the coordinates
        are Symbol("x") and Symbol("y")
    parameter: the parameter, or its name; default: the only variable, otherwise t

    Otherwise as resultant().

    >>> implicit("3*t/(1 + t^3)", "3*t^2/(1 + t^3)")
    'x^3 - 3*x*y + y^3'
    """
    if not all(isinstance(f, str) for f in (x, y)):
        return _of_sympy(  # type: ignore[no-any-return]
            x, y, parameter, context, options, progress)
    names, found = _found([x, y], parameter, context, options, progress)
    made = ffi.new("char **")
    check(lib.clmodp_mpoly_to_text(made, found, names, ffi.NULL))
    try:
        return text(made[0])  # type: ignore[return-value]
    finally:
        lib.free(made[0])


def _found(functions: list[Any], parameter: Any, context: Context | None,
           options: Options | None, progress: Progress | None) -> tuple[list[Any], Any]:
    """Returns the names of variables and the equation, as C objects."""
    if parameter is not None and not isinstance(parameter, str):
        raise TypeError(f"the parameter must be a name, not {parameter!r}")
    texts = [encoded(f) for f in functions]
    names = variables(texts, MOST - 2)
    chosen = _chosen(names, parameter)
    names = sorted([*names, "x", "y"], key=encoded)
    parts = _functions(texts, [encoded(name) for name in names])
    found, how = new("mpoly", len(names)), options_of(options)
    context = context_of(context)
    with context._computing(progress):
        context._check(lib.clmodp_implicit(context._c, found, ffi.NULL, *parts,
                                           names.index(chosen), names.index("x"),
                                           names.index("y"), how))
    return [ffi.new("char[]", encoded(name)) for name in names], found


def _of_sympy(x: Any, y: Any, parameter: Any, context: Context | None, options: Options | None,
              progress: Progress | None) -> Any:
    """Returns the equation for expressions of SymPy or numbers."""
    if not any(map(_is_sympy, (x, y))) or not all(
            _is_sympy(f) or _integers.is_number(f) for f in (x, y)):
        raise TypeError("functions must be texts or expressions of SymPy, not "
                        f"{type(x).__name__} and {type(y).__name__}")
    from clmodp._sympy import Functions  # SymPy is loaded already

    functions = Functions([x, y])
    names, found = _found(functions.texts, None if parameter is None else str(parameter), context,
                          options, progress)
    keys, c = _integers.several(found)
    return functions.expression(list(map(text, names)), dict(zip(keys, c)))

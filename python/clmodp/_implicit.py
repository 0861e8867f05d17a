"""Equations of curves and surfaces that are given by rational functions."""

from __future__ import annotations

import sys
from typing import Any, TypeVar

from clmodp import _integers
from clmodp._context import Context, context_of
from clmodp._errors import InvalidError, check, encoded, parse, taken, text
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


def _chosen(names: list[str], parameter: str | None, coordinates: str) -> list[str]:
    """Returns the parameters: the given ones, the only variables, or t, or s and t."""
    kind, default = ("curve", ["t"]) if len(coordinates) == 2 else ("surface", ["s", "t"])
    for name in coordinates:
        if name in names:
            raise InvalidError(f"{name} is a coordinate of the {kind}: rename it in the functions")
    if len(names) < len(default):
        raise InvalidError("both coordinates are constant: this is a point, not a curve"
                           if kind == "curve" else
                           "fewer than two parameters: this is not a surface")
    chosen = [name.strip() for name in parameter.split(",")] if parameter else (
        names if len(names) == len(default) else default)
    if not len(set(chosen)) == len(chosen) == len(default):
        raise InvalidError(f"parameters of a {kind}: {len(default)}, not {parameter}")
    for name in chosen:
        if name not in names:
            raise InvalidError(f"the parameter {name} does not occur" if parameter else
                               f"several variables, but no {name}: pass the parameter")
    return chosen


def _functions(texts: list[bytes], names: list[bytes]) -> list[Any]:
    """Returns numerators and denominators as C polynomials."""
    made = []
    kept = [ffi.new("char[]", name) for name in names]
    for function in texts:
        parts = [new("mpoly", len(names)) for _ in range(2)]
        parse(lib.clmodp_mpoly_quotient_from_text, *parts, function, len(function), kept)
        made += parts
    return made


def implicit(x: F, y: F, z: F | None = None, parameter: Any = None, *,
             context: Context | None = None, options: Options | None = None,
             progress: Progress | None = None) -> F:
    """The equation of the plane curve of all points (x, y), or the surface of all points
    (x, y, z): an irreducible polynomial in x and y, or x, y and z, with integer coefficients
    without a common divisor, which vanishes exactly on the curve or surface and its limits.

    x, y: rational functions of a parameter, as texts or as expressions of SymPy. Further variables
        are parameters of the coefficients. The result has the same type; in SymPy, the coordinates
        are Symbol("x"), Symbol("y") and Symbol("z")
    z: None for a curve; for a surface a third function of now two parameters
    parameter: the parameter, or its name; default: the only variable, otherwise t. For a surface a
        pair or a text "s,t"; default: the only variables, otherwise s and t

    Otherwise as resultant().

    >>> implicit("3*t/(1 + t^3)", "3*t^2/(1 + t^3)")
    'x^3 - 3*x*y + y^3'
    >>> implicit("s*t", "s", "t^2")
    'x^2 - y^2*z'
    """
    functions = [x, y] if z is None else [x, y, z]
    if isinstance(parameter, (tuple, list)):
        parameter = ",".join(map(str, parameter))
    if not all(isinstance(f, str) for f in functions):
        return _of_sympy(  # type: ignore[no-any-return]
            functions, parameter, context, options, progress)
    names, found = _found(functions, parameter, context, options, progress)
    made = ffi.new("char **")
    check(lib.clmodp_mpoly_to_text(made, found, names, ffi.NULL))
    return taken(made)  # type: ignore[return-value]


def _found(functions: list[Any], parameter: Any, context: Context | None,
           options: Options | None, progress: Progress | None) -> tuple[list[Any], Any]:
    """Returns the names of variables and the equation, as C objects."""
    if parameter is not None and not isinstance(parameter, str):
        raise TypeError(f"the parameter must be a name, not {parameter!r}")
    texts, coordinates = [encoded(f) for f in functions], "xyz"[:len(functions)]
    names = variables(texts, MOST - len(coordinates))
    chosen = _chosen(names, parameter, coordinates)
    names = sorted([*names, *coordinates], key=encoded)
    parts = _functions(texts, [encoded(name) for name in names])
    found, how = new("mpoly", len(names)), options_of(options)
    parameters, places = ([names.index(name) for name in some] for some in (chosen, coordinates))
    context = context_of(context)
    with context._computing(progress):
        context._check(
            lib.clmodp_implicit(context._c, found, ffi.NULL, *parts, *parameters, *places, how)
            if len(functions) == 2 else
            lib.clmodp_implicit_surface(context._c, found, ffi.NULL, parts[::2], parts[1::2],
                                        parameters, places, how))
    return [ffi.new("char[]", encoded(name)) for name in names], found


def _of_sympy(functions: list[Any], parameter: Any, context: Context | None,
              options: Options | None, progress: Progress | None) -> Any:
    """Returns the equation for expressions of SymPy or numbers."""
    if not any(map(_is_sympy, functions)) or not all(
            _is_sympy(f) or _integers.is_number(f) for f in functions):
        raise TypeError("functions must be texts or expressions of SymPy, not "
                        f"{' and '.join(type(f).__name__ for f in functions)}")
    from clmodp._sympy import Functions  # SymPy is loaded already

    read = Functions(functions)
    names, found = _found(read.texts, None if parameter is None else str(parameter), context,
                          options, progress)
    keys, c = _integers.several(found)
    return read.expression(list(map(text, names)), dict(zip(keys, c)))

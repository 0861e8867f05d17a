"""Selection of the variable to eliminate, y, and of the remaining one, x."""

from __future__ import annotations

from typing import Any, Callable, Sequence

from clmodp._errors import InvalidError

MOST = 16  # CLMODP_MOST_VARIABLES
ANY: Any = object()  # instead of y: no variable is eliminated, and results have all of them


def choose(variables: Sequence[Any], y: Any, generators: Sequence[Any] = (),
           definition: Callable[[Any], str] = str) -> tuple[Any, Any]:
    """Returns (x, y) for the variables occurring in polynomials; None for an absent variable. If
    two or more variables remain, x is None: see several().

    The argument y is one of the variables or generators, its name, or another name, of which the
    polynomials are free; y is None then. By default y is the variable or generator named y, or
    else the last by name; generators count even if they do not occur, so coefficients do not
    affect the choice. In messages variables of equal names are told by their definitions. For ANY,
    y is any of the variables that occur.

    >>> choose(["a", "b"], None), choose(["y", "z"], None), choose(["a"], "b")
    (('a', 'b'), ('z', 'y'), ('a', None))
    >>> choose(["a", "b", "c"], "c"), choose(["a", "b"], "c")
    ((None, 'c'), (None, None))
    >>> choose(["x"], None), choose(["x"], None, ["x", "y"])
    ((None, 'x'), ('x', 'y'))
    >>> choose(["a", "b", "c"], None)
    Traceback (most recent call last):
    clmodp._errors.InvalidError: three variables: a, b and c: pass the one to eliminate
    """
    if y is ANY:
        generators = ()
    known = [*generators, *(one for one in variables if one not in generators)]
    found = (_default(known, definition) if y is None or y is ANY
             else _named(known, y, definition))
    others = [variable for variable in variables if found is None or variable != found]
    if len(others) < 2:
        return (others[0] if others else None), found
    if y is not None:
        return None, found
    names = _told(variables, definition)
    plain = list(map(str, variables))
    alike = next((name for name in plain if plain.count(name) > 1), None)
    hint = ": pass the one to eliminate"
    if found not in variables:
        names.append(str(found))
        hint = f"; by default {found} is eliminated"
    if alike is not None:
        hint = f"; those named {alike} differ in assumptions: replace one by the other"
    count = {3: "three", 4: "four", 5: "five"}.get(len(names), str(len(names)))
    raise InvalidError(f"{count} variables: {', '.join(names[:-1])} and {names[-1]}{hint}")


def choose_over_field(variables: Sequence[Any], own: Sequence[Any], y: Any,
                      generators: Sequence[Any] = (),
                      definition: Callable[[Any], str] = str) -> tuple[Any, Any]:
    """Returns (a, y) for the variables of polynomials over a number field, where `own` are the
    variables of the minimal polynomial and a has to be the only one. None: y is absent.

    >>> choose_over_field(["i", "x"], ["i"], None), choose_over_field(["i"], ["i"], "t")
    (('i', 'x'), ('i', None))
    """
    if len(own) != 1:
        raise InvalidError("minimal_polynomial must have one variable, not "
                           + (", ".join(map(str, own)) or "none"))
    a = own[0]
    if y is not None and (y == a or y == str(a)):
        raise InvalidError(f"{a} is the number of minimal_polynomial, and cannot be eliminated")
    return a, choose([one for one in variables if one != a], y,
                     [one for one in generators if one != a], definition)[1]


def several(variables: Sequence[Any], x: Any, y: Any) -> bool:
    """Tests whether two or more variables remain, for x and y from choose()."""
    return x is None and any(one != y for one in variables)


def _told(variables: Sequence[Any], definition: Callable[[Any], str]) -> list[str]:
    """Returns the names of variables, or the definitions of variables named alike."""
    names = [str(one) for one in variables]
    return [name if names.count(name) == 1 else definition(one)
            for name, one in zip(names, variables)]


def _named(known: Sequence[Any], y: Any, definition: Callable[[Any], str]) -> Any:
    """Returns the known variable given by y, itself or its name; None if there is none."""
    if y in known:
        return y
    alike = [one for one in known if str(one) == str(y)]
    if alike and not isinstance(y, str):
        raise InvalidError(f"{definition(y)} is not in the polynomials, but "
                           f"{definition(alike[0])} is: pass that one")
    if len(alike) > 1:
        raise InvalidError(f"several variables are named {y}: pass the variable itself, one of "
                           + ", ".join(_told(alike, definition)))
    return alike[0] if alike else None


def _default(known: Sequence[Any], definition: Callable[[Any], str]) -> Any:
    """Returns the variable named y, or else the last by name."""
    names = [str(one) for one in known]
    if not known:
        return None
    return _named(known, "y" if "y" in names else max(names), definition)


class Places:
    """Indices of x and y in exponent tuples of `count` variables. None: the variable is absent; an
    absent x is given any free index."""

    def __init__(self, count: int, x: int | None, y: int | None) -> None:
        self.count, self.y = count, y
        self.x = next((k for k in range(count) if k != y), None) if x is None else x

    def pair(self, key: Sequence[Any]) -> tuple[int, int]:
        """Returns the exponents of x and y in a tuple."""
        return (0 if self.x is None else int(key[self.x]),
                0 if self.y is None else int(key[self.y]))

    def names(self, generators: Sequence[Any]) -> tuple[str, str]:
        """Returns the names of x and y, which differ; "x" or "y" for a variable without index."""
        x, y = (None if k is None else one.decode() if isinstance(one := generators[k], bytes)
                else str(one) for k in (self.x, self.y))
        x = x or ("y" if y == "x" else "x")
        return x, y or ("x" if x == "y" else "y")

    def key(self, i: int, j: int) -> tuple[int, ...]:
        """Returns the exponent tuple of x^i y^j."""
        made = [0] * self.count
        if self.x is not None:
            made[self.x] = i
        if self.y is not None:
            made[self.y] = j
        return tuple(made)

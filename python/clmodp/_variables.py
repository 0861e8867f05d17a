"""Which variable is eliminated, and which one is left."""

from __future__ import annotations

from typing import Any, Sequence

from clmodp._errors import InvalidError


def choose(variables: Sequence[Any], y: Any) -> tuple[Any, Any]:
    """(x, y) of the variables that occur; y is one of them, or the name of one, or of another,
    which is then eliminated from what is free of it. By default it is the variable named y, or
    else the last one by name. None stands for a variable that does not occur.

    >>> choose(["a", "b"], None), choose(["y", "z"], None), choose(["a"], "b")
    (('a', 'b'), ('z', 'y'), ('a', None))
    >>> choose(["a", "b"], "c")
    Traceback (most recent call last):
    clmodp._errors.InvalidError: three variables, of which two can be: a, b and c
    """
    names = [str(variable) for variable in variables]
    if y is None:
        y = "y" if "y" in names else max(names, default=None)
    if y in variables:
        found = y
    elif not isinstance(y, str) or y not in names:
        found = None
    elif names.count(y) == 1:
        found = variables[names.index(y)]
    else:
        raise InvalidError(f"several variables are named {y}: tell by the variable itself")
    others = [variable for variable in variables if found is None or variable != found]
    if len(others) > 1:
        said = names if found is not None or y is None else [*names, str(y)]
        count = {3: "three", 4: "four", 5: "five"}.get(len(said), str(len(said)))
        raise InvalidError(f"{count} variables, of which two can be: "
                           f"{', '.join(said[:-1])} and {said[-1]}")
    return (others[0] if others else None), found


class Places:
    """Where x and y stand among the exponents of polynomials in `count` variables; None: nowhere,
    or for x anywhere."""

    def __init__(self, count: int, x: int | None, y: int | None) -> None:
        self.count, self.y = count, y
        self.x = next((k for k in range(count) if k != y), None) if x is None else x

    def pair(self, key: Sequence[Any]) -> tuple[int, int]:
        """The exponents of x and y."""
        return (0 if self.x is None else int(key[self.x]),
                0 if self.y is None else int(key[self.y]))

    def key(self, i: int, j: int) -> tuple[int, ...]:
        """All exponents of x^i y^j."""
        made = [0] * self.count
        if self.x is not None:
            made[self.x] = i
        if self.y is not None:
            made[self.y] = j
        return tuple(made)

"""Which variable is eliminated, and which one is left."""

from __future__ import annotations

from typing import Any, Sequence

from clmodp._errors import InvalidError


def choose(variables: Sequence[Any], y: Any, generators: Sequence[Any] = ()) -> tuple[Any, Any]:
    """(x, y) of the variables that occur; y is one of them, or of the generators, or the name of
    one, or of another, which is then eliminated from what is free of it. By default it is what is
    named y, or else the last one by name: of the generators, where polynomials have them, whether
    these occur or not, so that it does not depend on coefficients. None stands for a variable that
    is not there.

    >>> choose(["a", "b"], None), choose(["y", "z"], None), choose(["a"], "b")
    (('a', 'b'), ('z', 'y'), ('a', None))
    >>> choose(["x"], None), choose(["x"], None, ["x", "y"])
    ((None, 'x'), ('x', 'y'))
    >>> choose(["a", "b"], "c")
    Traceback (most recent call last):
    clmodp._errors.InvalidError: three variables, of which two can be: a, b and c
    """
    known = [*generators, *(one for one in variables if one not in generators)]
    found = _default(known) if y is None else _named(known, y)
    others = [variable for variable in variables if found is None or variable != found]
    if len(others) > 1:
        names = [str(variable) for variable in variables]
        hint = ""
        if found not in variables and (found is not None or y is not None):
            names.append(str(y if found is None else found))
            hint = f"; by default {found} is eliminated" if y is None else ""
        count = {3: "three", 4: "four", 5: "five"}.get(len(names), str(len(names)))
        raise InvalidError(f"{count} variables, of which two can be: "
                           f"{', '.join(names[:-1])} and {names[-1]}{hint}")
    return (others[0] if others else None), found


def _named(known: Sequence[Any], y: Any) -> Any:
    """The variable that y is, or is the name of; None if it is none of these."""
    if y in known:
        return y
    alike = [one for one in known if isinstance(y, str) and str(one) == y]
    if len(alike) > 1:
        raise InvalidError(f"several variables are named {y}: tell by the variable itself")
    return alike[0] if alike else None


def _default(known: Sequence[Any]) -> Any:
    """The one named y, or else the last one by name."""
    names = [str(one) for one in known]
    return _named(known, "y" if "y" in names else max(names)) if known else None


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

    def names(self, generators: Sequence[Any]) -> tuple[str, str]:
        """Those of x and y, or "x" and "y" where one is nowhere."""
        x, y = (default if k is None else generators[k]
                for k, default in ((self.x, "x"), (self.y, "y")))
        return tuple(one.decode() if isinstance(one, bytes) else str(one)
                     for one in (x, y))  # type: ignore[return-value]

    def key(self, i: int, j: int) -> tuple[int, ...]:
        """All exponents of x^i y^j."""
        made = [0] * self.count
        if self.x is not None:
            made[self.x] = i
        if self.y is not None:
            made[self.y] = j
        return tuple(made)

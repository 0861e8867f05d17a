"""Polynomials as texts."""

from __future__ import annotations

import re
from typing import Any, Sequence

from clmodp import _integers
from clmodp._errors import InvalidError, check, encoded, parse, parse_error, taken, text
from clmodp._kinds import Kind, register
from clmodp._native import ffi, lib
from clmodp._problem import Operand, new
from clmodp._structures import initialised
from clmodp._variables import ANY, MOST, choose, choose_over_field, several
from clmodp._watch import ASK, raised, reading


def variables(texts: Sequence[bytes], most: int) -> list[str]:
    """Returns the variables occurring in expressions, at most `most`."""
    names, count = ffi.new(f"char[{MOST}][64]"), ffi.new("size_t *")
    for expression in texts:
        parse(lib.clmodp_mpoly_text_variables, names, count, most, expression, len(expression))
    return [text(names[k]) for k in range(count[0])]


def read(operand: Operand, expression: bytes, *names: bytes) -> None:
    """Sets the operand to the expansion of an expression, in two named variables or, if it is
    packed later, in several."""
    wrong, options = ffi.new("clmodp_text_error *"), initialised("clmodp_text_options")
    options.progress, options.user = ASK, reading.watch.c
    if operand.several is not None:
        kept = [ffi.new("char[]", name) for name in names]
        status = lib.clmodp_mpoly_from_text(operand.several, operand.denominator, expression,
                                            len(expression), kept, options, wrong)
    else:
        status = lib.clmodp_zxy_from_text(operand.poly, operand.denominator, expression,
                                          len(expression), *names, options, wrong)
    if reason := raised():
        raise reason
    if status:
        raise parse_error(status, wrong)
    operand.whole = bool(lib.clm_python_integer_is_one(operand.denominator))


def _numerator(operand: Operand, c: Any) -> int:
    """Returns the numerator of a number, whose denominator the operand receives."""
    number = _integers.exact(c)
    _integers.set_integer(operand.denominator, number.denominator)
    operand.whole = number.denominator == 1
    return number.numerator


class Text(Kind):
    """Expressions; results are expressions that clmodp.resultant accepts."""

    def __init__(self, polynomials: Sequence[Any], y: Any, minimal: Any = None) -> None:
        if y is not None and y is not ANY and not isinstance(y, str):
            raise TypeError(f"the variable of an expression must be a string, not {y!r}")
        if isinstance(y, str) and not re.fullmatch(r"[A-Za-z_]\w*", y, re.ASCII):
            raise InvalidError(f"the variable must be a name, not {y!r}")
        self.encoded = {f: encoded(f) for f in (*polynomials, minimal) if isinstance(f, str)}
        if minimal is not None:
            self._extend(y, variables([self.encoded[minimal]], MOST))
            return
        found = variables(list(self.encoded.values()), 2 if y is None else MOST)
        x, known = choose(found, y)
        self.y = encoded(known or ("y" if y is None or y is ANY else y))
        if found and (y is ANY or several(found, x, known)):
            self._take(found, known or str(y))
        self.x = x.encode() if x is not None else b"y" if self.y == b"x" else b"x"

    def _extend(self, y: str | None, own: list[str]) -> None:
        """Chooses variables over a number field, where `own` are those of its polynomial."""
        found = variables(list(self.encoded.values()), MOST)
        a, known = choose_over_field(found, own, y)
        known = known or y or ("x" if a == "y" else "y")
        self._take(found, known)
        self.generator = self.all.index(encoded(a))
        self.x, self.y = encoded(a), encoded(known)

    def _take(self, found: list[str], y: str) -> None:
        """Takes several variables, and y, which may not be among them."""
        self.all = sorted({encoded(name) for name in (*found, y)})
        self.count, self.place = len(self.all), self.all.index(encoded(y))

    def names(self) -> tuple[str, str]:
        return self.x.decode(), self.y.decode()

    def all_names(self) -> list[str]:
        return [name.decode() for name in self.all]

    def load(self, operand: Operand, f: Any) -> None:
        if isinstance(f, str):
            read(operand, self.encoded[f], self.x, self.y)
        else:
            _integers.set_terms(operand.poly, [0], [0], [_numerator(operand, f)])

    def load_several(self, operand: Operand, f: Any) -> None:
        super().load_several(operand, f)
        if isinstance(f, str):
            read(operand, self.encoded[f], *self.all)
        else:
            _integers.set_several(operand.several, [[0] * self.count], [_numerator(operand, f)])

    def multivariate(self, r: Any, divisor: Any) -> str:
        kept = [ffi.new("char[]", name) for name in self.all]
        return self._written(lib.clmodp_mpoly_to_text_watched, r, kept, divisor)

    def univariate(self, r: Any, divisor: Any) -> str:
        return self._written(lib.clmodp_zx_to_text_watched, r, self.x, divisor)

    def bivariate(self, s: Any, divisor: Any) -> str:
        return self._written(lib.clmodp_zxy_to_text_watched, s, self.x, self.y, divisor)

    def _written(self, write: Any, polynomial: Any, *arguments: Any) -> str:
        made = ffi.new("char **")
        status = write(made, polynomial, *arguments, ASK, reading.watch.c)
        if reason := raised():
            raise reason
        check(status)
        return taken(made)


register(str, Text)

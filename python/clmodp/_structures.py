"""C structures as data classes, and enumerators as words."""

from __future__ import annotations

import dataclasses
from functools import lru_cache
from typing import Any, TypeVar

from clmodp._errors import InvalidError, text
from clmodp._native import ffi, lib

T = TypeVar("T")


@dataclasses.dataclass(frozen=True)
class Figure:
    """A quantity measured several times: the median, and the interquartile range divided by it.
    For a quantity derived from several figures the spread is the sum of their spreads."""

    value: float
    spread: float


def initialised(name: str) -> Any:
    """Returns a new C structure, with the values that the library sets at first."""
    c = ffi.new(f"{name} *")
    getattr(lib, f"{name}_init")(c)
    return c


@lru_cache(maxsize=None)
def words(enum: str) -> dict[str, int]:
    """Returns the words of an enumeration: its names in lower case, without their common prefix.

    >>> words("clmodp_mode")
    {'certified': 0, 'probable': 1}
    """
    names: dict[str, int] = ffi.typeof(enum).relements
    begin = 0
    while len({name[:begin + 1] for name in names}) == 1:
        begin += 1
    begin = min(names)[:begin].rindex("_") + 1
    ordered = sorted(names.items(), key=lambda item: item[1])
    return {name[begin:].lower().replace("_", "-"): value for name, value in ordered}


def number(enum: str, word: str) -> int:
    """Returns the value of a word.

    >>> number("clmodp_mode", "probable")
    1
    """
    value = words(enum).get(word) if isinstance(word, str) else None
    if value is None:
        kind = enum.replace("clmodp_", "").replace("_", " ")
        raise InvalidError(f"no {kind} {word!r}; there are " + ", ".join(map(repr, words(enum))))
    return value


def word(enum: str, value: int) -> str:
    """Returns the word for a value."""
    return next(name for name, known in words(enum).items() if known == value)


def _value(member: Any, kind: Any) -> Any:
    """Returns a member of a structure as a Python object."""
    if kind.kind == "enum":
        return word(kind.cname, int(ffi.cast("int", member)))
    if kind.cname == "clmodp_figure":
        return Figure(member.value, member.spread)
    if kind.kind == "array" and kind.item.kind == "struct":
        return [_value(one, kind.item) for one in member]
    if kind.kind == "pointer" or (kind.kind == "array" and kind.item.cname == "char"):
        return text(member)
    return member


def store(c: Any, **members: Any) -> None:
    """Sets members of a structure to these integers."""
    for name, value in members.items():
        try:
            setattr(c, name, value)
        except OverflowError:
            raise InvalidError(f"{name} is {value}, which is "
                               f"{'negative' if value < 0 else 'too large'}") from None
        except TypeError:
            raise TypeError(f"{name} must be an integer, not {value!r}") from None


def read(cls: type[T], c: Any, **others: Any) -> T:
    """Returns a data class filled from the members of a structure with the same names; `others`
    are the values of all other fields."""
    kinds = dict(ffi.typeof(c[0]).fields)
    found = {field.name: _value(getattr(c, field.name), kinds[field.name].type)
             for field in dataclasses.fields(cls)  # type: ignore[arg-type]
             if field.name not in others}
    return cls(**found, **others)

"""Structures of C's as data classes, and words for their enumerations."""

from __future__ import annotations

import dataclasses
from functools import lru_cache
from typing import Any, TypeVar

from clmodp._errors import InvalidError, text
from clmodp._native import ffi

T = TypeVar("T")


@dataclasses.dataclass(frozen=True)
class Figure:
    """Something that was measured several times: the median, and the distance of the quartiles
    over it; of what follows from several figures their spreads added."""

    value: float
    spread: float


@lru_cache(maxsize=None)
def words(enum: str) -> dict[str, int]:
    """The words of an enumeration: its names in small letters, without what all begin with.

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
    """The number that a word stands for.

    >>> number("clmodp_mode", "probable")
    1
    """
    value = words(enum).get(word) if isinstance(word, str) else None
    if value is None:
        kind = enum.replace("clmodp_", "").replace("_", " ")
        raise ValueError(f"no {kind} {word!r}; there are " + ", ".join(map(repr, words(enum))))
    return value


def word(enum: str, value: int) -> str:
    """The word for a number."""
    return next(name for name, known in words(enum).items() if known == value)


def _value(member: Any, kind: Any) -> Any:
    """A member of a structure as Python has it."""
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
    """Let members of a structure be these integers."""
    for name, value in members.items():
        try:
            setattr(c, name, value)
        except OverflowError:
            raise InvalidError(f"{name} is {value}, which is "
                               f"{'negative' if value < 0 else 'too large'}") from None
        except TypeError:
            raise TypeError(f"{name} is an integer, not {value!r}") from None


def read(cls: type[T], c: Any, **others: Any) -> T:
    """A data class from the members of a structure that have its fields' names; what a structure
    says in another way comes as `others`."""
    kinds = dict(ffi.typeof(c[0]).fields)
    found = {field.name: _value(getattr(c, field.name), kinds[field.name].type)
             for field in dataclasses.fields(cls)  # type: ignore[arg-type]
             if field.name not in others}
    return cls(**found, **others)

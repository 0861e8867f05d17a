"""Arrays of other packages as memory of C's, without a copy where their layout allows it."""

from __future__ import annotations

import operator
import sys
from typing import TYPE_CHECKING, AbstractSet, Any, Callable, Mapping, Sequence

from clmodp._integers import is_bool
from clmodp._native import ffi

if TYPE_CHECKING:
    import numpy
    import numpy.typing

    Words = numpy.typing.NDArray[numpy.uint32]


FOREIGN = (">", "!") if sys.byteorder == "little" else ("<",)


def empty(count: int, dtype: str = "uint32") -> Any:
    """A new array of NumPy's, which is imported here and not before."""
    import numpy as np
    return np.empty(count, dtype)


def layout(array: Any) -> tuple[str, int]:
    """What elements of a buffer are: "u", "i" or "f", and their bytes."""
    try:
        view = memoryview(array)
    except TypeError:
        raise TypeError(f"expected an array, not a {type(array).__name__}") from None
    if view.ndim != 1 or not view.c_contiguous:
        raise ValueError("an array is of one dimension, with its elements side by side")
    order, form = view.format[:1], view.format.lstrip("@=<>!")
    if order in FOREIGN and view.itemsize > 1:
        raise TypeError("the bytes of its elements are in the other order than this machine has: "
                        "take array.astype(array.dtype.newbyteorder('='))")
    kind = {"B": "u", "H": "u", "I": "u", "L": "u", "Q": "u", "b": "i", "h": "i", "i": "i",
            "l": "i", "q": "i", "f": "f", "d": "f"}.get(form, "")
    return kind, view.itemsize


def shared(array: Any, c_type: str = "uint32_t[]", writable: bool = False) -> Any:
    """The array's own memory."""
    return ffi.from_buffer(c_type, array, require_writable=writable)


def are_words(c: Any) -> bool:
    """Whether it is an array of uint32."""
    try:
        return layout(c) == ("u", 4)
    except TypeError:
        return False


def words(c: Any, convert: Callable[[Any], int]) -> tuple[Any, int]:
    """Integers as words of C's, and how many: the memory of an array of uint32 as it is, or else
    a copy of what each is converted to."""
    if are_words(c):
        return shared(c), len(c)
    if not isinstance(c, Sequence) and hasattr(c, "tolist"):
        c = c.tolist()
    if isinstance(c, (Mapping, AbstractSet)) or not hasattr(c, "__len__"):
        raise TypeError(f"expected a sequence of integers, not a {type(c).__name__}")
    return ffi.new("uint32_t[]", [convert(one) for one in c]), len(c)


def index(c: Any) -> int:
    """An integer that is no bool."""
    if is_bool(c):
        raise TypeError(f"{c!r} is no integer")
    return operator.index(c)

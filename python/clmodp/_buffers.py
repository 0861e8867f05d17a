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

# Allocates memory that is not cleared, for copies that fill all of it.
_allocate = ffi.new_allocator(should_clear_after_alloc=False)


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


def length(array: Any) -> int:
    """How many elements an array of one dimension has, whatever its own class says."""
    with memoryview(array) as view:
        return view.shape[0] if view.shape else 0


def shared(array: Any, c_type: str = "uint32_t[]", writable: bool = False) -> Any:
    """The array's own memory. While it is in use, array.array and bytearray cannot be resized;
    NumPy's resize(refcheck=False) releases it nevertheless, which its caller must not let happen
    during a call."""
    return ffi.from_buffer(c_type, array, require_writable=writable)


def frozen(data: Any) -> Any:
    """The bytes of a buffer, copied unless nothing can change them."""
    return ffi.from_buffer(data if type(data) is bytes else bytes(memoryview(data)))


def are_words(c: Any) -> bool:
    """Whether it is an array of uint32."""
    try:
        return layout(c) == ("u", 4)
    except TypeError:
        return False


def words(c: Any, convert: Callable[[Any], int]) -> tuple[Any, int]:
    """Integers as words of C's, and how many: the memory of an array of uint32 as it is, or else
    a copy of what each is converted to. The number is that of the words, since lengths of
    sequences may change while their elements are converted."""
    if are_words(c):
        memory = shared(c)
        return memory, len(memory)
    if not isinstance(c, Sequence) and hasattr(c, "tolist"):
        c = c.tolist()
    if isinstance(c, (Mapping, AbstractSet)) or not hasattr(c, "__len__"):
        raise TypeError(f"expected a sequence of integers, not a {type(c).__name__}")
    converted = [convert(one) for one in c]
    return ffi.new("uint32_t[]", converted), len(converted)


def copied(memory: Any) -> Any:
    """A copy of words of C's, which callbacks and other threads cannot change during a call."""
    copy = _allocate("uint32_t[]", len(memory))
    ffi.memmove(copy, memory, ffi.sizeof(memory) if len(memory) else 0)
    return copy


def copied_words(c: Any, convert: Callable[[Any], int]) -> tuple[Any, int]:
    """The same as words() of a copy."""
    memory, count = words(c, convert)
    return copied(memory), count


def index(c: Any) -> int:
    """An integer that is no bool."""
    if is_bool(c):
        raise TypeError(f"{c!r} is no integer")
    return operator.index(c)

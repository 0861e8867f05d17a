"""Arrays of other packages as memory for C, without a copy if their layout allows it."""

from __future__ import annotations

import operator
import sys
from typing import TYPE_CHECKING, AbstractSet, Any, Callable, Mapping, Sequence

from clmodp._integers import is_bool
from clmodp._native import ffi

if TYPE_CHECKING:
    import numpy
    import numpy.typing

    Words = numpy.typing.NDArray[numpy.unsignedinteger]


FOREIGN = (">", "!") if sys.byteorder == "little" else ("<",)

# Allocates memory that is not cleared, for copies that fill all of it.
_allocate = ffi.new_allocator(should_clear_after_alloc=False)


def empty(count: int, dtype: str = "uint32") -> Any:
    """Returns a new NumPy array, uninitialised. NumPy is imported only here."""
    import numpy as np
    return np.empty(count, dtype)


def layout(array: Any) -> tuple[str, int]:
    """Returns the kind of a buffer's elements, "u", "i" or "f", and their size in bytes."""
    try:
        view = memoryview(array)
    except TypeError:
        raise TypeError(f"expected an array, not a {type(array).__name__}") from None
    if view.ndim != 1 or not view.c_contiguous:
        raise ValueError("expected a one-dimensional array with contiguous elements")
    order, form = view.format[:1], view.format.lstrip("@=<>!")
    if order in FOREIGN and view.itemsize > 1:
        raise TypeError("the elements of the array have another byte order than this machine: "
                        "use array.astype(array.dtype.newbyteorder('='))")
    kind = {"B": "u", "H": "u", "I": "u", "L": "u", "Q": "u", "b": "i", "h": "i", "i": "i",
            "l": "i", "q": "i", "f": "f", "d": "f"}.get(form, "")
    return kind, view.itemsize


def length(array: Any) -> int:
    """Returns the number of elements of a one-dimensional array, ignoring its own len()."""
    with memoryview(array) as view:
        return view.shape[0] if view.shape else 0


def shared(array: Any, c_type: str = "uint32_t[]", writable: bool = False) -> Any:
    """Returns the array's own memory. While it is in use, array.array and bytearray cannot be
    resized. NumPy's resize(refcheck=False) releases the memory nevertheless, so it must not be
    called during a call of the library."""
    return ffi.from_buffer(c_type, array, require_writable=writable)


def frozen(data: Any) -> Any:
    """Returns the bytes of a buffer, copied unless they are immutable."""
    return ffi.from_buffer(data if type(data) is bytes else bytes(memoryview(data)))


def are_words(c: Any, size: int = 4) -> bool:
    """Tests whether c is an array of unsigned words of `size` bytes."""
    try:
        return layout(c) == ("u", size)
    except TypeError:
        return False


def words(c: Any, convert: Callable[[Any], int], size: int = 4) -> tuple[Any, int]:
    """Returns integers as words of 4 or 8 bytes for C, and their number: the memory of an array
    of such words itself, or else a copy of the converted integers. The words are counted after
    the conversion, since lengths of sequences may change while their elements are converted."""
    c_type = f"uint{8 * size}_t[]"
    if are_words(c, size):
        memory = shared(c, c_type)
        return memory, len(memory)
    if not isinstance(c, Sequence) and hasattr(c, "tolist"):
        c = c.tolist()
    if isinstance(c, (Mapping, AbstractSet)) or not hasattr(c, "__len__"):
        raise TypeError(f"expected a sequence of integers, not an object of type "
                        f"{type(c).__name__}")
    converted = [convert(one) for one in c]
    return ffi.new(c_type, converted), len(converted)


def copied(memory: Any) -> Any:
    """Returns a copy of words, which callbacks and other threads cannot change during a call."""
    copy = _allocate(ffi.typeof(memory), len(memory))
    ffi.memmove(copy, memory, ffi.sizeof(memory) if len(memory) else 0)
    return copy


def copied_words(c: Any, convert: Callable[[Any], int], size: int = 4) -> tuple[Any, int]:
    """Returns the same as words(), always with a copy of the memory."""
    memory, count = words(c, convert, size)
    return copied(memory), count


def index(c: Any) -> int:
    """Returns c as int; rejects bools."""
    if is_bool(c) or not hasattr(c, "__index__"):
        raise TypeError(f"{c!r} is not an integer")
    return operator.index(c)

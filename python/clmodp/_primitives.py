"""Sorting, prefix sums, reductions and selections of elements of arrays, on a device."""

from __future__ import annotations

from typing import Any

from clmodp._buffers import empty, layout, length, shared
from clmodp._context import Context, context_of
from clmodp._errors import InvalidError
from clmodp._native import ffi, lib
from clmodp._structures import initialised, number, store
from clmodp._watch import Progress

KEYS = {"u": "uint", "i": "int", "f": "float"}


def _word(array: Any, kinds: str, sizes: tuple[int, ...], what: str) -> tuple[str, int]:
    """Returns the layout of an array; raises TypeError if it is of another kind or size."""
    kind, size = layout(array)
    if not kind or kind not in kinds or size not in sizes:
        names = " or ".join(f"{KEYS[one]}{8 * n}" for one in kinds for n in sizes)
        raise TypeError(f"{what} must be an array of {names}")
    return kind, size


def _memory(array: Any, size: int, count: int, writable: bool = False,
            c_type: str = "char[]") -> Any:
    """Returns the memory of a checked array: `count` elements of `size` bytes. Raises an exception
    if callbacks or other threads have resized the array since the check."""
    memory = shared(array, c_type, writable)
    if ffi.sizeof(memory) != size * count:
        raise InvalidError("an array was changed during the call")
    return memory


def radix_sort(keys: Any, values: Any = None, *, descending: bool = False, begin_bit: int = 0,
               end_bit: int = 0, context: Context | None = None,
               progress: Progress | None = None) -> None:
    """Sorts an array of 32-bit or 64-bit elements, of NumPy or others, in place. Values, of 4 or 8
    bytes, move with their keys. The sort is stable. Floating point numbers are sorted by the total
    order of IEEE 754.

    begin_bit, end_bit: keys are compared by these bits only, excluding end_bit; 0: to the highest

    >>> from array import array
    >>> keys = array("i", [3, -1, 2])
    >>> radix_sort(keys)
    >>> keys.tolist()
    [-1, 2, 3]
    """
    kind, size = _word(keys, "uif", (4, 8), "keys")
    options = initialised("clmodp_sort_options")
    options.key = number("clmodp_sort_key", f"{KEYS[kind]}{8 * size}")
    options.descending = bool(descending)
    store(options, begin_bit=begin_bit, end_bit=end_bit)
    count = length(keys)
    if values is not None:
        _, options.value_bytes = _word(values, "uif", (4, 8), "values")
        if length(values) != count:
            raise InvalidError("keys and values have different lengths")
    context = context_of(context)
    with context._computing(progress):
        context._check(lib.clmodp_radix_sort_host(
            context._c, _memory(keys, size, count, True),
            ffi.NULL if values is None else _memory(values, options.value_bytes, count, True),
            count, options))


def scan(values: Any, out: Any = None, *, exclusive: bool = False,
         context: Context | None = None, progress: Progress | None = None) -> Any:
    """Computes the prefix sums of an array of 32-bit or 64-bit elements, modulo 2^32 or 2^64, in
    `out`, which may be the array itself, or in a new NumPy array.

    exclusive: sum k excludes values[k]

    >>> from array import array
    >>> scan(array("I", [1, 2, 3]), array("I", [0, 0, 0])).tolist()
    [1, 3, 6]
    """
    kind, size = _word(values, "ui", (4, 8), "values")
    count = length(values)
    if out is None:
        out = empty(count, f"{KEYS[kind]}{8 * size}")
    else:
        _word(out, "ui", (size,), "sums")
        if length(out) != count:
            raise InvalidError("out and values have different lengths")
    options = initialised("clmodp_scan_options")
    options.element = number("clmodp_element", f"uint{8 * size}")
    options.kind = number("clmodp_scan_kind", "exclusive" if exclusive else "inclusive")
    context = context_of(context)
    with context._computing(progress):
        context._check(lib.clmodp_scan_host(
            context._c, _memory(out, size, count, True), _memory(values, size, count), count,
            options))
    return out


def reduce(values: Any, reduction: str = "sum", *, context: Context | None = None,
           progress: Progress | None = None) -> int:
    """The "sum" of an array of unsigned integers of 32 or 64 bits, modulo 2^32 or 2^64, or their
    "min" or "max". For an empty array 0, but for "min" the greatest number of the type.

    >>> from array import array
    >>> reduce(array("I", [3, 1, 2])), reduce(array("I", [3, 1, 2]), "min")
    (6, 1)
    """
    _, size = _word(values, "u", (4, 8), "values")
    count = length(values)
    options = initialised("clmodp_reduce_options")
    options.element = number("clmodp_element", f"uint{8 * size}")
    options.reduction = number("clmodp_reduction", reduction)
    found = ffi.new(f"uint{8 * size}_t *")
    context = context_of(context)
    with context._computing(progress):
        context._check(lib.clmodp_reduce_host(context._c, found, _memory(values, size, count),
                                               count, options))
    return int(found[0])


def _select_options(values: Any) -> tuple[Any, Any]:
    """Returns the C options of a selection, and a new array for the selected elements."""
    kind, size = _word(values, "uif", (4, 8), "values")
    options = initialised("clmodp_select_options")
    options.element = number("clmodp_element", f"uint{8 * size}")
    return options, empty(length(values), f"{KEYS[kind]}{8 * size}")


def compact(values: Any, flags: Any, *, context: Context | None = None,
            progress: Progress | None = None) -> Any:
    """The elements with nonzero flags of an array of 32-bit or 64-bit elements, in their order, as
    a new NumPy array. The flags are an array of uint32.

    >>> from array import array
    >>> compact(array("i", [5, -6, 7]), array("I", [1, 0, 1])).tolist()
    [5, 7]
    """
    options, out = _select_options(values)
    _word(flags, "u", (4,), "flags")
    count = len(out)
    if length(flags) != count:
        raise InvalidError("flags and values have different lengths")
    total = ffi.new("uint32_t *")
    context = context_of(context)
    with context._computing(progress):
        context._check(lib.clmodp_compact_host(
            context._c, shared(out, "char[]", True), total,
            _memory(values, out.itemsize, count),
            _memory(flags, 4, count, c_type="uint32_t[]"), count, options))
    return out[:total[0]].copy()


def split(values: Any, bit: int = 0, *, context: Context | None = None,
          progress: Progress | None = None) -> tuple[Any, int]:
    """The elements of an array of 32-bit or 64-bit elements in which a bit (0: the lowest) is
    clear, then the others, both in their order, as a new NumPy array; and the number of the first.

    >>> from array import array
    >>> out, zeros = split(array("I", [5, 6, 7, 8]))
    >>> out.tolist(), zeros
    ([6, 8, 5, 7], 2)
    """
    options, out = _select_options(values)
    store(options, bit=bit)
    zeros = ffi.new("uint32_t *")
    context = context_of(context)
    with context._computing(progress):
        context._check(lib.clmodp_split_host(
            context._c, shared(out, "char[]", True), zeros,
            _memory(values, out.itemsize, len(out)), len(out), options))
    return out, int(zeros[0])

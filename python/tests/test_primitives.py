"""Tests of sorting, prefix sums and other operations on arrays, against NumPy."""

from array import array

import pytest
from devices import needs_device
from hypothesis import given, settings
from hypothesis import strategies as st

import clmodp

numpy = pytest.importorskip("numpy")


@needs_device
@settings(max_examples=40)
@given(st.sampled_from(["u4", "u8", "i4", "i8", "f4", "f8"]), st.integers(0, 3000),
       st.integers(0, 2**32 - 1), st.booleans())
def test_sort(dtype, count, seed, descending):
    rng = numpy.random.default_rng(seed)
    keys = rng.integers(0, 1000, count).astype(dtype)
    if dtype[0] != "u":
        keys -= 500
    values = numpy.arange(count, dtype="u4")
    order = numpy.argsort(-keys if descending and dtype[0] != "u" else
                          keys.max(initial=0) - keys if descending else keys, kind="stable")
    expected = keys[order]
    clmodp.radix_sort(keys, values, descending=descending)
    assert (keys == expected).all() and (values == order).all()


@needs_device
@settings(max_examples=40)
@given(st.sampled_from(["u4", "u8", "i4", "i8"]), st.integers(0, 3000),
       st.integers(0, 2**32 - 1), st.booleans())
def test_scan(dtype, count, seed, exclusive):
    rng = numpy.random.default_rng(seed)
    values = rng.integers(0, 2**31, count).astype(dtype)
    expected = numpy.cumsum(values, dtype=dtype)
    if exclusive:
        expected -= values
    found = clmodp.scan(values, exclusive=exclusive)
    assert found.dtype == numpy.dtype(dtype) and (found == expected).all()
    assert clmodp.scan(values, values, exclusive=exclusive) is values
    assert (values == expected).all()


@needs_device
def test_arrays_of_others():
    keys = array("d", [2.5, -1.0, 0.0])
    clmodp.radix_sort(keys)
    assert keys.tolist() == [-1.0, 0.0, 2.5]
    sums = array("I", [0, 0])
    assert clmodp.scan(array("I", [5, 6]), sums).tolist() == [5, 11]


@needs_device
@settings(max_examples=40)
@given(st.sampled_from(["u4", "u8"]), st.integers(0, 3000), st.integers(0, 2**32 - 1))
def test_reduce(dtype, count, seed):
    rng = numpy.random.default_rng(seed)
    most = int(numpy.iinfo(dtype).max)
    values = rng.integers(0, most, count, dtype, endpoint=True)
    known = [int(one) for one in values]
    assert clmodp.reduce(values) == sum(known) % (most + 1)
    assert clmodp.reduce(values, "min") == min(known, default=most)
    assert clmodp.reduce(values, "max") == max(known, default=0)


@needs_device
@settings(max_examples=40)
@given(st.sampled_from(["u4", "u8", "i4", "i8", "f4", "f8"]), st.integers(0, 3000),
       st.integers(0, 2**32 - 1))
def test_choices(dtype, count, seed):
    rng = numpy.random.default_rng(seed)
    values = (rng.integers(0, 1000, count) - 500).astype(dtype)
    flags = rng.integers(0, 3, count).astype("u4")
    found = clmodp.compact(values, flags)
    assert found.dtype == values.dtype and (found == values[flags != 0]).all()
    bit = int(rng.integers(0, 8 * values.itemsize))
    is_set = (values.view(f"u{values.itemsize}") >> bit) & 1 == 1
    out, zeros = clmodp.split(values, bit)
    assert out.dtype == values.dtype and zeros == int((~is_set).sum())
    assert out.tobytes() == numpy.concatenate([values[~is_set], values[is_set]]).tobytes()


def test_wrong_choices():
    with pytest.raises(TypeError, match="values must be an array of uint32 or uint64"):
        clmodp.reduce(array("i", [1]))
    with pytest.raises(ValueError, match="no reduction 'product'"):
        clmodp.reduce(array("I", [1]), "product")
    with pytest.raises(TypeError, match="flags must be an array of uint32"):
        clmodp.compact(array("I", [1]), array("i", [1]))
    with pytest.raises(ValueError, match="flags and values have"):
        clmodp.compact(array("I", [1]), array("I", [1, 0]))
    with pytest.raises(clmodp.InvalidError, match="bit is -1"):
        clmodp.split(array("I", [1]), -1)
    with pytest.raises(clmodp.InvalidError):
        clmodp.split(array("I", [1]), 32)


def test_other_byte_order():
    swapped = numpy.array([2, 1]).astype(numpy.dtype("u4").newbyteorder())
    for call in (clmodp.radix_sort, clmodp.scan, clmodp.reduce,
                 lambda array: clmodp.FpxList(array, numpy.array([0, 2], "u8"))):
        with pytest.raises(TypeError, match="byte order.*newbyteorder"):
            call(swapped)
    assert clmodp.Fpx(swapped, 7).to_list() == [2, 1]


def test_wrong():
    with pytest.raises(TypeError, match="keys must be an array of"):
        clmodp.radix_sort(array("h", [1]))
    with pytest.raises(TypeError):
        clmodp.radix_sort([3, 1, 2])
    with pytest.raises(ValueError, match="keys and values have"):
        clmodp.radix_sort(array("I", [1, 2]), array("I", [1]))
    with pytest.raises(ValueError, match="contiguous"):
        clmodp.radix_sort(numpy.zeros(8, "u4")[::2])
    with pytest.raises((BufferError, ValueError)):
        clmodp.scan(array("I", [1]), memoryview(bytes(4)).cast("I"))
    with pytest.raises(TypeError, match="uint32"):
        clmodp.scan(array("d", [1]))
    with pytest.raises(ValueError, match="out and values have"):
        clmodp.scan(array("I", [1]), array("I", [1, 2]))
    with pytest.raises(clmodp.InvalidError):
        clmodp.radix_sort(array("I", [1, 2]), begin_bit=40)

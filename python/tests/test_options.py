"""Tests of options, and of batches with failing pairs."""

import copy
import dataclasses
import pickle
import subprocess
import sys
from fractions import Fraction

import pytest

import clmodp


def test_options_go_anywhere():
    options = clmodp.Options(mode="probable", seed=7)
    for other in (copy.deepcopy(options), pickle.loads(pickle.dumps(options)),
                  clmodp.Options(**dataclasses.asdict(options))):
        assert other == options
        assert clmodp.resultant("x^2 + y^2 - 1", "x*y - 1", options=other) == "x^4 - x^2 + 1"


@pytest.mark.parametrize("name", ["max_memory", "max_result", "seed"])
def test_integers(name):
    for value, said in ((-1, "negative"), (2**64, "too large")):
        with pytest.raises(clmodp.InvalidError, match=f"{name} is {value}, which is {said}"):
            clmodp.Options(**{name: value})
    with pytest.raises(TypeError, match=f"{name} must be an integer, not 0.5"):
        clmodp.Options(**{name: 0.5})


def test_other_integers():
    for threads in (-1, 2**64):
        with pytest.raises(clmodp.InvalidError, match="threads"):
            clmodp.Context(device="host", threads=threads)
    for k in (-1, 2**64):
        with pytest.raises(clmodp.InvalidError, match="k is"):
            clmodp.subresultant("x + y^2", "y^2 - 1", k=k)
    assert clmodp.subresultant("x + y^2", "x*y - 1") == "x*y - 1"


@pytest.mark.parametrize("name", ["device", "kernel_dir", "cache_dir"])
def test_zero_bytes(name):
    with pytest.raises(clmodp.InvalidError, match=f"{name} has a zero byte"):
        clmodp.Context(**{name: "host\0"})


def test_probable_and_schur():
    options = clmodp.Options(engine="schur", mode="probable")
    with pytest.raises(clmodp.UnsupportedError, match="proves its results"):
        clmodp.resultant("x^2 + y^2 - 1", "x*y - 1", options=options)


def test_errors_stand_in_their_places():
    pairs = [("x +", "y"), ("x - y", "x + y"), ({(0, 1): 0.5}, {}), ("a", "b*c"), ("y - 1", "y"),
             ("x\ud800", "y")]
    found = clmodp.resultants(pairs, return_errors=True)
    assert [type(one) for one in found] == [clmodp.ParseError, str, TypeError,
                                            clmodp.ParseError, str, clmodp.ParseError]
    assert found[1] == clmodp.resultant(*pairs[1]) and found[4] == clmodp.resultant(*pairs[4])
    assert [type(one) for one in clmodp.resultants(pairs[:1], return_errors=True)] == [
        clmodp.ParseError]
    for place in (0, 2, 3, 5):
        assert str(found[place]).startswith(f"pair {place}: "), found[place]
    assert found[0].column == 4 and str(found[0]).startswith("pair 0: line 1, column 4: ")
    with pytest.raises(clmodp.ParseError, match="^pair 0: "):
        clmodp.resultants(pairs)
    with pytest.raises(TypeError, match="^pair 1: 0.5 is not an exact number"):
        clmodp.resultants(pairs[1:])


def test_any_error_stands_in_its_place():
    class Bad(dict):
        def items(self):
            raise KeyError("no items")

    pairs = [("x", "y", "z"), ("x\udc80", "y"), (Bad({(0, 1): 1.5}), {}), 3, ("x", "y - 1")]
    found = clmodp.resultants(pairs, return_errors=True)
    assert [type(one) for one in found] == [clmodp.InvalidError, clmodp.ParseError, KeyError,
                                            TypeError, str]
    assert "expected two polynomials, not 3" in str(found[0])
    assert all(f"pair {place}: " in str(one) for place, one in enumerate(found[:-1]))
    for pair in pairs[:-1]:
        with pytest.raises((ValueError, KeyError, TypeError), match="pair 1: "):
            clmodp.resultants([pairs[-1], pair])


@pytest.mark.skipif(not hasattr(Exception(), "add_note"), reason="from Python 3.11 on")
def test_errors_without_a_message_get_a_note():
    class Bad(dict):
        def items(self):
            raise ValueError(1, 2)

    with pytest.raises(ValueError) as reason:
        clmodp.resultants([("x", "y"), (Bad({(0, 1): 1.5}), {})])
    assert reason.value.args == (1, 2) and reason.value.__notes__ == ["in pair 1"]


def test_numbers_beside_integer_rings():
    flint = pytest.importorskip("flint")
    ring = flint.fmpz_mpoly_ctx.get(("x", "y"), "lex")
    x, y = ring.gens()
    found = clmodp.resultant(x - 2 * y, Fraction(1, 2))
    assert type(found).__name__ == "fmpq_mpoly" and found == flint.fmpq(1, 2)
    assert type(clmodp.resultant(x - 2 * y, 3)).__name__ == "fmpz_mpoly"


def test_numpy_primes():
    np = pytest.importorskip("numpy")
    lists = [[1, 1]], [[1, 2]]
    assert (clmodp.fpx_mul_batch(*lists, np.int64(7))[0].tolist() ==
            clmodp.fpx_mul_batch(*lists, 7)[0].tolist())


def test_submodules_load_on_use():
    code = ("import sys, clmodp; assert 'clmodp.curves' not in sys.modules; "
            "assert clmodp.curves.Point(1, 2).y == 2 and clmodp.plot.draw")
    pytest.importorskip("flint")
    pytest.importorskip("matplotlib")
    subprocess.run([sys.executable, "-c", code], check=True)
    with pytest.raises(AttributeError, match="no attribute 'curve'"):
        clmodp.curve  # pylint: disable=pointless-statement

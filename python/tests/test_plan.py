"""Tests of plans, work units and calibrations."""

import random

import pytest
from devices import needs_device

import clmodp

F, G = "x^5*y^4 - 3*x*y^2 + 7", "x^2*y^5 + 12345678901234567890*x - y"


@pytest.mark.parametrize("engine", ["host", pytest.param("euclid", marks=needs_device)])
@pytest.mark.parametrize("operation", ["resultant", "subresultant", "discriminant"])
def test_units(engine, operation):
    options = clmodp.Options(engine=engine)
    plan = clmodp.Plan(F, None if operation == "discriminant" else G, operation=operation,
                       unit_seconds=1e-6, options=options)
    images = [plan.run(unit) for unit in range(plan.units)]
    assert plan.info.units == plan.units == len(images) and plan.info.operation == operation
    random.Random(1).shuffle(images)
    wanted = {"resultant": lambda: clmodp.resultant(F, G),
              "subresultant": lambda: clmodp.subresultant(F, G),
              "discriminant": lambda: clmodp.discriminant(F)}[operation]()
    assert plan.finish(images) == wanted
    copy = clmodp.Plan.from_bytes(bytes(plan))
    assert [copy.run(unit) for unit in range(copy.units)] == [
        plan.run(unit) for unit in range(plan.units)]
    assert isinstance(copy.finish(images), dict)


@pytest.mark.parametrize("principal", [False, True])
@pytest.mark.parametrize("polynomials, y", [
    ((F, G), None), ((F, G), "x"), (("a*z^3 + b", "z^4 - a*b"), "z"), (("0", "y^3"), None),
    (("y", "x*y^3 - 7"), None), (({(0, 4): 1, (2, 1): -5}, {(1, 3): 10**20}), 1)])
def test_chains(polynomials, y, principal):
    options = clmodp.Options(engine="host")
    plan = clmodp.Plan(*polynomials, y, operation="subresultants", principal=principal,
                       unit_seconds=1e-6, options=options)
    wanted = clmodp.subresultants(*polynomials, y, principal=principal)
    assert plan.info.operation == "subresultants" and plan.info.principal is principal
    assert plan.info.count == len(wanted)
    images = [plan.run(unit) for unit in range(plan.units)]
    assert plan.finish(images) == wanted
    found = clmodp.Plan.from_bytes(bytes(plan)).finish(images[::-1])
    assert len(found) == len(wanted) and all(isinstance(one, dict) for one in found)


def test_any_subresultant():
    for k in (1, 2, 3):
        plan = clmodp.Plan(F, G, operation="subresultant", k=k)
        assert plan.info.k == k
        images = [plan.run(unit) for unit in range(plan.units)]
        assert plan.finish(images) == clmodp.subresultant(F, G, k=k)
    with pytest.raises(clmodp.InvalidError, match="k is -1"):
        clmodp.Plan(F, G, operation="subresultant", k=-1)
    with pytest.raises(clmodp.DomainError):
        clmodp.Plan(F, G, operation="subresultant", k=5)


def test_wrong():
    plan = clmodp.Plan(F, G)
    data = bytearray(bytes(plan))
    data[len(data) // 2] ^= 1
    with pytest.raises(clmodp.DamagedError):
        clmodp.Plan.from_bytes(bytes(data))
    with pytest.raises(clmodp.DamagedError):
        plan.finish([b"no images"])
    for unit in (-1, plan.units, 2**64):
        with pytest.raises(clmodp.InvalidError, match=f"unit is {unit}: .* units, {plan.units}$"):
            plan.run(unit)
    with pytest.raises(TypeError, match="the bytes of a plan.*, not str"):
        clmodp.Plan.from_bytes("x")
    with pytest.raises(TypeError, match=r"the bytes returned by run\(\), not str"):
        plan.finish(["x"])
    with pytest.raises(clmodp.InvalidError):
        plan.finish([])
    with pytest.raises(clmodp.InvalidError, match="integer coefficients"):
        clmodp.Plan("x/2 + y", "y")
    for seconds in (-1, float("nan"), float("inf")):
        with pytest.raises(clmodp.InvalidError, match="unit_seconds is"):
            clmodp.Plan(F, G, unit_seconds=seconds)
    with pytest.raises(clmodp.UnsupportedError):
        clmodp.Plan(F, G, options=clmodp.Options(mode="probable"))


def test_results_beyond_the_limit_are_planned():
    plan = clmodp.Plan(F, G, options=clmodp.Options(max_result=1))
    assert plan.info.result_bytes > 1
    with pytest.raises(clmodp.LimitError, match="max_result"):
        plan.run(0)
    enough = clmodp.Options(max_result=plan.info.result_bytes)
    plan = clmodp.Plan(F, G, options=enough)
    assert plan.finish(map(plan.run, range(plan.units))) == clmodp.resultant(F, G)


def test_nothing_to_compute():
    plan = clmodp.Plan("0", "y")
    assert plan.units == 0 and plan.finish([]) == "0"


@needs_device
def test_calibration(tmp_path):
    context = clmodp.Context(cache_dir=tmp_path)
    found = clmodp.calibrate(context=context)
    assert found.seconds > 0 and found.launch.value > 0 and len(found.chase) == 7

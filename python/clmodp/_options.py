"""How a result is computed, and what a computation did."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from clmodp._errors import text
from clmodp._native import ffi, lib
from clmodp._structures import number, read, store


@dataclass(frozen=True)
class Options:
    """How a resultant is computed. All of these give the same result, but that a `probable` one is
    wrong with the probability that Context.report tells.

    mode: "certified" (proved) or "probable" (as much work as the result turns out to need), which
        engine "schur" refuses, with UnsupportedError when it computes, as it proves its results
    engine: "auto", "euclid" or "schur" (on a device), "host" (in plain C, without OpenCL)
    lift: from residues to integers: "auto", "tree", "mixed-radix", "positional", "convolution"
    residues: of engine schur: "auto", "montgomery31", "float24", "double31", "double50"
    max_memory: cap on buffers in bytes; 0: the context's
    max_answer: refuse results that may take more bytes; 0: 256 MiB
    seed: of points and random primes

    >>> Options(mode="probably")
    Traceback (most recent call last):
    ValueError: no mode 'probably'; there are 'certified', 'probable'
    """

    mode: str = "certified"
    engine: str = "auto"
    lift: str = "auto"
    residues: str = "auto"
    max_memory: int = 0
    max_answer: int = 0
    seed: int = 0

    def __post_init__(self) -> None:
        _structure(self)


@lru_cache(maxsize=16)
def _structure(options: Options) -> Any:
    """The structure of C's."""
    c = ffi.new("clmodp_resultant_options *")
    lib.clmodp_resultant_options_init(c)
    for enum in ("mode", "engine", "lift", "residues"):
        setattr(c, enum, number("clmodp_" + enum, getattr(options, enum)))
    store(c, max_memory=options.max_memory, max_answer=options.max_answer, seed=options.seed)
    return c


def options_of(options: Options | None) -> Any:
    """The structure of C's; NULL for the defaults."""
    if options is None:
        return ffi.NULL
    if not isinstance(options, Options):
        raise TypeError(f"options are clmodp.Options, not {options!r}")
    return _structure(options)


@dataclass(frozen=True)
class Stage:
    """A stage of a computation: seconds of the host's thread, and of the device (-1: unknown)."""

    name: str
    host_seconds: float
    device_seconds: float


@dataclass(frozen=True)
class Report:
    """What a computation did; `error_probability` is 0 where the result is proved. Counts are 0
    where nothing had to be computed."""

    seconds: float
    engine: str
    stages: list[Stage]
    primes: int
    points: int
    chunks: int
    evaluations: int
    necessary_evaluations: int
    unlucky: int
    fallback: int
    degree_bound: int
    valuation_bound: int
    width_bound: int
    height_bits: int
    height_bound_name: str
    lift_name: str
    memory_bytes: int
    error_probability: float


def report_of(c: Any) -> Report:
    """The report in a structure of C's."""
    stages = [Stage(text(stage.name), stage.host_seconds, stage.device_seconds)
              for stage in c.stages[0:c.stage_count]]
    return read(Report, c, stages=stages)

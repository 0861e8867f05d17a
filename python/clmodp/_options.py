"""Options of a computation, and the report of a finished one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from clmodp._errors import text
from clmodp._native import ffi
from clmodp._structures import initialised, number, read, store


@dataclass(frozen=True)
class Options:
    """Options of a resultant. The result is the same for all values, except that a `probable` one
    may be wrong, with at most the probability in Context.report.

    mode: "certified" (proved) or "probable" (only as much work as the result seems to need);
        engine "schur" supports only "certified": with "probable" computing raises UnsupportedError
    engine: "auto", "euclid" or "schur" (on a device), "host" (in C on the host, without OpenCL)
    crt: method of CRT reconstruction of integers from residues: "auto", "tree", "mixed-radix",
        "positional", "convolution"
    residues: residue type of engine "schur": "auto", "montgomery31", "float24", "double31",
        "double50"
    max_memory: cap on buffers in bytes; 0: the context's
    max_result: cap on the predicted size of the result in bytes; 0: 256 MiB
    seed: seed of points and random primes

    >>> Options(mode="probably")
    Traceback (most recent call last):
    clmodp._errors.InvalidError: no mode 'probably'; there are 'certified', 'probable'
    """

    mode: str = "certified"
    engine: str = "auto"
    crt: str = "auto"
    residues: str = "auto"
    max_memory: int = 0
    max_result: int = 0
    seed: int = 0

    def __post_init__(self) -> None:
        _structure(self)


@lru_cache(maxsize=16)
def _structure(options: Options) -> Any:
    """Returns the C structure of options."""
    c = initialised("clmodp_resultant_options")
    for name, enum in (("mode", "mode"), ("engine", "engine"), ("crt", "crt_method"),
                       ("residues", "residues")):
        setattr(c, name, number("clmodp_" + enum, getattr(options, name)))
    store(c, max_memory=options.max_memory, max_result=options.max_result, seed=options.seed)
    return c


def options_of(options: Options | None) -> Any:
    """Returns the C structure of options; NULL for the defaults."""
    if options is None:
        return ffi.NULL
    if not isinstance(options, Options):
        raise TypeError(f"options must be clmodp.Options, not {options!r}")
    return _structure(options)


@dataclass(frozen=True)
class Stage:
    """Times of a stage of a computation on the host's thread and the device (-1: unknown)."""

    name: str
    host_seconds: float
    device_seconds: float


@dataclass(frozen=True)
class Report:
    """Report of a computation. `error_probability` is 0 if the result is proved. Counts are 0 if
    nothing had to be computed."""

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
    crt_name: str
    memory_bytes: int
    error_probability: float


def report_of(c: Any) -> Report:
    """Returns the report in a C structure."""
    stages = [Stage(text(stage.name), stage.host_seconds, stage.device_seconds)
              for stage in c.stages[0:c.stage_count]]
    return read(Report, c, stages=stages)

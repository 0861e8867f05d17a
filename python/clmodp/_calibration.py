"""Calibration: measurements of a device."""

from __future__ import annotations

from dataclasses import dataclass

from clmodp._context import Context, context_of
from clmodp._native import lib
from clmodp._structures import Figure, initialised, read
from clmodp._watch import Progress


@dataclass(frozen=True)
class Calibration:
    """Measurements made at the time `seconds` (since the beginning of 1970). The other times are
    in nanoseconds; words have 32 bits. clmodp/calibration.h describes each field."""

    seconds: int
    launch: Figure
    wait: Figure
    send: Figure
    receive: Figure
    stream: Figure
    scatter: Figure
    chase: list[Figure]
    random: Figure
    local: Figure
    product: Figure
    alone: Figure
    groups: Figure
    pair: Figure
    U: Figure
    Z: Figure
    L: Figure
    C: Figure
    P: Figure
    X: Figure


def calibrate(*, context: Context | None = None,
              progress: Progress | None = None) -> Calibration:
    """Measures the context's device, which takes some seconds. The measurements are stored in the
    cache. Contexts opening the device later select algorithms by them; results do not change."""
    context = context_of(context)
    c = initialised("clmodp_calibration")
    with context._computing(progress):
        context._check(lib.clmodp_calibrate(context._c, c))
    return read(Calibration, c)

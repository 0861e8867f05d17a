"""What a device is measured to be."""

from __future__ import annotations

from dataclasses import dataclass

from clmodp._context import Context, context_of
from clmodp._native import ffi, lib
from clmodp._structures import Figure, read
from clmodp._watch import Progress


@dataclass(frozen=True)
class Calibration:
    """What was measured at the time `seconds`, since the beginning of 1970; times of the others
    are in nanoseconds, words have 32 bits. clmodp/calibration.h tells what each is."""

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
    """Measure the context's device, for some seconds. What was measured is kept in the cache, and
    contexts that open the device later choose by it among ways to the same results."""
    context = context_of(context)
    c = ffi.new("clmodp_calibration *")
    lib.clmodp_calibration_init(c)
    with context._computing(progress):
        context._check(lib.clmodp_calibrate(context._c, c))
    return read(Calibration, c)

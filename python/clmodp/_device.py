"""The OpenCL devices of this machine."""

from __future__ import annotations

from dataclasses import dataclass

from clmodp import _fork
from clmodp._errors import call
from clmodp._native import ffi, lib
from clmodp._structures import read


@dataclass(frozen=True)
class Device:
    """Properties reported by a device's driver; `unusable`: "", or why clmodp cannot use it."""

    platform: int
    index: int
    kind: str
    name: str
    vendor: str
    platform_name: str
    version: str
    driver: str
    compute_units: int
    clock_mhz: int
    global_memory: int
    max_allocation: int
    local_memory: int
    max_work_group: int
    vector_width: int
    unusable: str
    family: str


def devices() -> list[Device]:
    """Returns all OpenCL devices of this machine; Context(device="N") selects the N-th."""
    _fork.opens()
    found, count = ffi.new("clmodp_device ***"), ffi.new("size_t *")
    call(lib.clmodp_device_list, found, count)
    try:
        return [read(Device, found[0][k]) for k in range(count[0])]
    finally:
        lib.clmodp_device_list_free(found[0])

"""Know whether drivers were opened before a fork: they do not survive it."""

from __future__ import annotations

import os

from clmodp._errors import ForkError


class _Process:
    """What counts about this process."""

    generation = 0  # forks on the way here
    opened = False  # OpenCL, by this process
    inherited = False  # OpenCL, by one before a fork


_process = _Process()


def _forked() -> None:
    _process.generation += 1
    _process.inherited = _process.inherited or _process.opened


os.register_at_fork(after_in_child=_forked)


def generation() -> int:
    """How many forks lie behind this process; what has another number is a parent's."""
    return _process.generation


def opens() -> None:
    """OpenCL is about to be opened; refused where a parent has done so."""
    if _process.inherited:
        raise ForkError(
            "OpenCL was opened before this process was forked, and its drivers do not work here: "
            "start processes by multiprocessing's 'spawn', fork before the first computation on a "
            "device, or use Context(device=\"host\")")
    _process.opened = True

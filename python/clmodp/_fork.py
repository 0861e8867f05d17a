"""Fork detection: OpenCL drivers opened before a fork do not work in the child process."""

from __future__ import annotations

import os

from clmodp._errors import ForkError


class _Process:
    """State of this process concerning forks."""

    generation = 0  # number of forks from the first process to this one
    opened = False  # whether this process opened OpenCL
    inherited = False  # whether an ancestor opened OpenCL before it forked


_process = _Process()


def _forked() -> None:
    _process.generation += 1
    _process.inherited = _process.inherited or _process.opened


os.register_at_fork(after_in_child=_forked)


def generation() -> int:
    """Returns the number of forks leading to this process; objects of a parent have another."""
    return _process.generation


def opens() -> None:
    """Notes that OpenCL is about to be opened; raises ForkError if an ancestor has opened it."""
    if _process.inherited:
        raise ForkError(
            "OpenCL was opened before this process was forked, and its drivers do not work here: "
            "start processes by multiprocessing's 'spawn', fork before the first computation on a "
            "device, or use Context(device=\"host\")")
    _process.opened = True

"""Callbacks from running computations: progress, and interruption by Ctrl-C.

The library calls from its caller's thread, through C code (glue.c) that forwards few calls. An
exception raised here stops the library, and is raised again after the library has returned.
"""

from __future__ import annotations

import logging
import threading
from typing import Any, Callable, Optional, Protocol, Union

from clmodp import _fork
from clmodp._native import ffi, lib

PERIOD = 0.05  # seconds between calls of Python
ASK = ffi.addressof(lib, "clm_python_progress")  # C's callback; cffi 1.15 takes no function

log = logging.getLogger("clmodp")


class Bar(Protocol):
    """A progress bar, such as tqdm's."""

    n: Any
    total: Any

    def update(self, n: Any = 1) -> Any:
        """Advances by n."""


Progress = Union[Callable[[float], Any], Bar]


class _Raised(threading.local):
    """Exception raised in a callback, per thread that called C."""

    error: Optional[BaseException] = None


_raised = _Raised()


def is_raised() -> bool:
    """Tests whether a callback raised an exception that raised() has not yet taken."""
    return _raised.error is not None


def raised() -> BaseException | None:
    """Returns this exception, or None, and forgets it."""
    error, _raised.error = _raised.error, None
    return error


def _keep(_kind: Any, error: BaseException, _traceback: Any) -> None:
    _raised.error = error


def shower(progress: Progress | None) -> Callable[[float], Any] | None:
    """Returns a callable taking the finished fraction: `progress` itself, or one moving a bar."""
    if progress is None or not (hasattr(progress, "update") and hasattr(progress, "n")):
        if progress is not None and not callable(progress):
            raise TypeError(f"progress is neither a callable nor a bar: {progress!r}")
        return progress
    bar: Any = progress
    if bar.total is None:
        bar.total = 1
    return lambda fraction: bar.update(fraction * bar.total - bar.n)


class Watch:
    """Progress callback and C state of one context."""

    def __init__(self) -> None:
        self.show: Callable[[float], Any] | None = None
        self.divide(1)
        self.handle = ffi.new_handle(self)
        self.c = ffi.new("clm_python_watch *", {"user": self.handle, "period": PERIOD})

    def divide(self, parts: int) -> None:
        """Begins the first of several computations that are shown as one."""
        self.part, self.parts = 0, parts

    def attach(self, context: Any) -> None:
        """Sets the callbacks of a C context."""
        lib.clmodp_context_set_progress(context, ASK, self.c)
        lib.clmodp_context_set_device_init(context, lib.clm_python_opening, self.handle)
        lib.clmodp_context_set_log(context, lib.clm_python_log, self.handle)


class _Reading(threading.local):
    """Watch of each thread for reading and writing texts, which takes no context."""

    def __init__(self) -> None:
        self.watch = Watch()


reading = _Reading()


# Python handles pending signals when it begins to run, before the first line of these functions.


@ffi.def_extern(error=1, onerror=_keep)  # type: ignore[untyped-decorator]
def clm_python_ask(user: Any, fraction: float) -> int:
    """Shows progress; returns whether to stop."""
    watch = ffi.from_handle(user)
    if watch.show is not None and not is_raised():
        watch.show((watch.part + fraction) / watch.parts)
    return is_raised()


@ffi.def_extern(error=1, onerror=_keep)  # type: ignore[untyped-decorator]
def clm_python_opening(_user: Any) -> int:
    """Notes that drivers are about to be opened."""
    _fork.opens()
    return 0


@ffi.def_extern(onerror=_keep)  # type: ignore[untyped-decorator]
def clm_python_log(_user: Any, kind: int, line: Any) -> None:
    """Logs compilations, tests and decisions to the logger `clmodp`."""
    log.log(logging.INFO if kind == lib.CLMODP_LOG_NOTE else logging.DEBUG, "%s",
            ffi.string(line).decode("utf-8", "replace"))

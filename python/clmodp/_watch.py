"""Ask Python while the library computes: whether Ctrl-C was pressed, and to show progress.

The library calls from the thread of its caller, through C that lets most calls pass (glue.c). What
is raised here stops the library, and is raised again behind it.
"""

from __future__ import annotations

import logging
import threading
from typing import Any, Callable, Optional, Protocol, Union

from clmodp import _fork
from clmodp._native import ffi, lib

PERIOD = 0.05  # seconds between questions
ASK = ffi.addressof(lib, "clm_python_progress")  # what C calls; cffi 1.15 takes no function

log = logging.getLogger("clmodp")


class Bar(Protocol):
    """A progress bar, such as tqdm's."""

    n: Any
    total: Any

    def update(self, n: Any = 1) -> Any:
        """Go on by n."""


Progress = Union[Callable[[float], Any], Bar]


class _Raised(threading.local):
    """What was raised in a call from C, for the thread that made C call."""

    error: Optional[BaseException] = None


_raised = _Raised()


def is_raised() -> bool:
    """Whether something was raised since the last time."""
    return _raised.error is not None


def raised() -> BaseException | None:
    """Take it."""
    error, _raised.error = _raised.error, None
    return error


def _keep(_kind: Any, error: BaseException, _traceback: Any) -> None:
    _raised.error = error


def shower(progress: Progress | None) -> Callable[[float], Any] | None:
    """What takes the fraction done: a callable as it is, or one that moves a bar."""
    if progress is None or not hasattr(progress, "update"):
        if progress is not None and not callable(progress):
            raise TypeError(f"progress is neither a callable nor a bar: {progress!r}")
        return progress
    bar: Any = progress
    if bar.total is None:
        bar.total = 1
    return lambda fraction: bar.update(fraction * bar.total - bar.n)


class Watch:
    """Who is asked about one context."""

    def __init__(self) -> None:
        self.show: Callable[[float], Any] | None = None
        self.handle = ffi.new_handle(self)
        self.c = ffi.new("clm_python_watch *", {"user": self.handle, "period": PERIOD})

    def attach(self, context: Any) -> None:
        """Let a context of C's ask."""
        lib.clmodp_context_set_progress(context, ASK, self.c)
        lib.clmodp_context_set_opening(context, lib.clm_python_opening, self.handle)
        lib.clmodp_context_set_log(context, lib.clm_python_log, self.handle)


class _Reading(threading.local):
    """Who is asked while a text is read, a thread."""

    def __init__(self) -> None:
        self.watch = Watch()


reading = _Reading()


# Signals are handled where Python begins to run, before the first line of these.


@ffi.def_extern(error=1, onerror=_keep)  # type: ignore[untyped-decorator]
def clm_python_ask(user: Any, fraction: float) -> int:
    """Show how far it is."""
    show = ffi.from_handle(user).show
    if show is not None and not is_raised():
        show(fraction)
    return is_raised()


@ffi.def_extern(error=1, onerror=_keep)  # type: ignore[untyped-decorator]
def clm_python_opening(_user: Any) -> int:
    """Note that drivers are opened."""
    _fork.opens()
    return 0


@ffi.def_extern(onerror=_keep)  # type: ignore[untyped-decorator]
def clm_python_log(_user: Any, kind: int, line: Any) -> None:
    """Tell the logger `clmodp` what is compiled, tested and decided."""
    log.log(logging.INFO if kind == lib.CLMODP_LOG_NOTE else logging.DEBUG, "%s",
            ffi.string(line).decode("utf-8", "replace"))

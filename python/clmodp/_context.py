"""Contexts: a device, opened when it is first needed, and what computes on it."""

from __future__ import annotations

import os
import threading
import weakref
from collections import deque
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Callable, Iterator

from clmodp import _fork
from clmodp._device import MESSAGE_SIZE, Device
from clmodp._errors import ForkError, InvalidError, error, text
from clmodp._native import ffi, lib
from clmodp._options import Report, report_of
from clmodp._problem import Problem
from clmodp._structures import read, store
from clmodp._watch import Progress, Watch, is_raised, raised, shower

KERNELS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "kernels")


def _release(c: Any, generation: int, children: set[Callable[[], None]]) -> None:
    """Release a context of C's and all that is on it, unless it is a parent's: its drivers are not
    here, and must not be called."""
    if generation == _fork.generation():
        for release in children:
            release()
        lib.clmodp_context_destroy(c)


def _text_for_c(name: str, given: str | os.PathLike[str] | None) -> Any:
    """A text, which C reads to its first zero byte; NULL for None."""
    if given is None:
        return ffi.NULL
    encoded = os.fsencode(given)
    if b"\0" in encoded:
        raise InvalidError(f"{name} has a zero byte: {given!r}")
    return ffi.new("char[]", encoded)


class Context:
    """A device with its compiled kernels, for computations one after the other: threads that share
    a context wait for each other, and those with contexts of their own do not.

    device: "gpu", "cpu", "accelerator", "N" or "P.D" by number, a part of a name, or "host" for
        none; a device that is named is opened at once. None: what $CLMODP_DEVICE says, else the
        best one, opened when it is first needed
    max_memory: cap on buffers in bytes; 0: three quarters of what the device has
    threads: of the host; 0: one a processor
    kernel_dir: where the .cl files are; None: $CLMODP_KERNEL_PATH, else those of the package,
        or of the library where that is not in it
    cache_dir: for compiled kernels; None: $CLMODP_CACHE_DIR, else ~/.cache/clmodp; "": none

    >>> with Context(device="host") as context:
    ...     print(context.device.kind)
    host
    """

    def __init__(self, device: str | None = None, *, max_memory: int = 0, threads: int = 0,
                 kernel_dir: str | os.PathLike[str] | None = None,
                 cache_dir: str | os.PathLike[str] | None = None) -> None:
        self._c: Any = None
        if device is not None and not isinstance(device, str):
            raise TypeError(f"a device is named by a text, not {device!r}")
        if (device or os.environ.get("CLMODP_DEVICE") or "host") != "host":
            _fork.opens()
        if (kernel_dir is None and not os.environ.get("CLMODP_KERNEL_PATH")
                and os.path.isdir(KERNELS)):  # else the library is not in here, and has its own
            kernel_dir = KERNELS
        texts = [_text_for_c(name, given) for name, given in
                 (("device", device), ("kernel_dir", kernel_dir), ("cache_dir", cache_dir))]
        options = ffi.new("clmodp_context_options *")
        lib.clmodp_context_options_init(options)
        options.device, options.kernel_dir, options.cache_dir = texts
        store(options, max_memory=max_memory, threads=threads)
        found, message = ffi.new("clmodp_context **"), ffi.new("char[]", MESSAGE_SIZE)
        status = lib.clmodp_context_create(found, options, message, MESSAGE_SIZE)
        if status:
            raise error(status, text(message))
        self._mutex = threading.RLock()
        self._busy = False
        self._generation = _fork.generation()
        self._problem: Problem | None = None
        self._report: Any = None
        self._children: set[Callable[[], None]] = set()
        self._orphans: deque[Callable[[], None]] = deque()
        self._watch = Watch()
        self._watch.attach(found[0])
        self._c = found[0]
        self._release = weakref.finalize(self, _release, self._c, self._generation,
                                         self._children)
        self._release.atexit = False  # what still computes then must not lose it

    def close(self) -> None:
        """Release the device and all that is on it; afterwards nothing can be computed here."""
        if self._c is None:
            return
        if self._generation != _fork.generation():
            self._c = None  # its parent's
            return
        with self._lock:
            if self._busy:
                raise RuntimeError("a context cannot be closed while it computes")
            self._collect()
            self._c = None
            self._release()

    def __enter__(self) -> Context:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None,
                 traceback: TracebackType | None) -> None:
        self.close()

    def __reduce_ex__(self, _protocol: Any) -> Any:
        raise TypeError("a context is not copied, nor sent to other processes: make another")

    def __repr__(self) -> str:
        return f"<clmodp.Context at {id(self):#x}{' (closed)' if self._c is None else ''}>"

    @property
    def device(self) -> Device:
        """What it computes on, opened if it was not yet; the host where no device can be had."""
        with self._computing():
            found = lib.clmodp_context_device(self._c)
            if reason := raised():
                raise reason
            return read(Device, found)

    @property
    def report(self) -> Report | None:
        """What the last resultant here did."""
        return None if self._report is None else report_of(self._report)

    # What modules beside this one compute with.

    @property
    def _lock(self) -> threading.RLock:
        """To be held while it computes; behind a fork another thread may hold it for ever."""
        if self._generation != _fork.generation():
            raise ForkError("this context was made before this process was forked: make another")
        return self._mutex

    def _begin(self, show: Callable[[float], Any] | None) -> None:
        """Begin to compute, with the lock held."""
        if self._c is None:
            raise RuntimeError("this context is closed")
        if self._busy:
            raise RuntimeError("this context computes already: a callback needs one of its own")
        if self._orphans:
            self._collect()
        self._watch.show = show
        lib.clm_python_watch_start(self._watch.c)
        self._busy = True

    @contextmanager
    def _computing(self, progress: Progress | None = None) -> Iterator[None]:
        """Compute in peace, and show progress."""
        show = shower(progress)
        with self._lock:
            self._begin(show)
            try:
                yield
            finally:
                self._busy = False
        if show is not None:
            show(1.0)

    def _failure(self, status: int) -> BaseException:
        """The exception of the last call, which failed."""
        return raised() or error(status, self._message())

    def _message(self) -> str:
        return text(lib.clmodp_context_message(self._c))

    def _check(self, status: int) -> None:
        if status or is_raised():
            raise self._failure(status)

    def _collect(self) -> None:
        """Release what nobody uses any more."""
        while self._orphans and self._generation == _fork.generation():
            release = self._orphans.popleft()
            self._children.discard(release)
            release()

    def _adopt(self, release: Callable[[], None]) -> None:
        """Note how something on this context is released, which happens before its own end."""
        self._children.add(release)

    def _abandon(self, release: Callable[[], None]) -> None:
        """What release() is for is not used any more. Said at any moment, in any thread, as
        garbage is collected, so that it is done later."""
        self._orphans.append(release)


class _Default(threading.local):
    """The context that a thread has by default."""

    context: Context | None = None


_default = _Default()


def default_context() -> Context:
    """The context of this thread that computes where none is given, made when it is first needed.

    >>> default_context() is default_context()
    True
    """
    context = _default.context
    if context is None or context._c is None or context._generation != _fork.generation():
        context = _default.context = Context()
    return context


def context_of(context: Context | None) -> Context:
    """The context that is given, or the thread's."""
    if context is None:
        return default_context()
    if not isinstance(context, Context):
        raise TypeError(f"a context is a clmodp.Context, not {context!r}")
    return context


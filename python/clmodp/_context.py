"""Contexts: a device, opened when it is first needed, with its compiled kernels."""

from __future__ import annotations

import os
import threading
import weakref
from collections import deque
from contextlib import ExitStack, contextmanager
from types import TracebackType
from typing import Any, Callable, Iterator, Sequence

from clmodp import _fork
from clmodp._device import Device
from clmodp._errors import ForkError, InvalidError, call, error, text
from clmodp._native import ffi, lib
from clmodp._options import Report, report_of
from clmodp._problem import Problem
from clmodp._structures import initialised, read, store
from clmodp._watch import Progress, Watch, is_raised, raised, shower

KERNELS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "kernels")


def _release(c: Any, generation: int, children: set[Callable[[], None]]) -> None:
    """Releases a C context and all objects on it, unless it was made by a parent process: its
    drivers do not work after a fork, and must not be called."""
    if generation == _fork.generation():
        for release in children:
            release()
        lib.clmodp_context_destroy(c)


def _text_for_c(name: str, given: str | os.PathLike[str] | None) -> Any:
    """Returns a text as a C string; NULL for None. Rejects zero bytes."""
    if given is None:
        return ffi.NULL
    encoded = os.fsencode(given)
    if b"\0" in encoded:
        raise InvalidError(f"{name} has a zero byte: {given!r}")
    return ffi.new("char[]", encoded)


class Context:
    """A device with its compiled kernels, for one computation at a time: threads sharing a context
    wait for each other, threads with separate contexts do not.

    device: "gpu", "cpu", "accelerator", "N" or "P.D" by number, a part of a name, or "host" for
        none; a named device is opened at once. None: $CLMODP_DEVICE, else the best device, opened
        when it is first needed
    max_memory: cap on buffers in bytes; 0: three quarters of the device's memory
    threads: number of host threads; 0: one per processor
    kernel_dir: folder of the .cl files; None: $CLMODP_KERNEL_PATH, else the package's folder if
        the package contains the library, else the library's
    cache_dir: folder for compiled kernels; None: $CLMODP_CACHE_DIR, else ~/.cache/clmodp; "": none

    >>> with Context(device="host") as context:
    ...     print(context.device.kind)
    host
    """

    def __init__(self, device: str | None = None, *, max_memory: int = 0, threads: int = 0,
                 kernel_dir: str | os.PathLike[str] | None = None,
                 cache_dir: str | os.PathLike[str] | None = None) -> None:
        self._c: Any = None
        if device is not None and not isinstance(device, str):
            raise TypeError(f"device must be a string, not {device!r}")
        if (device or os.environ.get("CLMODP_DEVICE") or "host") != "host":
            _fork.opens()
        if (kernel_dir is None and not os.environ.get("CLMODP_KERNEL_PATH")
                and os.path.isdir(KERNELS)):  # else the library finds its own
            kernel_dir = KERNELS
        texts = [_text_for_c(name, given) for name, given in
                 (("device", device), ("kernel_dir", kernel_dir), ("cache_dir", cache_dir))]
        options = initialised("clmodp_context_options")
        options.device, options.kernel_dir, options.cache_dir = texts
        store(options, max_memory=max_memory, threads=threads)
        found = ffi.new("clmodp_context **")
        call(lib.clmodp_context_create, found, options)
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
        self._release.atexit = False  # a computation may still be using it then

    def close(self) -> None:
        """Releases the device and all objects on it; the context cannot be used afterwards."""
        if self._c is None:
            return
        if self._generation != _fork.generation():
            self._c = None  # it belongs to the parent process
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
        raise TypeError("a context cannot be copied or pickled: create another one")

    def __repr__(self) -> str:
        return f"<clmodp.Context at {id(self):#x}{' (closed)' if self._c is None else ''}>"

    @property
    def device(self) -> Device:
        """The device, opened if it was not yet; the host if no device can be used."""
        with self._computing():
            found = lib.clmodp_context_device(self._c)
            if reason := raised():
                raise reason
            return read(Device, found)

    @property
    def report(self) -> Report | None:
        """Report of the last resultant computed with this context; None if there was none."""
        return None if self._report is None else report_of(self._report)

    # Methods for the other modules of the package.

    @property
    def _lock(self) -> threading.RLock:
        """Lock held during computations. After a fork it may be held forever: ForkError."""
        if self._generation != _fork.generation():
            raise ForkError("this context was created before the fork: create another one")
        return self._mutex

    def _begin(self, show: Callable[[float], Any] | None) -> None:
        """Begins a computation, with the lock held."""
        if self._c is None:
            raise RuntimeError("this context is closed")
        if self._busy:
            raise RuntimeError("this context is computing: use another context in callbacks")
        if self._orphans:
            self._collect()
        self._watch.show = show
        self._watch.divide(1)
        lib.clm_python_watch_start(self._watch.c)
        self._busy = True

    @contextmanager
    def _computing(self, progress: Progress | None = None) -> Iterator[None]:
        """Holds the lock during a computation, and shows its progress."""
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
        """Returns the exception for the last call, which failed."""
        return raised() or error(status, self._message())

    def _message(self) -> str:
        return text(lib.clmodp_context_message(self._c))

    def _check(self, status: int) -> None:
        if status or is_raised():
            raise self._failure(status)

    def _collect(self) -> None:
        """Releases abandoned objects."""
        while self._orphans and self._generation == _fork.generation():
            release = self._orphans.popleft()
            self._children.discard(release)
            release()

    def _adopt(self, release: Callable[[], None]) -> None:
        """Registers the release of an object on this context, called at the latest at its end."""
        self._children.add(release)

    def _abandon(self, release: Callable[[], None]) -> None:
        """Marks an object for a later call of its release(): garbage collection calls this at any
        moment, in any thread."""
        self._orphans.append(release)


@contextmanager
def computing_together(contexts: Sequence[Context], progress: Progress | None) -> Iterator[None]:
    """Holds the locks of several contexts during a computation; the first one shows its progress.
    Locks are taken in one order, so that threads do not wait for each other."""
    with ExitStack() as stack:
        for one in sorted(contexts, key=id):
            stack.enter_context(one._computing(progress if one is contexts[0] else None))
        yield


class _Default(threading.local):
    """Default context of each thread."""

    context: Context | None = None


_default = _Default()


def default_context() -> Context:
    """Returns this thread's context for calls without a context, made when it is first needed.

    >>> default_context() is default_context()
    True
    """
    context = _default.context
    if context is None or context._c is None or context._generation != _fork.generation():
        context = _default.context = Context()
    return context


def context_of(context: Context | None) -> Context:
    """Returns the given context, or else the thread's default context."""
    if context is None:
        return default_context()
    if not isinstance(context, Context):
        raise TypeError(f"context must be a clmodp.Context, not {context!r}")
    return context


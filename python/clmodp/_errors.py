"""Exceptions: one for each way in which the library can fail, with its message."""

from __future__ import annotations

from typing import Any

from clmodp._native import ffi, lib


class Error(Exception):
    """Something that the library, or this package, refuses or fails at; `status` is its kind."""

    status = "error"


class InvalidError(Error, ValueError):
    """An argument breaks a rule."""


class DomainError(Error, ArithmeticError):
    """There is no such value, as the discriminant of a constant."""


class LimitError(Error, OverflowError):
    """It exists, but is too big for this library, for the device, or for `max_answer`."""


class ParseError(Error, ValueError):
    """A text is no polynomial; `line` and `column`, from 1, tell where it goes wrong."""

    line = 0
    column = 0


class NoKernelError(Error, RuntimeError):
    """A kernel's source was not found or not readable."""


class HostMemoryError(Error, MemoryError):
    """The host is out of memory."""


class CancelledError(Error):
    """The computation was stopped."""


class UnsupportedError(Error, NotImplementedError):
    """It makes sense, but this version, or this way, has it not."""


class DamagedError(Error, ValueError):
    """Bytes that this version did not write, or that have changed."""


class FileError(Error, OSError):
    """A file or folder cannot be read, written or trusted."""


class DeviceError(Error, RuntimeError):
    """An OpenCL call failed."""


class NoDeviceError(DeviceError):
    """No usable OpenCL device fits the request."""


class BuildError(DeviceError):
    """The device's compiler refused a kernel."""


class DeviceMemoryError(DeviceError, MemoryError):
    """The device is out of memory, or the cap on it is too small."""


class CorruptError(DeviceError):
    """A self-check failed: the device computed wrongly."""


class ForkError(DeviceError):
    """Drivers that were opened before os.fork() do not work behind it."""


_CLASSES: dict[int, type[Error]] = {
    lib.CLMODP_INVALID: InvalidError,
    lib.CLMODP_DOMAIN: DomainError,
    lib.CLMODP_LIMIT: LimitError,
    lib.CLMODP_PARSE: ParseError,
    lib.CLMODP_NO_DEVICE: NoDeviceError,
    lib.CLMODP_NO_KERNEL: NoKernelError,
    lib.CLMODP_BUILD: BuildError,
    lib.CLMODP_HOST_MEMORY: HostMemoryError,
    lib.CLMODP_DEVICE_MEMORY: DeviceMemoryError,
    lib.CLMODP_DEVICE: DeviceError,
    lib.CLMODP_CORRUPT: CorruptError,
    lib.CLMODP_CANCELLED: CancelledError,
    lib.CLMODP_UNSUPPORTED: UnsupportedError,
    lib.CLMODP_DAMAGED: DamagedError,
    lib.CLMODP_FILE: FileError,
}


def text(c: Any) -> str:
    """A string of C's."""
    return str(ffi.string(c).decode("utf-8", "replace"))


def encoded(given: str) -> bytes:
    """A text for C, which finds what is no character in it, and tells where."""
    return str.encode(given, "utf-8", "surrogatepass")


def error(status: int, message: str = "") -> Error:
    """The exception of a status that is not OK; without a message it has the status's name."""
    name = text(lib.clmodp_status_string(status))
    made = _CLASSES.get(status, Error)(message or name)
    made.status = name
    return made


def parse_error(status: int, where: Any) -> Error:
    """The exception of a text that is no polynomial."""
    message = text(where.message)
    made = error(status, f"line {where.line}, column {where.column}: {message}"
                 if status == lib.CLMODP_PARSE else message)
    if isinstance(made, ParseError):
        made.line, made.column = where.line, where.column
    return made


def check(status: int) -> None:
    """Raise what became of a call that has no context to ask for a message."""
    if status:
        raise error(status)

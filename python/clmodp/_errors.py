"""Exceptions: one class for each status of the library, with its message."""

from __future__ import annotations

from typing import Any

from clmodp._native import ffi, lib

MESSAGE_SIZE = 4096


class Error(Exception):
    """A failure of the library or of this package; `status` names its kind."""

    status = "error"


class InvalidError(Error, ValueError):
    """An argument breaks a rule."""


class DomainError(Error, ArithmeticError):
    """The result is not defined, such as the discriminant of a constant."""


class LimitError(Error, OverflowError):
    """The result exists, but exceeds a limit of the library or the device, or `max_result`."""


class ParseError(Error, ValueError):
    """A text is not a polynomial; `line` and `column`, from 1, locate the error."""

    line = 0
    column = 0


class NoKernelError(Error, RuntimeError):
    """A kernel's source was not found or not readable."""


class HostMemoryError(Error, MemoryError):
    """The host is out of memory."""


class CancelledError(Error):
    """The computation was stopped."""


class UnsupportedError(Error, NotImplementedError):
    """The request is valid, but this version or the selected algorithm does not support it."""


class DamagedError(Error, ValueError):
    """Serialised bytes are damaged, or were written by another version."""


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
    """A check failed: the device computed a wrong result."""


class ForkError(DeviceError):
    """OpenCL drivers opened before os.fork() do not work in the child process."""


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
    """Returns a C string as str."""
    return str(ffi.string(c).decode("utf-8", "replace"))


def taken(made: Any) -> str:
    """Returns the text that the library has made, and releases its memory."""
    try:
        return text(made[0])
    finally:
        lib.free(made[0])


def encoded(given: str) -> bytes:
    """Returns a text as UTF-8 for C. Lone surrogates are kept, since C reports their position."""
    return str.encode(given, "utf-8", "surrogatepass")


def error(status: int, message: str = "") -> Error:
    """Returns the exception for a status other than OK; the default message is its name."""
    name = text(lib.clmodp_status_string(status))
    made = _CLASSES.get(status, Error)(message or name)
    made.status = name
    return made


def call(function: Any, *arguments: Any) -> None:
    """Calls a function without a context, which returns a message if it fails."""
    message = ffi.new("char[]", MESSAGE_SIZE)
    status = function(*arguments, message, MESSAGE_SIZE)
    if status:
        raise error(status, text(message))


def parse_error(status: int, where: Any) -> Error:
    """Returns the exception for a text that is not a polynomial."""
    message = text(where.message)
    made = error(status, f"line {where.line}, column {where.column}: {message}"
                 if status == lib.CLMODP_PARSE else message)
    if isinstance(made, ParseError):
        made.line, made.column = where.line, where.column
    return made


def parse(function: Any, *arguments: Any) -> None:
    """Calls a function that reads a text."""
    wrong = ffi.new("clmodp_text_error *")
    status = function(*arguments, wrong)
    if status:
        raise parse_error(status, wrong)


def check(status: int) -> None:
    """Raises the exception for the status of a call without a context, hence without a message."""
    if status:
        raise error(status)

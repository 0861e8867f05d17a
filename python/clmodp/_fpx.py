"""Polynomials in one variable over a prime field."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, Sequence, Union

from clmodp._buffers import empty, index, shared, words
from clmodp._context import Context, context_of
from clmodp._errors import InvalidError, encoded, error, parse_error, text
from clmodp._integers import prime, set_integer
from clmodp._native import ffi, lib
from clmodp._problem import new_integer
from clmodp._structures import number
from clmodp._watch import Progress, raised

if TYPE_CHECKING:
    from clmodp._buffers import Words

Coefficients = Union[str, Sequence[int], "Words"]


@lru_cache(maxsize=None)
def options_of(algorithm: str) -> Any:
    """The structure of C's: auto, host, plain or fast."""
    c = ffi.new("clmodp_fpx_options *")
    lib.clmodp_fpx_options_init(c)
    c.algorithm = number("clmodp_fpx_algorithm", algorithm)
    return c


class Fpx:
    """A polynomial over F_p, p any prime below 2^31, which never changes. Its coefficients are
    where they were last computed, on the device or the host, so that chains of operations stay on
    the device.

    coefficients: constant term first. Arrays of uint32, NumPy's or others, are taken as they lie,
        with elements below p; other integers modulo p. Or a text in x
    context: what computes; by default this thread's own

    Named operations take the keyword `algorithm`: "auto", "host", "plain" or "fast"; every one
    gives the same.

    >>> f, g = Fpx("x^2 - 1", 7), Fpx([0, 1, 1], 7)
    >>> f.gcd(g), f * g, f % g
    (Fpx('x + 1', 7), Fpx('x^4 + x^3 + 6*x^2 + 6*x', 7), Fpx('6*x + 6', 7))
    """

    __slots__ = ("context", "p", "_c", "_release", "__weakref__")

    def __init__(self, coefficients: Coefficients, p: int, *,
                 context: Context | None = None) -> None:
        self._make(context_of(context), prime(p))
        with self.context._computing():
            if isinstance(coefficients, str):
                expression, wrong = encoded(coefficients), ffi.new("clmodp_text_error *")
                status = lib.clmodp_fpx_from_text(self._c, expression, len(expression), b"x",
                                                  wrong)
                if reason := raised():
                    raise reason
                if status == lib.CLMODP_DOMAIN:
                    raise error(status, f"the prime {p} divides a denominator")
                if status:
                    raise parse_error(status, wrong)
                return
            c, count = words(coefficients, lambda one: index(one) % p)
            self.context._check(lib.clmodp_fpx_upload(self._c, c, count))

    def _make(self, context: Context, p: int) -> None:
        """The polynomial 0."""
        found = ffi.new("clmodp_fpx **")
        with context._computing():
            context._check(lib.clmodp_fpx_create(context._c, found, p))
            self._release = partial(lib.clmodp_fpx_destroy, found[0])
            context._adopt(self._release)
        self.context, self.p, self._c = context, p, found[0]

    def __del__(self) -> None:
        if hasattr(self, "context"):
            self.context._abandon(self._release)

    # What never changes is its own copy: another one would release C's polynomial again.

    def __copy__(self) -> Fpx:
        return self

    def __deepcopy__(self, _memo: Any) -> Fpx:
        return self

    def __reduce_ex__(self, _protocol: Any) -> Any:
        raise TypeError("an Fpx is on a context of this process: send to_list() and p")

    def _new(self) -> Fpx:
        """Another one, 0, of the same field and context."""
        made = object.__new__(Fpx)
        made._make(self.context, self.p)
        return made

    def _others(self, *others: Any) -> list[Any]:
        """What these are in C."""
        for other in others:
            if not isinstance(other, Fpx):
                raise TypeError(f"{other!r} is no Fpx")
            if other.context is not self.context or other.p != self.p:
                raise InvalidError("polynomials of two contexts or two fields")
        return [other._c for other in others]

    def _call(self, function: Any, *arguments: Any, progress: Progress | None = None) -> None:
        with self.context._computing(progress):
            self.context._check(function(*arguments))

    @property
    def degree(self) -> int:
        """The degree; -1 for the polynomial 0."""
        return len(self) - 1

    def __len__(self) -> int:
        with self.context._computing():
            return int(lib.clmodp_fpx_count(self._c))

    def __bool__(self) -> bool:
        return len(self) > 0

    def to_list(self) -> list[int]:
        """All coefficients, constant term first."""
        c = ffi.new("uint32_t[]", len(self))
        self._call(lib.clmodp_fpx_download, self._c, c, len(c))
        return list(ffi.unpack(c, len(c))) if len(c) else []

    def to_numpy(self) -> Words:
        """The same as an array of uint32."""
        c: Words = empty(len(self))
        self._call(lib.clmodp_fpx_download, self._c, shared(c, writable=True), len(c))
        return c

    def __str__(self) -> str:
        made = ffi.new("char **")
        self._call(lib.clmodp_fpx_to_text, made, self._c, b"x")
        try:
            return text(made[0])
        finally:
            lib.free(made[0])

    def __repr__(self) -> str:
        return f"Fpx({str(self)!r}, {self.p})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Fpx):
            return NotImplemented
        if other.p != self.p:
            return False
        if other.context is not self.context:
            return self.to_list() == other.to_list()
        equal = ffi.new("int *")
        self._call(lib.clmodp_fpx_equal, equal, self._c, other._c)
        return bool(equal[0])

    __hash__ = None  # type: ignore[assignment]

    def __call__(self, x: int) -> int:
        """The value at x."""
        value = ffi.new("uint32_t *")
        self._call(lib.clmodp_fpx_evaluate, value, self._c, index(x) % self.p)
        return int(value[0])

    def __mul__(self, other: Fpx) -> Fpx:
        return self.mul(other) if isinstance(other, Fpx) else NotImplemented

    def __divmod__(self, other: Fpx) -> tuple[Fpx, Fpx]:
        return self.divmod(other) if isinstance(other, Fpx) else NotImplemented

    def __floordiv__(self, other: Fpx) -> Fpx:
        return self.divmod(other)[0] if isinstance(other, Fpx) else NotImplemented

    def __mod__(self, other: Fpx) -> Fpx:
        return self.divmod(other)[1] if isinstance(other, Fpx) else NotImplemented

    def __pow__(self, e: int, m: Fpx) -> Fpx:
        return self.pow(e, m)

    def shift(self, by: int) -> Fpx:
        """x^by times this; for a negative `by` without the lowest terms."""
        made = self._new()
        self._call(lib.clmodp_fpx_shift, made._c, self._c, by)
        return made

    def derivative(self) -> Fpx:
        """The derivative."""
        made = self._new()
        self._call(lib.clmodp_fpx_derivative, made._c, self._c)
        return made

    def mul(self, other: Fpx, *, algorithm: str = "auto",
            progress: Progress | None = None) -> Fpx:
        """The product."""
        (b,), made = self._others(other), self._new()
        self._call(lib.clmodp_fpx_mul, made._c, self._c, b, options_of(algorithm),
                   progress=progress)
        return made

    def divmod(self, other: Fpx, *, algorithm: str = "auto",
               progress: Progress | None = None) -> tuple[Fpx, Fpx]:
        """Quotient and remainder."""
        (b,), quotient, remainder = self._others(other), self._new(), self._new()
        self._call(lib.clmodp_fpx_divrem, quotient._c, remainder._c, self._c, b,
                   options_of(algorithm), progress=progress)
        return quotient, remainder

    def gcd(self, other: Fpx, *, algorithm: str = "auto",
            progress: Progress | None = None) -> Fpx:
        """The greatest common divisor, monic."""
        (b,), made = self._others(other), self._new()
        self._call(lib.clmodp_fpx_gcd, made._c, self._c, b, options_of(algorithm),
                   progress=progress)
        return made

    def xgcd(self, other: Fpx, *, algorithm: str = "auto",
             progress: Progress | None = None) -> tuple[Fpx, Fpx, Fpx]:
        """(g, u, v) with u self + v other = g, the monic greatest common divisor.

        >>> Fpx("x^2 - 1", 7).xgcd(Fpx("x^2 + x", 7))
        (Fpx('x + 1', 7), Fpx('6', 7), Fpx('1', 7))
        """
        (b,), g, u, v = self._others(other), self._new(), self._new(), self._new()
        self._call(lib.clmodp_fpx_xgcd, g._c, u._c, v._c, self._c, b, options_of(algorithm),
                   progress=progress)
        return g, u, v

    def resultant(self, other: Fpx, *, algorithm: str = "auto",
                  progress: Progress | None = None) -> int:
        """The resultant: the determinant of the Sylvester matrix, from 0 to p - 1."""
        (b,), r = self._others(other), ffi.new("uint32_t *")
        self._call(lib.clmodp_fpx_resultant, r, self._c, b, options_of(algorithm),
                   progress=progress)
        return int(r[0])

    def pow(self, e: int, m: Fpx, *, algorithm: str = "auto",
            progress: Progress | None = None) -> Fpx:
        """The power e >= 0 modulo m.

        >>> pow(Fpx("x", 7), 7**2, Fpx("x^2 + 1", 7))
        Fpx('x', 7)
        """
        if index(e) < 0:
            raise InvalidError(f"the exponent {e} is negative")
        (modulus,), made, exponent = self._others(m), self._new(), new_integer()
        set_integer(exponent, index(e))
        self._call(lib.clmodp_fpx_powmod, made._c, self._c, exponent, modulus,
                   options_of(algorithm), progress=progress)
        return made

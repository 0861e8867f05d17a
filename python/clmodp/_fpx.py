"""Polynomials in one variable over a prime field."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, Callable, Sequence, Union, overload

from clmodp._buffers import copied_words, empty, index, shared, words
from clmodp._context import Context, context_of
from clmodp._errors import InvalidError, LimitError, encoded, error, parse_error, taken
from clmodp._integers import is_bool, prime, set_integer
from clmodp._native import ffi, lib
from clmodp._problem import new_integer
from clmodp._structures import initialised, number
from clmodp._watch import Progress, raised, shower

if TYPE_CHECKING:
    from clmodp._buffers import Words

Coefficients = Union[str, Sequence[int], "Words"]

MOST = 2**30  # CLMODP_FPX_MOST_COEFFICIENTS


@lru_cache(maxsize=None)
def options_of(algorithm: str) -> Any:
    """Returns the C options for an algorithm: auto, host, schoolbook or fast."""
    c = initialised("clmodp_fpx_options")
    c.algorithm = number("clmodp_fpx_algorithm", algorithm)
    return c


class Fpx:
    """An immutable polynomial over F_p, for any prime p below 2^62. Its coefficients stay where
    they were last computed, on the device or the host, so chains of operations stay on the device.
    For primes from 2^31 on the host computes, and arrays have the type uint64.

    coefficients: constant term first. Arrays of uint32, of NumPy or others, are read directly,
        with elements below p; other integers are reduced modulo p. Or a text in x, or
        python-flint's nmod_poly or fmpz_poly
    context: context for the computations; by default this thread's own

    Named operations take the keyword `algorithm`: "auto", "host", "schoolbook" or "fast". All give
    the same result. An algorithm that lacks the operation, or lacks it for p = 2, raises an
    exception.

    >>> f, g = Fpx("x^2 - 1", 7), Fpx([0, 1, 1], 7)
    >>> f.gcd(g), f * g, f % g
    (Fpx('x + 1', 7), Fpx('x^4 + x^3 + 6*x^2 + 6*x', 7), Fpx('6*x + 6', 7))
    >>> f + g, f - g, -f, g**2
    (Fpx('2*x^2 + x + 6', 7), Fpx('6*x + 6', 7), Fpx('6*x^2 + 1', 7), Fpx('x^4 + 2*x^3 + x^2', 7))
    >>> 3 * f - 1, sum([f, g])
    (Fpx('3*x^2 + 3', 7), Fpx('2*x^2 + x + 6', 7))
    """

    __slots__ = ("context", "p", "_c", "_release", "__weakref__")
    __array_ufunc__ = None  # NumPy's integers leave operations to this class

    def __init__(self, coefficients: Coefficients, p: int, *,
                 context: Context | None = None) -> None:
        self._make(context_of(context), prime(p, 62))
        if isinstance(coefficients, str):
            self._read(coefficients)
            return
        if type(coefficients).__name__ == "nmod_poly":
            coefficients = self._of_flint(coefficients)
        # The conversion may run code of the elements' types, which may use the context.
        c, count = words(coefficients, lambda one: index(one) % self.p, self._size())
        self._call(self._of("upload"), self._c, c, count)

    def _read(self, text_in_x: str) -> None:
        """Sets the polynomial to an expression in x."""
        expression, wrong = encoded(text_in_x), ffi.new("clmodp_text_error *")
        with self.context._computing():
            status = lib.clmodp_fpx_from_text(self._c, expression, len(expression), b"x", wrong)
            if reason := raised():
                raise reason
            if status == lib.CLMODP_DOMAIN:
                raise error(status, f"the prime {self.p} divides a denominator")
            if status:
                raise parse_error(status, wrong)

    def _of_flint(self, f: Any) -> list[int]:
        """Returns the coefficients of python-flint's nmod_poly, which must have this prime."""
        if f.modulus() != self.p:
            raise InvalidError(f"the nmod_poly is modulo {f.modulus()}, but p is {self.p}")
        return [int(c) for c in f.coeffs()]

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

    # Immutable objects serve as their own copies: another would release the C polynomial again.

    def __copy__(self) -> Fpx:
        return self

    def __deepcopy__(self, _memo: Any) -> Fpx:
        return self

    def __reduce_ex__(self, _protocol: Any) -> Any:
        raise TypeError("an Fpx cannot be copied or pickled: use to_list() and p")

    def _size(self) -> int:
        """Returns the bytes of a residue."""
        return 4 if self.p < 2**31 else 8

    def _of(self, name: str) -> Any:
        """Returns a C function for arrays of this prime's residues."""
        return getattr(lib, f"clmodp_fpx_{name}" + ("" if self._size() == 4 else "_u64"))

    def _download(self, c: Any, count: int) -> None:
        """Fills an array with all coefficients."""
        if self._size() == 4:
            self._call(lib.clmodp_fpx_download, self._c, c, count)
        else:
            self._call(lib.clmodp_fpx_download_u64, self._c, c, 0, count)

    def _new(self) -> Fpx:
        """Returns a new polynomial 0 over the same field, on the same context."""
        made = object.__new__(Fpx)
        made._make(self.context, self.p)
        return made

    def _other(self, other: Any, name: str = "other") -> Any:
        """Returns the C polynomial of an argument over the same field, on the same context."""
        if not isinstance(other, Fpx):
            raise TypeError(f"{name} must be an Fpx, not {other!r}")
        if other.p != self.p:
            raise InvalidError(f"{name} is modulo {other.p}, but this polynomial is modulo "
                               f"{self.p}")
        if other.context is not self.context:
            raise InvalidError(f"{name} belongs to another context than this polynomial: make "
                               "both with the same context")
        return other._c

    def _operand(self, other: Any) -> Fpx | None:
        """Returns an operand, an integer as a constant; None for operands of other types."""
        if isinstance(other, Fpx):
            return other
        if is_bool(other) or not hasattr(other, "__index__"):
            return None
        return Fpx([other], self.p, context=self.context)

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
        c = ffi.new(f"uint{8 * self._size()}_t[]", len(self))
        self._download(c, len(c))
        return list(ffi.unpack(c, len(c))) if len(c) else []

    def to_numpy(self) -> Words:
        """All coefficients, constant term first, as an array of uint32 or uint64."""
        kind = f"uint{8 * self._size()}"
        c: Words = empty(len(self), kind)
        self._download(shared(c, f"{kind}_t[]", writable=True), len(c))
        return c

    def __str__(self) -> str:
        made = ffi.new("char **")
        self._call(lib.clmodp_fpx_to_text, made, self._c, b"x")
        return taken(made)

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
        value = ffi.new("uint64_t *")
        self._call(lib.clmodp_fpx_evaluate, value, self._c, index(x) % self.p)
        return int(value[0])

    def _made(self, function: Any, *arguments: Any) -> Fpx:
        """Returns the result of a C function without options."""
        made = self._new()
        self._call(function, made._c, self._c, *arguments)
        return made

    def _computed(self, count: int, function: Any, algorithm: str, progress: Progress | None,
                  *arguments: Any) -> list[Fpx]:
        """Returns `count` results of a C function with options."""
        made = [self._new() for _ in range(count)]
        self._call(function, *(one._c for one in made), ffi.NULL, self._c, *arguments,
                   options_of(algorithm), progress=progress)
        return made

    def __add__(self, other: Fpx | int) -> Fpx:
        operand = self._operand(other)
        return NotImplemented if operand is None else self._made(lib.clmodp_fpx_add,
                                                                 self._other(operand))

    __radd__ = __add__

    def __sub__(self, other: Fpx | int) -> Fpx:
        operand = self._operand(other)
        return NotImplemented if operand is None else self._made(lib.clmodp_fpx_sub,
                                                                 self._other(operand))

    def __rsub__(self, other: int) -> Fpx:
        operand = self._operand(other)
        return NotImplemented if operand is None else operand - self

    def __neg__(self) -> Fpx:
        return self._new() - self

    def __mul__(self, other: Fpx | int) -> Fpx:
        operand = self._operand(other)
        return NotImplemented if operand is None else self.mul(operand)

    __rmul__ = __mul__

    def __divmod__(self, other: Fpx) -> tuple[Fpx, Fpx]:
        return self.divmod(other) if isinstance(other, Fpx) else NotImplemented

    def __floordiv__(self, other: Fpx) -> Fpx:
        return self.divmod(other)[0] if isinstance(other, Fpx) else NotImplemented

    def __mod__(self, other: Fpx) -> Fpx:
        return self.divmod(other)[1] if isinstance(other, Fpx) else NotImplemented

    def __pow__(self, e: int, m: Fpx | None = None) -> Fpx:
        return self.pow(e, m) if hasattr(e, "__index__") else NotImplemented

    def shift(self, by: int) -> Fpx:
        """The product with x^by; for a negative `by` the terms below x^-by are dropped."""
        return self._made(lib.clmodp_fpx_shift, max(-2**31, min(index(by), 2**31)))

    def truncate(self, count: int) -> Fpx:
        """The remainder modulo x^count."""
        return self._made(lib.clmodp_fpx_truncate, _size(count, "count"))

    def derivative(self) -> Fpx:
        """The derivative."""
        return self._made(lib.clmodp_fpx_derivative)

    def mul(self, other: Fpx, *, algorithm: str = "auto",
            progress: Progress | None = None) -> Fpx:
        """The product."""
        return self._computed(1, lib.clmodp_fpx_mul, algorithm, progress, self._other(other))[0]

    def divmod(self, other: Fpx, *, algorithm: str = "auto",
               progress: Progress | None = None) -> tuple[Fpx, Fpx]:
        """Quotient and remainder."""
        quotient, remainder = self._computed(2, lib.clmodp_fpx_divrem, algorithm, progress,
                                             self._other(other))
        return quotient, remainder

    def gcd(self, other: Fpx, *, algorithm: str = "auto",
            progress: Progress | None = None) -> Fpx:
        """The greatest common divisor, monic."""
        return self._computed(1, lib.clmodp_fpx_gcd, algorithm, progress, self._other(other))[0]

    def xgcd(self, other: Fpx, *, algorithm: str = "auto",
             progress: Progress | None = None) -> tuple[Fpx, Fpx, Fpx]:
        """(g, u, v) with u self + v other = g, the monic greatest common divisor.

        >>> Fpx("x^2 - 1", 7).xgcd(Fpx("x^2 + x", 7))
        (Fpx('x + 1', 7), Fpx('6', 7), Fpx('1', 7))
        """
        g, u, v = self._computed(3, lib.clmodp_fpx_xgcd, algorithm, progress, self._other(other))
        return g, u, v

    def ratrecon(self, m: Fpx, k: int, *, algorithm: str = "auto",
                 progress: Progress | None = None) -> tuple[Fpx, Fpx, Fpx]:
        """(r, t, g) with r = t self modulo m: the first remainder r of degree below k in Euclid's
        algorithm for m and self; t, monic, of degree at most m.degree - k (0 for a greater k);
        and g = gcd(r, t), monic. If g = 1, self is the rational function r / t modulo m; else no
        rational function has such degrees and a denominator coprime to m.

        The Padé approximant of the exponential series modulo x^3 is (x + 2) / (2 - x):

        >>> Fpx("1 + x + x^2/2", 101).ratrecon(Fpx("x^3", 101), 2)
        (Fpx('100*x + 99', 101), Fpx('x + 99', 101), Fpx('1', 101))
        """
        r, t, g = self._computed(3, lib.clmodp_fpx_ratrecon, algorithm, progress,
                                 self._other(m, "m"), _size(k, "k"))
        return r, t, g

    def resultant(self, other: Fpx, *, algorithm: str = "auto",
                  progress: Progress | None = None) -> int:
        """The resultant: the determinant of the Sylvester matrix, from 0 to p - 1."""
        b, r = self._other(other), ffi.new("uint64_t *")
        self._call(lib.clmodp_fpx_resultant, r, ffi.NULL, self._c, b, options_of(algorithm),
                   progress=progress)
        return int(r[0])

    def invmod(self, m: Fpx, *, algorithm: str = "auto",
               progress: Progress | None = None) -> Fpx:
        """The inverse modulo m.

        >>> Fpx("x", 7).invmod(Fpx("x^2 + 1", 7))
        Fpx('6*x', 7)
        """
        return self._computed(1, lib.clmodp_fpx_invmod, algorithm, progress,
                              self._other(m, "m"))[0]

    def pow(self, e: int, m: Fpx | None = None, *, algorithm: str = "auto",
            progress: Progress | None = None) -> Fpx:
        """The power e >= 0, reduced modulo m if m is given.

        >>> pow(Fpx("x", 7), 7**2, Fpx("x^2 + 1", 7)), Fpx("x + 1", 7)**3
        (Fpx('x', 7), Fpx('x^3 + 3*x^2 + 3*x + 1', 7))
        """
        if index(e) < 0:
            raise InvalidError(f"the exponent {e} is negative")
        if m is None:
            return self._power(index(e), algorithm, shower(progress))
        modulus, exponent = self._other(m, "m"), new_integer()
        set_integer(exponent, index(e))
        return self._computed(1, lib.clmodp_fpx_powmod, algorithm, progress, exponent, modulus)[0]

    def _power(self, e: int, algorithm: str, show: Callable[[float], Any] | None) -> Fpx:
        """The power, by the binary digits of e from the highest [Knuth 1997, 4.6.3]."""
        options_of(algorithm)  # rejects unknown algorithms, for every e
        if e == 0 or self.degree < 1:
            c = 1 if e == 0 else pow(sum(self.to_list()), e, self.p)
            return Fpx([c], self.p, context=self.context)
        if self.degree * e >= MOST:
            raise LimitError(f"a power of degree {self.degree} times {e} has too many "
                             "coefficients")
        lowest = next(k for k, one in enumerate(self.to_list()) if one)
        if lowest > 0:  # powers of x need no products
            return self.shift(-lowest)._power(e, algorithm, show).shift(lowest * e)
        steps = f"{e:b}"[1:].replace("1", "sm").replace("0", "s")  # s: square, m: multiply
        made = self
        for k, step in enumerate(steps):
            made = made.mul(made if step == "s" else self, algorithm=algorithm,
                            progress=None if show is None else _part(show, k, len(steps)))
        return made

    def mul_part(self, other: Fpx, low: int, count: int, *, algorithm: str = "auto",
                 progress: Progress | None = None) -> Fpx:
        """The `count` coefficients of the product from x^low on, shifted down by x^low: for
        low = 0 the product modulo x^count, else a middle product.

        >>> Fpx([1, 2, 3], 7).mul_part(Fpx([1, 1], 7), 1, 2).to_list()
        [3, 5]
        """
        return self._computed(1, lib.clmodp_fpx_mul_part, algorithm, progress, self._other(other),
                              _size(low, "low"), _size(count, "count"))[0]

    def taylor_shift(self, c: int, *, algorithm: str = "auto",
                     progress: Progress | None = None) -> Fpx:
        """The polynomial f(x + c) for this polynomial f.

        >>> Fpx("x^2", 7).taylor_shift(1)
        Fpx('x^2 + 2*x + 1', 7)
        """
        return self._computed(1, lib.clmodp_fpx_taylor_shift, algorithm, progress,
                              index(c) % self.p)[0]

    @overload
    def evaluate_points(self, points: Words, *, algorithm: str = ...,
                        progress: Progress | None = ...) -> Words: ...

    @overload
    def evaluate_points(self, points: Sequence[int], *, algorithm: str = ...,
                        progress: Progress | None = ...) -> list[int]: ...

    def evaluate_points(self, points: Sequence[int] | Words, *, algorithm: str = "auto",
                        progress: Progress | None = None) -> list[int] | Words:
        """The values at all points, given like coefficients: as an array if the points are a NumPy
        array, else as a list.

        >>> Fpx("x^2 + 1", 7).evaluate_points([0, 1, 2, 3])
        [1, 2, 5, 3]
        """
        x, count = copied_words(points, lambda one: index(one) % self.p, self._size())
        kind = f"uint{8 * self._size()}"
        found: Any = ffi.new(f"{kind}_t[]", count)
        self._call(self._of("evaluate_points"), found, ffi.NULL, self._c, x, count,
                   options_of(algorithm), progress=progress)
        if hasattr(points, "dtype"):
            made: Words = empty(count, kind)
            shared(made, f"{kind}_t[]", writable=True)[0:count] = found
            return made
        return list(ffi.unpack(found, count)) if count else []

    @classmethod
    def interpolate(cls, points: Sequence[int] | Words, values: Sequence[int] | Words, p: int, *,
                    context: Context | None = None, algorithm: str = "auto",
                    progress: Progress | None = None) -> Fpx:
        """The polynomial with these values at these points, of a degree below the number of
        points. The points must differ modulo p.

        >>> Fpx.interpolate([0, 1, 2], [1, 2, 5], 7)
        Fpx('x^2 + 1', 7)
        """
        made = cls([], p, context=context)
        (x, count), (y, known) = (copied_words(one, lambda one: index(one) % made.p,
                                               made._size())
                                  for one in (points, values))
        if count != known:
            raise InvalidError(f"{count} points, but {known} values")
        made._call(made._of("interpolate"), made._c, ffi.NULL, x, y, count,
                   options_of(algorithm), progress=progress)
        return made


def _size(value: int, name: str) -> int:
    """Returns a number of coefficients for C, capped beyond any possible number."""
    if index(value) < 0:
        raise InvalidError(f"{name} is {value}, which is negative")
    return min(index(value), 2**63)


def _part(show: Callable[[float], Any], k: int, count: int) -> Callable[[float], Any]:
    """Returns a callable that shows the progress of part k of `count` equal parts."""
    return lambda fraction: show((k + fraction) / count)

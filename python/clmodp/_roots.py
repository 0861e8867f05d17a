"""Real and complex roots of polynomials in one variable."""

from __future__ import annotations

from typing import Any, Literal, overload

from clmodp._context import Context, context_of
from clmodp._errors import InvalidError
from clmodp._integers import Number
from clmodp._kinds import kind_of
from clmodp._native import ffi, lib
from clmodp._problem import Operand, new
from clmodp._real import Algebraic, Complex, Real, check_precision, fraction
from clmodp._structures import initialised
from clmodp._watch import Progress


def _polynomial(f: Any) -> Any:
    """Returns a multiple of a polynomial of any kind as a C polynomial in one variable."""
    kind, operand, found = kind_of((f,), None), Operand(), new("zx")
    if kind.common_modulus(0):
        raise InvalidError("real roots need a polynomial over the integers or rationals")
    if not kind.count:
        kind.load(operand, f)
    if kind.count or lib.clm_python_zx_from_zxy(found, operand.poly) == lib.CLMODP_INVALID:
        raise InvalidError("expected a polynomial in one variable")
    return found


class _Root(Algebraic):
    """A root of a polynomial."""

    @property
    def multiplicity(self) -> int:
        """The multiplicity."""
        return int(self._function("multiplicity")(self._numbers, *self._index))

    def __repr__(self) -> str:
        more = f", multiplicity {self.multiplicity}" if self.multiplicity > 1 else ""
        return f"<{self._what} {self}{more}>"


class ListedRoot(Real):
    """A number of a C list of real roots."""

    _list = "clmodp_roots"

    def _compare(self, sign: Any, numerator: Any, denominator: Any) -> int:
        below, is_root = ffi.new("size_t *"), ffi.new("int *")
        status = lib.clmodp_roots_below(self._context._c, below, is_root, self._numbers, numerator,
                                        denominator)
        k, = self._index
        equal = bool(is_root[0]) and below[0] == k
        sign[0] = 0 if equal else -1 if k < below[0] else 1
        return int(status)

    def sign(self, g: Any) -> int:
        """Returns -1, 0 or 1: the sign of a polynomial in one variable at this number, exactly."""
        poly, found = _polynomial(g), ffi.new("int *")
        with self._context._computing():
            self._context._check(lib.clmodp_roots_sign(self._context._c, found, self._numbers,
                                                       *self._index, poly))
        return int(found[0])


class RealRoot(_Root, ListedRoot):
    """A real root: the only root of its polynomial between `low` and `high`, or equal to both."""

    _what = "real root"


class ComplexRoot(_Root, Complex):
    """A complex root: the only root of its polynomial in a box."""

    _list, _what = "clmodp_complex_roots", "complex root"


@overload
def roots(f: Any, low: Number | None = None, high: Number | None = None, *,
          complex: Literal[False] = False, precision: int | None = None,
          context: Context | None = None,
          progress: Progress | None = None) -> list[RealRoot]: ...


@overload
def roots(f: Any, *, complex: Literal[True], precision: int | None = None,
          context: Context | None = None,
          progress: Progress | None = None) -> list[ComplexRoot]: ...


def roots(f: Any, low: Number | None = None, high: Number | None = None, *,
          complex: bool = False, precision: int | None = None, context: Context | None = None,
          progress: Progress | None = None) -> list[RealRoot] | list[ComplexRoot]:
    """Returns the distinct real roots of a polynomial in one variable, in increasing order; only
    those from low to high, both included, where given. Or all complex roots: the real ones, then
    pairs of conjugates. All roots are proved.

    f: as for resultant(), with one variable
    complex: all complex roots
    precision: bits at once, none by default
    context, progress: as for resultant()

    >>> roots("(x^2 - 2)*(x - 3)^2")
    [<real root -1.41421356237310>, <real root 1.41421356237310>, <real root 3, multiplicity 2>]
    >>> roots("x^3 - 8", complex=True)[:2]
    [<complex root 2>, <complex root -1.00000000000000 + 1.73205080756888*i>]
    """
    if complex and (low is not None or high is not None):
        raise InvalidError("complex roots have no bounds: leave low and high out")
    check_precision(precision or 0)
    context, poly, prefix = context_of(context), _polynomial(f), "clmodp_roots"
    if complex:
        prefix = "clmodp_complex_roots"
    found, options = ffi.new(f"{prefix} **"), initialised("clmodp_roots_options")
    first, end, is_root = ffi.new("size_t *"), ffi.new("size_t *"), ffi.new("int *")
    options.precision = precision or 0
    with context._computing(progress):
        context._check(getattr(lib, f"{prefix}_find")(context._c, found, poly, options))
        owned = ffi.gc(found[0], getattr(lib, f"{prefix}_destroy"))
        end[0] = getattr(lib, f"{prefix}_count")(owned)
        if low is not None:
            context._check(lib.clmodp_roots_below(context._c, first, ffi.NULL, owned,
                                                  *fraction(low)))
        if high is not None:
            context._check(lib.clmodp_roots_below(context._c, end, is_root, owned,
                                                  *fraction(high)))
    root: Any = ComplexRoot if complex else RealRoot
    return [root(owned, context, k) for k in range(first[0], end[0] + is_root[0])]

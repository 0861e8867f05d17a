"""A problem with its C objects: operands, results, denominators and a report."""

from __future__ import annotations

from typing import Any

from clmodp._errors import HostMemoryError, LimitError, call, check, error
from clmodp._native import ffi, lib
from clmodp._structures import initialised, store

LARGE = 1000  # most terms of a problem that is kept for reuse
MOST_COEFFICIENTS = 2**20  # of subresultants that the library computes together
WIDE = 2**14  # bound on the degree of a packed result that a batch computes as an array


def new(kind: str, *arguments: int) -> Any:
    """Returns a new C polynomial, zx, zxy or mpoly, released with its last reference."""
    found = ffi.new(f"clmodp_{kind} **")
    check(getattr(lib, f"clmodp_{kind}_create")(found, *arguments))
    return ffi.gc(found[0], getattr(lib, f"clmodp_{kind}_destroy"))


def new_integer() -> Any:
    """Returns a new GMP integer, 1."""
    z = lib.clm_python_integer_create()
    if z == ffi.NULL:
        raise HostMemoryError("out of host memory")
    return ffi.gc(z, lib.clm_python_integer_destroy)


class Operand:
    """A polynomial over a denominator."""

    __slots__ = ("poly", "several", "whole", "_denominator")

    def __init__(self) -> None:
        self.poly = new("zxy")
        self.several: Any = None  # instead of poly, before it is packed
        self.whole = True  # the denominator is 1; `denominator` may be out of date
        self._denominator: Any = None

    @property
    def denominator(self) -> Any:
        """A GMP integer, made when it is first needed."""
        if self._denominator is None:
            self._denominator = new_integer()
        return self._denominator

    def update_denominator(self) -> None:
        """Brings the denominator up to date."""
        if self.whole:
            lib.clm_python_integer_set(self.denominator, b"\1", 1)


class Problem:
    """A clmodp_problem with its objects, and a report unless it belongs to a batch."""

    def __init__(self, reported: bool = True) -> None:
        self.f, self.g = Operand(), Operand()
        self.r, self.s = new("zx"), None
        self.c = initialised("clmodp_problem")
        self.c.f, self.c.g = self.f.poly, self.g.poly
        if reported:
            self.c.report = self.report = initialised("clmodp_resultant_report")
        self.asked: tuple[int, int, int] | None = None
        self.array: Any = None  # places of the results of a chain
        self.packing: Any = None  # of polynomials in several variables
        self.unpacked_result: Any = None  # their resultant or discriminant, until it is taken
        self.field: tuple[Any, int] | None = None  # minimal polynomial, index of the generator

    def ask(self, operation: int, modulus: int, k: int) -> None:
        """Sets the operation, the modulus and the index k of the subresultant."""
        if self.asked == (operation, modulus, k):
            return
        c, bivariate = self.c, operation == lib.CLMODP_OPERATION_SUBRESULTANT
        c.operation = operation
        store(c, modulus=modulus, k=k)
        self.asked = operation, modulus, k
        if bivariate and self.s is None:
            self.s = new("zxy")
        c.r = ffi.NULL if bivariate else self.r
        c.s = self.s if bivariate else ffi.NULL
        if operation == lib.CLMODP_OPERATION_DISCRIMINANT:
            self.g.whole = True

    def chain_length(self, variable: int, principal: bool) -> int:
        """The number of subresultants S_0, S_1, ... of the operands; 1 if a degree is 0. Raises
        LimitError if these have more coefficients than the library computes."""
        if self.f.several is not None:
            degrees = [lib.clmodp_mpoly_degree(operand.several, variable)
                       for operand in (self.f, self.g)]
        else:
            degrees = [lib.clmodp_zxy_degree_y(operand.poly) for operand in (self.f, self.g)]
        count = max(1, int(min(degrees)))
        coefficients = count if principal else count * (count + 1) // 2
        if coefficients > MOST_COEFFICIENTS:
            raise LimitError(f"{coefficients} coefficients of subresultants are too many: at most "
                             f"{MOST_COEFFICIENTS} can be computed together")
        return count

    def pack(self, operation: int, variable: int, k: int) -> None:
        """Packs the operands in several variables, of which one is to be eliminated; k: the
        greatest index of the subresultants."""
        found = ffi.new("clmodp_packing **")
        g = ffi.NULL if self.g.several is None else self.g.several
        call(lib.clmodp_packing_create, found, self.f.poly, self.g.poly, operation, k,
             self.f.several, g, variable)
        self.packing = ffi.gc(found[0], lib.clmodp_packing_destroy)
        self.f.several = self.g.several = None

    def compute(self, context: Any, options: Any, count: int) -> None:
        """Solves the problem. A resultant or discriminant in `count` variables is unpacked at
        once: if it has few terms, it may have a high degree when packed."""
        if self.packing is None or self.c.r == ffi.NULL:
            context._check(lib.clmodp_compute(context._c, self.c, options))
        else:
            self.unpacked_result = new("mpoly", count)
            context._check(lib.clmodp_packing_compute(context._c, self.unpacked_result,
                                                      self.packing, self.c, options))

    def unpacked(self, count: int, variable: int) -> Any:
        """Returns the result as a C polynomial in `count` variables."""
        if self.unpacked_result is not None:
            found, self.unpacked_result = self.unpacked_result, None
            return found
        found = new("mpoly", count)
        status = lib.clm_python_unpack(found, self.packing, self.c.k, self.r, self.c.s, variable)
        if status == lib.CLMODP_LIMIT:
            raise error(status, "an exponent of the result reaches 2^31")
        check(status)
        return found

    def extend(self, minimal: Any, generator: int) -> None:
        """Reduces the operands over a number field."""
        self.field = minimal, generator
        for operand in (self.f, self.g):
            if operand.several is not None:
                operand.update_denominator()
                self._reduce(operand.several, operand.denominator)
                operand.whole = bool(lib.clm_python_integer_is_one(operand.denominator))

    def _reduce(self, f: Any, denominator: Any) -> None:
        assert self.field is not None
        status = lib.clmodp_mpoly_reduce(f, denominator, *self.field)
        if status == lib.CLMODP_LIMIT:
            raise error(status, "a power of the number of minimal_polynomial is too large")
        check(status)

    def reduced(self, f: Any, divisor: Any) -> Any:
        """Reduces a result over the number field. Returns its denominator, as divide()."""
        if divisor == ffi.NULL:
            divisor = new_integer()
        self._reduce(f, divisor)
        if self.c.modulus:
            status = lib.clmodp_mpoly_divide_mod(f, divisor, self.c.modulus)
            if status == lib.CLMODP_DOMAIN:
                raise error(status, f"a denominator has no inverse modulo {self.c.modulus}")
            check(status)
            return ffi.NULL
        return ffi.NULL if lib.clm_python_integer_is_one(divisor) else divisor

    def divide(self, max_result: int) -> Any:
        """Returns the denominator of the result; NULL for 1. Divides results modulo a prime by it
        at once."""
        if self.f.whole and self.g.whole:
            return ffi.NULL
        for operand in (self.f, self.g):
            operand.update_denominator()
        divisor = new_integer()
        status = lib.clmodp_problem_denominator(divisor, self.c, self.f.denominator,
                                                self.g.denominator, max_result)
        if status == lib.CLMODP_DOMAIN and self.c.modulus:
            raise error(status, f"a denominator has no inverse modulo {self.c.modulus}")
        check(status)
        if self.c.modulus == 0:
            return divisor
        if self.unpacked_result is not None:
            check(lib.clmodp_mpoly_divide_mod(self.unpacked_result, divisor, self.c.modulus))
        elif self.c.r != ffi.NULL:
            check(lib.clm_python_zx_divide_mod(self.r, divisor, self.c.modulus))
        else:
            check(lib.clm_python_zxy_divide_mod(self.s, divisor, self.c.modulus))
        return ffi.NULL

    @property
    def wide(self) -> bool:
        """Whether a packed resultant may have so high a degree that it should be unpacked at once,
        from its terms, rather than computed as an array by a batch."""
        f, g = self.f.poly, self.g.poly
        return self.packing is not None and bool(
            lib.clmodp_zxy_degree_x(f) * lib.clmodp_zxy_degree_y(g)
            + lib.clmodp_zxy_degree_x(g) * lib.clmodp_zxy_degree_y(f) > WIDE)

    @property
    def large(self) -> bool:
        """Whether the problem holds too much memory to be kept for reuse."""
        return bool(lib.clmodp_zx_degree(self.r) > LARGE
                    or lib.clmodp_zxy_terms(self.f.poly) > LARGE
                    or lib.clmodp_zxy_terms(self.g.poly) > LARGE)

"""Complex roots of polynomials in one variable."""

from __future__ import annotations

from typing import Any

from clmodp._context import Context
from clmodp._native import ffi, lib
from clmodp._real import Complex


class ComplexRoot(Complex):
    """A complex root: the only root of its polynomial in a box."""

    def __init__(self, roots: Any, k: int, context: Context) -> None:
        super().__init__(context)
        self._roots, self._k = roots, k

    def _get_ends(self, *numbers: Any) -> None:
        lib.clmodp_complex_roots_box(*numbers, self._roots, self._k)

    def _refine(self, bits: int) -> int:
        return int(lib.clmodp_complex_roots_refine(self._context._c, self._roots, self._k, bits))

    def _write(self, found: Any, digits: int) -> int:
        return int(lib.clmodp_complex_roots_to_text(found, self._roots, self._k, digits))

    @property
    def multiplicity(self) -> int:
        """The multiplicity."""
        return int(lib.clmodp_complex_roots_multiplicity(self._roots, self._k))

    def __repr__(self) -> str:
        more = f", multiplicity {self.multiplicity}" if self.multiplicity > 1 else ""
        return f"<complex root {self}{more}>"


def find(context: Context, poly: Any, options: Any) -> list[ComplexRoot]:
    """Returns the complex roots of a C polynomial."""
    found = ffi.new("clmodp_complex_roots **")
    context._check(lib.clmodp_complex_roots_find(context._c, found, poly, options))
    owned = ffi.gc(found[0], lib.clmodp_complex_roots_destroy)
    return [ComplexRoot(owned, k, context)
            for k in range(lib.clmodp_complex_roots_count(owned))]

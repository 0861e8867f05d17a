"""Polynomials of SymPy's: expressions and Poly."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Sequence

import sympy

from clmodp._errors import InvalidError
from clmodp._integers import Number
from clmodp._kinds import Maker, TermsKind
from clmodp._variables import choose


class SymPy(TermsKind):
    """Results are Poly if one of the polynomials is, and else expressions; of Poly that have no
    other generator results are expressions, as they are SymPy's."""

    def __init__(self, polynomials: Sequence[Any], y: Any) -> None:
        polys = [f for f in polynomials if isinstance(f, sympy.Poly)]
        others = [f for f in polynomials if not isinstance(f, sympy.Poly)]
        used = [gen for f in polys for gen in f.gens if f.degree(gen) > 0]
        used += sorted(set().union(*(sympy.sympify(f).free_symbols for f in others)), key=str)
        x, found = choose(list(dict.fromkeys(used)), y)
        self.y = found if found is not None else y if isinstance(y, sympy.Basic) else (
            sympy.Symbol(y or "y"))
        spare = [gen for f in polys for gen in f.gens if gen not in (x, self.y)]
        self.as_poly = bool(polys) and (x is not None or bool(spare))
        self.x = x if x is not None else spare[0] if spare else sympy.Dummy("x")

    @classmethod
    def maker(cls, f: Any) -> Maker | None:
        """This kind, if f is of it."""
        return cls if isinstance(f, (sympy.Expr, sympy.Poly)) else None

    def terms(self, f: Any) -> tuple[Sequence[Any], Sequence[Any], Sequence[Any]]:
        try:
            field = isinstance(f, sympy.Poly) and f.domain.is_FF
            poly = f if field else sympy.Poly(f, self.x, self.y)
        except sympy.PolynomialError as reason:
            raise InvalidError(f"{f} is no polynomial in {self.x} and {self.y}: "
                               f"{reason}") from None
        if not poly.domain.is_ZZ and not poly.domain.is_QQ:
            raise TypeError(f"coefficients of {f} are in {poly.domain}, not exact numbers in ZZ "
                            "or QQ")
        items = poly.as_dict(native=True)
        self.rational = self.rational or poly.domain.is_QQ
        c = [Fraction(int(one.numerator), int(one.denominator)) for one in items.values()] if (
            poly.domain.is_QQ) else [int(one) for one in items.values()]
        return [i for i, _ in items], [j for _, j in items], c

    def build(self, i: Sequence[int], j: Sequence[int], c: Sequence[Number]) -> Any:
        domain = sympy.QQ if self.rational else sympy.ZZ
        values = [domain(one.numerator, one.denominator) if self.rational else domain(one)
                  for one in c]
        gens = (self.x, self.y) if any(j) else (self.x,)
        keys = zip(i, j) if any(j) else ((e,) for e in i)
        poly = sympy.Poly.from_dict(dict(zip(keys, values)), *gens, domain=domain)
        return poly if self.as_poly else poly.as_expr()

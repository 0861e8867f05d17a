"""Polynomials of SymPy's: expressions and Poly."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Sequence

import sympy
from sympy.polys.rings import PolyElement

from clmodp._errors import InvalidError
from clmodp._kinds import Maker, Terms, TermsKind
from clmodp._variables import choose


class SymPy(TermsKind):
    """Results are Poly if one of the polynomials is, and else expressions; of Poly that have no
    other generator results are expressions, as they are SymPy's."""

    def __init__(self, polynomials: Sequence[Any], y: Any) -> None:
        if y is not None and not isinstance(y, (str, sympy.Basic)):
            raise TypeError(f"a variable is a symbol or its name, not {y!r}")
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
        if isinstance(f, PolyElement):  # a dict, whose keys may be those of any two generators
            raise TypeError(f"elements of SymPy's rings are not taken: {f} is as_expr()")
        return cls if isinstance(f, (sympy.Expr, sympy.Poly)) else None

    def terms(self, f: Any) -> Terms:
        try:
            field = isinstance(f, sympy.Poly) and f.domain.is_FF
            poly = f if field else sympy.Poly(f, self.x, self.y)
        except sympy.PolynomialError as reason:
            raise InvalidError(f"{f} is no polynomial in {self.x} and {self.y}: "
                               f"{reason}") from None
        if not poly.domain.is_ZZ and not poly.domain.is_QQ:
            raise TypeError(f"coefficients of {f} are in {poly.domain}, not exact numbers in ZZ "
                            "or QQ")
        items = poly.as_dict(native=True).items()
        if poly.domain.is_ZZ:
            return {key: int(c) for key, c in items}
        return {key: Fraction(int(c.numerator), int(c.denominator)) for key, c in items}

    def build(self, terms: Terms) -> Any:
        if self.rational:
            domain = sympy.QQ
            values = [domain(c.numerator, c.denominator) for c in terms.values()]
        else:
            domain = sympy.ZZ
            values = [domain(c) for c in terms.values()]
        univariate = not any(j for _, j in terms)
        gens = (self.x,) if univariate else (self.x, self.y)
        keys = [key[:len(gens)] for key in terms]
        poly = sympy.Poly.from_dict(dict(zip(keys, values)), *gens, domain=domain)
        return poly if self.as_poly else poly.as_expr()

"""Polynomials of SymPy: expressions and Poly."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Sequence

import sympy
from sympy.polys.rings import PolyElement

from clmodp._errors import InvalidError
from clmodp._integers import INSTEAD, is_number
from clmodp._kinds import Maker, Terms, TermsKind
from clmodp._problem import Operand, new
from clmodp._text import read
from clmodp._variables import ANY, Places, choose, choose_over_field, several

DIGITS = 10**4000  # Python converts no integers of more than 4300 digits to str
DENSE = 1000       # largest exponent that SymPy may expand, in expressions that only it can expand


def written(c: int) -> str:
    """Returns an integer, possibly too long for str(), as an expression.

    >>> written(-3)
    '(-3)'
    """
    high, low = divmod(abs(c), DIGITS)
    digits = f"({written(high)}*10^4000+{low})" if high else str(low)
    return f"(-{digits})" if c < 0 else digits


class Untold(Exception):
    """A part of an expression is no sum, product or power of variables and numbers."""

    def __init__(self, part: Any) -> None:
        super().__init__()
        self.part = part


def plain(f: Any) -> Any:
    """Returns the difference of the sides of an equation, and anything else as it is."""
    if not isinstance(f, sympy.Eq):
        return f
    lhs, rhs = (side.as_expr() if isinstance(side, sympy.Poly) else side for side in f.args)
    return sympy.Add(lhs, -rhs)


def field_of(f: Any) -> Any:
    """Returns GF(p) for a Poly with coefficients in GF(p), or in polynomials over it; else None.
    """
    domain = f.domain
    while domain.is_Composite:
        domain = domain.domain
    return domain if domain.is_FiniteField else None


def _told(variables: list[Any]) -> str:
    """Returns the names of variables.

    >>> _told(["x", "y", "z"])
    'x, y and z'
    """
    *others, last = map(str, variables)
    return f"{', '.join(others)} and {last}"


def told(f: Any, names: dict[Any, str]) -> str:
    """Returns an expression as a text in named variables, not expanded."""
    if f in names:
        return names[f]
    if f.is_Rational:
        return written(f.p) if f.q == 1 else f"{written(f.p)}/{written(f.q)}"
    if f.is_Add:
        return f"({'+'.join(told(one, names) for one in f.args)})"
    if f.is_Mul:
        return f"({'*'.join(told(one, names) for one in f.args)})"
    if f.is_Pow and f.exp.is_Integer and f.exp >= 0:
        return f"({told(f.base, names)})^{min(f.exp.p, 2**63)}"
    raise Untold(f)


class Functions:
    """Rational functions of SymPy as texts, in variables of the symbols' names."""

    def __init__(self, functions: Sequence[Any]) -> None:
        functions = [sympy.sympify(f) for f in functions]
        symbols = set().union(*(f.free_symbols for f in functions))
        self.symbols = {str(one): one for one in symbols}
        if len(self.symbols) < len(symbols):
            raise InvalidError(f"variables of equal names: {_told(sorted(map(str, symbols)))}")
        names = {one: name for name, one in self.symbols.items()}
        self.texts = []
        for f in functions:
            try:
                self.texts.append("/".join(f"({told(part, names)})"
                                           for part in sympy.fraction(sympy.together(f))))
            except Untold as reason:
                raise InvalidError(f"{f} is not a rational function: see {reason.part}") from None

    def expression(self, names: Sequence[str], terms: Terms) -> Any:
        """Returns a polynomial in variables of these names; new ones are new symbols."""
        symbols = [self.symbols.get(name, sympy.Symbol(name)) for name in names]
        return sympy.Add(*(sympy.Mul(c, *(one**e for one, e in zip(symbols, key)))
                           for key, c in terms.items()))


def _used(gens: Sequence[Any], polynomials: Sequence[Any]) -> list[Any]:
    """Returns the generators and other variables that occur in expressions and Poly."""
    polys = [f for f in polynomials if isinstance(f, sympy.Poly)]
    symbols = set().union(*(f.free_symbols_in_domain for f in polys), *(
        sympy.sympify(f).free_symbols for f in polynomials if not isinstance(f, sympy.Poly)))
    symbols |= {gen for f in polys for gen in f.gens if f.degree(gen) > 0}
    return [gen for gen in gens if gen in symbols] + sorted(
        symbols - set(gens), key=lambda one: (str(one), sympy.srepr(one)))


class SymPy(TermsKind):
    """Expressions, equations and Poly. Results are Poly if an operand is a Poly and a generator is
    left after the elimination; otherwise results are expressions, as in SymPy."""

    def __init__(self, polynomials: Sequence[Any], y: Any, minimal: Any = None) -> None:
        if y is not None and y is not ANY and not isinstance(y, (str, sympy.Expr)):
            raise TypeError(f"a variable must be a symbol or its name, not {y!r}")
        polynomials = [plain(f) for f in polynomials]
        polys = [f for f in polynomials if isinstance(f, sympy.Poly)]
        fields = [field for field in map(field_of, [*polys, *(
            [minimal] if isinstance(minimal, sympy.Poly) else [])]) if field is not None]
        self.field = fields[0] if fields else None
        self.modulus = int(fields[0].mod) if fields else 0
        if any(field.mod != self.modulus for field in fields):
            raise InvalidError("the polynomials are modulo " + " and ".join(
                str(field.mod) for field in fields))
        gens = list(dict.fromkeys(gen for f in polys for gen in f.gens))
        used = _used(gens, polynomials)
        self.gens = gens + [one for one in used if one not in gens] if y is ANY else None
        if minimal is None:
            x, found = choose(used, y, gens, sympy.srepr)
        else:
            own = _used([], [plain(minimal)])
            used += [one for one in own if one not in used]
            x, found = choose_over_field(used, own, y, gens, sympy.srepr)
        if y is None or y is ANY:
            y = "x" if str(x) == "y" and minimal is not None else "y"
        self.y = found if found is not None else y if isinstance(y, sympy.Basic) else (
            sympy.Symbol(y))
        if minimal is not None or several(used, x, found):
            used = used if self.y in used else [*used, self.y]
            self.count, self.place = len(used), used.index(self.y)
        if minimal is not None:
            self.generator = used.index(x)
        self.used = used
        spare = [gen for gen in gens if gen not in (x, self.y)]
        self.as_poly = bool(polys) and (x is not None or bool(spare) or self.count > 0
                                        or self.gens is not None)
        self.x = x if x is not None else spare[0] if spare else sympy.Dummy(
            "y" if str(self.y) == "x" else "x")

    @classmethod
    def maker(cls, f: Any) -> Maker | None:
        """Returns this kind if f is an expression, an equation or a Poly, else None."""
        if isinstance(f, PolyElement):  # a dict, which would be taken for a dictionary of terms
            raise TypeError(f"elements of SymPy's rings are not supported: use as_expr() of {f}")
        return cls if isinstance(f, (sympy.Expr, sympy.Poly, sympy.Eq)) else None

    def names(self) -> tuple[str, str]:
        return self.x.name if isinstance(self.x, sympy.Dummy) else str(self.x), str(self.y)

    def all_names(self) -> list[str]:
        return [str(one) for one in self.used]

    def load(self, operand: Operand, f: Any) -> None:
        self._load(operand, f, [self.x, self.y])

    def load_several(self, operand: Operand, f: Any) -> None:
        operand.several = new("mpoly", self.count)
        self._load(operand, f, self.used)

    def _store(self, operand: Operand, f: Any) -> None:
        """Sets the operand to a Poly or a number."""
        if self.count:
            super().load_several(operand, f)
        elif isinstance(f, sympy.Poly):
            self.store(operand, self.terms(f))
        else:
            super().load(operand, f)

    def _load(self, operand: Operand, f: Any, known: list[Any]) -> None:
        """Sets the operand to a polynomial in these variables."""
        f = plain(f)
        if isinstance(f, sympy.Poly):
            in_domain = f.free_symbols_in_domain
            if not in_domain or in_domain.isdisjoint(known):
                self._store(operand, f)
                return
            f = f.as_expr()
        if is_number(f):
            self._store(operand, f)
            return
        names = {one: f"x{k}" for k, one in enumerate(known)}
        try:
            expression = told(f, names)
        except Untold as reason:
            self._load_by_sympy(operand, f, reason.part, known)
            return
        # The reader checks limits before it expands.
        read(operand, expression.encode(), *(name.encode() for name in names.values()))
        self.rational = self.rational or not operand.whole

    def _load_by_sympy(self, operand: Operand, f: Any, part: Any, known: list[Any]) -> None:
        """Loads an expression expanded by SymPy; raises an exception if it is no polynomial."""
        if any(power.exp.is_Integer and abs(power.exp) > DENSE for power in f.atoms(sympy.Pow)):
            if part.is_number:
                raise TypeError(f"{part} is not an exact number in ZZ or QQ: {INSTEAD}")
            raise InvalidError(f"{f} is not a polynomial in {_told(known)}: see {part}")
        try:
            self._store(operand, sympy.Poly(f, *known))
        except sympy.PolynomialError as reason:
            raise InvalidError(f"{f} is not a polynomial in {_told(known)}: {reason}") from None

    def terms(self, f: Any) -> Terms:
        """Returns the terms of a Poly."""
        domain = f.domain
        if not (domain.is_ZZ or domain.is_QQ or domain.is_FiniteField):
            raise TypeError(f"coefficients of {f} are in {domain}, not exact numbers in ZZ or QQ"
                            + ("" if domain.is_Exact else f": {INSTEAD}"))
        if self.count:
            order = [f.gens.index(one) if one in f.gens else None for one in self.used]
            items = [(tuple(0 if k is None else key[k] for k in order), c)
                     for key, c in f.as_dict(native=True).items()]
        else:
            places = Places(len(f.gens), *(f.gens.index(one) if one in f.gens else None
                                           for one in (self.x, self.y)))
            items = [(places.pair(key), c) for key, c in f.as_dict(native=True).items()]
        if domain.is_FiniteField:
            return {key: int(c) % self.modulus for key, c in items}
        if domain.is_ZZ:
            return {key: int(c) for key, c in items}
        return {key: Fraction(int(c.numerator), int(c.denominator)) for key, c in items}

    def build(self, terms: Terms) -> Any:
        return self._build(terms, [self.x, self.y])

    def build_several(self, terms: Terms) -> Any:
        last = [*range(self.place), *range(self.place + 1, self.count), self.place]
        return self._build({tuple(key[k] for k in last): c for key, c in terms.items()},
                           [self.used[k] for k in last])

    def _build(self, terms: Terms, gens: list[Any]) -> Any:
        """Returns the polynomial in these variables, y last."""
        if not self.as_poly:
            return sympy.Add(*(sympy.Mul(sympy.Rational(c.numerator, c.denominator),
                                         *(gen**e for gen, e in zip(gens, key)))
                               for key, c in terms.items()))
        domain = self.field or (sympy.QQ if self.rational else sympy.ZZ)
        values = [domain(c.numerator, c.denominator) if self.rational else domain(c)
                  for c in terms.values()]
        keys = list(terms)
        if self.gens is not None:
            places = [gens.index(one) if one in gens else None for one in self.gens]
            keys = [tuple(0 if k is None else key[k] for k in places) for key in keys]
            gens = self.gens
        elif not any(key[-1] for key in terms):
            gens = gens[:-1]
            keys = [key[:-1] for key in keys]
        return sympy.Poly.from_dict(dict(zip(keys, values)), *gens, domain=domain)

"""Solutions of two equations in two variables."""

from __future__ import annotations

from typing import Any, Generic, List, Literal, TypeVar, cast, overload

from clmodp._context import Context, context_of
from clmodp._errors import InvalidError
from clmodp._kinds import kind_of
from clmodp._native import ffi, lib
from clmodp._options import Options, options_of
from clmodp._problem import Operand
from clmodp._real import Complex, Real
from clmodp._structures import initialised
from clmodp._watch import Progress


class Coordinate(Real):
    """A coordinate of a solution: a number between `low` and `high`, or equal to both."""

    _list, _what = "clmodp_solutions", "coordinate"

    def _compare(self, sign: Any, numerator: Any, denominator: Any) -> int:
        return int(lib.clmodp_solutions_compare(self._context._c, sign, self._numbers,
                                                *self._index, numerator, denominator))


class ComplexCoordinate(Complex):
    """A coordinate of a complex solution: a number in a box."""

    _list, _what = "clmodp_complex_solutions", "coordinate"


Self = TypeVar("Self", bound="_Pair[Any]")
Place = TypeVar("Place", Coordinate, ComplexCoordinate)


class _Pair(Generic[Place]):
    """A solution (x, y), the only one with x and y in their intervals; x, y = solution."""

    def __init__(self, x: Place, y: Place, multiplicity: int) -> None:
        self.x: Place = x
        self.y: Place = y
        self.multiplicity = multiplicity
        """The intersection multiplicity."""

    def refine(self: Self, bits: int) -> Self:
        """Refines all intervals until their widths are at most 2^-bits times the absolute
        values."""
        self.x.refine(bits)
        return self

    def __iter__(self) -> Any:
        return iter((self.x, self.y))

    def __repr__(self) -> str:
        more = f", multiplicity {self.multiplicity}" if self.multiplicity > 1 else ""
        return f"<solution ({self.x}, {self.y}){more}>"


class Solution(_Pair[Coordinate]):
    """A real solution (x, y), the only one with x and y in their intervals; x, y = solution."""


class ComplexSolution(_Pair[ComplexCoordinate]):
    """A complex solution (x, y), the only one with x and y in their boxes; x, y = solution."""


class Solutions(List[Solution]):
    """A list of solutions. `component` is the common factor of both polynomials, or None."""

    component: Any = None


class ComplexSolutions(List[ComplexSolution]):
    """A list of solutions. `component` is the common factor of both polynomials, or None."""

    component: Any = None


@overload
def solve(f: Any, g: Any, y: Any = None, *, complex: Literal[False] = False,
          components: bool = False, context: Context | None = None,
          options: Options | None = None,
          progress: Progress | None = None) -> Solutions: ...


@overload
def solve(f: Any, g: Any, y: Any = None, *, complex: Literal[True], components: bool = False,
          context: Context | None = None, options: Options | None = None,
          progress: Progress | None = None) -> ComplexSolutions: ...


def solve(f: Any, g: Any, y: Any = None, *, complex: bool = False, components: bool = False,
          context: Context | None = None, options: Options | None = None,
          progress: Progress | None = None) -> Solutions | ComplexSolutions:
    """Returns the real solutions of f = 0, g = 0 in two variables, sorted by x, then y; or all
    complex ones: the real ones, then pairs of conjugates. All of them are proved, and known by
    intervals that contain no other solution.

    f, g, y: as for resultant(); y is the second variable, with integer or rational coefficients
    complex: all complex solutions
    components: find the solutions beside the curve h = 0 if f and g have a common factor h
    context, options, progress: as for resultant()

    Raises DomainError, with the factor in the message, if f and g have a common factor and
    components is false.

    >>> solve("x^2 + y^2 = 2", "x*y = 1")
    [<solution (-1, -1), multiplicity 2>, <solution (1, 1), multiplicity 2>]
    >>> [(float(x), float(y)) for x, y in solve("y = x^2", "x = y^2")]
    [(0.0, 0.0), (1.0, 1.0)]
    >>> beside = solve("x*y", "x*(x + y - 2)", components=True)
    >>> beside, beside.component
    ([<solution (2, 0)>], 'x')
    >>> solve("x^2 = -4", "y^2 = x^2 + 5", complex=True)[:2]
    [<solution (2*i, -1)>, <solution (-2*i, -1)>]
    """
    how, context = initialised("clmodp_solve_options"), context_of(context)
    kind, operands = kind_of((f, g), y), (Operand(), Operand())
    if kind.count:
        given = "" if y is None else f" with y = {y}"
        raise InvalidError(f"expected two variables, found {kind.count}{given}")
    if kind.generators == 1:
        raise InvalidError("f and g belong to a ring in one variable: pass polynomials in two "
                           "variables, such as texts; gcd() and roots() find common roots")
    if kind.common_modulus(0):
        raise InvalidError("solutions need polynomials over the integers or rationals")
    for operand, polynomial in zip(operands, (f, g)):
        kind.load(operand, polynomial)
    names = [ffi.new("char[]", name.encode()) for name in kind.names()]
    how.resultants, how.components = options_of(options), bool(components)
    how.x, how.y = names
    prefix = "clmodp_complex_" if complex else "clmodp_"
    place: Any = ComplexCoordinate if complex else Coordinate
    solution: Any = ComplexSolution if complex else Solution
    found = ffi.new(f"{prefix}solutions **")
    with context._computing(progress):
        context._check(getattr(lib, f"{prefix}solve")(
            context._c, found, operands[0].poly, operands[1].poly, how))
        owned = ffi.gc(found[0], getattr(lib, f"{prefix}solutions_destroy"))
    multiplicity = getattr(lib, f"{prefix}solutions_multiplicity")
    solutions: Any = (ComplexSolutions if complex else Solutions)(
        solution(place(owned, context, k, 0), place(owned, context, k, 1),
                 int(multiplicity(owned, k)))
        for k in range(getattr(lib, f"{prefix}solutions_count")(owned)))
    component = getattr(lib, f"{prefix}solutions_component")(owned)
    if component != ffi.NULL:
        solutions.component = kind.bivariate(component, ffi.NULL)
    return cast("Solutions | ComplexSolutions", solutions)

"""Solutions of two or three equations in as many variables."""

from __future__ import annotations

from typing import Any, Generic, Iterator, List, Literal, TypeVar, cast, overload

from clmodp import _integers
from clmodp._context import Context, context_of
from clmodp._errors import InvalidError
from clmodp._kinds import kind_of
from clmodp._native import ffi, lib
from clmodp._options import Options, options_of
from clmodp._problem import Operand, new
from clmodp._real import Complex, Real
from clmodp._roots import ListedRoot
from clmodp._structures import initialised
from clmodp._variables import ANY
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


def _root_of(points: Any, k: int, coordinate: int, prefix: str) -> tuple[Any, int]:
    """Returns the C list of roots to which a coordinate belongs, and its number."""
    root = ffi.new("size_t *")
    roots = getattr(lib, f"{prefix}points_coordinate")(points, root, k, coordinate)
    return roots, int(root[0])


class SpaceCoordinate(ListedRoot):
    """A coordinate of a solution of three equations: a number between `low` and `high`, or equal
    to both. Solutions with equal coordinates share intervals."""

    _what = "coordinate"

    def __init__(self, points: Any, context: Context, k: int, coordinate: int) -> None:
        roots, root = _root_of(points, k, coordinate, "clmodp_")
        super().__init__(roots, context, root)
        self._points = points  # which owns the roots


class ComplexSpaceCoordinate(Complex):
    """A coordinate of a complex solution of three equations: a number in a box."""

    _list, _what = "clmodp_complex_roots", "coordinate"

    def __init__(self, points: Any, context: Context, k: int, coordinate: int) -> None:
        roots, root = _root_of(points, k, coordinate, "clmodp_complex_")
        super().__init__(roots, context, root)
        self._points = points  # which owns the roots


SpaceSelf = TypeVar("SpaceSelf", bound="_Triple[Any]")
SpacePlace = TypeVar("SpacePlace", SpaceCoordinate, ComplexSpaceCoordinate)


class _Triple(Generic[SpacePlace]):
    """A solution (x, y, z) of three equations; x, y, z = solution."""

    def __init__(self, x: SpacePlace, y: SpacePlace, z: SpacePlace,
                 multiplicity: int | None) -> None:
        self.x: SpacePlace = x
        self.y: SpacePlace = y
        self.z: SpacePlace = z
        self.multiplicity = multiplicity
        """The multiplicity; None if it is not known, of some multiple real solutions."""

    def refine(self: SpaceSelf, bits: int) -> SpaceSelf:
        """Refines all intervals until their widths are at most 2^-bits times the absolute
        values."""
        for coordinate in self:
            coordinate.refine(bits)
        return self

    def __iter__(self) -> Iterator[SpacePlace]:
        return iter((self.x, self.y, self.z))

    def __repr__(self) -> str:
        more = f", multiplicity {self.multiplicity}" if (self.multiplicity or 1) > 1 else ""
        return f"<solution ({self.x}, {self.y}, {self.z}){more}>"


class SpaceSolution(_Triple[SpaceCoordinate]):
    """A real solution (x, y, z) of three equations; x, y, z = solution."""


class ComplexSpaceSolution(_Triple[ComplexSpaceCoordinate]):
    """A complex solution (x, y, z) of three equations; x, y, z = solution."""


def _in_space(f: tuple[Any, Any, Any], complex: bool, context: Context, options: Options | None,
              progress: Progress | None) -> list[SpaceSolution] | list[ComplexSpaceSolution]:
    """Returns the real or all complex solutions of three equations."""
    prefix = "clmodp_complex_points" if complex else "clmodp_points"
    place: Any = ComplexSpaceCoordinate if complex else SpaceCoordinate
    solution: Any = ComplexSpaceSolution if complex else SpaceSolution
    kind = kind_of(f, ANY)
    if kind.common_modulus(0):
        raise InvalidError("solutions need polynomials over the integers or rationals")
    polys = [kind.load_all(one)[0] for one in f]
    used = [k for k in range(kind.count or 2)
            if any(lib.clmodp_mpoly_degree(poly, k) > 0 for poly in polys)]
    if len(used) != 3:
        raise InvalidError(f"three equations need three variables, but {len(used)} occur; "
                           "of two equations, pass the second variable as y=...")
    if kind.count > 3:
        polys = [_restricted(poly, used) for poly in polys]
    how, found = initialised("clmodp_points_options"), ffi.new(f"{prefix} **")
    kept = [ffi.new("char[]", kind.all_names()[k].encode()) for k in used]
    names = ffi.new("char *[]", kept)
    how.resultants, how.names = options_of(options), names
    with context._computing(progress):
        context._check(getattr(lib, f"{prefix}_find")(context._c, found, polys, how))
        owned = ffi.gc(found[0], getattr(lib, f"{prefix}_destroy"))
    multiplicity = getattr(lib, f"{prefix}_multiplicity")
    return [solution(*(place(owned, context, k, coordinate) for coordinate in range(3)),
                     int(multiplicity(owned, k)) or None)
            for k in range(getattr(lib, f"{prefix}_count")(owned))]


def _restricted(poly: Any, used: list[int]) -> Any:
    """Returns a C polynomial in these of its variables alone."""
    found, (exponents, c) = new("mpoly", len(used)), _integers.several(poly)
    _integers.set_several(found, [[key[k] for k in used] for key in exponents], c)
    return found


@overload
def solve(f: Any, g: Any, h: None = None, *, y: Any = None, complex: Literal[False] = False,
          components: bool = False, context: Context | None = None,
          options: Options | None = None,
          progress: Progress | None = None) -> Solutions: ...


@overload
def solve(f: Any, g: Any, h: None = None, *, y: Any = None, complex: Literal[True],
          components: bool = False, context: Context | None = None,
          options: Options | None = None,
          progress: Progress | None = None) -> ComplexSolutions: ...


@overload
def solve(f: Any, g: Any, h: Any, *, complex: Literal[False] = False,
          context: Context | None = None, options: Options | None = None,
          progress: Progress | None = None) -> list[SpaceSolution]: ...


@overload
def solve(f: Any, g: Any, h: Any, *, complex: Literal[True], context: Context | None = None,
          options: Options | None = None,
          progress: Progress | None = None) -> list[ComplexSpaceSolution]: ...


def solve(f: Any, g: Any, h: Any = None, *, y: Any = None, complex: bool = False,
          components: bool = False, context: Context | None = None,
          options: Options | None = None, progress: Progress | None = None
          ) -> Solutions | ComplexSolutions | list[SpaceSolution] | list[ComplexSpaceSolution]:
    """Returns the real solutions of f = 0, g = 0 in two variables, sorted by x, then y; or all
    complex ones: the real ones, then pairs of conjugates. All of them are proved, and known by
    intervals that contain no other solution. With h, the solutions of three equations in three
    variables x, y, z, sorted in this order.

    f, g, h: as for resultant(), with integer or rational coefficients. Three variables are x, y
        and z in the order of their names, or of the generators of a ring
    y: of two variables, the second one, as for resultant()
    complex: all complex solutions
    components: find the solutions beside the curve c = 0 if f and g have a common factor c
    context, options, progress: as for resultant()

    Raises DomainError, with the factor in the message, if f and g have a common factor and
    components is false; or if the complex solutions of three equations are infinitely many; or,
    with complex, for some equations whose terms of highest degree have a common factor.

    >>> solve("x^2 + y^2 = 2", "x*y = 1")
    [<solution (-1, -1), multiplicity 2>, <solution (1, 1), multiplicity 2>]
    >>> [(float(x), float(y)) for x, y in solve("y = x^2", "x = y^2")]
    [(0.0, 0.0), (1.0, 1.0)]
    >>> beside = solve("x*y", "x*(x + y - 2)", components=True)
    >>> beside, beside.component
    ([<solution (2, 0)>], 'x')
    >>> solve("x^2 = -4", "y^2 = x^2 + 5", complex=True)[:2]
    [<solution (2*i, -1)>, <solution (-2*i, -1)>]
    >>> solve("x^2 + y^2 + z^2 = 6", "x + y + z = 4", "y = 2*x")
    [<solution (0.714285714285714, 1.42857142857143, 1.85714285714286)>, <solution (1, 2, 1)>]
    """
    how, context = initialised("clmodp_solve_options"), context_of(context)
    if h is not None:
        if y is not None or components:
            raise InvalidError("y and components are for two equations, without h")
        return _in_space((f, g, h), complex, context, options, progress)
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

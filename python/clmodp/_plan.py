"""Plans: a resultant or determinant as work units, computed by any machines in any order."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Iterable

from clmodp._buffers import frozen, index
from clmodp._context import Context, context_of
from clmodp._errors import InvalidError
from clmodp._kinds import Kind, kind_of
from clmodp._matrix import DETERMINANT, Question
from clmodp._native import ffi, lib
from clmodp._options import Options, options_of
from clmodp._problem import Problem
from clmodp._resultants import SUBRESULTANT, SUBRESULTANTS, ask_chain, chain, load, result
from clmodp._structures import initialised, number, read
from clmodp._watch import Progress


@dataclass(frozen=True)
class PlanInfo:
    """Properties of a plan; `seconds` is the predicted time of all work units in sequence, and
    `result_bytes` the `max_result` that lets the result be computed, which a plan may exceed.
    `k` is that of a subresultant; `count` and `principal` are of a chain of subresultants."""

    operation: str
    k: int
    count: int
    principal: bool
    engine: str
    units: int
    unit_primes: int
    primes: int
    points: int
    cosets: int
    evaluations: int
    updates: float
    degree_bound: int
    valuation_bound: int
    width_bound: int
    height_bits: int
    height_bound_name: str
    plan_bytes: int
    images_bytes: int
    result_bytes: int
    seconds: float


def _memory(data: Any, expected: str) -> Any:
    """Returns serialised bytes as memory for C."""
    try:
        return frozen(data)
    except TypeError:
        raise TypeError(f"{expected}, not {type(data).__name__}") from None


def _require_integers(modulus: int, instead: str) -> None:
    if modulus:
        raise InvalidError(f"plans need polynomials over the integers, not modulo {modulus}: use "
                           f"{instead}()")


def _load(problem: Problem, kind: Kind, polynomials: tuple[Any, ...], asked: int, k: int,
          principal: bool) -> None:
    """Sets the operands of a problem to polynomials, and asks for a result."""
    k = load(problem, kind, polynomials, asked, k if asked == SUBRESULTANT else 0, principal)
    if asked == SUBRESULTANTS:
        ask_chain(problem, 0, k + 1, principal)
    else:
        problem.ask(asked, 0, k)


class Plan:
    """Division of a resultant or determinant over the integers into work units. Both
    bytes(plan) and the results of run() can be sent to other machines.

    f, g, y: as in resultant(), with integer coefficients; for a discriminant g is None; for a
        determinant f is a matrix, as for det()
    operation: "resultant", "subresultant", "subresultants", "discriminant" or "determinant"
    k: of the subresultant
    principal: of the subresultants only their principal coefficients
    unit_seconds: desired time of a work unit; 0: a second, or less

    >>> f, g = "x^2 + y^2 - 1", "x*y - 1"
    >>> plan = Plan(f, g)
    >>> far = Plan.from_bytes(bytes(plan))
    >>> plan.finish(far.run(unit) for unit in range(plan.units))
    'x^4 - x^2 + 1'
    >>> plan = Plan("[x, 1; y, x + 2]", operation="determinant")
    >>> plan.finish(map(plan.run, range(plan.units)))
    'x^2 + 2*x - y'
    """

    def __init__(self, f: Any, g: Any = None, y: Any = None, *, operation: str | None = None,
                 k: int = 1, principal: bool = False, unit_seconds: float = 0,
                 options: Options | None = None, context: Context | None = None) -> None:
        if not 0 <= unit_seconds < math.inf:
            raise InvalidError(f"unit_seconds is {unit_seconds}: expected a positive number")
        operation = operation or ("discriminant" if g is None else "resultant")
        asked = number("clmodp_operation", operation)
        question = None
        if asked == DETERMINANT:
            if g is not None or y is not None:
                raise InvalidError("a determinant is planned of a matrix alone")
            question, kind = Question(f), kind_of([{}], None)
            _require_integers(question.modulus, "det")
            problem = question.problem(0)
        else:
            polynomials = (f,) if operation == "discriminant" else (f, g)
            kind, problem = kind_of(polynomials, y), Problem()
            _require_integers(kind.modulus, "resultant_mod")
            _load(problem, kind, polynomials, asked, k, principal)
        if not (problem.f.whole and problem.g.whole):
            raise InvalidError("plans need integer coefficients: multiply by the denominators")
        how = initialised("clmodp_plan_options")
        how.resultant, how.unit_seconds = options_of(options), unit_seconds
        context, found = context_of(context), ffi.new("clmodp_plan **")
        with context._computing():
            context._check(lib.clmodp_plan_create(context._c, found, problem.c, how))
        self._take(found[0], kind, problem.packing, question)

    def _take(self, c: Any, kind: Kind, packing: Any = None,
              question: Question | None = None) -> None:
        self._c, self._kind = ffi.gc(c, lib.clmodp_plan_destroy), kind
        self._packing, self._question = packing, question

    @classmethod
    def from_bytes(cls, data: bytes, *, context: Context | None = None) -> Plan:
        """Returns the plan serialised by bytes(plan) with the same version of this package. Its
        finish() returns a dictionary."""
        context, found = context_of(context), ffi.new("clmodp_plan **")
        memory = _memory(data, "data must be the bytes of a plan, bytes(plan)")
        with context._computing():
            context._check(lib.clmodp_plan_read(context._c, found, memory, len(memory)))
        plan = cls.__new__(cls)
        plan._take(found[0], kind_of([{}], None))
        return plan

    def __bytes__(self) -> bytes:
        data = ffi.new("unsigned char[]", lib.clmodp_plan_size(self._c))
        lib.clmodp_plan_write(self._c, data)
        return bytes(ffi.buffer(data))

    @property
    def info(self) -> PlanInfo:
        """Properties of the plan, and its predicted cost."""
        c = initialised("clmodp_plan_info")
        lib.clmodp_plan_describe(self._c, c)
        return read(PlanInfo, c, principal=bool(c.principal))

    @property
    def units(self) -> int:
        """The number of work units; 0 if nothing has to be computed."""
        return self.info.units

    def run(self, unit: int, *, context: Context | None = None,
            progress: Progress | None = None) -> bytes:
        """Computes the images of a work unit: the same bytes on every machine."""
        if not 0 <= index(unit) < self.units:
            raise InvalidError(f"unit is {unit}: expected a number from 0 on, below the plan's "
                               f"number of units, {self.units}")
        context, found = context_of(context), ffi.new("clmodp_images **")
        with context._computing(progress):
            context._check(lib.clmodp_plan_run(context._c, found, self._c, unit))
        images = ffi.gc(found[0], lib.clmodp_images_destroy)
        data = ffi.new("unsigned char[]", lib.clmodp_images_size(images))
        lib.clmodp_images_write(images, data)
        return bytes(ffi.buffer(data))

    def finish(self, images: Iterable[bytes], *, context: Context | None = None,
               progress: Progress | None = None) -> Any:
        """Computes the result from the images returned by run() for all units, in any order. Of
        subresultants it is a list."""
        context, known = context_of(context), []
        for data in images:
            found = ffi.new("clmodp_images **")
            memory = _memory(data, "images must be the bytes returned by run()")
            with context._computing():
                context._check(lib.clmodp_images_read(context._c, found, self._c, memory,
                                                      len(memory)))
            known.append(ffi.gc(found[0], lib.clmodp_images_destroy))
        problem, info, each = Problem(), self.info, None
        problem.packing = self._packing
        if number("clmodp_operation", info.operation) == SUBRESULTANTS:
            each = ask_chain(problem, 0, info.count, info.principal)
        else:
            problem.ask(number("clmodp_operation", info.operation), 0, info.k)
        with context._computing(progress):
            context._check(lib.clmodp_plan_finish_problem(context._c, problem.c, self._c, known,
                                                          len(known)))
            context._report = problem.report
        if each is not None:
            return chain(problem, self._kind, 0, each, info.principal)
        if self._question is not None:
            return self._question.result(problem)
        return result(problem, self._kind, 0)

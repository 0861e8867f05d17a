"""Exact resultants of polynomials in two variables, on any OpenCL device or on the host.

    resultant, subresultant, discriminant, each also with _mod, resultants, subresultants
                             of texts, dictionaries, and polynomials of SymPy, python-flint, Sage
    det, charpoly, rank      determinants, characteristic polynomials and ranks of matrices
    gcd                      greatest common divisors, and cofactors
    roots, RealRoot, ComplexRoot
                             roots of polynomials in one variable, to any precision
    solve, Solution, SpaceSolution
                             solutions of two equations, or three in three variables
    implicit                 the equation of a curve or surface, from rational functions
    Options, Report          options of a computation, and its statistics
    Context, default_context, devices
                             devices with compiled kernels, one context per thread
    Plan                     a resultant or determinant in work units, for many machines
    Fpx, FpxList, fpx_*_batch
                             polynomials in one variable over prime fields
    radix_sort, scan, reduce, compact, split
                             operations on arrays, on the device
    calibrate                measurements of a device
    clmodp.curves, clmodp.plot
                             real curves, their intersections and plots (with the extra `plot`);
                             loaded on use
    Error and subclasses     exceptions, one for each kind of failure

>>> import clmodp
>>> clmodp.resultant("x^2 + y^2 - 1", "x*y - 1")
'x^4 - x^2 + 1'
"""

import importlib
from typing import TYPE_CHECKING, Any

from clmodp import _errors, _native, _terms, _text  # the last two register kinds
from clmodp._calibration import Calibration, calibrate
from clmodp._context import Context, default_context
from clmodp._device import Device, devices
from clmodp._errors import (BuildError, CancelledError, CorruptError, DamagedError, DeviceError,
                            DeviceMemoryError, DomainError, Error, FileError, ForkError,
                            HostMemoryError, InvalidError, LimitError, NoDeviceError,
                            NoKernelError, ParseError, UnsupportedError)
from clmodp._fpx import Fpx
from clmodp._fpx_batch import (FpxList, fpx_divmod_batch, fpx_gcd_batch, fpx_mul_batch,
                               fpx_resultant_batch, fpx_xgcd_batch)
from clmodp._gcd import gcd
from clmodp._implicit import implicit
from clmodp._matrix import charpoly, det, rank
from clmodp._options import Options, Report, Stage
from clmodp._plan import Plan, PlanInfo
from clmodp._primitives import compact, radix_sort, reduce, scan, split
from clmodp._resultants import (discriminant, discriminant_mod, resultant, resultant_mod,
                                resultants, subresultant, subresultant_mod,
                                subresultants)
from clmodp._roots import ComplexRoot, RealRoot, roots
from clmodp._structures import Figure
from clmodp._systems import (
    ComplexCoordinate, ComplexSolution, ComplexSolutions, ComplexSpaceCoordinate,
    ComplexSpaceSolution, Coordinate, Solution, Solutions, SpaceCoordinate, SpaceSolution, solve)

if TYPE_CHECKING:
    from clmodp import curves as curves
    from clmodp import plot as plot
else:
    def __getattr__(name: str) -> Any:
        """Loads the submodules that need other packages, when they are first used."""
        if name in ("curves", "plot"):
            return importlib.import_module(f"clmodp.{name}")
        raise AttributeError(f"module 'clmodp' has no attribute {name!r}")


__version__: str = _errors.text(_native.lib.clmodp_version())

__all__ = [
    "BuildError", "Calibration", "CancelledError", "ComplexCoordinate", "ComplexRoot",
    "ComplexSolution", "ComplexSolutions", "ComplexSpaceCoordinate", "ComplexSpaceSolution",
    "Context", "Coordinate", "CorruptError", "DamagedError", "Device", "DeviceError",
    "DeviceMemoryError", "DomainError", "Error", "Figure", "FileError", "ForkError", "Fpx",
    "FpxList", "HostMemoryError", "InvalidError", "LimitError", "NoDeviceError",
    "NoKernelError", "Options", "ParseError", "Plan", "PlanInfo", "RealRoot", "Report",
    "Solution", "Solutions", "SpaceCoordinate", "SpaceSolution", "Stage", "UnsupportedError",
    "calibrate", "charpoly", "compact", "default_context", "det", "devices", "discriminant",
    "discriminant_mod", "fpx_divmod_batch", "fpx_gcd_batch", "fpx_mul_batch",
    "fpx_resultant_batch", "fpx_xgcd_batch", "gcd", "implicit", "radix_sort", "rank", "reduce",
    "resultant", "resultant_mod", "resultants", "roots", "scan", "solve", "split",
    "subresultant", "subresultant_mod", "subresultants",
]

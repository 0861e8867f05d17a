"""Project a space curve, and the set of polynomials that defines it, to the plane."""

from itertools import combinations

import matplotlib.figure
import sympy

import clmodp
from clmodp import plot

x, y, z = sympy.symbols("x y z")
sphere, saddle = x**2 + y**2 + z**2 - 4, x * z - y**2 + 1


def projection(polynomials, variable):
    """Returns the irreducible factors of leading coefficients, discriminants and resultants."""
    found = [sympy.Poly(f, variable).LC() for f in polynomials]
    found += [clmodp.discriminant(f, variable) for f in polynomials]
    found += [clmodp.resultant(f, g, variable) for f, g in combinations(polynomials, 2)]
    return sorted({factor for f in found for factor, _ in sympy.factor_list(f)[1]}, key=str)


shadow = clmodp.resultant(sphere, saddle, z)
factors = projection([sphere, saddle], z)
print("shadow:", shadow)
print("projection:", *factors, sep="\n  ")

figure = matplotlib.figure.Figure(figsize=(10, 5), layout="constrained")
left, right = figure.subplots(1, 2)
plot.draw(left, shadow, window=(-3, 3, -3, 3))
for factor in factors:
    plot.draw(right, factor, window=(-3, 3, -3, 3)) if factor != x else right.axvline(0)
right.get_legend().remove()
plot.save(figure, "projection.svg")

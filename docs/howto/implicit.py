"""Find the equation of a curve that is given by rational functions."""

from fractions import Fraction

import matplotlib.figure

import clmodp
from clmodp import plot

# The folium of Descartes.
equation = clmodp.implicit("3*t/(1 + t^3)", "3*t^2/(1 + t^3)")
print(equation)

# Check: the functions satisfy the equation at more points than its degree allows zeros.
for t in range(2, 12):
    x, y = Fraction(3 * t, 1 + t**3), Fraction(3 * t**2, 1 + t**3)
    assert eval(equation.replace("^", "**")) == 0

figure = matplotlib.figure.Figure(figsize=(5, 5), layout="constrained")
plot.draw(figure.add_subplot(), equation, window=(-2, 2, -2, 2))
plot.save(figure, "implicit.svg")

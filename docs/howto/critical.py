"""Find the critical points of a curve, and the number of branches between them."""

import matplotlib.figure
from sympy import Poly, Rational, symbols

import clmodp
from clmodp import plot

x, y = symbols("x y")
curve = y**4 + 2*x*y - 3*x*y**2 + x**3 - x - 1

# At vertical tangents and singular points f and its derivative in y have a common zero, and the
# discriminant vanishes. At zeros of the leading coefficient branches go to infinity; here it is 1.
d = clmodp.discriminant(curve, y)
print("discriminant of degree", Poly(d, x).degree())
turns = [float(root) for root in clmodp.roots(d)]
print("critical x", *("%.6f" % turn for turn in turns))

# The number of branches is constant between critical points, so one x in each interval is enough.
ends = [turns[0] - 1, *turns, turns[-1] + 1]
for left, right in zip(ends, ends[1:]):
    middle = Rational(round(500*(left + right)), 1000)
    branches = len(clmodp.roots(curve.subs(x, middle)))
    print("at x =", middle.evalf(4), "there are", branches)

figure = matplotlib.figure.Figure(figsize=(5, 5), layout="constrained")
plot.draw(figure.add_subplot(), curve)
plot.save(figure, "critical.svg")

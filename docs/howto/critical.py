"""Where does a curve turn, and how many branches has it in between?"""

import matplotlib.figure
from sympy import Poly, Rational, real_roots, symbols

import clmodp
from clmodp import plot

x, y = symbols("x y")
curve = y**4 + 2*x*y - 3*x*y**2 + x**3 - x - 1

# Where the curve has a vertical tangent or a singular point, f and its derivative in y have a
# common zero: the discriminant vanishes. Where the leading coefficient does, branches go to
# infinity; here it is 1.
d = clmodp.discriminant(curve, y)
print("discriminant of degree", Poly(d, x).degree())
turns = [float(root) for root in real_roots(d)]
print("critical x", *("%.6f" % turn for turn in turns))

# In between the number of branches does not change: one x of each interval tells.
ends = [turns[0] - 1, *turns, turns[-1] + 1]
for left, right in zip(ends, ends[1:]):
    middle = Rational(round(500*(left + right)), 1000)
    branches = len(real_roots(Poly(curve.subs(x, middle), y)))
    print("at x =", middle.evalf(4), "there are", branches)

figure = matplotlib.figure.Figure(figsize=(5, 5), layout="constrained")
plot.draw(figure.add_subplot(), curve)
plot.save(figure, "critical.svg")

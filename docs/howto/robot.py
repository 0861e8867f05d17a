"""Find all poses of a planar parallel robot from the lengths of its legs."""

import math

import matplotlib.figure
from sympy import Poly, Rational, symbols

import clmodp
from clmodp import plot

# Legs join three points of the base to three points of a platform that is turned by an angle with
# cosine c and sine s. The first point of the platform is at (x, y).
base = [(0, 0), (Rational("15.91"), 0), (0, 10)]
platform = [(0, 0), (Rational("17.04"), 0), (Rational("13.2"), Rational("16.1"))]
legs = [Rational("14.98"), Rational("15.38"), 12]


def corners(c, s, x, y):
    """Returns the points of the platform."""
    return [(x + c*p - s*q, y + s*p + c*q) for p, q in platform]


c, s, x, y = symbols("c s x y")
first, *others = [(u - a)**2 + (v - b)**2 - leg**2
                  for (u, v), (a, b), leg in zip(corners(c, s, x, y), base, legs)]

# Differences of the equations are linear in x and y, which Cramer's rule makes functions of c and
# s. The first equation and c^2 + s^2 = 1 remain.
(a, b, e), (p, q, r) = [[Poly(other - first, x, y).coeff_monomial(m).subs(s**2, 1 - c**2).expand()
                         for m in (x, y, 1)] for other in others]
d, dx, dy = (a*q - b*p).expand(), (b*r - e*q).expand(), (e*p - a*r).expand()
found = clmodp.solve((dx**2 + dy**2 - d**2*legs[0]**2).expand(), c**2 + s**2 - 1, y=s)

figure = matplotlib.figure.Figure(figsize=(9, 6), layout="constrained")
print("cosine    sine      x         y")
for axes, turn in zip(figure.subplots(2, 3).flat, found):
    at = dict(zip((c, s), map(float, turn)))
    place = [float(n.subs(at) / d.subs(at)) for n in (dx, dy)]
    print("%9.6f %9.6f %9.5f %9.5f" % (*at.values(), *place))
    points = corners(*at.values(), *place)
    for (u, v), foot, leg in zip(points, base, legs):
        assert math.isclose(math.dist((u, v), foot), leg)
        axes.plot([foot[0], u], [foot[1], v], "o-", color="tab:blue")
    axes.fill(*zip(*[(float(u), float(v)) for u, v in points]), color="tab:orange", alpha=0.5)
    axes.set(aspect="equal", xlim=(-18, 28), ylim=(-18, 28))
plot.save(figure, "robot.svg")

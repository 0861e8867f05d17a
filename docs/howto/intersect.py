"""Intersect a rose of four leaves and a circle."""

import matplotlib.figure
from sympy import Float, Poly, Rational, symbols

import clmodp
from clmodp import curves, plot

x, y = symbols("x y")
rose = (x**2 + y**2)**3 - 4*x**2*y**2
circle = x**2 + y**2 - Rational(3, 4)

# The x-coordinates of all common points are roots of the resultant. Where s_11 is not 0, the only
# common point has as y-coordinate the zero of the first subresultant, s_11 y + s_10.
print("resultant   ", clmodp.resultant(rose, circle, y))
print("subresultant", clmodp.subresultant(rose, circle, y))

# Both curves are symmetric, so common points come in pairs with equal x, and s_11 is 0. After a
# shear, x + 2 y for x, all x are distinct.
sheared = [f.subs(x, x + 2*y).expand() for f in (rose, circle)]
r = clmodp.resultant(*sheared, y)
s = Poly(clmodp.subresultant(*sheared, y), y)
print("sheared     ", r)

points = []
for root in clmodp.roots(r):
    at = Float(root.decimal(30))
    above = -s.coeff_monomial(1).subs(x, at) / s.coeff_monomial(y).subs(x, at)
    points.append((float(at + 2*above), float(above)))
for point in sorted(points):
    print("point        %9.6f %9.6f" % point)

# The same in one call, with exact coordinates instead of decimals; and a plot.
found = curves.intersections(rose, circle)
assert all(abs(a - float(b)) < 1e-9 for p, q in zip(sorted(points), found) for a, b in zip(p, q))
figure = matplotlib.figure.Figure(figsize=(5, 5), layout="constrained")
plot.draw(figure.add_subplot(), rose, circle)
plot.save(figure, "intersect.svg")

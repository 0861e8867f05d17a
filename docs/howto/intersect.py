"""Where do a rose of four leaves and a circle meet?"""

import matplotlib.figure
from sympy import Poly, Rational, real_roots, symbols

import clmodp
from clmodp import curves, plot

x, y = symbols("x y")
rose = (x**2 + y**2)**3 - 4*x**2*y**2
circle = x**2 + y**2 - Rational(3, 4)

# The x of all common points are roots of the resultant. Above each the first subresultant,
# s_11 y + s_10, has the y of the common point, where there is but one.
print("resultant   ", clmodp.resultant(rose, circle, y))
print("subresultant", clmodp.subresultant(rose, circle, y))

# Both curves are symmetric, so there are two above each other, and s_11 is 0. Shear the plane,
# x + 2 y for x: then no two are.
sheared = [f.subs(x, x + 2*y).expand() for f in (rose, circle)]
r = clmodp.resultant(*sheared, y)
s = Poly(clmodp.subresultant(*sheared, y), y)
print("sheared     ", r)

points = []
for root in set(real_roots(r)):
    at = root.evalf(30)
    above = -s.coeff_monomial(1).subs(x, at) / s.coeff_monomial(y).subs(x, at)
    points.append((float(at + 2*above), float(above)))
for point in sorted(points):
    print("point        %9.6f %9.6f" % point)

# All of that in one call, by balls instead of decimals; and a picture.
found = curves.intersections(rose, circle)
assert all(abs(a - b) < 1e-9 for p, q in zip(sorted(points), found) for a, b in zip(p, q))
figure = matplotlib.figure.Figure(figsize=(5, 5), layout="constrained")
plot.draw(figure.add_subplot(), rose, circle)
plot.save(figure, "intersect.svg")

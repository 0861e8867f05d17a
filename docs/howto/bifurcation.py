"""Find the bifurcations of x' = r (1 - x/q) - x / (1 + x^2), a model of an insect pest."""

import matplotlib.figure
from sympy import diff, symbols

import clmodp
from clmodp import curves, plot

q, r, x = symbols("q r x")
rate = r*(q - x)*(1 + x**2) - q*x  # the right side, times a positive number

# For q = 20: two equilibria meet where rate and its derivative in x are 0.
at_20 = rate.subs(q, 20)
folds = clmodp.solve(at_20, diff(at_20, x), y=x)
print("folds:", *(f"r = {fold.x.decimal(9)}, x = {fold.y.decimal(9)}" for fold in folds), sep="\n")

# For other q the folds are roots of the discriminant. At a cusp of this curve both coincide.
border = clmodp.discriminant(rate, x)
cusp = max(curves.critical_points(border, r), key=lambda point: float(point.x))
print(f"cusp: q = {cusp.x.decimal(9)}, r = {cusp.y.decimal(9)}")
assert abs(float(cusp.x)**2 - 27) < 1e-12  # as by hand: q = 3 sqrt(3), r = q/8

figure = matplotlib.figure.Figure(figsize=(10, 4.5), layout="constrained")
left, right = figure.subplots(1, 2)
window = (0.1, 0.7, 0, 20)
derivative = {(i, j): int(c) for (i, j), c in diff(at_20, x).as_poly(r, x).terms()}
for branch in curves.branches(at_20, window, "x"):
    middle = branch[len(branch) // 2]
    slope = sum(c * middle.x**i * middle.y**j for (i, j), c in derivative.items())
    left.plot(*zip(*branch), color="tab:blue", linestyle="-" if slope < 0 else "--")
left.plot(*zip(*[map(float, fold) for fold in folds]), "k.")
left.set(xlabel="r", ylabel="x", xlim=window[:2], ylim=window[2:], title="q = 20")
plot.draw(right, border, y=r, window=(0, 40, 0, 1.5), stretch=True)
plot.save(figure, "bifurcation.svg")

"""Find the parameters for which a polynomial of degree 4 has a multiple root."""

import matplotlib.figure

import clmodp
from clmodp import plot

surface = clmodp.discriminant("t^4 + a*t^2 + b*t + c", "t")
print(surface)

figure = matplotlib.figure.Figure(figsize=(12, 3.2), layout="constrained")
for axes, a in zip(figure.subplots(1, 3), (-2, 0, 2)):
    section = surface.replace("a", f"({a})")
    axes.set_title(f"a = {a}")
    plot.draw(axes, section, window=(-3, 3, -2, 2))
    axes.get_legend().remove()  # equations in full are too long
plot.save(figure, "discriminant.svg")

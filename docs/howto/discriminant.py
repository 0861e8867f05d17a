"""Find the parameters for which a polynomial of degree 4 has a multiple root."""

import matplotlib.figure
import numpy

import clmodp
from clmodp import plot

surface = clmodp.discriminant("t^4 + a*t^2 + b*t + c", "t")
print(surface)

figure = matplotlib.figure.Figure(figsize=(9, 6), layout="constrained")
space = figure.add_subplot(2, 1, 1, projection="3d")
a, u = numpy.meshgrid(numpy.linspace(-2, 2, 41), numpy.linspace(-1, 1, 81))
t = u * ((a**2 + 24)**0.5 - a)**0.5 / 6**0.5  # of polynomials with the double root t and c <= 2
space.plot_surface(a, -4*t**3 - 2*a*t, 3*t**4 + a*t**2, rstride=1, cstride=1, cmap="viridis",
                   rasterized=True)
space.set(xlabel="a", ylabel="b", zlabel="c")
space.set_box_aspect((4, 6, 3), zoom=1.6)
space.view_init(elev=25, azim=-155)

for number, a in enumerate((-2, 0, 2)):
    axes = figure.add_subplot(2, 3, 4 + number, title=f"a = {a}")
    plot.draw(axes, surface.replace("a", f"({a})"), window=(-3, 3, -2, 2))
    axes.get_legend().remove()  # equations in full are too long
plot.save(figure, "discriminant.svg")

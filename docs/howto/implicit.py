"""Find the equation of the curve x = n(t) / d(t), y = m(t) / d(t)."""

import matplotlib.figure

import clmodp
from clmodp import plot

# The folium of Descartes.
n, m, d = {1: 3}, {2: 3}, {0: 1, 3: 1}


def line(variable, numerator):
    """Returns x d(t) - numerator(t), or with y for variable 1, as terms in x, y and t."""
    terms = {(int(variable == 0), int(variable == 1), k): c for k, c in d.items()}
    for k, c in numerator.items():
        terms[0, 0, k] = terms.get((0, 0, k), 0) - c
    return terms


# The equation is the resultant in t of x d - n and y d - m, in three variables.
found = clmodp.resultant(line(0, n), line(1, m), 2)
equation = {(i, j): c for (i, j, _), c in found.items()}
print(" + ".join(f"({c}) x^{i} y^{j}" for (i, j), c in sorted(equation.items())))

# Check: the parametrisation satisfies the equation at more points than the equation has terms.
for t in range(2, 12):
    X, Y, D = (sum(c * t**k for k, c in p.items()) for p in (n, m, d))
    assert sum(c * X**i * Y**j * D**(6 - i - j) for (i, j), c in equation.items()) == 0

figure = matplotlib.figure.Figure(figsize=(5, 5), layout="constrained")
plot.draw(figure.add_subplot(), equation, window=(-2, 2, -2, 2))
plot.save(figure, "implicit.svg")

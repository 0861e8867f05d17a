"""Find the equation of the curve x = n(t) / d(t), y = m(t) / d(t)."""

import matplotlib.figure

import clmodp
from clmodp import plot

# The folium of Descartes.
n, m, d = {1: 3}, {2: 3}, {0: 1, 3: 1}

# The equation is the resultant in t of x d - n and y d - m, in three variables. Its degree in x is
# less than N, the greatest degree in t plus one, so x^N can replace y: the coefficient of
# x^(i + N j) is the coefficient of x^i y^j.
N = 1 + max(map(max, (n, m, d)))


def line(power, numerator):
    """Returns x^power d(t) - numerator(t), as terms in x and t."""
    terms = {(power, k): c for k, c in d.items()}
    for k, c in numerator.items():
        terms[0, k] = terms.get((0, k), 0) - c
    return terms


packed = clmodp.resultant(line(1, n), line(N, m))
print("packed ", packed)
equation = {(e % N, e // N): c for (e, _), c in packed.items()}
print("whole  ", " + ".join(f"({c}) x^{i} y^{j}" for (i, j), c in sorted(equation.items())))

# Check: the parametrisation satisfies the equation at more points than the equation has terms.
for t in range(2, 12):
    X, Y, D = (sum(c * t**k for k, c in p.items()) for p in (n, m, d))
    assert sum(c * X**i * Y**j * D**(6 - i - j) for (i, j), c in equation.items()) == 0

figure = matplotlib.figure.Figure(figsize=(5, 5), layout="constrained")
plot.draw(figure.add_subplot(), equation, window=(-2, 2, -2, 2))
plot.save(figure, "implicit.svg")

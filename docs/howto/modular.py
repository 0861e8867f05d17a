"""Count the common points of two curves modulo primes."""

import math
from collections import Counter

import matplotlib.figure
from sympy import primerange

import clmodp
from clmodp import plot

cubic = {(0, 2): 1, (3, 0): -1, (1, 0): 1, (0, 0): -1}               # y^2 - x^3 + x - 1
conic = {(2, 0): 1, (1, 1): 1, (0, 2): 1, (1, 0): 3, (0, 0): -2}     # x^2 + x y + y^2 + 3 x - 2

whole = clmodp.resultant(cubic, conic)
print("resultant", whole)

# The number of roots modulo p is the degree of gcd(x^p - x, R), with x^p computed modulo R. Images
# modulo primes need only integers of one word.
found = Counter()
primes = list(primerange(1000, 12000))
images = clmodp.resultants([(cubic, conic)] * len(primes), modulus=primes)
for p, terms in zip(primes, images):
    r = clmodp.Fpx([terms.get((i, 0), 0) for i in range(7)], p)
    x = clmodp.Fpx([0, 1], p)
    found[r.gcd(pow(x, p, r) - x).degree] += 1

# A polynomial of degree n without symmetries has k roots as often as permutations of n elements
# have k fixed points.
expected = [sum((-1)**j / math.factorial(j) for j in range(7 - k)) / math.factorial(k)
            for k in range(7)]
for k in range(7):
    print(k, "roots %6.3f of primes, %6.3f of permutations" % (found[k] / len(primes),
                                                               expected[k]))

figure = matplotlib.figure.Figure(figsize=(5, 3), layout="constrained")
axes = figure.add_subplot(xlabel="common points modulo p", ylabel="share of primes")
axes.bar(range(7), [found[k] / len(primes) for k in range(7)], color="tab:blue")
axes.plot(range(7), expected, "k_", markersize=24)
plot.save(figure, "modular.svg")

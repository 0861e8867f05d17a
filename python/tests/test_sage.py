"""Tests with stand-ins for Sage's polynomials, which have the same methods."""

from fractions import Fraction

import pytest

import clmodp


class Element:
    """An element of ZZ or QQ. As in Sage, numerator is a method, and quotients are in QQ."""

    def __init__(self, value, base):
        self.value, self.base = Fraction(value), base

    def __eq__(self, other):
        return self.value == (other.value if isinstance(other, Element) else other)

    def __truediv__(self, other):
        return Element(self.value / other.value, self.base.fraction_field())

    def numerator(self):
        return self.value.numerator

    def denominator(self):
        return self.value.denominator

    __hash__ = None


class Base:
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return self.name

    def __call__(self, value):
        return Element(value, self)

    def is_field(self):
        return self.name != "Integer Ring"

    def fraction_field(self):
        return Base("Rational Field")


class Ring:
    def __init__(self, names, base="Rational Field"):
        self.names, self.base = names, Base(base)

    def base_ring(self):
        return self.base

    def change_ring(self, base):
        return Ring(self.names, base.name)

    def gens(self):
        units = [tuple(int(k == n) for k in range(len(self.names)))
                 for n in range(len(self.names))]
        return [self({unit[0] if len(unit) == 1 else unit: 1}, name)
                for unit, name in zip(units, self.names)]

    def __call__(self, items, name=None):
        made = {key: c if isinstance(c, Element) else self.base(c) for key, c in items.items()}
        assert all(c.base.name == self.base.name for c in made.values())
        return Polynomial(self, made, name)


class Polynomial:
    def __init__(self, ring, items, name):
        self.ring, self.items, self.name = ring, items, name

    def parent(self):
        return self.ring

    def dict(self):
        return self.items

    def __str__(self):
        return self.name or "polynomial"

    def __eq__(self, other):
        return isinstance(other, Polynomial) and self.items == other.items

    __hash__ = None


for one in (Element, Ring, Polynomial):
    one.__module__ = "sage.rings.stand_in"


def test_rationals():
    ring = Ring(["x", "y"])
    f, g = ring({(2, 0): 1, (0, 2): 1, (0, 0): -1}), ring({(1, 1): Fraction(1, 2), (0, 0): -1})
    terms = [{key: c.value for key, c in h.items.items()} for h in (f, g)]
    assert clmodp.resultant(f, g).items == clmodp.resultant(*terms)
    assert clmodp.resultant(f, g, ring.gens()[0]).items == clmodp.resultant(*terms, 0)
    assert clmodp.resultant(f, g, "x").items == clmodp.resultant(*terms, 0)
    assert clmodp.subresultant(f, g).items == clmodp.subresultant(*terms)
    assert clmodp.resultant(f, 3).items == {(0, 0): 9}


def test_default_generator():
    ring = Ring(["y", "x"])
    f, g = ring({(0, 2): 1, (0, 0): -3}), ring({(0, 1): 1, (0, 0): -1})
    assert clmodp.resultant(f, g).items == {(0, 0): 1}
    assert clmodp.resultant(f, g, "x").items == {(0, 0): -2}
    assert clmodp.resultant(f, ring({(1, 0): 1, (0, 1): 1})).items == f.items


def test_rings():
    ring, other = Ring(["a", "b", "c"]), Ring(["t"], "Integer Ring")
    assert clmodp.resultant(ring({(0, 0, 2): 1}), ring({(1, 0, 0): 2, (0, 0, 1): 1})).items == {
        (2, 0, 0): 4}
    assert clmodp.resultant(other({2: 1}), other({1: 1, 0: 3})).items == {0: 9}
    half = clmodp.resultant(other({1: 1}), Fraction(1, 2))
    assert half.items == {0: Fraction(1, 2)} and repr(half.ring.base) == "Rational Field"
    with pytest.raises(clmodp.InvalidError, match="different rings"):
        clmodp.resultant(ring({}), other({}))
    with pytest.raises(clmodp.InvalidError, match="three variables"):
        clmodp.resultant(ring({(1, 1, 1): 1}), ring({(1, 0, 0): 1}))
    for f in ring({(1, 0, 0): 1}), ring({(1, 1, 0): 1}):
        assert clmodp.resultant(f, f, "c").items == {(0, 0, 0): 1}
        with pytest.raises(clmodp.InvalidError, match="not a generator"):
            clmodp.resultant(f, f, "t")
    f, g = ring({(1, 1, 1): 1}), ring({(0, 0, 1): 2, (1, 0, 0): 3})
    assert clmodp.resultant(f, g, "c").items == {(2, 1, 0): 3}
    with pytest.raises(TypeError, match="not in ZZ or QQ"):
        clmodp.resultant(Ring(["x"], "Real Field")({1: 1}), 3)


def test_number_field():
    ring = Ring(["i", "x", "y"], "Integer Ring")
    m, f = ring({(2, 0, 0): 2, (0, 0, 0): 1}), ring({(0, 2, 0): 1, (1, 0, 1): 1})
    g = ring({(0, 0, 2): 1, (1, 1, 0): -1})
    found = clmodp.resultant(f, g, minimal_polynomial=m)
    assert found.items == {(1, 1, 0): Fraction(1, 2), (0, 4, 0): 1}
    assert repr(found.ring.base) == "Rational Field"

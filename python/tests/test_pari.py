"""Tests of results against PARI, if cypari is installed."""

import pytest
from hypothesis import given
from strategies import polynomials, text

import clmodp

pari = pytest.importorskip("cypari").pari


@given(polynomials(), polynomials())
def test_agrees(f, g):
    theirs = pari(f"polresultant({text(f)}, {text(g)}, 'y)")
    assert pari(clmodp.resultant(text(f), text(g), "y")) == theirs

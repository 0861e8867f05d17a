"""Tests of results against PARI, if cypari is installed."""

import pytest
from hypothesis import given, settings
from strategies import polynomials, text

import clmodp

pari = pytest.importorskip("cypari").pari


@settings(deadline=None)
@given(polynomials(), polynomials())
def test_agrees(f, g):
    theirs = pari(f"polresultant({text(f)}, {text(g)}, 'y)")
    assert pari(clmodp.resultant(text(f), text(g), "y")) == theirs

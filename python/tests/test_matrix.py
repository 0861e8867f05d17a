"""Determinants and characteristic polynomials of matrices of every kind."""

import random
from fractions import Fraction

import pytest

import clmodp


def test_texts():
    assert clmodp.det("[x, 1; y, x + 2]") == clmodp.det("x, 1\ny, x + 2") == "x^2 + 2*x - y"
    assert clmodp.det([["x", 1], ("y", "x/2")]) == "1/2*x^2 - y"
    assert clmodp.det([["a", "b", "c"], ["d", "e", "f"], ["g", "h", "i"]]) == (
        "a*e*i - a*f*h - b*d*i + b*f*g + c*d*h - c*e*g")
    assert clmodp.charpoly("[a, 1; 1, 0]", "z") == "-a*z + z^2 - 1"
    assert clmodp.charpoly([["x", 0], [0, 1]]) == "t^2 - t*x - t + x"


def test_numbers():
    assert clmodp.det([]) == 1 and clmodp.det("[]") == "1" and clmodp.det([[5]]) == 5
    assert clmodp.det([[Fraction(1, 2), 3], [4, 5]]) == Fraction(-19, 2)
    assert clmodp.det([[3, 4], [5, 6]], modulus=7) == 5
    assert clmodp.charpoly([[1, 2], [3, 4]]) == "t^2 - 5*t - 2"
    numbers = random.Random(5)
    upper = [[numbers.randint(1, 99) if i <= j else 0 for j in range(9)] for i in range(9)]
    product = 1
    for k in range(9):
        product *= upper[k][k]
    assert clmodp.det(upper) == clmodp.det(upper[::-1]) == product  # 36 inversions


def test_dictionaries():
    assert clmodp.det([[{(1, 0): 1}, {(0, 1): 2}], [3, {(0, 0): 1}]]) == {(1, 0): 1, (0, 1): -6}
    assert clmodp.charpoly([[{(0, 0, 1): 1}]], {(1, 0, 0): 1}) == {(1, 0, 0): 1, (0, 0, 1): -1}


def test_numpy():
    numpy = pytest.importorskip("numpy")
    assert clmodp.det(numpy.array([[1, 2], [3, 4]])) == -2
    assert clmodp.det(numpy.array([["x", 2], [3, 4]], dtype=object)) == "4*x - 6"


def test_sympy():
    sympy = pytest.importorskip("sympy")
    a, t = sympy.symbols("a t")
    matrix = sympy.Matrix(4, 4, lambda i, j: a**abs(i - j) + i * j)
    assert sympy.expand(clmodp.det(matrix) - matrix.det()) == 0
    assert sympy.expand(clmodp.charpoly(matrix) - matrix.charpoly(t).as_expr()) == 0
    with pytest.raises(clmodp.InvalidError, match="t occurs in the matrix"):
        clmodp.charpoly(sympy.Matrix([[t]]))


def test_flint():
    flint = pytest.importorskip("flint")
    numbers = random.Random(7)
    known = flint.fmpz_mat([[numbers.randint(-9, 9) for _ in range(7)] for _ in range(7)])
    assert clmodp.det(known) == int(known.det())
    assert clmodp.det([[flint.nmod_poly([1, 1], 7), 3], [4, 5]]) == flint.nmod_poly([0, 5], 7)
    context = flint.fmpz_mpoly_ctx.get(("a", "b"), "lex")
    a, b = context.gens()
    assert clmodp.charpoly([[a, 1], [1, a]], b) == (b - a)**2 - 1
    with pytest.raises(clmodp.InvalidError, match="pass the variable"):
        clmodp.charpoly([[a]])
    with pytest.raises(clmodp.InvalidError, match="modulo 7, but the modulus is 5"):
        clmodp.det([[flint.nmod_poly([1, 1], 7)]], modulus=5)


@pytest.mark.parametrize("matrix, message", [
    ([["x", 1]], "square matrix, not one of 1 rows and 2 columns"),
    ([["x"], ["y", 1]], "rows of different lengths"),
    ("[x, 1; y]", "equally many entries"),
    ("[x +]", "line 1, column"),
    ([[f"x{k}" for k in range(17)]] * 17, "at most 16"),
])
def test_invalid(matrix, message):
    with pytest.raises(clmodp.Error, match=message):
        clmodp.det(matrix)


@pytest.mark.parametrize("matrix", [
    3, {(0, 0): 1}, [3], ["x"], [[object()]], [["x", {(0, 0): 1}]]])
def test_types(matrix):
    with pytest.raises(TypeError):
        clmodp.det(matrix)


@pytest.mark.parametrize("matrix", [
    None, b"[x]", bytearray(b"x"), {(1, 2), (3, 4)}, {(0, 0): 1}, {(0, 0): 1}.keys(), 3])
def test_other_types_than_matrices(matrix):
    for function in (clmodp.det, clmodp.charpoly, clmodp.rank):
        with pytest.raises(TypeError, match="expected a matrix, as rows of polynomials or a text"):
            function(matrix)


@pytest.mark.parametrize("row", [None, b"xy", "xy", {1, 2}, 3])
def test_other_types_than_rows(row):
    for function in (clmodp.det, clmodp.charpoly, clmodp.rank):
        with pytest.raises(TypeError, match="expected a matrix, .* but a row is an object"):
            function([row, row])


@pytest.mark.parametrize("entry", [None, b"x", [1], object()])
def test_other_types_than_entries(entry):
    for function in (clmodp.det, clmodp.charpoly, clmodp.rank):
        with pytest.raises(TypeError, match="does not support polynomials of type"):
            function([[entry]])


def test_shapes():
    numpy = pytest.importorskip("numpy")
    for shape, message in (((0, 3), "of 0 rows and 3 columns"), ((3, 0), "3 rows and 0 columns"),
                           ((2, 2, 2), "two dimensions, not 3"), ((4,), "two dimensions, not 1"),
                           ((), "two dimensions, not 0")):
        array = numpy.zeros(shape, dtype=int)
        for function in (clmodp.det, clmodp.charpoly):
            with pytest.raises((clmodp.InvalidError, TypeError), match=message):
                function(array)
    assert clmodp.det(numpy.zeros((0, 0))) == 1 and clmodp.rank(numpy.zeros((0, 3))) == 0
    assert clmodp.charpoly(numpy.zeros((0, 0))) == "1"


def test_shapes_of_other_libraries():
    flint, sympy = pytest.importorskip("flint"), pytest.importorskip("sympy")
    for matrix in (flint.fmpz_mat(0, 3), sympy.zeros(0, 3)):
        with pytest.raises(clmodp.InvalidError, match="of 0 rows and 3 columns"):
            clmodp.det(matrix)
    assert clmodp.det(flint.fmpz_mat(0, 0)) == clmodp.det(sympy.zeros(0, 0)) == 1


def test_variables():
    for variable, message in (("x", "occurs in the matrix"), ("2*y", "is not a variable"),
                              ("y^2", "is not a variable"), ("3", "is not a variable")):
        with pytest.raises(clmodp.InvalidError, match=message):
            clmodp.charpoly([["x"]], variable)


def test_not_square():
    for matrix in ([[1, 2, 3], [4, 5, 6]], [[1, 2], [3, 4], [5, 6]], [["x", 1]], [["x"], [1]]):
        with pytest.raises(clmodp.InvalidError, match="expected a square matrix"):
            clmodp.charpoly(matrix, "t")
        with pytest.raises(clmodp.InvalidError, match="expected a square matrix"):
            clmodp.det(matrix)


def test_ranks():
    assert clmodp.rank([]) == 0 and clmodp.rank("[0, 0]") == 0
    assert clmodp.rank("[x, y, z; y, z, x; x + y, y + z, z + x]") == 2
    assert clmodp.rank([["x", "y"], ["x^2/3", "x*y/3"], [0, 0]]) == 1
    assert clmodp.rank([[1, 2], [3, 4]]) == 2 and clmodp.rank([[1, 2], [3, 4]], modulus=2) == 1
    assert clmodp.rank([[{(1, 0): 1}, {(0, 1): 2}], [3, {(0, 0): 1}]]) == 2
    with pytest.raises(clmodp.InvalidError, match="prime"):
        clmodp.rank("[x]", modulus=4)


def test_several_contexts():
    matrix = "[(x+y)^9, x*y/3, 7; y^5, x-2, (x-y)^8; 5, (2*x-1)^9, y]"
    options = clmodp.Options(engine="host")
    with clmodp.Context(device="host") as one, clmodp.Context(device="host") as two:
        for devices in ([one], [one, two], [two, one]):
            assert clmodp.det(matrix, devices=devices, options=options) == clmodp.det(matrix)
            assert devices[0].report.engine == "host"
            assert clmodp.charpoly([["x", 2], [3, "y/2"]], devices=devices) == clmodp.charpoly(
                [["x", 2], [3, "y/2"]])
            assert clmodp.det(matrix, modulus=8, devices=devices) == clmodp.det(matrix, modulus=8)
        for devices, context in (([], None), ([one, two], one)):
            with pytest.raises(clmodp.InvalidError, match="several as devices"):
                clmodp.det(matrix, devices=devices, context=context)
        with pytest.raises(RuntimeError):
            clmodp.det(matrix, devices=[one, one])
        with pytest.raises(TypeError, match="clmodp.Context"):
            clmodp.det(matrix, devices=["0", "1"])
        with pytest.raises(TypeError, match="devices must be several contexts, not 2"):
            clmodp.det(matrix, devices=2)


@pytest.mark.parametrize("matrix", [
    "[x^9 + y, 3, x; y^5, x - 2, (x - y)^8; 5, x^9, y]", [["x", 7], [3, "x*y"]], [[3, 4], [5, 7]],
    [[{(1, 0): 1}, {(0, 1): 2}], [3, {(0, 0): 1}]], [], "[x, 0; y, 0]"])
def test_plans(matrix):
    plan = clmodp.Plan(matrix, operation="determinant", unit_seconds=1e-6)
    images = [plan.run(unit) for unit in range(plan.units)]
    assert plan.info.operation == "determinant" and plan.finish(images) == clmodp.det(matrix)
    copy = clmodp.Plan.from_bytes(bytes(plan))
    assert isinstance(copy.finish(images[::-1]), dict)


@pytest.mark.parametrize("arguments, message", [
    (("[x/2]",), "integer coefficients"), (("[x, y]",), "square"), (("[x]", "[y]"), "alone"),
    (("[x^50000 + x, 1; 1, y^50000 + y]",), "below 2\\^31")])
def test_no_plans(arguments, message):
    with pytest.raises(clmodp.Error, match=message):
        clmodp.Plan(*arguments, operation="determinant")

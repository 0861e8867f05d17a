"""Tests with arrays, sequences and bytes that change after they are checked and before they are
read: no memory beyond their ends is read or written."""

import array
import threading
import warnings

import pytest

import clmodp

BATCHES = (clmodp.fpx_mul_batch, clmodp.fpx_divmod_batch, clmodp.fpx_gcd_batch,
           clmodp.fpx_xgcd_batch, clmodp.fpx_resultant_batch)
LONGER = 1000  # excess of false lengths


class LongerList(list):
    """A list with a false length."""

    def __len__(self):
        return super().__len__() + LONGER


class LongerArray(array.array):
    """An array with a false length."""

    def __len__(self):
        return memoryview(self).nbytes // self.itemsize + LONGER


class LongerBytes(bytes):
    """Bytes with a false length."""

    def __len__(self):
        return super().__len__() + LONGER


class Bar:
    """A progress bar that runs an action at its first use, after the function has checked its
    arguments."""

    n = 0

    def __init__(self, action):
        self.action = action

    @property
    def total(self):
        self.action()
        return 1

    def update(self, n=1):
        pass


class Mutating:
    """An integer that runs an action when it is converted."""

    def __init__(self, value, action):
        self.value, self.action = value, action

    def __index__(self):
        self.action()
        return self.value


def lists_of(results):
    """Returns the results of a batch function as lists of integers."""
    if isinstance(results, tuple):
        return [lists_of(one) for one in results]
    return [one.tolist() for one in results]


@pytest.mark.parametrize("longer", [LongerList, lambda c: LongerArray("I", c)])
def test_lengths_that_are_not_true(longer):
    assert clmodp.Fpx(longer([1, 2]), 7).to_list() == [1, 2]
    f = clmodp.Fpx([1, 1], 7)
    assert f.evaluate_points(longer([1, 2])) == [2, 3]
    assert clmodp.Fpx.interpolate(longer([1, 2]), longer([2, 3]), 7) == f
    pytest.importorskip("numpy")
    one = clmodp.FpxList.of([[1, 1], [2]])
    assert lists_of(clmodp.fpx_mul_batch(one, one, longer([7, 5]))) == [[1, 2, 1, 0], [4, 0]]
    assert clmodp.FpxList.of([longer([1, 2]), [3]]).c.tolist() == [1, 2, 3]


def test_sequences_that_change_while_they_are_converted():
    c = []
    c.extend([Mutating(1, c.clear), 2, 3])
    assert clmodp.Fpx(c, 7).to_list() == [1]
    c = []
    c.extend([Mutating(1, lambda: c.extend([5] * LONGER) if len(c) < 5 else None), 2])
    assert clmodp.Fpx(c, 7).to_list() == [1, 2] + [5] * LONGER


def test_lists_of_sequences_that_change():
    """No coefficient of a list comes from uninitialised memory."""
    pytest.importorskip("numpy")
    for action in (lambda: polynomials.pop(), lambda: polynomials.clear(),
                   lambda: polynomials[1].clear(), lambda: polynomials[1].append(9),
                   lambda: polynomials.append([8] * LONGER)):
        polynomials = []
        polynomials.extend([[Mutating(1, action), 2], [3] * LONGER])
        made = clmodp.FpxList.of(polynomials)
        assert made.begin[-1] == made.c.size == sum(map(len, made))
        assert made[0].tolist() == [1, 2]
        assert set(made.c.tolist()) <= {1, 2, 3, 8, 9}
    words = array.array("I", [4] * 10)
    made = clmodp.FpxList.of([words, [Mutating(1, lambda: words.__delitem__(slice(2, 10)))]])
    assert lists_of(made) == [[4] * 10, [1]]


def test_lists_whose_coefficients_change():
    """Each call uses the current coefficients, and rejects unreduced ones."""
    numpy = pytest.importorskip("numpy")
    c = numpy.arange(1, 11, dtype="u4")
    known = clmodp.FpxList(c, numpy.array([0, 4, 7, 10], "u8"))
    c[5] = 101
    for call in BATCHES:
        with pytest.raises(clmodp.InvalidError, match="not below the prime 101"):
            call(known, known, 101)
    c[5] = 0
    assert clmodp.fpx_mul_batch(known, known, 101)[1].tolist() == [25, 0, 70, 0, 49, 0]
    c.resize(4, refcheck=False)
    for call in BATCHES:
        with pytest.raises(clmodp.InvalidError):
            call(known, known, 101)
    view = memoryview(array.array("I", range(1, 11)))
    known = clmodp.FpxList(view, numpy.array([0, 4, 7, 10], "u8"))
    view.release()
    for call in BATCHES:
        with pytest.raises(ValueError, match="released"):
            call(known, known, 101)


def change(numpy, c, primes):
    """Makes the arrays of a batch invalid."""
    c[:] = 2**32 - 1
    primes[:] = 0


def shrink(numpy, c, primes):
    """Frees most memory of the arrays of a batch, and allocates other arrays there."""
    c.resize(1, refcheck=False)
    primes.resize(1, refcheck=False)
    shrink.others = [numpy.full(30000, 2**32 - 1, "u4") for _ in range(50)]


@pytest.mark.parametrize("action", [change, shrink])
@pytest.mark.parametrize("call", BATCHES)
def test_batches_take_what_was_there(call, action):
    """Arrays that change during a call do not change its result."""
    numpy = pytest.importorskip("numpy")
    drawn = numpy.random.default_rng(1).integers(1, 101, 30000, "u4")
    begin = numpy.arange(0, 30001, 10, dtype="u8")
    with clmodp.Context(device="host") as context:
        context._watch.c.period = 0  # call Python each time
        expected = lists_of(call(clmodp.FpxList(drawn, begin), clmodp.FpxList(drawn, begin), 101)
                            if call is not clmodp.fpx_resultant_batch else [])
        for early in (True, False):
            c, primes, called = drawn.copy(), numpy.full(3000, 101, "u4"), []

            def once():
                if not called:
                    called.append(action(numpy, c, primes))
            known = clmodp.FpxList(c, begin)
            found = call(known, known, primes, context=context,
                         progress=Bar(once) if early else lambda _: once())
            assert called
            if call is clmodp.fpx_resultant_batch:
                assert not found.any()
            else:
                assert lists_of(found) == expected


def test_points_that_change():
    numpy = pytest.importorskip("numpy")
    f = clmodp.Fpx([1, 1], 101)
    for action in (lambda one: one.fill(2**32 - 1), lambda one: one.resize(1, refcheck=False)):
        points = numpy.arange(3000, dtype="u4") % 101
        values = f.evaluate_points(points, progress=Bar(lambda: action(points)))
        assert values.tolist() == [(x % 101 + 1) % 101 for x in range(3000)]
        points, values = numpy.arange(50, dtype="u4"), numpy.arange(1, 51, dtype="u4")

        def both():
            action(points)
            action(values)
        assert clmodp.Fpx.interpolate(points, values, 101, progress=Bar(both)) == f


def primitives(keys, others, progress):
    """Returns calls of all functions on one or two arrays."""
    return [
        lambda: clmodp.radix_sort(keys, progress=progress),
        lambda: clmodp.radix_sort(keys, others, progress=progress),
        lambda: clmodp.scan(keys, others, progress=progress),
        lambda: clmodp.scan(keys, keys, progress=progress),
        lambda: clmodp.reduce(keys, progress=progress),
        lambda: clmodp.compact(keys, others, progress=progress),
        lambda: clmodp.split(keys, progress=progress),
    ]


@pytest.mark.parametrize("number", range(7))
def test_primitives_on_arrays_that_change(number):
    pytest.importorskip("numpy")
    for which in (0, 1):
        arrays = [array.array("I", range(1000)), array.array("I", range(1000))]
        if which == 1 and number in (0, 3, 4, 6):
            continue
        with pytest.raises(clmodp.InvalidError, match="changed"):
            primitives(*arrays, Bar(lambda: arrays[which].__delitem__(slice(1, None))))[number]()
        arrays[which].append(1)  # its buffer was released


@pytest.mark.parametrize("number", range(7))
def test_primitives_on_layouts_that_change(number):
    numpy = pytest.importorskip("numpy")
    keys, others = numpy.arange(1000, dtype="u4"), numpy.arange(1000, dtype="u4")

    def change_layout():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # deprecated in NumPy 2.5
            keys.dtype = "u1"  # as many bytes, four times as many elements
    try:
        primitives(keys, others, Bar(change_layout))[number]()
    except clmodp.NoDeviceError:
        pass
    assert keys.size == 4000 and (keys.view("u4") < 500000).all()


@pytest.mark.parametrize("number", range(7))
def test_primitives_on_lengths_that_are_not_true(number):
    pytest.importorskip("numpy")
    keys, others = LongerArray("I", [3, 1, 2]), LongerArray("I", [1, 0, 1])
    try:
        found = primitives(keys, others, None)[number]()
    except clmodp.NoDeviceError:
        pytest.skip("no device here")
    wanted = [None, None, [3, 4, 6], [3, 4, 6], 6, [3, 2], [2, 3, 1]][number]
    if number == 6:
        found = found[0]
    assert (found.tolist() if hasattr(found, "tolist") else found) == wanted
    assert number > 1 or keys.tolist() == [1, 2, 3]


def test_bytes_that_change():
    plan = clmodp.Plan("x^2 + y^2 - 1", "x*y - 1")
    data = bytes(plan)
    assert bytes(clmodp.Plan.from_bytes(LongerBytes(data))) == data
    assert bytes(clmodp.Plan.from_bytes(memoryview(bytearray(data)))) == data
    images = [LongerBytes(plan.run(unit)) for unit in range(plan.units)]
    assert plan.finish(images) == "x^4 - x^2 + 1"
    with pytest.raises(TypeError):
        clmodp.Plan.from_bytes("text")


def test_coefficients_that_change_in_another_thread():
    """A polynomial has reduced coefficients, or is rejected."""
    numpy = pytest.importorskip("numpy")
    c, stop = numpy.ones(100000, "u4"), threading.Event()

    def write():
        while not stop.is_set():
            c[0] = 2**32 - 1
            c[0] = 1
    writer = threading.Thread(target=write)
    writer.start()
    try:
        for _ in range(300):
            try:
                f = clmodp.Fpx(c, 7)
            except clmodp.InvalidError:
                continue
            assert f.to_numpy().max() < 7
    finally:
        stop.set()
        writer.join()


class Encoding(str):
    """A text whose encoding has a false length."""

    def encode(self, *_arguments):
        return LongerBytes(b"x + 1")


def test_texts_with_encodings_of_their_own():
    assert clmodp.Fpx(Encoding("x"), 7).to_list() == [0, 1]
    assert clmodp.resultant(Encoding("y - x"), "y") in ("x", "-x")


class Long(int):
    """An integer whose bytes have a false length."""

    def to_bytes(self, *_arguments, **_options):
        return LongerBytes(b"\x02")


def test_integers_with_bytes_of_their_own():
    f, m = clmodp.Fpx("x", 7), clmodp.Fpx("x^2 + 1", 7)
    assert pow(f, Long(3), m) == pow(f, 3, m)

"""Tests of contexts: threads, progress, Ctrl-C, forks, and leaks of memory."""

import copy
import gc
import os
import pickle
import random
import resource
import signal
import subprocess
import sys
import threading
import time

import pytest
from devices import needs_device

import clmodp

PAIR = "x^2 + y^2 - 1", "x*y - 1"
ANSWER = "x^4 - x^2 + 1"


def dense(degree, bits, seed=1):
    """Returns a random dense polynomial, for long computations."""
    rng = random.Random(seed)
    return {(i, j): rng.getrandbits(bits) for i in range(degree) for j in range(degree)}


def long_pair():
    return dense(44, 1500, 1), dense(44, 1500, 2)


def test_closing():
    with clmodp.Context(device="host") as context:
        assert clmodp.resultant(*PAIR, context=context) == ANSWER
        assert context.device.kind == "host"
        assert context.report is not None and context.report.seconds > 0
    context.close()
    with pytest.raises(RuntimeError, match="closed"):
        clmodp.resultant(*PAIR, context=context)
    with pytest.raises(TypeError):
        clmodp.resultant(*PAIR, context="host")


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickle.dumps])
def test_no_copies(copied):
    with clmodp.Context(device="host") as context, pytest.raises(TypeError, match="cannot be"):
        copied(context)


def test_devices():
    for place, device in enumerate(clmodp.devices()):
        assert device.name and device.platform_name
        if not device.unusable:
            with clmodp.Context(device=str(place)) as context:
                assert context.device == device
    with pytest.raises(clmodp.NoDeviceError):
        clmodp.Context(device="no such device")


def test_default_contexts():
    found = [clmodp.default_context()]
    thread = threading.Thread(target=lambda: found.append(clmodp.default_context()))
    thread.start()
    thread.join()
    assert found[0] is clmodp.default_context() and found[0] is not found[1]


def test_threads():
    shared, wrong = clmodp.Context(device="host"), []

    def work(context):
        for n in range(200):
            if clmodp.resultant(f"y - {n}", "y + x", context=context) != (
                    f"x + {n}" if n else "x"):
                wrong.append(n)

    threads = [threading.Thread(target=work, args=[context])
               for context in (shared, shared, None, None)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_gil_is_released():
    ticks, done = [], threading.Event()

    def tick():
        while not done.wait(0.005):
            ticks.append(time.monotonic())

    thread = threading.Thread(target=tick)
    thread.start()
    seconds, options = 0, clmodp.Options(engine="host")
    for degree in (14, 20, 28, 40):  # until a call takes long enough
        f, g = dense(degree, 300, 1), dense(degree, 300, 2)
        began = time.monotonic()
        clmodp.resultant(f, g, options=options)
        ended = time.monotonic()
        seconds = ended - began
        if seconds > 0.2:
            break
    done.set()
    thread.join()
    assert seconds > 0.2 and sum(began < tick < ended for tick in ticks) > 5


def test_progress():
    seen = []
    f, g = dense(14, 300, 1), dense(14, 300, 2)
    plain = clmodp.resultant(f, g)
    assert clmodp.resultant(f, g, progress=seen.append) == plain
    assert seen[-1] == 1 and seen == sorted(seen)

    class Bar:
        n, total = 0, None

        def update(self, n=1):
            self.n += n

    bar = Bar()
    assert clmodp.resultants([(f, g)], progress=bar) == [plain]
    assert bar.total == 1 and abs(bar.n - 1) < 1e-9
    for wrong in (3, {}):  # dictionaries have a method update
        with pytest.raises(TypeError, match="neither a callable nor a bar"):
            clmodp.resultant(f, g, progress=wrong)


def test_raising_stops():
    def stop(fraction):
        raise KeyError(fraction)

    with pytest.raises(KeyError):
        clmodp.resultant(*long_pair(), progress=stop)
    assert clmodp.resultant(*PAIR) == ANSWER


def test_callbacks_need_another_context():
    inner = []

    def again(fraction):
        with pytest.raises(RuntimeError, match="is computing"):
            clmodp.resultant(*PAIR)
        with clmodp.Context(device="host") as other:
            inner.append(clmodp.resultant(*PAIR, context=other))
        raise EOFError(fraction)

    with pytest.raises(EOFError):
        clmodp.resultant(*long_pair(), progress=again)
    assert inner == [ANSWER]


@pytest.fixture
def interruptible():
    """Lets Ctrl-C raise even if SIGINT was ignored at the start, as by shells for `command &`."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def interrupted(call, delay):
    """Sends SIGINT some time after the call has begun; the seconds until it has ended."""
    begun, sent = threading.Event(), []

    def interrupt():
        begun.wait()
        time.sleep(delay)
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        begun.set()  # not before: on a busy machine, starting a thread can take long
        call()
    ended = time.monotonic()
    thread.join()
    return ended - sent[0]


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("engine", ["host", pytest.param("euclid", marks=needs_device)])
def test_interrupt(engine):
    f, g = long_pair()

    def stop(fraction):
        if fraction > 0.1:
            raise EOFError

    options = clmodp.Options(engine=engine)
    with pytest.raises(EOFError):  # compiles all kernels: drivers' compilers are not interrupted
        clmodp.resultant(f, g, options=options, progress=stop)
    seconds = interrupted(lambda: clmodp.resultant(f, g, options=options), 0.3)
    assert seconds < 2  # 0.3 on an idle machine
    assert clmodp.resultant(*PAIR) == ANSWER


@pytest.mark.usefixtures("interruptible")
def test_interrupt_of_texts():
    rng = random.Random(3)

    def terms(y):
        return "+".join(f"x^{rng.randrange(2000) + 2**20 * rng.randrange(1000)}*{y}"
                        for _ in range(12000))

    for read in (lambda: clmodp.resultant(f"({terms('y')})*({terms('y')})", "y - x"),
                 lambda: clmodp.Fpx(f"({terms('x')})*({terms('x')})", 101)):
        assert interrupted(read, 0.5) < 5  # a complete call takes ten seconds and more
    assert clmodp.resultant(*PAIR) == ANSWER


FORK = """
import os, clmodp
pair = "x^2 + y^2 - 1", "x*y - 1"
context = clmodp.Context(device="host")
DEVICE
clmodp.resultant(*pair)
child = os.fork()
if child == 0:
    try:
        clmodp.resultant(*pair, context=context)
    except clmodp.ForkError:
        pass
    else:
        os._exit(1)
    if clmodp.resultant(*pair, context=clmodp.Context(device="host")) != "x^4 - x^2 + 1":
        os._exit(2)
    try:
        euclid = clmodp.Options(engine="euclid")
        r = clmodp.resultant(*pair, options=euclid)
        os._exit(4 if r == "x^4 - x^2 + 1" else 5)
    except clmodp.ForkError as reason:
        os._exit(3 if "spawn" in str(reason) else 6)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


@needs_device
@pytest.mark.parametrize("opening, status", [
    ("", 4), ("clmodp.devices()", 3), ("clmodp.Context().device", 3),
    ("clmodp.resultant(*pair, options=clmodp.Options(engine='euclid'))", 3)])
def test_forks(opening, status):
    done = subprocess.run([sys.executable, "-c", FORK.replace("DEVICE", opening)],
                          stdout=subprocess.PIPE, text=True, timeout=120, check=True)
    assert done.stdout == f"{status}\n"


def resident():
    """Returns the current memory in KiB; the peak would include other tests."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * resource.getpagesize() // 1024


def test_nothing_leaks():
    rounds = int(os.environ.get("CLMODP_TEST_ROUNDS", "33334"))  # of three calls

    def work(count):
        for n in range(count):
            clmodp.resultant({(0, 2): 1, (1, 0): -n}, {(0, 1): 2**70, (0, 0): n})
            clmodp.resultant("x^2 + y^2/3 - 1", "x*y - 1")
            with pytest.raises(clmodp.ParseError):
                clmodp.resultant("x +", "y")
            if n % 100 == 0:
                clmodp.resultants([PAIR] * 3)
                clmodp.Context(device="host").close()
        gc.collect()

    work(500)
    before = resident()
    work(rounds)
    assert resident() - before < 2048 + rounds // 50

"""What tests of several processes have in common: they wait for each other."""

import time


def wait_for(what, ready, seconds):
    """The first value of ready() that is true."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        found = ready()
        if found:
            return found
        time.sleep(0.1)
    raise TimeoutError(f"{what}: not after {seconds} s")

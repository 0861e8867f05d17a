"""Common code of tests with several processes: waiting for conditions."""

import time


def wait_for(what, ready, seconds):
    """Returns the first value of ready() that is true, within a number of seconds."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        found = ready()
        if found:
            return found
        time.sleep(0.1)
    raise TimeoutError(f"{what}: not after {seconds} s")

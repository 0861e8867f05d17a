#!/usr/bin/env python3
"""Run worker processes of a job folder on two hosts, with a separate mount of the folder on each.

Usage: folder.py FIRST SECOND CLMODP: the same empty folder in two mounts, such as two of one NFS
export, or twice the same path. Hosts are namespaces with separate host names and process ids. One
host dies with its worker process, files damaged by one must be detected by the other, and the
result must equal that of `clmodp resultant`. Needs root and the program unshare; exits with 77 and
a reason if hosts cannot be made.
"""

import json
import os
import random
import subprocess
import sys
import time

import waiting

NAMES = ["clmodp-1", "clmodp-2"]
F = "(x+y+2)^48+x*y"
G = "(x-2*y+3)^49-x^3+y"
LEASE = 3
SECONDS = 180  # timeout of any wait


def on_host(name, *command):
    return ["unshare", "--uts", "--pid", "--fork", "--kill-child", "--mount-proc", "sh", "-c",
            'hostname "$1"; shift; exec "$@"', "sh", name, *command]


def call(*command):
    """Returns the output of a program."""
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=SECONDS)
    if done.returncode != 0:
        raise RuntimeError(f"{command}: {done.returncode}: {done.stderr}")
    return done.stdout


def try_death(clmodp, jobs):
    """The second host's worker is killed; the first computes its work unit after the lease."""
    hosts = [subprocess.Popen(on_host(name, clmodp, "worker", job, "--wait", "--threads", "1",
                                      "--lease", str(LEASE)))
             for name, job in zip(NAMES, jobs)]

    def claims(job):
        return json.loads(call(clmodp, "status", job, "--format", "json"))["claims"]
    for job in jobs:  # each host sees both claims
        waiting.wait_for("both at work",
                         lambda: {c["host"] for c in claims(job)} == set(NAMES), SECONDS)
    hosts[1].kill()
    hosts[1].wait()
    killed = time.monotonic()
    lost = [claim["unit"] for claim in claims(jobs[0]) if claim["host"] == NAMES[1]]
    waiting.wait_for("the end of the lease",
                     lambda: not [c for c in claims(jobs[0]) if c["host"] == NAMES[1]], SECONDS)
    print(f"units {lost} were put back after {time.monotonic() - killed:.1f} s")
    if hosts[0].wait(timeout=SECONDS) != 0:
        raise RuntimeError("the first worker failed")


def try_damage(clmodp, jobs, units):
    """One host changes a byte; the other must detect it."""
    draw = random.Random(1)
    for _ in range(3):
        name = f"images/{draw.randrange(units)}"
        with open(os.path.join(jobs[1], name), "r+b") as file:
            place = draw.randrange(os.fstat(file.fileno()).st_size)
            file.seek(place)
            byte = file.read(1)[0]
            file.seek(place)
            file.write(bytes([byte ^ 1 << draw.randrange(8)]))
        waiting.wait_for("the damage", lambda: name in subprocess.run(
            [clmodp, "finish", jobs[0]], capture_output=True, text=True, check=False).stderr,
                         SECONDS)
        call(*on_host(NAMES[1], clmodp, "worker", jobs[1], "--wait", "--lease", str(LEASE)))


def check(first, second, clmodp):
    jobs = [os.path.join(place, "job") for place in (first, second)]
    expected = call(clmodp, "resultant", F, G)
    call(clmodp, "submit", "--engine", "host", "--unit-primes", "16", jobs[0], F, G)
    waiting.wait_for("the folder", lambda: os.path.exists(os.path.join(jobs[1], "plan")), SECONDS)
    try_death(clmodp, jobs)
    state = json.loads(call(clmodp, "status", jobs[1], "--format", "json"))
    try_damage(clmodp, jobs, state["units"])
    for job in jobs:
        if call(clmodp, "finish", "--wait", job) != expected:
            sys.exit("not ok: the result is another than that of clmodp resultant")
    print(f"ok: {state['units']} units by two hosts, the result is that of clmodp resultant")


def main():
    first, second, clmodp = map(os.path.abspath, sys.argv[1:])
    try:
        call(*on_host(NAMES[0], "true"))
    except (OSError, RuntimeError) as error:
        print(f"no hosts can be made here: {error}")
        sys.exit(77)
    check(first, second, clmodp)


if __name__ == "__main__":
    main()

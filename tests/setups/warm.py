"""Run a program that compiles kernels, and let tests begin with what PoCL has compiled for it.

Several processes on one cold cache of PoCL can fail, so each test has its own. What the
program's has, which POCL_CACHE_DIR names, is copied to every CACHE that lacks it. Nothing may
be said while kernels compile: drivers print their warnings where users see them.
Usage: warm.py CACHE... -- PROGRAM [ARGUMENT...]
"""

import os
import pathlib
import shutil
import subprocess
import sys


def copy(source, target):
    for program in source.glob("??/*"):  # of OpenCL, a folder each
        copied = target / program.relative_to(source)
        if copied.exists():
            continue
        unfinished = copied.with_suffix(".new")
        shutil.rmtree(unfinished, ignore_errors=True)
        shutil.copytree(program, unfinished)
        unfinished.rename(copied)  # all of it or nothing


def main():
    end = sys.argv.index("--")
    done = subprocess.run(sys.argv[end + 1:], check=False, stderr=subprocess.PIPE)
    sys.stderr.buffer.write(done.stderr)
    status = done.returncode or int(done.stderr != b"")
    if status == 0:
        for cache in sys.argv[1:end]:
            copy(pathlib.Path(os.environ["POCL_CACHE_DIR"]), pathlib.Path(cache))
    return status if status >= 0 else 128 - status


if __name__ == "__main__":
    sys.exit(main())

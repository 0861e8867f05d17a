"""Run a program that compiles kernels, and let tests begin with what PoCL has compiled for it.

Several processes on one cold cache of PoCL can fail, so each test has its own. The program's,
which POCL_CACHE_DIR names, is copied to every CACHE that does not exist yet.
Usage: warm.py CACHE... -- PROGRAM [ARGUMENT...]
"""

import os
import shutil
import subprocess
import sys


def copy(source, target):
    if os.path.exists(target) or not os.path.isdir(source):
        return
    unfinished = target + ".new"
    shutil.rmtree(unfinished, ignore_errors=True)
    shutil.copytree(source, unfinished)
    os.rename(unfinished, target)  # all of it or nothing


def main():
    end = sys.argv.index("--")
    status = subprocess.run(sys.argv[end + 1:], check=False).returncode
    if status == 0:
        for cache in sys.argv[1:end]:
            copy(os.environ["POCL_CACHE_DIR"], cache)
    return status if status >= 0 else 128 - status


if __name__ == "__main__":
    sys.exit(main())

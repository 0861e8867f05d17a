"""Count the source files executed by a large resultant on a device.

Builds the program for debugging, computes a resultant by engine euclid under Valgrind's callgrind,
and prints the sources below src/ whose functions ran, by module. Headers are not counted. The
first run, without Valgrind, tests the kernels. Exits with 1 if there are more than MOST sources,
and with 77 if Valgrind, Meson or a device is missing.

Usage: path.py ROOT
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile

MOST = 60
SKIPPED = 77
NO_DEVICE = 3
COMPUTE = ["src/cli/clmodp", "resultant", "--engine", "euclid", "(x^2 + y^2 + 1)^20 + x*y - 3",
           "(x + y - 2)^25 + x^3*y^2 - 1"]
STEPS = [["meson", "compile", "clmodp:executable"], COMPUTE,
         ["valgrind", "-q", "--tool=callgrind", "--compress-strings=no",
          "--callgrind-out-file=profile", *COMPUTE]]
DEFINED_IN = re.compile(r"^fl=(.*/src/.*\.c)$", re.M)


def measure(root, build):
    """Builds the program in the folder; returns the profile of a computation, or a status."""
    environment = {**os.environ, "CLMODP_CACHE_DIR": os.path.join(build, "cache")}
    options = ["-Dbuildtype=debug", "-Dtests=disabled", "-Ddefault_library=static"]
    for step in [["meson", "setup", ".", root, *options], *STEPS]:
        done = subprocess.run(step, cwd=build, env=environment, stdout=subprocess.DEVNULL,
                              check=False)
        if done.returncode != 0:
            return SKIPPED if done.returncode == NO_DEVICE else 1, ""
    with open(os.path.join(build, "profile"), encoding="utf-8") as file:
        return 0, file.read()


def main():
    root = os.path.abspath(sys.argv[1])
    for tool in ("valgrind", "meson"):
        if shutil.which(tool) is None:
            print(f"{tool} is not there")
            return SKIPPED
    with tempfile.TemporaryDirectory() as build:
        status, profile = measure(root, build)
        paths = {os.path.relpath(os.path.join(build, path), root)
                 for path in DEFINED_IN.findall(profile)}
    modules = {}
    for path in sorted(path for path in paths if path.startswith("src/")):
        modules.setdefault(os.path.dirname(path), []).append(os.path.basename(path))
    for module, names in modules.items():
        print(f"{module}: {' '.join(names)}")
    count = sum(map(len, modules.values()))
    print(f"{count} sources, at most {MOST}")
    return status if status != 0 else 0 if 0 < count <= MOST else 1


if __name__ == "__main__":
    sys.exit(main())

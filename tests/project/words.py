"""Count the words of global memory moved by kernels, and compare them with closed forms.

Oclgrind counts the loads and stores of every launch; the program, run under Oclgrind, prints the
expected numbers in lines (tests/support/op_counts.h)

    expected KERNELS READ WRITTEN   for kernels whose names begin with KERNELS, since the last line

Exits with 77 if Oclgrind is missing.
Usage: words.py PROGRAM
"""

import os
import re
import shutil
import subprocess
import sys

SKIPPED = 77
# Oclgrind does not support all instructions of optimised code.
COMMAND = ["oclgrind", "--inst-counts", "--build-options", "-cl-opt-disable"]
KERNEL = re.compile(r"Instructions executed for kernel '(\w+)'")
MOVED = re.compile(r"\s*[\d,]+ - (load|store) global \(([\d,]+) bytes\)")
EXPECTED = re.compile(r"expected (\w+) (\d+) (\d+)")


def check(lines):
    """Returns (number of comparisons, descriptions of mismatches) of a log."""
    moved, kernel, done, wrong = {}, "", 0, []
    for line in lines:
        if match := KERNEL.match(line):
            kernel = match[1]
        elif match := MOVED.match(line):
            way = moved.setdefault(kernel, {"load": 0, "store": 0})
            way[match[1]] += int(match[2].replace(",", "")) // 4
        elif match := EXPECTED.match(line):
            of_these = [ways for name, ways in moved.items() if name.startswith(match[1])]
            found = [sum(ways[way] for ways in of_these) for way in ("load", "store")]
            expected = [int(match[2]), int(match[3])]
            if found != expected:
                wrong.append(f"{done}: {match[1]}: {found} read and written, not {expected}")
            moved, done = {}, done + 1
    return done, wrong


def main():
    if shutil.which("oclgrind") is None:
        print("Oclgrind is not there")
        return SKIPPED
    environment = {**os.environ}
    environment.pop("CLMODP_DEVICE", None)
    run = subprocess.run([*COMMAND, *sys.argv[1:]], env=environment, check=False, text=True,
                         stdout=subprocess.PIPE)
    done, wrong = check(run.stdout.splitlines())
    print(f"{done} comparisons")
    for line in wrong:
        print(line)
    return 1 if run.returncode != 0 or wrong or done == 0 else 0


if __name__ == "__main__":
    sys.exit(main())

"""Test count_results.py with logs of known totals.

Usage: count_results_self_test.py COUNT_RESULTS
"""

import json
import os
import subprocess
import sys
import tempfile

TAP = "1..3\nok 1 - a\nnot ok 2 - b\nok 3 - c # SKIP no device\n"
COMMENTS = "1..3\n# skipped: no peers\nok 1 - a\n# skipped: no layer\nok 2 - b\nok 3 - c\n"
ALL = "1..1\n# skipped: no peers\nok 1 - a\n"
FAILED = "1..1\n# skipped: no peers\nnot ok 1 - a\n"

# Entries of one log, and their totals; None stands for a missing log.
CASES = [
    ([{"result": "OK", "stdout": ""}], "1 passed, 0 failed"),
    ([{"result": "OK", "stdout": "1..2\nok 1 - a\nok 2 - b\n"}], "2 passed, 0 failed"),
    ([{"result": "OK"}, {"result": "SKIP", "stdout": ""}], "1 passed, 0 failed, 1 skipped"),
    ([{"result": "FAIL", "stdout": TAP}], "1 passed, 1 failed, 1 skipped"),
    ([{"result": "OK", "stdout": COMMENTS}], "1 passed, 0 failed, 2 skipped"),
    ([{"result": "OK", "stdout": ALL}], "0 passed, 0 failed, 1 skipped"),
    ([{"result": "SKIP", "stdout": ALL}, {"result": "OK"}], "1 passed, 0 failed, 1 skipped"),
    ([{"result": "FAIL", "stdout": FAILED}], "0 passed, 1 failed"),
    ([{"result": "OK", "stdout": "# skipped: no TAP\n"}], "1 passed, 0 failed"),
    ([{"result": "ERROR", "stdout": "1..2\nok 1 - a\n"}], "1 passed, 1 failed"),
    ([{"result": "TIMEOUT", "stdout": ""}, {"result": "OK"}], "1 passed, 1 failed"),
    ([{"result": "FAIL", "stdout": "ok 1 - no plan, no TAP\n"}], "0 passed, 1 failed"),
    ([], "0 passed, 0 failed"),
    (None, "0 passed, 1 failed"),
]

# Output before the last line.
EXPLAINED = [
    ([{"result": "OK", "stdout": COMMENTS}],
     ["skipped: test (1): no peers", "skipped: test (1): no layer"]),
    ([{"result": "FAIL", "stdout": TAP}], ["skipped: test (1): no device"]),
    ([{"result": "OK", "stdout": ALL}] * 2, ["skipped: test (2): no peers"]),
    ([{"result": "SKIP", "stdout": "looking\nno archives\n"}],
     ["skipped: test (1): no archives"]),
]


def count(entries, *more):
    """Returns the exit status and the output lines of count_results.py for entries."""
    with tempfile.TemporaryDirectory() as folder:
        log = os.path.join(folder, "testlog.json")
        if entries is not None:
            with open(log, "w", encoding="utf-8") as file:
                for entry in entries:
                    file.write(json.dumps({"name": "test", **entry}) + "\n")
        done = subprocess.run([sys.executable, sys.argv[1], log, *more],
                              stdout=subprocess.PIPE, text=True)
    return done.returncode, done.stdout.splitlines()


def main():
    faults = 0
    for entries, expected in CASES:
        status, lines = count(entries)
        good = " 0 failed" in expected and not expected.startswith("0 ")
        if lines[-1] != expected or (status == 0) != good:
            faults += 1
            print(f"{entries}: expected {expected}, found {lines}")
    for entries, expected in EXPLAINED:
        found = [line for line in count(entries)[1] if line.startswith("skipped:")]
        if found != expected:
            faults += 1
            print(f"{entries}: expected {expected}, found {found}")
    lines = count([{"result": "OK"}], "--left-out", "oclgrind")[1]
    if lines != ["skipped: all under oclgrind (1): not installed",
                 "1 passed, 0 failed, 1 skipped"]:
        faults += 1
        print(f"--left-out: found {lines}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

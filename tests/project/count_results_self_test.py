"""Show count_results.py logs whose totals are known.

Usage: count_results_self_test.py COUNT_RESULTS
"""

import json
import os
import subprocess
import sys
import tempfile

TAP = "1..3\nok 1 - a\nnot ok 2 - b\nok 3 - c # SKIP no device\n"

# Entries of one log, and the totals they come to; None stands for a log that is missing.
CASES = [
    ([{"result": "OK", "stdout": ""}], "1 passed, 0 failed"),
    ([{"result": "OK", "stdout": "1..2\nok 1 - a\nok 2 - b\n"}], "2 passed, 0 failed"),
    ([{"result": "OK"}, {"result": "SKIP", "stdout": ""}], "1 passed, 0 failed"),
    ([{"result": "FAIL", "stdout": TAP}], "1 passed, 1 failed"),
    ([{"result": "ERROR", "stdout": "1..2\nok 1 - a\n"}], "1 passed, 1 failed"),
    ([{"result": "TIMEOUT", "stdout": ""}, {"result": "OK"}], "1 passed, 1 failed"),
    ([{"result": "FAIL", "stdout": "ok 1 - no plan, no TAP\n"}], "0 passed, 1 failed"),
    ([], "0 passed, 0 failed"),
    (None, "0 passed, 1 failed"),
]


def main():
    faults = 0
    for entries, expected in CASES:
        with tempfile.TemporaryDirectory() as folder:
            log = os.path.join(folder, "testlog.json")
            if entries is not None:
                with open(log, "w", encoding="utf-8") as file:
                    for entry in entries:
                        file.write(json.dumps({"name": "test", **entry}) + "\n")
            done = subprocess.run([sys.executable, sys.argv[1], log],
                                  stdout=subprocess.PIPE, text=True)
        good = expected.endswith(" 0 failed") and not expected.startswith("0 ")
        if done.stdout.splitlines()[-1] != expected or (done.returncode == 0) != good:
            faults += 1
            print(f"{entries}: expected {expected}, found {done.stdout!r}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

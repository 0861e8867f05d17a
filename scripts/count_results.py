"""Add up Meson's test logs: prints "N passed, N failed"; exits 1 unless all passed.

A TAP program counts once for each of its tests, and once more as failed if it failed
without naming a test that did. A log that is not there counts as one failure.
Usage: count_results.py testlog.json...
"""

import json
import re
import sys

GOOD = {"OK", "EXPECTEDFAIL"}
NEUTRAL = {"SKIP"}
RESULT = re.compile(r"^(not )?ok\b[^#\n]*(#\s*skip)?", re.M | re.I)


def count(entry):
    """(passed, failed) of one test program."""
    passed = failed = 0
    if re.search(r"^1\.\.\d+", entry.get("stdout", ""), re.M):
        for bad, skipped in RESULT.findall(entry["stdout"]):
            passed += not bad and not skipped
            failed += bool(bad)
    if entry["result"] in NEUTRAL:
        return 0, 0
    if entry["result"] in GOOD:
        return max(passed, 1), failed
    return passed, max(failed, 1)


def main():
    passed = failed = 0
    for log in sys.argv[1:]:
        try:
            with open(log, encoding="utf-8") as file:
                entries = [json.loads(line) for line in file]
        except OSError:
            print(f"no results: {log}")
            failed += 1
            continue
        for entry in entries:
            good, bad = count(entry)
            passed += good
            failed += bad
            if bad:
                print(f"failed: {entry['name']} ({log})")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())

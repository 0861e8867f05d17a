"""Add up Meson's test logs: prints the failed tests and the reasons of skipped ones, then "N
passed, N failed", with ", N skipped" if any were. Exits 1 unless some passed and none failed.

A TAP program counts once for each of its tests, and once more as failed if it failed without
naming a failed test. A test is skipped if its line says so or, because cmocka's notation is not
understood by Meson, if a comment "# skipped: REASON" precedes it. A missing log counts as one
failure, and a run that was left out as one skipped.
Usage: count_results.py [testlog.json | --left-out PROGRAM]...
"""

import collections
import json
import re
import sys

GOOD = {"OK", "EXPECTEDFAIL"}
NEUTRAL = {"SKIP"}
RESULT = re.compile(r"(?P<bad>not )?ok\b[^#]*(?P<skip>#\s*skip\S*)?(?P<why>.*)", re.I)
COMMENT = re.compile(r"# skipped: (.*)")


class Count:
    """Totals of all logs so far; `reasons` maps reasons to the names of skipped tests."""

    def __init__(self):
        self.passed = self.failed = 0
        self.reasons = collections.defaultdict(collections.Counter)

    def skip(self, reason, name):
        self.reasons[reason.strip() or "no reason given"][name] += 1

    def skipped(self):
        return sum(sum(names.values()) for names in self.reasons.values())

    def tap(self, lines, name):
        """Counts the results in the output of a TAP program; returns (passed, failed, skipped)."""
        passed = failed = skipped = 0
        reason = None
        for line in lines:
            comment, result = COMMENT.match(line), RESULT.match(line)
            if comment:
                reason = comment.group(1)
            if not result:
                continue
            if result.group("bad"):
                failed += 1
            elif result.group("skip") or reason is not None:
                skipped += 1
                self.skip(reason or result.group("why"), name)
            else:
                passed += 1
            reason = None
        return passed, failed, skipped

    def program(self, entry, log):
        """Counts one test program."""
        lines = entry.get("stdout", "").splitlines()
        passed = failed = skipped = 0
        if any(re.match(r"1\.\.\d", line) for line in lines):
            passed, failed, skipped = self.tap(lines, entry["name"])
        if entry["result"] in NEUTRAL:
            if not skipped:
                self.skip(lines[-1] if lines else "", entry["name"])
        elif entry["result"] in GOOD:
            passed = passed if skipped else max(passed, 1)
        else:
            failed = max(failed, 1)
        if failed:
            print(f"failed: {entry['name']} ({log})")
        self.passed += passed
        self.failed += failed

    def log(self, path):
        try:
            with open(path, encoding="utf-8") as file:
                entries = [json.loads(line) for line in file]
        except OSError:
            print(f"no results: {path}")
            self.failed += 1
            return
        for entry in entries:
            self.program(entry, path)

    def explain(self):
        for reason, names in self.reasons.items():
            tests = ", ".join(f"{name} ({number})" for name, number in names.items())
            print(f"skipped: {tests}: {reason}")


def main():
    count = Count()
    arguments = iter(sys.argv[1:])
    for argument in arguments:
        if argument == "--left-out":
            count.skip("not installed", f"all under {next(arguments)}")
        else:
            count.log(argument)
    count.explain()
    skipped = count.skipped()
    print(f"{count.passed} passed, {count.failed} failed" +
          (f", {skipped} skipped" if skipped else ""))
    return 1 if count.failed or not count.passed else 0


if __name__ == "__main__":
    sys.exit(main())

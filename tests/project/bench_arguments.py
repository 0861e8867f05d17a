"""Check that benchmarks reject command lines that do not match their usage.

Usage: bench_arguments.py PROGRAM...
"""

import subprocess
import sys

NONSENSE = [["-1"], ["0"], ["ten"], ["3x"], [""], [" 3"], ["1e3"], ["99999999999999999999999"],
            ["18446744073709551617"], ["1", "-2", "3"], ["1"] * 9]
OPTIONS = [["--runs", "-1"], ["--runs", "0"], ["--runs", "3x"], ["--rows", "0"], ["--rows", "3-1"],
           ["--rows", "1-"], ["--rows", "1-2-3"], ["--no-such-option"]]
MORE = {"resultant": [["--density", "101"], ["--density", "-1"], ["--limit", "0"],
                      ["--shape", "1,2,3,4"], ["--shape", "1,2,3,4,-5"],
                      ["--shape", "1,2,3,4,5,6"]],
        "engines": [["--types", "float25"]]}


def refuses(program, arguments):
    """Tests whether a program prints only its usage and exits with 2."""
    run = subprocess.run([program, *arguments], capture_output=True, text=True, timeout=60)
    fine = run.returncode == 2 and "usage: " in run.stderr and run.stdout == ""
    if not fine:
        print(f"{program} {arguments}: exit status {run.returncode}\n{run.stdout}{run.stderr}")
    return fine


def main():
    wrong = 0
    for program in sys.argv[1:]:
        name = program.rpartition("/")[2]
        for arguments in NONSENSE + (OPTIONS + MORE[name] if name in MORE else []):
            wrong += not refuses(program, arguments)
    return wrong > 0


sys.exit(main())

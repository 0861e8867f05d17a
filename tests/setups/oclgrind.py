"""Run a test under Oclgrind and fail it if Oclgrind reports anything.

Oclgrind passes on the program's exit status and says what it found only in its log, so the
log is read here. Usage: oclgrind.py PROGRAM [ARGUMENT...]
"""

import os
import subprocess
import sys
import tempfile

CHECKS = ["--data-races", "--uninitialized", "--check-api"]


def main():
    with tempfile.TemporaryDirectory() as folder:
        log = os.path.join(folder, "log")
        command = ["oclgrind", *CHECKS, "--log", log, "--", *sys.argv[1:]]
        status = subprocess.run(command).returncode
        if status < 0:
            status = 128 - status
        if os.path.exists(log):
            with open(log, errors="replace") as file:
                found = file.read()
            if found.strip():
                sys.stderr.write("Oclgrind reports:\n" + found)
                status = status or 1
    return status


if __name__ == "__main__":
    sys.exit(main())

"""Run a test under Oclgrind and fail it if Oclgrind reports anything.

Oclgrind returns the program's exit status and reports findings only in its log, so the log is
read here. Usage: oclgrind.py PROGRAM [ARGUMENT...]
"""

import os
import subprocess
import sys

# Optimised code has instructions unknown to the detection of uninitialised values.
CHECKS = ["--data-races", "--uninitialized", "--check-api",
          "--build-options", "-cl-opt-disable"]


def main():
    # Every OpenCL context of the program truncates the log; a pipe cannot be truncated.
    reading, writing = os.pipe()
    command = ["oclgrind", *CHECKS, "--log", f"/dev/fd/{writing}", *sys.argv[1:]]
    # Kernels compiled without these options must not be taken from the cache, so it is a separate
    # one; without any, each context compiles for longer than its kernels run. Oclgrind is the only
    # device, even if the environment names another.
    environment = {**os.environ,
                   "CLMODP_CACHE_DIR": os.environ["CLMODP_CACHE_DIR"] + "-oclgrind"}
    environment.pop("CLMODP_DEVICE", None)
    with subprocess.Popen(command, env=environment, pass_fds=[writing]) as process:
        os.close(writing)
        with os.fdopen(reading, errors="replace") as log:
            found = log.read()
    status = process.returncode if process.returncode >= 0 else 128 - process.returncode
    if found.strip():
        sys.stderr.write("Oclgrind reports:\n" + found)
        status = status or 1
    return status


if __name__ == "__main__":
    sys.exit(main())

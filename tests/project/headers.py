"""Compile each public header alone, as C11 and as C++, without a warning.

Usage: headers.py --include DIR --c COMMAND... [--cxx COMMAND...] --headers FILE...
"""

import os
import subprocess
import sys

STRICT = ["-pedantic", "-Wall", "-Wextra", "-Wconversion", "-Werror", "-fsyntax-only", "-"]


def options(arguments):
    """{'--name': [values]} of a command line."""
    found, name = {}, None
    for argument in arguments:
        if argument in ("--include", "--c", "--cxx", "--headers"):
            name = argument
            found[name] = []
        else:
            found[name].append(argument)
    return found


def main():
    given = options(sys.argv[1:])
    compilers = [given["--c"] + ["-std=c11", "-x", "c"]]
    if "--cxx" in given:
        compilers.append(given["--cxx"] + ["-std=c++11", "-x", "c++"])
    failures = 0
    for header in map(os.path.basename, given["--headers"]):
        for compiler in compilers:
            command = compiler + ["-I", given["--include"][0]] + STRICT
            text = f"#include <clmodp/{header}>\n#include <clmodp/{header}>\n"
            done = subprocess.run(command, input=text.encode())
            if done.returncode != 0:
                failures += 1
                print(f"clmodp/{header} does not compile alone: {' '.join(command)}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())

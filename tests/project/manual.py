"""Read the public headers with Doxygen, like the manual, to check that all symbols are documented.

Usage: manual.py DOXYGEN ROOT. Skipped without Doxygen.
"""

import os
import subprocess
import sys
import tempfile

SKIPPED = 77


def main():
    doxygen, root = sys.argv[1:]
    if not doxygen:
        print("Doxygen is not installed")
        return SKIPPED
    with open(os.path.join(root, "docs", "Doxyfile"), encoding="utf-8") as file:
        settings = file.read()
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([doxygen, "-"], cwd=root, text=True,
                              input=f'{settings}\nOUTPUT_DIRECTORY = "{folder}"\n')
        if not os.path.exists(os.path.join(folder, "headers", "polynomials_8h.xml")):
            print("nothing about clmodp/polynomials.h")
            return 1
    return 1 if done.returncode != 0 else 0


if __name__ == "__main__":
    sys.exit(main())

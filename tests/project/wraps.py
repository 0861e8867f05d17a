"""Build with the wraps of cmocka and of the OpenCL headers instead of the system's.

Skipped unless subprojects/packagecache has their archives: nothing is downloaded.
Usage: wraps.py MESON ROOT
"""

import configparser
import os
import shutil
import subprocess
import sys
import tempfile

WRAPS = {"cmocka": "cmocka", "opencl-headers": "OpenCL-Headers"}
SKIPPED = 77


def main():
    meson, root = sys.argv[1:]
    cache = os.path.join(root, "subprojects", "packagecache")
    for wrap in WRAPS:
        parser = configparser.ConfigParser(interpolation=None)
        parser.read(os.path.join(root, "subprojects", wrap + ".wrap"))
        archive = parser["wrap-file"]["source_filename"]
        if not os.path.exists(os.path.join(cache, archive)):
            print(f"not in {cache}: {archive}")
            return SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        tree = os.path.join(folder, "tree")
        build = os.path.join(folder, "build")
        shutil.copytree(root, tree, ignore=lambda place, names: [
            name for name in names if place == root and name.startswith(("build", ".git"))])
        options = ["--force-fallback-for=" + ",".join(WRAPS.values()), "--wrap-mode=nodownload",
                   "-Doptimization=0"]
        for command in ([meson, "setup", build, tree, *options],
                        [meson, "test", "-C", build, "--suite", "host", "--print-errorlogs"]):
            if subprocess.run(command).returncode != 0:
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

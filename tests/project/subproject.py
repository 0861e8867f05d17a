"""Use the source tree as a subproject of another project: configure, build, run.

Usage: subproject.py MESON ROOT [OPTION...]
"""

import os
import shutil
import subprocess
import sys
import tempfile


def main():
    meson, root, *setup = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        user = os.path.join(folder, "user")
        build = os.path.join(folder, "build")
        shutil.copytree(os.path.join(root, "tests", "subproject"), user)
        os.mkdir(os.path.join(user, "subprojects"))
        os.symlink(root, os.path.join(user, "subprojects", "clmodp"))
        environment = {**os.environ, "POCL_CACHE_DIR": os.path.join(folder, "cache"),
                       "CLMODP_CACHE_DIR": ""}
        for command in ([meson, "setup", build, user, "--force-fallback-for=clmodp", *setup],
                        [meson, "test", "-C", build, "--print-errorlogs"]):
            if subprocess.run(command, env=environment).returncode != 0:
                return 1
        # A user of the subproject must not get its tests.
        return 1 if os.path.exists(os.path.join(build, "subprojects/clmodp/tests")) else 0


if __name__ == "__main__":
    sys.exit(main())

"""Follow docs/install.md: install the library, compile the program of the README, run it.

The commands run with temporary overlays on this system's /usr/local and /etc, so that they use the
default prefix and the default search paths of pkg-config and the loader. Needs root and a built
build/; exits with 77 if overlays cannot be made.
Usage: recipe.py ROOT
"""

import os
import re
import subprocess
import sys
import tempfile

SKIPPED = 77

# Hides any installed clmodp.
NAMESPACE = r"""
set -eu
mount -t tmpfs layers "$1"
for folder in /usr/local /etc; do
    mkdir -p "$1/upper$folder" "$1/work$folder"
    mount -t overlay overlay \
        -o "lowerdir=$folder,upperdir=$1/upper$folder,workdir=$1/work$folder" "$folder"
done
find /usr/local -name '*clmodp*' -prune -exec rm -rf {} +
PATH=$PATH:/usr/sbin:/sbin
ldconfig
"""


def recipe(root):
    """Returns the README's program, its output, and the commands that install and compile."""
    with open(os.path.join(root, "README.md"), encoding="utf-8") as file:
        text = file.read()
    program = re.search(r"^```c\n(.*?)^```", text, re.M | re.S).group(1)
    printed = re.search(r"puts\(text\); /\* (.*) \*/\n", program).group(1)
    with open(os.path.join(root, "docs", "install.md"), encoding="utf-8") as file:
        text = file.read()
    commands = (re.search(r"^    meson install .*\n", text, re.M).group() +
                re.search(r"^    cc program.c .*\n(?:    .*\n)+", text, re.M).group())
    return program, printed, commands


def unshared(script, *arguments):
    """Returns the command that runs the script in a new mount namespace."""
    return ["unshare", "--mount", "sh", "-c", script, "sh", *arguments]


def main():
    root = os.path.abspath(sys.argv[1])
    if os.getuid() != 0:
        print("only root can install")
        return SKIPPED
    program, printed, commands = recipe(root)
    with tempfile.TemporaryDirectory() as folder:
        layers = os.path.join(folder, "layers")
        os.mkdir(layers)
        try:
            probe = subprocess.run(unshared(NAMESPACE, layers), stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT, text=True)
        except FileNotFoundError:
            print("no unshare here")
            return SKIPPED
        if probe.returncode != 0:
            print("no layers to be had here:", " ".join(probe.stdout.split()))
            return SKIPPED
        os.symlink(os.path.join(root, "build"), os.path.join(folder, "build"))
        with open(os.path.join(folder, "program.c"), "w", encoding="utf-8") as file:
            file.write(program)
        hidden = ("PKG_CONFIG_PATH", "LD_LIBRARY_PATH", "CLMODP_KERNEL_PATH", "CPATH",
                  "LIBRARY_PATH")
        done = subprocess.run(
            unshared(NAMESPACE + 'cd "$2"; set -x\n' + commands, layers, folder),
            stdout=subprocess.PIPE, text=True,
            env={name: value for name, value in os.environ.items() if name not in hidden})
    print(done.stdout)
    return 0 if done.returncode == 0 and printed in done.stdout.splitlines() else 1


if __name__ == "__main__":
    sys.exit(main())

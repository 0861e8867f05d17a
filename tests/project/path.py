"""Count the lines of the source files that a large resultant on a device runs through.

Computes a resultant by engine euclid under gdb, with a breakpoint in each function below src/
whose name no other source has, and prints the sources of those that ran, with their lines. The
first run, without gdb, compiles and tests the kernels. Exits with 1 if there are more than MOST
lines, and with 77 if gdb, nm or a device is missing.

Usage: path.py NM BUILD
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

MOST = 28100
SKIPPED = 77
NO_DEVICE = 3
COMPUTE = ["resultant", "--engine", "euclid", "(x^2 + y^2 + 1)^20 + x*y - 3",
           "(x + y - 2)^25 + x^3*y^2 - 1"]
FUNCTION = re.compile(r"^(.*[.]c[.]o):\w+ [Tt] ([\w.]+)$", re.M)
# Run by gdb, whose Python has no other modules of ours; other libraries may have the same names.
TRACE = """
class Entry(gdb.Breakpoint):
    def stop(self):
        library = gdb.solib_name(gdb.selected_frame().pc())
        if library is None or "libclmodp.so" in library:
            ran.add(self.location.strip("'"))
            self.enabled = False
        return False

ran = set()
gdb.execute("start", to_string=True)
entries = []
for name in open("names").read().split():
    try:
        entries.append(Entry(f"'{name}'", internal=True))
    except gdb.error: # removed by the linker
        pass
gdb.execute("continue", to_string=True)
open("ran", "w").write("\\n".join(sorted(ran)))
"""


def functions_run(program, names):
    """Returns the names of functions that a computation calls; exits if it fails."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in ("names", "\n".join(names)), ("trace.py", TRACE):
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        command = [os.path.abspath(program), *COMPUTE]
        for wrapper in [], ["gdb", "--batch", "-nx", "-x", "trace.py", "--args"]:
            status = subprocess.run([*wrapper, *command], stdin=subprocess.DEVNULL,
                                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                    cwd=folder, check=False).returncode
            if status != 0:
                sys.exit(SKIPPED if status == NO_DEVICE else 1)
        with open(os.path.join(folder, "ran"), encoding="utf-8") as file:
            return file.read().split()


def main():
    nm, build = sys.argv[1:]
    if not nm or shutil.which("gdb") is None:
        print("gdb or nm is not there")
        sys.exit(SKIPPED)
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        sources = {command["output"]: command["file"] for command in json.load(file)
                   if command["output"].startswith(("src/libclmodp-core.a.p", "src/cli/clmodp.p"))
                   and command["file"].endswith(".c")}
    places = {}
    symbols = subprocess.check_output([nm, "-A", *sources], cwd=build, text=True)
    for output, function in FUNCTION.findall(symbols):
        places.setdefault(function, set()).add(sources[output])
    single = {name: found for name, found in places.items() if len(found) == 1}
    ran = {source for name in functions_run(os.path.join(build, "src/cli/clmodp"), single)
           for source in single[name]}
    lines = 0
    for source in sorted(ran):
        with open(os.path.join(build, source), encoding="utf-8") as file:
            count = len(file.readlines())
        print(f"{count:4} {source}")
        lines += count
    print(f"{len(ran)} sources, {lines} lines, at most {MOST}")
    sys.exit(0 if 0 < lines <= MOST else 1)


main()

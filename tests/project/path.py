"""Count the source files executed by a large resultant on a device.

Computes a resultant by engine euclid under gdb, with a breakpoint in each function below src/
whose name no other source has, and prints the sources of those that ran. The first run, without
gdb, compiles and tests the kernels. Exits with 1 if there are more than MOST sources, and with 77
if gdb, nm or a device is missing.

Usage: path.py NM BUILD
"""

import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

MOST = 60
SKIPPED = 77
NO_DEVICE = 3
COMPUTE = ["resultant", "--engine", "euclid", "(x^2 + y^2 + 1)^20 + x*y - 3",
           "(x + y - 2)^25 + x^3*y^2 - 1"]
FUNCTION = re.compile(r"^.*/(\w+[.]c)[.]o:\w+ [Tt] ([\w.]+)$", re.M)
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
    objects = [path for target in ("src/libclmodp-core.a.p", "src/cli/clmodp.p")
               for path in glob.glob(os.path.join(build, target, "*.c.o"))]
    places = {}
    symbols = subprocess.check_output([nm, "-A", *objects], text=True)
    for source, function in FUNCTION.findall(symbols):
        places.setdefault(function, set()).add(source)
    single = {name: found for name, found in places.items() if len(found) == 1}
    ran = {source for name in functions_run(os.path.join(build, "src/cli/clmodp"), single)
           for source in single[name]}
    print("\n".join(sorted(ran)) + f"\n{len(ran)} sources, at most {MOST}")
    sys.exit(0 if 0 < len(ran) <= MOST else 1)


main()

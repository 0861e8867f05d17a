"""Check the names that the library lets others see.

The shared library exports exactly the functions that the public headers mark CLMODP_API;
the static one defines no global name outside clmodp_ and clm_. Debian's list of symbols has the
same functions.
Usage: symbols.py NM SHARED STATIC LIST HEADER...
"""

import re
import subprocess
import sys

LISTED = re.compile(r"^ (\w+)@", re.M)
DECLARATION = re.compile(r"^CLMODP_API\b[^;]*?\b(\w+)\s*\(", re.M)


def names(nm, *arguments):
    """The defined global names nm lists; names of the implementation (__x, _x) left out."""
    text = subprocess.run([nm, "--defined-only", "--format=posix", *arguments],
                          check=True, capture_output=True, text=True).stdout
    found = {line.split()[0] for line in text.splitlines() if len(line.split()) > 1}
    return {name for name in found if not name.startswith("_")}


def main():
    nm, shared, static, symbols, *headers = sys.argv[1:]
    declared = set()
    for header in headers:
        with open(header, encoding="utf-8") as file:
            declared |= set(DECLARATION.findall(file.read()))
    exported = names(nm, "--dynamic", shared)
    defined = names(nm, "--extern-only", static)
    faults = [f"declared but not exported: {name}" for name in sorted(declared - exported)]
    faults += [f"exported but not declared: {name}" for name in sorted(exported - declared)]
    faults += [f"foreign global name: {name}" for name in sorted(defined)
               if not name.startswith(("clmodp_", "clm_"))]
    with open(symbols, encoding="utf-8") as file:
        listed = set(LISTED.findall(file.read()))
    faults += [f"{symbols}: not there: {name}" for name in sorted(declared - listed)]
    faults += [f"{symbols}: not declared: {name}" for name in sorted(listed - declared)]
    print("\n".join(faults))
    return 1 if faults or not exported else 0


if __name__ == "__main__":
    sys.exit(main())

"""Check the symbols of the libraries.

The shared library exports exactly the functions marked CLMODP_API in its public headers, and, for
libclmodp-models, the internal functions marked CLM_LAB_API in src/, which it must all use.
libclmodp-models exports only the functions of its headers. The static libraries define no global
name outside clmodp_ and clm_. Debian's list of symbols has the same functions.
Usage: symbols.py NM ROOT LIST SHARED STATIC MODELS_SHARED MODELS_STATIC
"""

import glob
import os
import re
import subprocess
import sys

LIBRARY = re.compile(r"^(lib[\w-]+)\.so\S* .*\n((?:[*| ].*\n)*)", re.M)
LISTED = re.compile(r"^ (\w+)@", re.M)
PRIVATE = ' (regex|optional)"^clm_\\w+@Base$" '
DECLARATION = re.compile(r"^CLMODP_API\b[^;]*?\b(\w+)\s*\(", re.M)
INTERNAL = re.compile(r"^CLM_LAB_API\b[^;]*?\b(clm_\w+)\s*[(\[;]", re.M)
LABORATORY = ["models.h", "tuning.h"]


def names(nm, *arguments):
    """Returns the global names listed by nm, without reserved names (__x, _x)."""
    text = subprocess.run([nm, "--format=posix", *arguments], check=True, capture_output=True,
                          text=True).stdout
    found = {line.split()[0].split("@")[0] for line in text.splitlines()
             if len(line.split()) > 1}
    return {name for name in found if not name.startswith("_")}


def marked(pattern, paths):
    """Returns the functions marked in headers."""
    found = set()
    for path in paths:
        with open(path, encoding="utf-8") as file:
            found |= set(pattern.findall(file.read()))
    return found


def compare(first, second, only_first, only_second):
    return ([f"{only_first}: {name}" for name in sorted(first - second)] +
            [f"{only_second}: {name}" for name in sorted(second - first)])


def main():
    nm, root, symbols, shared, static, models, models_static = sys.argv[1:]
    headers = glob.glob(os.path.join(root, "include/clmodp/*.h"))
    ours = [path for path in headers if os.path.basename(path) in LABORATORY]
    of_models = marked(DECLARATION, ours)
    of_library = marked(DECLARATION, [path for path in headers if path not in ours
                                      and os.path.basename(path) != "mpi.h"])
    internal = marked(INTERNAL, glob.glob(os.path.join(root, "src/**/*.h"), recursive=True))

    exported = names(nm, "--dynamic", "--defined-only", shared)
    versions = {name for name in exported if re.fullmatch(r"clm_lab_\d+_\d+_\d+", name)}
    faults = [] if len(versions) == 1 else ["no name ties libclmodp-models to this version"]
    faults += compare(of_library | internal | versions, exported, "declared but not exported",
                      "exported but not declared")
    faults += compare(of_models, names(nm, "--dynamic", "--defined-only", models),
                      "declared but not exported", "exported but not declared")
    wanted = names(nm, "--dynamic", "--undefined-only", models)
    faults += [f"CLM_LAB_API, but not used: {name}" for name in sorted(internal - wanted)]
    faults += [f"foreign global name: {name}"
               for name in sorted(names(nm, "--extern-only", "--defined-only", static) |
                                  names(nm, "--extern-only", "--defined-only", models_static))
               if not name.startswith(("clmodp_", "clm_"))]
    with open(symbols, encoding="utf-8") as file:
        lists = dict(LIBRARY.findall(file.read()))
    for library, declared in {"libclmodp": of_library, "libclmodp-models": of_models}.items():
        faults += compare(declared, set(LISTED.findall(lists.get(library, ""))),
                          f"{symbols}: not there", f"{symbols}: not declared")
    if PRIVATE not in lists.get("libclmodp", ""):
        faults.append(f"{symbols}: no line for internal functions")
    print("\n".join(faults))
    return 1 if faults or not exported else 0


if __name__ == "__main__":
    sys.exit(main())

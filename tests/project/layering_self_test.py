"""Test layering.py with trees with one known fault each, which it must locate."""

import os
import sys
import tempfile

import layering

TOP = "/* Test. */\n"

# A tree without faults; each case below replaces or adds files.
SOUND = {
    "include/clmodp/clmodp.h": TOP + "#include <clmodp/core.h>\n",
    "include/clmodp/core.h": TOP,
    "include/clmodp/polynomials.h": TOP + "#include <clmodp/core.h>\n",
    "src/core/error.h": TOP + "#include <clmodp/core.h>\n",
    "src/opencl/context.h": TOP + '#include <CL/cl.h>\n#include "core/error.h"\n',
    "src/opencl/context.c": TOP + '#include "opencl/context.h"\nint a(void) { return clX(); }\n',
    "src/fpx/batch/euclid.h": TOP + '#include "opencl/context.h"\n',
    "src/fpx/batch/euclid.c": TOP + '#include "fpx/batch/euclid.h"\n'
                            '/* "fpx/batch/euclid.cl", clFinish() */\n',
    "src/polynomials/zx.c": TOP + '#include <clmodp/polynomials.h>\n#include "core/error.h"\n',
    "src/cli/main.c": TOP + '#include <clmodp/clmodp.h>\n#include "args.h"\n'
                           '#include "portable/portable.h"\n',
    "src/portable/portable.h": TOP,
    "src/cli/args.h": TOP,
    "src/cli/batch/lines.h": TOP + '#include "cli/args.h"\n',
    "cl/arith/fp.h": TOP,
    "cl/fpx/batch/euclid.cl": TOP + '#include "../../arith/fp.h"\n',
    "examples/a.c": TOP + "#include <clmodp/clmodp.h>\n",
}

# Description of a fault, replaced or added files, and the place of the expected message.
CASES = [
    ("an arrow downwards", {"src/core/a.c": TOP + '#include "fpx/batch/euclid.h"\n'},
     ("src/core/a.c", 2, "may not know")),
    ("Z[x, y] knows the device", {"src/polynomials/zx.c": TOP + '\n#include "opencl/context.h"\n'},
     ("src/polynomials/zx.c", 3, "may not know")),
    ("the device names an algorithm", {"src/opencl/a.c": TOP + "/* See fpx/batch/euclid.h. */\n"},
     ("src/opencl/a.c", 2, "names a file of fpx/batch")),
    ("costs know the device", {"src/cost/a.c": TOP + '#include "opencl/context.h"\n'},
     ("src/cost/a.c", 2, "may not know")),
    ("a public header of a module below", {"src/core/a.c":
     TOP + "#include <clmodp/polynomials.h>\n"},
     ("src/core/a.c", 2, "may not know")),
    ("the umbrella header inside", {"src/fpx/batch/a.c": TOP + "#include <clmodp/clmodp.h>\n"},
     ("src/fpx/batch/a.c", 2, "umbrella")),
    ("a kernel piece knows a kernel", {
        "cl/arith/fp.h": TOP + '#include "../fpx/batch/euclid.cl"\n',
        "cl/fpx/batch/euclid.cl": TOP},
     ("cl/arith/fp.h", 2, "may not know")),
    ("a circle", {"src/core/error.h": TOP + '#include "core/b.h"\n',
                  "src/core/b.h": TOP + '#include "core/error.h"\n'},
     ("src/core/error.h", 2, "circle")),
    ("a missing file", {"src/core/a.c": TOP + '#include "core/none.h"\n'},
     ("src/core/a.c", 2, "no such file")),
    ("a missing public header", {"examples/a.c": TOP + "#include <clmodp/none.h>\n"},
     ("examples/a.c", 2, "no such public header")),
    ("an unknown module", {"src/attic/a.c": TOP}, ("src/attic/a.c", 1, "known module")),
    ("a test without a module", {"tests/a.c": TOP}, ("tests/a.c", 1, "folder of a module")),
    ("a kernel without a module", {"cl/orphan.cl": TOP}, ("cl/orphan.cl", 1, "known module")),
    ("a kernel without a wrapper", {"cl/fpx/batch/orphan.cl": TOP},
     ("cl/fpx/batch/orphan.cl", 1, "no source of the module fpx/batch names")),
    ("a module within a module", {"src/fpx/batch/a.c": TOP + '#include "engines/schur/a.h"\n',
                              "src/engines/schur/a.h": TOP},
     ("src/fpx/batch/a.c", 2, "may not know")),
    ("an engine knows another", {"src/engines/euclid/a.c": TOP + '#include "engines/schur/a.h"\n',
                                 "src/engines/schur/a.h": TOP},
     ("src/engines/euclid/a.c", 2, "may not know")),
    ("the interface of engines knows one", {
        "src/engines/a.c": TOP + '#include "engines/schur/a.h"\n',
        "src/engines/schur/a.h": TOP}, ("src/engines/a.c", 2, "may not know")),
    ("a kernel of a module above", {
        "src/opencl/a.c": TOP + 'const char *a = "fpx/batch/euclid.cl";\n'},
     ("src/opencl/a.c", 2, "may not know kernels")),
    ("a kernel of no module", {"src/opencl/a.c": TOP + 'const char *a = "attic/euclid.cl";\n'},
     ("src/opencl/a.c", 2, "no module attic")),
    ("a public header without a module", {"include/clmodp/orphan.h": TOP},
     ("include/clmodp/orphan.h", 1, "no module")),
    ("the program looks inside", {"src/cli/main.c": TOP + '#include "core/error.h"\n'},
     ("src/cli/main.c", 2, "only installed headers")),
    ("a folder of the program looks inside", {
        "src/cli/batch/lines.c": TOP + '#include "core/error.h"\n'},
     ("src/cli/batch/lines.c", 2, "only installed headers")),
    ("an unknown folder of the program", {"src/cli/attic/a.c": TOP},
     ("src/cli/attic/a.c", 1, "known module")),
    ("an example has what the program has", {
        "examples/a.c": TOP + '#include "src/portable/portable.h"\n',
        "src/portable/portable.h": TOP}, ("examples/a.c", 2, "only installed headers")),
    ("an example looks inside", {"examples/a.c": TOP + '#include "src/core/error.h"\n'},
     ("examples/a.c", 2, "only installed headers")),
    ("OpenCL called outside opencl/", {"src/fpx/batch/roots.c": TOP + "\nint a = clFinish(q);\n"},
     ("src/fpx/batch/roots.c", 3, "may call OpenCL")),
    ("OpenCL included outside opencl/", {"src/fpx/batch/roots.c": TOP + "#include <CL/cl.h>\n"},
     ("src/fpx/batch/roots.c", 2, "OpenCL's headers")),
    ("assembly in a kernel", {"cl/arith/fp.h": TOP + '#define HIDE(v) __asm__("" : "+v"(v))\n'},
     ("cl/arith/fp.h", 2, "assembly outside")),
    ("assembly for the other drivers",
     {"cl/arith/fp.h": TOP + "#if W\n#ifdef LANES_ASSEMBLY_X86\n#else\n__asm__(\"\");\n#endif\n"
                             "#endif\n"},
     ("cl/arith/fp.h", 5, "assembly outside")),
    ("assembly after what is for some drivers",
     {"cl/arith/fp.h": TOP + "#ifdef LANES_ASSEMBLY_PTX\n__asm__(\"\");\n#endif\n"
      "__asm__(\"\");\n"},
     ("cl/arith/fp.h", 5, "assembly outside")),
    ("a long line", {"src/core/a.c": TOP + "/*" + "x" * 96 + "*/\n"},
     ("src/core/a.c", 2, "100 columns")),
    ("a guard of another place", {"src/core/a.h": TOP + "#ifndef CLM_BASE_A_H\n"},
     ("src/core/a.h", 2, "should be CLM_CORE_A_H")),
    ("a tab", {"src/core/a.c": TOP + "\tint a;\n"}, ("src/core/a.c", 2, "tab")),
    ("a trailing space", {"src/core/a.c": TOP + "int a; \n"}, ("src/core/a.c", 2, "space")),
    ("a carriage return", {"src/core/a.c": TOP + "int a;\r\n"},
     ("src/core/a.c", 2, "carriage return")),
    ("no end of line", {"src/core/a.c": TOP + "int a;"}, ("src/core/a.c", 2, "no end")),
    ("no comment on top", {"src/core/a.c": "int a;\n"}, ("src/core/a.c", 1, "no comment")),
    ("a long source", {"src/core/a.c": TOP + "\n" * 799}, ("src/core/a.c", 800, "799 lines")),
    ("a long kernel file", {"cl/fpx/batch/euclid.cl": TOP + "\n" * 499},
     ("cl/fpx/batch/euclid.cl", 500, "499 lines")),
    ("a long function", {"src/core/a.c": TOP + "int f(int a)\n{\n" + "\n" * 79 + "}\n"},
     ("src/core/a.c", 3, "function of 81 lines")),
    ("a long kernel", {"cl/fpx/batch/euclid.cl": TOP + "void f(int a) {\n" + "\n" * 59 + "}\n"},
     ("cl/fpx/batch/euclid.cl", 2, "function of 61 lines")),
    ("unfinished work", {"src/core/a.c": TOP + "/* TO" "DO */\n"},
     ("src/core/a.c", 2, "unfinished")),
]


def violations_of(files):
    with tempfile.TemporaryDirectory() as root:
        for path, text in files.items():
            os.makedirs(os.path.join(root, os.path.dirname(path)), exist_ok=True)
            with open(os.path.join(root, path), "w", encoding="utf-8", newline="") as file:
                file.write(text)
        return layering.check(root)


def main():
    failures = 0
    found = violations_of(SOUND)
    if found:
        failures += 1
        print(f"the sound tree: {found}")
    for title, changes, (path, line, words) in CASES:
        found = violations_of({**SOUND, **changes})
        if len(found) != 1 or found[0][:2] != (path, line) or words not in found[0][2]:
            failures += 1
            print(f"{title}: expected {path}:{line}: ...{words}..., found {found}")
    print(f"{len(CASES) + 1 - failures} of {len(CASES) + 1} trees judged rightly")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())

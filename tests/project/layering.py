"""Check modules, the dependencies between them, and limits of size.

Usage: layering.py ROOT. Prints FILE:LINE: MESSAGE for every violation; exits 1 if any.
"""

import os
import re
import sys

# Each module may include itself and the modules before it, unless a narrower list is given.
MODULES = ["portable", "core", "arith", "cost", "opencl", "arrays", "fpx/batch", "fpx/host",
         "fpx/schoolbook", "fpx/fast", "fpx/pairs", "polynomials", "bounds", "multimodular", "gcd",
         "engines", "engines/euclid", "engines/schur", "engines/host", "resultant", "matrix",
         "fpx/api", "roots", "systems", "distributed", "ranks", "models", "tuning", "studies"]
# The laboratory: modules in lab/ instead of src/, not available to the modules of the library.
LABORATORY = ["models", "tuning", "studies"]
DEVICE = {"core", "arith", "cost", "opencl"}
NARROW = {"arith": {"core"}, "cost": {"core"}, "models": {"core"},
          "opencl": {"portable", "core", "arith", "cost"},
          "arrays": DEVICE, "fpx/batch": DEVICE | {"arrays"},
          "fpx/host": {"core", "arith", "cost"},
          "fpx/schoolbook": DEVICE | {"arrays", "fpx/batch"},
          "fpx/fast": DEVICE | {"arrays", "fpx/batch", "fpx/host", "fpx/schoolbook"},
          "fpx/pairs": DEVICE | {"arrays", "fpx/batch", "fpx/host"},
          "polynomials": {"core", "arith", "cost", "fpx/host"},
          "bounds": {"core", "cost", "polynomials"},
          "multimodular": DEVICE | {"arrays", "fpx/batch", "polynomials"},
          "gcd": DEVICE | {"fpx/host", "polynomials", "multimodular"},
          "matrix": {"core", "arith", "opencl", "fpx/host", "polynomials", "bounds",
                     "gcd", "resultant"},
          "fpx/api": set(MODULES[:MODULES.index("gcd")]),
          "roots": DEVICE | {"fpx/host", "polynomials", "multimodular", "gcd"},
          "systems": {"core", "arith", "opencl", "fpx/host", "polynomials", "bounds",
                      "multimodular", "gcd", "engines/host", "resultant", "roots"}}
for ENGINE in (module for module in MODULES if module.startswith("engines/")):
    NARROW[ENGINE] = set(MODULES[:MODULES.index("engines") + 1])  # and no other engine

# Kernels in cl/MODULE/ belong to the module; kernels only for benchmarks are here.
RATES = "rates"

# Tests are in tests/MODULE/; these folders have common code, and other tests.
TEST_FOLDERS = ["cli", "codegen", "fuzz", "layers", "peers", "problems", "project", "ref",
                "setups", "subproject", "support"]

# Modules of public headers, the lowest one if a header serves several; other headers belong to the
# module of their name.
PUBLIC = {"calibration": "cost", "plan": "distributed", "mpi": "ranks", "fpx": "fpx/api",
          "fpx_batch_opencl": "fpx/api",
          "mpoly": "polynomials", "flint": "polynomials", "elimination": "resultant"}
UMBRELLA = "clmodp"

# Files of applications' use of OpenCL.
OPENCL_SHOWN = ("include/clmodp/opencl.h", "include/clmodp/fpx_batch_opencl.h",
                "examples/queue.c")

# Outsiders use the library through its installed headers. The program has its own copy of the
# system-dependent code, and its own folders.
PROGRAM = "src/cli/"
PROGRAM_FOLDERS = ["cli", "cli/batch", "cli/commands", "cli/distributed", "cli/formats"]
OUTSIDERS = (PROGRAM, "src/mpi/", "examples/", "python/")
COPIED = {PROGRAM: "src/portable/"}

SOURCE_FOLDERS = ["src", "lab", "cl", "include", "tests", "bench", "examples", "python"]
TEXT_FOLDERS = SOURCE_FOLDERS + ["scripts", "docs", "subprojects/packagefiles", ".ci"]
TEXT_ENDINGS = (".c", ".h", ".cl", ".py", ".pyi", ".sh", ".build", ".supp")

MAX_COLUMNS = 99
MAX_LINES = {".c": 799, ".cl": 499}
MAX_FUNCTION = {".c": 80, ".h": 80, ".cl": 60}

KERNEL_FILE = re.compile(r'"([a-z_/]+)/\w+\.cl"')
INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]')
OPENCL_CALL = re.compile(r"(?<![\w.>])cl[A-Z]\w*\s*\(")
CONDITION = re.compile(r"#(if|elif|else|endif).*")
ASSEMBLY = re.compile(r"\b(asm|__asm|__asm__)\b")
ASSEMBLY_KINDS = ("#ifdef LANES_ASSEMBLY_X86", "#ifdef LANES_ASSEMBLY_PTX",
                  "#ifdef LANES_ASSEMBLY_GCN")
UNFINISHED = re.compile(r"\b(TO" r"DO|FIX" r"ME|XX" r"X)\b")


class Tree:
    """The files of a project, and their faults."""

    def __init__(self, root):
        self.root = root
        self.violations = []
        self.files = {}
        for folder in TEXT_FOLDERS:
            for place, folders, names in os.walk(os.path.join(root, folder)):
                folders[:] = sorted(name for name in folders if not name.startswith("__"))
                for name in sorted(names):
                    path = os.path.relpath(os.path.join(place, name), root)
                    if name.endswith(TEXT_ENDINGS) or folder in ("scripts", ".ci"):
                        with open(os.path.join(root, path), encoding="utf-8",
                                  newline="") as file:
                            self.files[path.replace(os.sep, "/")] = file.read()

    def complain(self, path, line, message):
        self.violations.append((path, line, message))

    def sources(self, *folders):
        return [path for path in self.files
                if path.startswith(folders) and path.endswith((".c", ".h", ".cl"))]


def without_comments(text):
    """Returns the text with comments and literals blanked; keeps line breaks."""
    pattern = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)

    def blank(match):
        return re.sub(r"[^\n]", " ", match.group())

    return pattern.sub(blank, text)


def folder_of(path):
    """Returns the path of a file's folder below src/, lab/ or cl/: "fpx", "engines/schur"."""
    return "/".join(path.split("/")[1:-1])


def room_of(tree, path):
    """Returns the module of a source file; None for outsiders, tests and unknown files."""
    top = path.split("/")[0]
    if top in ("src", "lab", "cl"):
        folder = folder_of(path)
        if top == "cl" and folder == RATES:
            return "opencl"
        return folder if folder in MODULES else None
    if top == "include":
        stem = os.path.splitext(os.path.basename(path))[0]
        module = PUBLIC.get(stem, stem)
        return module if module in MODULES else None
    return None


def resolve(tree, path, quote, name):
    """Returns the included file of the project; None for a file of the system."""
    if quote == "<":
        return "include/" + name if name.startswith("clmodp/") else None
    candidates = [os.path.dirname(path) + "/" + name, name, "src/" + name]
    return next((c for c in map(os.path.normpath, candidates) if c in tree.files), None)


def check_arrow(tree, path, line, target):
    """Checks one include of one project file by another."""
    if path.startswith(OUTSIDERS):
        copied = next((there for here, there in COPIED.items() if path.startswith(here)), None)
        own = PROGRAM if path.startswith(PROGRAM) else os.path.dirname(path) + "/"
        if not target.startswith(("include/", own)) and (
                copied is None or not target.startswith(copied)):
            tree.complain(path, line, f"only installed headers may be included, not {target}")
        return
    if target == f"include/clmodp/{UMBRELLA}.h" and path.startswith("src/"):
        tree.complain(path, line, "the umbrella header is for users; name the header needed")
        return
    if path.startswith("include/") and target.startswith("include/"):
        return  # a header may serve several modules; check_cycles checks all of them
    here, there = room_of(tree, path), room_of(tree, target)
    if here is None or there is None or here == there:
        return
    allowed = NARROW.get(here, set(MODULES[:MODULES.index(here)]))
    if there not in allowed:
        tree.complain(path, line, f"module {here} may not know module {there} ({target})")


def check_includes(tree):
    """Checks dependencies between modules; returns the graph of includes."""
    graph = {}
    for path in tree.sources("src/", "lab/", "cl/", "include/", "examples/", "python/"):
        graph[path] = []
        for number, text in enumerate(tree.files[path].split("\n"), 1):
            match = INCLUDE.match(text)
            if not match:
                continue
            quote, name = match.groups()
            target = resolve(tree, path, quote, name)
            if target is None:
                if quote == '"' or name.startswith("clmodp/"):
                    tree.complain(path, number, f"no such file in the project: {name}")
                continue
            if target not in tree.files:
                tree.complain(path, number, f"no such public header: {name}")
                continue
            graph[path].append((number, target))
            check_arrow(tree, path, number, target)
    return graph


def check_kernel_files(tree):
    """A module's host code names only kernels of modules that it may use."""
    for path in tree.sources("src/"):
        here = room_of(tree, path)
        for number, text in enumerate(tree.files[path].split("\n"), 1):
            for there in KERNEL_FILE.findall(text):
                if there not in MODULES:
                    tree.complain(path, number, f"no module {there} of kernels")
                elif here is not None and there != here and there not in NARROW.get(
                        here, set(MODULES[:MODULES.index(here)])):
                    tree.complain(path, number, f"module {here} may not know kernels of {there}")


def check_names(tree):
    """The module opencl names no file of a later module, not even in a comment."""
    later = MODULES[MODULES.index("opencl") + 1:]
    named = re.compile(r"\b(%s)/\w+\.[ch]\b" % "|".join(later))
    for path in tree.sources("src/opencl/"):
        for number, text in enumerate(tree.files[path].split("\n"), 1):
            for there in named.findall(text):
                tree.complain(path, number, f"the device names a file of {there}")


def check_guards(tree):
    """The guard of a header matches its path, even after files move."""
    for path in tree.sources("src/") + tree.sources("lab/"):
        name = re.sub(r"[/.]", "_", path.split("/", 1)[1]).upper()
        wanted = name if path.startswith(PROGRAM) else "CLM_" + name
        for number, text in enumerate(tree.files[path].split("\n"), 1):
            guard = re.match(r"#ifndef (\w+_H)$", text)
            if guard and path.endswith(".h") and guard[1] != wanted:
                tree.complain(path, number, f"the guard should be {wanted}")


def check_cycles(tree, graph):
    """No file may include itself through others."""
    finished = set()

    def visit(path, trail):
        if path in finished:
            return
        for number, target in graph.get(path, []):
            if target in trail:
                circle = trail[trail.index(target):] + [target]
                tree.complain(path, number, "include circle: " + " -> ".join(circle))
            else:
                visit(target, trail + [target])
        finished.add(path)

    for path in graph:
        visit(path, [path])


def check_rooms(tree):
    """Every source and test is in a known module, and every kernel is loaded by its module."""
    library = MODULES[:-len(LABORATORY)]
    for path in tree.sources("src/", "lab/"):
        known = LABORATORY if path.startswith("lab/") else library + PROGRAM_FOLDERS + ["mpi"]
        if folder_of(path) not in known:
            tree.complain(path, 1, "not in a known module")
    for path in tree.sources("cl/"):
        folder = folder_of(path)
        if folder not in MODULES + [RATES]:
            tree.complain(path, 1, "not in a known module")
        elif (path.endswith(".cl") and folder != RATES
              and not any(path[len("cl/"):] + '"' in tree.files[source]
                          for source in tree.sources(f"src/{folder}/", f"lab/{folder}/")
                          if source.endswith(".c"))):
            tree.complain(path, 1, f"no source of the module {folder} names this kernel file")
    for path in tree.sources("tests/"):
        if folder_of(path) not in MODULES + TEST_FOLDERS:
            tree.complain(path, 1, "not in the folder of a module")
    for path in tree.sources("include/"):
        if room_of(tree, path) is None and path != f"include/clmodp/{UMBRELLA}.h":
            tree.complain(path, 1, "no module is named after this public header")


def check_opencl(tree):
    """Only opencl/ calls OpenCL."""
    for path in tree.sources("src/", "lab/", "include/", "examples/", "python/"):
        if path.startswith("src/opencl/") or path in OPENCL_SHOWN:
            continue
        for number, text in enumerate(without_comments(tree.files[path]).split("\n"), 1):
            if OPENCL_CALL.search(text):
                tree.complain(path, number, "only src/opencl may call OpenCL")
        for number, text in enumerate(tree.files[path].split("\n"), 1):
            match = INCLUDE.match(text)
            if match and match.group(2).startswith("CL/"):
                tree.complain(path, number, "only src/opencl may include OpenCL's headers")


def check_assembly(tree):
    """Inline assembly is only for drivers known to support it; other drivers crash."""
    for path in tree.sources("cl/"):
        open_conditions = []
        for number, text in enumerate(without_comments(tree.files[path]).split("\n"), 1):
            directive = CONDITION.match(text)
            if directive:
                word = directive.group(1)
                if word != "if" and open_conditions:
                    open_conditions.pop()
                if word != "endif":
                    open_conditions.append(directive.group())
            elif ASSEMBLY.search(text) and not any(
                    name in open_conditions for name in ASSEMBLY_KINDS):
                tree.complain(path, number, "assembly outside #ifdef LANES_ASSEMBLY_...:"
                              " drivers die of it")


def functions(text):
    """Returns (first, last) lines of the bodies of all functions of a C or OpenCL C source."""
    depth, first, found, continued = 0, None, [], False
    before = ""
    for number, line in enumerate(without_comments(text).split("\n"), 1):
        directive = continued or line.lstrip().startswith("#")
        continued = directive and line.rstrip().endswith("\\")
        if directive:
            continue
        for char in line:
            if char == "{":
                if depth == 0:
                    first = number if before == ")" else None
                depth += 1
            elif char == "}":
                depth = max(depth - 1, 0)
                if depth == 0 and first is not None:
                    found.append((first, number))
                    first = None
            if not char.isspace():
                before = char
    return found


def check_sizes(tree):
    """Checks lengths of lines, files and functions."""
    for path, text in tree.files.items():
        lines = text.split("\n")
        if lines[-1] == "":
            lines.pop()
        else:
            tree.complain(path, len(lines), "the last line has no end")
        for number, line in enumerate(lines, 1):
            if len(line) > MAX_COLUMNS:
                tree.complain(path, number, f"{len(line)} columns; at most {MAX_COLUMNS}")
            if "\t" in line or "\r" in line or line != line.rstrip():
                tree.complain(path, number, "tab, carriage return or trailing space")
            if UNFINISHED.search(line):
                tree.complain(path, number, "unfinished work is not committed")
        ending = os.path.splitext(path)[1]
        if len(lines) > MAX_LINES.get(ending, len(lines)):
            tree.complain(path, len(lines), f"at most {MAX_LINES[ending]} lines a file")
        if ending in MAX_FUNCTION:
            if not text.startswith("/*"):
                tree.complain(path, 1, "no comment on top that says the file's one job")
            for first, last in functions(text):
                if last - first + 1 > MAX_FUNCTION[ending]:
                    tree.complain(path, first, f"function of {last - first + 1} lines;"
                                  f" at most {MAX_FUNCTION[ending]}")


def check(root):
    """Returns all violations in a tree, sorted: (path, line, message)."""
    tree = Tree(root)
    check_cycles(tree, check_includes(tree))
    check_kernel_files(tree)
    check_names(tree)
    check_guards(tree)
    check_rooms(tree)
    check_opencl(tree)
    check_assembly(tree)
    check_sizes(tree)
    return sorted(tree.violations)


def main():
    violations = check(sys.argv[1])
    for path, line, message in violations:
        print(f"{path}:{line}: {message}")
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main())

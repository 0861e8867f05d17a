"""Common code of the tests in suite codegen: programs, compilers and faults.

The programs are compiled by the library for GPUs (kernel_programs.c). A Python module for each
target compiles them in parallel, and reports the faults of each kernel. Each kernel of cl/ must be
in a program. Faults permitted to some kernels are listed with reasons. Listed faults that do not
occur are reported only, since they may occur with other versions.
"""

import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77
SEEN = 19  # tested version of Clang
LIBRARIES = ["/usr/lib/clc", "/usr/share/clc", "/usr/local/share/clc"]
KERNEL = re.compile(r"(?:\bkernel\b[^;{(]*?\bvoid|LANES_KERNEL)\s+(\w+)\(")
VERSION = re.compile(rb"clang version (\d+)\.")
# Clang defines OpenCL's version only for OpenCL's own targets, regardless of the standard.
LANGUAGE = ["-x", "cl", "-D__OPENCL_VERSION__=120"]
# Lockstep Euclid: a coefficient takes three products of words in sweeps, two in the last step; the
# reduction (lazy_redc) takes two more, for the multiple of the prime and for the product by it.
OF_WORDS = ["euclid_lockstep", "euclid_lockstep_shared"]
PRODUCTS = 3 + 2
TOGETHER = 8  # most combined steps (cl/fpx/batch/euclid_together.h)
CORE = ["euclid"]  # compiled first for every resultant, and the longest program
# Programs compiled for an architecture: all, only the core for one similar to another, or none;
# with CLMODP_TEST_LONG (meson test --setup long) always all.
ALL, FEW, NONE = "all", "few", "none"
LONG = bool(os.environ.get("CLMODP_TEST_LONG"))
# Programs compiled with CLMODP_TEST_LONG only: the same kernels are compiled with other residue
# types, the default and the one that takes most registers, and with radixes 2, 4, 8 and 9.
SIMILAR = re.compile(r"-(float24|double31)\b|^ntt-([3567]-|[248]-1|9-0)")


def find_library(name):
    """Returns (Clang, bitcode of OpenCL's built-in functions for a target, version), or None. The
    bitcode can only be linked by the version of Clang that compiled it."""
    for place in LIBRARIES:
        path = os.path.join(place, name)
        if os.path.exists(path):
            with open(path, "rb") as file:
                made = VERSION.search(file.read())
            version = int(made.group(1)) if made else 0
            clang = find_clang(version)
            if clang:
                return clang, path, version
    return None


def find_clang(version):
    """Returns the name of Clang of a version, or None."""
    for name in f"clang-{version}", "clang":
        if shutil.which(name):
            said = subprocess.run([name, "--version"], stdout=subprocess.PIPE, check=True).stdout
            made = VERSION.search(said)
            if made and int(made.group(1)) == version:
                return name
    return None


def other_than_seen(version):
    """Returns the name of the tested version of Clang; None if it is this version."""
    return None if version == SEEN else f"Clang {SEEN}"


def coefficients(loads, stores):
    """Returns the number of coefficients computed by a loop of lockstep Euclid: one per two loads
    or, if a loop loads no more than it stores, all coefficients of combined steps, of which the
    last two polynomials are stored. A loop with more loads is over steps, and gives 0."""
    if loads > 2 * stores:
        return 0
    return stores if loads > stores else stores * TOGETHER / 2


def linked(library):
    """Returns options that link the called functions of a library."""
    return ["-Xclang", "-mlink-builtin-bitcode", "-Xclang", library, "-Wno-linker-warnings"]


def call(command):
    """Returns the output of a command; raises an exception if it fails or writes to stderr."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          check=False)
    if done.returncode != 0 or done.stderr:
        raise RuntimeError(f"{os.path.basename(command[0])}: {done.stderr[:2000]}")
    return done.stdout


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def wanted(program, amounts):
    """Returns the architectures, of {architecture: amount}, for which to compile a program."""
    return [architecture for architecture, amount in amounts.items()
            if LONG or amount == ALL or (amount == FEW and program in CORE)]


def kernels_of(root):
    """Returns the names of all kernels except those of benchmarks."""
    names = set()
    for place, _, files in os.walk(os.path.join(root, "cl")):
        if os.path.basename(place) == "rates":
            continue
        for name in files:
            if name.endswith(".cl"):
                text = re.sub(r"/\*.*?\*/", "", read(os.path.join(place, name)), flags=re.S)
                names.update(KERNEL.findall(text))
    return names


def loops_of(code, branch):
    """Returns the innermost loops of a kernel, each a list of instructions. The kernel is given
    by pairs (label, instruction), of which one is empty."""
    labels, body, loops = {}, [], []
    for label, instruction in code:
        if label:
            labels[label] = len(body)
            continue
        body.append(instruction)
        back = branch.search(instruction)
        if back and back.group(1) in labels:
            loops.append((labels[back.group(1)], len(body)))
    for first, end in loops:
        if not any(first <= other[0] and other[1] <= end for other in loops
                   if other != (first, end)):
            yield body[first:end]


# Programs whose kernels may keep arrays in memory, with reasons.
ARRAYS = {"powers": "divisors of degrees that are not compiled in, up to 64"}


class Allowances:
    """Faults permitted to some kernels: {(kernel, fault): reason}."""

    def __init__(self, reasons):
        self.reasons = reasons
        self.used = set()

    def permit(self, kernel, fault):
        self.used.add((kernel, fault))
        return (kernel, fault) in self.reasons

    def tell_unused(self):
        for kernel, fault in sorted(set(self.reasons) - self.used):
            print(f"allowed, but not so by these compilers: {kernel} {fault}")


class Findings:
    """Results of one program: its kernels, lines of a table, and faults. The code depends on the
    compiler's version: if it is untested, `unlike` names the tested one, and excess resources are
    only reported."""

    def __init__(self, program, unlike=None):
        self.program = program
        self.unlike = unlike
        self.kernels = set()
        self.lines = []
        self.wrong = []

    def complain(self, message):
        self.wrong.append(f"{self.program}: {message}")

    def takes_more(self, message):
        """Reports excess resources."""
        if self.unlike:
            self.lines.append(f"not so by {self.unlike}: {self.program}: {message}")
        else:
            self.complain(message)


def examine(target, check):
    """Compiles and checks all programs for a target; check(name, source, options) returns the
    Findings of a program. Command line: ROOT KERNEL_PROGRAMS. Returns a list of faults."""
    root, writer = sys.argv[1:]
    seen, wrong = set(), []
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([writer, target, folder, os.path.join(root, "cl")], check=True)
        options = read(os.path.join(folder, "options")).split()
        names = sorted(name[:-3] for name in os.listdir(folder) if name.endswith(".cl")
                       if LONG or not SIMILAR.search(name[:-3]))
        names.sort(key=lambda name: name not in CORE)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for found in pool.map(
                    lambda name: check(name, os.path.join(folder, name + ".cl"), options), names):
                seen |= found.kernels
                wrong += found.wrong
                print("\n".join(found.lines))
    wrong += [f"kernel {name} is in no program" for name in sorted(kernels_of(root) - seen)]
    print(f"{len(names)} programs, {len(seen)} kernels")
    return wrong


def verdict(wrong):
    """Prints the faults, and returns the exit status."""
    print("\n".join(wrong))
    return 1 if wrong else 0


def skip(reason):
    print(reason)
    return SKIPPED

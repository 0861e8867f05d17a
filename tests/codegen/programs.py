"""What the tests of suite codegen share: programs, their compilers, and what is wrong with them.

The programs are those that the library has a driver of a GPU compile (kernel_programs.c). A module
for each target compiles them, all at once, and says what it finds wrong with each kernel. No
kernel of cl/ROOM may be in none of them. What is a fault but allowed to some kernels is listed,
with reasons; what is listed but not so is told, since another version may have it.
"""

import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77
SEEN = 19  # Clang
LIBRARIES = ["/usr/lib/clc", "/usr/share/clc", "/usr/local/share/clc"]
KERNEL = re.compile(r"(?:\bkernel\b[^;{(]*?\bvoid|LANES_KERNEL)\s+(\w+)\(")
VERSION = re.compile(rb"clang version (\d+)\.")
# Clang defines OpenCL's version for no target but OpenCL's own, whatever the standard.
LANGUAGE = ["-x", "cl", "-D__OPENCL_VERSION__=120"]
# Lockstep Euclid. Its sweeps make a coefficient of three products of words, its last step one of
# two; a reduction (lazy_redc) multiplies once more for the factor of the prime and once by it.
OF_WORDS = ["euclid_lockstep", "euclid_lockstep_shared"]
PRODUCTS = 3 + 2
TOGETHER = 8  # steps of it that are made together (cl/fpx/batch/euclid_together.h), at most
CORE = ["euclid"]  # what every resultant has compiled first, and the longest
# What is compiled for an architecture: all programs, the core alone where it is much like another,
# or nothing; with CLMODP_TEST_LONG always all.
ALL, FEW, NONE = "all", "few", "none"


def find_library(name):
    """(Clang, OpenCL's built-in functions for a target as bitcode, version), which only Clang of
    the version that made them links, or None."""
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
    """Clang of a version, or None."""
    for name in f"clang-{version}", "clang":
        if shutil.which(name):
            said = subprocess.run([name, "--version"], stdout=subprocess.PIPE, check=True).stdout
            made = VERSION.search(said)
            if made and int(made.group(1)) == version:
                return name
    return None


def other_than_seen(version):
    """The version of Clang that code was seen of, unless it is this."""
    return None if version == SEEN else f"Clang {SEEN}"


def coefficients(loads, stores):
    """How many coefficients a loop of lockstep Euclid makes: one for two that it loads or, where
    it loads no more than it stores, those of steps together, the last two of which are stored. A
    loop that loads more is one of steps."""
    if loads > 2 * stores:
        return 0
    return stores if loads > stores else stores * TOGETHER / 2


def linked(library):
    """Options that link the functions of a library that are called."""
    return ["-Xclang", "-mlink-builtin-bitcode", "-Xclang", library, "-Wno-linker-warnings"]


def call(command):
    """What a command prints. It has nothing to say on stderr, or fails."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          check=False)
    if done.returncode != 0 or done.stderr:
        raise RuntimeError(f"{os.path.basename(command[0])}: {done.stderr[:2000]}")
    return done.stdout


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def wanted(program, amounts):
    """The architectures that a program is to be compiled for, of {architecture: amount}."""
    long = bool(os.environ.get("CLMODP_TEST_LONG"))
    return [architecture for architecture, amount in amounts.items()
            if long or amount == ALL or (amount == FEW and program in CORE)]


def kernels_of(root):
    """The names of all kernels but those of benchmarks."""
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
    """The innermost loops of a kernel, each a list of instructions, of (label, instruction) pairs
    of which one is empty."""
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


# Programs whose kernels may keep arrays in memory, and why.
ARRAYS = {"powers": "divisors of degrees that are not compiled in, up to 64"}


class Allowances:
    """Faults that some kernels may have: {(kernel, fault): reason}."""

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
    """What one program gave: its kernels, lines of a table, and what is wrong. What code takes
    depends on the compiler's version: of one that was not seen, `unlike` names the one that was,
    and what code takes is only told."""

    def __init__(self, program, unlike=None):
        self.program = program
        self.unlike = unlike
        self.kernels = set()
        self.lines = []
        self.wrong = []

    def complain(self, message):
        self.wrong.append(f"{self.program}: {message}")

    def takes_more(self, message):
        """Code takes more than it should."""
        if self.unlike:
            self.lines.append(f"not so by {self.unlike}: {self.program}: {message}")
        else:
            self.complain(message)


def examine(target, check):
    """The main function of a target: check(name, source, options) gives the Findings of a program.
    Arguments: ROOT KERNEL_PROGRAMS. Returns findings and whether something is wrong so far."""
    root, writer = sys.argv[1:]
    seen, wrong = set(), []
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([writer, target, folder, os.path.join(root, "cl")], check=True)
        options = read(os.path.join(folder, "options")).split()
        names = sorted(name[:-3] for name in os.listdir(folder) if name.endswith(".cl"))
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
    """The exit status, once what is wrong is told."""
    print("\n".join(wrong))
    return 1 if wrong else 0


def skip(reason):
    print(reason)
    return SKIPPED

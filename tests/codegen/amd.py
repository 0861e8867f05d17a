"""Compile every kernel for AMD's GPUs, without a GPU, and check the code.

Clang and libclc of one version compile each program to assembly, whose comments and metadata have
the resources of each kernel. No kernel may use scratch memory, spill vector registers, or call
undefined functions. All kernels but the listed ones permit half the waves of a SIMD, and spill no
scalar registers (to lanes of vector registers). The loops of lockstep Euclid must not multiply
more often than necessary (cl/arith/lazy.h), and the time-critical loops of all stages must meet
budgets.tsv. With a Clang other than 19, excess resources are only reported.
Exits with 77 if Clang or libclc is missing.
Usage: amd.py ROOT KERNEL_PROGRAMS
"""

import re
import sys

import budgets
import loops
import programs

AMOUNTS = {"gfx90a": programs.ALL, "gfx942": programs.NONE, "gfx1100": programs.FEW}
WAVES = {"gfx90a": 8, "gfx942": 8, "gfx1100": 16}  # most waves of a SIMD
OLDEST = 17  # first Clang that supports all of these

ARRAYS = "scratch"
SCALARS = "spills scalar registers"
FEW = "leaves room for few waves"
VALUES = "96 values of a lane are in registers; groups of 256 leave 256 of them"
ALLOWED = programs.Allowances({
    ("butterfly_rows", FEW): VALUES,
    ("butterfly_rows", SCALARS): VALUES + "; their places are scalars",
    ("determinant_lockstep", FEW): "sums of 16 products of words, and a block's words, at once",
    ("schoolbook_gcd_sweep", FEW): "four products, by blocks of Karatsuba's method, at once",
    ("sparse_rows", FEW): VALUES,
    ("sparse_rows", SCALARS): VALUES + "; their places are scalars",
    ("schur_resultants", SCALARS): "which of eight rows count are masks of 64 lanes, for p > 1024",
})

BUDGETS = budgets.load()
KERNEL = re.compile(r"(?ms)^(\w+):\s+; @\1\n.*?^; Kernel info:\n(?P<info>.*?)^; Wave")
INFO = re.compile(r"(?m)^; (NumVgprs|NumSgprs|ScratchSize|LDSByteSize|Occupancy): (\d+)")
SPILLS = re.compile(r"(?s)\.name: +(\w+)\n.*?\.sgpr_spill_count: (\d+)\n.*?"
                    r"\.vgpr_spill_count: (\d+)\n")
REFERENCE = re.compile(r"\b(\w+)@(?:rel32|gotpcrel32)@lo")
LABEL = re.compile(r"(?m)^(\w+):")


def compile_for(architecture, source, options, found):
    """Returns the assembly of a program."""
    clang, library, _ = found
    target = f"{source[:-3]}.{architecture}.s"
    programs.call([clang, *programs.LANGUAGE, "--target=amdgcn-amd-amdhsa",
                   "-mcpu=" + architecture, *options, "-O3", "-nogpulib",
                   *programs.linked(library), "-S", "-o", target, source])
    return programs.read(target)


def products_of(code):
    """Yields (multiplications, instructions) per coefficient for loops that store any."""
    for loop in programs.loops_of(code, loops.AMD.branch):
        stores = sum(instruction.startswith("global_store") for instruction in loop)
        loads = sum(instruction.startswith("global_load") for instruction in loop)
        products = sum(instruction.startswith(("v_mul_", "v_mad_")) for instruction in loop)
        made = programs.coefficients(loads, stores)
        if made > 0:
            yield products / made, len(loop) / made


def faults_of(architecture, info, scalars, vectors):
    """Yields the faults of a kernel, as (kind, description)."""
    if info["ScratchSize"] > 0:
        yield ARRAYS, f"has {info['ScratchSize']} bytes in scratch memory"
    if vectors > 0:
        yield "vectors", f"spills {vectors} vector registers"
    if scalars > 0:
        yield SCALARS, f"{SCALARS}: {scalars}"
    if 2 * info["Occupancy"] < WAVES[architecture]:
        yield FEW, f"{FEW}: {info['Occupancy']} of {WAVES[architecture]}"


def look(architecture, text, found):
    """Adds the resources and faults of an assembly to the findings."""
    spills = {kernel: (int(scalars), int(vectors))
              for kernel, scalars, vectors in SPILLS.findall(text)}
    kernels = loops.AMD.kernels_of(text)
    budgets.hold(BUDGETS, architecture, found, kernels)
    for match in KERNEL.finditer(text):
        kernel = match.group(1)
        info = {key: int(value) for key, value in INFO.findall(match.group("info"))}
        found.kernels.add(kernel)
        found.lines.append(f"{info['NumVgprs']:>4} vector {info['NumSgprs']:>4} scalar registers,"
                           f" {info['Occupancy']:>2} waves: {architecture} {found.program} "
                           f"{kernel}")
        for fault, words in faults_of(architecture, info, *spills[kernel]):
            if fault == ARRAYS and found.program in programs.ARRAYS:
                continue
            if not ALLOWED.permit(kernel, fault):
                found.takes_more(f"{kernel} {words} on {architecture}")
        if kernel in programs.OF_WORDS:
            for products, all_ in products_of(kernels[kernel]):
                found.lines.append(f"{all_:4.1f} instructions a coefficient, {products:3.1f} of "
                                   f"them products: {architecture} {found.program} {kernel}")
                if products > programs.PRODUCTS:
                    found.takes_more(f"{kernel} multiplies {products} times a coefficient on "
                                     f"{architecture}, {programs.PRODUCTS} would do")
    if found.kernels != set(spills):
        found.complain(f"metadata and code of {architecture} have not the same kernels")
    for name in sorted(set(REFERENCE.findall(text)) - set(LABEL.findall(text))):
        found.complain(f"{name} is defined nowhere for {architecture}")


def main():
    library = programs.find_library("amdgcn--amdhsa.bc")
    if library is None or library[2] < OLDEST:
        return programs.skip(f"no Clang {OLDEST} or later with its libclc for AMD's GPUs")

    def check(name, source, options):
        found = programs.Findings(name, programs.other_than_seen(library[2]))
        for architecture in programs.wanted(name, AMOUNTS):
            look(architecture, compile_for(architecture, source, options, library), found)
        return found

    wrong = programs.examine("amd", check)
    ALLOWED.tell_unused()
    return programs.verdict(wrong)


if __name__ == "__main__":
    sys.exit(main())

"""Compile every kernel for NVIDIA's GPUs, without a GPU, and check the code.

Clang compiles each program to PTX, with libclc's built-in functions. No kernel may have a stack,
which keeps arrays in global memory, or call undefined functions. Lockstep Euclid must multiply
words, not double words (cl/arith/lazy.h). If NVIDIA's assembler is found, in CLMODP_PTXAS, PATH or
/usr/local/cuda/bin, no kernel may spill, and all but the listed ones permit half the warps of an
SM. If nvdisasm is found, in CLMODP_NVDISASM or there, the loops of lockstep Euclid must not
multiply more often than necessary, and the time-critical loops of all stages must meet
budgets.tsv. With a Clang other than 19, excess resources are only reported.
Exits with 77 if Clang or libclc is missing.
Usage: nvidia.py ROOT KERNEL_PROGRAMS
"""

import os
import re
import shutil
import subprocess
import sys

import budgets
import loops
import programs

AMOUNTS = {"sm_75": programs.FEW, "sm_80": programs.NONE, "sm_90": programs.ALL,
           "sm_100": programs.NONE}
THREADS = {"sm_75": 1024, "sm_80": 2048, "sm_90": 2048, "sm_100": 2048}  # most of an SM
REGISTERS = 65536  # of an SM

FEW = "leaves room for few warps"
LONG = "rows of residues of 50 bits, whose products are pairs of doubles"
TOGETHER = "factors and last words of eight steps at once, instead of words in memory"
BLOCKS = "words of a transform beside the coefficients of a division"
ALLOWED = programs.Allowances({
    ("butterfly_rows", FEW): "96 values of a lane are in registers",
    ("cofactors_pairs", FEW): "remainders, cofactors and a quotient at once, a pair a lane",
    ("determinant_lockstep", FEW): "sums of 16 products of words, and a block's words, at once",
    ("euclid_blocks", FEW): BLOCKS,
    ("euclid_blocks_shared", FEW): BLOCKS,
    ("euclid_lockstep", FEW): TOGETHER,
    ("euclid_lockstep_shared", FEW): TOGETHER,
    ("schoolbook_gcd_sweep", FEW): "four products, by blocks of Karatsuba's method, at once",
    ("schur_resultants", FEW): LONG,
    ("sparse_rows", FEW): "96 values of a lane are in registers",
    ("sort_sweep_pass", FEW): "16 keys of a work-item, and totals of 8 tiles, are in registers",
    ("vandermonde_block", FEW): LONG,
    ("vandermonde_window", FEW): LONG,
})

BUDGETS = budgets.load()
ENTRY = re.compile(r"\.(?:entry|func)\s+(?:\([^)]*\)\s*)?(\w+)")
EXTERN = re.compile(r"\.extern\s+\.func\s+(?:\([^)]*\)\s*)?(\w+)")
LONG_PRODUCT = "mul.lo.s64"
# Excludes moves and shifts by the multiplier, and addresses, which are unsigned.
PRODUCT = re.compile(r"(?:@!?U?P\w+ )?IMAD(?!\.MOV|\.SHL|\.IADD|\.WIDE\.U32)\b")
DEPOT = re.compile(r"__local_depot\d+\[(\d+)\]")
PROPERTIES = re.compile(r"Function properties for (\w+)\s+(\d+) bytes stack frame, "
                        r"(\d+) bytes spill stores, (\d+) bytes spill loads"
                        r"(?:\s+ptxas info\s*: Used (\d+) registers)?")


def find_tool(variable, name):
    """Returns the path of one of NVIDIA's tools, or None."""
    return os.environ.get(variable) or shutil.which(name) or shutil.which(
        name, path="/usr/local/cuda/bin")


def compile_program(source, options, found):
    """Returns a program's PTX, for all architectures: the file and its text."""
    clang, library, _ = found
    target = source[:-3] + ".ptx"
    programs.call([clang, *programs.LANGUAGE, "--target=nvptx64-nvidia-nvcl", *options, "-O3",
                   "-Xclang", "-target-cpu", "-Xclang", next(iter(THREADS)),
                   *programs.linked(library), "-S", "-o", target, source])
    return target, programs.read(target)


def functions(text):
    """Returns the text of each function in PTX, by name."""
    parts = re.split(r"(?=\.(?:entry|func)\b)", EXTERN.sub("", text))[1:]
    return {ENTRY.match(part).group(1): part for part in parts}


def faults_of(program, function, text):
    """Yields the faults of a function in PTX."""
    depot = DEPOT.search(text)
    if depot and int(depot.group(1)) > 0 and program not in programs.ARRAYS:
        yield f"{function} has a stack of {depot.group(1)} bytes in PTX"
    if function in programs.OF_WORDS and LONG_PRODUCT in text:
        yield f"{function} multiplies double words: {text.count(LONG_PRODUCT)} {LONG_PRODUCT}"


def coefficients(kernels):
    """Yields (kernel, multiplications, instructions) per coefficient for lockstep Euclid's loops
    that store any. Combined steps load and store only their last two polynomials."""
    for kernel in sorted(set(kernels) & set(programs.OF_WORDS)):
        for loop in programs.loops_of(kernels[kernel], loops.NVIDIA.branch):
            stores = sum("STG" in instruction for instruction in loop)
            loads = sum("LDG" in instruction for instruction in loop)
            products = sum(bool(PRODUCT.match(instruction)) for instruction in loop)
            made = programs.coefficients(loads, stores)
            if made > 0:
                yield kernel, products / made, len(loop) / made


def assemble(assembler, target, binary, architecture):
    """Returns (stack, spills, registers) of each function; registers None: inlined."""
    done = subprocess.run([assembler, "-v", "-arch", architecture, "-o", binary, target],
                          stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"ptxas: {done.stderr}")
    return {m.group(1): (int(m.group(2)), int(m.group(3)) + int(m.group(4)),
                         m.group(5) and int(m.group(5)))
            for m in PROPERTIES.finditer(done.stderr)}


def look(architecture, binary, target, tools, found):
    """Adds resources and faults found by NVIDIA's tools for an architecture to the findings."""
    assembler, disassembler = tools
    for function, (stack, spills, registers) in assemble(assembler, target, binary,
                                                         architecture).items():
        found.lines.append(f"{registers or '-':>4} registers: {architecture} {found.program} "
                           f"{function}")
        if spills > 0 or (stack > 0 and found.program not in programs.ARRAYS):
            found.takes_more(f"{function} has a stack of {stack} bytes and spills {spills} "
                             f"on {architecture}")
        few = registers and registers * THREADS[architecture] // 2 > REGISTERS
        if few and not ALLOWED.permit(function, FEW):
            found.takes_more(f"{function} {FEW} on {architecture}: {registers} registers")
    core = found.program in programs.CORE
    if not disassembler or not (core or budgets.names(BUDGETS, architecture, found.program)):
        return
    kernels = loops.NVIDIA.kernels_of(programs.call([disassembler, "-c", binary]))
    budgets.hold(BUDGETS, architecture, found, kernels)
    if core:
        for kernel, products, all_ in coefficients(kernels):
            found.lines.append(f"{all_:4.1f} instructions a coefficient, {products:3.1f} of them "
                               f"products: {architecture} {found.program} {kernel}")
            if products > programs.PRODUCTS:
                found.takes_more(f"{kernel} multiplies {products} times a coefficient on "
                                 f"{architecture}, {programs.PRODUCTS} would do")


def main():
    library = programs.find_library("nvptx64--nvidiacl.bc")
    tools = find_tool("CLMODP_PTXAS", "ptxas"), find_tool("CLMODP_NVDISASM", "nvdisasm")
    if library is None:
        return programs.skip("no Clang with libclc of its version for NVIDIA's GPUs")

    def check(name, source, options):
        found = programs.Findings(name, programs.other_than_seen(library[2]))
        target, text = compile_program(source, options, library)
        own = functions(text)
        found.kernels.update(own)
        for undefined in EXTERN.findall(text):
            found.complain(f"{undefined} is defined nowhere")
        for function, part in own.items():
            for fault in faults_of(name, function, part):
                found.takes_more(fault)
        for architecture in programs.wanted(name, AMOUNTS) if tools[0] else []:
            look(architecture, f"{source[:-3]}.{architecture}", target, tools, found)
        return found

    wrong = programs.examine("nvidia", check)
    if tools[0]:
        ALLOWED.tell_unused()
    else:
        print("no assembler: registers and spills were not looked at")
    return programs.verdict(wrong)


if __name__ == "__main__":
    sys.exit(main())

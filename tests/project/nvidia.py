"""Compile every kernel for NVIDIA's GPUs, none of which is needed, and look at what comes out.

Clang makes PTX of each program that the library has a driver of a GPU compile (kernel_programs.c),
with libclc's built-in functions. No kernel of cl/ROOM may be in none of them, and none may have a
stack: an array that is no register is in global memory. Lockstep Euclid must multiply words, not
double words (cl/arith/lazy.h). Where NVIDIA's assembler is at hand, in CLMODP_PTXAS, PATH or
/usr/local/cuda/bin, it must need no stack and spill nothing either, and what registers each kernel
takes is printed; with nvdisasm in CLMODP_NVDISASM or there, also what lockstep Euclid's innermost
loops take for a coefficient. Exits with 77 if Clang or libclc is missing.
Usage: nvidia.py ROOT KERNEL_PROGRAMS
"""

import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77
ARCHITECTURES = ["sm_80", "sm_90"]
LIBRARIES = ["/usr/lib/clc", "/usr/share/clc", "/usr/local/share/clc"]
KERNEL = re.compile(r"(?:\bkernel\b[^;{(]*?\bvoid|LANES_KERNEL)\s+(\w+)\(")
ENTRY = re.compile(r"\.(?:entry|func)\s+(?:\([^)]*\)\s*)?(\w+)")
OF_WORDS = "euclid_lockstep"  # and what begins so
LONG_PRODUCT = "mul.lo.s64"
INSTRUCTION = re.compile(r"\s*(?:(\.L_\w+):|/\*[0-9a-f]+\*/\s+(.*?)\s*;)")
BRANCH_TO = re.compile(r"\bBRA .*\((\.L_\w+)\)")
DEPOT = re.compile(r"__local_depot\d+\[(\d+)\]")
PROPERTIES = re.compile(r"Function properties for (\w+)\s+(\d+) bytes stack frame, "
                        r"(\d+) bytes spill stores, (\d+) bytes spill loads"
                        r"(?:\s+ptxas info\s*: Used (\d+) registers)?")


def find_library():
    """The bitcode of OpenCL's built-in functions for NVIDIA's GPUs, or None."""
    names = [os.path.join(place, "nvptx64--nvidiacl.bc") for place in LIBRARIES]
    return next(filter(os.path.exists, names), None)


def find_tool(variable, name):
    """A tool of NVIDIA's, or None."""
    return os.environ.get(variable) or shutil.which(name) or shutil.which(
        name, path="/usr/local/cuda/bin")


def kernels_of(root):
    """The names of all kernels but those of benchmarks."""
    names = set()
    for place, _, files in os.walk(os.path.join(root, "cl")):
        if os.path.basename(place) == "rates":
            continue
        for name in files:
            if name.endswith(".cl"):
                with open(os.path.join(place, name), encoding="utf-8") as file:
                    names.update(KERNEL.findall(re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S)))
    return names


def compile_program(source, options, library):
    """PTX of one program."""
    target = source[:-3] + ".ptx"
    # Clang defines OpenCL's version for no target but OpenCL's own, whatever the standard.
    command = ["clang", "-x", "cl", "--target=nvptx64-nvidia-nvcl", *options,
               "-D__OPENCL_VERSION__=120", "-O3", "-Xclang", "-target-cpu", "-Xclang",
               ARCHITECTURES[0], "-Xclang", "-mlink-builtin-bitcode", "-Xclang", library,
               "-Wno-linker-warnings", "-S", "-o", target, source]
    done = subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0 or done.stderr:
        raise RuntimeError(f"clang: {done.stderr}")
    with open(target, encoding="utf-8") as file:
        return target, file.read()


def functions(text):
    """The text of each function in PTX, by name."""
    parts = re.split(r"(?=\.(?:entry|func)\b)", text)[1:]
    return {ENTRY.match(part).group(1): part for part in parts}


def faults_of(function, text):
    """What is wrong with a function in PTX."""
    depot = DEPOT.search(text)
    if depot and int(depot.group(1)) > 0:
        yield f"{function} has a stack of {depot.group(1)} bytes in PTX"
    if function.startswith(OF_WORDS) and LONG_PRODUCT in text:
        yield f"{function} multiplies double words: {text.count(LONG_PRODUCT)} {LONG_PRODUCT}"


def loops_of(disassembly):
    """The innermost loops of a kernel, each a list of instructions."""
    labels, body, loops = {}, [], []
    for label, instruction in INSTRUCTION.findall(disassembly):
        if label:
            labels[label] = len(body)
            continue
        body.append(instruction)
        back = BRANCH_TO.search(instruction)
        if back and back.group(1) in labels:
            loops.append((labels[back.group(1)], len(body)))
    for first, end in loops:
        if not any(first <= other[0] and other[1] <= end for other in loops
                   if other != (first, end)):
            yield body[first:end]


def coefficients(disassembler, binary):
    """Instructions a coefficient of the loops that store some, for lockstep Euclid's kernels."""
    text = subprocess.run([disassembler, "-c", binary], stdout=subprocess.PIPE, text=True,
                          check=True).stdout
    for part in re.split(r"(?m)^\s*\.section\s+\.text\.", text)[1:]:
        kernel = re.match(r"\w+", part).group()
        for loop in loops_of(part) if kernel.startswith(OF_WORDS) else []:
            stores = sum("STG" in instruction for instruction in loop)
            if stores > 0:
                yield kernel, len(loop) / stores


def assemble(assembler, target, binary, architecture):
    """(stack, spills, registers) of each function, None for those that are inlined."""
    done = subprocess.run([assembler, "-v", "-arch", architecture, "-o", binary, target],
                          stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"ptxas: {done.stderr}")
    return {m.group(1): (int(m.group(2)), int(m.group(3)) + int(m.group(4)), m.group(5))
            for m in PROPERTIES.finditer(done.stderr)}


def check(source, options, library, tools):
    """Kernels of a program, lines of the table, and what is wrong."""
    assembler, disassembler = tools
    name = os.path.basename(source)[:-3]
    target, text = compile_program(source, options, library)
    own = functions(text)
    lines, wrong = [], [f"{name}: {fault}" for function, part in own.items()
                        for fault in faults_of(function, part)]
    for architecture in ARCHITECTURES if assembler else []:
        binary = f"{source[:-3]}.{architecture}"
        found = assemble(assembler, target, binary, architecture)
        for function, (stack, spills, registers) in found.items():
            lines.append(f"{registers or '-':>4} {architecture} {name} {function}")
            if stack > 0 or spills > 0:
                wrong.append(f"{name}: {function} has a stack of {stack} bytes on {architecture}"
                             f" and spills {spills}")
        for kernel, each in coefficients(disassembler, binary) if disassembler else []:
            lines.append(f"{each:4.1f} instructions a coefficient: {architecture} {name} {kernel}")
    return set(own), lines, wrong


def main():
    root, programs = sys.argv[1:]
    library = find_library()
    tools = find_tool("CLMODP_PTXAS", "ptxas"), find_tool("CLMODP_NVDISASM", "nvdisasm")
    if library is None or shutil.which("clang") is None:
        print("no Clang or no libclc for NVIDIA's GPUs")
        return SKIPPED
    seen, wrong = set(), []
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([programs, folder, os.path.join(root, "cl")], check=True)
        with open(os.path.join(folder, "options"), encoding="utf-8") as file:
            options = file.read().split()
        sources = sorted(os.path.join(folder, name) for name in os.listdir(folder)
                         if name.endswith(".cl"))
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for own, lines, faults in pool.map(
                    lambda source: check(source, options, library, tools), sources):
                seen |= own
                wrong += faults
                print("\n".join(lines))
    wrong += [f"kernel {name} is in no program" for name in sorted(kernels_of(root) - seen)]
    print(f"{len(sources)} programs, {len(seen)} kernels" +
          ("" if tools[0] else "; no assembler"))
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

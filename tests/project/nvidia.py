"""Compile every kernel for NVIDIA's GPUs, none of which is needed, and look at what comes out.

Clang makes PTX of each program that the library has a driver of a GPU compile (kernel_programs.c),
with libclc's built-in functions. No kernel of cl/ROOM may be in none of them, and none may have a
stack: an array that is no register is in global memory. Where NVIDIA's assembler is at hand, in
CLMODP_PTXAS, PATH or /usr/local/cuda/bin, it must need no stack and spill nothing either, and what
registers each kernel takes is printed. Exits with 77 if Clang or libclc is missing.
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
DEPOT = re.compile(r"__local_depot\d+\[(\d+)\]")
PROPERTIES = re.compile(r"Function properties for (\w+)\s+(\d+) bytes stack frame, "
                        r"(\d+) bytes spill stores, (\d+) bytes spill loads"
                        r"(?:\s+ptxas info\s*: Used (\d+) registers)?")


def find_library():
    """The bitcode of OpenCL's built-in functions for NVIDIA's GPUs, or None."""
    names = [os.path.join(place, "nvptx64--nvidiacl.bc") for place in LIBRARIES]
    return next(filter(os.path.exists, names), None)


def find_assembler():
    """NVIDIA's, or None."""
    return os.environ.get("CLMODP_PTXAS") or shutil.which("ptxas") or shutil.which(
        "ptxas", path="/usr/local/cuda/bin")


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


def stacks(text):
    """Bytes of stack of each function in PTX."""
    found = {}
    for part in re.split(r"(?=\.(?:entry|func)\b)", text)[1:]:
        depot = DEPOT.search(part)
        found[ENTRY.match(part).group(1)] = int(depot.group(1)) if depot else 0
    return found


def assemble(assembler, target, architecture):
    """(stack, spills, registers) of each function, None for those that are inlined."""
    done = subprocess.run([assembler, "-v", "-arch", architecture, "-o", os.devnull, target],
                          stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"ptxas: {done.stderr}")
    return {m.group(1): (int(m.group(2)), int(m.group(3)) + int(m.group(4)), m.group(5))
            for m in PROPERTIES.finditer(done.stderr)}


def check(source, options, library, assembler):
    """Kernels of a program, lines of the table, and what is wrong."""
    name = os.path.basename(source)[:-3]
    target, text = compile_program(source, options, library)
    own = stacks(text)
    lines, wrong = [], [f"{name}: {function} has a stack of {size} bytes in PTX"
                        for function, size in own.items() if size > 0]
    for architecture in ARCHITECTURES if assembler else []:
        found = assemble(assembler, target, architecture)
        for function, (stack, spills, registers) in found.items():
            lines.append(f"{registers or '-':>4} {architecture} {name} {function}")
            if stack > 0 or spills > 0:
                wrong.append(f"{name}: {function} has a stack of {stack} bytes on {architecture}"
                             f" and spills {spills}")
    return set(own), lines, wrong


def main():
    root, programs = sys.argv[1:]
    library, assembler = find_library(), find_assembler()
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
                    lambda source: check(source, options, library, assembler), sources):
                seen |= own
                wrong += faults
                print("\n".join(lines))
    wrong += [f"kernel {name} is in no program" for name in sorted(kernels_of(root) - seen)]
    print(f"{len(sources)} programs, {len(seen)} kernels" +
          ("" if assembler else "; no assembler"))
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

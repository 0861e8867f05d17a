"""Translate every kernel to SPIR-V, and validate the result.

Clang compiles each program to unoptimised LLVM bitcode for a SPIR-V target, as required by
SPIRV-LLVM-Translator. llvm-spirv, of the same version, translates it, and spirv-val validates it
for OpenCL 1.2. Undefined functions other than OpenCL's would be imports.
Exits with 77 if one of the tools is missing.
Usage: spirv.py ROOT KERNEL_PROGRAMS
"""

import re
import shutil
import sys

import programs

VERSIONS = range(14, 30)
VALIDATE = ["spirv-val", "--target-env", "opencl1.2"]
KERNEL = re.compile(r'OpEntryPoint Kernel %\w+ "(\w+)"')
IMPORT = re.compile(r'LinkageAttributes "(?!__spirv_BuiltIn)(\w+)" Import')


def find_translator():
    """Returns (Clang, llvm-spirv) of their newest common version, or None."""
    for version in reversed(VERSIONS):
        translator = shutil.which(f"llvm-spirv-{version}")
        clang = programs.find_clang(version) if translator else None
        if clang:
            return clang, translator
    return None


def main():
    tools = find_translator()
    if tools is None or shutil.which("spirv-val") is None or shutil.which("spirv-dis") is None:
        return programs.skip("no Clang with llvm-spirv of its version, or no spirv-val")

    def check(name, source, options):
        found = programs.Findings(name)
        bitcode, target = source[:-3] + ".bc", source[:-3] + ".spv"
        programs.call([tools[0], *programs.LANGUAGE, "--target=spir64", *options, "-O0",
                       "-emit-llvm", "-c", "-o", bitcode, source])
        programs.call([tools[1], "--spirv-max-version=1.0", bitcode, "-o", target])
        programs.call([*VALIDATE, target])
        text = programs.call(["spirv-dis", target])
        found.kernels.update(KERNEL.findall(text))
        for undefined in IMPORT.findall(text):
            found.complain(f"{undefined} is defined nowhere")
        return found

    return programs.verdict(programs.examine("intel", check))


if __name__ == "__main__":
    sys.exit(main())

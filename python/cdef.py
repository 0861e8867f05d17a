"""Write the C source of the binding, generated from the public headers.

The headers are preprocessed, and their declarations, without those of system headers, become
callable from Python. Usage: cdef.py OUTPUT ROOT COMPILER [FLAG...]
"""

import os
import re
import subprocess
import sys

import cffi

# Types from other headers: GMP's integers, with a layout left to the compiler; and free().
FOREIGN = """
typedef struct { ...; } __mpz_struct;
typedef __mpz_struct mpz_t[1];
typedef const __mpz_struct *mpz_srcptr;
typedef __mpz_struct *mpz_ptr;
void free(void *);
"""
MARKER = re.compile(r'# \d+ "([^"]*)"')
ATTRIBUTE = re.compile(r"__attribute__\s*\(\((?:[^()]|\([^()]*\))*\)\)")


def preprocessed(compiler, root):
    """Returns the declarations of the project's own headers, without comments and directives."""
    own = [os.path.join(root, folder) for folder in ("include/clmodp", "python")]
    command = [*compiler, "-I", os.path.join(root, "include"),
               '-DCLM_CALLS_PYTHON=extern "Python+C"', "-E", "-x", "c",
               os.path.join(root, "python", "glue.h")]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    kept, ours = [], False
    for line in text.splitlines():
        if match := MARKER.match(line):
            ours = os.path.dirname(os.path.realpath(match[1])) in own
        elif ours:
            kept.append(line)
    return "\n".join(kept)


def without_bodies(text):
    """Turns inline functions into declarations; the compiler finds the bodies in the headers."""
    kept, end = [], 0
    for match in re.finditer(r"\bstatic inline\b([^{;]*)\{", text):
        kept.append(text[end:match.start()] + match[1].rstrip() + ";")
        depth, end = 1, match.end()
        while depth:
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
    return "".join(kept) + text[end:]


def main():
    output, root, *compiler = sys.argv[1:]
    declarations = ATTRIBUTE.sub("", preprocessed(compiler, os.path.realpath(root)))
    ffi = cffi.FFI()
    ffi.cdef(FOREIGN + without_bodies(declarations))
    ffi.set_source("clmodp._native", '#include <stdlib.h>\n#include "python/glue.h"\n',
                   py_limited_api=True)
    ffi.emit_c_code(output)


if __name__ == "__main__":
    main()

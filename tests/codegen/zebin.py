"""Reader of kernel properties in binaries for Intel's GPUs, ELF files in the format zebin.

The section .ze_info is YAML, of which only the necessary lines are read. Values of a work-item
outside registers are in a buffer per hardware thread: "scratch" for spilled registers, "scratch"
or "private_space" in global memory for arrays. Some versions give the size of the latter per lane.
"""

import re
import struct

SECTION = b".ze_info"
HEADER = struct.Struct("<40xQ10xHHH")  # section headers: offset, size, count, index of names
ENTRY = struct.Struct("<I20xQQ")  # name, offset and size of a section
KERNELS = re.compile(r"(?ms)^kernels: *\n(.*?)(?=^\S|\Z)")
KERNEL = re.compile(r"(?ms)^  - name: +(\S+)\n(.*?)(?=^  - |\Z)")
NUMBER = re.compile(r"(?m)^ +(grf_count|simd_size|spill_size|private_size): +(\d+)$")
BUFFERS = re.compile(r"(?ms)^    per_thread_memory_buffers: *\n(.*?)(?=^    \w|\Z)")
SIZE = re.compile(r"(?m)^ +size: +(\d+)$")


def section_of(binary, wanted):
    """Returns the bytes of a section of a 64-bit ELF file, or None."""
    if binary[:6] != b"\x7fELF\x02\x01":
        return None
    place, size, count, names = HEADER.unpack_from(binary)
    entries = [ENTRY.unpack_from(binary, place + k * size) for k in range(count)]
    start = entries[names][1]
    for name, offset, length in entries:
        if binary[start + name:].startswith(wanted + b"\0"):
            return binary[offset:offset + length]
    return None


def kernels_of(binary):
    """Returns {kernel: {"grf_count", "simd_size", "buffers", in some versions "spill_size" and
    "private_size"}} of a binary; "buffers" is the number of bytes of values kept in memory."""
    section = section_of(binary, SECTION)
    if section is None:
        raise RuntimeError("no binary of the format zebin")
    listed = KERNELS.search(section.decode())
    told = {}
    for kernel, text in KERNEL.findall(listed.group(1) if listed else ""):
        told[kernel] = {key: int(value) for key, value in NUMBER.findall(text)}
        told[kernel]["buffers"] = sum(int(size) for buffers in BUFFERS.findall(text)
                                      for size in SIZE.findall(buffers))
    return told

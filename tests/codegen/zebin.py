"""What a binary for Intel's GPUs, an ELF file in the format zebin, tells of its kernels.

Its section .ze_info is YAML, of which the lines that are wanted are read here. Values of a
work-item that are in no register are in a buffer that each hardware thread has: for spilled
registers it is "scratch", for arrays that, or "private_space" in global memory, whose size some
versions give for a lane.
"""

import re
import struct

SECTION = b".ze_info"
HEADER = struct.Struct("<40xQ10xHHH")  # where sections' headers are; size, count, that of names
ENTRY = struct.Struct("<I20xQQ")  # a name, and where the section is
KERNELS = re.compile(r"(?ms)^kernels: *\n(.*?)(?=^\S|\Z)")
KERNEL = re.compile(r"(?ms)^  - name: +(\S+)\n(.*?)(?=^  - |\Z)")
NUMBER = re.compile(r"(?m)^ +(grf_count|simd_size|spill_size|private_size): +(\d+)$")
BUFFERS = re.compile(r"(?ms)^    per_thread_memory_buffers: *\n(.*?)(?=^    \w|\Z)")
SIZE = re.compile(r"(?m)^ +size: +(\d+)$")


def section_of(binary, wanted):
    """The bytes of a section of an ELF file of 64 bits, or None."""
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
    """{kernel: {"grf_count", "simd_size", "buffers" and, of versions that tell, "spill_size" and
    "private_size"}} of the bytes of a binary. Of "buffers" bytes are values kept in memory."""
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

"""Compile every kernel for Intel's GPUs, without a GPU, and check the binaries.

Intel's offline compiler, ocloc, in CLMODP_OCLOC or PATH (see scripts/get_ocloc), compiles each
program like the driver. Kernels may not keep values in memory, neither spilled registers nor
arrays, except the listed kernels up to their limits. A kernel with a long array verifies that
binaries show values in memory. Programs with residues in double precision are compiled for GPUs
that support it. Binaries depend on the version of ocloc: for untested versions values in memory
are only reported.
Exits with 77 if ocloc is missing or too old.
Usage: intel.py ROOT KERNEL_PROGRAMS
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile

import programs
import zebin

# Xe-LP (processors from Tiger Lake on) and Xe-HPG (Arc A) do not support double precision; Xe-LPG
# (as in Meteor Lake) and Xe-HPC do.
AMOUNTS = {"tgllp": programs.ALL, "acm-g10": programs.NONE}
OF_DOUBLES = {"mtl-h": programs.ALL, "pvc": programs.NONE}
DOUBLES = "-double"  # in names of programs
OLDEST = SEEN = (26, 27)  # 22.43 of Debian 12 does not know Meteor Lake

KEPT = "keeps values in memory on "
VALUES = "96 values of a lane are in registers"
LONG = "rows of long residues by 32 work-items a thread, which has 128 registers of 16 words"
MOST = {  # bytes a thread
    ("butterfly_rows", "tgllp"): (1024, VALUES),
    ("butterfly_rows", "acm-g10"): (4096, VALUES),
    ("sparse_rows", "tgllp"): (1024, VALUES),
    ("sparse_rows", "acm-g10"): (4096, VALUES),
    ("schur_resultants", "pvc"): (4096, LONG),
    ("vandermonde_block", "pvc"): (16384, LONG),
    ("vandermonde_window", "pvc"): (8192, LONG),
}
ALLOWED = programs.Allowances({(kernel, KEPT + device): reason
                               for (kernel, device), (_, reason) in MOST.items()})

CONTROL = """kernel void control(global uint *x, uint n)
{
    uint kept[4096];

    for (uint k = 0; k < 4096; k++)
        kept[k] = x[3 * k];
    for (uint k = 0; k < n; k++)
        kept[x[k] % 4096] += kept[k % 4096];
    x[get_global_id(0)] = kept[n % 4096];
}
"""


def find_compiler():
    """Returns the path of ocloc, or None."""
    return os.environ.get("CLMODP_OCLOC") or shutil.which("ocloc")


def version_of(compiler):
    """Returns (year, week) of the version of ocloc, which ocloc writes to a file."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([compiler, "query", "OCL_DRIVER_VERSION"], cwd=folder, check=True,
                       stdout=subprocess.DEVNULL)
        told = programs.read(os.path.join(folder, "OCL_DRIVER_VERSION"))
    return tuple(int(part) for part in re.findall(r"\d+", told)[:2])


def knows(compiler, device):
    """Tests whether this version supports a device; later versions drop old devices."""
    return subprocess.run([compiler, "ids", device], stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, check=False).returncode == 0


def compile_for(device, compiler, source, options):
    """Returns (kernels of a program's binary, None), or (None, reason of the failure)."""
    target = f"{source[:-3]}.{device}"
    done = subprocess.run([compiler, "compile", "-file", source, "-device", device,
                           "-options", " ".join(options), "--format", "zebin", "-exclude_ir",
                           "-output_no_suffix", "-output", target],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    made = [name for name in (target + ".bin", target) if os.path.exists(name)]
    if done.returncode != 0 or not made:
        return None, f"ocloc ends with {done.returncode}: {done.stdout[:1000]}"
    with open(made[0], "rb") as file:
        return zebin.kernels_of(file.read()), None


def try_control(device, compiler):
    """Returns a list of faults: binaries for a device must show values in memory."""
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "control.cl")
        with open(source, "w", encoding="utf-8") as file:
            file.write(CONTROL)
        kernels, why = compile_for(device, compiler, source, [])
    if kernels is None:
        return [f"control: {why} for {device}"]
    if kernels.get("control", {}).get("buffers", 0) < 4096:
        return [f"control: an array of 4096 words is not seen in memory of {device}"]
    return []


def permitted(kernel, device, kept):
    """Tests whether a kernel may keep `kept` bytes in memory."""
    return ALLOWED.permit(kernel, KEPT + device) and kept <= MOST[kernel, device][0]


def look(device, kernels, found):
    """Adds the resources and faults of a binary's kernels to the findings."""
    found.kernels.update(kernels)
    for kernel, info in kernels.items():
        kept = info["buffers"]
        found.lines.append(f"{info['grf_count']} registers, {info['simd_size']:>2} work-items a "
                           f"thread, {kept:>5} bytes in memory: {device} {found.program} {kernel}")
        if kept == 0 or found.program in programs.ARRAYS or permitted(kernel, device, kept):
            continue
        found.takes_more(f"{kernel} {KEPT}{device}, in buffers of {kept} bytes; "
                         f"{info.get('spill_size', 0)} bytes are spilled")


def main():
    compiler = find_compiler()
    if compiler is None:
        return programs.skip("no ocloc, Intel's offline compiler; scripts/get_ocloc gets one")

    version = version_of(compiler)
    print("ocloc", ".".join(map(str, version)))
    if version < OLDEST:
        return programs.skip(f"which is older than {OLDEST[0]}.{OLDEST[1]}")
    known = {device for device in {**AMOUNTS, **OF_DOUBLES} if knows(compiler, device)}
    if version != SEEN:
        unknown = sorted({**AMOUNTS, **OF_DOUBLES}.keys() - known)
        print("which was not seen before: what kernels keep in memory is only told, and devices",
              "that it does not know are left out:", ", ".join(unknown) or "none")
    elif len(known) < len(AMOUNTS) + len(OF_DOUBLES):
        return programs.verdict(["it knows only " + ", ".join(sorted(known))])

    unlike = None if version == SEEN else f"ocloc {SEEN[0]}.{SEEN[1]}"

    def check(name, source, options):
        found = programs.Findings(name, unlike)
        devices = programs.wanted(name, OF_DOUBLES if DOUBLES in name else AMOUNTS)
        for device in (device for device in devices if device in known):
            kernels, why = compile_for(device, compiler, source, options)
            if kernels is None:
                found.complain(f"{why} for {device}")
            else:
                look(device, kernels, found)
        return found

    wrong = [fault for device in sorted(known)
             for fault in try_control(device, compiler)]
    wrong += programs.examine("intel", check)
    if os.environ.get("CLMODP_TEST_LONG"):  # for all devices
        ALLOWED.tell_unused()
    return programs.verdict(wrong)


if __name__ == "__main__":
    sys.exit(main())

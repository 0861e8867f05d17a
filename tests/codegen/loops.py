"""Instruction counts of kernels' loops by pipe, from listings of disassemblers and compilers.

A loop is the code from a label to a branch back to it, without another such loop inside. All its
instructions count, regardless of branches within it. Each instruction belongs to a pipe:

    wide           products of words into double words, or their upper words; on AMD's GPUs,
                   with only one multiplier of words, all products of words
    narrow         products, sums and moves by the unit that multiplies words
    alu, double, float    other arithmetic, by kind
    load, store    global memory, and constants from memory
    get, put       local memory
    scalar         values computed once for a warp or wave
    control        branches, barriers, waits

Issue slots are instructions, wide ones counted twice, since they run at half the rate of others
or less. On AMD's GPUs scalar and control instructions take none: other units issue them at the
same time, for other waves. Usage: loops.py nvidia|amd FILE [KERNEL] prints all loops of a listing.
"""

import re
import sys

import programs

PIPES = ["wide", "narrow", "alu", "double", "float", "load", "store", "get", "put", "scalar",
         "control"]


class Machine:
    """Syntax and pipes of a vendor's listings."""

    def __init__(self, kernels, code, branch, pipes, free):
        self.kernels = re.compile(kernels)
        self.code = re.compile(code)      # (label, instruction), one of them empty
        self.branch = re.compile(branch)  # its target
        self.pipes = [(pipe, re.compile(pattern)) for pipe, pattern in pipes]
        self.free = free                  # pipes that take no issue slot

    def kernels_of(self, text):
        """Returns {name: (label, instruction) pairs} of a listing."""
        return {match.group("name"): self.code.findall(match.group("code"))
                for match in self.kernels.finditer(text)}

    def pipe_of(self, instruction):
        return next(pipe for pipe, pattern in self.pipes if pattern.match(instruction))

    def count(self, instructions):
        """Returns the number of instructions by pipe."""
        counts = dict.fromkeys(PIPES, 0)
        for instruction in instructions:
            counts[self.pipe_of(instruction)] += 1
        return counts

    def slots(self, counts):
        """Returns the issue slots of counts by pipe."""
        return sum(count * (2 if pipe == "wide" else 1) for pipe, count in counts.items()
                   if pipe not in self.free)

    def loops(self, code):
        """Returns the counts of each innermost loop."""
        return [self.count(loop) for loop in programs.loops_of(code, self.branch)]

    def whole(self, code):
        """Returns the counts of a whole kernel."""
        return self.count(instruction for label, instruction in code if not label)


GUARD = r"(?:@!?U?P\w+ )?"
NVIDIA = Machine(
    kernels=r"(?ms)^\s*\.section\s+\.text\.(?P<name>\w+),(?P<code>.*?)(?=^\s*\.section|\Z)",
    code=r"\s*(?:(\.L_\w+):|/\*[0-9a-f]+\*/\s+(?!\s|NOP)(.*?)\s*;)",  # NOPs are padding
    branch=r".*\bBRA\b.*\((\.L_\w+)\)",
    pipes=[(pipe, GUARD + pattern) for pipe, pattern in [
        ("wide", r"IMAD\.(?:WIDE|HI)\b"),
        ("narrow", r"IMAD\b"),
        ("double", r"D(?:ADD|MUL|FMA|SETP|MNMX)\b"),
        ("float", r"(?:F(?:ADD|MUL|FMA|SETP|SEL|MNMX|RND|CHK)|HFMA2|MUFU|[IF]2[IF]P?)\b"),
        ("load", r"(?:LDG|LDC|LD)\b"),
        ("store", r"(?:STG|ST|ATOMG|ATOM|RED)\b"),
        ("get", r"LDS\b"),
        ("put", r"(?:STS|ATOMS)\b"),
        ("control", r"(?:BRA|BRX|JMP|EXIT|RET|CALL|BSSY|BSYNC|BREAK|BAR|BMOV|WARPSYNC|YIELD"
                    r"|MEMBAR|DEPBAR|NANOSLEEP|CCTL|ERRBAR)\b"),
        ("scalar", r"(?:U[A-Z]\w+|R2UR|S2UR|VOTEU)\b"),
        ("alu", ""),
    ]],
    free=())
AMD = Machine(
    kernels=r"(?ms)^(?P<name>\w+):\s+; @(?P=name)\n(?P<code>.*?)^; Kernel info:",
    code=r"(?m)^(?:(\.LBB\w+):|\t([a-z]\w+(?:[ \t][^;\n]*)?))",
    branch=r"s_c?branch\w*\s+(\.LBB\w+)",
    pipes=[
        ("wide", r"v_(?:mad_[iu]64_[iu]32|mul_(?:hi|lo)_[iu]32)"),
        ("narrow", r"v_(?:mul|mad)\w*_[iu](?:24|16)"),
        ("double", r"v_\w*f64"),
        ("float", r"v_\w*f(?:32|16)"),
        ("load", r"(?:global|flat|buffer)_load"),
        ("store", r"(?:global|flat|buffer)_(?:store|atomic)"),
        ("get", r"ds_(?:read|bpermute|permute|swizzle)"),
        ("put", r"ds_"),
        ("control", r"s_(?:c?branch|setpc|waitcnt|nop|barrier|endpgm|sleep|code_end)"),
        ("scalar", r"s_|v_readfirstlane|v_readlane"),
        ("alu", ""),
    ],
    free=("scalar", "control"))
MACHINES = {"nvidia": NVIDIA, "amd": AMD}


def main():
    machine, path, *kernels = sys.argv[1:]
    machine = MACHINES[machine]
    for name, code in machine.kernels_of(programs.read(path)).items():
        if kernels and name not in kernels:
            continue
        for counts in [machine.whole(code), *machine.loops(code)]:
            words = " ".join(f"{pipe} {count}" for pipe, count in counts.items() if count > 0)
            print(f"{machine.slots(counts):>6} slots: {name}: {words}")


if __name__ == "__main__":
    main()

"""Test loops.py and budgets.py with listings of known counts, and with invalid tables."""

import sys

import budgets
import loops

SASS = """
\t.section\t.text.sweep,"ax",@progbits
.text.sweep:
sweep:
        /*0000*/                   LDC R1, c[0x0][0x28] ;
.L_x_1:
        /*0010*/                   LDG.E R2, desc[UR4][R4.64] ;
        /*0020*/              @!P1 IMAD.WIDE R6, R2, R3, RZ ;
        /*0030*/                   IMAD.HI.U32 R7, R6, R3, R6 ;
        /*0040*/                   IMAD.MOV.U32 R8, RZ, RZ, R7 ;
        /*0050*/                   VIADDMNMX.U32 R8, R8, R9, R8, PT ;
.L_x_2:
        /*0060*/                   STG.E desc[UR4][R4.64], R8 ;
        /*0070*/                   STG.E desc[UR4][R4.64+0x100], R8 ;
        /*0080*/                   UIADD3 UR4, UR4, 0x1, URZ ;
        /*0090*/               @P0 BRA `(.L_x_1) ;
        /*00a0*/                   DFMA R10, R10, R12, R14 ;
.L_x_3:
        /*00b0*/                   STS [R2], R3 ;
        /*00c0*/                   LDS R3, [R2+0x4] ;
        /*00d0*/                   FADD R3, R3, R4 ;
        /*00e0*/               @P0 BRA `(.L_x_3) ;
        /*00f0*/                   EXIT ;
        /*0100*/                   NOP ;
\t.section\t.text.other,"ax",@progbits
other:
        /*0000*/                   EXIT ;
"""
GCN = """
sweep:                                  ; @sweep
; %bb.0:
\ts_load_dwordx2 s[0:1], s[4:5], 0x0
.LBB0_1:                                ; =>This Inner Loop Header: Depth=1
\tglobal_load_dword v1, v[2:3], off
\ts_waitcnt vmcnt(0)
\tv_mad_i64_i32 v[4:5], s[2:3], v1, v6, 0
\tv_mul_lo_u32 v7, v4, v8
\tv_min_u32_e32 v7, v7, v9
\tds_write_b32 v2, v7
\tglobal_store_dword v[2:3], v7, off
\ts_cbranch_scc0 .LBB0_1
; %bb.2:
\tv_fma_f64 v[0:1], v[0:1], v[2:3], v[4:5]
\ts_endpgm
; Kernel info:
"""
NOTHING = dict.fromkeys(loops.PIPES, 0)
COUNTS = [
    (loops.NVIDIA, SASS, {"narrow": 1, "wide": 2, "alu": 1, "load": 1, "store": 2, "scalar": 1,
                          "control": 1}, 11),
    (loops.AMD, GCN, {"wide": 2, "alu": 1, "load": 1, "store": 1, "put": 1, "control": 2}, 8),
]
HEAD = "\t".join(budgets.COLUMNS) + "\n"
LINE = ["sm_90", "p", "sweep", "word", "store", "wide>=0.5", "wide + store", "5.5",
        "a product. Above: known"]
# Changes of the line, and its result: (slots, units), None, or words of an error.
TABLES = [
    ({}, (5.5, 2)),
    ({"per": "store/2"}, (11, 1)),
    ({"loop": "wide>=2"}, None),
    ({"loop": "wide<0.5 alu>=0.1"}, None),
    ({"kernel": "other"}, None),
    ({"per": "get", "loop": "put>=1"}, (4, 1)),
    ({"loop": "whole"}, (9, 2)),
    ({"minimum": "3 wide"}, "below its minimum"),
    ({"minimum": "nothing"}, "nothing"),
    ({"why": "a product"}, "no reason"),
    ({"why": ""}, "cells"),
]


def counts_are_right():
    for machine, text, expected, slots in COUNTS:
        kernels = machine.kernels_of(text)
        counts = machine.loops(kernels["sweep"])[0]
        if counts != {**NOTHING, **expected} or machine.slots(counts) != slots:
            yield f"{counts}, {machine.slots(counts)} slots; expected {expected}, {slots}"
        if machine.whole(kernels["sweep"])["double"] != 1:
            yield "what is behind a loop is not counted in the whole"


def tables_are_read():
    kernels = loops.NVIDIA.kernels_of(SASS)
    for changes, expected in TABLES:
        cells = budgets.Budget(*LINE)._replace(**changes)
        try:
            line, = budgets.read_table(HEAD + "\t".join(cells) + "\n")
            measured = budgets.measure(line, kernels[line.kernel])
            found = measured and measured[:2]
        except (KeyError, ValueError) as error:
            found = str(error)
        good = expected in found if isinstance(expected, str) and found else found == expected
        if not good:
            yield f"{changes}: {found}, expected {expected}"


def budgets_hold():
    """Loops above their budgets and missing loops are reported, others are not."""
    kernels = loops.NVIDIA.kernels_of(SASS)
    for changes, words in [({}, None), ({"budget": "5.4"}, "5.50 issue slots"),
                           ({"kernel": "gone"}, "no loop of word")]:
        found = budgets.programs.Findings("p")
        budgets.hold([budgets.Budget(*LINE)._replace(**changes)], "sm_90", found, kernels)
        told = " ".join(found.wrong)
        if bool(told) != bool(words) or (words or "") not in told:
            yield f"{changes}: {found.wrong}, expected {words}"


def main():
    wrong = [*counts_are_right(), *tables_are_read(), *budgets_hold()]
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

/* One interface to the residue types, chosen by RESIDUE when kernels are compiled.
 *
 * A residue is the device's representation of a class modulo p, a residue_word the integer in
 * [0, p) that stands for it; 0 represents zero in every type. Every type header documents its
 * ranges; functions take and give residues reduced to its canonical range:
 *
 *     residue_to(v, f)               of any residue_word v (32 bits where that is u32)
 *     residue_from(a, f)             back
 *     residue_one(f)
 *     residue_add, _sub, _mul        (a, b, f)
 *     residue_neg                    (a, f)
 *     residue_cross(a, b, c, d, f)   a * b - c * d, with one reduction where that can be
 *     residue_pow(a, e, f)           e a u32; 0^0 = 1 */
#ifndef CLM_RESIDUE_H
#define CLM_RESIDUE_H

#include "fp.h"

/* The values of RESIDUE. */
#define RESIDUE_MONTGOMERY31 0

#ifndef RESIDUE
#define RESIDUE RESIDUE_MONTGOMERY31
#endif

#if RESIDUE == RESIDUE_MONTGOMERY31
typedef u32 residue;
typedef u32 residue_word;
typedef fp_field residue_field;
#define residue_to fp_to
#define residue_from fp_from
#define residue_one(f) ((f).one)
#define residue_add fp_add
#define residue_sub fp_sub
#define residue_neg fp_neg
#define residue_mul fp_mul
#define residue_cross fp_cross
#define residue_pow fp_pow
#endif

/* A prime and its points start, start + 1, ..., none of them 0 modulo p and all below 2^32. */
typedef struct residue_prime {
    residue_field field; /* 16 bytes in every type */
    u32 start;
    u32 unused[3];
} residue_prime;

#endif

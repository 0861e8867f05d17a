/* Converts residues of any type to mixed radix digits, a chunk of digits at a time. [Eme12, 5.8,
 * Fig. 5 and 6]
 *
 * With M_i = p_0 ... p_(i-1), the digits of X = a_0 M_0 + a_1 M_1 + ... are
 *
 *     a_j = (X - a_0 M_0 - ... - a_(j-1) M_(j-1)) / M_j   modulo p_j
 *
 * A work-group takes COLUMNS values, a work-item one digit of each of them at a time, so that a
 * chunk has NT digits:
 *
 *     a_0  ...         a_i ...
 *     [triangle]                        a_j downwards
 *     [ block  ][triangle]
 *     [ block  ][ block  ][triangle]
 *
 * The triangular part, MRC_stairs in the paper, computes the digits of the chunk in order, and
 * subtracts each from the later ones, times its weight M_i / M_j, which is updated from digit to
 * digit. MRC_block subtracts the digits of earlier chunks. The paper takes two products per digit;
 * as all of these digits are known, Horner's rule takes one:
 *
 *     a_0 + p_0 (a_1 + p_1 (a_2 + ...))
 *
 * Primes ascend, so that digits need no reduction modulo later ones. Values stay plain integers in
 * the type of residues: in every type the product of an integer and a residue is an integer.
 * Several values share weights and converted primes: with montgomery31 and PoCL a digit of a value
 * takes 0.7 ns for COLUMNS = 8, 1.2 for 4 and, as in the paper, 3.0 for 1. */
#include "../../arith/residue_inverse.h"
#include "mrc_shape.h"

/* Values of a work-group, and whether local memory holds all their digits. */
#ifndef COLUMNS
#define COLUMNS 8
#endif
#ifndef MRC_LOCAL
#define MRC_LOCAL 1
#endif

/* The address space of a group's digits, [value][prime], during the computation. */
#if MRC_LOCAL
#define MRC_SPACE local
#define MRC_FENCE CLK_LOCAL_MEM_FENCE
#else
#define MRC_SPACE global
#define MRC_FENCE CLK_GLOBAL_MEM_FENCE
#endif

/* p_i modulo the prime of f. */
#define MRC_PRIME(i, f) residue_to((residue_word)info[i].field.p, f)

/* Computes factors[j] = 1 / M_j and factors[primes + j] = M_i / M_j modulo p_j, where i is the
 * first of the chunk of j; one work-item for each j. */
kernel void mrc_constants(global residue *factors, global const residue_prime *info,
                          mrc_shape s)
{
    const u32 j = get_global_id(0);

    if (j >= s.primes)
        return;

    const residue_field f = info[j].field;
    residue before = residue_one(f), within = residue_one(f);

    for (u32 i = 0; i < j; i++) {
        const residue p = MRC_PRIME(i, f);

        if (i < j / NT * NT)
            before = residue_mul(before, p, f);
        else
            within = residue_mul(within, p, f);
    }
    within = residue_inverse(within, f);
    factors[j] = residue_mul(within, residue_inverse(before, f), f);
    factors[s.primes + j] = within;
}

/* Sets value[c], for each of `live` values, to the sum of its digits below `known` times weights,
 * by Horner's rule (MRC_block). The barrier helps compilers vectorise over work-items. */
static inline void mrc_block(private residue *value, MRC_SPACE const residue_word *place,
                             u32 known, u32 live, global const residue_prime *info,
                             residue_field f, mrc_shape s)
{
#pragma unroll
    for (u32 c = 0; c < COLUMNS; c++)
        value[c] = 0;
    for (u32 i = known; i-- > 0;) {
        const residue p = MRC_PRIME(i, f);

#pragma unroll
        for (u32 c = 0; c < COLUMNS; c++) {
            const residue a = (residue)place[min(c, live - 1) * s.primes + i];

            value[c] = residue_add(residue_mul(value[c], p, f), a, f);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

/* Computes the digits of the chunk from `first` on, in order (MRC_stairs). */
static inline void mrc_triangle(private residue *value, MRC_SPACE residue_word *place, u32 first,
                                u32 live, residue weight, global const residue_prime *info,
                                residue_field f, mrc_shape s)
{
    const u32 mine = first + get_local_id(0), end = min(first + NT, s.primes);

    for (u32 i = first; i < end; i++) {
        if (mine == i) {
#pragma unroll
            for (u32 c = 0; c < COLUMNS; c++)
                if (c < live)
                    place[c * s.primes + i] = (residue_word)value[c];
        }
        barrier(MRC_FENCE);
        if (mine > i) {
#pragma unroll
            for (u32 c = 0; c < COLUMNS; c++) {
                const residue a = (residue)place[min(c, live - 1) * s.primes + i];

                value[c] = residue_sub(value[c], residue_mul(a, weight, f), f);
            }
            weight = residue_mul(weight, MRC_PRIME(i, f), f);
        }
    }
}

/* Computes all digits of COLUMNS values in a work-group of NT. residues: row order[j] has the
 * residues modulo prime j. shared: COLUMNS * s.primes digits, if MRC_LOCAL. */
kernel void mrc_digits(global residue_word *digits, global const residue_word *residues,
                       global const residue_prime *info, global const residue *factors,
                       global const u32 *order, mrc_shape s, local residue_word *shared)
{
    const u32 column = get_group_id(0) * COLUMNS, live = min((u32)COLUMNS, s.columns - column);
    residue value[COLUMNS];

    digits += (size_t)column * s.primes;
#if MRC_LOCAL
    local residue_word *place = shared;
#else
    global residue_word *place = digits;
#endif
    for (u32 first = 0; first < s.primes; first += NT) {
        /* Work-items past the end repeat the last digit without storing it. */
        const u32 mine = first + get_local_id(0), j = min(mine, s.primes - 1);
        const residue_field f = info[j].field;

        mrc_block(value, place, first, live, info, f, s);
#pragma unroll
        for (u32 c = 0; c < COLUMNS; c++) {
            const size_t at = (size_t)order[j] * s.columns + column + min(c, live - 1);
            const residue rest = residue_sub((residue)residues[at], value[c], f);

            value[c] = residue_mul(rest, factors[j], f);
        }
        mrc_triangle(value, place, first, live, factors[s.primes + j], info, f, s);
#if MRC_LOCAL
#pragma unroll
        for (u32 c = 0; c < COLUMNS; c++)
            if (c < live && mine < s.primes)
                digits[(size_t)c * s.primes + mine] = (residue_word)value[c];
#endif
    }
}

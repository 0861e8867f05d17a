/* Operation counts of kernels, by work-item: words of global memory read and written, and
 * arithmetic operations. Host code counts nothing.
 *
 * Closed forms predict the counts of a launch (src/cost/rates.h); kernels built with CLM_TALLY
 * measure them, so that tests can compare. Such a kernel takes one more argument, the counters, of
 * which each work-item has TALLY_KINDS:
 *
 *     kernel void add(global u32 *to, global const u32 *from TALLY_ARGUMENT)
 *     {
 *         TALLY_BEGIN;
 *         STORED(to[0]) = fp_add(LOADED(to[0]), LOADED(from[0]), f);
 *     }
 *
 * Arithmetic functions count their own operations. They find the counters in a program-scope
 * variable instead of an argument, which needs OpenCL C 2.0 (kernel.h). In all other builds these
 * macros expand to no code. */
#ifndef CLM_TALLY_H
#define CLM_TALLY_H

/* Kinds of counters. */
enum {
    TALLY_READ,      /* words of 32 bits of global memory */
    TALLY_WRITTEN,
    TALLY_PRODUCTS,  /* of two residues, reduced at once or later; a conversion to Montgomery form
                        counts as one, back as none */
    TALLY_ADDITIONS, /* and subtractions, of residues, their products, or elements of a scan */
    TALLY_DIGITS,    /* of keys, examined */
    TALLY_KINDS
};

#ifdef CLM_TALLY
global ulong *tally_counters;

static inline void tally_add(uint kind, ulong n)
{
    tally_counters[TALLY_KINDS * get_global_id(0) + kind] += n;
}

#define TALLY_ARGUMENT , global ulong *tally
#define TALLY_BEGIN (tally_counters = tally)

/* Adds n to a counter. */
#define TALLY(kind, n) tally_add(TALLY_##kind, n)

/* Count an element of global memory that is read, and one that is assigned to. */
#define LOADED(element) (TALLY(READ, sizeof(element) / 4), (element))
#define STORED(element) (*(TALLY(WRITTEN, sizeof(element) / 4), &(element)))

#else
#define TALLY_ARGUMENT
#define TALLY_BEGIN ((void)0)
#define TALLY(kind, n) ((void)0)
#define LOADED(element) (element)
#define STORED(element) (element)
#endif

#endif

/* What work-items do, counted: words of global memory read and written, and operations; kernels,
 * and in C nothing.
 *
 * Closed forms say what a launch does (src/cost/rates.h); a build of the kernels with CLM_TALLY
 * counts it, so that tests can compare. There a kernel takes one more argument, the counters, of
 * which each work-item has TALLY_KINDS of its own:
 *
 *     kernel void add(global u32 *to, global const u32 *from TALLY_ARGUMENT)
 *     {
 *         TALLY_BEGIN;
 *         STORED(to[0]) = fp_add(LOADED(to[0]), LOADED(from[0]), f);
 *     }
 *
 * Arithmetic counts itself. Functions find the counters in a variable of the program, so that none
 * takes an argument for them; OpenCL C 2.0 has these (kernel.h). In all other builds nothing
 * of this is left. */
#ifndef CLM_TALLY_H
#define CLM_TALLY_H

/* What is counted. */
enum {
    TALLY_READ,      /* words of 32 bits of global memory */
    TALLY_WRITTEN,
    TALLY_PRODUCTS,  /* of two residues, to be reduced at once or later; to enter Montgomery form
                        is one, to leave it none */
    TALLY_ADDITIONS, /* and subtractions, of residues or their products; of elements that a scan
                        adds */
    TALLY_DIGITS,    /* of keys, looked at */
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

/* So many more of a kind. */
#define TALLY(kind, n) tally_add(TALLY_##kind, n)

/* An element of global memory whose value is taken, and one that is assigned to. */
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

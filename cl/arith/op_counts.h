/* Operation counts of kernels, by work-item: words of global memory read and written, and
 * arithmetic operations.
 *
 * Closed forms predict the counts of a launch (src/cost/cost.h); kernels built with
 * CLM_COUNT_OPERATIONS measure them, so that tests can compare. Such a kernel takes one more
 * argument, COUNT_KINDS counters for each work-item:
 *
 *     kernel void add(global u32 *to, global const u32 *from COUNT_ARGUMENT)
 *     {
 *         COUNT_BEGIN;
 *         STORED(to[0]) = fp_add(LOADED(to[0]), LOADED(from[0]), f);
 *     }
 *
 * Arithmetic functions count their own operations. They find the counters in a program-scope
 * variable, which needs OpenCL C 2.0 (kernel.h). In other builds, and on the host, these macros
 * expand to no code. */
#ifndef CLM_OP_COUNTS_H
#define CLM_OP_COUNTS_H

/* Kinds of counters. */
enum {
    COUNT_READ,      /* words of 32 bits of global memory */
    COUNT_WRITTEN,
    COUNT_PRODUCTS,  /* of two residues, reduced at once or later; a conversion to Montgomery form
                        counts as one, back as none */
    COUNT_ADDITIONS, /* and subtractions, of residues, their products, or elements of a scan */
    COUNT_DIGITS,    /* of keys, examined */
    COUNT_KINDS
};

#ifdef CLM_COUNT_OPERATIONS
global ulong *op_counters;

static inline void counts_add(uint kind, ulong n)
{
    op_counters[COUNT_KINDS * get_global_id(0) + kind] += n;
}

#define COUNT_ARGUMENT , global ulong *op_counts
#define COUNT_BEGIN (op_counters = op_counts)

#define OP_COUNTS(kind, n) counts_add(COUNT_##kind, n)

/* Count an element of global memory that is read, and one that is assigned to. */
#define LOADED(element) (OP_COUNTS(READ, sizeof(element) / 4), (element))
#define STORED(element) (*(OP_COUNTS(WRITTEN, sizeof(element) / 4), &(element)))

#else
#define COUNT_ARGUMENT
#define COUNT_BEGIN ((void)0)
#define OP_COUNTS(kind, n) ((void)0)
#define LOADED(element) (element)
#define STORED(element) (element)
#endif

#endif

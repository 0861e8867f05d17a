/* The stages of a group of primes on the host, cut for threads. */
#ifndef CLM_ENGINES_HOST_GROUP_H
#define CLM_ENGINES_HOST_GROUP_H

#include "base/parallel.h"
#include "engines/host/plan.h"
#include "engines/host/powers.h"

enum {
    CLM_HOST_BLOCK = 64,  /* points of one prime that a thread takes at a time */
    CLM_HOST_TOGETHER = 4 /* points whose values are found at once */
};

/* Where the parts of a prime's words begin. */
typedef struct clm_host_parts {
    size_t residues;
    size_t rows;         /* values of all rows at all points, if by transforms */
    size_t roots;        /* of unity, or inverses of factorials */
    size_t numerators;   /* of each output */
    size_t denominators; /* of R, and of S_1; each with the shift behind, to be inverted, too */
    size_t inverses;
    size_t words; /* altogether */
} clm_host_parts;

typedef struct clm_host_group {
    const clm_host_plan *plan;
    const clm_row_layout *layout;
    size_t points, outputs; /* the plan's */
    bool transforms;        /* values of rows are found by transforms */
    size_t first, primes;   /* of the plan */
    clm_host_parts at;
    clm_staging words;      /* of each prime */
    clm_staging scratch;    /* of each thread: values of rows, at CLM_HOST_TOGETHER points, and two
                               polynomials in y */
    clm_images *images;
    bool *fits;             /* of each prime: the redundant coefficients vanish */
    const clm_watch *watch; /* or NULL */
} clm_host_group;

/* Set `at`. False: too many words for this host. */
bool clm_host_group_measure(clm_host_group *group);

/* Work of clm_parallel_for on a group, in this order; those with one index may run at once, those
 * of the next stage not before. CANCELLED where the watch has stopped. */

/* Index: a prime. The coefficients modulo it, and what its points ask for. */
clmodp_status clm_host_begin_prime(void *group, size_t index, size_t thread);

/* Words of scratch that a thread has. */
static inline size_t clm_host_group_scratch(const clm_host_group *group)
{
    const clm_row_layout *layout = group->layout;

    return CLM_HOST_TOGETHER * layout->count + (layout->by_powers ? layout->p + layout->q + 2 : 0);
}

/* Index: prime * layout->count + row. Its values at all points, if by transforms. */
clmodp_status clm_host_transform_row(void *group, size_t index, size_t thread);

/* Index: prime * blocks + block. Numerators and denominators at its points. */
clmodp_status clm_host_run_block(void *group, size_t index, size_t thread);

/* Index: a prime. Quotients to images. */
clmodp_status clm_host_end_prime(void *group, size_t index, size_t thread);

#endif

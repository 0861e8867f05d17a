/* A group of primes on the host, whose stages run together, on threads; and stages of packs in the
 * lanes of vectors. */
#ifndef CLM_ENGINES_HOST_GROUP_H
#define CLM_ENGINES_HOST_GROUP_H

#include "core/size.h"
#include "engines/host/lanes.h"
#include "engines/host/plan.h"
#include "engines/host/skyline.h"

/* Offsets of the parts of a unit's words. */
typedef struct clm_host_parts {
    size_t residues;
    size_t rows;         /* values of all rows at all points, if by transforms */
    size_t roots;        /* of unity, or inverses of factorials */
    size_t numerators;   /* of each output */
    size_t denominators; /* of each S_k, followed by the shift, to be inverted, too */
    size_t inverses;
    size_t words; /* in total */
} clm_host_parts;

typedef struct clm_host_group {
    const clm_host_plan *plan;
    const clm_row_layout *layout;
    size_t points, outputs;               /* the plan's */
    clm_minors minors;                    /* the outputs */
    clm_skyline skyline;                  /* of a matrix, for packs */
    uint32_t *terms;                      /* see clm_host_pack */
    bool transforms;                      /* transforms compute the values of rows */
    size_t first, primes;                 /* range in the plan */
    const clm_host_lane_functions *lanes; /* of packs; NULL: primes are computed one by one */
    size_t unit_primes;                   /* primes of the plan in a pack, or 1 */
    size_t limbs;                         /* greatest number of a coefficient, for packs */
    clm_host_parts at;
    clm_staging words;    /* for each unit: a prime or a pack */
    clm_staging scratch;  /* for each thread: values of rows, at TOGETHER points, and two
                             polynomials in y; or that of packs */
    size_t scratch_words; /* of a thread */
    clm_images *images;
    bool *fits;              /* for each prime: the redundant coefficients vanish */
    const clm_poller *watch; /* or NULL */
} clm_host_group;

static inline uint64_t *clm_host_group_words(const clm_host_group *g, size_t unit)
{
    return (uint64_t *)g->words.data + unit * g->at.words;
}

static inline uint64_t *clm_host_group_scratch(const clm_host_group *g, size_t thread)
{
    return (uint64_t *)g->scratch.data + thread * g->scratch_words;
}

/* Appends an array of 64-bit words to those of a unit; false: too many for this host. */
static inline bool clm_host_group_add(clm_host_parts *at, size_t *place, size_t count, size_t size)
{
    size_t words;

    *place = at->words;
    return clm_size_mul(&words, count, size) && clm_size_add(&at->words, at->words, words);
}

/* Chooses the level of vectors, and lists terms; then sets the parts of a pack. False: too many
 * words. */
clmodp_status clm_host_packs_choose(clm_error *error, clm_host_group *group);
bool clm_host_packs_measure(clm_host_group *group);

/* Items of clm_parallel_for. Index: a pack; pack * blocks + block; a pack. The first computes the
 * residues and points, the second numerators and denominators, the third images. */
clmodp_status clm_host_begin_pack(void *group, size_t index, size_t thread);
clmodp_status clm_host_run_pack(void *group, size_t index, size_t thread);
clmodp_status clm_host_end_pack(void *group, size_t index, size_t thread);

#endif

/* What the default engine's runs hold on the device, and on the host to send and to receive. */
#ifndef CLM_ENGINES_EUCLID_MEMORY_H
#define CLM_ENGINES_EUCLID_MEMORY_H

#include "engines/euclid/memory_plan.h"
#include "engines/euclid/plan.h"
#include "fpx/euclid.h"

/* Zero-initialise ({0}): then clm_euclid_memory_destroy is always safe. */
typedef struct clm_euclid_memory {
    clm_memory_plan plan;
    clm_euclid_plan *refined; /* the plan, in cosets that memory holds; NULL: it does as it is */

    /* Constants, in the tables: with the first chunk all of them go to the device, with others the
     * primes' only. */
    clm_tables tables;
    clm_inputs inputs;
    clm_steps steps; /* of the degree sequence that lanes are assumed to follow */
    euclid_step *step_table; /* on the host */
    clm_point_batch batch; /* its info and its number of primes are the chunk's, with one of each
                              prime for every pair: to the stages these are primes of their own */
    clm_buffer weights; /* of several cosets, of each prime */
    clm_staging weighed;
    clm_buffer info; /* for many pairs: of each prime once, to reduce the coefficients of all */
    clm_staging repeated; /* info of the chunk at a coset, once for every output and pair */
    clm_buffer points, powers; /* geometric: the points, once for every output, and what
                                  values are divided by, if they are */
    clm_staging geometric;   /* both */

    clm_buffer residues;
    clm_buffer values, scratch; /* of one stripe */
    clm_buffer divided;         /* its remainders, if the first division is by powers */
    clm_buffer numerator; /* one output's behind the other's */
    clm_buffer denominator, unlucky;
    clm_buffer coefficients; /* likewise; of a coset */
    clm_buffer joined; /* likewise; of several cosets */
    clm_staging words; /* the last of these on the host */
} clm_euclid_memory;

/* Room for runs of up to `most_primes` primes of the plan, whose lanes are assumed to follow these
 * degrees. What follows takes the refined plan, if there is one.
 *
 * Out:    out  stays where it is
 * Errors: those of clm_worker_create */
clmodp_status clm_euclid_memory_create(clmodp_context *ctx, clm_euclid_memory *out,
                                       const clm_euclid_plan *plan, size_t most_primes,
                                       const clm_degrees *degrees);
void clm_euclid_memory_destroy(clmodp_context *ctx, clm_euclid_memory *memory);

/* Begin a coset of a chunk of primes first ... first + count - 1 of the plan: send their
 * constants. The first coset comes first, and with it what serves all. */
clmodp_status clm_euclid_memory_send(clmodp_context *ctx, clm_euclid_memory *memory,
                                     const clm_euclid_plan *plan, size_t first, size_t count,
                                     size_t coset);

/* What coefficients are read from in the end. */
static inline const clm_buffer *clm_euclid_memory_result(const clm_euclid_memory *memory)
{
    return memory->joined.mem != NULL ? &memory->joined : &memory->coefficients;
}

/* Assume other degrees from now on. */
clmodp_status clm_euclid_memory_follow(clmodp_context *ctx, clm_euclid_memory *memory,
                                       const clm_euclid_plan *plan, const clm_degrees *degrees);

#endif

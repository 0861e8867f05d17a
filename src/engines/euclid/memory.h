/* Memory of the default engine's runs: device buffers, and host memory for transfers. */
#ifndef CLM_ENGINES_EUCLID_MEMORY_H
#define CLM_ENGINES_EUCLID_MEMORY_H

#include "engines/euclid/memory_plan.h"
#include "engines/euclid/plan.h"
#include "fpx/batch/determinant.h"
#include "fpx/batch/euclid.h"

/* The memory, released with clm_euclid_memory_destroy ({0} is safe). Words have 32 bits. Lanes are
 * those of one coset, for each prime and pair of a chunk. The images of an output, one per prime
 * and pair, lie side by side, prime by prime. */
typedef struct clm_euclid_memory {
    clm_memory_plan plan;
    clm_euclid_plan *refined; /* the plan in smaller cosets that fit memory; NULL: as it is */

    /* Tables of constants: the first chunk sends all, later chunks only those of their primes. */
    clm_tables tables;
    clm_inputs inputs;       /* the pairs' coefficients as integers, and positions of their rows */
    clm_blocks blocks;       /* of matrices */
    clm_buffer envelope;     /* the table of these blocks */
    clm_steps steps;         /* of pairs: steps of the assumed degree sequence */
    euclid_step *step_table; /* table of these steps on the host */
    clm_point_batch batch;   /* info: the chunk's primes at a coset, a prime_info per image;
                                primes: one per prime and pair, since stages treat the pairs of a
                                prime like distinct primes */
    clm_buffer weights;      /* if cosets are several: COSETS_WEIGHTS words per prime and coset */
    clm_staging weighed;     /* these weights on the host */
    clm_buffer info;         /* if pairs are several: a prime_info per prime, to reduce all pairs'
                                coefficients */
    clm_staging repeated;    /* batch.info on the host, unless the plan has it in this form */
    clm_buffer points;       /* geometric, one prime: the points, a word per lane and output,
                                Montgomery */
    clm_buffer divisors;     /* geometric: divisors of values before interpolation, a word per
                                lane, Montgomery; no memory: no division */
    clm_staging geometric;   /* the points, followed by the divisors, on the host */

    clm_buffer residues;     /* the inputs modulo a chunk's primes: the words of all rows per prime
                                and pair, Montgomery */
    clm_buffer values;       /* of a stripe: a word per lane and row of both inputs, then the space
                                of blocks of steps; later used by interpolation */
    clm_buffer scratch;      /* of a stripe: temporary words of evaluation */
    clm_buffer divided;      /* of a stripe, if the first division is by powers: the remainders and
                                the divisors, clm_powers_words */
    clm_buffer numerator;    /* a word per lane and output, Montgomery; later the quotients */
    clm_buffer denominator;  /* a word per lane, Montgomery; none for matrices */
    clm_buffer unlucky;      /* number of unlucky lanes, then their indices, with space for all */
    clm_buffer coefficients; /* for each image as many integers in [0, p) as a coset has points */
    clm_buffer joined;       /* if cosets are several: for each image as many words as points */
    clm_staging words;       /* on the host: combined coefficients, or else coefficients */
} clm_euclid_memory;

/* Allocates memory for runs of up to `most_primes` primes, with lanes assumed to follow these
 * degrees (NULL for matrices). Later calls take the refined plan, if it exists.
 *
 * Out:    out  must not move in memory
 * Errors: as clm_executor_create */
clmodp_status clm_euclid_memory_create(clmodp_context *ctx, clm_euclid_memory *out,
                                       const clm_euclid_plan *plan, size_t most_primes,
                                       const clm_degrees *degrees);
void clm_euclid_memory_destroy(clmodp_context *ctx, clm_euclid_memory *memory);

/* Begins a coset of a chunk of primes first ... first + count - 1 of the plan: sends their
 * constants. The first coset must come first; it also sends constants common to all. */
clmodp_status clm_euclid_memory_send(clmodp_context *ctx, clm_euclid_memory *memory,
                                     const clm_euclid_plan *plan, size_t first, size_t count,
                                     size_t coset);

/* Returns the buffer that holds the final coefficients. */
static inline const clm_buffer *clm_euclid_memory_result(const clm_euclid_memory *memory)
{
    return memory->joined.mem != NULL ? &memory->joined : &memory->coefficients;
}

/* Replaces the assumed degrees. */
clmodp_status clm_euclid_memory_follow(clmodp_context *ctx, clm_euclid_memory *memory,
                                       const clm_euclid_plan *plan, const clm_degrees *degrees);

#endif

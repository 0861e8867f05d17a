/* What the default engine's runs hold on the device, and on the host to send and to receive. */
#ifndef CLM_ENGINES_EUCLID_MEMORY_H
#define CLM_ENGINES_EUCLID_MEMORY_H

#include "engines/euclid/memory_plan.h"
#include "engines/euclid/plan.h"
#include "fpx/batch/euclid.h"

/* Zero-initialise ({0}): then clm_euclid_memory_destroy is always safe. Sizes are counted in words
 * of 32 bits. The lanes are those of a coset, for each prime and pair of a chunk. An image is one
 * output modulo one prime for one pair; those of an output lie side by side, prime by prime. */
typedef struct clm_euclid_memory {
    clm_memory_plan plan;
    clm_euclid_plan *refined; /* the plan, in cosets that memory holds; NULL: it does as it is */

    /* Constants, in the tables: with the first chunk all of them go to the device, with others the
     * primes' only. */
    clm_tables tables;
    clm_inputs inputs;       /* the pairs' coefficients as integers, and where their rows lie */
    clm_steps steps;         /* of the degree sequence that lanes are assumed to follow */
    euclid_step *step_table; /* its entries on the host */
    clm_point_batch batch;   /* info: the chunk's primes at a coset, a prime_info an image; primes:
                                for every pair one, since to the stages these are primes of their
                                own */
    clm_buffer weights;      /* of several cosets: COSETS_WEIGHTS words a prime and coset */
    clm_staging weighed;     /* the same on the host */
    clm_buffer info;         /* of many pairs: a prime_info a prime, by which the coefficients of
                                all are reduced */
    clm_staging repeated;    /* batch.info on the host, unless the plan has it as it is */
    clm_buffer points;       /* geometric, which is one prime: the points, a word a lane for each
                                output, Montgomery */
    clm_buffer divisors;     /* geometric: by what values are divided before they are interpolated,
                                a word a lane, Montgomery; no memory: they are not divided */
    clm_staging geometric;   /* the points, and behind them the divisors, on the host */

    clm_buffer residues;     /* the inputs' coefficients modulo the primes of a chunk: the words of
                                all rows a prime and pair, Montgomery */
    clm_buffer values;       /* of a stripe: a word a row of both inputs and lane, with what blocks
                                of steps take behind them all; later what interpolation needs */
    clm_buffer scratch;      /* of a stripe: what evaluation needs */
    clm_buffer divided;      /* of a stripe, if the first division is by powers: the remainders and
                                the divisors, clm_powers_words */
    clm_buffer numerator;    /* a word a lane and output, Montgomery; then what divisions left */
    clm_buffer denominator;  /* a word a lane, Montgomery */
    clm_buffer unlucky;      /* how many lanes are, then which ones: room for all */
    clm_buffer coefficients; /* as many words as a coset has points an image, integers below the
                                prime */
    clm_buffer joined;       /* of several cosets: as many as all of them have */
    clm_staging words;       /* on the host: what was joined, or else coefficients */
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

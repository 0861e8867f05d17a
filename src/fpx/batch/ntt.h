/* In-place transforms of batches of sequences over prime fields on the device: values at all roots
 * of unity of an order, and back. */
#ifndef CLM_FPX_BATCH_NTT_H
#define CLM_FPX_BATCH_NTT_H

#include <stddef.h>
#include <stdint.h>

#include "cl/arith/fp.h"
#include "cl/arith/prime_info.h"
#include "cost/cost.h"
#include "opencl/buffer.h"
#include "opencl/context.h"

/* Limits of clm_ntt_packed_radices. */
enum { CLM_NTT_MOST_PASSES = 16, CLM_NTT_MOST_RADIX = 9 };

/* The passes of transforms of one length. */
typedef struct clm_ntt_plan {
    size_t length;
    u32 radix[CLM_NTT_MOST_PASSES]; /* of the forward passes; their product is the length */
    size_t passes;                  /* 0 for length 1, and if there is no plan */
    double ns;                      /* time of a word, on a core; infinite: no plan */
} clm_ntt_plan;

/* The plan with radices from 2 to 9 and the cheapest passes. There is a plan for lengths from 1 to
 * 2^32 - 1 without prime factors above 7. */
CLM_LAB_API clm_ntt_plan clm_ntt_plan_for(size_t length);

/* clm_ntt_plan_for with radices up to `most`. */
CLM_LAB_API clm_ntt_plan clm_ntt_plan_within(size_t length, u32 most);

/* The cost of the passes over `words` words. */
CLM_LAB_API clm_amounts clm_ntt_cost(const clm_ntt_plan *plan, double words);

/* The index stored at a place in permuted order, as ntt_index of cl/fpx/batch/ntt_shape.h. Pre:
 * place < length. */
size_t clm_ntt_index(const clm_ntt_plan *plan, size_t place);
uint64_t clm_ntt_packed_radices(const clm_ntt_plan *plan);

/* A table of roots of unity: word begin + n * order + e is root^(exponent * e), e < order, of
 * prime first_prime + n of a chunk, n < primes. */
typedef struct clm_root_table {
    const clm_buffer *table;
    size_t begin;
    const clm_buffer *info; /* prime_info of the chunk */
    size_t first_prime, primes;
    size_t order, exponent;
} clm_root_table;

/* Fills the table. Errors: LIMIT, INVALID (buffers too short), BUILD, DEVICE. Asynchronous. */
clmodp_status clm_root_table_fill(clmodp_context *ctx, const clm_root_table *t);

/* Definitions for a pass (ntt.cl): the radix as a product, and the direction. */
#define CLM_NTT_DEFINITIONS "#define NTT_A %u\n#define NTT_B %u\n#define NTT_BACKWARD %d\n"

/* Sequences in tiles of T lanes: a prime has `lanes` lanes, and a lane has `rows` sequences; word
 * k of row r is word r * length + k of the lane (cl/arith/tile.h). All residues are canonical, in
 * Montgomery form. The buffers may be one. */
typedef struct clm_ntt_batch {
    const clm_buffer *data;
    size_t data_begin;       /* words before the first tile */
    const clm_buffer *roots; /* a clm_root_table of order `length` of the batch's primes */
    size_t roots_begin;      /* words before it */
    const clm_buffer *info;  /* prime_info */
    size_t first_prime, primes;
    size_t lanes; /* a multiple of T */
    size_t rows;
} clm_ntt_batch;

typedef enum clm_ntt_direction {
    /* X[k] = sum of x[i] z^(i k), z the root in the table; natural to permuted order */
    CLM_NTT_FORWARD,
    CLM_NTT_BACKWARD /* inverse of FORWARD times the length; permuted to natural order */
} clm_ntt_direction;

/* Transforms all sequences of the batch in place.
 *
 * Cost:   clm_ntt_cost, a launch per pass. Padding lanes cost as much as others.
 * Errors: INVALID (no plan; lanes no multiple of T; a buffer too short), LIMIT (words that do not
 *         fit 32 bits), BUILD, DEVICE
 * Source: decimation in frequency [Gentleman, Sande 1966] and in time [Cooley, Tukey 1965]
 * Asynchronous. */
CLM_LAB_API clmodp_status clm_ntt_run(clmodp_context *ctx, const clm_ntt_plan *plan,
                                      const clm_ntt_batch *batch, clm_ntt_direction direction);

/* Plan and tables for transforms of one length modulo some primes; release with
 * clm_ntt_field_destroy ({0} is safe). */
typedef struct clm_ntt_field {
    clm_ntt_plan plan;
    clm_buffer info;  /* prime_info[primes] */
    clm_buffer roots; /* [primes][length] */
    size_t primes;
} clm_ntt_field;

/* Makes plan and tables.
 * In:     prime   odd, below 2^31
 * Errors: INVALID (no plan; the length does not divide some p - 1), LIMIT, HOST_MEMORY,
 *         DEVICE_MEMORY, DEVICE */
CLM_LAB_API clmodp_status clm_ntt_field_create(clmodp_context *ctx, clm_ntt_field *out,
                                               const u32 *prime, size_t primes, size_t length);
CLM_LAB_API void clm_ntt_field_destroy(clmodp_context *ctx, clm_ntt_field *field);

/* A batch of `lanes` lanes of `rows` sequences for each of the field's primes. */
CLM_LAB_API clm_ntt_batch clm_ntt_field_batch(const clm_ntt_field *field, const clm_buffer *data,
                                              size_t lanes, size_t rows);

/* Self-tests by values of known sequences, one for each radix from 2 on. */
CLM_LAB_API extern const clm_self_test clm_ntt_self_tests[CLM_NTT_MOST_RADIX + 1];

#endif

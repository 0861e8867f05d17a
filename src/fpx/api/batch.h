/* A batch of pairs of short polynomials: its state, the checks of the caller's arrays, and its
 * computation on host and device. */
#ifndef CLM_FPX_API_BATCH_H
#define CLM_FPX_API_BATCH_H

#include "fpx/api/call.h"
#include "fpx/pairs/pairs.h"

/* The arrays of results; NULL for results not requested. */
typedef struct clm_batch_outputs {
    uint32_t *first, *second, *third; /* products; quotients, remainders; divisors, cofactors */
    size_t *counts;                   /* of divisors */
    uint32_t *resultants;
    clmodp_fpx_report *report; /* of the call */
} clm_batch_outputs;

/* A batch during its computation. */
typedef struct clm_fpx_batch {
    clm_fpx_call call;
    clm_pair_operation operation;
    clm_batch_outputs out;
    const clmodp_fpx_pairs *pairs;
    uint32_t *a_count, *b_count; /* coefficients, without leading zeros; owned */
    bool *on_host;               /* whether the host computes a pair; owned */
    size_t left;                 /* pairs for the host */
    double seconds_of_one;       /* time on the device for one unit of clm_batch_work */
} clm_fpx_batch;

static inline uint32_t clm_batch_prime(const clm_fpx_batch *b, size_t k)
{
    return b->pairs->primes[b->pairs->prime_count == 1 ? 0 : k];
}

/* The work of a pair: products of coefficients, or pairs of coefficients. */
static inline double clm_batch_work(const clm_fpx_batch *b, size_t k)
{
    const double n = b->a_count[k] > b->b_count[k] ? b->a_count[k] : b->b_count[k];
    const double m = b->a_count[k] > b->b_count[k] ? b->b_count[k] : b->a_count[k];

    return b->operation == CLM_PAIRS_DIVIDE ? (n - m + 1) * m : n * m;
}

/* Assigns pair k to the host, unless this is already done. */
static inline void clm_batch_leave(clm_fpx_batch *b, size_t k)
{
    b->left += !b->on_host[k];
    b->on_host[k] = true;
}

/* Checks the caller's pairs, and sets a_count and b_count. Errors: INVALID, LIMIT, HOST_MEMORY */
clmodp_status clm_batch_read(clm_fpx_batch *b);

/* The work of a pair of polynomials beside products of coefficients, in such products. */
#define CLM_BATCH_PAIR_WORK 100.0

/* Computes the pairs assigned to the host. Errors: DOMAIN, HOST_MEMORY, CANCELLED */
clmodp_status clm_batch_on_host(clm_fpx_batch *b);

/* Computes on the device all pairs not assigned to the host, and assigns pairs with abnormal
 * remainder sequences to the host. Pre: the device is tested. Errors: HOST_MEMORY, those of
 * buffers, CANCELLED */
clmodp_status clm_batch_on_device(clm_fpx_batch *b);

#endif

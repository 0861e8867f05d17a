/* The ring F_p[x] modulo x^N - 1: transforms and their tables on the device. */
#ifndef CLM_FPX_FAST_RING_H
#define CLM_FPX_FAST_RING_H

#include "cl/fpx/fast/spectra_shape.h"
#include "fpx/batch/ntt.h"

/* The transforms for a ring: N = T length. */
typedef struct clm_ring_plan {
    size_t length; /* M; 0: no plan exists */
    u32 prime[SPECTRA_PRIMES];
    size_t primes;
    bool direct; /* p is the only prime */
    bool whole;  /* short enough for a work-group to make all passes of a transform */
    double ns;   /* time of a word of a transform in all primes */
} clm_ring_plan;

/* The cheapest plan for N of `least` or more.
 *
 * In:     terms  products summed up in a coefficient of a result, at most
 *         p      any prime below 2^31: primes without the roots of unity, and p = 2, take up to
 *                three other primes */
clm_ring_plan clm_ring_plan_for(const clmodp_context *ctx, size_t least, double terms, u32 p);

/* The passes of the plan's transforms. */
clm_ntt_plan clm_ring_passes(const clm_ring_plan *plan);

/* Launches of `calls` calls of clm_spectra_forward or clm_spectra_backward; infinite if there is
 * no ring. */
double clm_ring_launches(const clm_ring_plan *plan, double calls);

/* The cost of `forward` transforms into values, `products` products of values and `backward`
 * transforms back, with all launches. */
clm_amounts clm_ring_cost(const clmodp_context *ctx, const clm_ring_plan *plan, double forward,
                          double products, double backward);

/* A ring with its tables. Release with clm_ring_destroy ({0} is safe). */
typedef struct clm_ring {
    clm_ring_plan plan;
    u32 p;
    size_t size; /* N */
    clm_ntt_field field;
    clm_buffer values; /* [primes][length]: evaluation points, in the order of the values */
} clm_ring;

/* Makes a ring, with tables in the context's pool. Pre: plan is clm_ring_plan_for(ctx, ..., p).
 * Errors: LIMIT (none of such a length), HOST_MEMORY, and those of buffers and launches */
clmodp_status clm_ring_create(clmodp_context *ctx, clm_ring *ring, const clm_ring_plan *plan,
                              u32 p);
void clm_ring_destroy(clmodp_context *ctx, clm_ring *ring);

/* The kernels of spectra. Their work-groups consist of the work-items sharing a value. */
#define CLM_SPECTRA_FILE "fpx/fast/spectra.cl"
size_t clm_spectra_group(const clmodp_context *ctx);
spectra_shape clm_ring_shape(const clm_ring *ring);

#endif

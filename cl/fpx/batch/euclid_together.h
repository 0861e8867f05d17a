/* Several normal steps of lockstep Euclid in one pass over the polynomials; kernels only.
 *
 * A single step (euclid_division.h) reads two words for each word written, for three products.
 * GPUs, whose active lanes' words exceed the caches, then wait for memory. So K steps are
 * pipelined like cells of a systolic array [Brent, Kung 1983]: with r_-1 = a of degree m + 1, r_0
 * = b of degree m,
 *
 *     r_k[i] = alpha_k * r_(k-2)[i] + beta_k * r_(k-1)[i-1] + gamma_k * r_(k-1)[i],
 *
 * and at place i a pass computes r_1[i], r_2[i+1], ..., r_K[i+K-1], each from the words just
 * computed by the previous steps and from their last two words. Two words are read and two
 * written, those of r_(K-1) and r_K in the places of a and b, for 3 K products.
 *
 * The factors of step k depend on the two highest coefficients of r_(k-2) and r_(k-1). So all
 * heads are computed first: 2 (K - k) coefficients of r_k, K (K - 1) words in all, which the pass
 * then skips. Heads occupy registers, and K is smaller for small m. `together` is K, a constant
 * for compilers, and even, so that r_K replaces b. */
#ifndef CLM_EUCLID_TOGETHER_H
#define CLM_EUCLID_TOGETHER_H

#include "euclid_result.h"

/* The maximum K; 0: single steps. Explicit vectors would not fit into registers, and a CPU's
 * caches hold the active lanes. Intel's GPUs have registers for K = 4. */
#ifdef EUCLID_TOGETHER /* set by a test */
#elif W > 1
#define EUCLID_TOGETHER 0
#elif defined(__NV_CL_C_VERSION) || defined(__NVPTX__) || defined(__AMDGCN__)
#define EUCLID_TOGETHER 8
#else
#define EUCLID_TOGETHER 4
#endif

#if EUCLID_TOGETHER > 0
#define EUCLID_FEW 4     /* K for m below EUCLID_MANY */
#if EUCLID_TOGETHER < EUCLID_FEW || EUCLID_TOGETHER % 2 != 0
#error EUCLID_TOGETHER is 0 or an even number from EUCLID_FEW on
#endif
#define EUCLID_MANY 32
#define EUCLID_LOADED 4  /* places whose words are loaded before the first ones are used */
#define EUCLID_HEADS (2 * EUCLID_TOGETHER)

/* Words kept in a pass: the last two words of r_0 ... r_(K-1). */
typedef struct euclid_cells {
    LAZY last[EUCLID_TOGETHER], before[EUCLID_TOGETHER];
} euclid_cells;

/* Returns whether *step begins `together` quiet steps of polynomials long enough for them. */
LANES_INLINE bool euclid_are_quiet(global const euclid_step *step, int m, int together)
{
    return m >= 2 * together - 1 && step->quiet >= (u32)together;
}

/* Computes one word of a step. */
LANES_INLINE void euclid_join(LAZY *out, const euclid_factors *by, LAZY own, LAZY lower,
                              LAZY upper, lazy_prime prime)
{
    lazy_pair t = lazy_product(by->beta, lazy_widen(lower));

    t = lazy_add_product(t, by->gamma, lazy_widen(upper));
    t = lazy_add_product(t, by->alpha, lazy_widen(own));
    *out = lazy_settle(lazy_redc(t, prime), prime);
}

/* Performs all steps at one place, for the word `own` of a and the word `lower` of b below it.
 * Words of the first `left_out` steps (a constant) lie below their polynomials, and are 0. Returns
 * the word of r_K; the word of r_(K-1) is then the last one of the cells. */
LANES_INLINE LAZY euclid_place_together(euclid_cells *cells, const euclid_factors *by, LAZY own,
                                        LAZY lower, int left_out, int together, lazy_prime prime)
{
    LAZY made = lower;

#pragma unroll
    for (int k = 0; k < together; k++) {
        LAZY next = (LAZY)(0);

        if (k >= left_out)
            euclid_join(&next, &by[k], own, made, cells->last[k], prime);
        own = cells->before[k];
        cells->before[k] = cells->last[k];
        cells->last[k] = made;
        made = next;
    }
    return made;
}

/* Computes the factors of all steps, counts their leading coefficients, and sets up the cells for
 * place m - 2 K + 1. Stores the head of r_(K-1). */
LANES_INLINE void euclid_heads_together(euclid_result *r, euclid_cells *cells, euclid_factors *by,
                                        const euclid_pair *pair, int together, euclid_primes own)
{
    const int s = EUCLID_STRIDE, m = pair->m, heads = 2 * together;
    LAZY above[EUCLID_HEADS], below[EUCLID_HEADS], rest[EUCLID_HEADS] = {0};

#pragma unroll
    for (int t = 0; t < heads; t++) {
        above[t] = pair->a[(m + 1 - t) * s];
        below[t] = pair->b[(m - t) * s];
    }
#pragma unroll
    for (int k = 0; k < together; k++) {
        const int count = heads - 2 * k;
        const LAZY lead = lazy_balance(below[0], own.prime);

        cells->last[k] = below[count - 1];
        cells->before[k] = below[count - 2];
        euclid_count(r, euclid_make_factors(&by[k], above[0], above[1], below[1], lead, own.prime),
                     own.prime);
#pragma unroll
        for (int t = 0; t < heads - 2; t++)
            if (t < count - 2)
                euclid_join(&rest[t], &by[k], above[t + 2], below[t + 2], below[t + 1],
                            own.prime);
#pragma unroll
        for (int t = 0; t < heads; t++) {
            above[t] = below[t];
            below[t] = rest[t];
        }
    }
    pair->a[(m - together + 1) * s] = above[0];
    pair->a[(m - together) * s] = above[1];
}

/* Performs the places i ... i - count + 1. count: a constant. */
LANES_INLINE void euclid_places_together(euclid_cells *cells, const euclid_factors *by,
                                         const euclid_pair *pair, int i, int count, int together,
                                         lazy_prime prime)
{
    const int s = EUCLID_STRIDE;
    global LAZY *a = pair->a + i * s, *b = pair->b + i * s;
    LAZY own[EUCLID_LOADED], lower[EUCLID_LOADED];

#pragma unroll
    for (int u = 0; u < count; u++) {
        own[u] = a[-u * s];
        lower[u] = b[(-u - 1) * s];
    }
#pragma unroll
    for (int u = 0; u < count; u++) {
        b[(together - 1 - u) * s] =
            euclid_place_together(cells, by, own[u], lower[u], 0, together, prime);
        a[(together - 2 - u) * s] = cells->last[together - 1];
    }
}

/* Performs K steps. Pre: euclid_are_quiet */
LANES_INLINE void euclid_advance_together(euclid_result *r, euclid_pair *pair, int together,
                                          euclid_primes own)
{
    const int s = EUCLID_STRIDE;
    euclid_factors by[EUCLID_TOGETHER];
    euclid_cells cells;
    int i = pair->m - 2 * together + 1;

    euclid_heads_together(r, &cells, by, pair, together, own);
    for (; i >= EUCLID_LOADED; i -= EUCLID_LOADED)
        euclid_places_together(&cells, by, pair, i, EUCLID_LOADED, together, own.prime);
    for (; i > 0; i--)
        euclid_places_together(&cells, by, pair, i, 1, together, own.prime);
#pragma unroll
    for (int below = 0; below < together; below++) { /* places 0, -1, ... */
        const LAZY first = below == 0 ? pair->a[0] : (LAZY)(0);

        pair->b[(together - 1 - below) * s] =
            euclid_place_together(&cells, by, first, (LAZY)(0), below, together, own.prime);
        if (below < together - 1)
            pair->a[(together - 2 - below) * s] = cells.last[together - 1];
    }
    pair->n -= together;
    pair->m -= together;
}

/* Performs as many steps from *step on together as possible. Returns their number. */
LANES_INLINE u32 euclid_advance_many(euclid_result *r, euclid_pair *pair,
                                     global const euclid_step *step, euclid_primes own)
{
#if EUCLID_TOGETHER > EUCLID_FEW
    if (pair->m >= EUCLID_MANY && euclid_are_quiet(step, pair->m, EUCLID_TOGETHER)) {
        euclid_advance_together(r, pair, EUCLID_TOGETHER, own);
        return EUCLID_TOGETHER;
    }
#endif
    if (euclid_are_quiet(step, pair->m, EUCLID_FEW)) {
        euclid_advance_together(r, pair, EUCLID_FEW, own);
        return EUCLID_FEW;
    }
    return 0;
}
#endif

#endif

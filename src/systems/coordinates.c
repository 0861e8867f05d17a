/* Other coordinates, and combinations of equations. */
#include "systems/coordinates.h"

#include "core/memory.h"
#include "polynomials/mpoly.h"

/* Most terms of a polynomial in other coordinates before like terms are combined. */
#define MOST_TERMS ((size_t)1 << 24)

clmodp_status clm_mpoly_shear(clm_error *error, clmodp_mpoly *f, size_t from, size_t to, long s)
{
    clmodp_status st = CLMODP_OK;
    clmodp_mpoly *h = NULL;
    size_t terms = 0;
    mpz_t c;

    if (s == 0)
        return CLMODP_OK;
    mpz_init(c);
    for (size_t k = 0; k < f->length; k++) {
        const uint32_t *e = clm_mpoly_exponents(f, k);

        terms += (size_t)e[from] + 1;
        if (terms > MOST_TERMS || (size_t)e[from] + e[to] >= CLM_MOST_EXPONENT)
            FAIL(error, CLMODP_LIMIT, "coordinates have to be changed to tell solutions apart, "
                 "and the polynomials get more than 2^24 terms, or degrees of 2^31");
    }
    if (clmodp_mpoly_create(&h, f->variables) != CLMODP_OK ||
        clm_mpoly_reserve(h, terms) != CLMODP_OK)
        TRY(clm_out_of_memory(error, terms, f->stride));
    for (size_t k = 0; k < f->length; k++) {
        const uint32_t *old = clm_mpoly_exponents(f, k);

        mpz_set(c, clm_mpoly_coefficient(f, k));
        for (uint32_t l = 0; l <= old[from]; l++) {
            uint32_t *e = clm_mpoly_append_copy(h, c);

            for (size_t i = 0; i < f->variables; i++)
                e[i] = old[i];
            e[from] -= l;
            e[to] += l;
            mpz_mul_ui(c, c, old[from] - l);
            mpz_divexact_ui(c, c, (unsigned long)l + 1);
            mpz_mul_si(c, c, s);
        }
    }
    clm_mpoly_combine(h);
    clmodp_mpoly_swap(f, h);
done:
    mpz_clear(c);
    clmodp_mpoly_destroy(h);
    return st;
}

clmodp_status clm_mpoly_add_multiple(clm_error *error, clmodp_mpoly *h, const clmodp_mpoly *f,
                                     long u, const clmodp_mpoly *g)
{
    clmodp_status st = CLMODP_OK;
    mpz_t c;

    mpz_init(c);
    if (clm_mpoly_resize(h, 0) != CLMODP_OK ||
        clm_mpoly_reserve(h, f->length + g->length) != CLMODP_OK)
        TRY(clm_out_of_memory(error, f->length + g->length, f->stride));
    clm_mpoly_append_all(h, f);
    for (size_t k = 0; k < g->length; k++) {
        uint32_t *e;

        mpz_mul_si(c, clm_mpoly_coefficient(g, k), u);
        e = clm_mpoly_append_copy(h, c);
        for (size_t i = 0; i < g->variables; i++)
            e[i] = clm_mpoly_exponents(g, k)[i];
    }
    clm_mpoly_combine(h);
done:
    mpz_clear(c);
    return st;
}

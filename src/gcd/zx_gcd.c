/* Greatest common divisors in Z[x] from images modulo primes, proved by divisions. */
#include "gcd/zx_gcd.h"

#include "core/memory.h"
#include "gcd/search.h"
#include "polynomials/integers.h"

/* Lists the terms of a, or its leading coefficient alone. */
static clmodp_status list_terms(clm_error *error, clm_gcd_terms *out, const clmodp_zx *a)
{
    clmodp_status st = CLMODP_OK;
    const size_t length = (size_t)(clmodp_zx_degree(a) + 1);
    size_t count = 0;

    TRY(clm_gcd_terms_create(error, out, length));
    for (size_t i = 0; i < length; i++) {
        if (mpz_sgn(clmodp_zx_coeff(a, i)) == 0)
            continue;
        out->c[count] = clmodp_zx_coeff(a, i);
        out->y[count++] = (uint32_t)i;
    }
    out->count = count;
    out->degree = (uint32_t)(length - 1);
done:
    return st;
}

/* Sets lead to the gcd of both leading coefficients. */
static clmodp_status list_lead(clm_error *error, clm_gcd_operands *of, mpz_t lead,
                               const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    const clm_gcd_terms *a = &of->part[CLM_GCD_F], *b = &of->part[CLM_GCD_G];

    TRY(clm_gcd_terms_create(error, &of->part[CLM_GCD_LEAD], 1));
    if (!clm_gcd_watched(lead, a->c[a->count - 1], b->c[b->count - 1], watch))
        return CLMODP_CANCELLED;
    of->part[CLM_GCD_LEAD].c[0] = lead;
done:
    return st;
}

/* Sets g to the primitive part of a candidate, with a positive leading coefficient. */
static clmodp_status take_candidate(clmodp_zx *g, const clm_gcd_candidate *found,
                                    const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    mpz_t content;

    mpz_init(content);
    TRY(clmodp_zx_set_dense(g, NULL, 0));
    if (!clm_content(content, found->c.storage, found->c.count, sizeof *found->c.storage, watch))
        TRY(CLMODP_CANCELLED);
    if (mpz_sgn(found->c.storage[found->c.count - 1]) < 0)
        mpz_neg(content, content);
    for (size_t k = found->c.count; k-- > 0;) {
        mpz_divexact(found->c.storage[k], found->c.storage[k], content);
        TRY(clm_zx_move_coeff(g, found->c.storage[k], found->support->y[k]));
    }
done:
    mpz_clear(content);
    return st;
}

/* q := a / g; *divides: false if that is no polynomial over Z. */
static clmodp_status divide(clmodp_zx *q, bool *divides, const clmodp_zx *a, const clmodp_zx *g,
                            const clm_poller *watch)
{
    clmodp_status st = clmodp_zx_set(q, a);

    if (st == CLMODP_OK)
        st = clm_zx_divide_exact(q, g, false, watch);
    *divides = st == CLMODP_OK;
    return st == CLMODP_CORRUPT ? CLMODP_OK : st;
}

/* Sets g to the gcd, a and b to the cofactors. Divisions prove it: no common divisor has a higher
 * degree. */
static clmodp_status find_gcd(clm_gcd_search *s, clmodp_zx *g, clmodp_zx *a_cofactor,
                              clmodp_zx *b_cofactor, const clmodp_zx *a, const clmodp_zx *b,
                              const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    clm_gcd_candidate found = {0};

    for (bool proved = false; !proved;) {
        TRY(clm_gcd_search_next(s, &found));
        if (found.degree == 0) {
            TRY(clm_zx_set_constant(g, 1));
            TRY(clmodp_zx_set(a_cofactor, a));
            TRY(clmodp_zx_set(b_cofactor, b));
            break;
        }
        TRY(take_candidate(g, &found, watch));
        TRY(divide(a_cofactor, &proved, a, g, watch));
        if (proved)
            TRY(divide(b_cofactor, &proved, b, g, watch));
        clm_numbers_destroy(&found.c);
    }
done:
    clm_numbers_destroy(&found.c);
    return st;
}

clmodp_status clm_zx_gcd(clm_error *error, clmodp_zx *g, clmodp_zx *a_cofactor,
                         clmodp_zx *b_cofactor, const clmodp_zx *a, const clmodp_zx *b,
                         const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    clmodp_zx *out[3] = {NULL, NULL, NULL}, *const to[3] = {g, a_cofactor, b_cofactor};
    clm_gcd_operands of = {.points = 1};
    clm_gcd_search *search = NULL;
    uint32_t degree;
    mpz_t lead;

    mpz_init(lead);
    for (size_t k = 0; k < 3; k++)
        if (clmodp_zx_create(&out[k]) != CLMODP_OK)
            FAIL(error, CLMODP_HOST_MEMORY, "no memory for a polynomial");
    TRY(list_terms(error, &of.part[CLM_GCD_F], a));
    TRY(list_terms(error, &of.part[CLM_GCD_G], b));
    TRY(list_lead(error, &of, lead, watch));
    degree = of.part[CLM_GCD_F].degree < of.part[CLM_GCD_G].degree ? of.part[CLM_GCD_F].degree
                                                                   : of.part[CLM_GCD_G].degree;
    TRY(clm_gcd_search_create(error, &search, &of, degree, false, 1, watch));
    st = find_gcd(search, out[0], out[1], out[2], a, b, watch);
    if (st == CLMODP_HOST_MEMORY)
        FAIL(error, st, "no memory for a greatest common divisor");
    for (size_t k = 0; k < 3 && st == CLMODP_OK; k++)
        if (to[k] != NULL)
            clm_zx_swap(to[k], out[k]);
done:
    clm_gcd_search_destroy(search);
    for (int k = 0; k < 3; k++) {
        clm_gcd_terms_clear(&of.part[k]);
        clmodp_zx_destroy(out[k]);
    }
    mpz_clear(lead);
    return st;
}

/* Determinants by FLINT: of integers, of polynomials in one variable and, with FLINT 3, in several
 * variables. */
#include <stdlib.h>
#include <time.h>

#include <gmp.h> /* before FLINT, which then offers its functions on mpz_t */

#include <flint/flint.h>
#include <flint/fmpz.h>
#include <flint/fmpz_mat.h>
#include <flint/fmpz_mpoly.h>
#include <flint/fmpz_poly.h>
#include <flint/fmpz_poly_mat.h>
#if __FLINT_RELEASE >= 30000
#include <flint/gr.h>
#include <flint/gr_mat.h>
#endif

#include "peers/peers.h"

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void add_term(clmodp_mpoly *r, const fmpz_t c, const size_t *exponents)
{
    clmodp_mpoly *term = NULL;
    mpz_t value;

    mpz_init(value);
    fmpz_get_mpz(value, c);
    if (clmodp_mpoly_create(&term, clmodp_mpoly_variables(r)) != CLMODP_OK ||
        clmodp_mpoly_set_terms(term, value, exponents, 1) != CLMODP_OK ||
        clmodp_mpoly_add(r, r, term) != CLMODP_OK)
        abort();
    clmodp_mpoly_destroy(term);
    mpz_clear(value);
}

static double of_integers(clmodp_mpoly *r, const clmodp_matrix *a, size_t runs)
{
    const size_t n = clmodp_matrix_rows(a), zero[CLMODP_MOST_VARIABLES] = {0};
    fmpz_mat_t b;
    fmpz_t c;
    double began;

    fmpz_init(c);
    fmpz_mat_init(b, (slong)n, (slong)n);
    for (size_t k = 0; k < n * n; k++) {
        const clmodp_mpoly *f = clmodp_matrix_entry(NULL, a, k / n, k % n);

        if (clmodp_mpoly_terms(f) > 0)
            fmpz_set_mpz(fmpz_mat_entry(b, (slong)(k / n), (slong)(k % n)),
                         clmodp_mpoly_term(f, 0, NULL));
    }
    began = now();
    for (size_t k = 0; k < runs; k++)
        fmpz_mat_det(c, b);
    began = now() - began;
    add_term(r, c, zero);
    fmpz_mat_clear(b);
    fmpz_clear(c);
    return began;
}

static double in_one_variable(clmodp_mpoly *r, const clmodp_matrix *a, size_t runs)
{
    const size_t n = clmodp_matrix_rows(a);
    size_t e[CLMODP_MOST_VARIABLES] = {0};
    fmpz_poly_mat_t b;
    fmpz_poly_t d;
    fmpz_t c;
    double began;

    fmpz_init(c);
    fmpz_poly_init(d);
    fmpz_poly_mat_init(b, (slong)n, (slong)n);
    for (size_t k = 0; k < n * n; k++) {
        const clmodp_mpoly *f = clmodp_matrix_entry(NULL, a, k / n, k % n);

        for (size_t t = 0; t < clmodp_mpoly_terms(f); t++) {
            fmpz_set_mpz(c, clmodp_mpoly_term(f, t, e));
            fmpz_poly_set_coeff_fmpz(fmpz_poly_mat_entry(b, (slong)(k / n), (slong)(k % n)),
                                     (slong)e[0], c);
        }
    }
    began = now();
    for (size_t k = 0; k < runs; k++)
        fmpz_poly_mat_det(d, b);
    began = now() - began;
    for (slong k = 0; k < fmpz_poly_length(d); k++) {
        e[0] = (size_t)k;
        fmpz_poly_get_coeff_fmpz(c, d, k);
        add_term(r, c, e);
    }
    fmpz_poly_mat_clear(b);
    fmpz_poly_clear(d);
    fmpz_clear(c);
    return began;
}

#if __FLINT_RELEASE >= 30000
static double in_several(clmodp_mpoly *r, const clmodp_matrix *a, size_t runs)
{
    const size_t n = clmodp_matrix_rows(a), variables = clmodp_matrix_variables(a);
    size_t exponents[CLMODP_MOST_VARIABLES];
    ulong e[CLMODP_MOST_VARIABLES];
    fmpz_mpoly_ctx_t ctx;
    fmpz_mpoly_t d;
    gr_ctx_t ring;
    gr_mat_t b;
    fmpz_t c;
    double began;

    fmpz_init(c);
    fmpz_mpoly_ctx_init(ctx, (slong)variables, ORD_LEX);
    fmpz_mpoly_init(d, ctx);
    gr_ctx_init_fmpz_mpoly(ring, (slong)variables, ORD_LEX);
    gr_mat_init(b, (slong)n, (slong)n, ring);
    for (size_t k = 0; k < n * n; k++) {
        const clmodp_mpoly *f = clmodp_matrix_entry(NULL, a, k / n, k % n);
        fmpz_mpoly_struct *entry =
            (fmpz_mpoly_struct *)gr_mat_entry_ptr(b, (slong)(k / n), (slong)(k % n), ring);

        for (size_t t = 0; t < clmodp_mpoly_terms(f); t++) {
            fmpz_set_mpz(c, clmodp_mpoly_term(f, t, exponents));
            for (size_t i = 0; i < variables; i++)
                e[i] = exponents[i];
            fmpz_mpoly_push_term_fmpz_ui(entry, c, e, ctx);
        }
        fmpz_mpoly_sort_terms(entry, ctx);
    }
    began = now();
    for (size_t k = 0; k < runs; k++)
        if (gr_mat_det(d, b, ring) != GR_SUCCESS)
            abort();
    began = now() - began;
    for (slong k = 0; k < fmpz_mpoly_length(d, ctx); k++) {
        fmpz_mpoly_get_term_exp_ui(e, d, k, ctx);
        fmpz_mpoly_get_term_coeff_fmpz(c, d, k, ctx);
        for (size_t i = 0; i < variables; i++)
            exponents[i] = e[i];
        add_term(r, c, exponents);
    }
    gr_mat_clear(b, ring);
    gr_ctx_clear(ring);
    fmpz_mpoly_clear(d, ctx);
    fmpz_mpoly_ctx_clear(ctx);
    fmpz_clear(c);
    return began;
}
#endif

double flint_determinant(clmodp_mpoly *r, const clmodp_matrix *a, size_t runs)
{
    const size_t n = clmodp_matrix_rows(a);
    bool constant = true, one = true;
    double seconds = -1.0;

    for (size_t k = 0; k < n * n; k++)
        for (size_t v = 0; v < clmodp_matrix_variables(a); v++)
            if (clmodp_mpoly_degree(clmodp_matrix_entry(NULL, a, k / n, k % n), v) > 0) {
                constant = false;
                one = one && v == 0;
            }
    if (constant)
        seconds = of_integers(r, a, runs);
    else if (one)
        seconds = in_one_variable(r, a, runs);
#if __FLINT_RELEASE >= 30000
    else
        seconds = in_several(r, a, runs);
#endif
    flint_cleanup(); /* frees FLINT's pool of integers, not used elsewhere */
    return seconds;
}

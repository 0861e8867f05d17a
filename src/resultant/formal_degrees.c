/* What rows of zeros do to a resultant: powers of leading coefficients, signs, and vanishing. */
#include "resultant/formal_degrees.h"

#include "resultant/modular_results.h"
#include "zxy/modulo.h"
#include "zxy/zx.h"

/* r := lead^e a_j^n mod p, a_j the coefficient of y^j in a. */
static clmodp_status of_row(const clm_modular_call *call, clmodp_zx *r, const clmodp_zxy *a,
                            size_t j, size_t n, const clmodp_zx *lead, size_t e)
{
    clmodp_status st = CLMODP_OK;
    clmodp_zx *row = NULL;

    TRY(clmodp_zx_create(&row));
    TRY(clm_zxy_row(&call->ctx->error, row, a, j));
    TRY(clm_zx_multiply_powers_modulo(&call->ctx->error, r, lead, e, row, n, call->p));
done:
    clmodp_zx_destroy(row);
    return st;
}

clmodp_status clm_formal_resultant(const clm_modular_call *call, clmodp_zx *r, const clmodp_zxy *f,
                                   size_t p, const clmodp_zxy *g, size_t q)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &call->ctx->error;
    /* A zero polynomial has lost p + 1; with q = 0 there is no row of f in the matrix at all. */
    size_t lost_f = q == 0 ? 0 : p - (size_t)clmodp_zxy_degree_y(f);
    size_t lost_g = p == 0 ? 0 : q - (size_t)clmodp_zxy_degree_y(g);
    clmodp_zx *lead = NULL;

    TRY(clmodp_zx_create(&lead));
    if ((lost_f > 0 && lost_g > 0) || lost_f > p || lost_g > q) /* zero is what r is */
        goto done;
    if (lost_f > 0 || lost_g > 0)
        TRY(clm_zxy_row(error, lead, lost_f > 0 ? g : f, lost_f > 0 ? q : p));
    if (lost_g == q)
        TRY(of_row(call, r, g, 0, p, lead, q == 0 ? 0 : lost_g));
    else if (lost_f == p)
        TRY(of_row(call, r, f, 0, q, lead, lost_f));
    else
        TRY(clm_modular_results(call, &r, 1, f, g, lead, lost_f + lost_g));
    if (lost_f % 2 != 0 && q % 2 != 0)
        TRY(clm_zx_negate_modulo(error, r, call->p));
done:
    clmodp_zx_destroy(lead);
    return st;
}

/* s[i] := lead^e b_1^n b_i mod p for i = 0, 1, b_i the coefficient of y^i in b. */
static clmodp_status of_linear(const clm_modular_call *call, clmodp_zx *const *s,
                               const clmodp_zxy *b, size_t n, const clmodp_zx *lead, size_t e)
{
    clmodp_status st = CLMODP_OK;
    clmodp_zx *factor = NULL;

    TRY(clmodp_zx_create(&factor));
    TRY(of_row(call, factor, b, 1, n, lead, e));
    for (size_t i = 0; i < 2; i++)
        TRY(of_row(call, s[i], b, i, 1, factor, 1));
done:
    clmodp_zx_destroy(factor);
    return st;
}

clmodp_status clm_formal_subresultant(const clm_modular_call *call, clmodp_zx *const *results,
                                      const clmodp_zxy *f, size_t p, const clmodp_zxy *g,
                                      size_t q)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &call->ctx->error;
    const long deg_f = clmodp_zxy_degree_y(f), deg_g = clmodp_zxy_degree_y(g);
    const size_t lost_f = q == 1 ? 0 : p - (deg_f > 1 ? (size_t)deg_f : 1);
    const size_t lost_g = p == 1 ? 0 : q - (deg_g > 1 ? (size_t)deg_g : 1);
    const bool linear_f = q > 1 && p - lost_f == 1, linear_g = p > 1 && q - lost_g == 1;
    clmodp_zx *lead = NULL;

    TRY(clmodp_zx_create(&lead));
    if ((lost_f > 0 && lost_g > 0) || linear_f || linear_g)
        TRY(clm_formal_resultant(call, results[0], f, p, g, q));
    if (lost_f > 0 && lost_g > 0) /* S_1 = 0, and zero is what the results are */
        goto done;
    if (lost_f > 0 || lost_g > 0)
        TRY(clm_zxy_row(error, lead, lost_f > 0 ? g : f, lost_f > 0 ? q : p));
    if (linear_g)
        TRY(of_linear(call, results + 1, g, p - 2, lead, lost_g));
    else if (linear_f)
        TRY(of_linear(call, results + 1, f, q - 2, lead, lost_f));
    else
        TRY(clm_modular_results(call, results, 3, f, g, lead, lost_f + lost_g));
    for (size_t n = 0; n < 3 && lost_f % 2 != 0; n++)
        if (n == 0 ? !linear_f && q % 2 != 0 : q % 2 == 0)
            TRY(clm_zx_negate_modulo(error, results[n], call->p));
done:
    clmodp_zx_destroy(lead);
    return st;
}

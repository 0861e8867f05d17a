/* Values by sums of terms: the degrees of systems are low. */
#include "systems/ball_values.h"

#include <stdlib.h>

#include "core/memory.h"
#include "polynomials/mpoly.h"

long clm_degree_in(const clmodp_mpoly *const *f, size_t variable)
{
    long degree = 0;

    for (size_t i = 0; i < CLM_UNKNOWNS; i++)
        if (clmodp_mpoly_degree(f[i], variable) > degree)
            degree = clmodp_mpoly_degree(f[i], variable);
    return degree;
}

void clm_disc_set_integer(clm_disc *x, long c)
{
    mpz_set_si(x->re, c);
    mpz_set_ui(x->im, 0);
    mpz_set_ui(x->radius, 0);
    x->e = 0;
}

clmodp_status clm_ball_powers_create(clm_error *error, clm_ball_powers *p, const clm_disc *x,
                                     long degree, size_t bits)
{
    clmodp_status st = CLMODP_OK;

    NEW(error, p->power, (size_t)degree + 1);
    for (; p->count <= (size_t)degree; p->count++) {
        clm_disc_init(&p->power[p->count]);
        if (p->count == 0)
            clm_disc_set_integer(&p->power[0], 1);
        else
            clm_disc_mul(&p->power[p->count], &p->power[p->count - 1], x, bits);
    }
done:
    return st;
}

void clm_ball_powers_clear(clm_ball_powers *p)
{
    for (size_t k = 0; k < p->count; k++)
        clm_disc_clear(&p->power[k]);
    free(p->power);
    *p = (clm_ball_powers){0};
}

/* Sets t to c times the powers with exponents e of the first `variables` numbers. */
static void set_term(clm_disc *t, mpz_srcptr c, const uint32_t *e,
                     const clm_ball_powers *const x[CLM_UNKNOWNS], size_t variables, size_t bits)
{
    clm_disc_set_integer(t, 0);
    mpz_set(t->re, c);
    for (size_t i = 0; i < variables; i++)
        if (e[i] > 0)
            clm_disc_mul(t, t, &x[i]->power[e[i]], bits);
}

void clm_ball_value(clm_disc *y, const clmodp_mpoly *f, size_t by,
                    const clm_ball_powers *const x[CLM_UNKNOWNS], size_t bits)
{
    clm_disc t;
    mpz_t c;

    clm_disc_init(&t);
    mpz_init(c);
    clm_disc_set_integer(y, 0);
    for (size_t k = 0; k < f->length; k++) {
        uint32_t e[CLM_UNKNOWNS];

        for (size_t i = 0; i < CLM_UNKNOWNS; i++)
            e[i] = clm_mpoly_exponents(f, k)[i];
        mpz_set(c, clm_mpoly_coefficient(f, k));
        if (by < CLM_UNKNOWNS) {
            mpz_mul_ui(c, c, e[by]);
            e[by] -= e[by] > 0;
        }
        if (mpz_sgn(c) == 0)
            continue;
        set_term(&t, c, e, x, CLM_UNKNOWNS, bits);
        clm_disc_add(y, y, &t, bits);
    }
    mpz_clear(c);
    clm_disc_clear(&t);
}

clmodp_status clm_ball_exclude(clm_error *error, bool *excluded, const clmodp_mpoly *const *f,
                               const clm_disc x[CLM_UNKNOWNS], size_t bits)
{
    clmodp_status st = CLMODP_OK;
    clm_ball_powers power[CLM_UNKNOWNS] = {{0}, {0}, {0}};
    const clm_ball_powers *const at[CLM_UNKNOWNS] = {&power[0], &power[1], &power[2]};
    clm_disc y;

    clm_disc_init(&y);
    *excluded = false;
    for (size_t i = 0; i < CLM_UNKNOWNS; i++)
        TRY(clm_ball_powers_create(error, &power[i], &x[i], clm_degree_in(f, i), bits));
    for (size_t n = 0; n < CLM_UNKNOWNS && !*excluded; n++) {
        clm_ball_value(&y, f[n], CLM_UNKNOWNS, at, bits);
        *excluded = clm_disc_excludes_zero(&y);
    }
done:
    for (size_t i = 0; i < CLM_UNKNOWNS; i++)
        clm_ball_powers_clear(&power[i]);
    clm_disc_clear(&y);
    return st;
}

void clm_ball_row(clm_disc *row, const clmodp_mpoly *f, const clm_ball_powers *x,
                  const clm_ball_powers *y, size_t bits)
{
    const clm_ball_powers *const powers[CLM_UNKNOWNS] = {x, y, NULL};
    clm_disc t;

    clm_disc_init(&t);
    for (long k = 0; k <= clmodp_mpoly_degree(f, 2); k++)
        clm_disc_set_integer(&row[k], 0);
    for (size_t k = 0; k < f->length; k++) {
        const uint32_t *e = clm_mpoly_exponents(f, k);

        set_term(&t, clm_mpoly_coefficient(f, k), e, powers, 2, bits);
        clm_disc_add(&row[e[2]], &row[e[2]], &t, bits);
    }
    clm_disc_clear(&t);
}

bool clm_disc_excludes_zero(const clm_disc *x)
{
    bool excludes;
    mpz_t low, high;

    mpz_inits(low, high, NULL);
    clm_disc_bounds(low, high, x);
    excludes = mpz_sgn(low) > 0;
    mpz_clears(low, high, NULL);
    return excludes;
}

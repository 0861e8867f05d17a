/* Packs matrices in several variables by Kronecker's substitution, with radices from assignment
 * problems. */
#include "matrix/packing.h"

#include <stdlib.h>

#include "bounds/assignment.h"
#include "core/memory.h"
#include "core/size.h"
#include "polynomials/mpoly.h"
#include "polynomials/zx.h"
#include "polynomials/zxy.h"

enum { MOST = CLMODP_MOST_VARIABLES };

/* The state of packing a view. */
typedef struct packer {
    clm_error *error;
    clm_matrix_packing *out;
    const clm_view *view;
    int64_t *weight; /* n x n */
    int64_t *shift;  /* of each variable: exponents removed from the n rows, then columns */
} packer;

/* Solves the assignment problem for the highest exponents of variable v in the entries or, if
 * `lower`, for the negated lowest ones. */
static clmodp_status assign(packer *p, clm_assignment *best, size_t v, bool lower)
{
    const size_t n = p->view->n;

    for (size_t k = 0; k < n * n; k++) {
        const clmodp_mpoly *f = clm_view_entry(p->view, k / n, k % n)->f;
        int64_t weight = CLM_NO_WEIGHT;

        for (size_t t = 0; f != NULL && t < f->length; t++) {
            const int64_t e = (int64_t)clm_mpoly_exponents(f, t)[v];

            if (weight < (lower ? -e : e))
                weight = lower ? -e : e;
        }
        p->weight[k] = weight;
    }
    return clm_assignment_create(p->error, best, p->weight, n);
}

static bool occurs(const packer *p, size_t v)
{
    const size_t n = p->view->n;

    for (size_t k = 0; k < n * n; k++) {
        const clmodp_mpoly *f = clm_view_entry(p->view, k / n, k % n)->f;

        for (size_t t = 0; f != NULL && t < f->length; t++)
            if (clm_mpoly_exponents(f, t)[v] > 0)
                return true;
    }
    return false;
}

/* Returns the exponent of variable v in a term of entry (i, j) without the powers that its row and
 * column have in common: a multiple of the step. */
static int64_t kept_exponent(const packer *p, const uint32_t *exponents, size_t i, size_t j,
                             size_t v)
{
    const int64_t *shift = p->shift + v * 2 * p->view->n;

    return (int64_t)exponents[v] - shift[i] - shift[p->view->n + j];
}

/* Sets step to the gcd of the exponents of variable v that remain. */
static void find_step(packer *p, size_t v)
{
    const size_t n = p->view->n;
    size_t step = 0;

    for (size_t k = 0; k < n * n && step != 1; k++) {
        const clmodp_mpoly *f = clm_view_entry(p->view, k / n, k % n)->f;

        for (size_t t = 0; f != NULL && t < f->length; t++)
            step = clm_size_gcd(step, (size_t)kept_exponent(p, clm_mpoly_exponents(f, t), k / n,
                                                            k % n, v));
    }
    p->out->step[v] = (int64_t)clm_size_max(step, 1);
}

/* Finds shift, offset, step and radix of variable v; sets out->zero if every product of entries
 * is 0. */
static clmodp_status measure_variable(packer *p, size_t v)
{
    clmodp_status st = CLMODP_OK;
    const size_t n = p->view->n;
    clm_assignment high = {0}, low = {0};

    TRY(assign(p, &low, v, true));
    p->out->zero = !low.possible;
    if (p->out->zero)
        goto done;
    TRY(assign(p, &high, v, false));
    for (size_t k = 0; k < 2 * n; k++)
        p->shift[v * 2 * n + k] = -low.potential[k];
    find_step(p, v);
    p->out->offset[v] = -low.sum;
    p->out->radix[v] = (high.sum + low.sum) / p->out->step[v] + 1;
done:
    clm_assignment_destroy(&high);
    clm_assignment_destroy(&low);
    return st;
}

/* Assigns weights in increasing order of the radices: the variable with the least radix has weight
 * 1. (Mostly no term has the highest exponents of all variables.) */
static clmodp_status choose_weights(packer *p)
{
    clm_matrix_packing *out = p->out;
    uint64_t weight = 1;
    bool placed[MOST] = {false};

    for (size_t count = 0; count < out->variables; count++) {
        size_t v = MOST;

        for (size_t k = 0; k < out->variables; k++)
            if (!placed[k] && (v == MOST || out->radix[k] < out->radix[v]))
                v = k;
        placed[v] = true;
        out->weight[v] = (int64_t)weight;
        if ((double)weight * (double)out->radix[v] >= (double)CLM_MOST_EXPONENT)
            return clm_fail(p->error, CLMODP_LIMIT,
                            "the variables are packed into one, with exponents of the "
                            "determinant up to %.3g: these must be below 2^31",
                            (double)weight * (double)out->radix[v]);
        weight *= (uint64_t)out->radix[v];
    }
    return CLMODP_OK;
}

/* ---- coefficients ---- */

clmodp_status clm_entry_scale(clm_error *error, mpz_t scale, const clm_entry *entry,
                              mpz_srcptr of_row, mpz_srcptr m)
{
    if (m == NULL)
        mpz_divexact(scale, of_row, entry->denominator);
    else if (mpz_cmp_ui(entry->denominator, 1) == 0)
        mpz_set_ui(scale, 1);
    else if (mpz_invert(scale, entry->denominator, m) == 0)
        return clm_fail(error, CLMODP_DOMAIN,
                        "the denominator of an entry has no inverse modulo the modulus");
    return CLMODP_OK;
}

void clm_view_denominator(mpz_t denominator, const clm_view *view, size_t i, mpz_srcptr m)
{
    mpz_set_ui(denominator, 1);
    for (size_t j = 0; j < view->n && m == NULL; j++) {
        const clm_entry *entry = clm_view_entry(view, i, j);

        if (entry->f != NULL && mpz_cmp_ui(entry->denominator, 1) != 0)
            mpz_lcm(denominator, denominator, entry->denominator);
    }
}

static clmodp_status pack_entry(const packer *p, clmodp_zxy *packed, size_t i, size_t j,
                                mpz_srcptr scale, mpz_srcptr m)
{
    clmodp_status st = CLMODP_OK;
    const clm_matrix_packing *out = p->out;
    const clmodp_mpoly *f = clm_view_entry(p->view, i, j)->f;
    mpz_t c;

    mpz_init(c);
    for (size_t t = 0; t < f->length; t++) {
        int64_t x = 0;

        for (size_t v = 0; v < out->variables; v++)
            if (out->radix[v] > 1)
                x += kept_exponent(p, clm_mpoly_exponents(f, t), i, j, v) / out->step[v] *
                     out->weight[v];
        if (x >= (int64_t)CLM_MOST_EXPONENT)
            FAIL(p->error, CLMODP_LIMIT, "packed exponents of an entry reach 2^31");
        mpz_mul(c, clm_mpoly_coefficient(f, t), scale);
        if (m != NULL)
            mpz_mod(c, c, m);
        TRY(clm_zxy_append(packed, c, (size_t)x, i * p->view->n + j));
    }
done:
    mpz_clear(c);
    return st == CLMODP_HOST_MEMORY ? clm_fail(p->error, st, "no memory for a matrix") : st;
}

static clmodp_status pack_row(const packer *p, clmodp_zxy *packed, mpz_t denominator, size_t i,
                              mpz_srcptr m)
{
    clmodp_status st = CLMODP_OK;
    mpz_t of_row, scale;

    mpz_init(of_row);
    mpz_init(scale);
    clm_view_denominator(of_row, p->view, i, m);
    for (size_t j = 0; j < p->view->n; j++) {
        const clm_entry *entry = clm_view_entry(p->view, i, j);

        if (entry->f == NULL)
            continue;
        TRY(clm_entry_scale(p->error, scale, entry, of_row, m));
        TRY(pack_entry(p, packed, i, j, scale, m));
    }
    mpz_mul(denominator, denominator, of_row);
done:
    mpz_clear(of_row);
    mpz_clear(scale);
    return st;
}

clmodp_status clm_matrix_pack(clm_error *error, clm_matrix_packing *out, clmodp_zxy *packed,
                              mpz_t denominator, const clm_view *view, uint64_t modulus)
{
    clmodp_status st = CLMODP_OK;
    const size_t n = view->n;
    packer p = {.error = error, .out = out, .view = view};
    mpz_t m;

    mpz_init_set_ui(m, modulus);
    *out = (clm_matrix_packing){.variables = view->a->variables};
    mpz_set_ui(denominator, 1);
    NEW(error, p.weight, n * n);
    NEW(error, p.shift, 2 * n * clm_size_max(out->variables, 1));
    for (size_t v = 0; v < out->variables && !out->zero; v++) {
        out->step[v] = out->radix[v] = 1;
        if (occurs(&p, v))
            TRY(measure_variable(&p, v));
    }
    if (out->zero)
        goto done;
    TRY(choose_weights(&p));
    for (size_t i = 0; i < n; i++)
        TRY(pack_row(&p, packed, denominator, i, modulus != 0 ? m : NULL));
    clm_zxy_combine(packed);
done:
    free(p.shift);
    free(p.weight);
    mpz_clear(m);
    return st;
}

/* Sets e to the exponents of the term x^i of the packed determinant: the digits of i. */
static clmodp_status unpack_exponents(uint32_t *e, const clm_matrix_packing *packing, int64_t i)
{
    bool seen[MOST] = {false};

    for (size_t count = 0; count < packing->variables; count++) {
        int64_t digit, exponent;
        size_t v = MOST;

        for (size_t k = 0; k < packing->variables; k++) /* the greatest weight first */
            if (!seen[k] && (v == MOST || packing->weight[k] > packing->weight[v] ||
                             (packing->weight[k] == packing->weight[v] &&
                              packing->radix[k] > packing->radix[v])))
                v = k;
        seen[v] = true;
        digit = i / packing->weight[v];
        i -= digit * packing->weight[v];
        exponent = packing->offset[v] + packing->step[v] * digit;
        if (digit >= packing->radix[v])
            return CLMODP_CORRUPT;
        if (exponent >= (int64_t)CLM_MOST_EXPONENT)
            return CLMODP_LIMIT;
        e[v] = (uint32_t)exponent;
    }
    return i == 0 ? CLMODP_OK : CLMODP_CORRUPT;
}

clmodp_status clm_matrix_unpack(clm_error *error, clmodp_mpoly *r,
                                const clm_matrix_packing *packing, clmodp_zx *packed)
{
    clmodp_status st = CLMODP_OK;
    const long degree = clmodp_zx_degree(packed);
    size_t terms = 0;
    clmodp_mpoly *out = NULL;
    mpz_t c;

    mpz_init(c);
    for (long i = 0; i <= degree; i++)
        terms += mpz_sgn(clmodp_zx_coeff(packed, (size_t)i)) != 0;
    TRY(clmodp_mpoly_create(&out, packing->variables));
    TRY(clm_mpoly_reserve(out, terms));
    for (long i = 0; i <= degree; i++) {
        clm_zx_take_coeff(c, packed, (size_t)i);
        if (mpz_sgn(c) != 0)
            TRY(unpack_exponents(clm_mpoly_append(out, c), packing, i));
    }
    clm_mpoly_combine(out);
    clmodp_mpoly_swap(r, out);
done:
    clmodp_mpoly_destroy(out);
    mpz_clear(c);
    if (st == CLMODP_LIMIT)
        return clm_fail(error, st, "an exponent of the determinant reaches 2^31");
    return st == CLMODP_CORRUPT
               ? clm_fail(error, st, "the packed determinant has an impossible exponent")
               : st;
}

/* Computes with polynomials over F_p by FLINT's nmod_poly. */
#include <stdlib.h>

#include <gmp.h> /* not included by new versions of FLINT */

#include <flint/flint.h>
#include <flint/nmod_poly.h>

#include "peers/fpx_peers.h"

typedef struct work {
    nmod_poly_t a, b, result, rest;
    mp_ptr points, values; /* of evaluations and interpolations */
} work;

static void set(nmod_poly_t f, const uint32_t *words, size_t count, uint32_t p)
{
    nmod_poly_init2(f, p, (slong)count);
    for (size_t k = count; k-- > 0;)
        nmod_poly_set_coeff_ui(f, (slong)k, words[k]);
}

static mp_ptr array_of(const uint32_t *words, size_t count)
{
    mp_ptr array = malloc((count + 1) * sizeof *array);

    if (array == NULL)
        abort();
    for (size_t k = 0; k < count; k++)
        array[k] = words[k];
    return array;
}

/* Computes a power with a precomputed inverse of the modulus. */
static void power(work *w)
{
    const slong count = nmod_poly_length(w->b);

    nmod_poly_reverse(w->rest, w->b, count);
    nmod_poly_inv_series(w->rest, w->rest, count);
    nmod_poly_rem(w->result, w->a, w->b);
    nmod_poly_powmod_ui_binexp_preinv(w->result, w->result, PEER_EXPONENT, w->b, w->rest);
}

static void invert(work *w)
{
    if (nmod_poly_length(w->b) < 2 || !nmod_poly_invmod(w->result, w->a, w->b))
        nmod_poly_zero(w->result);
}

static void run(peer_job *job, void *of)
{
    work *w = of;

    switch (job->operation) {
    case PEER_MUL: nmod_poly_mul(w->result, w->a, w->b); break;
    case PEER_DIVREM: nmod_poly_divrem(w->result, w->rest, w->a, w->b); break;
    case PEER_GCD: nmod_poly_gcd(w->result, w->a, w->b); break;
    case PEER_RESULTANT:
        nmod_poly_zero(w->result);
        nmod_poly_set_coeff_ui(w->result, 0, nmod_poly_resultant(w->a, w->b));
        break;
    case PEER_EVALUATE:
        nmod_poly_evaluate_nmod_vec(w->values, w->a, w->points, (slong)job->m);
        break;
    case PEER_INTERPOLATE:
        nmod_poly_interpolate_nmod_vec(w->result, w->points, w->values, (slong)job->m);
        break;
    case PEER_POWMOD: power(w); break;
    case PEER_INVMOD: invert(w); break;
    }
}

void flint_fpx(peer_job *job)
{
    work w;

    flint_set_num_threads((int)job->threads);
    set(w.a, job->a, job->n, job->p);
    set(w.b, job->b, job->m, job->p);
    nmod_poly_init(w.result, job->p);
    nmod_poly_init(w.rest, job->p);
    w.points = array_of(job->b, job->m);
    w.values = array_of(job->operation == PEER_INTERPOLATE ? job->a : job->b, job->m);
    peer_take_turns(job, run, &w);
    if (job->operation == PEER_EVALUATE)
        for (size_t k = job->m; k-- > 0;)
            nmod_poly_set_coeff_ui(w.result, (slong)k, w.values[k]);
    job->count = (size_t)nmod_poly_length(w.result);
    for (size_t k = 0; k < job->count; k++)
        job->result[k] = (uint32_t)nmod_poly_get_coeff_ui(w.result, (slong)k);
    free(w.values);
    free(w.points);
    nmod_poly_clear(w.rest);
    nmod_poly_clear(w.result);
    nmod_poly_clear(w.b);
    nmod_poly_clear(w.a);
    flint_set_num_threads(1);
}

/* Resultants modulo a prime of polynomials free of x, by the arithmetic of fpx/host. No driver
 * and no interpolation takes part, so that a check would only repeat the computation. */
#include "resultant/univariate.h"

#include <stdlib.h>

#include "arith/prime.h"
#include "core/memory.h"
#include "core/size.h"
#include "fpx/host/arithmetic.h"
#include "fpx/host/wide.h"
#include "opencl/context.h"
#include "polynomials/zx.h"
#include "polynomials/zxy.h"
#include "resultant/check.h"

/* Polynomials of higher degree have at least a term for each SPARSE coefficients. */
enum { SHORT = 4096, SPARSE = 8 };

static bool is_dense(const clmodp_zxy *f)
{
    const size_t degree = (size_t)clmodp_zxy_degree_y(f);

    return degree <= SHORT || degree / SPARSE < f->length;
}

bool clm_univariate_applies(const clmodp_zxy *f, const clmodp_zxy *g)
{
    return clmodp_zxy_degree_x(f) == 0 && clmodp_zxy_degree_x(g) == 0 && is_dense(f) &&
           is_dense(g);
}

double clm_univariate_ns(const clmodp_zxy *f, const clmodp_zxy *g)
{
    return ((double)clmodp_zxy_degree_y(f) + 1.0) * ((double)clmodp_zxy_degree_y(g) + 1.0);
}

static void read_residues(uint64_t *c, const clmodp_zxy *f, uint64_t p)
{
    for (size_t k = 0; k < f->length; k++)
        c[f->term[k].j] = clm_check_residue(f->term[k].c, p);
}

/* *r := the resultant of images without leading zeros, not 0. */
static clmodp_status resultant_of_images(clm_error *error, uint64_t *r, clm_wide_poly a,
                                         clm_wide_poly b, uint64_t p, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    uint32_t *words = NULL, short_r;
    clm_modulus modulus;
    clm_mont64 field;

    if (p >> 31 != 0) {
        field = clm_mont64_of(p);
        return clm_wide_resultant(error, r, a, b, &field, 1, watch);
    }
    modulus = clm_modulus_of((uint32_t)p);
    NEW(error, words, a.count + b.count);
    for (size_t k = 0; k < a.count; k++)
        words[k] = (uint32_t)a.c[k];
    for (size_t k = 0; k < b.count; k++)
        words[a.count + k] = (uint32_t)b.c[k];
    TRY(clm_host_resultant(error, &short_r, (clm_host_poly){words, a.count},
                           (clm_host_poly){words + a.count, b.count}, &modulus, 1, watch));
    *r = short_r;
done:
    free(words);
    return st;
}

/* The images of f and g may have degrees below m and n. The resultant is 0 if both degrees are
 * lower. If one is lower by k, it has the factor lead^k, for the other's leading coefficient, and
 * the sign (-1)^(k n) if the first one is lower. */
clmodp_status clm_univariate_resultant(clm_error *error, uint64_t *r, const clmodp_zxy *f,
                                       const clmodp_zxy *g, uint64_t p, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    const size_t m = (size_t)clmodp_zxy_degree_y(f), n = (size_t)clmodp_zxy_degree_y(g);
    uint64_t *a, *b;
    size_t count_a, count_b;

    *r = 0;
    NEW(error, a, m + n + 2);
    b = a + m + 1;
    read_residues(a, f, p);
    read_residues(b, g, p);
    count_a = clm_wide_count(a, m + 1);
    count_b = clm_wide_count(b, n + 1);
    if (m == 0 || n == 0) {
        *r = m == 0 ? clm_powmod64(a[0], n, p) : clm_powmod64(b[0], m, p);
    } else if (count_a > 0 && count_b > 0 && (count_a > m || count_b > n)) {
        const size_t lost = m + 1 - count_a + n + 1 - count_b;
        const uint64_t lead = count_a > m ? a[m] : b[n];

        TRY(resultant_of_images(error, r, (clm_wide_poly){a, count_a}, (clm_wide_poly){b, count_b},
                                p, watch));
        if (lost > 0)
            *r = clm_mulmod64(*r, clm_powmod64(lead, lost, p), p);
        if (count_a <= m && lost % 2 == 1 && n % 2 == 1 && *r != 0)
            *r = p - *r;
    }
done:
    free(a);
    return st;
}

clmodp_status clm_univariate_store(clmodp_zx *r, clmodp_resultant_report *report, uint64_t value,
                                   uint64_t p)
{
    report->width_bound = 1;
    report->height_bits = 64 - (uint64_t)__builtin_clzll(p);
    report->necessary_evaluations = value != 0;
    return clm_zx_set_constant(r, value);
}

/* Arguments of a resultant on a thread. */
typedef struct work {
    const clm_task *task;
    clm_error *error;
    clm_poller *watch; /* or NULL */
    uint64_t value;
} work;

static clmodp_status run(void *argument)
{
    work *w = argument;

    return clm_univariate_resultant(w->error, &w->value, w->task->f, w->task->g, w->task->modulus,
                                    w->watch);
}

clmodp_status clm_univariate_compute(clmodp_context *ctx, bool *done, const clm_task *task)
{
    clmodp_status st = CLMODP_OK;
    clm_poller watch = CLM_PROGRESS_POLLER(ctx, 0.0);
    clm_error error = {0};
    work w = {.task = task, .error = &error};
    double ns;

    *done = false;
    if (task->count > 1 || !clm_univariate_applies(task->f, task->g))
        goto done;
    ns = clm_univariate_ns(task->f, task->g);
    if (task->options->deferred != NULL && ns > clm_limit_ns(CLM_LIMIT_ALONE)) {
        *task->options->deferred = ns;
        return CLMODP_CANCELLED;
    }
    w.watch = ns > clm_limit_ns(CLM_LIMIT_THREADS) ? &watch : NULL;
    st = clm_run_watched(run, &w, w.watch);
    if (st != CLMODP_OK && error.status == st)
        ctx->error = error;
    TRY(st);
    TRY(clm_univariate_store(task->results[0], &task->record->report, w.value, task->modulus));
    *done = true;
done:
    return st;
}

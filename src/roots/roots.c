/* Finds all real roots of a polynomial from its square-free factors; compares and refines them. */
#include "roots/roots.h"

#include <stdlib.h>

#include "core/memory.h"
#include "opencl/context.h"
#include "polynomials/zx.h"
#include "roots/inflate.h"
#include "roots/radicals.h"

/* The default of max_degree: 0.4 GB. */
#define MOST_DEGREE ((uint64_t)1 << 15)
/* The limit of precision: 32 MiB for a number. */
#define MOST_BITS ((uint64_t)1 << 28)

/* One computation, in steps of independent items for threads. */
typedef struct search {
    clmodp_roots *out;
    bool long_work;        /* polls the progress callback, and takes threads */
    size_t threads;        /* 1 for little work */
    clm_root *root;        /* the first one to refine */
    uint64_t precision;
    mpz_t numerator, denominator; /* a number in lowest terms */
    size_t below;                 /* roots less than it */
    bool found;                   /* it is a root */
    const clm_poller *watch;
} search;

/* ---- steps ---- */

static clmodp_status make_polynomials(clmodp_roots *out)
{
    clmodp_status st = CLMODP_OK;

    NEW(NULL, out->poly, out->factors.count);
    for (size_t k = 0; k < out->factors.count; k++) {
        const clmodp_zx *f = out->factors.factor[k].f;

        if (clmodp_zx_degree(f) > 1)
            TRY(clm_poly_init(&out->poly[k], f));
        else
            out->poly[k].f = f; /* its root is exact */
        out->poly[k].radical = clm_is_radical(f);
    }
done:
    return st;
}

/* Isolates the roots of each factor on all threads. */
static clmodp_status isolate_factors(void *argument, size_t index, size_t thread)
{
    clmodp_status st = CLMODP_OK;
    const search *s = argument;
    clmodp_roots *out = s->out;

    (void)index;
    (void)thread;
    TRY(make_polynomials(out));
    for (size_t k = 0; k < out->factors.count; k++)
        if (out->poly[k].radical)
            TRY(clm_radicals(&out->list, &out->poly[k]));
        else
            TRY(clm_inflate_roots(&out->list, &out->poly[k], s->precision, s->threads, s->watch));
done:
    return st;
}

static clmodp_status refine_root(void *argument, size_t index, size_t thread)
{
    const search *s = argument;

    (void)thread;
    return clm_root_refine(&s->root[index], s->precision, s->watch);
}

static clmodp_status run_step(clmodp_context *ctx, search *s, size_t count, clm_work work,
                              double fraction)
{
    return clm_roots_step(ctx, &s->watch, s->long_work, count, work, s, fraction);
}

/* ---- roots of all factors together ---- */

/* Sorts the roots, and refines intervals of different factors until they are apart. */
static clmodp_status separate(void *argument, size_t index, size_t thread)
{
    search *s = argument;
    clm_root_list *list = &s->out->list;
    bool apart = list->count < 2;

    (void)index;
    (void)thread;
    while (!apart) {
        clm_root_list_sort(list);
        apart = true;
        for (size_t k = 0; k + 1 < list->count; k++) {
            clm_root *r = &list->root[k];

            if (clm_poller_stopped(s->watch))
                return CLMODP_CANCELLED;
            if (clm_root_apart(r, r + 1))
                continue;
            apart = false;
            clm_root_step(r->exact || (!r[1].exact && r[1].k < r->k) ? r + 1 : r, 64, s->watch);
        }
    }
    return CLMODP_OK;
}

static clmodp_status find(clmodp_context *ctx, search *s)
{
    clmodp_status st = CLMODP_OK;
    clmodp_roots *out = s->out;

    TRY(run_step(ctx, s, 1, isolate_factors, 0.1));
    TRY(run_step(ctx, s, 1, separate, 0.7));
    s->root = out->list.root;
    if (s->precision > 0)
        TRY(run_step(ctx, s, out->list.count, refine_root, 0.8));
done:
    return st;
}

/* ---- calls ---- */

clmodp_status clm_roots_step(clmodp_context *context, const clm_poller **watch, bool long_work,
                             size_t count, clm_work work, void *argument, double fraction)
{
    clmodp_status st = CLMODP_OK;
    clm_poller poller = CLM_PROGRESS_POLLER(context, fraction);

    *watch = &poller;
    if (long_work)
        st = clm_parallel_watched(count, context->threads, work, argument, &poller);
    for (size_t k = 0; !long_work && k < count && st == CLMODP_OK; k++)
        st = work(argument, k, 0);
    if (st == CLMODP_HOST_MEMORY && context->error.message[0] == '\0')
        (void)clm_fail(&context->error, st, "no memory for the roots of a polynomial");
    return st;
}

clmodp_status clm_roots_call(clmodp_context *context, const clm_poller **watch, bool long_work,
                             size_t count, clm_work work, void *argument)
{
    clm_call call;

    clm_call_begin(&call, context, 0, true);
    return clm_call_end(context, &call,
                        clm_roots_step(context, watch, long_work, count, work, argument, 0.0));
}

/* The square-free decomposition of f. */
typedef struct decomposition {
    clm_factor_list *factors;
    const clmodp_zx *f;
    const clm_poller *watch;
} decomposition;

static clmodp_status find_factors(void *argument, size_t index, size_t thread)
{
    const decomposition *d = argument;

    (void)index;
    (void)thread;
    return clm_square_free(d->factors, d->f, d->watch);
}

clmodp_status clm_roots_factors(clmodp_context *context, clm_factor_list *factors,
                                const clmodp_zx *f)
{
    decomposition d = {.factors = factors, .f = f};

    return clm_error_complete(&context->error,
                              clm_roots_call(context, &d.watch, clm_roots_is_long(f, 0), 1,
                                             find_factors, &d));
}

clmodp_status clm_roots_check_precision(clm_error *error, uint64_t bits)
{
    if (bits < MOST_BITS)
        return CLMODP_OK;
    return clm_fail(error, CLMODP_LIMIT, "a precision of %llu bits is too high",
                    (unsigned long long)bits);
}

clmodp_status clm_roots_read(clm_error *error, clmodp_roots_options *read, const clmodp_zx *f,
                             bool deflated, const clmodp_roots_options *options)
{
    clmodp_status st = CLMODP_OK;
    size_t valuation;
    uint64_t degree;

    clmodp_roots_options_init(read);
    TRY(clm_options_read(error, "clmodp_roots_options", read, sizeof *read, options));
    REQUIRE(error, f != NULL);
    if (read->max_degree == 0)
        read->max_degree = MOST_DEGREE;
    if (clmodp_zx_degree(f) < 0)
        FAIL(error, CLMODP_INVALID, "every number is a root of the polynomial 0");
    valuation = clm_valuation(f);
    degree = (uint64_t)clmodp_zx_degree(f) - valuation;
    if (deflated && degree > read->max_degree)
        degree /= clm_zx_deflation(f, valuation);
    if (degree > read->max_degree)
        FAIL(error, CLMODP_LIMIT, "the degree is %ld, above the limit of %llu (max_degree)",
             clmodp_zx_degree(f), (unsigned long long)read->max_degree);
    TRY(clm_roots_check_precision(error, read->precision));
done:
    return st;
}

clmodp_status clmodp_roots_find(clmodp_context *context, clmodp_roots **roots, const clmodp_zx *f,
                                const clmodp_roots_options *options)
{
    clmodp_status st = CLMODP_OK;
    clmodp_roots_options read;
    search s = {0};
    clm_call call;

    if (context == NULL || roots == NULL)
        return CLMODP_INVALID;
    *roots = NULL;
    clm_error_clear(&context->error);
    TRY(clm_roots_read(&context->error, &read, f, true, options));
    s.precision = read.precision;
    s.long_work = clm_roots_is_long(f, read.precision);
    s.threads = s.long_work ? context->threads : 1;
    NEW(&context->error, s.out, 1);
    TRY(clm_roots_factors(context, &s.out->factors, f));
    clm_call_begin(&call, context, 0, true);
    TRY(clm_call_end(context, &call, find(context, &s)));
    *roots = s.out;
done:
    if (st != CLMODP_OK)
        clmodp_roots_destroy(s.out);
    return clm_error_complete(&context->error, st);
}

void clmodp_roots_destroy(clmodp_roots *roots)
{
    if (roots == NULL)
        return;
    for (size_t k = 0; k < roots->factors.count && roots->poly != NULL; k++)
        clm_poly_clear(&roots->poly[k]);
    free(roots->poly);
    clm_root_list_clear(&roots->list);
    clm_factor_list_clear(&roots->factors);
    free(roots);
}

size_t clmodp_roots_count(const clmodp_roots *roots)
{
    return roots->list.count;
}

static const clm_factor *factor_of(const clmodp_roots *roots, size_t k)
{
    return &roots->factors.factor[roots->list.root[k].p - roots->poly];
}

size_t clmodp_roots_multiplicity(const clmodp_roots *roots, size_t k)
{
    return factor_of(roots, k)->multiplicity;
}

const clmodp_zx *clmodp_roots_factor(const clmodp_roots *roots, size_t k)
{
    return factor_of(roots, k)->f;
}

void clmodp_roots_interval(mpz_t low, mpz_t high, mpz_t denominator, const clmodp_roots *roots,
                           size_t k)
{
    clm_root_ends(low, high, denominator, &roots->list.root[k]);
}

clmodp_status clm_roots_check(clm_error *error, size_t k, size_t count)
{
    if (k < count)
        return CLMODP_OK;
    return clm_fail(error, CLMODP_INVALID, "there is no root number %zu: there %s %zu", k,
                    count == 1 ? "is" : "are", count);
}

clmodp_status clmodp_roots_refine(clmodp_context *context, clmodp_roots *roots, size_t k,
                                  uint64_t bits)
{
    clmodp_status st = CLMODP_OK;
    search s = {.precision = bits};

    START(context, &context->error);
    REQUIRE(&context->error, roots != NULL);
    TRY(clm_roots_check(&context->error, k, roots->list.count));
    TRY(clm_roots_check_precision(&context->error, bits));
    s.root = &roots->list.root[k];
    st = clm_roots_call(context, &s.watch, clm_roots_is_long(clmodp_roots_factor(roots, k), bits),
                        1, refine_root, &s);
done:
    return clm_error_complete(&context->error, st);
}

/* Refines until the number, in lowest terms, is the root or outside of the interval. */
static int side_of(clm_root *r, const search *s)
{
    int side = clm_root_side(r, s->numerator, s->denominator);

    if (side == 0 && !r->exact && clm_poly_vanishes(r->p, s->numerator, s->denominator))
        clm_root_set_rational(r, s->numerator, s->denominator);
    while (side == 0 && !r->exact && !clm_poller_stopped(s->watch)) {
        clm_root_step(r, 64, s->watch);
        side = clm_root_side(r, s->numerator, s->denominator);
    }
    return side;
}

static clmodp_status find_below(void *argument, size_t index, size_t thread)
{
    search *s = argument;
    size_t most = s->out->list.count;

    (void)index;
    (void)thread;
    while (s->below < most && !s->found) { /* lesser roots are less, those from `most` not */
        const size_t k = s->below + (most - s->below) / 2;
        const int side = side_of(&s->out->list.root[k], s);

        if (clm_poller_stopped(s->watch))
            return CLMODP_CANCELLED;
        s->found = side == 0;
        if (side < 0)
            s->below = k + 1;
        else
            most = k;
    }
    s->below = s->found ? most : s->below;
    return CLMODP_OK;
}

clmodp_status clmodp_roots_below(clmodp_context *context, size_t *below, int *is_root,
                                 clmodp_roots *roots, const mpz_t numerator,
                                 const mpz_t denominator)
{
    clmodp_status st = CLMODP_OK;
    search s = {.out = roots};

    START(context, &context->error);
    mpz_inits(s.numerator, s.denominator, NULL);
    REQUIRE(&context->error, below != NULL && roots != NULL);
    REQUIRE(&context->error, mpz_sgn(denominator) > 0);
    mpz_gcd(s.denominator, numerator, denominator);
    mpz_divexact(s.numerator, numerator, s.denominator);
    mpz_divexact(s.denominator, denominator, s.denominator);
    for (size_t k = 0; k < roots->factors.count; k++)
        s.long_work = s.long_work || clm_roots_is_long(roots->factors.factor[k].f, 0);
    TRY(clm_roots_call(context, &s.watch, s.long_work, 1, find_below, &s));
    *below = s.below;
    if (is_root != NULL)
        *is_root = s.found;
done:
    mpz_clears(s.numerator, s.denominator, NULL);
    return clm_error_complete(&context->error, st);
}

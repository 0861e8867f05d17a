/* The best of the bounds on a resultant or a first subresultant. */
#include "bounds/bounds.h"

#include <math.h>

#include "core/size.h"
#include "bounds/circle.h"
#include "bounds/height.h"
#include "bounds/newton.h"

typedef struct contest {
    double bits;
    const char *name;
} contest;

static void enter_bound(contest *best, double bits, const char *name)
{
    if (bits < best->bits)
        *best = (contest){bits, name};
}

/* By how much bounds are better than those before on dense inputs, about (bounds on random
 * pairs). */
#define WEIGHT_GAIN 0.02
#define COLUMNS_GAIN 0.05
#define MEASURE_GAIN 0.02
#define CIRCLE_GAIN 0.04

/* Exact steps of Graeffe's are for a polynomial against one so many times as long; they may take
 * this part of what all primes take, and no more products of limbs (some 30 ms). */
#define GRAEFFE_RATIO 4
#define GRAEFFE_SHARE 0.02
#define GRAEFFE_MOST 0x1p26

/* The determinants with `less` rows fewer, and what is known of them. */
typedef struct heights {
    const clmodp_zxy *f, *g;
    const clm_norms *nf, *ng;
    size_t less;
    const clm_bounds_worth *worth;
    bool by_norms; /* only bounds that grow with the coefficients */
    double width;  /* coefficients */
    contest best;
} heights;

/* Whether a bound that is less by the part `gain` should save more than its operations cost. */
static bool bound_pays(const heights *h, double gain, clm_operation operation, double count)
{
    const clm_bounds_worth *worth = h->worth;
    double primes, fewer;

    if (worth == NULL)
        return true;
    primes = ceil((h->best.bits + 2.0) / worth->prime_bits); /* P > 2 * 2^height_bits */
    fewer = ceil(((1.0 - gain) * h->best.bits + 2.0) / worth->prime_bits);
    return (primes - fewer) * h->width * worth->point_cost > worth->rates->ns[operation] * count;
}

/* The most samples of the circle that pay, or 0. */
static size_t choose_samples(const heights *h)
{
    const double rows = (double)(h->nf->rows + h->ng->rows);
    const size_t degree = clm_size_max(clm_samples_degree(h->nf), clm_samples_degree(h->ng));
    size_t samples = clm_height_samples(h->nf, h->ng);

    while (samples > 0 && !bound_pays(h, CIRCLE_GAIN, CLM_OP_BOUND_SAMPLE, rows * (double)samples))
        samples = samples / 2 > clm_size_max(2 * degree, 2) ? samples / 2 : 0;
    return samples;
}

/* Products of limbs that exact steps of Graeffe's may take. */
static double graeffe_budget(const heights *h)
{
    const clm_bounds_worth *worth = h->worth;
    double primes;

    if (worth == NULL)
        return GRAEFFE_MOST;
    primes = ceil((h->best.bits + 2.0) / worth->prime_bits) - 1.0; /* that may be saved */
    return fmin(GRAEFFE_SHARE * primes * h->width * worth->point_cost /
                    worth->rates->ns[CLM_OP_LIMB_PRODUCT], GRAEFFE_MOST);
}

/* By the measure of the much shorter one of f and g, if one is. */
static clmodp_status enter_graeffe(clm_error *error, heights *h)
{
    clmodp_status st = CLMODP_OK;
    const bool f_short = h->nf->degree < h->ng->degree;
    const clm_norms *lesser = f_short ? h->nf : h->ng, *greater = f_short ? h->ng : h->nf;
    const double budget = graeffe_budget(h);
    clm_graeffe graeffe = {0};
    double bits;

    if (lesser->degree < greater->degree / GRAEFFE_RATIO && budget >= CLM_GRAEFFE_PRODUCT) {
        TRY(clm_graeffe_create(error, &graeffe, f_short ? h->f : h->g, lesser, greater->degree,
                               budget));
        TRY(clm_height_by_graeffe(error, &bits, greater, lesser, &graeffe));
        enter_bound(&h->best, bits, "mahler");
    }
done:
    clm_graeffe_destroy(&graeffe);
    return st;
}

/* The smallest of the heights. The weight is the best one for the rows, and good for the others,
 * but unweighted bounds may be better still. */
static clmodp_status find_height(clm_error *error, heights *h)
{
    clmodp_status st = CLMODP_OK;
    const double rows = (double)(h->nf->rows + h->ng->rows);
    int64_t weights[2] = {0, 0};
    size_t samples;
    double bits;

    h->best = (contest){clm_height_by_rows(h->nf, h->ng, 0, h->less), "rows"};
    if (bound_pays(h, WEIGHT_GAIN, CLM_OP_BOUND_WEIGHT, rows))
        weights[0] = clm_height_weight(h->nf, h->ng);
    if (weights[0] != 0)
        enter_bound(&h->best, clm_height_by_rows(h->nf, h->ng, weights[0], h->less), "rows");
    for (size_t k = 0; h->less == 0 && k < (weights[0] != 0 ? 2 : 1); k++) {
        if (bound_pays(h, COLUMNS_GAIN, CLM_OP_BOUND_COLUMNS, rows)) {
            TRY(clm_height_by_columns(error, &bits, h->nf, h->ng, weights[k]));
            enter_bound(&h->best, bits, "columns");
        }
        if (!h->by_norms && bound_pays(h, MEASURE_GAIN, CLM_OP_BOUND_MAHLER, rows)) {
            TRY(clm_height_by_mahler(error, &bits, h->nf, h->ng, weights[k]));
            enter_bound(&h->best, bits, "mahler");
        }
    }
    if (h->less == 0 && !h->by_norms)
        TRY(enter_graeffe(error, h));
    samples = h->by_norms ? 0 : choose_samples(h);
    if (samples > 0) {
        TRY(clm_height_on_circle(error, &bits, h->f, h->nf, h->g, h->ng, weights[0], h->less,
                                 samples));
        enter_bound(&h->best, bits, "circle");
    }
done:
    return st;
}

static clmodp_status set_height(clm_error *error, clm_bounds *bounds, contest height)
{
    if (!(height.bits < 0x1p62))
        return clm_fail(error, CLMODP_LIMIT,
                        "the resultant's coefficients may exceed 2^(2^62)");
    /* |c| <= 2^bits < 2^(floor(bits) + 1) */
    bounds->height_bits = height.bits > 0.0 ? (uint64_t)height.bits + 1 : 1;
    bounds->height_name = height.name;
    return CLMODP_OK;
}

/* Of the resultant or, with one row less, of the first subresultant; h: what is known but for
 * norms and what they give. */
static clmodp_status compute_bounds(clm_error *error, clm_bounds *out, heights h, bool with_height)
{
    clmodp_status st = CLMODP_OK;
    clm_bounds bounds = {.height_name = with_height ? "rows" : ""};
    clm_norms nf = {0}, ng = {0};

    h.nf = &nf;
    h.ng = &ng;
    TRY(clm_norms_create(error, &nf, h.f));
    TRY(clm_norms_create(error, &ng, h.g));
    REQUIRE(error, h.less == 0 || (nf.degree > 0 && ng.degree > 0 && nf.degree + ng.degree > 2));
    if (h.less > 0)
        TRY(clm_newton_subresultant(error, &bounds.degree, &bounds.valuation, &nf, &ng));
    else
        TRY(clm_newton_bounds(error, &bounds.degree, &bounds.valuation, &bounds.zero, &nf, &ng));
    if (with_height && !bounds.zero) {
        h.width = (double)(bounds.degree - bounds.valuation) + 1.0;
        TRY(find_height(error, &h));
        TRY(set_height(error, &bounds, h.best));
    }
    *out = bounds;
done:
    clm_norms_destroy(&nf);
    clm_norms_destroy(&ng);
    return st;
}

clmodp_status clm_bounds_compute(clm_error *error, clm_bounds *out, const clmodp_zxy *f,
                                 const clmodp_zxy *g, const clm_bounds_worth *worth)
{
    return compute_bounds(error, out, (heights){.f = f, .g = g, .worth = worth}, true);
}

clmodp_status clm_bounds_exponents(clm_error *error, clm_bounds *out, const clmodp_zxy *f,
                                   const clmodp_zxy *g)
{
    return compute_bounds(error, out, (heights){.f = f, .g = g}, false);
}

clmodp_status clm_bounds_subresultant(clm_error *error, clm_bounds *out, const clmodp_zxy *f,
                                      const clmodp_zxy *g, bool with_height,
                                      const clm_bounds_worth *worth)
{
    return compute_bounds(error, out, (heights){.f = f, .g = g, .less = 1, .worth = worth},
                          with_height);
}

clmodp_status clm_bounds_of_all(clm_error *error, clm_bounds *out, const clmodp_zxy *f,
                                const clmodp_zxy *g, bool subresultant)
{
    return compute_bounds(error, out,
                          (heights){.f = f, .g = g, .less = subresultant ? 1 : 0,
                                    .by_norms = true}, true);
}

void clm_bounds_join(clm_bounds *bounds, const clm_bounds *other)
{
    if (other->zero)
        return;
    if (bounds->zero) {
        *bounds = *other;
        return;
    }
    if (other->degree > bounds->degree)
        bounds->degree = other->degree;
    if (other->valuation < bounds->valuation)
        bounds->valuation = other->valuation;
    if (other->height_bits > bounds->height_bits) {
        bounds->height_bits = other->height_bits;
        bounds->height_name = other->height_name;
    }
}

/* The best of the bounds on a resultant or a first subresultant. */
#include "bounds/bounds.h"

#include "bounds/height.h"
#include "bounds/newton.h"

typedef struct contest {
    double bits;
    const char *name;
} contest;

static void enter(contest *best, double bits, const char *name)
{
    if (bits < best->bits)
        *best = (contest){bits, name};
}

/* The smallest of the heights of the determinants with `less` rows fewer. The weight is the best
 * one for the rows, and good for the others, but unweighted bounds may be better still. */
static clmodp_status find_height(clm_error *error, contest *best, const clmodp_zxy *f,
                                 const clm_norms *nf, const clmodp_zxy *g, const clm_norms *ng,
                                 size_t less)
{
    clmodp_status st = CLMODP_OK;
    int64_t weights[2] = {clm_height_weight(nf, ng), 0};
    size_t samples = clm_height_samples(nf, ng);
    double bits;

    *best = (contest){clm_height_by_rows(nf, ng, weights[0], less), "rows"};
    enter(best, clm_height_by_rows(nf, ng, 0, less), "rows");
    for (size_t k = 0; less == 0 && k < (weights[0] != 0 ? 2 : 1); k++) {
        TRY(clm_height_by_columns(error, &bits, nf, ng, weights[k]));
        enter(best, bits, "columns");
        TRY(clm_height_by_measure(error, &bits, nf, ng, weights[k]));
        enter(best, bits, "measure");
    }
    if (samples > 0) {
        TRY(clm_height_on_circle(error, &bits, f, nf, g, ng, weights[0], less, samples));
        enter(best, bits, "circle");
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

/* Of the resultant or of the first subresultant. */
static clmodp_status compute(clm_error *error, clm_bounds *out, const clmodp_zxy *f,
                             const clmodp_zxy *g, bool with_height, bool subresultant)
{
    clmodp_status st = CLMODP_OK;
    clm_bounds bounds = {.height_name = with_height ? "rows" : ""};
    clm_norms nf = {0}, ng = {0};
    contest height;

    TRY(clm_norms_create(error, &nf, f));
    TRY(clm_norms_create(error, &ng, g));
    REQUIRE(error, !subresultant || (nf.degree > 0 && ng.degree > 0 && nf.degree + ng.degree > 2));
    if (subresultant)
        TRY(clm_newton_subresultant(error, &bounds.degree, &bounds.valuation, &nf, &ng));
    else
        TRY(clm_newton_bounds(error, &bounds.degree, &bounds.valuation, &bounds.zero, &nf, &ng));
    if (with_height && !bounds.zero) {
        TRY(find_height(error, &height, f, &nf, g, &ng, subresultant ? 1 : 0));
        TRY(set_height(error, &bounds, height));
    }
    *out = bounds;
done:
    clm_norms_destroy(&nf);
    clm_norms_destroy(&ng);
    return st;
}

clmodp_status clm_bounds_compute(clm_error *error, clm_bounds *out, const clmodp_zxy *f,
                                 const clmodp_zxy *g)
{
    return compute(error, out, f, g, true, false);
}

clmodp_status clm_bounds_exponents(clm_error *error, clm_bounds *out, const clmodp_zxy *f,
                                   const clmodp_zxy *g)
{
    return compute(error, out, f, g, false, false);
}

clmodp_status clm_bounds_subresultant(clm_error *error, clm_bounds *out, const clmodp_zxy *f,
                                      const clmodp_zxy *g, bool with_height)
{
    return compute(error, out, f, g, with_height, true);
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

/* Terms of operands, and polynomials of candidates. */
#include "gcd/packed.h"

#include <string.h>

#include "arith/prime.h"
#include "core/size.h"

/* Most points of a dense image. */
#define MOST_POINTS (UINT32_C(1) << 30)

void clm_gcd_operands_clear(clm_gcd_operands *of)
{
    for (int k = 0; k < 3; k++)
        clm_gcd_terms_clear(&of->part[k]);
}

static clmodp_status pack(clm_error *error, clm_gcd_terms *out, clm_gcd_operands *of,
                          const clmodp_mpoly *f)
{
    clmodp_status st = CLMODP_OK;

    TRY(clm_gcd_terms_create(error, out, f->length));
    out->degree = (uint32_t)clmodp_mpoly_degree(f, 0);
    for (size_t k = 0; k < f->length; k++) {
        const uint32_t *e = clm_mpoly_exponents(f, k);

        out->c[k] = clm_mpoly_coefficient(f, k);
        out->y[k] = e[0];
        out->e[k] = e + 1;
        for (size_t i = 0; i < of->others; i++)
            of->most[i] = clm_size_max(of->most[i], e[i + 1]);
        out->x[k] = clm_place_of(&of->x, e + 1); /* below 2^61 if there are points */
        if (k > 0 && e[0] != out->y[k - 1])
            out->rows++;
        out->end[out->rows] = k + 1;
    }
    out->rows++;
done:
    return st;
}

clmodp_status clm_gcd_pack(clm_error *error, clm_gcd_operands *out, const clmodp_mpoly *f,
                           const clmodp_mpoly *g, const clmodp_mpoly *lead, const size_t *bounds)
{
    clmodp_status st = CLMODP_OK;

    *out = (clm_gcd_operands){.others = f->variables - 1};
    for (size_t i = 1; i <= out->others; i++) { /* the image divides multiples of f and g by y^0 */
        const long degree = clmodp_mpoly_degree(lead, i) + (long)bounds[i];
        const long a = clmodp_mpoly_degree(f, i), b = clmodp_mpoly_degree(g, i);

        out->bound[i - 1] = (size_t)(degree < a ? degree < b ? degree : b : a < b ? a : b);
    }
    out->x = clm_places_of_degrees(out->bound, out->others);
    if (out->x.count <= MOST_POINTS)
        out->points = clm_smooth_at_least((uint32_t)out->x.count);
    TRY(pack(error, &out->part[CLM_GCD_F], out, f));
    TRY(pack(error, &out->part[CLM_GCD_G], out, g));
    TRY(pack(error, &out->part[CLM_GCD_LEAD], out, lead));
done:
    return st;
}

clmodp_status clm_gcd_unpack(clmodp_mpoly *h, const clm_gcd_candidate *found)
{
    clmodp_status st = CLMODP_OK;
    const clm_gcd_support *support = found->support;
    clmodp_mpoly *made = NULL;

    TRY(clmodp_mpoly_create(&made, h->variables));
    TRY(clm_mpoly_reserve(made, found->c.count));
    for (size_t k = 0; k < found->c.count; k++) {
        uint32_t *e = clm_mpoly_append(made, found->c.storage[k]);

        e[0] = support->y[k];
        memcpy(e + 1, support->e + k * support->others, support->others * sizeof *e);
    }
    clm_mpoly_combine(made);
    clmodp_mpoly_swap(h, made);
done:
    clmodp_mpoly_destroy(made);
    return st;
}

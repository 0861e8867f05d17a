/* A degree sequence: plain Euclid on the host. */
#include "fpx/batch/degrees.h"

#include "base/memory.h"

/* deg f for f with coefficients 0 ... bound - 1; -1 for zero. */
static ptrdiff_t degree_below(const u32 *f, size_t bound)
{
    while (bound > 0 && f[bound - 1] == 0)
        bound--;
    return (ptrdiff_t)bound - 1;
}

/* f mod g in place of f; returns its degree, -1 for zero. Pre: g_m != 0, n >= m >= 1. */
static ptrdiff_t remainder_of(u32 *f, size_t n, const u32 *g, size_t m, fp_field field)
{
    u32 inverse = fp_inv(g[m], field);

    for (size_t top = n + 1; top-- > m;) {
        u32 quotient = fp_mul(f[top], inverse, field);

        for (size_t i = 0; i <= m; i++)
            f[top - m + i] = fp_sub(f[top - m + i], fp_mul(quotient, g[i], field), field);
    }
    return degree_below(f, m);
}

clmodp_status clm_degrees_find(clm_error *error, clm_degrees *out, fp_field field,
                               clm_dense f, clm_dense g)
{
    clmodp_status st = CLMODP_OK;
    clm_degrees result = {0};
    const size_t p = f.degree, q = g.degree;
    u32 *a = (p < q ? g : f).coefficient, *b = (p < q ? f : g).coefficient;
    size_t n = p < q ? q : p, m = p < q ? p : q;

    *out = (clm_degrees){0};
    REQUIRE(error, f.coefficient[p] != 0 && g.coefficient[q] != 0);
    NEW(error, result.degree, m + 2);
    result.degree[result.count++] = (uint32_t)p;
    result.degree[result.count++] = (uint32_t)q;
    while (m > 0) {
        ptrdiff_t k = remainder_of(a, n, b, m, field);
        u32 *rest = a;

        if (k < 0) {
            result.common_factor = true;
            break;
        }
        result.degree[result.count++] = (uint32_t)k;
        a = b;
        b = rest;
        n = m;
        m = (size_t)k;
    }
    *out = result;
    result.degree = NULL;
done:
    free(result.degree);
    return st;
}

void clm_degrees_destroy(clm_degrees *degrees)
{
    free(degrees->degree);
    *degrees = (clm_degrees){0};
}

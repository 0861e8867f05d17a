/* Values at points, interpolation and shifts with residues of 64 bits. */
#include <string.h>

#include "arith/prime.h"
#include "core/memory.h"
#include "core/size.h"
#include "fpx/host/wide.h"

uint64_t clm_wide_value(clm_wide_poly a, uint64_t x, const clm_mont64 *f)
{
    const uint64_t factor = clm_mont64_to(x, f);
    uint64_t value = 0;

    for (size_t i = a.count; i-- > 0;)
        value = clm_mont64_add(clm_mont64_mul(value, factor, f), a.c[i], f);
    return value;
}

/* Adds the term of a point to c: the value times a multiple of the product of all x - points[i]
 * without the point's factor. Returns false if the point is repeated.
 * In: all  the product, of count + 1 coefficients
 *     work `count` words */
static bool add_point(uint64_t *c, const uint64_t *all, size_t count, uint64_t point,
                      uint64_t value, uint64_t *work, const clm_mont64 *f)
{
    const uint64_t x = clm_mont64_to(point, f);
    uint64_t here, factor;

    work[count - 1] = all[count];
    for (size_t i = count - 1; i > 0; i--)
        work[i - 1] = clm_mont64_add(all[i], clm_mont64_mul(x, work[i], f), f);
    here = clm_wide_value((clm_wide_poly){work, count}, point, f);
    if (here == 0)
        return false;
    factor = clm_mont64_to(clm_mont64_mul(clm_mont64_to(value, f), clm_invmod64(here, f->p), f),
                           f);
    for (size_t i = 0; i < count; i++)
        c[i] = clm_mont64_add(c[i], clm_mont64_mul(factor, work[i], f), f);
    return true;
}

clmodp_status clm_wide_interpolate(clm_error *error, uint64_t *c, size_t *twice,
                                   const uint64_t *points, const uint64_t *values, size_t count,
                                   const clm_mont64 *f, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    uint64_t *all = NULL, *work;

    *twice = count;
    NEW(error, all, 2 * count + 1);
    work = all + count + 1;
    all[0] = 1;
    for (size_t n = 0; n < count; n++) { /* all times x - points[n] */
        const uint64_t minus = clm_mont64_to(clm_mont64_neg(points[n], f), f);

        if (clm_poller_stopped(watch)) {
            st = CLMODP_CANCELLED;
            goto done;
        }
        all[n + 1] = all[n];
        for (size_t i = n; i > 0; i--)
            all[i] = clm_mont64_add(all[i - 1], clm_mont64_mul(minus, all[i], f), f);
        all[0] = clm_mont64_mul(minus, all[0], f);
    }
    if (count > 0)
        memset(c, 0, count * sizeof *c);
    for (size_t n = 0; n < count && *twice == count; n++) {
        if (clm_poller_stopped(watch)) {
            st = CLMODP_CANCELLED;
            goto done;
        }
        if (!add_point(c, all, count, points[n], values[n], work, f))
            *twice = n;
    }
done:
    free(all);
    return st;
}

clmodp_status clm_wide_shift(uint64_t *c, size_t count, uint64_t by, const clm_mont64 *f,
                             const clm_poller *watch)
{
    const uint64_t factor = clm_mont64_to(by, f);

    for (size_t i = 0; i + 1 < count; i++) {
        if (clm_poller_stopped(watch))
            return CLMODP_CANCELLED;
        for (size_t j = count - 1; j-- > i;)
            c[j] = clm_mont64_add(c[j], clm_mont64_mul(factor, c[j + 1], f), f);
    }
    return CLMODP_OK;
}

/* Products and launches of plain algorithms: exact, but for products of common divisors. Those are
 * a sum over sweeps (tally_gcd.c), and here leading terms: all work-groups of a sweep compute its
 * heads, whose products count as often as there are groups. */
#include "fpx/plain/cost.h"

#include <math.h>

#include "fpx/plain/multiply.h"
#include "fpx/plain/tally.h"

static clm_amounts amounts_of(const clm_tally *t)
{
    return (clm_amounts){.of = {[CLM_OP_PLAIN_PRODUCT] = t->products,
                                [CLM_OP_LAUNCH] = t->launches}};
}

clm_amounts clm_plain_multiply_cost(const clmodp_context *ctx, size_t n, size_t m,
                                    clm_plain_shape shape)
{
    const clm_tally t = clm_plain_multiply_tally(n, m, shape, &ctx->tuning,
                                                 clm_multiply_rows(ctx, n, m, shape));

    return amounts_of(&t);
}

clm_amounts clm_plain_divide_cost(size_t n, size_t m, uint32_t p, clm_plain_shape shape,
                                  const clm_tuning *tuning)
{
    const clm_tally t = clm_plain_divide_tally(n, m, p, shape, tuning);

    return amounts_of(&t);
}

clm_amounts clm_plain_gcd_cost(size_t n, size_t m, clm_plain_shape shape)
{
    size_t looks;
    const double launches = (double)clm_plain_gcd_launches(&looks, n, m, shape.s);
    const double s = (double)shape.s, most = (double)n, least = (double)m;
    const double sweeps = ceil((most - least) / (s + 1.0)) + ceil(least / s);
    const double groups = ceil(most / (double)shape.span) / 2.0; /* on average */
    const double pairs = 2.0 * least * least + 4.0 * (most - least) * least;

    return (clm_amounts){
        .of = {[CLM_OP_PLAIN_GCD] = pairs + sweeps * groups * 4.0 * s * s,
               [CLM_OP_LAUNCH] = launches, [CLM_OP_WAIT] = (double)looks}};
}

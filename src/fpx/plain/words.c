/* Words read and written, launch by launch, summed. */
#include "fpx/plain/words.h"

#include "base/size.h"
#include "cl/fpx/plain/part_shape.h"

/* What work-groups read of n words, each its `span` with `before` words before them and one
 * behind, where the last one's begin may be behind all by less than `before`. */
static double parts_words(size_t n, size_t span, size_t before, size_t groups)
{
    const size_t last = (groups - 1) * span;
    const size_t inner = groups == 1 ? 0 : last < n ? groups - 1 : groups - 2;
    const size_t beyond = last > n ? last - n : 0;

    return (double)n + (double)inner * (double)(before + 1) +
           (inner + 1 < groups && beyond < before ? (double)(before - beyond) : 0);
}

/* Sweeps of so many steps; each work-item reads the inverse. */
static clm_plain_words sweeps_words(double sweeps, size_t steps, size_t m, clm_plain_shape shape)
{
    const size_t groups = clm_size_max(clm_div_up(m - 1, shape.span), 1);
    const double heads = (double)(steps + clm_size_min(steps, m) + shape.group);
    const double changed = (double)(m - 1);

    return (clm_plain_words){
        .read = sweeps * ((double)groups * heads + changed +
                          parts_words(m - 1, shape.span, PLAIN_EVEN(steps), groups)),
        .written = sweeps * (changed + (double)steps)};
}

clm_plain_words clm_plain_divide_words(size_t n, size_t m, clm_plain_shape shape)
{
    const size_t s = shape.s, quotient = n - m + 1;
    const clm_plain_words whole = sweeps_words((double)(quotient / s), s, m, shape);
    const clm_plain_words last =
        sweeps_words(quotient % s != 0 ? 1 : 0, quotient % s, m, shape);

    return (clm_plain_words){whole.read + last.read, whole.written + last.written};
}

/* A sweep reads what it makes two new polynomials of, and in each group both heads and, but for
 * one, overlaps. */
clm_plain_words clm_plain_gcd_words(size_t n, size_t m, clm_plain_shape shape)
{
    const double s = (double)shape.s, sweeps = (double)clm_div_up(m, shape.s);
    const double groups = (double)clm_div_up(n, shape.span);
    const double made = sweeps * ((double)n + (double)m - (sweeps + 1) * s);
    const double heads = groups * 2 * (2 * s + 1), overlaps = (groups - 1) * 2 * (s + 2);

    return (clm_plain_words){.read = made + sweeps * (heads + overlaps), .written = made};
}

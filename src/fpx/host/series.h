/* Divisions of long polynomials by power series, for one size of coefficients. The source that
 * includes this file defines before
 *
 *     word, poly, field            types of a coefficient, a polynomial, and the prime
 *     product, wrapped_product     as clm_host_product and clm_host_wrapped_product
 *     word_sub, word_quotient      x - y and x / y, of coefficients
 *     subtract_multiple            subtracts a constant times a polynomial from an array
 *     short_inverse, SHORT_SERIES  1 / a mod x^count by schoolbook, and the greatest count for it
 *     divisor_inverse              name of the function that is not static */
#ifndef CLM_FPX_HOST_SERIES_H
#define CLM_FPX_HOST_SERIES_H

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "core/size.h"

/* to[k] := a[k] - b[k], k < count. */
static void subtract(word *to, const word *a, const word *b, size_t count, const field *f)
{
    const field own = *f; /* no word of `to` */

    for (size_t k = 0; k < count; k++)
        to[k] = word_sub(a[k], b[k], &own);
}

/* inverse := 1 / a mod x^count. Each step doubles the number of known coefficients. The first ones
 * of the product of a and the known inverse are those of 1, so that a wrapped product suffices.
 * Source: Newton's iteration [Gathen, Gerhard 2013, 9.1] */
static clmodp_status invert_series(clm_error *error, word *inverse, size_t count, poly a,
                                   const field *f, size_t threads, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    const size_t known = clm_div_up(count, 2), others = count - known;
    const poly before = {inverse, known}, of = {a.c, clm_size_min(a.count, count)};
    word *rest = NULL;
    size_t period;

    if (count <= SHORT_SERIES) {
        short_inverse(inverse, count, a, f);
        goto done;
    }
    TRY(invert_series(error, inverse, known, a, f, threads, watch));
    NEW(error, rest, count);
    TRY(wrapped_product(error, rest, count, &period, before, of, f, threads, watch));
    memset(inverse + known, 0, others * sizeof *inverse);
    subtract(rest + known, inverse + known, rest + known, others, f);
    TRY(product(error, inverse + known, before, (poly){rest + known, others}, 0, others, f,
                threads, watch));
done:
    free(rest);
    return st;
}

clmodp_status divisor_inverse(clm_error *error, word *inverse, size_t count, poly b,
                              const field *f, size_t threads, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    const size_t known = clm_size_min(count, b.count);
    word *reversed = NULL;

    NEW(error, reversed, known);
    for (size_t k = 0; k < known; k++)
        reversed[k] = b.c[b.count - 1 - k];
    TRY(invert_series(error, inverse, count, (poly){reversed, known}, f, threads, watch));
done:
    free(reversed);
    return st;
}

/* quotient := numerator / divisor mod x^count, for a numerator of `count` coefficients. The
 * inverse of the divisor is computed to half of them: a step of Newton's iteration for the
 * quotient takes less than one for the inverse and a product. Source: [Karp, Markstein 1997] */
static clmodp_status divide_series(clm_error *error, word *quotient, size_t count,
                                   const word *numerator, poly divisor, const field *f,
                                   size_t threads, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    const size_t known = clm_div_up(count, 2), others = count - known;
    word *inverse = NULL, *rest;
    size_t period;

    NEW(error, inverse, known + count);
    rest = inverse + known;
    TRY(invert_series(error, inverse, known, divisor, f, threads, watch));
    TRY(product(error, quotient, (poly){numerator, known}, (poly){inverse, known}, 0, known, f,
                threads, watch));
    TRY(wrapped_product(error, rest, count, &period, (poly){quotient, known}, divisor, f, threads,
                        watch));
    subtract(rest + known, numerator + known, rest + known, others, f);
    TRY(product(error, quotient + known, (poly){rest + known, others}, (poly){inverse, others}, 0,
                others, f, threads, watch));
done:
    free(inverse);
    return st;
}

/* Computes the reversed quotient of a by b as a power series, by the inverse of the reversed
 * divisor unless NULL. The leading coefficient is computed alone: if a is twice as long as b, the
 * number of others is often a power of 2, the best length of transforms. */
static clmodp_status quotient_by_series(clm_error *error, word *quotient, poly a, poly b,
                                        const word *inverse, const field *f, size_t threads,
                                        const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    const size_t count = a.count - b.count, others = clm_size_min(count, b.count - 1);
    const word *of_a = a.c + (a.count - 1), *of_b = b.c + (b.count - 1);
    const word top = word_quotient(*of_a, *of_b, f);
    word *other = NULL, *reversed;

    NEW(error, other, count + others + 1);
    reversed = other + count;
    for (size_t k = 1; k <= count; k++)
        other[k - 1] = *(of_a - k);
    for (size_t k = 0; k <= others; k++)
        reversed[k] = *(of_b - k);
    TRY(subtract_multiple(error, other, (poly){reversed + 1, others}, top, f, watch));
    if (inverse != NULL)
        TRY(product(error, quotient, (poly){other, count}, (poly){inverse, count}, 0, count, f,
                    threads, watch));
    else
        TRY(divide_series(error, quotient, count, other,
                          (poly){reversed, clm_size_min(count, b.count)}, f, threads, watch));
    for (size_t k = 0; k < count / 2; k++) {
        const word low = quotient[k];

        quotient[k] = quotient[count - 1 - k];
        quotient[count - 1 - k] = low;
    }
    quotient[count] = top;
done:
    free(other);
    return st;
}

/* remainder := a - quotient b, b.count - 1 coefficients, maybe in a's memory, by a wrapped
 * product: its period is not below their number. */
static clmodp_status remainder_of(clm_error *error, word *remainder, poly quotient, poly a, poly b,
                                  const field *f, size_t threads, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    const size_t count = b.count - 1;
    word *rest = NULL;
    size_t period;

    NEW(error, rest, count);
    TRY(wrapped_product(error, rest, count, &period, quotient, b, f, threads, watch));
    for (size_t n = period; n < a.count; n += period)
        subtract(rest, rest, a.c + n, clm_size_min(count, a.count - n), f);
    subtract(remainder, a.c, rest, count, f);
done:
    free(rest);
    return st;
}

#endif

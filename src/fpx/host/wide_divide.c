/* Divisions with residues of 64 bits. Factors that many words share are in Montgomery form, so
 * that products of them with residues are residues. */
#include "fpx/host/wide.h"

#include <stdlib.h>
#include <string.h>

#include "arith/prime.h"
#include "core/memory.h"
#include "core/size.h"

/* The most coefficients of the shorter one of quotient and divisor for a quotient by schoolbook,
 * if residues have up to 36 bits, up to 48, or more; and for a remainder by schoolbook. */
#define SCHOOLBOOK 450
#define SCHOOLBOOK_OF(p) ((p) >> 36 == 0 ? 330 : (p) >> 48 == 0 ? 380 : SCHOOLBOOK)
#define SCHOOLBOOK_REMAINDER 150

/* The limit for a quotient if the inverse of the divisor is known; wide.h states it, too. */
#define SCHOOLBOOK_INVERSE 110

/* The most coefficients of a series inverse without Newton's iteration. */
#define SHORT_SERIES 64

/* The most coefficients of a quotient on the stack. */
#define FEW 64

/* Computes a series inverse by Newton's iteration; each step doubles the number of known
 * coefficients. The first ones of the product of a and the known inverse are those of 1, so that
 * a wrapped product suffices. */
static clmodp_status invert_series(clm_error *error, uint64_t *inverse, size_t count,
                                   clm_wide_poly a, const clm_mont64 *f, size_t threads,
                                   const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    const size_t known = count <= SHORT_SERIES ? count : clm_div_up(count, 2);
    const clm_wide_poly before = {inverse, known}, of = {a.c, clm_size_min(a.count, count)};
    uint64_t *product = NULL, minus;
    size_t period;

    if (known < count) {
        TRY(invert_series(error, inverse, known, a, f, threads, watch));
        NEW(error, product, count);
        TRY(clm_wide_wrapped_product(error, product, count, &period, before, of, f, threads,
                                     watch));
        for (size_t k = known; k < count; k++)
            product[k] = clm_mont64_neg(product[k], f);
        TRY(clm_wide_product(error, inverse + known, before,
                             (clm_wide_poly){product + known, count - known}, 0, count - known, f,
                             threads, watch));
        goto done;
    }
    inverse[0] = clm_invmod64(a.c[0], f->p);
    minus = clm_mont64_to(clm_mont64_to(clm_mont64_neg(inverse[0], f), f), f);
    for (size_t k = 1; k < count; k++) {
        const size_t terms = clm_size_min(k, a.count - 1);

        inverse[k] =
            terms == 0
                ? 0
                : clm_mont64_mul(clm_wide_convolve(inverse + (k - terms), a.c + terms, terms, f),
                                 minus, f);
    }
done:
    free(product);
    return st;
}

clmodp_status clm_wide_divisor_inverse(clm_error *error, uint64_t *inverse, size_t count,
                                       clm_wide_poly b, const clm_mont64 *f, size_t threads,
                                       const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    const size_t known = clm_size_min(count, b.count);
    uint64_t *reversed = NULL;

    NEW(error, reversed, known);
    for (size_t k = 0; k < known; k++)
        reversed[k] = b.c[b.count - 1 - k];
    TRY(invert_series(error, inverse, count, (clm_wide_poly){reversed, known}, f, threads, watch));
done:
    free(reversed);
    return st;
}

/* quotient := numerator / divisor mod x^count, by the divisor's inverse to half of the
 * coefficients, as divide_series for one word [Karp, Markstein 1997]. */
static clmodp_status divide_series(clm_error *error, uint64_t *quotient, size_t count,
                                   const uint64_t *numerator, clm_wide_poly divisor,
                                   const clm_mont64 *f, size_t threads, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    const size_t known = clm_div_up(count, 2), others = count - known;
    uint64_t *inverse = NULL, *product;
    size_t period;

    NEW(error, inverse, known + count);
    product = inverse + known;
    TRY(invert_series(error, inverse, known, divisor, f, threads, watch));
    TRY(clm_wide_product(error, quotient, (clm_wide_poly){numerator, known},
                         (clm_wide_poly){inverse, known}, 0, known, f, threads, watch));
    TRY(clm_wide_wrapped_product(error, product, count, &period, (clm_wide_poly){quotient, known},
                                 divisor, f, threads, watch));
    for (size_t k = known; k < count; k++)
        product[k] = clm_mont64_sub(numerator[k], product[k], f);
    TRY(clm_wide_product(error, quotient + known, (clm_wide_poly){product + known, others},
                         (clm_wide_poly){inverse, others}, 0, others, f, threads, watch));
done:
    free(inverse);
    return st;
}

/* Computes the reversed quotient as a power series, by the inverse of the reversed divisor if
 * given. The leading coefficient is computed alone: if a is twice as long as b, the number of
 * others is often a power of 2, the best length of transforms. */
static clmodp_status quotient_by_series(clm_error *error, uint64_t *quotient, clm_wide_poly a,
                                        clm_wide_poly b, const uint64_t *inverse,
                                        const clm_mont64 *f, size_t threads,
                                        const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    const size_t count = a.count - b.count, others = clm_size_min(count, b.count - 1);
    const uint64_t *of_a = a.c + (a.count - 1), *of_b = b.c + (b.count - 1);
    const uint64_t top = clm_mont64_mul(*of_a, clm_mont64_to(clm_invmod64(*of_b, f->p), f), f);
    const uint64_t factor = clm_mont64_to(top, f);
    uint64_t *other = NULL, *reversed;

    NEW(error, other, count + others + 1);
    reversed = other + count;
    for (size_t k = 1; k <= count; k++)
        other[k - 1] = *(of_a - k);
    for (size_t k = 0; k <= others; k++)
        reversed[k] = *(of_b - k);
    for (size_t k = 1; k <= others; k++)
        other[k - 1] = clm_mont64_sub(other[k - 1], clm_mont64_mul(factor, reversed[k], f), f);
    if (inverse != NULL)
        TRY(clm_wide_product(error, quotient, (clm_wide_poly){other, count},
                             (clm_wide_poly){inverse, count}, 0, count, f, threads, watch));
    else
        TRY(divide_series(error, quotient, count, other,
                          (clm_wide_poly){reversed, clm_size_min(count, b.count)}, f, threads,
                          watch));
    for (size_t k = 0; k < count / 2; k++) {
        const uint64_t low = quotient[k];

        quotient[k] = quotient[count - 1 - k];
        quotient[count - 1 - k] = low;
    }
    quotient[count] = top;
done:
    free(other);
    return st;
}

/* Computes the remainder by a wrapped product, whose period is at least its length. */
static clmodp_status remainder_of(clm_error *error, uint64_t *remainder, clm_wide_poly quotient,
                                  clm_wide_poly a, clm_wide_poly b, const clm_mont64 *f,
                                  size_t threads, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    const size_t rest = b.count - 1;
    uint64_t *product = NULL;
    size_t period;

    NEW(error, product, rest);
    TRY(clm_wide_wrapped_product(error, product, rest, &period, quotient, b, f, threads, watch));
    for (size_t k = 0; k < rest; k++)
        remainder[k] = clm_mont64_sub(a.c[k], product[k], f);
    for (size_t n = period; n < a.count; n += period)
        for (size_t k = 0; k < clm_size_min(rest, a.count - n); k++)
            remainder[k] = clm_mont64_add(remainder[k], a.c[n + k], f);
done:
    free(product);
    return st;
}

/* Divides by sums of products, each reduced once: of known quotient coefficients, in Montgomery
 * form in `work`, and the divisor. Both polynomials are divided by lc(b) first, so that a
 * coefficient waits for one reduction only. In: lead  1 / lc(b) */
static clmodp_status divide_by_sums(uint64_t *quotient, uint64_t *remainder, clm_wide_poly a,
                                    clm_wide_poly b, uint64_t lead, uint64_t *work,
                                    const clm_mont64 *f, const clm_poller *watch)
{
    const size_t count = a.count - b.count + 1, top = b.count - 1;
    const size_t known = clm_size_min(count - 1, top);
    const uint64_t inverse = clm_mont64_to(clm_mont64_to(lead, f), f);
    uint64_t monic[SCHOOLBOOK]; /* leading coefficients, in Montgomery form */

    for (size_t i = 0; i < known; i++)
        monic[i] = clm_mont64_mul(b.c[top - known + i], inverse, f);
    for (size_t k = count; k-- > 0;) {
        const size_t terms = clm_size_min(count - 1 - k, top);

        if (clm_poller_stopped(watch))
            return CLMODP_CANCELLED;
        work[k] = clm_mont64_mul(a.c[k + top], inverse, f);
        if (terms > 0)
            work[k] = clm_mont64_sub(
                work[k],
                clm_wide_convolve(monic + (known - terms), work + k + terms, terms, f), f);
    }
    if (remainder != NULL) {
        clm_wide_product_terms(remainder, (clm_wide_poly){work, count}, b, 0, top, f);
        for (size_t k = 0; k < top; k++)
            remainder[k] = clm_mont64_sub(a.c[k], remainder[k], f);
    }
    for (size_t k = 0; k < count; k++)
        quotient[k] = clm_mont64_from(work[k], f);
    return CLMODP_OK;
}

clmodp_status clm_wide_divide(clm_error *error, uint64_t *quotient, uint64_t *remainder,
                              clm_wide_poly a, clm_wide_poly b, const uint64_t *inverse,
                              const clm_mont64 *f, size_t threads, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    const size_t count = a.count - b.count + 1;
    uint64_t few[FEW], *work = NULL;
    const size_t most = inverse == NULL ? SCHOOLBOOK_OF(f->p) : SCHOOLBOOK_INVERSE;
    const bool by_sums = clm_size_min(count, b.count) <= SCHOOLBOOK_REMAINDER;

    if (clm_size_min(count, b.count) > most) {
        TRY(quotient_by_series(error, quotient, a, b, inverse, f, threads, watch));
        if (remainder != NULL)
            TRY(remainder_of(error, remainder, (clm_wide_poly){quotient, count}, a, b, f, threads,
                             watch));
        goto done;
    }
    if (count > FEW)
        NEW(error, work, count);
    TRY(divide_by_sums(quotient, by_sums ? remainder : NULL, a, b,
                       inverse != NULL ? *inverse : clm_invmod64(b.c[b.count - 1], f->p),
                       count > FEW ? work : few, f, watch));
    if (!by_sums && remainder != NULL)
        TRY(remainder_of(error, remainder, (clm_wide_poly){quotient, count}, a, b, f, threads,
                         watch));
done:
    free(work);
    return st;
}

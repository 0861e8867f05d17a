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

/* ---- division by power series ---- */

typedef uint64_t word;
typedef clm_wide_poly poly;
typedef clm_mont64 field;

#define product clm_wide_product
#define wrapped_product clm_wide_wrapped_product
#define divisor_inverse clm_wide_divisor_inverse
#define word_sub clm_mont64_sub

static uint64_t word_quotient(uint64_t x, uint64_t y, const clm_mont64 *f)
{
    return clm_mont64_mul(x, clm_mont64_to(clm_invmod64(y, f->p), f), f);
}

static clmodp_status subtract_multiple(clm_error *error, uint64_t *to, clm_wide_poly a,
                                       uint64_t by, const clm_mont64 *f, const clm_poller *watch)
{
    const uint64_t factor = clm_mont64_to(by, f);

    (void)error;
    for (size_t k = 0; k < a.count; k++)
        to[k] = clm_mont64_sub(to[k], clm_mont64_mul(factor, a.c[k], f), f);
    return clm_poller_check(watch);
}

static void short_inverse(uint64_t *inverse, size_t count, clm_wide_poly a, const clm_mont64 *f)
{
    const uint64_t first = clm_invmod64(a.c[0], f->p);
    const uint64_t minus = clm_mont64_to(clm_mont64_to(clm_mont64_neg(first, f), f), f);

    inverse[0] = first;
    for (size_t k = 1; k < count; k++) {
        const size_t terms = clm_size_min(k, a.count - 1);

        inverse[k] =
            terms == 0
                ? 0
                : clm_mont64_mul(clm_wide_convolve(inverse + (k - terms), a.c + terms, terms, f),
                                 minus, f);
    }
}

#include "fpx/host/series.h"

/* ---- schoolbook, and the choice ---- */

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

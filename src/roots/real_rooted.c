/* All roots of a real-rooted polynomial, by isolation on the real axis: where many real roots are
 * close to each other, approximations of all by Aberth's iteration need far more bits. */
#include "roots/real_rooted.h"

#include <limits.h>

#include "core/size.h"
#include "roots/inflate.h"

/* Usually as many as callers ask for. */
#define FIRST_BITS ((size_t)72)
/* The distance of boxes that may have a common point. */
#define UNKNOWN (LONG_MIN / 2)

typedef struct search {
    clm_poly poly;
    clm_root_list list;
    clm_box *box;
    clm_newton *newton;
    size_t bits;
    const clm_poller *watch;
} search;

/* Tests Newton's inequalities, which hold if all roots are real: if the coefficient a_k is
 * binomial(n, k) b_k, b_k^2 >= b_(k-1) b_(k+1), and the product is negative if b_k = 0. */
static bool may_be_real_rooted(const clmodp_zx *f)
{
    const size_t n = (size_t)clmodp_zx_degree(f);
    bool may = n > 1;
    mpz_t square, product;

    mpz_inits(square, product, NULL);
    for (size_t k = 1; k < n && may; k++) {
        mpz_srcptr a = clmodp_zx_coeff(f, k);

        mpz_mul(product, clmodp_zx_coeff(f, k - 1), clmodp_zx_coeff(f, k + 1));
        may = mpz_sgn(product) < 0 || mpz_sgn(a) != 0;
        if (!may || mpz_sgn(product) <= 0)
            continue;
        mpz_mul_ui(product, product, k + 1);
        mpz_mul_ui(product, product, n - k + 1);
        mpz_mul(square, a, a);
        mpz_mul_ui(square, square, k);
        mpz_mul_ui(square, square, n - k);
        may = mpz_cmp(square, product) >= 0;
    }
    mpz_clears(square, product, NULL);
    return may;
}

/* Sets the box of a root that is not narrow enough yet. */
static clmodp_status set_box(void *argument, size_t index, size_t thread)
{
    clmodp_status st = CLMODP_OK;
    const search *s = argument;
    clm_root *root = &s->list.root[index];
    clm_box *box = &s->box[index];

    (void)thread;
    if (s->newton[index].apart != UNKNOWN && clm_newton_converges(box, &s->newton[index]))
        return CLMODP_OK;
    TRY(clm_root_refine(root, s->bits, s->watch));
    clm_root_ends(box->re[0], box->re[1], box->d, root);
    clm_box_reduce(box);
    s->newton[index].guard = root->guard;
done:
    return st;
}

/* Returns a lower bound of the binary logarithm of the distance of boxes in this order, or
 * UNKNOWN. */
static long gap_between(const clm_box *a, const clm_box *b)
{
    long log = UNKNOWN;
    mpz_t gap, product;

    mpz_inits(gap, product, NULL);
    mpz_mul(gap, b->re[0], a->d);
    mpz_submul(gap, a->re[1], b->d);
    mpz_mul(product, a->d, b->d);
    if (mpz_sgn(gap) > 0)
        log = (long)mpz_sizeinbase(gap, 2) - 1 - (long)mpz_sizeinbase(product, 2);
    mpz_clears(gap, product, NULL);
    return log;
}

/* Sets how far other roots are from each box. Returns whether all boxes are narrow enough. */
static bool converge(const search *s)
{
    const size_t n = s->poly.n;
    bool all = true;

    for (size_t k = 0; k < n; k++) {
        const long before = k > 0 ? gap_between(&s->box[k - 1], &s->box[k]) : LONG_MAX;
        const long after = k + 1 < n ? gap_between(&s->box[k], &s->box[k + 1]) : LONG_MAX;
        const long gap = before < after ? before : after;

        s->newton[k].apart = gap == UNKNOWN ? gap : gap - (long)clm_size_bits(n);
        all = all && gap != UNKNOWN && clm_newton_converges(&s->box[k], &s->newton[k]);
    }
    return all;
}

clmodp_status clm_real_rooted(bool *all, clm_box *box, clm_newton *newton, const clmodp_zx *f,
                              size_t threads, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    search s = {.box = box, .newton = newton, .watch = watch};

    *all = false;
    if (!may_be_real_rooted(f))
        return CLMODP_OK;
    TRY(clm_poly_init(&s.poly, f));
    TRY(clm_inflate_roots(&s.list, &s.poly, FIRST_BITS, threads, watch));
    if (s.list.count < s.poly.n)
        goto done;
    clm_root_list_sort(&s.list);
    for (size_t k = 0; k < s.poly.n; k++)
        newton[k].apart = UNKNOWN;
    for (s.bits = FIRST_BITS; s.bits == FIRST_BITS || !converge(&s); s.bits *= 2)
        TRY(clm_parallel_for(s.poly.n, threads, set_box, &s));
    *all = true;
done:
    clm_root_list_clear(&s.list);
    clm_poly_clear(&s.poly);
    return st;
}

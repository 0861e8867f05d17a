/* All roots of a real-rooted polynomial, by isolation on the real axis: where many real roots are
 * close to each other, approximations of all by Aberth's iteration need far more bits. */
#include "roots/real_rooted.h"

#include "roots/inflate.h"
#include "roots/newton.h"

#define FIRST_BITS ((size_t)16)

typedef struct search {
    clm_poly poly;
    clm_root_list list;
    clm_box *box;
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

/* Sets the box of a root. Boxes of neighbouring roots have no common end: f' has no zero in
 * either, so f would be monotone on their union, and yet have two zeros there. */
static clmodp_status set_box(void *argument, size_t index, size_t thread)
{
    clmodp_status st = CLMODP_OK;
    const search *s = argument;
    clm_root *root = &s->list.root[index];
    clm_box *box = &s->box[index];

    (void)thread;
    for (size_t bits = FIRST_BITS;; bits *= 2) {
        TRY(clm_root_refine(root, bits, s->watch));
        clm_root_ends(box->re[0], box->re[1], box->d, root);
        if (root->exact || clm_newton_converges(box, s->poly.f, bits + root->guard))
            break;
    }
    clm_box_reduce(box);
done:
    return st;
}

clmodp_status clm_real_rooted(bool *all, clm_box *box, size_t *guard, const clmodp_zx *f,
                              size_t threads, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    search s = {.box = box, .watch = watch};

    *all = false;
    if (!may_be_real_rooted(f))
        return CLMODP_OK;
    TRY(clm_poly_init(&s.poly, f));
    TRY(clm_inflate_roots(&s.list, &s.poly, FIRST_BITS, threads, watch));
    if (s.list.count < s.poly.n)
        goto done;
    TRY(clm_parallel_for(s.poly.n, threads, set_box, &s));
    for (size_t k = 0; k < s.poly.n; k++)
        guard[k] = s.list.root[k].guard;
    *all = true;
done:
    clm_root_list_clear(&s.list);
    clm_poly_clear(&s.poly);
    return st;
}

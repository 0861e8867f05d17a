/* Roots x of g(x^m) as m-th roots of integers, rounded down: for a >= 0,
 * floor(root(a)) = floor(root(floor(a))). They are the only ones in their intervals if these are
 * apart. */
#include "roots/inflate.h"

#include "core/memory.h"
#include "core/size.h"
#include "polynomials/zx.h"
#include "roots/rational.h"
#include "roots/refine.h"
#include "roots/shift.h"

#define LEAST_BITS ((size_t)66)
/* The bits of x^m, unless the intervals of few bits are not apart. */
#define MOST_POWER_BITS ((size_t)1 << 24)

/* Sets c to the m-th root of a / d, times 2^k, rounded down. */
static void scaled_root(mpz_ptr c, mpz_srcptr a, mpz_srcptr d, size_t m, long k)
{
    const long shift = (long)m * k;
    mpz_t low;

    mpz_init(low);
    clm_shift(low, d, shift < 0 ? -shift : 0);
    clm_shift(c, a, shift > 0 ? shift : 0);
    mpz_fdiv_q(c, c, low);
    (void)mpz_root(c, c, m);
    mpz_clear(low);
}

/* Returns the k for which the m-th root of a / d, times 2^k, has about `bits` bits. */
static long scale_of(mpz_srcptr a, mpz_srcptr d, size_t m, size_t bits)
{
    const long size = (long)mpz_sizeinbase(a, 2) - (long)mpz_sizeinbase(d, 2);

    return (long)bits + 1 - (size >= 0 ? size : size - (long)m + 1) / (long)m;
}

/* Makes x the m-th root of c / d > 0 if that is rational. */
static bool set_rational(clm_root *x, mpz_srcptr c, mpz_srcptr d, size_t m)
{
    mpz_t num, den;
    bool rational;

    mpz_inits(num, den, NULL);
    rational = mpz_root(den, d, m) != 0 && mpz_root(num, c, m) != 0;
    if (rational)
        clm_root_set_rational(x, num, den);
    mpz_clears(num, den, NULL);
    return rational;
}

/* Sets low / d and high / d to the ends of the interval of |y|. */
static void ends_of_size(mpz_ptr low, mpz_ptr high, mpz_ptr d, const clm_root *y)
{
    clm_root_ends(low, high, d, y);
    if (mpz_sgn(low) >= 0)
        return;
    mpz_neg(low, low);
    mpz_neg(high, high);
    mpz_swap(low, high);
}

/* The roots y of g, and their m-th roots x of the same signs. */
typedef struct inflation {
    clm_root *x, *y;
    size_t m, bits;
    const clm_poller *watch;
} inflation;

/* Refines a root y until both ends of its interval have the same m-th root, rounded down. */
static clmodp_status inflate(void *argument, size_t index, size_t thread)
{
    const inflation *n = argument;
    clm_root *x = &n->x[index], *y = &n->y[index];
    const bool negative = mpz_sgn(y->c) < 0;
    clmodp_status st = CLMODP_OK;
    mpz_t low, high, d;
    bool found = false;

    (void)thread;
    mpz_inits(low, high, d, NULL);
    for (size_t more = 4; !found && st == CLMODP_OK; more *= 2) {
        st = clm_root_refine(y, n->bits + more, n->watch);
        ends_of_size(low, high, d, y);
        x->k = scale_of(high, d, n->m, n->bits);
        scaled_root(x->c, low, d, n->m, x->k);
        scaled_root(high, high, d, n->m, x->k);
        found = mpz_cmp(x->c, high) == 0;
    }
    x->step = n->bits;
    x->irrational = y->irrational || y->exact;
    if (y->exact && set_rational(x, low, d, n->m))
        x->irrational = false;
    if (negative && x->exact)
        mpz_neg(x->c, x->c);
    else if (negative)
        mpz_com(x->c, x->c);
    mpz_clears(low, high, d, NULL);
    return st;
}

static bool are_apart(const clm_root_list *list)
{
    bool apart = true;

    for (size_t k = 0; k + 1 < list->count && apart; k++)
        apart = clm_root_apart(&list->root[k], &list->root[k + 1]);
    return apart;
}

/* Sets x to the m-th roots of y in intervals that are apart. */
static clmodp_status inflate_all(clm_root_list *x, const clm_poly *p, clm_root_list *y,
                                 inflation *n, size_t threads)
{
    clmodp_status st = CLMODP_OK;
    const int last = mpz_sgn(clmodp_zx_coeff(p->f, p->n));

    if (y->count == 0)
        return CLMODP_OK;
    clm_root_list_sort(y);
    for (size_t k = 0; k < y->count; k++) {
        TRY(clm_root_list_extend(x, p));
        x->root[k].sign = (y->count - k) % 2 == 0 ? last : -last;
    }
    n->x = x->root;
    n->y = y->root;
    for (bool apart = false; !apart; n->bits *= 2) {
        TRY(clm_parallel_for(y->count, threads, inflate, n));
        apart = are_apart(x);
    }
done:
    return st;
}

/* Moves the roots x to the list; for even m with the opposite ones. */
static clmodp_status move_all(clm_root_list *roots, clm_root_list *x, size_t m)
{
    clmodp_status st = CLMODP_OK;

    while (x->count > 0) {
        clm_root r = x->root[--x->count];

        clm_root_recognise(&r);
        TRY(clm_root_list_append(roots, &r));
        if (m % 2 == 0) {
            clm_root_init_opposite(&r, &roots->root[roots->count - 1]);
            TRY(clm_root_list_append(roots, &r));
        }
    }
done:
    return st;
}

clmodp_status clm_inflate_roots(clm_root_list *roots, const clm_poly *p, size_t bits,
                                size_t threads, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    const size_t m = clm_zx_deflation(p->f, 0), most = MOST_POWER_BITS / m;
    inflation n = {.m = m, .watch = watch};
    clm_root_list x = {0}, y = {0};
    clm_poly of_g = {0};
    clmodp_zx *g = NULL;

    if (m == 1)
        return clm_isolate(roots, p, false, threads, watch);
    n.bits = clm_size_max(LEAST_BITS, clm_size_min(most, bits));
    TRY(clmodp_zx_create(&g));
    TRY(clm_zx_deflate(g, p->f, m));
    TRY(clm_poly_init(&of_g, g));
    TRY(clm_isolate(&y, &of_g, m % 2 == 0, threads, watch));
    TRY(inflate_all(&x, p, &y, &n, threads));
    TRY(move_all(roots, &x, m));
done:
    clm_root_list_clear(&x);
    clm_root_list_clear(&y);
    clm_poly_clear(&of_g);
    clmodp_zx_destroy(g);
    return st;
}

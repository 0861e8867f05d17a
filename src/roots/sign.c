/* Signs of other polynomials at a root: zeros by greatest common divisors, others by values. */
#include "core/error.h"
#include "gcd/zx_gcd.h"
#include "opencl/context.h"
#include "roots/rational.h"
#include "roots/roots.h"

/* The sign of g at an exact root; any if stopped. */
static int sign_at_fraction(const clm_root *r, const clmodp_zx *g, const clm_poller *watch)
{
    mpz_t value;
    int sign;

    mpz_init(value);
    clm_fraction_value(value, g, clmodp_zx_degree(g), r->c, r->d, watch);
    sign = mpz_sgn(value);
    mpz_clear(value);
    return sign;
}

/* Sets *zero: whether a divisor h of the root's polynomial, of degree >= 1, vanishes at the root.
 * It changes its sign then in the interval, whose ends are refined until h is not 0 there. */
static clmodp_status find_zero(bool *zero, clm_root *r, const clmodp_zx *h,
                               const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    size_t bits = CLM_FIXED_BITS;
    clm_poly p = {0};
    mpz_t end;
    int low, high;

    mpz_init(end);
    TRY(clm_poly_init(&p, h));
    do {
        mpz_add_ui(end, r->c, 1);
        low = clm_poly_sign(&p, r->c, r->k, &bits, watch);
        high = clm_poly_sign(&p, end, r->k, &bits, watch);
        TRY(clm_poller_check(watch));
        if (low == 0 || high == 0)
            clm_root_step(r, 1, watch);
    } while (!r->exact && (low == 0 || high == 0));
    *zero = low != high; /* undecided for an exact root */
done:
    clm_poly_clear(&p);
    mpz_clear(end);
    return st;
}

/* The sign of g, not 0 at the root, with a constant term other than 0. After refinement no end is
 * 0, so that the interval lies in one chart of g, whose beginning is a power of 2. */
static clmodp_status sign_nonzero(int *sign, clm_root *r, const clmodp_zx *g,
                                  const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    clm_poly p = {0};
    clm_ball v;
    mpz_t middle;

    clm_ball_init(&v);
    mpz_init(middle);
    *sign = 0;
    if (clmodp_zx_degree(g) == 0)
        *sign = mpz_sgn(clmodp_zx_coeff(g, 0));
    else
        TRY(clm_poly_init(&p, g));
    for (size_t bits = CLM_FIXED_BITS; *sign == 0; bits *= 2) {
        TRY(clm_root_refine(r, bits, watch));
        if (r->exact) {
            *sign = sign_at_fraction(r, g, watch);
            break;
        }
        mpz_mul_2exp(middle, r->c, 1);
        mpz_add_ui(middle, middle, 1);
        mpz_abs(middle, middle);
        clm_poly_value(&v, &p, clm_poly_chart(&p, r->c, r->k, true),
                       &(clm_span){middle, 1, r->k + 1}, bits, watch);
        TRY(clm_poller_check(watch));
        *sign = clm_ball_sign(&v);
    }
done:
    mpz_clear(middle);
    clm_ball_clear(&v);
    clm_poly_clear(&p);
    return st;
}

/* A question for the sign of g at a root. */
typedef struct question {
    clm_root *r;
    const clmodp_zx *g, *factor;
    int sign;
    const clm_poller *watch;
} question;

static clmodp_status find_sign(void *argument, size_t index, size_t thread)
{
    clmodp_status st = CLMODP_OK;
    question *q = argument;
    clmodp_zx *h = NULL, *rest = NULL;
    const size_t valuation = clm_valuation(q->g);
    bool zero = false, negative;

    (void)index;
    (void)thread;
    TRY(clmodp_zx_create(&h));
    TRY(clmodp_zx_create(&rest));
    TRY(clm_primitive_part(rest, q->g, valuation, q->watch));
    if (!q->r->exact)
        TRY(clm_zx_gcd(NULL, h, NULL, NULL, q->factor, rest, q->watch));
    if (!q->r->exact && clmodp_zx_degree(h) > 0)
        TRY(find_zero(&zero, q->r, h, q->watch));
    if (q->r->exact)
        q->sign = sign_at_fraction(q->r, rest, q->watch);
    else if (!zero)
        TRY(sign_nonzero(&q->sign, q->r, rest, q->watch));
    TRY(clm_poller_check(q->watch));
    negative = mpz_sgn(clmodp_zx_coeff(q->g, (size_t)clmodp_zx_degree(q->g))) < 0;
    if (q->r->exact && mpz_sgn(q->r->c) == 0 && valuation > 0)
        q->sign = 0;
    else if (negative != (mpz_sgn(q->r->c) < 0 && valuation % 2 == 1))
        q->sign = -q->sign;
done:
    clmodp_zx_destroy(rest);
    clmodp_zx_destroy(h);
    return st;
}

clmodp_status clmodp_roots_sign(clmodp_context *context, int *sign, clmodp_roots *roots, size_t k,
                                const clmodp_zx *g)
{
    clmodp_status st = CLMODP_OK;
    question q;

    START(context, &context->error);
    REQUIRE(&context->error, roots != NULL && sign != NULL && g != NULL);
    TRY(clm_roots_check(&context->error, k, roots->list.count));
    q = (question){.r = &roots->list.root[k], .g = g, .factor = clmodp_roots_factor(roots, k)};
    if (clmodp_zx_degree(g) >= 0)
        TRY(clm_roots_call(context, &q.watch,
                           clm_roots_is_long(q.factor, 0) || clm_roots_is_long(g, 0), 1,
                           find_sign, &q));
    *sign = q.sign;
done:
    return clm_error_complete(&context->error, st);
}

/* Schoolbook arithmetic: each coefficient of a product, a quotient or a remainder is a sum of
 * products, reduced once. Euclid's algorithm computes one remainder after the other. */
#include "fpx/host/arithmetic.h"

#include <string.h>

#include "core/memory.h"
#include "core/size.h"

/* Coefficient k of a b, both not empty. */
static uint32_t product_coefficient(clm_host_poly a, clm_host_poly b, size_t k,
                                    const clm_modulus *m)
{
    const size_t first = k < b.count ? 0 : k - (b.count - 1);
    const size_t end = clm_size_min(k + 1, a.count);

    return clm_modulus_convolve(a.c + first, b.c + (k - first), end - first, m);
}

clmodp_status clm_host_multiply(uint32_t *product, clm_host_poly a, clm_host_poly b,
                                const clm_modulus *m, const clm_poller *watch)
{
    const bool none = a.count == 0 || b.count == 0;

    return clm_host_multiply_part(product, a, b, 0, none ? 0 : a.count + b.count - 1, m, watch);
}

clmodp_status clm_host_multiply_part(uint32_t *product, clm_host_poly a, clm_host_poly b,
                                     size_t low, size_t count, const clm_modulus *m,
                                     const clm_poller *watch)
{
    const size_t all = a.count == 0 || b.count == 0 ? 0 : a.count + b.count - 1;

    for (size_t k = 0; k < count; k++) {
        if (clm_poller_stopped(watch))
            return CLMODP_CANCELLED;
        product[k] = k < all && low < all - k ? product_coefficient(a, b, low + k, m) : 0;
    }
    return CLMODP_OK;
}

void clm_host_subtract_product(uint32_t *to, clm_host_poly a, clm_host_poly b,
                               const clm_modulus *m)
{
    if (a.count == 0 || b.count == 0)
        return;
    for (size_t k = 0; k < a.count + b.count - 1; k++)
        to[k] = clm_modulus_sub(to[k], product_coefficient(a, b, k, m), m);
}

void clm_host_series_inverse(uint32_t *inverse, size_t count, clm_host_poly a,
                             const clm_modulus *m)
{
    if (count > 0)
        inverse[0] = clm_modulus_inverse(a.c[0], m);
    for (size_t k = 1; k < count; k++) {
        const size_t terms = clm_size_min(k, a.count - 1);
        const uint32_t sum =
            terms > 0 ? clm_modulus_convolve(a.c + 1, inverse + (k - 1), terms, m) : 0;

        inverse[k] = clm_modulus_mul(clm_modulus_sub(0, sum, m), inverse[0], m);
    }
}

uint32_t clm_host_value(clm_host_poly a, uint32_t x, const clm_modulus *m)
{
    uint32_t value = 0;

    for (size_t i = a.count; i-- > 0;)
        value = clm_modulus_reduce((uint64_t)value * x + a.c[i], m);
    return value;
}

/* to[i] := factor a[i], i < a.count; both may be one array. */
static void host_scale(uint32_t *to, clm_host_poly a, uint32_t factor, const clm_modulus *m)
{
    for (size_t i = 0; i < a.count; i++)
        to[i] = clm_modulus_mul(a.c[i], factor, m);
}

/* Computes the quotient from its leading coefficient down: coefficient k is the remaining
 * coefficient of a at the degree of x^k b, divided by the leading coefficient of b. */
static clmodp_status quotient_of(uint32_t *quotient, clm_host_poly a, clm_host_poly b,
                                 const clm_modulus *m, const clm_poller *watch)
{
    const size_t count = a.count - b.count + 1, top = b.count - 1;
    const uint32_t inverse = clm_modulus_inverse(b.c[top], m);

    for (size_t k = count; k-- > 0;) {
        const size_t terms = clm_size_min(count - 1 - k, top);
        uint32_t known = 0;

        if (clm_poller_stopped(watch))
            return CLMODP_CANCELLED;
        if (terms > 0)
            known = clm_modulus_convolve(quotient + k + 1, b.c + (top - 1), terms, m);
        quotient[k] = clm_modulus_mul(clm_modulus_sub(a.c[k + top], known, m), inverse, m);
    }
    return CLMODP_OK;
}

clmodp_status clm_host_divide(uint32_t *quotient, uint32_t *remainder, clm_host_poly a,
                              clm_host_poly b, const clm_modulus *m, const clm_poller *watch)
{
    const size_t rest = clm_size_min(a.count, b.count - 1);
    const size_t count = a.count >= b.count ? a.count - b.count + 1 : 0;

    if (count > 0) {
        const clmodp_status st = quotient_of(quotient, a, b, m, watch);

        if (st != CLMODP_OK)
            return st;
    }
    for (size_t k = 0; k < rest; k++) {
        const size_t terms = clm_size_min(k + 1, count);

        if (clm_poller_stopped(watch))
            return CLMODP_CANCELLED;
        remainder[k] = clm_modulus_sub(
            a.c[k], terms > 0 ? clm_modulus_convolve(quotient, b.c + k, terms, m) : 0, m);
    }
    return CLMODP_OK;
}

/* Two remainders in a row, r[now] and r[1 - now], and the cofactors of a in both. */
typedef struct euclid {
    clm_error *error;
    const clm_modulus *modulus;
    const clm_poller *watch;
    clm_host_result r[2], u[2];
    uint32_t *quotient;
    size_t now;
} euclid;

static clmodp_status euclid_begin(euclid *e, clm_host_poly a, clm_host_poly b, bool cofactors)
{
    clmodp_status st = CLMODP_OK;
    const size_t room = clm_size_max(a.count, b.count) + 1;

    NEW(e->error, e->quotient, room);
    for (int k = 0; k < 2; k++) {
        NEW(e->error, e->r[k].c, room);
        if (cofactors)
            NEW(e->error, e->u[k].c, room);
    }
    if (a.count > 0)
        memcpy(e->r[0].c, a.c, a.count * sizeof *a.c);
    if (b.count > 0)
        memcpy(e->r[1].c, b.c, b.count * sizeof *b.c);
    e->r[0].count = a.count;
    e->r[1].count = b.count;
    if (cofactors) {
        e->u[0].c[0] = 1;
        e->u[0].count = 1;
    }
done:
    return st;
}

static void euclid_end(euclid *e)
{
    for (int k = 0; k < 2; k++) {
        free(e->r[k].c);
        free(e->u[k].c);
    }
    free(e->quotient);
}

static clm_host_poly poly_of_result(clm_host_result a)
{
    return (clm_host_poly){a.c, a.count};
}

/* r[now] := r[now] mod r[1 - now], likewise the cofactors; then both exchange roles. Pre: r[1 -
 * now] is not 0 */
static clmodp_status euclid_step(euclid *e)
{
    clmodp_status st = CLMODP_OK;
    clm_host_result *r = &e->r[e->now], *u = &e->u[e->now];
    const clm_host_result by = e->r[1 - e->now], other = e->u[1 - e->now];
    const size_t quotient = r->count >= by.count ? r->count - by.count + 1 : 0;

    TRY(clm_host_divide(e->quotient, r->c, poly_of_result(*r), poly_of_result(by), e->modulus,
                        e->watch));
    r->count = clm_host_count(r->c, clm_size_min(r->count, by.count - 1));
    if (other.count > 0 && quotient > 0) {
        /* coefficients of the product */
        const size_t count = quotient + other.count - 1;

        memset(u->c + u->count, 0, (count > u->count ? count - u->count : 0) * sizeof *u->c);
        clm_host_subtract_product(u->c, (clm_host_poly){e->quotient, quotient},
                                  poly_of_result(other), e->modulus);
        u->count = clm_host_count(u->c, clm_size_max(count, u->count));
    }
    e->now = 1 - e->now;
done:
    return st;
}

static void give_scaled(clm_host_result *to, clm_host_result from, uint32_t factor,
                        const clm_modulus *m)
{
    to->count = from.count;
    host_scale(to->c, poly_of_result(from), factor, m);
}

clmodp_status clm_host_gcd(clm_error *error, clm_host_result *g, clm_host_result *u,
                           clm_host_poly a, clm_host_poly b, const clm_modulus *m,
                           const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    euclid e = {.error = error, .modulus = m, .watch = watch};
    uint32_t factor = 0;

    TRY(euclid_begin(&e, a, b, u != NULL));
    while (e.r[1 - e.now].count > 0)
        TRY(euclid_step(&e));
    if (e.r[e.now].count > 0)
        factor = clm_modulus_inverse(e.r[e.now].c[e.r[e.now].count - 1], m);
    give_scaled(g, e.r[e.now], factor, m);
    if (u != NULL)
        give_scaled(u, factor == 0 ? (clm_host_result){0} : e.u[e.now], factor, m);
done:
    euclid_end(&e);
    return st;
}

/* The factor of the resultant from one step: res(a, b) = (-1)^(n m) lc(b)^(n - d) res(b, r) for
 * degrees n, m, and d of the remainder r. */
static uint32_t resultant_factor(size_t n, size_t m, size_t d, uint32_t lead, const clm_modulus *p)
{
    const uint32_t power = clm_modulus_power(lead, n - d, p);

    return n % 2 == 1 && m % 2 == 1 ? clm_modulus_sub(0, power, p) : power;
}

clmodp_status clm_host_resultant(clm_error *error, uint32_t *r, clm_host_poly a, clm_host_poly b,
                                 const clm_modulus *m, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    euclid e = {.error = error, .modulus = m, .watch = watch};
    uint32_t product = 1;

    *r = 0;
    if (a.count == 0 || b.count == 0)
        return CLMODP_OK;
    TRY(euclid_begin(&e, a, b, false));
    while (e.r[1 - e.now].count > 1) {
        const clm_host_result by = e.r[1 - e.now];
        const size_t n = e.r[e.now].count - 1;

        TRY(euclid_step(&e));
        if (e.r[1 - e.now].count == 0)
            goto done; /* a common factor */
        product = clm_modulus_mul(
            product,
            resultant_factor(n, by.count - 1, e.r[1 - e.now].count - 1, by.c[by.count - 1], m), m);
    }
    *r = clm_modulus_mul(
        product, clm_modulus_power(e.r[1 - e.now].c[0], e.r[e.now].count - 1, m), m);
done:
    euclid_end(&e);
    return st;
}

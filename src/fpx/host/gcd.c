/* Euclid's algorithm, remainder by remainder. */
#include "fpx/host/gcd.h"

#include <string.h>

#include "base/memory.h"
#include "base/size.h"
#include "fpx/host/divide.h"
#include "fpx/host/multiply.h"

/* Two remainders in a row, r[now] and r[1 - now], and the cofactors of a in both. */
typedef struct euclid {
    clm_error *error;
    const clm_modulus *modulus;
    const clm_watch *watch;
    clm_host_result r[2], u[2];
    uint32_t *quotient;
    size_t now;
} euclid;

static clmodp_status begin(euclid *e, clm_host_poly a, clm_host_poly b, bool cofactors)
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

static void end(euclid *e)
{
    for (int k = 0; k < 2; k++) {
        free(e->r[k].c);
        free(e->u[k].c);
    }
    free(e->quotient);
}

static clm_host_poly poly_of(clm_host_result a)
{
    return (clm_host_poly){a.c, a.count};
}

/* r[now] := r[now] mod r[1 - now], and so the cofactors; then they change places.
 * Pre: r[1 - now] is not 0 */
static clmodp_status step(euclid *e)
{
    clmodp_status st = CLMODP_OK;
    clm_host_result *r = &e->r[e->now], *u = &e->u[e->now];
    const clm_host_result by = e->r[1 - e->now], other = e->u[1 - e->now];
    const size_t quotient = r->count >= by.count ? r->count - by.count + 1 : 0;

    TRY(clm_host_divide(e->quotient, r->c, poly_of(*r), poly_of(by), e->modulus, e->watch));
    r->count = clm_host_count(r->c, clm_size_min(r->count, by.count - 1));
    if (other.count > 0 && quotient > 0) {
        /* As many as the product has, or one less where nothing else is there to be lost. */
        const size_t count = quotient + other.count - 1;

        memset(u->c + u->count, 0, (count > u->count ? count - u->count : 0) * sizeof *u->c);
        clm_host_subtract_product(u->c, (clm_host_poly){e->quotient, quotient}, poly_of(other),
                                  e->modulus);
        u->count = clm_host_count(u->c, clm_size_max(count, u->count));
    }
    e->now = 1 - e->now;
done:
    return st;
}

static void give(clm_host_result *to, clm_host_result from, uint32_t factor,
                 const clm_modulus *m)
{
    to->count = from.count;
    clm_host_scale(to->c, poly_of(from), factor, m);
}

clmodp_status clm_host_gcd(clm_error *error, clm_host_result *g, clm_host_result *u,
                           clm_host_poly a, clm_host_poly b, const clm_modulus *m,
                           const clm_watch *watch)
{
    clmodp_status st = CLMODP_OK;
    euclid e = {.error = error, .modulus = m, .watch = watch};
    uint32_t factor = 0;

    TRY(begin(&e, a, b, u != NULL));
    while (e.r[1 - e.now].count > 0)
        TRY(step(&e));
    if (e.r[e.now].count > 0)
        factor = clm_modulus_inverse(e.r[e.now].c[e.r[e.now].count - 1], m);
    give(g, e.r[e.now], factor, m);
    if (u != NULL)
        give(u, factor == 0 ? (clm_host_result){0} : e.u[e.now], factor, m);
done:
    end(&e);
    return st;
}

/* What a step leaves out of the resultant: res(a, b) = (-1)^(n m) lc(b)^(n - d) res(b, r) for
 * degrees n, m, and d of the remainder r. */
static uint32_t factor_of(size_t n, size_t m, size_t d, uint32_t lead, const clm_modulus *p)
{
    const uint32_t power = clm_modulus_power(lead, n - d, p);

    return n % 2 == 1 && m % 2 == 1 ? clm_modulus_sub(0, power, p) : power;
}

clmodp_status clm_host_resultant(clm_error *error, uint32_t *r, clm_host_poly a, clm_host_poly b,
                                 const clm_modulus *m, const clm_watch *watch)
{
    clmodp_status st = CLMODP_OK;
    euclid e = {.error = error, .modulus = m, .watch = watch};
    uint32_t product = 1;

    *r = 0;
    if (a.count == 0 || b.count == 0)
        return CLMODP_OK;
    TRY(begin(&e, a, b, false));
    while (e.r[1 - e.now].count > 1) {
        const clm_host_result by = e.r[1 - e.now];
        const size_t n = e.r[e.now].count - 1;

        TRY(step(&e));
        if (e.r[1 - e.now].count == 0)
            goto done; /* a common factor */
        product = clm_modulus_mul(
            product, factor_of(n, by.count - 1, e.r[1 - e.now].count - 1, by.c[by.count - 1], m),
            m);
    }
    *r = clm_modulus_mul(
        product, clm_modulus_power(e.r[1 - e.now].c[0], e.r[e.now].count - 1, m), m);
done:
    end(&e);
    return st;
}

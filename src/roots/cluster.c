/* Aberth's iteration gains a bit or less in a round while m approximations converge to a cluster.
 * Newton's method finds its centre, a simple root of the derivative of order m - 1, with twice the
 * bits in each step. The Newton polygon of the lowest m + 1 Taylor coefficients there has the
 * distances of the m roots, as that of f has the sizes of all. */
#include "roots/cluster.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "polynomials/integers.h"
#include "polynomials/zx.h"
#include "roots/approximate.h"
#include "roots/point_value.h"
#include "roots/smith.h"

/* Other approximations are 2^LEAST_GAP times as far away as a tight cluster is large. */
#define LEAST_GAP 8
/* The new approximations are within 2^MOST_GROWTH times the size of a cluster; within
 * 2^-LEAST_DECREASE times, if values are accurate. Otherwise the old ones are as good. So are
 * those that were already moved to known distances, of which most may have converged since. */
#define MOST_GROWTH 2
#define LEAST_DECREASE 4
/* The least number of accurate bits of a Taylor coefficient that is known not to be 0. */
#define LEAST_ACCURACY 4
/* Most steps of Newton's method to a centre. */
#define MOST_STEPS 64

typedef struct cluster {
    clm_aberth *d;
    size_t *member, count; /* in d->left, the first ones */
    long size;             /* all members' squares have centres within 2^size of each other */
    long growth;           /* members may move up to 2^(size + growth) from the centre */
    bool known;            /* the value or the slope at the centre is known not to be 0 */
    clm_disc centre;
    clmodp_zx *derivative;  /* f^(j) / j! */
    double *log;            /* of the Taylor coefficients, up to count */
    double *x, *y, *radius; /* the approximations are (x + y i) 2^radius from the centre */
} cluster;

/* Sets the derivative of order j, divided by j!. */
static clmodp_status derive(cluster *c, size_t j)
{
    clmodp_status st = CLMODP_OK;
    const size_t n = c->d->degree;
    mpz_t *coeff;

    TRY(clm_zx_resize(c->derivative, &coeff, n + 1 - j));
    for (size_t i = j; i <= n; i++) {
        mpz_bin_uiui(coeff[i - j], i, j);
        mpz_mul(coeff[i - j], coeff[i - j], clmodp_zx_coeff(c->d->f, i));
    }
done:
    return st;
}

/* Moves the members of a cluster to the front of `left` from `first` on. */
static void gather(cluster *c, size_t first)
{
    clm_aberth *d = c->d;

    c->member = &d->left[first];
    c->count = 1;
    for (size_t i = 0; i < c->count; i++)
        for (size_t j = first + c->count; j < d->left_count; j++)
            if (clm_smith_meet(d, c->member[i], d->left[j])) {
                const size_t k = d->left[j];

                d->left[j] = c->member[c->count];
                c->member[c->count++] = k;
            }
}

/* Returns the binary logarithm of the distance of two squares' centres, up to an error of 2. */
static long distance(const clm_aberth *d, size_t j, size_t k)
{
    clm_disc t;
    long log;

    clm_disc_init(&t);
    clm_disc_sub(&t, &d->square[j], &d->square[k], d->bits);
    mpz_set_ui(t.radius, 0);
    log = clm_disc_top(&t);
    clm_disc_clear(&t);
    return log;
}

static bool is_member(const cluster *c, size_t k)
{
    bool found = false;

    for (size_t i = 0; i < c->count && !found; i++)
        found = c->member[i] == k;
    return found;
}

/* Sets the size, and returns whether all other approximations are far away. If there are none, 0
 * has to be far: approximations about 0 begin on circles with the distances of f. */
static bool is_tight(cluster *c)
{
    const clm_aberth *d = c->d;
    const size_t first = c->member[0];
    bool tight = c->count > 1;

    c->size = LONG_MIN;
    for (size_t i = 1; i < c->count && tight; i++) {
        const long log = distance(d, first, c->member[i]);

        c->size = log > c->size ? log : c->size;
    }
    if (c->count == d->degree)
        tight = tight && clm_disc_top(&d->z[first]) > c->size + LEAST_GAP;
    for (size_t j = 0; j < d->degree && tight; j++)
        tight = is_member(c, j) || distance(d, first, j) > c->size + LEAST_GAP;
    return tight;
}

/* Returns whether the disc may contain 0. */
static bool may_vanish(const clm_disc *z)
{
    mpz_t low;
    bool may;

    mpz_init(low);
    clm_disc_bounds(low, NULL, z);
    may = mpz_sgn(low) <= 0;
    mpz_clear(low);
    return may;
}

/* Takes a step of Newton's method to the centre. Returns whether a further step may improve it;
 * *inside: false if the step left the cluster. */
static bool approach_centre(cluster *c, bool *inside)
{
    const size_t bits = c->d->bits;
    clm_disc value, slope;
    bool better;

    clm_disc_init(&value);
    clm_disc_init(&slope);
    clm_point_value(&value, &slope, c->derivative, &c->centre, bits);
    mpz_set_ui(slope.radius, 0);
    better = !may_vanish(&value) && clm_disc_invert(&slope, &slope, bits);
    if (better) {
        clm_disc_mul(&value, &value, &slope, bits);
        *inside = clm_disc_top(&value) <= c->size + 2;
        better = clm_disc_top(&value) > clm_disc_top(&c->centre) - (long)bits + 4;
        clm_disc_sub(&c->centre, &c->centre, &value, bits);
        clm_disc_round(&c->centre, bits);
        mpz_set_ui(c->centre.radius, 0);
    }
    clm_disc_clear(&slope);
    clm_disc_clear(&value);
    return better;
}

/* Sets log[j] to the binary logarithm of Taylor coefficient j <= m, or to an upper bound without
 * enough bits. The first two are not both 0, since the roots are simple. */
static clmodp_status find_taylor(cluster *c)
{
    clmodp_status st = CLMODP_OK;
    clm_disc value;
    mpz_t high;

    clm_disc_init(&value);
    mpz_init(high);
    c->known = false;
    for (size_t j = 0; j <= c->count; j++) {
        TRY(derive(c, j));
        TRY(clm_poller_check(c->d->watch));
        clm_point_value(&value, NULL, c->derivative, &c->centre, c->d->bits);
        clm_disc_bounds(NULL, high, &value);
        c->log[j] = clm_integer_log2(high) + (double)value.e;
        c->known = c->known || (j < 2 && clm_disc_accuracy(&value) >= LEAST_ACCURACY);
    }
done:
    mpz_clear(high);
    clm_disc_clear(&value);
    return st;
}

/* Moves the members to the points on circles about the centre, unless a circle is too large.
 * Returns whether they moved. */
static bool place(cluster *c)
{
    clm_aberth *d = c->d;
    double reach = -INFINITY;

    for (size_t i = 0; i < c->count; i++)
        reach = fmax(reach, c->radius[i]);
    for (size_t i = 0; i < c->count; i++)
        if (reach > (double)(c->size + c->growth) ||
            reach > (double)d->state[c->member[i]].reach - LEAST_DECREASE)
            return false;
    for (size_t i = 0; i < c->count; i++) {
        clm_disc *z = &d->z[c->member[i]];

        if (c->known)
            d->state[c->member[i]].reach = (long)ceil(reach);
        clm_roots_set_point(z, c->x[i], c->y[i], c->radius[i]);
        clm_disc_add(z, z, &c->centre, d->bits);
        mpz_set_ui(z->radius, 0);
    }
    return true;
}

/* Improves the approximations of a tight cluster, and sets *moved if they move. */
static clmodp_status improve(cluster *c, bool *moved)
{
    clmodp_status st = CLMODP_OK;
    bool inside = true;

    TRY(derive(c, c->count - 1));
    clm_disc_set(&c->centre, &c->d->z[c->member[0]]);
    for (size_t steps = 0; inside && steps < MOST_STEPS && approach_centre(c, &inside); steps++)
        TRY(clm_poller_check(c->d->watch));
    if (inside) {
        TRY(find_taylor(c));
        TRY(clm_roots_circles(c->x, c->y, c->radius, c->log, c->count));
        *moved = place(c) || *moved;
    }
done:
    return st;
}

clmodp_status clm_cluster_improve(clm_aberth *d, bool accurate, bool *moved)
{
    clmodp_status st = CLMODP_OK;
    cluster c = {.d = d, .growth = accurate ? -LEAST_DECREASE : MOST_GROWTH};
    bool known = false;

    *moved = false;
    clm_disc_init(&c.centre);
    NEW(NULL, c.log, d->left_count + 1);
    NEW(NULL, c.x, d->left_count);
    NEW(NULL, c.y, d->left_count);
    NEW(NULL, c.radius, d->left_count);
    TRY(clmodp_zx_create(&c.derivative));
    while (!known && d->bits <= CLM_ABERTH_MOST_BITS) {
        for (size_t first = 0; first < d->left_count; first += c.count) {
            gather(&c, first);
            c.known = true;
            if (is_tight(&c))
                TRY(improve(&c, moved));
            known = known || c.known;
        }
        if (!known)
            d->bits *= 2;
    }
done:
    clmodp_zx_destroy(c.derivative);
    free(c.radius);
    free(c.y);
    free(c.x);
    free(c.log);
    clm_disc_clear(&c.centre);
    return st;
}

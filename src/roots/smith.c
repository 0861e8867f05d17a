/* Smith's discs. Let g be f divided by x - r for the isolated roots r, z_k the m approximations of
 * the other roots, and c the leading coefficient. The discs of radius
 * m |g(z_k) / (c prod_{j != k} (z_k - z_j))| about z_k contain these roots, and one that is apart
 * from the others contains one of them [Smith 1970]. Most distances are bounded in double
 * precision; the others, and doubtful tests, take discs. */
#include "roots/smith.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/size.h"
#include "roots/point_value.h"
#include "roots/shift.h"

/* Approximations are taken for conjugates up to this relative error. */
#define CLOSE 0x1p-30

/* ---- close approximations ---- */

static int by_real_part(const void *a, const void *b)
{
    const double x = ((const clm_aberth_place *)a)->re, y = ((const clm_aberth_place *)b)->re;

    return (x > y) - (x < y);
}

/* Sorts the approximations by their real parts, so that they are compared with close ones. */
static void sort(clm_aberth *d)
{
    d->most[0] = d->most[1] = 0;
    for (size_t k = 0; k < d->degree; k++) {
        d->place[k] = (clm_aberth_place){.re = d->near[2 * k], .k = k};
        d->most[0] = fmax(d->most[0], fabs(d->near[2 * k]) + fabs(d->near[2 * k + 1]));
        d->most[1] = fmax(d->most[1], d->size[k]);
    }
    qsort(d->place, d->degree, sizeof *d->place, by_real_part);
}

/* Returns the first place of a real part of at least x, or the degree. */
static size_t find_place(const clm_aberth *d, double x)
{
    size_t low = 0, high = d->degree;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;

        if (d->place[middle].re < x)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* ---- radii ---- */

/* Returns a lower bound of |z_k - z_j| or, for an isolated root j, of |z_k - r_j|; 0 if double
 * precision is too rough. */
static double distance(const clm_aberth *d, size_t k, size_t j)
{
    const double *a = &d->near[2 * k], *b = &d->near[2 * j];
    const double re = a[0] - b[0], im = a[1] - b[1], length = sqrt(re * re + im * im);
    const double slack = 4 * DBL_EPSILON * (fabs(a[0]) + fabs(a[1]) + fabs(b[0]) + fabs(b[1]));
    const double least = length - slack - (d->state[j].isolated ? d->size[j] : 0);

    return least > 0.99 * length && length > 0x1p-500 && length < 0x1p500 ? least : 0;
}

/* Multiplies the product by c and all z_k - z_j, z_k - r_j, or factors that are hardly less. */
static void multiply_distances(clm_disc *product, const clm_aberth *d, size_t k)
{
    double fraction = 1 - 0x1p-20; /* for rounding errors of products */
    long exponent = 0;
    clm_disc t;

    clm_disc_init(&t);
    for (size_t j = 0; j < d->degree; j++) {
        const double factor = j != k ? distance(d, k, j) : 1;
        int e;

        if (factor > 0) {
            fraction = frexp(fraction * factor, &e);
            exponent += e;
        } else {
            clm_disc_sub(&t, &d->z[k], d->state[j].isolated ? &d->square[j] : &d->z[j], d->bits);
            clm_disc_mul(product, product, &t, d->bits);
        }
    }
    clm_disc_set_double(&t, fraction, 0);
    t.e += exponent;
    clm_disc_mul(product, product, &t, d->bits);
    mpz_set(t.re, clmodp_zx_coeff(d->f, d->degree));
    t.e = 0;
    clm_disc_mul(product, product, &t, d->bits);
    clm_disc_clear(&t);
}

/* Sets square k, if there is a bound, and its size. */
static clmodp_status bound_root(void *argument, size_t index, size_t thread)
{
    clm_aberth *d = argument;
    const size_t k = d->left[index];
    clm_disc product, *value = &d->value[k], *s = &d->square[k];
    mpz_t low, high;

    (void)thread;
    if (d->paired && d->mirror[k] < k)
        return CLMODP_OK;
    clm_disc_init(&product);
    mpz_inits(low, high, NULL);
    clm_point_value(value, NULL, d->f, &d->z[k], d->bits);
    mpz_set_ui(product.re, 1);
    multiply_distances(&product, d, k);
    clm_disc_bounds(low, NULL, &product);
    clm_disc_bounds(NULL, high, value);
    mpz_mul_ui(high, high, d->left_count);
    d->state[k].bounded = mpz_sgn(low) > 0;
    if (d->state[k].bounded) {
        const long shift = (long)mpz_sizeinbase(low, 2) - (long)mpz_sizeinbase(high, 2) + 32;
        const long e = value->e - product.e - shift;

        clm_shift(high, high, shift > 0 ? shift : 0);
        clm_shift(low, low, shift < 0 ? -shift : 0);
        mpz_cdiv_q(high, high, low);
        clm_disc_set(s, &d->z[k]);
        if (mpz_sgn(high) != 0) {
            if (e < s->e)
                clm_disc_scale(s, e);
            mpz_mul_2exp(s->radius, high, (mp_bitcnt_t)(e - s->e));
        }
        d->size[k] = clm_disc_radius(s);
    }
    mpz_clears(low, high, NULL);
    clm_disc_clear(&product);
    return clm_poller_check(d->watch);
}

/* ---- conjugates ---- */

/* Returns the only approximation close to the conjugate of z_k; SIZE_MAX: none, or several. */
static size_t find_conjugate(const clm_aberth *d, size_t k)
{
    const double x = d->near[2 * k], y = d->near[2 * k + 1], reach = CLOSE * (fabs(x) + fabs(y));
    size_t found = SIZE_MAX;

    for (size_t n = find_place(d, x - reach); n < d->degree && d->place[n].re <= x + reach; n++) {
        const size_t j = d->place[n].k;

        if (!(fabs(d->near[2 * j + 1] + y) <= reach))
            continue;
        if (found != SIZE_MAX)
            return SIZE_MAX;
        found = j;
    }
    return found;
}

void clm_smith_pair(clm_aberth *d)
{
    d->paired = true;
    sort(d);
    for (size_t k = 0; k < d->degree; k++)
        d->mirror[k] = find_conjugate(d, k);
    for (size_t k = 0; k < d->degree && d->paired; k++)
        d->paired = d->mirror[k] != SIZE_MAX && d->mirror[d->mirror[k]] == k;
    for (size_t k = 0; k < d->degree && d->paired; k++) {
        clm_disc *z = &d->z[k];

        if (d->mirror[k] < k) {
            clm_disc_set(z, &d->z[d->mirror[k]]);
            mpz_neg(z->im, z->im);
        } else if (d->mirror[k] == k) {
            mpz_set_ui(z->im, 0);
        }
        clm_disc_near(&d->near[2 * k], z);
    }
}

/* Sets the square of an approximation to the mirror image of that of its conjugate. The radii are
 * the same, as the conjugates of all approximations are approximations. */
static void reflect_root(clm_aberth *d, size_t k)
{
    const size_t mirror = d->mirror[k];

    clm_disc_set(&d->value[k], &d->value[mirror]);
    mpz_neg(d->value[k].im, d->value[k].im);
    clm_disc_set(&d->square[k], &d->square[mirror]);
    mpz_neg(d->square[k].im, d->square[k].im);
    d->size[k] = d->size[mirror];
    d->state[k].bounded = d->state[mirror].bounded;
}

/* ---- squares ---- */

/* Returns whether double precision shows that squares j and (re, im) k have no common point. */
static bool are_far_apart(const clm_aberth *d, size_t j, size_t k, int re, int im)
{
    const double *a = &d->near[2 * j], *b = &d->near[2 * k];
    const double slack = DBL_MIN + 4 * DBL_EPSILON * (fabs(a[0]) + fabs(a[1]) + fabs(b[0]) +
                                                      fabs(b[1]) + d->size[j] + d->size[k]);
    const double least = d->size[j] + d->size[k] + slack;

    return fabs(a[0] - re * b[0]) > least || fabs(a[1] - im * b[1]) > least;
}

/* Returns whether squares a and (re sign, im sign) b have no common point. */
static bool are_apart(const clm_disc *a, const clm_disc *b, int re, int im)
{
    const long e = a->e < b->e ? a->e : b->e;
    mpz_t x, y, sum;
    bool apart = false;

    mpz_inits(x, y, sum, NULL);
    clm_shift(sum, a->radius, a->e - e);
    clm_shift(x, b->radius, b->e - e);
    mpz_add(sum, sum, x);
    for (int part = 0; part < 2 && !apart; part++) {
        clm_shift(x, part == 0 ? a->re : a->im, a->e - e);
        clm_shift(y, part == 0 ? b->re : b->im, b->e - e);
        if ((part == 0 ? re : im) > 0)
            mpz_sub(x, x, y);
        else
            mpz_add(x, x, y);
        apart = mpz_cmpabs(x, sum) > 0;
    }
    mpz_clears(x, y, sum, NULL);
    return apart;
}

/* Returns whether squares j and (re, im) k may have a common point. */
static bool meet(const clm_aberth *d, size_t j, size_t k, int re, int im)
{
    return !are_far_apart(d, j, k, re, im) && !are_apart(&d->square[j], &d->square[k], re, im);
}

bool clm_smith_meet(const clm_aberth *d, size_t j, size_t k)
{
    return meet(d, j, k, 1, 1);
}

/* Returns the only square that the image of square k under (re, im) meets; SIZE_MAX: several. Real
 * parts of others differ by more than the sizes and the slack of any two. */
static size_t image_of(const clm_aberth *d, size_t k, int re, int im)
{
    const double x = re * d->near[2 * k];
    const double reach = (d->size[k] + d->most[1]) * (1 + 8 * DBL_EPSILON) +
                         16 * DBL_EPSILON * d->most[0] + 2 * DBL_MIN;
    const bool finite = d->most[0] + reach < INFINITY;
    size_t image = SIZE_MAX;

    for (size_t n = finite ? find_place(d, x - reach) : 0;
         n < d->degree && !(finite && d->place[n].re > x + reach); n++) {
        const size_t j = d->place[n].k;

        if (!meet(d, j, k, re, im))
            continue;
        if (image != SIZE_MAX)
            return SIZE_MAX;
        image = j;
    }
    return image;
}

static clmodp_status compare_root(void *argument, size_t index, size_t thread)
{
    clm_aberth *d = argument;
    const size_t k = d->left[index];

    (void)thread;
    d->state[k].apart = image_of(d, k, 1, 1) == k;
    d->mirror[k] = image_of(d, k, 1, -1);
    return clm_poller_check(d->watch);
}

/* Returns a lower bound of the distance of squares j and k in one part; 0 if double precision is
 * too rough. */
static double gap_between(const clm_aberth *d, size_t j, size_t k)
{
    const double *a = &d->near[2 * j], *b = &d->near[2 * k];
    const double most = fmax(fabs(a[0] - b[0]), fabs(a[1] - b[1]));
    const double sizes = d->size[j] + d->size[k];
    const double slack = 4 * DBL_EPSILON * (fabs(a[0]) + fabs(a[1]) + fabs(b[0]) + fabs(b[1]));
    const double gap = most - slack - sizes * (1 + 4 * DBL_EPSILON);

    return gap > 0.5 * most && most > 0x1p-500 && most < 0x1p500 ? gap : 0;
}

/* Sets apart, of a clm_newton, by the distances of all other squares from square k. Returns false
 * if one is too close. */
static bool find_apart(long *apart, const clm_aberth *d, size_t k)
{
    double least = INFINITY;
    long close = LONG_MAX, size;
    clm_disc t;
    bool known;
    mpz_t low;

    clm_disc_init(&t);
    mpz_init_set_ui(low, 1);
    for (size_t j = 0; j < d->degree && mpz_sgn(low) > 0; j++) {
        const double gap = j != k ? gap_between(d, j, k) : INFINITY;

        if (gap > 0) {
            least = fmin(least, gap);
            continue;
        }
        clm_disc_sub(&t, &d->square[j], &d->square[k], d->bits);
        clm_disc_bounds(low, NULL, &t);
        size = t.e + (long)mpz_sizeinbase(low, 2) - 1;
        close = size < close ? size : close;
    }
    close = ilogb(least) < close ? ilogb(least) : close;
    *apart = close - (long)clm_size_bits(d->degree);
    known = mpz_sgn(low) > 0;
    clm_disc_clear(&t);
    mpz_clear(low);
    return known;
}

/* Makes the box of a root with an imaginary part >= 0, if its square and the mirror image are
 * apart from all others. */
static clmodp_status make_box(void *argument, size_t index, size_t thread)
{
    clm_aberth *d = argument;
    const size_t k = d->left[index], mirror = d->mirror[k];
    size_t opposite;

    (void)thread;
    if (!d->state[k].apart || mirror == SIZE_MAX || !d->state[mirror].apart ||
        d->mirror[mirror] != k || (mirror != k && mpz_sgn(d->square[k].im) < 0))
        return CLMODP_OK;
    opposite = d->symmetric ? image_of(d, k, -1, 1) : SIZE_MAX;
    if (d->symmetric && opposite == SIZE_MAX)
        return CLMODP_OK;
    clm_box_set_disc(&d->box[k], &d->square[k], mirror == k, opposite == k);
    d->newton[k].guard = d->bits;
    d->state[k].boxed = find_apart(&d->newton[k].apart, d, k) &&
                        clm_newton_converges(&d->box[k], &d->newton[k]);
    return clm_poller_check(d->watch);
}

/* Isolates a root that has a box, and the conjugate root, in the mirror image of its square. */
static void isolate(clm_aberth *d, size_t k)
{
    const size_t mirror = d->mirror[k];

    d->state[k].isolated = d->state[mirror].isolated = true;
    if (mirror == k)
        return;
    clm_disc_set(&d->square[mirror], &d->square[k]);
    mpz_neg(d->square[mirror].im, d->square[mirror].im);
    d->size[mirror] = d->size[k];
    d->near[2 * mirror] = d->near[2 * k];
    d->near[2 * mirror + 1] = -d->near[2 * k + 1];
}

clmodp_status clm_smith_isolate(clm_aberth *d)
{
    clmodp_status st = CLMODP_OK;
    const size_t count = d->left_count;

    memcpy(d->item, d->left, count * sizeof *d->item);
    d->items = count;
    TRY(clm_aberth_run(d, count, bound_root));
    for (size_t n = 0; n < count && d->paired; n++)
        if (d->mirror[d->left[n]] < d->left[n])
            reflect_root(d, d->left[n]);
    d->paired = false;
    d->bounded = true;
    for (size_t n = 0; n < count; n++)
        d->bounded = d->bounded && d->state[d->left[n]].bounded;
    if (!d->bounded)
        return CLMODP_OK;
    sort(d);
    TRY(clm_aberth_run(d, count, compare_root));
    TRY(clm_aberth_run(d, count, make_box));
    for (size_t n = 0; n < count; n++)
        if (d->state[d->left[n]].boxed)
            isolate(d, d->left[n]);
    d->left_count = 0;
    for (size_t n = 0; n < count; n++)
        if (!d->state[d->left[n]].isolated)
            d->left[d->left_count++] = d->left[n];
done:
    return st;
}

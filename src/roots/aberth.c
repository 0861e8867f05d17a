/* Aberth's iteration with more and more bits, and the proof by Smith's discs. */
#include "roots/aberth.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "core/memory.h"
#include "roots/newton.h"
#include "roots/shift.h"

#define FIRST_BITS 64
#define MOST_BITS ((size_t)1 << 30)
#define DOUBLE_BITS 53

/* ---- first approximations ---- */

/* A vertex of the Newton polygon: the binary logarithm of coefficient i. */
typedef struct vertex {
    double log;
    size_t i;
} vertex;

static double slope(const vertex *a, const vertex *b)
{
    return (b->log - a->log) / (double)(b->i - a->i);
}

/* Sets z to 2^log times a number of absolute value 1. */
static void set_polar(clm_disc *z, double log, double angle)
{
    const double whole = floor(log), size = ldexp(exp2(log - whole), DOUBLE_BITS);

    mpz_set_d(z->re, size * cos(angle));
    mpz_set_d(z->im, size * sin(angle));
    z->e = (long)whole - DOUBLE_BITS;
}

/* Sets the approximations to points on circles: for each edge of the polygon's upper hull from i
 * to j there are about j - i roots of that size. */
static void start(clm_aberth *d, vertex *hull)
{
    const double turn = 6.283185307179586;
    size_t count = 0;

    for (size_t i = 0; i <= d->degree; i++) {
        mpz_srcptr c = clmodp_zx_coeff(d->f, i);
        vertex next = {.i = i};
        long e;

        if (mpz_sgn(c) == 0)
            continue;
        next.log = log2(fabs(mpz_get_d_2exp(&e, c)));
        next.log += (double)e;
        while (count > 1 && slope(&hull[count - 2], &hull[count - 1]) <=
                                slope(&hull[count - 1], &next))
            count--;
        hull[count++] = next;
    }
    for (size_t k = 0; k + 1 < count; k++) {
        const size_t first = hull[k].i, roots = hull[k + 1].i - first;

        for (size_t j = 0; j < roots; j++)
            set_polar(&d->z[first + j], -slope(&hull[k], &hull[k + 1]),
                      0.7 + turn * ((double)j / (double)roots +
                                    (double)first / (double)d->degree));
    }
}

/* Returns a 2^e, rounded; infinite, or about 0, if it is not in the range of numbers. */
static double rounded(mpz_srcptr a, long e)
{
    long more;
    const double fraction = mpz_get_d_2exp(&more, a);
    const long most = 4 * DBL_MAX_EXP, all = e + more;

    return ldexp(fraction, (int)(all > most ? most : all < -most ? -most : all));
}

static void set_near(clm_aberth *d, size_t k)
{
    d->near[2 * k] = rounded(d->z[k].re, d->z[k].e);
    d->near[2 * k + 1] = rounded(d->z[k].im, d->z[k].e);
}

static bool is_symmetric(const clmodp_zx *f)
{
    bool symmetric = true;

    for (long i = clmodp_zx_degree(f) - 1; i >= 0 && symmetric; i -= 2)
        symmetric = mpz_sgn(clmodp_zx_coeff(f, (size_t)i)) == 0;
    return symmetric;
}

clmodp_status clm_aberth_init(clm_error *error, clm_aberth *d, const clmodp_zx *f)
{
    clmodp_status st = CLMODP_OK;
    const size_t n = (size_t)clmodp_zx_degree(f);
    vertex *hull = NULL;

    *d = (clm_aberth){.f = f, .symmetric = is_symmetric(f), .bits = FIRST_BITS};
    NEW(error, hull, n + 1);
    NEW(error, d->z, n);
    NEW(error, d->near, 2 * n);
    NEW(error, d->done, n);
    NEW(error, d->square, n);
    NEW(error, d->box, n);
    d->degree = n;
    for (size_t k = 0; k < n; k++) {
        clm_disc_init(&d->z[k]);
        clm_disc_init(&d->square[k]);
        clm_box_init(&d->box[k]);
    }
    start(d, hull);
    for (size_t k = 0; k < n; k++)
        set_near(d, k);
done:
    free(hull);
    return st;
}

void clm_aberth_clear(clm_aberth *d)
{
    for (size_t k = 0; k < d->degree; k++) {
        clm_disc_clear(&d->z[k]);
        clm_disc_clear(&d->square[k]);
        clm_box_clear(&d->box[k]);
    }
    free(d->box);
    free(d->square);
    free(d->done);
    free(d->near);
    free(d->z);
    *d = (clm_aberth){0};
}

/* ---- better approximations ---- */

static bool has_centre(const clm_disc *x)
{
    return mpz_sgn(x->re) != 0 || mpz_sgn(x->im) != 0;
}

/* Moves z a little away from an equal approximation. */
static void nudge(clm_disc *z, size_t bits)
{
    const long e = clm_disc_top(z) - (long)bits / 2;

    if (z->e > e)
        clm_disc_scale(z, e);
    clm_disc_round(z, bits);
    mpz_setbit(z->re, (mp_bitcnt_t)(e > z->e ? e - z->e : 0));
    mpz_add_ui(z->im, z->im, 1);
    mpz_set_ui(z->radius, 0);
}

/* Adds 1 / (z_k - z_j), about, or moves z_k if it is z_j. */
static void add_inverse(clm_disc *sum, clm_aberth *d, size_t k, size_t j)
{
    clm_disc t;

    clm_disc_init(&t);
    clm_disc_sub(&t, &d->z[k], &d->z[j], d->bits);
    mpz_set_ui(t.radius, 0);
    if (!clm_disc_invert(&t, &t, d->bits))
        nudge(&d->z[k], d->bits);
    else
        clm_disc_add(sum, sum, &t, d->bits);
    mpz_set_ui(sum->radius, 0);
    clm_disc_clear(&t);
}

/* Sets z to a number. */
static void set_double(clm_disc *z, const double *parts)
{
    int e;

    (void)frexp(fmax(fabs(parts[0]), fabs(parts[1])), &e);
    mpz_set_d(z->re, ldexp(parts[0], DOUBLE_BITS - e));
    mpz_set_d(z->im, ldexp(parts[1], DOUBLE_BITS - e));
    mpz_set_ui(z->radius, 0);
    z->e = e - DOUBLE_BITS;
}

/* Sets sum to that of 1 / (z_k - z_j) over j != k, to a few digits: in double precision, except
 * for differences without enough bits. */
static void sum_of_inverses(clm_disc *sum, clm_aberth *d, size_t k)
{
    const double x = d->near[2 * k], y = d->near[2 * k + 1];
    const double least = fmax(ldexp(x * x + y * y, -DOUBLE_BITS), DBL_MIN / DBL_EPSILON);
    double parts[2] = {0, 0};
    clm_disc most;

    clm_disc_init(&most);
    for (size_t j = 0; j < d->degree; j++) {
        const double re = x - d->near[2 * j], im = y - d->near[2 * j + 1];
        const double norm = re * re + im * im;

        if (j == k)
            continue;
        if (norm > least && norm < INFINITY) {
            parts[0] += re / norm;
            parts[1] -= im / norm;
        } else {
            add_inverse(sum, d, k, j);
        }
    }
    set_double(&most, parts);
    clm_disc_add(sum, sum, &most, d->bits);
    clm_disc_clear(&most);
}

/* Replaces z_k by z_k - f / (f' - f sum). Returns whether this may have improved it. */
static bool improve(clm_aberth *d, size_t k)
{
    clm_disc value, derivative, sum;
    mpz_t low;
    bool better = false;

    clm_disc_init(&value);
    clm_disc_init(&derivative);
    clm_disc_init(&sum);
    mpz_init(low);
    sum_of_inverses(&sum, d, k);
    clm_disc_value(&value, &derivative, d->f, &d->z[k], d->bits);
    clm_disc_bounds(low, NULL, &value);
    if (mpz_sgn(low) > 0) {
        clm_disc_mul(&sum, &sum, &value, d->bits);
        clm_disc_sub(&sum, &derivative, &sum, d->bits);
        mpz_set_ui(sum.radius, 0);
        if (clm_disc_invert(&sum, &sum, d->bits)) {
            clm_disc_mul(&value, &value, &sum, d->bits);
            mpz_set_ui(value.radius, 0);
            clm_disc_sub(&d->z[k], &d->z[k], &value, d->bits);
            clm_disc_round(&d->z[k], d->bits);
            mpz_set_ui(d->z[k].radius, 0);
            better = has_centre(&value) && (!has_centre(&d->z[k]) ||
                                            clm_disc_top(&value) > clm_disc_top(&d->z[k]) -
                                                                       (long)d->bits + 4);
        }
    }
    set_near(d, k);
    mpz_clear(low);
    clm_disc_clear(&sum);
    clm_disc_clear(&derivative);
    clm_disc_clear(&value);
    return better;
}

static void iterate(clm_aberth *d, const clm_poller *watch)
{
    bool better = true;

    for (size_t k = 0; k < d->degree; k++)
        d->done[k] = false;
    for (size_t round = 0; better && round < 2 * d->bits; round++) {
        better = false;
        for (size_t k = 0; k < d->degree && !clm_poller_stopped(watch); k++) {
            d->done[k] = d->done[k] || !improve(d, k);
            better = better || !d->done[k];
        }
    }
}

/* ---- proof ---- */

/* Sets square k to the square about the disc of radius n |f(z_k) / (c prod (z_k - z_j))| about
 * z_k; c is the leading coefficient. If all discs are apart, each has one root. Returns whether
 * there is a bound. Source: [Smith 1970] */
static bool bound_root(clm_aberth *d, size_t k)
{
    clm_disc value, product, t, *s = &d->square[k];
    mpz_t low, high;
    bool bounded;

    clm_disc_init(&value);
    clm_disc_init(&product);
    clm_disc_init(&t);
    mpz_inits(low, high, NULL);
    clm_disc_value(&value, NULL, d->f, &d->z[k], d->bits);
    mpz_set(product.re, clmodp_zx_coeff(d->f, d->degree));
    for (size_t j = 0; j < d->degree; j++) {
        if (j == k)
            continue;
        clm_disc_sub(&t, &d->z[k], &d->z[j], d->bits);
        clm_disc_mul(&product, &product, &t, d->bits);
    }
    clm_disc_bounds(low, NULL, &product);
    clm_disc_bounds(NULL, high, &value);
    mpz_mul_ui(high, high, d->degree);
    bounded = mpz_sgn(low) > 0;
    if (bounded) {
        const long shift = (long)mpz_sizeinbase(low, 2) - (long)mpz_sizeinbase(high, 2) + 32;
        const long e = value.e - product.e - shift;

        clm_shift(high, high, shift > 0 ? shift : 0);
        clm_shift(low, low, shift < 0 ? -shift : 0);
        mpz_cdiv_q(high, high, low);
        clm_disc_set(s, &d->z[k]);
        if (mpz_sgn(high) != 0) {
            if (e < s->e)
                clm_disc_scale(s, e);
            mpz_mul_2exp(s->radius, high, (mp_bitcnt_t)(e - s->e));
        }
    }
    mpz_clears(low, high, NULL);
    clm_disc_clear(&t);
    clm_disc_clear(&product);
    clm_disc_clear(&value);
    return bounded;
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

/* Returns the only square that the image of square k under (re, im) meets; SIZE_MAX: several. */
static size_t image_of(const clm_aberth *d, size_t k, int re, int im)
{
    size_t image = SIZE_MAX;

    for (size_t j = 0; j < d->degree; j++) {
        if (are_apart(&d->square[j], &d->square[k], re, im))
            continue;
        if (image != SIZE_MAX)
            return SIZE_MAX;
        image = j;
    }
    return image;
}

/* Makes the box of square k, whose mirror image meets square `mirror` alone. Returns whether it is
 * small enough. */
static bool make_box(clm_aberth *d, size_t k, size_t mirror)
{
    const size_t opposite = d->symmetric ? image_of(d, k, -1, 1) : SIZE_MAX;
    clm_box *box = &d->box[d->boxes];

    if (d->symmetric && opposite == SIZE_MAX)
        return false;
    clm_box_set_disc(box, &d->square[k], mirror == k, opposite == k);
    d->boxes++;
    return clm_newton_converges(box, d->f, d->bits);
}

static bool prove(clm_aberth *d, const clm_poller *watch)
{
    bool proved = true;

    d->boxes = 0;
    for (size_t k = 0; k < d->degree && proved; k++)
        proved = bound_root(d, k) && !clm_poller_stopped(watch);
    for (size_t k = 0; k < d->degree && proved; k++)
        proved = image_of(d, k, 1, 1) == k && !clm_poller_stopped(watch);
    for (size_t k = 0; k < d->degree && proved; k++) {
        const size_t mirror = image_of(d, k, 1, -1);

        if (mirror == SIZE_MAX || clm_poller_stopped(watch))
            proved = false;
        else if (mirror == k || mpz_sgn(d->square[k].im) > 0)
            proved = make_box(d, k, mirror);
    }
    return proved;
}

clmodp_status clm_aberth_isolate(clm_error *error, clm_aberth *d, const clm_poller *watch)
{
    for (;; d->bits *= 2) {
        iterate(d, watch);
        if (prove(d, watch))
            return CLMODP_OK;
        if (clm_poller_stopped(watch))
            return CLMODP_CANCELLED;
        if (d->bits >= MOST_BITS)
            return clm_fail(error, CLMODP_LIMIT, "%zu bits do not separate the roots",
                            d->bits);
    }
}

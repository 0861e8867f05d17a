/* Aberth's iteration with increasing precision for the roots that are not isolated yet. In a round
 * each approximation is improved by the approximations of the previous round, so that threads may
 * share the work. Before the rounds with more bits, those in tight clusters are improved together
 * (cluster.h). */
#include "roots/aberth.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "core/size.h"
#include "roots/approximate.h"
#include "roots/cluster.h"
#include "roots/point_value.h"
#include "roots/real_rooted.h"
#include "roots/secular.h"
#include "roots/sharpen.h"
#include "roots/smith.h"

#define DOUBLE_BITS 53

static void set_near(clm_aberth *d, size_t k)
{
    clm_disc_near(&d->near[2 * k], &d->z[k]);
}

static bool is_symmetric(const clmodp_zx *f)
{
    bool symmetric = true;

    for (long i = clmodp_zx_degree(f) - 1; i >= 0 && symmetric; i -= 2)
        symmetric = mpz_sgn(clmodp_zx_coeff(f, (size_t)i)) == 0;
    return symmetric;
}

clmodp_status clm_aberth_init(clm_aberth *d, const clmodp_zx *f)
{
    clmodp_status st = CLMODP_OK;
    const size_t n = (size_t)clmodp_zx_degree(f);

    *d = (clm_aberth){.f = f, .symmetric = is_symmetric(f)};
    d->bits = clm_size_max(CLM_ABERTH_BITS, clm_point_value_bits(f));
    NEW(NULL, d->z, n);
    NEW(NULL, d->next, n);
    NEW(NULL, d->value, n);
    NEW(NULL, d->near, 2 * n);
    NEW(NULL, d->left, n);
    NEW(NULL, d->item, n);
    NEW(NULL, d->square, n);
    NEW(NULL, d->size, n);
    NEW(NULL, d->place, n);
    NEW(NULL, d->mirror, n);
    NEW(NULL, d->newton, n);
    NEW(NULL, d->state, n);
    NEW(NULL, d->box, n);
    d->degree = n;
    for (size_t k = 0; k < n; k++) {
        clm_disc_init(&d->z[k]);
        clm_disc_init(&d->next[k]);
        clm_disc_init(&d->value[k]);
        clm_disc_init(&d->square[k]);
        clm_box_init(&d->box[k]);
        d->state[k].reach = LONG_MAX;
        d->left[d->left_count++] = k;
    }
done:
    return st;
}

void clm_aberth_clear(clm_aberth *d)
{
    for (size_t k = 0; k < d->degree; k++) {
        clm_disc_clear(&d->z[k]);
        clm_disc_clear(&d->next[k]);
        clm_disc_clear(&d->value[k]);
        clm_disc_clear(&d->square[k]);
        clm_box_clear(&d->box[k]);
    }
    free(d->box);
    free(d->state);
    free(d->newton);
    free(d->mirror);
    free(d->place);
    free(d->size);
    free(d->square);
    free(d->item);
    free(d->left);
    free(d->near);
    free(d->value);
    free(d->next);
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

/* Adds 1 / (z_k - z_j), to a few digits, or moves the next z_k if it is z_j. */
static void add_inverse(clm_disc *sum, clm_aberth *d, size_t k, size_t j)
{
    clm_disc t;

    clm_disc_init(&t);
    clm_disc_sub(&t, &d->z[k], &d->z[j], d->bits);
    clm_disc_round(&t, CLM_ABERTH_BITS);
    mpz_set_ui(t.radius, 0);
    if (!clm_disc_invert(&t, &t, CLM_ABERTH_BITS))
        nudge(&d->next[k], d->bits);
    else
        clm_disc_add(sum, sum, &t, CLM_ABERTH_BITS);
    mpz_set_ui(sum->radius, 0);
    clm_disc_clear(&t);
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
    clm_disc_set_double(&most, parts[0], parts[1]);
    clm_disc_add(sum, sum, &most, d->bits);
    clm_disc_clear(&most);
}

/* Sets the next z_k to z_k - f / (f' - f sum). Returns whether this may have improved it. */
static bool improve(clm_aberth *d, size_t k)
{
    clm_disc value, derivative, sum, *z = &d->next[k];
    mpz_t low;
    bool better = false;

    clm_disc_init(&value);
    clm_disc_init(&derivative);
    clm_disc_init(&sum);
    mpz_init(low);
    clm_disc_set(z, &d->z[k]);
    sum_of_inverses(&sum, d, k);
    clm_point_value(&value, &derivative, d->f, z, d->bits);
    clm_disc_bounds(low, NULL, &value);
    if (mpz_sgn(low) > 0) {
        clm_disc_mul(&sum, &sum, &value, d->bits);
        clm_disc_sub(&sum, &derivative, &sum, d->bits);
        mpz_set_ui(sum.radius, 0);
        if (clm_disc_invert(&sum, &sum, d->bits)) {
            clm_disc_mul(&value, &value, &sum, d->bits);
            mpz_set_ui(value.radius, 0);
            clm_disc_sub(z, z, &value, d->bits);
            clm_disc_round(z, d->bits);
            mpz_set_ui(z->radius, 0);
            better = has_centre(&value) &&
                     (!has_centre(z) ||
                      clm_disc_top(&value) > clm_disc_top(z) - (long)d->bits + 4);
        }
    }
    mpz_clear(low);
    clm_disc_clear(&sum);
    clm_disc_clear(&derivative);
    clm_disc_clear(&value);
    return better;
}

static clmodp_status improve_item(void *argument, size_t index, size_t thread)
{
    clm_aberth *d = argument;

    (void)thread;
    d->state[d->item[index]].done = !improve(d, d->item[index]);
    return clm_poller_check(d->watch);
}

/* Improves the approximations that are not isolated as far as the bits allow. */
static clmodp_status iterate(clm_aberth *d)
{
    clmodp_status st = CLMODP_OK;
    size_t items = 1;

    for (size_t round = 0; items > 0 && round < 2 * d->bits; round++) {
        items = 0;
        for (size_t n = 0; n < d->left_count; n++)
            if (!d->state[d->left[n]].done)
                d->item[items++] = d->left[n];
        TRY(clm_aberth_run(d, items, improve_item));
        for (size_t n = 0; n < items; n++) {
            clm_disc_set(&d->z[d->item[n]], &d->next[d->item[n]]);
            set_near(d, d->item[n]);
        }
    }
done:
    return st;
}

/* Improves the approximations of the roots that are left: in double precision, with a few bits
 * more for the next values; where it does not suffice, with all bits; and if values have too few
 * bits, or no root was isolated the last time, in clusters, with as many as these need. */
static clmodp_status improve_all(clm_aberth *d)
{
    clmodp_status st = CLMODP_OK;
    const size_t bits = d->bits, whole = bits / CLM_ABERTH_BITS * CLM_ABERTH_BITS;
    size_t more;
    bool accurate, all = true, moved = false;

    TRY(clm_secular_improve(d, &accurate));
    for (size_t n = 0; n < d->left_count; n++)
        all = all && d->state[d->left[n]].done;
    d->bits = more = accurate ? whole + CLM_ABERTH_BITS : 2 * whole;
    if (d->bounded && (!accurate || d->waiting == d->left_count))
        TRY(clm_cluster_improve(d, accurate, &moved));
    if (!moved)
        d->bits = accurate && !all ? bits : more;
    d->waiting = d->left_count;
    for (size_t n = 0; n < d->left_count; n++)
        set_near(d, d->left[n]);
    TRY(iterate(d));
done:
    return st;
}

clmodp_status clm_aberth_isolate(clm_aberth *d, size_t threads, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    bool real = false;

    d->threads = threads;
    d->watch = watch;
    TRY(clm_roots_approximate(d->z, d->f, watch));
    for (size_t k = 0; k < d->degree; k++)
        set_near(d, k);
    clm_smith_pair(d);
    TRY(clm_smith_isolate(d));
    if (d->left_count > 0)
        TRY(clm_real_rooted(&real, d->box, d->newton, d->f, threads, watch));
    for (size_t k = 0; real && k < d->degree; k++)
        d->state[k].boxed = true;
    if (real)
        goto done;
    while (d->left_count > 0) {
        if (d->bits >= CLM_ABERTH_MOST_BITS) /* they do not separate the roots */
            return CLMODP_LIMIT;
        TRY(improve_all(d));
        TRY(clm_smith_isolate(d));
    }
    TRY(clm_sharpen(d));
done:
    return st;
}

/* The secular equation. Let g be f divided by x - r for the isolated roots r, z_j approximations
 * of the others, c the leading coefficient, and a_j = g(z_j) / (c prod_{i != j} (z_j - z_i)). By
 * Lagrange's interpolation g(x) is c prod (x - z_j) times S(x) = 1 + sum a_j / (x - z_j). If the
 * z_j are close to the roots the a_j are small, and the zeros of S hardly depend on their rounding
 * errors, however ill-conditioned the roots of f are. So Aberth's iteration for S needs no more
 * than double precision, and only the a_j take as many bits as f needs. */
#include "roots/secular.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "roots/secular_sums.h"

CLM_VECTOR_CHOICE(clm_secular_functions, clm_secular);

#define MOST_ROUNDS 100
/* Least number of accurate bits of a value from which a step is taken, and least mean of these
 * numbers, each counted up to twice this mean, with which the iteration starts. */
#define LEAST_ACCURACY 4
#define MEAN_ACCURACY 16
/* Binary exponent from which on numbers are out of range. */
#define MOST_LOG 400
/* Least squared distances of points: relative to the squared absolute value, and absolute. */
#define LEAST_PART 0x1p-250
#define LEAST_NORM 0x1p-900
/* Number of successive calls without progress, that is, with a mean value that decreased by less
 * than a bit, and without a root isolated, after which the iteration gives up. */
#define MOST_STALLS 3

typedef struct secular {
    clm_aberth *d;
    double *split;            /* the parts of all approximations */
    clm_secular_block *block; /* the items */
    double *next;             /* the items' moves in the next round: real and imaginary part */
    size_t *active;           /* the items that may still improve */
    const clm_secular_functions *on;
} secular;

static double *part_of(const secular *s, size_t part, size_t index)
{
    return &s->block[index / CLM_SECULAR_LANES].part[part][index % CLM_SECULAR_LANES];
}

/* Returns the parts of approximation k. */
static double *split_of(const secular *s, size_t k)
{
    return &s->split[2 * CLM_SECULAR_SPLITS * k];
}

/* Returns whether double precision has the number and squares of its parts. */
static bool is_in_range(const clm_disc *z)
{
    return clm_disc_top(z) < MOST_LOG;
}

/* Sets the parts of approximation k; to infinity, out of range. */
static void split(const secular *s, size_t k)
{
    clm_disc rest, part;

    clm_disc_init(&rest);
    clm_disc_init(&part);
    clm_disc_set(&rest, &s->d->z[k]);
    if (!is_in_range(&rest))
        split_of(s, k)[0] = INFINITY;
    for (size_t i = 0; i < CLM_SECULAR_SPLITS && is_in_range(&rest); i++) {
        double *pair = &split_of(s, k)[2 * i];

        clm_disc_near(pair, &rest);
        clm_disc_set_double(&part, pair[0], pair[1]);
        clm_disc_near(pair, &part); /* without the bits that the smaller part lost */
        clm_disc_sub(&rest, &rest, &part, s->d->bits + DBL_MAX_EXP);
    }
    clm_disc_clear(&part);
    clm_disc_clear(&rest);
}

/* Returns the difference of numbers in parts. */
static double difference(const double *a, const double *b)
{
    double sum = 0;

    for (size_t i = 2 * CLM_SECULAR_SPLITS; i > 0; i -= 2)
        sum += a[i - 2] - b[i - 2];
    return sum;
}

/* Scales p to about 1, and adds the exponent that it loses to e. */
static void normalise(double p[2], long *e)
{
    int shift;

    (void)frexp(fmax(fabs(p[0]), fabs(p[1])), &shift);
    p[0] = ldexp(p[0], -shift);
    p[1] = ldexp(p[1], -shift);
    *e += shift;
}

/* Sets product to c prod (z_k - z_j). Returns whether double precision knows all differences. */
static bool multiply_differences(clm_disc *product, const secular *s, size_t k)
{
    const double *z = split_of(s, k);
    const double least = fmax((z[0] * z[0] + z[1] * z[1]) * LEAST_PART, LEAST_NORM);
    double p[2] = {1, 0};
    bool known = true;
    long e = 0;
    clm_disc t;

    clm_disc_init(&t);
    mpz_set(product->re, clmodp_zx_coeff(s->d->f, s->d->degree));
    for (size_t j = 0; j < s->d->degree; j++) {
        const double *y = split_of(s, j);
        const double re = difference(z, y), im = difference(z + 1, y + 1);
        const double old = p[0], size = re * re + im * im;

        if (j == k)
            continue;
        if (!(size > least && size < INFINITY)) {
            known = false;
            clm_disc_sub(&t, &s->d->z[k], &s->d->z[j], s->d->bits);
            clm_disc_mul(product, product, &t, s->d->bits);
            continue;
        }
        p[0] = old * re - p[1] * im;
        p[1] = old * im + p[1] * re;
        if (!(fabs(p[0]) + fabs(p[1]) > 0x1p-200 && fabs(p[0]) + fabs(p[1]) < 0x1p200))
            normalise(p, &e);
    }
    clm_disc_set_double(&t, p[0], p[1]);
    t.e += e;
    clm_disc_mul(product, product, &t, s->d->bits);
    mpz_set_ui(product->radius, 0);
    clm_disc_clear(&t);
    return known;
}

/* Sets the pole and the residue of an item, 0 if its value is unknown. Double precision improves
 * it, unless a number is out of range or another approximation is too close. */
static clmodp_status set_pole(void *argument, size_t index, size_t thread)
{
    const secular *s = argument;
    const size_t k = s->d->item[index];
    double residue[2] = {0, 0};
    clm_disc a;
    bool known, in_range = is_in_range(&s->d->z[k]);

    (void)thread;
    clm_disc_init(&a);
    known = multiply_differences(&a, s, k);
    in_range = in_range && clm_disc_invert(&a, &a, DBL_MANT_DIG);
    clm_disc_mul(&a, &a, &s->d->value[k], 2 * DBL_MANT_DIG);
    in_range = in_range && is_in_range(&a);
    if (in_range && clm_disc_accuracy(&s->d->value[k]) >= LEAST_ACCURACY)
        clm_disc_near(residue, &a);
    *part_of(s, CLM_SECULAR_Z, index) = CLM_SECULAR_FAR;
    for (size_t i = 0; i < 2 * CLM_SECULAR_SPLITS && is_in_range(&s->d->z[k]); i++)
        *part_of(s, CLM_SECULAR_Z + i, index) = split_of(s, k)[i];
    *part_of(s, CLM_SECULAR_A, index) = residue[0];
    *part_of(s, CLM_SECULAR_A + 1, index) = residue[1];
    s->d->state[k].done = in_range && known;
    clm_disc_clear(&a);
    return clm_poller_check(s->d->watch);
}

/* p := a b */
static void multiply(double p[2], const double a[2], const double b[2])
{
    const double re = a[0] * b[0] - a[1] * b[1];

    p[1] = a[0] * b[1] + a[1] * b[0];
    p[0] = re;
}

/* Takes a step of an item. With u = x - z_k and the sums s over j != k, f' / f - sum 1 / (x - z_j)
 * is (1 + s + u s') / (u (1 + s) + a_k). */
static clmodp_status improve_item(void *argument, size_t index, size_t thread)
{
    const secular *s = argument;
    const size_t item = s->active[index], count = s->d->items;
    const double u[2] = {*part_of(s, CLM_SECULAR_D, item), *part_of(s, CLM_SECULAR_D + 1, item)};
    double *next = &s->next[2 * index], value[2], slope[2], noise, norm;
    clm_secular_sums sums;

    (void)thread;
    s->on->sum(&sums, s->block, (count + CLM_SECULAR_LANES - 1) / CLM_SECULAR_LANES, item);
    sums.value[0] += 1;
    multiply(value, u, sums.value);
    noise = (fabs(u[0]) + fabs(u[1])) * (1 + sums.size);
    for (int i = 0; i < 2; i++) {
        const double a = *part_of(s, CLM_SECULAR_A + i, item);

        value[i] += a;
        noise += fabs(a);
        next[i] = u[i];
    }
    if (!(fabs(value[0]) + fabs(value[1]) > 4 * DBL_EPSILON * noise))
        return CLMODP_OK;
    multiply(slope, u, sums.slope);
    multiply(sums.repulsion, sums.repulsion, value);
    slope[0] += sums.value[0] - sums.repulsion[0];
    slope[1] -= sums.repulsion[1] - sums.value[1];
    norm = slope[0] * slope[0] + slope[1] * slope[1];
    slope[0] /= norm;
    slope[1] /= -norm;
    multiply(value, value, slope);
    if (!(fabs(value[0]) + fabs(value[1]) < 0x1p400))
        return CLMODP_OK;
    next[0] -= value[0];
    next[1] -= value[1];
    return clm_poller_check(s->d->watch);
}

/* Stores the next moves, and removes the items that have not moved from the active ones. */
static size_t store(const secular *s, size_t active)
{
    size_t rest = 0;

    for (size_t n = 0; n < active; n++) {
        double change = 0, size = 0;

        for (size_t i = 0; i < 2; i++) {
            double *move = part_of(s, CLM_SECULAR_D + i, s->active[n]);
            const double next = s->next[2 * n + i];

            change += fabs(next - *move);
            size += fabs(next);
            *move = next;
        }
        if (change > 0x1p-46 * size)
            s->active[rest++] = s->active[n];
    }
    return rest;
}

static clmodp_status iterate(secular *s)
{
    clmodp_status st = CLMODP_OK;
    clm_aberth *d = s->d;
    size_t active = 0;
    clm_disc t;

    clm_disc_init(&t);
    for (size_t n = 0; n < d->items; n++)
        if (d->state[d->item[n]].done)
            s->active[active++] = n;
    for (size_t round = 0; active > 0 && round < MOST_ROUNDS; round++) {
        TRY(clm_parallel_for(active, active * d->items < CLM_ABERTH_TERMS ? 1 : d->threads,
                             improve_item, s));
        active = store(s, active);
    }
    for (size_t n = 0; n < d->items; n++) {
        clm_disc *z = &d->z[d->item[n]];
        const double re = *part_of(s, CLM_SECULAR_D, n), im = *part_of(s, CLM_SECULAR_D + 1, n);

        if (d->state[d->item[n]].isolated || (re == 0 && im == 0))
            continue;
        clm_disc_set_double(&t, re, im);
        clm_disc_add(z, z, &t, d->bits + CLM_ABERTH_BITS);
        mpz_set_ui(z->radius, 0);
    }
done:
    clm_disc_clear(&t);
    return st;
}

/* Returns whether the values are accurate enough on average and have decreased recently. If not,
 * the roots need more bits. */
static bool may_iterate(clm_aberth *d)
{
    double accuracy = 0, size = 0;

    for (size_t n = 0; n < d->items; n++) {
        const clm_disc *value = &d->value[d->item[n]];

        accuracy += fmin((double)clm_disc_accuracy(value), 2 * MEAN_ACCURACY);
        size += (double)clm_disc_top(value);
    }
    size /= (double)d->items;
    d->stalls = size > d->mean_size - 1 && d->waiting == d->left_count ? d->stalls + 1 : 0;
    d->mean_size = size;
    return accuracy >= MEAN_ACCURACY * (double)d->items && d->stalls < MOST_STALLS;
}

clmodp_status clm_secular_improve(clm_aberth *d, bool *accurate)
{
    clmodp_status st = CLMODP_OK;
    const size_t blocks = (d->items + CLM_SECULAR_LANES - 1) / CLM_SECULAR_LANES;
    secular s = {.d = d, .on = clm_secular(clm_vector_level_best())};

    *accurate = may_iterate(d);
    for (size_t n = 0; n < d->left_count; n++)
        d->state[d->left[n]].done = d->stalls < MOST_STALLS;
    if (!*accurate)
        return CLMODP_OK;
    NEW(NULL, s.split, 2 * CLM_SECULAR_SPLITS * d->degree);
    NEW(NULL, s.block, blocks);
    NEW(NULL, s.next, 2 * d->items);
    NEW(NULL, s.active, d->items);
    for (size_t i = d->items; i < blocks * CLM_SECULAR_LANES; i++)
        *part_of(&s, CLM_SECULAR_Z, i) = CLM_SECULAR_FAR;
    for (size_t k = 0; k < d->degree; k++)
        split(&s, k);
    TRY(clm_parallel_for(d->items, d->items * d->degree < CLM_ABERTH_TERMS ? 1 : d->threads,
                         set_pole, &s));
    TRY(iterate(&s));
done:
    free(s.active);
    free(s.next);
    free(s.block);
    free(s.split);
    return st;
}

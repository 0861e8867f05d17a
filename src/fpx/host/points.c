/* Values at many points by Horner's rule, and interpolation by Lagrange's formula. */
#include <string.h>

#include "core/memory.h"
#include "core/size.h"
#include "fpx/host/arithmetic.h"
#include "fpx/host/transform.h"

/* The most points of two vectors. */
#define SIDE ((size_t)32)
/* Products that take less time one by one. */
#define FEW 20

/* The values modulo 2: the constant term, and the sum of all coefficients. */
static void values_of_bits(uint32_t *values, clm_host_poly a, const uint32_t *points, size_t count)
{
    uint32_t sum = 0;

    for (size_t k = 0; k < a.count; k++)
        sum ^= a.c[k];
    for (size_t k = 0; k < count; k++)
        values[k] = points[k] == 1 ? sum : a.count > 0 ? a.c[0] : 0;
}

clmodp_status clm_host_values(uint32_t *values, clm_host_poly a, const uint32_t *points,
                              size_t count, const clm_modulus *m, const clm_poller *watch)
{
    const clm_transform_functions *vectors = clm_transforms(clm_vector_level_best());
    const size_t side = 2 * vectors->lanes;
    uint32_t x[SIDE] = {0}, v[SIDE];
    fp_field f;

    if (m->p == 2) {
        values_of_bits(values, a, points, count);
        return CLMODP_OK;
    }
    if (a.count * count <= FEW) {
        for (size_t k = 0; k < count; k++)
            values[k] = clm_host_value(a, points[k], m);
        return CLMODP_OK;
    }
    f = clm_field(m->p);
    for (size_t k = 0; k < count; k += side) {
        const size_t some = clm_size_min(count - k, side);

        if (clm_poller_stopped(watch))
            return CLMODP_CANCELLED;
        memcpy(x, points + k, some * sizeof *x);
        vectors->values(v, a.c, a.count, x, &f);
        memcpy(values + k, v, some * sizeof *v);
    }
    return CLMODP_OK;
}

size_t clm_host_inverses(uint32_t *inverses, const uint32_t *words, size_t count,
                         const clm_modulus *m)
{
    uint32_t product = 1 % m->p;

    for (size_t k = 0; k < count; k++)
        if (words[k] == 0)
            return k;
    if (count == 0)
        return count;
    for (size_t k = 0; k < count; k++) {
        inverses[k] = product;
        product = clm_modulus_mul(product, words[k], m);
    }
    product = clm_modulus_inverse(product, m);
    for (size_t k = count; k-- > 0;) {
        inverses[k] = clm_modulus_mul(inverses[k], product, m);
        product = clm_modulus_mul(product, words[k], m);
    }
    return count;
}

void clm_host_derivative(uint32_t *to, const uint32_t *from, size_t count, const clm_modulus *m)
{
    for (size_t i = 0; i < count; i++)
        to[i] = clm_modulus_reduce((uint64_t)from[i + 1] * (i + 1), m);
}

/* The product of all x - points[k] taken so far; the sum of weights[k] times this product divided
 * by x - points[k]; and memory for the next product. A zero precedes each array, and a vector
 * follows it. */
typedef struct lagrange {
    uint32_t *product, *sum, *spare;
    const clm_transform_functions *vectors;
    fp_field f;
    const clm_poller *watch;
} lagrange;

/* to := (factor to + (x - point) from) / R, `count` coefficients. */
static void add_multiple(const lagrange *l, uint32_t *to, uint32_t factor, const uint32_t *from,
                         uint32_t point, size_t count)
{
    const clm_step_factors by = {factor, l->f.one, fp_to(fp_neg(point, l->f), l->f)};

    l->vectors->eliminate(to, from, count, &by, &l->f);
}

/* Computes the product and, with weights, the sum over all points. In: memory  3 arrays of `room`
 * words; weights  may be NULL */
static clmodp_status take_points(lagrange *l, uint32_t *memory, size_t room,
                                 const uint32_t *points, const uint32_t *weights, size_t count)
{
    memset(memory, 0, 3 * room * sizeof *memory);
    l->product = memory + 1;
    l->sum = l->product + room;
    l->spare = l->sum + room;
    l->product[0] = 1;
    for (size_t k = 0; k < count; k++) {
        uint32_t *const old = l->product;

        if (clm_poller_stopped(l->watch))
            return CLMODP_CANCELLED;
        add_multiple(l, l->spare, 0, old, points[k], k + 2);
        l->product = l->spare;
        l->spare = old;
        if (weights == NULL)
            continue;
        add_multiple(l, old, fp_to(weights[k], l->f), l->sum, points[k], k + 1);
        l->spare = l->sum;
        l->sum = old;
    }
    return CLMODP_OK;
}

/* Interpolates modulo 2. Returns the index of the first point that occurs again, or `count`
 * if all points differ: at most two. */
static size_t interpolate_bits(uint32_t *f, const uint32_t *points, const uint32_t *values,
                               size_t count)
{
    for (size_t k = 0; k < count; k++)
        for (size_t i = 0; i < count; i++)
            if (i != k && points[i] == points[k])
                return k;
    if (count > 0)
        f[0] = values[points[0] == 0 ? 0 : count - 1];
    if (count == 2)
        f[1] = values[0] ^ values[1];
    return count;
}

clmodp_status clm_host_interpolate(clm_error *error, uint32_t *f, size_t *twice,
                                   const uint32_t *points, const uint32_t *values, size_t count,
                                   const clm_modulus *m, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    const size_t room = clm_round_up(count + 2, SIDE) + SIDE;
    uint32_t *all = NULL, *slopes, *inverses;
    lagrange l = {.watch = watch};

    if (m->p == 2) {
        *twice = interpolate_bits(f, points, values, count);
        return CLMODP_OK;
    }
    NEW(error, all, clm_size_times(5, room));
    slopes = all + 3 * room;
    inverses = slopes + room;
    l.vectors = clm_transforms(clm_vector_level_best());
    l.f = clm_field(m->p);
    TRY(take_points(&l, all, room, points, NULL, count));
    clm_host_derivative(l.product, l.product, count, m);
    TRY(clm_host_values(slopes, (clm_host_poly){l.product, count}, points, count, m, watch));
    *twice = clm_host_inverses(inverses, slopes, count, m);
    if (*twice < count)
        goto done;
    for (size_t k = 0; k < count; k++)
        inverses[k] = clm_modulus_mul(values[k], inverses[k], m);
    TRY(take_points(&l, all, room, points, inverses, count));
    memcpy(f, l.sum, count * sizeof *f);
done:
    free(all);
    return st;
}

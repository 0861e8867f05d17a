/* Values at points by Horner's rule, interpolation by Lagrange's formula, and both by subproduct
 * trees. */
#include <string.h>

#include "core/memory.h"
#include "core/size.h"
#include "fpx/host/arithmetic.h"
#include "fpx/host/product.h"
#include "fpx/host/subproducts.h"
#include "fpx/host/transform.h"

/* The most points of two vectors. */
#define SIDE ((size_t)32)
/* Products that take less time one by one. */
#define FEW 20
/* Largest sizes without a tree, for vectors of 16 lanes: coefficients or points of Horner's rule,
 * and points of Lagrange's formula; with `roots`, p has roots of unity of order ORDER, so that
 * transforms are modulo p itself. */
#define HORNER(roots) ((size_t)(roots ? 896 : 1792))
#define LAGRANGE(roots) ((size_t)(roots ? 256 : 448))
#define ORDER 1024

/* Tests whether values or an interpolation take less time without a tree.
 * In: fewer  the lesser one of the numbers of coefficients and points */
static bool is_short(size_t fewer, uint32_t p, bool interpolate)
{
    const bool roots = (p - 1) % ORDER == 0;
    const size_t most = interpolate ? LAGRANGE(roots) : HORNER(roots);

    return fewer <= most / 16 * clm_transforms(clm_vector_level_best())->lanes;
}

/* The values modulo 2: the constant term, and the sum of all coefficients. */
static void values_of_bits(uint32_t *values, clm_host_poly a, const uint32_t *points, size_t count)
{
    uint32_t sum = 0;

    for (size_t k = 0; k < a.count; k++)
        sum ^= a.c[k];
    for (size_t k = 0; k < count; k++)
        values[k] = points[k] == 1 ? sum : a.count > 0 ? a.c[0] : 0;
}

static clmodp_status short_values(uint32_t *values, clm_host_poly a, const uint32_t *points,
                                  size_t count, const clm_modulus *m, const clm_poller *watch)
{
    const clm_transform_functions *vectors = clm_transforms(clm_vector_level_best());
    const size_t side = 2 * vectors->lanes;
    const fp_field f = m->field;
    uint32_t x[SIDE] = {0}, v[SIDE];

    if (a.count * count <= FEW) {
        for (size_t k = 0; k < count; k++)
            values[k] = clm_host_value(a, points[k], m);
        return CLMODP_OK;
    }
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

/* ---- subproduct trees ---- */

#define LEAF_ROOM (CLM_TREE_LEAF + 2 * SIDE)

/* Runs take_points for a leaf: *l  with room for it. */
static void take_leaf(lagrange *l, uint32_t *memory, const void *points, const void *weights,
                      size_t count, const void *field)
{
    const clm_modulus *m = field;

    *l = (lagrange){.vectors = clm_transforms(clm_vector_level_best()), .f = m->field};
    (void)take_points(l, memory, LEAF_ROOM, points, weights, count);
}

static void multiply_points(void *leaf, const void *points, size_t count, const void *field)
{
    uint32_t memory[3 * LEAF_ROOM];
    lagrange l;

    take_leaf(&l, memory, points, NULL, count, field);
    memcpy(leaf, l.product, (count + 1) * sizeof *memory);
}

static void leaf_numerator(void *to, const void *leaf, const void *points, const void *weights,
                           size_t count, const void *field)
{
    uint32_t memory[3 * LEAF_ROOM];
    lagrange l;

    (void)leaf;
    take_leaf(&l, memory, points, weights, count, field);
    memcpy(to, l.sum, count * sizeof *memory);
}

/* Coefficients n to 2 n - 1 of the leaf's product with the series are the remainder modulo the
 * leaf. */
static void leaf_values(void *values, const void *series, const void *leaf, const void *points,
                        size_t count, const void *field)
{
    uint32_t rest[CLM_TREE_LEAF];

    clm_host_multiply_short(rest, (clm_host_poly){series, count}, (clm_host_poly){leaf, count + 1},
                            count, count, field, 0);
    (void)short_values(values, (clm_host_poly){rest, count}, points, count, field, NULL);
}

static const clm_leaf_functions leaves = {multiply_points, leaf_values, leaf_numerator};

clmodp_status clm_host_values(clm_error *error, uint32_t *values, clm_host_poly a,
                              const uint32_t *points, size_t count, const clm_modulus *m,
                              size_t threads, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    const size_t block = clm_size_max(a.count, CLM_TREE_BLOCK);

    if (m->p == 2) {
        values_of_bits(values, a, points, count);
        return CLMODP_OK;
    }
    if (is_short(clm_size_min(a.count, count), m->p, false))
        return short_values(values, a, points, count, m, watch);
    for (size_t n = 0; n < count; n += block) {
        clm_subproducts t = {.points = points + n, .count = clm_size_min(count - n, block),
                             .leaves = &leaves, .narrow = m, .error = error,
                             .threads = threads, .watch = watch};

        st = clm_subproducts_create(&t, a.count);
        if (st == CLMODP_OK)
            st = clm_subproducts_values(&t, values + n, a.c, a.count);
        clm_subproducts_destroy(&t);
        TRY(st);
    }
done:
    return st;
}

clmodp_status clm_host_interpolate(clm_error *error, uint32_t *f, size_t *twice,
                                   const uint32_t *points, const uint32_t *values, size_t count,
                                   const clm_modulus *m, size_t threads, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    const bool by_tree = !is_short(count, m->p, true);
    const size_t room = by_tree ? 0 : clm_round_up(count + 2, SIDE) + SIDE;
    clm_subproducts t = {.points = points, .count = count, .leaves = &leaves, .narrow = m,
                         .error = error, .threads = threads, .watch = watch};
    lagrange l = {.watch = watch};
    uint32_t *all = NULL, *slopes, *weights;

    if (m->p == 2) {
        *twice = interpolate_bits(f, points, values, count);
        return CLMODP_OK;
    }
    NEW(error, all, 3 * room + 2 * count);
    slopes = all + 3 * room;
    weights = slopes + count;
    l.vectors = clm_transforms(clm_vector_level_best());
    l.f = m->field;
    TRY(by_tree ? clm_subproducts_create(&t, count)
                : take_points(&l, all, room, points, NULL, count));
    clm_host_derivative(weights, by_tree ? (void *)t.level[t.levels - 1] : l.product, count, m);
    TRY(by_tree ? clm_subproducts_values(&t, slopes, weights, count)
                : short_values(slopes, (clm_host_poly){weights, count}, points, count, m, watch));
    *twice = clm_host_inverses(weights, slopes, count, m);
    if (*twice < count)
        goto done;
    for (size_t k = 0; k < count; k++)
        weights[k] = clm_modulus_mul(values[k], weights[k], m);
    if (by_tree) {
        TRY(clm_subproducts_numerator(&t, f, weights));
    } else {
        TRY(take_points(&l, all, room, points, weights, count));
        memcpy(f, l.sum, count * sizeof *f);
    }
done:
    clm_subproducts_destroy(&t);
    free(all);
    return st;
}

/* The costs of a pair of Lagrange's formula, and of other work for a point, in remainders; and of
 * pairs of a leaf and its points, with numerators or without. */
#define LAGRANGE_PAIR 3.0
#define LAGRANGE_POINT 1.3
#define LEAF_PAIRS(interpolate) (CLM_TREE_LEAF * (interpolate ? 4.5 : 3.0))

/* A node has three transforms for a product, five for a middle product, and five for a numerator.
 */
clm_amounts clm_host_values_cost(size_t n, size_t count, uint32_t p, size_t threads,
                                 bool interpolate)
{
    const size_t fewer = clm_size_min(n, count);
    const double pairs = (double)count * clm_host_vector_slowdown();
    clm_amounts all = {.of = {0}}, one;
    size_t block = CLM_TREE_LEAF, nodes = clm_div_up(count, block);

    all.of[CLM_OP_HOST_REMAINDER] = interpolate ? LAGRANGE_POINT * (double)count : 0.0;
    if (is_short(fewer, p, interpolate)) {
        all.of[CLM_OP_HOST_SHORT_PAIR] = (interpolate ? LAGRANGE_PAIR : 1.0) * (double)n * pairs;
        return all;
    }
    threads = count < CLM_TREE_THREADS ? 1 : threads;
    all.of[CLM_OP_HOST_SHORT_PAIR] = LEAF_PAIRS(interpolate) * pairs / (double)threads;
    all.of[CLM_OP_THREAD] = threads > 1 ? interpolate ? 6.0 : 4.0 : 0.0;
    while (block < fewer) {
        block *= 2;
        nodes = clm_div_up(count, block);
        one = clm_host_wrapped_cost(block, block / 2 + 1, block / 2 + 1, p,
                                    nodes < threads ? threads : 1);
        clm_amounts_add(&all, &one,
                        (interpolate ? 13.0 : 8.0) / 3.0 * (double)clm_div_up(nodes, threads));
    }
    one = clm_host_divide_cost(fewer + block, block + 1, p, nodes < threads ? threads : 1, false);
    clm_amounts_add(&all, &one, (double)clm_div_up(nodes, threads));
    if (n > count) {
        one = clm_host_divide_cost(n, count + 1, p, threads, false);
        clm_amounts_add(&all, &one, 1.0);
    }
    return all;
}

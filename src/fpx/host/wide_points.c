/* Values at many points, interpolation and shifts with residues of 64 bits. Many points take the
 * subproduct tree [Gathen, Gerhard 2013, 10.1], whose nodes are products of x - points[i] over
 * blocks of points; values, middle products from its root down [Bostan, Lecerf, Schost 2003]. */
#include <string.h>

#include "arith/prime.h"
#include "core/memory.h"
#include "core/size.h"
#include "fpx/host/wide.h"

/* Most points of a leaf. */
#define LEAF ((size_t)64)

/* Points or quotients computed side by side, since each step depends on the product before it. */
#define SIDE 8

/* The most coefficients or points for Horner's rule. */
#define HORNER ((size_t)360)

/* The most coefficients shifted by Horner's rule. */
#define SHORT_SHIFT 40

uint64_t clm_wide_value(clm_wide_poly a, uint64_t x, const clm_mont64 *f)
{
    const uint64_t factor = clm_mont64_to(x, f);
    uint64_t value = 0;

    for (size_t i = a.count; i-- > 0;)
        value = clm_mont64_add(clm_mont64_mul(value, factor, f), a.c[i], f);
    return value;
}

/* Values by Horner's rule. */
static void short_values(uint64_t *values, clm_wide_poly a, const uint64_t *points, size_t count,
                         const clm_mont64 *f)
{
    for (size_t n = 0; n < count; n += SIDE) {
        const size_t some = clm_size_min(count - n, SIDE);
        uint64_t x[SIDE] = {0}, v[SIDE] = {0};

        for (size_t k = 0; k < some; k++)
            x[k] = clm_mont64_to(points[n + k], f);
        for (size_t i = a.count; i-- > 0;)
            for (size_t k = 0; k < SIDE; k++)
                v[k] = clm_mont64_add(clm_mont64_mul(v[k], x[k], f), a.c[i], f);
        for (size_t k = 0; k < some; k++)
            values[n + k] = v[k];
    }
}

/* ---- the subproduct tree ---- */

/* Level 0 has leaves of `leaf` points, and each higher level blocks of twice as many, the last
 * ones shorter. The product over a block has one coefficient more than the block has points; so it
 * begins at word i + (index of the block) of its level, where i is the block's first point. A
 * block without a sibling is its own parent. */
typedef struct tree {
    const uint64_t *points;
    size_t count, leaf, levels;
    uint64_t *level[32]; /* below 2^31 points */
    const clm_mont64 *f;
    clm_error *error;
    size_t threads;
    const clm_poller *watch;
} tree;

static clm_wide_poly node_of(const tree *t, size_t level, size_t index)
{
    const size_t size = t->leaf << level, at = index * size;

    return (clm_wide_poly){t->level[level] + at + index, clm_size_min(size, t->count - at) + 1};
}

static size_t nodes_of(const tree *t, size_t level)
{
    return clm_div_up(t->count, t->leaf << level);
}

static void tree_destroy(tree *t)
{
    for (size_t k = 0; k < t->levels; k++)
        free(t->level[k]);
}

/* all[0 .. count] := the product of all x - points[i]. */
static void leaf_product(uint64_t *all, const uint64_t *points, size_t count, const clm_mont64 *f)
{
    all[0] = 1;
    for (size_t n = 0; n < count; n++) {
        const uint64_t minus = clm_mont64_to(clm_mont64_neg(points[n], f), f);

        all[n + 1] = all[n];
        for (size_t i = n; i > 0; i--)
            all[i] = clm_mont64_add(all[i - 1], clm_mont64_mul(minus, all[i], f), f);
        all[0] = clm_mont64_mul(minus, all[0], f);
    }
}

static clmodp_status tree_create(tree *t)
{
    clmodp_status st = CLMODP_OK;

    t->levels = 0;
    t->leaf = clm_size_min(LEAF, t->count);
    do {
        const size_t k = t->levels, nodes = nodes_of(t, k);

        NEW(t->error, t->level[k], t->count + nodes);
        t->levels++;
        for (size_t i = 0; i < nodes; i++) {
            const clm_wide_poly node = node_of(t, k, i);
            uint64_t *const to = t->level[k] + i * ((t->leaf << k) + 1);

            if (k == 0) {
                TRY(clm_poller_check(t->watch));
                leaf_product(to, t->points + i * t->leaf, node.count - 1, t->f);
            } else if (2 * i + 1 < nodes_of(t, k - 1)) {
                TRY(clm_wide_product(t->error, to, node_of(t, k - 1, 2 * i),
                                     node_of(t, k - 1, 2 * i + 1), 0, node.count, t->f, t->threads,
                                     t->watch));
            } else {
                memcpy(to, node_of(t, k - 1, 2 * i).c, node.count * sizeof *to);
            }
        }
    } while (nodes_of(t, t->levels - 1) > 1);
done:
    return st;
}

/* ---- values ---- */

/* Computes the values at the points of a leaf. In: series  as in tree_values */
static void leaf_values(uint64_t *values, const uint64_t *series, clm_wide_poly leaf,
                        const uint64_t *points, const clm_mont64 *f)
{
    const size_t count = leaf.count - 1;
    uint64_t rest[LEAF], factors[LEAF + 1];

    for (size_t i = 0; i <= count; i++)
        factors[i] = clm_mont64_to(leaf.c[i], f);
    clm_wide_product_terms(rest, (clm_wide_poly){series, count},
                           (clm_wide_poly){factors, count + 1}, count, count, f);
    short_values(values, (clm_wide_poly){rest, clm_wide_count(rest, count)}, points, count, f);
}

/* series := floor(x^n a / root), n coefficients, for n points. In: work  2 n words */
static clmodp_status root_series(const tree *t, uint64_t *series, clm_wide_poly a, uint64_t *work)
{
    clmodp_status st = CLMODP_OK;
    uint64_t *const top = work + a.count;

    for (size_t k = 0; k < a.count; k++)
        top[k] = a.c[a.count - 1 - k];
    TRY(clm_wide_divisor_inverse(t->error, work, a.count, node_of(t, t->levels - 1, 0), t->f,
                                 t->threads, t->watch));
    TRY(clm_wide_product(t->error, series, (clm_wide_poly){top, a.count},
                         (clm_wide_poly){work, a.count}, 0, a.count, t->f, t->threads, t->watch));
    memcpy(work, series, a.count * sizeof *work);
    for (size_t k = 0; k < a.count; k++)
        series[k] = work[a.count - 1 - k];
    memset(series + a.count, 0, (t->count - a.count) * sizeof *series);
done:
    return st;
}

/* Computes the values of a at all points. A node of degree n has the series floor(x^n a / node)
 * modulo x^n. Coefficients n to 2 n - 1 of its product with the node are a modulo the node;
 * coefficients r to n - 1 of its product with a child of degree r are the series of the other
 * child.
 * Pre: a has at most as many coefficients as there are points
 * Source: [Bostan, Lecerf, Schost 2003; Bernstein 2008, 18] */
static clmodp_status tree_values(const tree *t, uint64_t *values, clm_wide_poly a)
{
    clmodp_status st = CLMODP_OK;
    const size_t n = t->count;
    uint64_t *all, *series, *next, *work;

    NEW(t->error, all, 4 * n);
    series = all;
    next = all + n;
    work = all + 2 * n;
    TRY(root_series(t, series, a, work));
    for (size_t level = t->levels - 1; level > 0; level--) {
        uint64_t *const old = series;

        for (size_t i = 0; i < nodes_of(t, level); i++) {
            const size_t at = i * (t->leaf << level);
            const size_t count = node_of(t, level, i).count - 1;
            const clm_wide_poly known = {series + at, count};

            if (2 * i + 1 < nodes_of(t, level - 1)) {
                const clm_wide_poly children[2] = {node_of(t, level - 1, 2 * i + 1),
                                                   node_of(t, level - 1, 2 * i)};
                const size_t left = children[1].count - 1, right = children[0].count - 1;
                uint64_t *const out[2] = {work, work + count};

                TRY(clm_wide_combine(t->error, out, count,
                                     &(clm_wide_matrices){&known, children, 1, 1, 2}, t->f,
                                     t->threads, t->watch));
                memcpy(next + at, out[0] + right, left * sizeof *next);
                memcpy(next + at + left, out[1] + left, right * sizeof *next);
            } else {
                memcpy(next + at, known.c, count * sizeof *next);
            }
        }
        series = next;
        next = old;
    }
    for (size_t i = 0; i < nodes_of(t, 0); i++) {
        const size_t at = i * t->leaf;

        TRY(clm_poller_check(t->watch));
        leaf_values(values + at, series + at, node_of(t, 0, i), t->points + at, t->f);
    }
done:
    free(all);
    return st;
}

/* Computes the values of a at `count` points by the subproduct tree. */
static clmodp_status long_values(clm_error *error, uint64_t *values, clm_wide_poly a,
                                 const uint64_t *points, size_t count, const clm_mont64 *f,
                                 size_t threads, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    tree t = {.points = points, .count = count, .f = f, .error = error, .threads = threads,
              .watch = watch};
    uint64_t *quotient = NULL;

    TRY(tree_create(&t));
    if (a.count > count) {
        const size_t length = a.count - count;

        NEW(error, quotient, length + count);
        TRY(clm_wide_divide(error, quotient, quotient + length, a, node_of(&t, t.levels - 1, 0),
                            NULL, f, threads, watch));
        a = (clm_wide_poly){quotient + length, count};
    }
    TRY(tree_values(&t, values, a));
done:
    free(quotient);
    tree_destroy(&t);
    return st;
}

clmodp_status clm_wide_values(clm_error *error, uint64_t *values, clm_wide_poly a,
                              const uint64_t *points, size_t count, const clm_mont64 *f,
                              size_t threads, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    const bool is_long = a.count > HORNER;
    const size_t block = is_long ? a.count : LEAF;

    for (size_t n = 0; n < count; n += block) {
        const size_t some = clm_size_min(count - n, block);

        if (is_long && some > HORNER) {
            TRY(long_values(error, values + n, a, points + n, some, f, threads, watch));
            continue;
        }
        for (size_t k = n; k < n + some; k += SIDE) {
            TRY(clm_poller_check(watch));
            short_values(values + k, a, points + k, clm_size_min(n + some - k, SIDE), f);
        }
    }
done:
    return st;
}

/* ---- interpolation ---- */

/* weights[k] := values[k] / slopes[k]. Returns the index of the first 0 of slopes, or `count`. */
static size_t divide_values(uint64_t *weights, const uint64_t *values, const uint64_t *slopes,
                            size_t count, const clm_mont64 *f)
{
    uint64_t product = f->one;

    for (size_t k = 0; k < count; k++) {
        if (slopes[k] == 0)
            return k;
        weights[k] = product;
        product = clm_mont64_mul(product, clm_mont64_to(slopes[k], f), f);
    }
    product = clm_mont64_to(clm_invmod64(clm_mont64_from(product, f), f->p), f);
    for (size_t k = count; k-- > 0;) {
        const uint64_t inverse = clm_mont64_mul(weights[k], product, f);

        weights[k] = clm_mont64_mul(values[k], inverse, f);
        product = clm_mont64_mul(product, clm_mont64_to(slopes[k], f), f);
    }
    return count;
}

/* to := the sum of all weights[k] leaf / (x - points[k]). */
static void leaf_numerator(uint64_t *to, clm_wide_poly leaf, const uint64_t *points,
                           const uint64_t *weights, const clm_mont64 *f)
{
    const size_t count = leaf.count - 1;

    memset(to, 0, count * sizeof *to);
    for (size_t n = 0; n < count; n += SIDE) {
        uint64_t x[SIDE] = {0}, w[SIDE] = {0}, quotient[SIDE] = {0};

        for (size_t k = 0; k < clm_size_min(count - n, SIDE); k++) {
            x[k] = clm_mont64_to(points[n + k], f);
            w[k] = clm_mont64_to(weights[n + k], f);
        }
        for (size_t i = count; i-- > 0;) {
            for (size_t k = 0; k < SIDE; k++)
                quotient[k] =
                    clm_mont64_add(clm_mont64_mul(quotient[k], x[k], f), leaf.c[i + 1], f);
            for (size_t k = 0; k < SIDE; k += 4) /* four products are below p 2^64 */
                to[i] = clm_mont64_add(
                    to[i], clm_mont64_reduce((clm_u128)quotient[k] * w[k] +
                                                 (clm_u128)quotient[k + 1] * w[k + 1] +
                                                 (clm_u128)quotient[k + 2] * w[k + 2] +
                                                 (clm_u128)quotient[k + 3] * w[k + 3], f), f);
        }
    }
}

/* to := the sum of all weights[k] root / (x - points[k]). In: work  count words */
static clmodp_status tree_numerator(const tree *t, uint64_t *to, const uint64_t *weights,
                                    uint64_t *work)
{
    clmodp_status st = CLMODP_OK;

    for (size_t i = 0; i < nodes_of(t, 0); i++) {
        const size_t at = i * t->leaf;

        TRY(clm_poller_check(t->watch));
        leaf_numerator(work + at, node_of(t, 0, i), t->points + at, weights + at, t->f);
    }
    memcpy(to, work, t->count * sizeof *to);
    for (size_t level = 1; level < t->levels; level++) {
        for (size_t i = 0; 2 * i + 1 < nodes_of(t, level - 1); i++) {
            const clm_wide_poly left = node_of(t, level - 1, 2 * i);
            const clm_wide_poly right = node_of(t, level - 1, 2 * i + 1);
            const size_t at = i * (t->leaf << level), count = left.count + right.count - 2;
            const clm_wide_poly a[2] = {{work + at, left.count - 1},
                                        {work + at + left.count - 1, right.count - 1}};
            const clm_wide_poly b[2] = {right, left};
            uint64_t *const out[1] = {to + at};

            TRY(clm_wide_combine(t->error, out, count, &(clm_wide_matrices){a, b, 1, 2, 1}, t->f,
                                 t->threads, t->watch));
        }
        memcpy(work, to, t->count * sizeof *to);
    }
done:
    return st;
}

clmodp_status clm_wide_interpolate(clm_error *error, uint64_t *c, size_t *twice,
                                   const uint64_t *points, const uint64_t *values, size_t count,
                                   const clm_mont64 *f, size_t threads, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    tree t = {.points = points, .count = count, .f = f, .error = error, .threads = threads,
              .watch = watch};
    uint64_t *slopes = NULL, *weights;
    clm_wide_poly root;

    *twice = count;
    if (count == 0)
        return CLMODP_OK;
    NEW(error, slopes, 2 * count);
    weights = slopes + count;
    TRY(tree_create(&t));
    root = node_of(&t, t.levels - 1, 0);
    for (size_t i = 0; i < count; i++)
        weights[i] = clm_mont64_mul(root.c[i + 1], clm_mont64_to(i + 1, f), f);
    if (count <= HORNER)
        short_values(slopes, (clm_wide_poly){weights, count}, points, count, f);
    else
        TRY(tree_values(&t, slopes, (clm_wide_poly){weights, count}));
    *twice = divide_values(weights, values, slopes, count, f);
    if (*twice == count)
        TRY(tree_numerator(&t, c, weights, slopes));
done:
    tree_destroy(&t);
    free(slopes);
    return st;
}

/* ---- shifts ---- */

/* c := c(x + by) by Horner's rule. Products by the constant are below 2 p, by its quotient with p
 * [Harvey 2014, 2]; coefficients stay below 2 p, and sums below 4 p < 2^64. */
static void short_shift(uint64_t *c, size_t count, uint64_t by, const clm_mont64 *f)
{
    const uint64_t p = f->p, quotient = (0 - clm_mont64_to(by, f)) * f->inverse; /* by 2^64 / p */

    for (size_t i = 0; i + 1 < count; i++) {
        uint64_t x = c[count - 1];

        for (size_t j = count - 1; j-- > i;) {
            x = c[j] + (by * x - (uint64_t)((clm_u128)quotient * x >> 64) * p);
            c[j] = x - 2 * p < x ? x - 2 * p : x;
        }
    }
    for (size_t i = 0; i < count; i++)
        c[i] -= c[i] >= p ? p : 0;
}

/* The coefficient of x^j is 1 / j! times the sum over i >= j of (c_i i!) by^(i-j) / (i-j)!; count
 * is less than p. [Aho, Steiglitz, Ullman 1975] */
clmodp_status clm_wide_shift(clm_error *error, uint64_t *c, size_t count, uint64_t by,
                             const clm_mont64 *f, size_t threads, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    const uint64_t factor = clm_mont64_to(by, f);
    uint64_t *all = NULL, *inverses, *scaled, *powers, factorial = f->one, power = 1, k = 0;

    if (count <= SHORT_SHIFT) {
        short_shift(c, count, by, f);
        return CLMODP_OK;
    }
    NEW(error, all, 3 * count);
    inverses = all; /* of k!, in Montgomery form */
    scaled = all + count;
    powers = all + 2 * count;
    for (size_t i = 0; i < count; i++, k = clm_mont64_add(k, f->one, f)) {
        factorial = i == 0 ? f->one : clm_mont64_mul(factorial, k, f);
        scaled[count - 1 - i] = clm_mont64_mul(c[i], factorial, f);
    }
    inverses[count - 1] = clm_mont64_to(clm_invmod64(clm_mont64_from(factorial, f), f->p), f);
    for (size_t i = count - 1; i > 0; i--) {
        k = clm_mont64_sub(k, f->one, f);
        inverses[i - 1] = clm_mont64_mul(inverses[i], k, f);
    }
    for (size_t i = 0; i < count; i++, power = clm_mont64_mul(power, factor, f))
        powers[i] = clm_mont64_mul(power, inverses[i], f);
    TRY(clm_wide_product(error, c, (clm_wide_poly){scaled, count}, (clm_wide_poly){powers, count},
                         0, count, f, threads, watch));
    for (size_t i = 0; i < count; i++)
        scaled[i] = clm_mont64_mul(c[count - 1 - i], inverses[i], f);
    memcpy(c, scaled, count * sizeof *c);
done:
    free(all);
    return st;
}

/* Transforms on vectors: compiled for each level of vector instructions. */
#include "fpx/host/transform.h"

#include <string.h>

#include "fpx/host/schoolbook.h"
#include "fpx/host/sums.h"

/* Cuts larger transforms into parts that stay in the first cache. */
#define CACHED ((size_t)16384 / VEC_BYTES)

/* Returns x root, of any signed words x, in (-p, p): at most |x| / 2^32 p + p / 2. The quotient by
 * p is known before the product. [Harvey 2014] */
INLINE vec times(vec x, clm_transform_root root, vec p)
{
    const vec_half w = (vec_half)vec_splat(root.word);
    const vec_pair by = {w, w}, modulo = {(vec_half)p, (vec_half)p};
    const vec_pair t = vec_signed_product(vec_widen(x), by);
    const vec_pair u = vec_signed_product(vec_widen(x * vec_splat(root.ratio)), modulo);

    return vec_upper((vec_pair){t.even - u.even, t.odd - u.odd});
}

/* times, in [0, p) unless lazy. */
INLINE vec scaled(vec x, clm_transform_root root, vec p, bool lazy)
{
    const vec v = times(x, root, p);

    return lazy ? v : vec_raise(v, p);
}

#define LAZY_HALF ((uint32_t)1 << (CLM_TRANSFORM_LAZY_LOG - 1))

/* Reduces a lazy word to at most 3/2 p. */
INLINE vec settle(vec x, vec p, bool lazy)
{
    const vec quotient = (vec)((vec_signed)(x + LAZY_HALF) >> CLM_TRANSFORM_LAZY_LOG);

    return lazy ? x - quotient * p : x;
}

/* Balances a residue modulo the target, and reduces it: to at most 3/2 p if lazy. */
INLINE vec enter(vec x, const clm_transform *t)
{
    const vec above = (vec)((vec_signed)x > (vec_signed)vec_splat(t->target / 2));
    const vec balanced = x - (above & vec_splat(t->target)), p = vec_splat(t->field.p);

    if (t->target == t->field.p && !t->lazy)
        return x;
    return t->lazy ? settle(balanced, p, true) : scaled(balanced, t->roots[0], p, false);
}

INLINE vec sum(vec x, vec y, vec p, bool lazy)
{
    return lazy ? x + y : lower(x + y, p);
}

INLINE vec difference(vec x, vec y, vec p, bool lazy)
{
    return lazy ? x - y : vec_raise(x - y, p);
}

/* (x, y) := (x + w y, x - w y) [Cooley, Tukey 1965]. Lazy words grow as transform.h tells. */
INLINE void split(vec *x, vec *y, clm_transform_root w, vec p, bool lazy)
{
    const vec v = scaled(*y, w, p, lazy);

    *y = difference(*x, v, p, lazy);
    *x = sum(*x, v, p, lazy);
}

/* (x, y) := (x + y, (y - x) w) [Gentleman, Sande 1966]. */
INLINE void join(vec *x, vec *y, clm_transform_root w, vec p, bool lazy)
{
    const vec d = *y - *x;

    *x = sum(*x, *y, p, lazy);
    *y = scaled(d, w, p, lazy);
}

/* Returns where -1 / roots[j] is: nodes at one depth, except the first one, have opposite
 * exponents in opposite order. */
INLINE const clm_transform_root *opposite(const clm_transform *t, size_t j)
{
    if (j == 0)
        return t->roots + t->size / 2;
    return t->roots + (((size_t)3 << (63 - __builtin_clzll(j))) - 1 - j);
}

/* The first of four vectors of a node, and the roots of its two stages. */
typedef struct place {
    uint32_t *v;
    const clm_transform_root *outer, *inner[2];
} place;

INLINE place place_of(uint32_t *v, const clm_transform *t, size_t j, bool inverse)
{
    const clm_transform_root *const outer = inverse ? opposite(t, j) : t->roots + j;
    const clm_transform_root *inner;

    if (inverse && j == 0)
        return (place){v, outer, {outer, t->roots + 1}};
    inner = outer + (outer - t->roots);
    return (place){v, outer, {inner + (inverse ? 1 : 0), inner + (inverse ? 0 : 1)}};
}

/* Half h of a stage of a node of 4 q vectors: two of four vectors, 2 q apart (`outer`) or q apart,
 * are loaded in the first stage and stored after the second one. */
INLINE void half_stage(vec *x, const place *at, size_t q, size_t h, bool outer, bool inverse,
                       vec p, bool lazy)
{
    const size_t i = outer ? h : 2 * h, k = outer ? h + 2 : 2 * h + 1;
    const clm_transform_root w = outer ? *at->outer : *at->inner[h];

    if (outer != inverse) {
        x[i] = get(at->v, i * q);
        x[k] = get(at->v, k * q);
    }
    inverse ? join(x + i, x + k, w, p, lazy) : split(x + i, x + k, w, p, lazy);
    if (outer == inverse) {
        put(at->v, i * q, inverse && i == 0 ? settle(x[i], p, lazy) : x[i]);
        put(at->v, k * q, x[k]);
    }
}

/* Splits `nodes` nodes from node j on, of 4 q vectors each, twice, or joins them. The first stage
 * of four vectors precedes the second stage of the four before, so that more instructions in a row
 * are independent: processors do not look ahead as far as both stages in turn would need. Joining,
 * which has more to keep in registers, alternates by halves. */
INLINE void two_stages(uint32_t *v, const clm_transform *t, size_t j, size_t nodes, size_t q,
                       bool inverse, bool lazy)
{
    const vec p = vec_splat(t->field.p);
    place at = place_of(v, t, j, inverse), next = at;
    vec x[4], y[4];

    half_stage(x, &at, q, 0, !inverse, inverse, p, lazy);
    half_stage(x, &at, q, 1, !inverse, inverse, p, lazy);
    for (size_t k = 1; k < nodes * q; k++) {
        next.v += LANES;
        if ((k & (q - 1)) == 0)
            next = place_of(next.v + 3 * q * LANES, t, ++j, inverse);
        half_stage(y, &next, q, 0, !inverse, inverse, p, lazy);
        if (inverse)
            half_stage(x, &at, q, 0, inverse, inverse, p, lazy);
        half_stage(y, &next, q, 1, !inverse, inverse, p, lazy);
        if (!inverse)
            half_stage(x, &at, q, 0, inverse, inverse, p, lazy);
        half_stage(x, &at, q, 1, inverse, inverse, p, lazy);
        memcpy(x, y, sizeof x);
        at = next;
    }
    half_stage(x, &at, q, 0, inverse, inverse, p, lazy);
    half_stage(x, &at, q, 1, inverse, inverse, p, lazy);
}

INLINE void split_four(uint32_t *v, const clm_transform *t, size_t j, size_t nodes, size_t q,
                       bool lazy)
{
    two_stages(v, t, j, nodes, q, false, lazy);
}

INLINE void join_four(uint32_t *v, const clm_transform *t, size_t j, size_t nodes, size_t q,
                      bool lazy)
{
    two_stages(v, t, j, nodes, q, true, lazy);
}

/* Splits each of `nodes` nodes of 2 vectors once. */
INLINE void split_two(uint32_t *v, const clm_transform *t, size_t j, size_t nodes, bool lazy)
{
    for (size_t k = 0; k < nodes; k++) {
        vec x = get(v, 2 * k), y = get(v, 2 * k + 1);

        split(&x, &y, t->roots[j + k], vec_splat(t->field.p), lazy);
        put(v, 2 * k, x);
        put(v, 2 * k + 1, y);
    }
}

INLINE void join_two(uint32_t *v, const clm_transform *t, size_t j, size_t nodes, bool lazy)
{
    for (size_t k = 0; k < nodes; k++) {
        vec x = get(v, 2 * k), y = get(v, 2 * k + 1);

        join(&x, &y, *opposite(t, j + k), vec_splat(t->field.p), lazy);
        put(v, 2 * k, x);
        put(v, 2 * k + 1, y);
    }
}

/* Replaces the `size` vectors of node j by its leaves, and back, multiplied by size. */
INLINE void split_cached(uint32_t *v, const clm_transform *t, size_t j, size_t size, bool lazy)
{
    size_t nodes = 1;

    for (; size >= 4; size /= 4, nodes *= 4, j *= 4)
        split_four(v, t, j, nodes, size / 4, lazy);
    if (size == 2)
        split_two(v, t, j, nodes, lazy);
}

INLINE void join_cached(uint32_t *v, const clm_transform *t, size_t j, size_t size, bool lazy)
{
    size_t q = 1;

    for (; 4 * q <= size; q *= 4)
        continue;
    if (q < size)
        join_two(v, t, j * (size / 2), size / 2, lazy);
    for (q = q < size ? 2 : 1; q < size; q *= 4)
        join_four(v, t, j * (size / q / 4), size / q / 4, q, lazy);
}

static void split_all(uint32_t *v, const clm_transform *t, size_t j, size_t size)
{
    const size_t quarter = size / 4;

    if (size <= CACHED) {
        t->lazy ? split_cached(v, t, j, size, true) : split_cached(v, t, j, size, false);
        return;
    }
    t->lazy ? split_four(v, t, j, 1, quarter, true) : split_four(v, t, j, 1, quarter, false);
    for (size_t k = 0; k < 4; k++)
        split_all(v + k * quarter * LANES, t, 4 * j + k, quarter);
}

static void join_all(uint32_t *v, const clm_transform *t, size_t j, size_t size)
{
    const size_t quarter = size / 4;

    if (size <= CACHED) {
        t->lazy ? join_cached(v, t, j, size, true) : join_cached(v, t, j, size, false);
        return;
    }
    for (size_t k = 0; k < 4; k++)
        join_all(v + k * quarter * LANES, t, 4 * j + k, quarter);
    t->lazy ? join_four(v, t, j, 1, quarter, true) : join_four(v, t, j, 1, quarter, false);
}

/* Replaces node j by its first `leaves` leaves; vectors from `count` on are 0. [Hoeven 2004] */
static void split_some(uint32_t *v, const clm_transform *t, size_t j, size_t size, size_t leaves,
                       size_t count)
{
    const size_t half = size / 2;
    uint32_t *right = v + half * LANES;
    const vec p = vec_splat(t->field.p);

    if (leaves == size && count > half) {
        split_all(v, t, j, size);
        return;
    }
    for (size_t k = 0; k < half; k++) {
        vec x = get(v, k), y = count > half ? get(right, k) : x;

        if (count > half)
            split(&x, &y, t->roots[j], p, t->lazy);
        put(v, k, x);
        put(right, k, y);
    }
    count = count > half ? half : count;
    split_some(v, t, 2 * j, half, leaves < half ? leaves : half, count);
    if (leaves > half)
        split_some(right, t, 2 * j + 1, half, leaves - half, count);
}

/* Replaces the first `leaves` vectors, values at leaves of node j, and the others, its last
 * coefficients times size, by all coefficients times size. [Hoeven 2004] */
static void join_some(uint32_t *v, const clm_transform *t, size_t j, size_t size, size_t leaves)
{
    const size_t half = size / 2;
    const bool lazy = t->lazy;
    uint32_t *right = v + half * LANES;
    const vec p = vec_splat(t->field.p);

    if (leaves == size || leaves == 0) {
        if (leaves > 0)
            join_all(v, t, j, size);
        return;
    }
    if (leaves >= half) {
        join_some(v, t, 2 * j, half, half);
        for (size_t k = leaves - half; k < half; k++) {
            const vec y = scaled(get(right, k), t->roots[j], p, lazy);

            put(right, k, settle(difference(get(v, k), y, p, lazy), p, lazy));
        }
        join_some(right, t, 2 * j + 1, half, leaves - half);
        for (size_t k = 0; k < half; k++) {
            vec x = get(v, k), y = get(right, k);

            join(&x, &y, *opposite(t, j), p, lazy);
            put(v, k, settle(x, p, lazy));
            put(right, k, y);
        }
        return;
    }
    for (size_t k = leaves; k < half; k++) {
        const vec y = scaled(get(right, k), t->roots[j], p, lazy);

        put(v, k, scaled(sum(get(v, k), y, p, lazy), t->half, p, lazy));
    }
    join_some(v, t, 2 * j, half, leaves);
    for (size_t k = 0; k < half; k++) {
        const vec x = get(v, k), y = scaled(get(right, k), t->roots[j], p, lazy);

        put(v, k, settle(difference(sum(x, x, p, lazy), y, p, lazy), p, lazy));
    }
}

static void transform_forward(uint32_t *to, const clm_transform *t, size_t leaves,
                              const uint32_t *from, size_t count)
{
    const vec p = vec_splat(t->field.p);
    const size_t whole = count / LANES, vectors = (count + LANES - 1) / LANES;
    const size_t filled = vectors < t->size ? vectors : t->size;
    uint32_t last[LANES] = {0};

    memcpy(last, from + whole * LANES, count % LANES * sizeof *last);
    for (size_t k = 0; k < filled; k++) {
        vec v = enter(k < whole ? get(from, k) : get(last, 0), t);

        for (size_t n = k + t->size; n < vectors; n += t->size)
            v = settle(sum(v, enter(n < whole ? get(from, n) : get(last, 0), t), p, t->lazy), p,
                       t->lazy);
        put(to, k, v);
    }
    memset(to + filled * LANES, 0, (t->size - filled) * VEC_BYTES);
    if (filled > 0)
        split_some(to, t, 0, t->size, leaves, filled);
}

/* transform_spread for leaves from `first` on. Each vector v becomes (c v, v), and one vector is
 * added at the end. */
static void spread_leaves(uint32_t *to, const uint32_t *from, const clm_transform *t, size_t first,
                          size_t leaves)
{
    const vec p = vec_splat(t->field.p);

    for (size_t j = 0; j < leaves; j++) {
        const vec v = settle(get(from, j), p, t->lazy);
        const vec product = scaled(v, t->roots[(first + j) / 2], p, t->lazy);

        put(to, 2 * j, j % 2 == 0 ? product : difference((vec){0}, product, p, t->lazy));
        put(to, 2 * j + 1, v);
    }
    put(to, 2 * leaves, (vec){0});
}

static void transform_spread(uint32_t *to, const uint32_t *from, const clm_transform *t,
                             size_t leaves)
{
    spread_leaves(to, from, t, 0, leaves);
}

INLINE void multiply_leaves(uint32_t *to, uint32_t *values, const uint32_t *by,
                            const clm_transform *t, size_t leaves, bool add, bool lazy)
{
    const vec p = vec_splat(t->field.p);
    const vec_field field = {.p = p, .pinv = vec_splat(t->field.pinv)};
    const vec_lazy signed_field = vec_lazy_of(&field);
    const unsigned spare = spare_bits(t->field.p);

    for (size_t j = 0; j < leaves; j++, values += LANES, by += 2 * LANES) {
        vec_pair sums;
        vec product;

        if (lazy)
            put(values, 0, settle(get(values, 0), p, lazy));
        sums = convolved(values, LANES, by + LANES, p, spare, lazy);
        product = lazy ? vec_lazy_redc(sums, &signed_field) : vec_redc(sums, &field);
        put(to, j, add ? settle(sum(get(to, j), product, p, lazy), p, lazy) : product);
    }
}

static void transform_multiply(uint32_t *to, uint32_t *values, const uint32_t *by,
                               const clm_transform *t, size_t leaves, bool add)
{
    t->lazy ? multiply_leaves(to, values, by, t, leaves, add, true)
            : multiply_leaves(to, values, by, t, leaves, add, false);
}

static void transform_inverse(uint32_t *values, const clm_transform *t, size_t leaves)
{
    const vec p = vec_splat(t->field.p);

    memset(values + leaves * LANES, 0, (t->size - leaves) * VEC_BYTES);
    join_some(values, t, 0, t->size, leaves);
    for (size_t k = 0; k < leaves; k++)
        put(values, k, scaled(get(values, k), t->scale, p, false));
}

/* to := to + w from[0 .. count), to - this if `minus`, or without `to` if first, with zeros at the
 * end of the last vector; w = roots[1] if `turn`, else 1. */
INLINE void add_part(uint32_t *to, const clm_transform *t, const uint32_t *from, size_t count,
                     bool first, bool minus, bool turn)
{
    const vec p = vec_splat(t->field.p);
    const size_t whole = count / LANES, vectors = (count + LANES - 1) / LANES;
    uint32_t last[LANES] = {0};

    memcpy(last, from + whole * LANES, count % LANES * sizeof *last);
    for (size_t k = 0; k < vectors; k++) {
        vec v = enter(k < whole ? get(from, k) : get(last, 0), t);

        if (turn)
            v = scaled(v, t->roots[1], p, t->lazy);
        if (!first)
            v = settle(minus ? difference(get(to, k), v, p, t->lazy)
                             : sum(get(to, k), v, p, t->lazy), p, t->lazy);
        put(to, k, v);
    }
}

/* to := from[0 .. count) modulo y^(size/4) - c at node k of the second level: the sum of c^n times
 * parts of size/4 vectors, c = 1, -1, i, -i. Each block stays in the cache. */
static void load_quarter(uint32_t *to, const clm_transform *t, size_t k, const uint32_t *from,
                         size_t count)
{
    const size_t quarter = t->size / 4 * LANES, most = CACHED * LANES;

    for (size_t at = 0; at < quarter; at += most) {
        const size_t some = quarter - at < most ? quarter - at : most;

        if (count < at + some)
            memset(to + at, 0, some * sizeof *to);
        for (size_t n = 0, begin = at; begin < count; n++, begin += quarter) {
            const size_t words = count - begin < some ? count - begin : some;
            const bool minus = k >= 2 ? (n + (k == 2 ? 0 : 1)) % 4 >= 2 : k * n % 2 == 1;

            if (n == 0)
                add_part(to + at, t, from + begin, words, true, false, false);
            else if (k < 2 || n % 2 == 0)
                add_part(to + at, t, from + begin, words, false, minus, false);
            else
                add_part(to + at, t, from + begin, words, false, minus, true);
        }
    }
}

/* a := the product of a and b, which may be a, modulo the polynomial of node j, times size; b is
 * destroyed. Nodes of at most NODE vectors stay in caches. room: 2 NODE + 1 vectors */
#define NODE ((size_t)1024)
static void multiply_node(uint32_t *a, uint32_t *b, uint32_t *room, const clm_transform *t,
                          size_t j, size_t size)
{
    const size_t q = size / 4;

    if (size <= NODE) {
        split_all(a, t, j, size);
        if (b != a)
            split_all(b, t, j, size);
        spread_leaves(room, b, t, j * size, size);
        transform_multiply(a, a, room, t, size, false);
        join_all(a, t, j, size);
        return;
    }
    t->lazy ? split_four(a, t, j, 1, q, true) : split_four(a, t, j, 1, q, false);
    if (b != a)
        t->lazy ? split_four(b, t, j, 1, q, true) : split_four(b, t, j, 1, q, false);
    for (size_t k = 0; k < 4; k++)
        multiply_node(a + k * q * LANES, b + k * q * LANES, room, t, 4 * j + k, q);
    t->lazy ? join_four(a, t, j, 1, q, true) : join_four(a, t, j, 1, q, false);
}

static size_t quarter_room(const clm_transform *t)
{
    return (t->size / 4 + 2 * NODE + 1) * LANES;
}

static void multiply_quarter(uint32_t *to, uint32_t *room, const clm_transform *t, size_t k,
                             const uint32_t *a, size_t a_count, const uint32_t *b, size_t b_count)
{
    const size_t q = t->size / 4;
    uint32_t *const other = a == b && a_count == b_count ? to : room + (2 * NODE + 1) * LANES;

    load_quarter(to, t, k, a, a_count);
    if (other != to)
        load_quarter(other, t, k, b, b_count);
    multiply_node(to, other, room, t, k, q);
}

/* With three quarters, l and h are the coefficients modulo y^(2 q) - 1, and c those modulo
 * y^q - i: the product is l + h y^q + (y^(2 q) - 1) s, with s = (l + i h - c) / 2. */
INLINE void join_quarters(uint32_t *v, const clm_transform *t, size_t quarters, size_t first,
                          size_t count, bool lazy)
{
    const size_t q = t->size / 4;
    const vec p = vec_splat(t->field.p);
    const clm_transform_root minus = *opposite(t, 0), turn = *opposite(t, 1);

    for (size_t k = first; k < first + count; k++) {
        vec a = get(v, k), b = get(v, k + q), c = get(v, k + 2 * q), d = {0};

        join(&a, &b, minus, p, lazy);
        if (quarters == 4) {
            d = get(v, k + 3 * q);
            join(&c, &d, turn, p, lazy);
            join(&a, &c, minus, p, lazy);
            join(&b, &d, minus, p, lazy);
            put(v, k + 3 * q, scaled(d, t->scale, p, false));
        } else {
            c = difference(sum(a, scaled(b, t->roots[1], p, lazy), p, lazy), sum(c, c, p, lazy), p,
                           lazy);
            a = difference(sum(a, a, p, lazy), c, p, lazy);
            b = sum(b, b, p, lazy);
        }
        put(v, k, scaled(a, t->scale, p, false));
        put(v, k + q, scaled(b, t->scale, p, false));
        put(v, k + 2 * q, scaled(c, t->scale, p, false));
    }
}

static void transform_join(uint32_t *v, const clm_transform *t, size_t quarters, size_t first,
                           size_t count)
{
    t->lazy ? join_quarters(v, t, quarters, first, count, true)
            : join_quarters(v, t, quarters, first, count, false);
}

static void garner(uint32_t *to, const clm_garner *g, uint32_t *const *of, size_t count)
{
    const vec_field target = {.p = vec_splat(g->target.p), .pinv = vec_splat(g->target.pinv)};
    const vec_signed half = (vec_signed)vec_splat(g->fields[g->primes - 1].p / 2);

    for (size_t n = 0; n < count; n += LANES) {
        vec digits[CLM_TRANSFORM_PRIMES], negative;
        vec_pair t = {{0}, {0}};

        for (size_t k = 0; k < g->primes; k++) {
            const vec p = vec_splat(g->fields[k].p);

            digits[k] = vec_load(of[k] + n);
            for (size_t i = 0; i < k; i++)
                digits[k] = times(digits[k] - digits[i], g->inverses[k][i], p);
            digits[k] = vec_raise(digits[k], p);
            t = vec_sum(t,
                        vec_product(vec_widen(digits[k]), vec_widen(vec_splat(g->products[k]))));
        }
        negative = (vec)((vec_signed)digits[g->primes - 1] > half);
        vec_store(to + n, vec_raise(vec_redc(t, &target) - (negative & vec_splat(g->all)),
                                    target.p));
    }
}

typedef uint32_t unaligned_words
    __attribute__((vector_size(VEC_BYTES / 2), aligned(4), may_alias));

/* Returns t 2^-32 modulo p, in [0, p), for double words t < 2 p 2^32. */
INLINE vec_half redc_half(vec_half t, const vec_field *f)
{
    t = (vec_half)lower((vec)t, (vec)((vec_half)f->p << 32));
    t -= vec_half_product(vec_half_product(t, (vec_half)f->pinv), (vec_half)f->p);
    return (vec_half)vec_raise((vec)(t >> 32), f->p);
}

/* The residue of a_0 + 2^32 a_1 is that of a_0 R + a_1 R^2, R = 2^32, over R. */
static void reduce_wide(uint32_t *to, const uint64_t *from, size_t count, uint64_t p,
                        const fp_field *f)
{
    const vec_field field = {.p = vec_splat(f->p), .pinv = vec_splat(f->pinv)};
    const vec_half one = f->one - (vec_half){0}, square = f->r2 - (vec_half){0};
    const vec_half minus = (f->p - p % f->p) * f->one - (vec_half){0};
    const vec_signed_half half = (vec_signed_half)(p / 2 - (vec_half){0});
    const size_t lanes = LANES / 2;

    for (size_t k = 0; k < count; k += lanes) {
        uint64_t last[LANES / 2] = {0};
        uint32_t end[LANES / 2];
        const bool whole = count - k >= lanes;
        vec_half v, t;

        if (!whole)
            memcpy(last, from + k, (count - k) * sizeof *last);
        v = *(const unaligned_half *)(whole ? from + k : last);
        t = vec_half_product(v, one) + vec_half_product(v >> 32, square) +
            ((vec_half)((vec_signed_half)v > half) & minus);
        *(unaligned_words *)(whole ? to + k : end) =
            __builtin_convertvector(redc_half(t, &field), unaligned_words);
        if (!whole)
            memcpy(to + k, end, (count - k) * sizeof *end);
    }
}

/* Digits are below 2 p, less than 2^29. */
static void join_wide(uint64_t *low, uint64_t *high, const clm_wide_crt *c, const uint32_t *of,
                      size_t stride, size_t count)
{
    const size_t lanes = LANES / 2;

    for (size_t n = 0; n < count; n += 2 * lanes) {
        vec_half sums[2][3] = {{{0}, {0}, (UINT64_C(1) << 57) - (vec_half){0}},
                               {{0}, {0}, (UINT64_C(1) << 57) - (vec_half){0}}};

        for (size_t k = 0; k < c->primes; k++)
            for (size_t j = 0; j < 2; j++) {
                const vec_half r = __builtin_convertvector(
                    *(const unaligned_words *)(of + k * stride + n + j * lanes), vec_half);
                const vec_half quotient =
                    vec_half_product(r, c->of[k].quotient - (vec_half){0}) >> 32;
                const vec_half digit = vec_half_product(r, c->of[k].weight - (vec_half){0}) -
                                       vec_half_product(quotient, c->of[k].p - (vec_half){0});

                sums[j][0] += vec_half_product(digit, c->of[k].low - (vec_half){0});
                sums[j][1] += vec_half_product(digit, c->of[k].high - (vec_half){0});
                sums[j][2] += vec_half_product(digit, c->of[k].inverse - (vec_half){0});
            }
        for (size_t j = 0; j < 2; j++) {
            const vec_half multiple = sums[j][2] >> 58;

            *(unaligned_half *)(low + n + j * lanes) =
                sums[j][0] + vec_half_product(multiple, c->low - (vec_half){0});
            *(unaligned_half *)(high + n + j * lanes) =
                sums[j][1] + vec_half_product(multiple, c->high - (vec_half){0});
        }
    }
}

const clm_transform_functions VEC_NAME(clm_transforms) = {
    LANES,
    transform_forward,
    transform_spread,
    transform_multiply,
    transform_inverse,
    quarter_room,
    multiply_quarter,
    transform_join,
    garner,
    reduce_wide,
    join_wide,
    VEC_NAME(clm_host_convolve),
    VEC_NAME(clm_host_convolve_halves),
    VEC_NAME(clm_host_values),
    VEC_NAME(clm_host_eliminate)};

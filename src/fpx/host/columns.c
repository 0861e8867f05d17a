/* Transforms and Euclid's algorithm on columns: compiled for each level of vector instructions. */
#include "fpx/host/columns.h"

#include "fpx/host/sums.h"

/* Maps double words below 2 p 2^32 to those below p 2^32. */
INLINE vec_pair fold_pair(vec_pair t, const vec_field *f)
{
    return (vec_pair){fold(t.even, (vec_half)f->p), fold(t.odd, (vec_half)f->p)};
}

/* Returns (a b + c d) / R. */
INLINE vec two_products(vec a, vec b, vec c, vec d, const vec_field *f)
{
    return vec_redc(vec_sum(vec_product(vec_widen(a), vec_widen(b)),
                            vec_product(vec_widen(c), vec_widen(d))), f);
}

/* ---- transforms ---- */

/* Replaces `radix` vectors by their values at the roots of unity of this order, in Montgomery
 * form. */
INLINE void small_transform(vec *a, size_t radix, const vec *roots, const vec_field *f)
{
    vec sum[7];

    if (radix == 2) {
        const vec odd = a[1];

        a[1] = vec_sub(a[0], odd, f);
        a[0] = vec_add(a[0], odd, f);
        return;
    }
    if (radix == 4) {
        const vec even = vec_add(a[0], a[2], f), odd = vec_add(a[1], a[3], f);
        const vec far = vec_sub(a[0], a[2], f);
        const vec turned = vec_mul(vec_sub(a[1], a[3], f), roots[1], f);

        a[0] = vec_add(even, odd, f);
        a[1] = vec_add(far, turned, f);
        a[2] = vec_sub(even, odd, f);
        a[3] = vec_sub(far, turned, f);
        return;
    }
    for (size_t k = 0; k < radix; k++) {
        sum[k] = a[0];
        for (size_t j = 1; j < radix; j += 2)
            sum[k] = vec_add(sum[k],
                             k == 0 ? vec_add(a[j], a[j + 1], f)
                                    : two_products(a[j], roots[j * k % radix], a[j + 1],
                                                   roots[(j + 1) * k % radix], f), f);
    }
    for (size_t k = 0; k < radix; k++)
        a[k] = sum[k];
}

/* A pass of Stockham's algorithm: m is the product of the radices of the passes before it. */
INLINE void pass(uint32_t *to, const uint32_t *from, size_t radix, size_t m, const clm_columns *at)
{
    const vec_field f = vec_field_splat(&at->field);
    const size_t rest = at->count / m / radix;
    vec roots[7], turn[7], a[7];

    for (size_t k = 0; k < radix; k++)
        roots[k] = vec_splat(at->roots[at->count / radix * k]);
    for (size_t p = 0; p < rest; p++) {
        for (size_t k = 0; k < radix; k++)
            turn[k] = vec_splat(at->roots[m * p * k]);
        for (size_t q = 0; q < m; q++) {
            for (size_t j = 0; j < radix; j++)
                a[j] = get(from, q + m * (p + rest * j));
            small_transform(a, radix, roots, &f);
            put(to, q + m * radix * p, a[0]);
            for (size_t k = 1; k < radix; k++)
                put(to, q + m * (radix * p + k), p > 0 ? vec_mul(a[k], turn[k], &f) : a[k]);
        }
    }
}

static void columns_transform(uint32_t *block, uint32_t *scratch, const clm_columns *at)
{
    uint32_t *from = block, *to = scratch;

    for (size_t m = 1, rest = at->count; rest > 1;) {
        const size_t radix =
            rest % 4 == 0 ? 4 : rest % 2 == 0 ? 2 : rest % 3 == 0 ? 3 : rest % 5 == 0 ? 5 : 7;
        uint32_t *const swap = from;

        if (radix == 4)
            pass(to, from, 4, m, at);
        else if (radix == 2)
            pass(to, from, 2, m, at);
        else if (radix == 3)
            pass(to, from, 3, m, at);
        else if (radix == 5)
            pass(to, from, 5, m, at);
        else
            pass(to, from, 7, m, at);
        m *= radix;
        rest /= radix;
        from = to;
        to = swap;
    }
    for (size_t k = 0; k < at->count && from != block; k++)
        put(block, k, get(from, k));
}

static void columns_gather(uint32_t *columns, const uint32_t *blocks, size_t rows, size_t first,
                           const clm_columns *at)
{
    for (size_t row = 0; row < rows; row += LANES, blocks += at->count * LANES)
        for (size_t k = 0; k < LANES; k++) {
            const size_t point = first + k < at->count ? first + k : at->count - 1;

            for (size_t l = 0; l < LANES; l++)
                columns[(row + l) * LANES + k] = blocks[point * LANES + l];
        }
}

static void columns_scatter(uint32_t *blocks, const uint32_t *columns, size_t rows, size_t first,
                            const clm_columns *at)
{
    for (size_t row = 0; row < rows; row += LANES, blocks += at->count * LANES)
        for (size_t k = 0; k < LANES && first + k < at->count; k++)
            for (size_t l = 0; l < LANES; l++)
                blocks[(first + k) * LANES + l] = columns[(row + l) * LANES + k];
}

/* ---- Euclid's algorithm ---- */

/* Removes leading zeros. Returns false if only some lanes have one. */
static bool trim(size_t *count, const uint32_t *c)
{
    uint32_t zeros = VEC_ALL;

    while (*count > 0 && (zeros = vec_zeros(get(c, *count - 1))) == VEC_ALL)
        --*count;
    return *count == 0 || zeros == 0;
}

/* Removes the leading term of a multiple of a by one of b. */
static void eliminate(uint32_t *a, size_t a_count, const uint32_t *b, size_t b_count,
                      const vec_field *f)
{
    const size_t shift = a_count - b_count;
    const vec by = get(b, b_count - 1), minus = vec_sub((vec){0}, get(a, a_count - 1), f);

    for (size_t k = 0; k < shift; k++)
        put(a, k, vec_mul(by, get(a, k), f));
    for (size_t k = 0; k + 1 < b_count; k++)
        put(a, shift + k, two_products(by, get(a, shift + k), minus, get(b, k), f));
}

/* Removes the two leading terms. Pre: a_count > b_count >= 2 */
static void eliminate_two(uint32_t *a, size_t a_count, const uint32_t *b, size_t b_count,
                          const vec_field *f)
{
    const size_t shift = a_count - b_count;
    const vec lead = get(b, b_count - 1), of_a = vec_mul(lead, lead, f);
    const vec minus = vec_sub((vec){0}, get(a, a_count - 1), f);
    const vec below = vec_mul(minus, lead, f);
    const vec second = two_products(get(a, a_count - 2), lead, minus, get(b, b_count - 2), f);
    const vec of_b = vec_sub((vec){0}, second, f);
    vec before = {0};

    for (size_t k = 0; k + 1 < shift; k++)
        put(a, k, vec_mul(of_a, get(a, k), f));
    for (size_t k = 0; k + 1 < b_count; k++) {
        const vec here = get(b, k);
        vec_pair t = vec_sum(vec_product(vec_widen(of_b), vec_widen(here)),
                             vec_product(vec_widen(below), vec_widen(before)));

        t = vec_sum(t, vec_product(vec_widen(of_a), vec_widen(get(a, shift - 1 + k))));
        put(a, shift - 1 + k, vec_redc(fold_pair(t, f), f));
        before = here;
    }
}

static size_t columns_gcd(uint32_t *g, uint32_t *a, size_t a_count, uint32_t *b, size_t b_count,
                          const uint32_t *lead, const fp_field *field)
{
    const vec_field f = vec_field_splat(field);
    vec factor;

    if (!trim(&a_count, a) || !trim(&b_count, b) || a_count + b_count == 0)
        return 0;
    while (b_count > 1 || a_count < b_count) {
        if (a_count < b_count) {
            uint32_t *const swap = a;
            const size_t count = a_count;

            a = b;
            b = swap;
            a_count = b_count;
            b_count = count;
            continue;
        }
        if (a_count > b_count)
            eliminate_two(a, a_count, b, b_count, &f);
        else
            eliminate(a, a_count, b, b_count, &f);
        a_count -= a_count > b_count ? 2 : 1;
        if (!trim(&a_count, a))
            return 0;
    }
    if (b_count == 1) { /* a constant */
        put(g, 0, get(lead, 0));
        return 1;
    }
    factor = vec_mul(get(lead, 0), vec_inverse(get(a, a_count - 1), &f), &f);
    for (size_t k = 0; k < a_count; k++)
        put(g, k, vec_mul(get(a, k), factor, &f));
    return a_count;
}

/* Returns the sum of a[k] b[-k] / R, k < count. */
static vec convolve(const uint32_t *a, const uint32_t *b, size_t count, const vec_field *f)
{
    vec_pair t = {{0}, {0}};

    for (size_t k = 0; k < count; k++, a += LANES, b -= LANES) {
        t = vec_sum(t, vec_product(vec_widen(get(a, 0)), vec_widen(get(b, 0))));
        t = fold_pair(t, f);
    }
    return vec_redc(t, f);
}

static bool columns_divide(uint32_t *q, bool *divides, const uint32_t *a, size_t a_count,
                           const uint32_t *b, size_t b_count, const fp_field *field)
{
    const vec_field f = vec_field_splat(field);
    const size_t q_count = a_count - b_count + 1;
    const vec lead = get(b, b_count - 1), inverse = vec_inverse(lead, &f);

    *divides = true;
    if (vec_zeros(lead) != 0)
        return false;
    for (size_t k = a_count; k-- > 0 && *divides;) { /* quotients are in Montgomery form */
        const size_t low = k + 1 < b_count ? 0 : k + 2 - b_count;
        const size_t end = k + 1 < q_count ? k + 1 : q_count;
        const vec rest = vec_sub(get(a, k),
                                 low < end ? convolve(q + low * LANES, b + (k - low) * LANES,
                                                      end - low, &f) : (vec){0}, &f);

        if (k + 1 >= b_count)
            put(q, k + 1 - b_count, vec_mul(rest, inverse, &f));
        else
            *divides = vec_zeros(rest) == VEC_ALL;
    }
    for (size_t k = 0; k < q_count; k++)
        put(q, k, vec_mul(get(q, k), vec_splat(1), &f));
    return true;
}

const clm_column_functions VEC_NAME(clm_columns_of) = {
    LANES, columns_transform, columns_gather, columns_scatter, columns_gcd, columns_divide};

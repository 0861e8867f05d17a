/* LU decompositions in lockstep: compiled for each level of vector instructions.
 *
 * Left-looking, by blocks of B = CLM_SKYLINE_BLOCK pivots: a block of L or U is A's less a product
 * of earlier blocks, then solved with the diagonal block. So words are read and written once, and
 * the sums of products are reduced once: factors are balanced, products below p^2 / 4, and after
 * each B products a sum is mapped to [-M, M], M = p 2^31, from twice that range (p <= 2/5 2^32).
 *
 * The pivots d_0, d_1, ... of a diagonal block follow from P_0 = d_0, P_k = P_0 ... P_(k-1) d_k,
 * which elimination without divisions computes, so that one inversion serves the block. */
#include "engines/host/lu.h"

#include <string.h>

#include "core/size.h"

/* Rows whose sums are in registers together. */
enum { B = CLM_SKYLINE_BLOCK, HALF = VEC_BYTES == 64 ? 2 : 1 };

typedef struct factors {
    const clm_skyline *skyline;
    vec *a;
    vec_field field;
    vec_lazy f;
    vec_pair half; /* M, double words */
} factors;

static vec balance(const factors *s, vec v)
{
    return vec_lazy_balance(v, s->field.p);
}

/* Returns the balanced product of balanced factors. */
static vec times(const factors *s, vec a, vec b)
{
    return balance(s, vec_lazy_mul(a, b, &s->f));
}

/* Returns a - b c, balanced. */
static vec minus_product(const factors *s, vec a, vec b, vec c)
{
    return balance(s, a - vec_lazy_mul(b, c, &s->f));
}

/* Maps double words of absolute value at most 2 M to [-M, M]. */
static inline vec_half fold(vec_half t, vec_half half)
{
    const vec_half negative = (vec_half)((vec_signed_half)t < 0);

    return t - half + (negative & (half + half));
}

/* Subtracts from c, B words side by side for each of `HALF` rows, the products of the words of
 * these rows in l and of all columns in u, `count` blocks of B each. */
static void subtract_half(vec *c, const vec *l, const vec *u, size_t count, const factors *s)
{
    const vec_half half_even = s->half.even, half_odd = s->half.odd;
    vec_half even[HALF][B], odd[HALF][B];

    for (size_t r = 0; r < HALF; r++)
        for (size_t k = 0; k < B; k++) {
            const vec word = c[r * B + k];

            even[r][k] = (vec_half)word << 32;
            odd[r][k] = (vec_half)word >> 32 << 32;
        }
    for (size_t block = 0; block < count; block++) {
        for (size_t m = 0; m < B; m++, l += B, u += B)
            for (size_t r = 0; r < HALF; r++) {
                const vec_pair left = vec_widen(l[r]);

                for (size_t k = 0; k < B; k++) {
                    const vec_pair product = vec_signed_product(left, vec_widen(u[k]));

                    even[r][k] -= product.even;
                    odd[r][k] -= product.odd;
                }
            }
        for (size_t r = 0; r < HALF; r++)
            for (size_t k = 0; k < B; k++) {
                even[r][k] = fold(even[r][k], half_even);
                odd[r][k] = fold(odd[r][k], half_odd);
            }
    }
    for (size_t r = 0; r < HALF; r++)
        for (size_t k = 0; k < B; k++)
            c[r * B + k] = balance(s, vec_lazy_redc((vec_pair){even[r][k], odd[r][k]}, &s->f));
}

/* A block row of L or, from `blocks` on, a block column of U. */
static vec *strip(const factors *s, size_t index, size_t block)
{
    return s->a + s->skyline->at[index] + (block - s->skyline->first[index]) * B * B;
}

/* Returns the rows or columns of a block: B, or less at the end. */
static size_t width_of(const factors *s, size_t block)
{
    return clm_size_min(B, s->skyline->order - block * B);
}

/* Sets c, its rows side by side, to the block (I, J) less the products of L and U before block K =
 * min(I, J). */
static void reduce_block(const factors *s, vec *c, size_t i, size_t j)
{
    const size_t of_u = s->skyline->blocks + j, end = clm_size_min(i, j);
    const size_t begin = clm_size_max(s->skyline->first[i], s->skyline->first[of_u]);

    if (begin >= end)
        return;
    for (size_t r = 0; r < width_of(s, i); r += HALF)
        subtract_half(c + r * B, strip(s, i, begin) + r, strip(s, of_u, begin), end - begin, s);
}

/* The diagonal block: L below the diagonal, U above, and the inverses of the pivots. */
typedef struct pivots {
    vec c[B * B], inverse[B];
    size_t count;
    vec numerator, denominator; /* the product of the pivots */
    uint32_t zero[B];           /* lanes where pivot k is the first one to vanish */
    uint32_t any;
} pivots;

/* Finds the products P_k, in the diagonal, and the product of the pivots. */
static void find_products(const factors *s, pivots *d, vec *product)
{
    const size_t n = d->count;
    vec c[B * B], before = s->field.one;

    memcpy(c, d->c, sizeof c);
    d->numerator = d->denominator = balance(s, s->field.one);
    for (size_t k = 0; k < n; k++) {
        product[k] = c[k * B + k];
        d->zero[k] = vec_zeros(product[k]) & ~d->any;
        if (k + 1 < n)
            d->any |= d->zero[k];
        for (size_t i = k + 1; i < n; i++)
            for (size_t j = k + 1; j < n; j++)
                c[i * B + j] = minus_product(s, times(s, product[k], c[i * B + j]), c[i * B + k],
                                             c[k * B + j]);
        if (k > 0)
            d->denominator = times(s, d->denominator, before);
        before = k > 0 ? times(s, before, product[k]) : product[k];
        d->numerator = times(s, d->numerator, product[k]);
    }
}

/* Replaces zeros by 1. */
static vec without_zeros(vec v, const vec_field *f)
{
    return v | ((vec)(v == 0) & f->one);
}

/* Sets the inverses of the pivots, P_0 ... P_(k-1) / P_k, and factors the block. */
static void invert_pivots(const factors *s, pivots *d, vec *product)
{
    const size_t n = d->count;
    vec before[B + 1], inverse;

    before[0] = balance(s, s->field.one);
    for (size_t k = 0; k < n; k++) {
        product[k] = without_zeros(product[k], &s->field);
        before[k + 1] = times(s, before[k], product[k]);
    }
    inverse = balance(s, vec_inverse(vec_lazy_canonical(before[n], s->field.p), &s->field));
    for (size_t k = n; k-- > 0;) {
        const vec own = times(s, inverse, before[k]);

        d->inverse[k] = times(s, own, before[k]);
        inverse = times(s, inverse, product[k]);
    }
    for (size_t k = 0; k < n; k++)
        for (size_t i = k + 1; i < n; i++) {
            d->c[i * B + k] = times(s, d->c[i * B + k], d->inverse[k]);
            for (size_t j = k + 1; j < n; j++)
                d->c[i * B + j] = minus_product(s, d->c[i * B + j], d->c[i * B + k],
                                                d->c[k * B + j]);
        }
}

/* Completes block (I, K) of L. */
static void solve_lower(const factors *s, const pivots *d, size_t i, size_t k)
{
    vec *const l = strip(s, i, k);
    vec c[B * B];

    for (size_t m = 0; m < B; m++)
        for (size_t r = 0; r < B; r++)
            c[r * B + m] = l[m * B + r];
    reduce_block(s, c, i, k);
    for (size_t m = 0; m < B; m++)
        for (size_t r = 0; r < B; r++) {
            for (size_t j = 0; j < m; j++)
                c[r * B + m] = minus_product(s, c[r * B + m], c[r * B + j], d->c[j * B + m]);
            l[m * B + r] = c[r * B + m] = times(s, c[r * B + m], d->inverse[m]);
        }
}

/* Completes block (K, J) of U. */
static void solve_upper(const factors *s, const pivots *d, size_t k, size_t j)
{
    vec *const u = strip(s, s->skyline->blocks + j, k);

    reduce_block(s, u, k, j);
    for (size_t r = 1; r < B; r++)
        for (size_t m = 0; m < r; m++)
            for (size_t c = 0; c < B; c++)
                u[r * B + c] = minus_product(s, u[r * B + c], d->c[r * B + m], u[m * B + c]);
}

/* Returns the lanes where a pivot of block K vanishes with the rest of its row. */
static uint32_t find_singular(const factors *s, const pivots *d, size_t k)
{
    uint32_t singular = 0;

    for (size_t r = 0; r < d->count; r++) {
        uint32_t zeros = d->zero[r];

        for (size_t j = r; j < d->count; j++)
            zeros &= vec_zeros(d->c[r * B + j]);
        for (size_t j = k + 1; j < s->skyline->blocks && zeros != 0; j++)
            if (s->skyline->first[s->skyline->blocks + j] <= k)
                for (size_t c = 0; c < B; c++)
                    zeros &= vec_zeros(strip(s, s->skyline->blocks + j, k)[r * B + c]);
        singular |= zeros;
    }
    return singular;
}

/* Completes block row and block column K. */
static void solve_blocks(const factors *s, const pivots *d, size_t k)
{
    const clm_skyline *sky = s->skyline;

    for (size_t i = k + 1; i < sky->blocks; i++) {
        if (sky->first[i] <= k)
            solve_lower(s, d, i, k);
        if (sky->first[sky->blocks + i] <= k)
            solve_upper(s, d, k, i);
    }
}

vec_determinant VEC_NAME(clm_host_lu)(vec *a, const clm_skyline *skyline, const vec_field *field)
{
    const vec_pair p = vec_widen(field->p);
    const factors s = {.skyline = skyline,
                       .a = a,
                       .field = *field,
                       .f = vec_lazy_of(field),
                       .half = {(p.even & 0xffffffff) << 31, (p.odd & 0xffffffff) << 31}};
    vec_determinant out = {.failed = 0};
    vec numerator = balance(&s, field->one), denominator = numerator;
    uint32_t singular = 0;

    for (size_t k = 0; k < skyline->blocks; k++) {
        const bool last = k + 1 == skyline->blocks;
        pivots d = {.count = width_of(&s, k), .any = out.failed | singular};
        const uint32_t before = d.any;
        vec product[B];

        memcpy(d.c, a + k * B * B, sizeof d.c);
        reduce_block(&s, d.c, k, k);
        find_products(&s, &d, product);
        if (!last)
            d.any |= d.zero[d.count - 1];
        numerator = times(&s, numerator, d.numerator);
        denominator = times(&s, denominator, d.denominator);
        if (last && d.any == before)
            break;
        invert_pivots(&s, &d, product);
        solve_blocks(&s, &d, k);
        if (d.any != before) {
            const uint32_t found = find_singular(&s, &d, k);

            singular |= found;
            out.failed |= d.any & ~before & ~found;
        }
        if ((singular | out.failed) == VEC_ALL)
            break;
    }
    out.numerator = vec_lazy_canonical(numerator, field->p);
    out.denominator = vec_lazy_canonical(denominator, field->p);
    for (size_t lane = 0; lane < VEC_LANES; lane++)
        if (((singular | out.failed) >> lane & 1) != 0) {
            out.numerator[lane] = 0;
            out.denominator[lane] = field->one[lane];
        }
    return out;
}

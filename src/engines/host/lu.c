/* LU decompositions in lockstep: compiled for each level of vector instructions.
 *
 * Left-looking, by blocks of B = CLM_SKYLINE_BLOCK pivots: a block of L or U is A's less a product
 * of earlier blocks, then solved with the diagonal block. So words are read and written once, and
 * the sums of products are reduced once: factors are balanced, products below p^2 / 4, and after
 * each B products a sum is mapped to [-M, M], M = p 2^31, from twice that range (p <= 2/5 2^32).
 * Blocks of U are computed as those of L, with rows and columns exchanged.
 *
 * The pivots d_0, d_1, ... of a diagonal block follow from P_0 = d_0, P_k = P_0 ... P_(k-1) d_k,
 * which elimination without divisions computes, so that one inversion serves the block. */
#include "engines/host/lu.h"

#include <string.h>

#include "core/size.h"

/* LINES: rows of L, or columns of U, whose sums are in registers together. */
enum { B = CLM_SKYLINE_BLOCK, LINES = VEC_BYTES == 64 ? 2 : 1 };

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

/* Sets sum[k * B + r], for LINES lines r, to word c[k * B + r] less the products of `left`, these
 * lines, and word k of `right`, `count` blocks of B each. */
static void sum_lines(vec_pair *sum, const vec *c, const vec *left, const vec *right,
                      size_t count, vec_pair half)
{
    vec_half even[LINES][B], odd[LINES][B];

    for (size_t r = 0; r < LINES; r++)
        for (size_t k = 0; k < B; k++) {
            even[r][k] = (vec_half)c[k * B + r] << 32;
            odd[r][k] = (vec_half)c[k * B + r] >> 32 << 32;
        }
    for (size_t m = 1; m <= count * B; m++, left += B, right += B) {
        for (size_t r = 0; r < LINES; r++) {
            const vec_pair factor = vec_widen(left[r]);

            for (size_t k = 0; k < B; k++) {
                const vec_pair product = vec_signed_product(factor, vec_widen(right[k]));

                even[r][k] -= product.even;
                odd[r][k] -= product.odd;
            }
        }
        if (m % B != 0) /* a loop over B would be unrolled, for more words than registers */
            continue;
        for (size_t r = 0; r < LINES; r++)
            for (size_t k = 0; k < B; k++) {
                even[r][k] = vec_half_balance(even[r][k], half.even);
                odd[r][k] = vec_half_balance(odd[r][k], half.odd);
            }
    }
    for (size_t r = 0; r < LINES; r++)
        for (size_t k = 0; k < B; k++)
            sum[k * B + r] = (vec_pair){even[r][k], odd[r][k]};
}

/* How the words of a line are completed: word k less the words j before, times by[j * B + k]; in
 * the end times inverse[k] unless that is NULL. */
typedef struct solution {
    vec by[B * B];
    const vec *inverse;
} solution;

/* Completes a block of lines from their sums. */
static void complete_block(vec *c, vec_pair *sum, const solution *how, const factors *s)
{
    for (size_t k = 0; k < B; k++) {
        for (size_t r = 0; r < B; r++) {
            const vec_pair all = {vec_half_balance(sum[k * B + r].even, s->half.even),
                                  vec_half_balance(sum[k * B + r].odd, s->half.odd)};

            c[k * B + r] = balance(s, vec_lazy_redc(all, &s->f));
        }
        for (size_t i = k + 1; how != NULL && i < B; i++) {
            const vec_pair by = vec_widen(how->by[k * B + i]);

            for (size_t r = 0; r < B; r++) {
                const vec_pair product = vec_signed_product(vec_widen(c[k * B + r]), by);

                sum[i * B + r].even -= product.even;
                sum[i * B + r].odd -= product.odd;
            }
        }
        for (size_t r = 0; r < B && how != NULL && how->inverse != NULL; r++)
            c[k * B + r] = times(s, c[k * B + r], how->inverse[k]);
    }
}

/* Block row or, from `blocks` on, block column `index` at a block. */
static vec *strip(const factors *s, size_t index, size_t block)
{
    return s->a + s->skyline->at[index] + (block - s->skyline->first[index]) * B * B;
}

/* Returns the rows or columns of a block: B, or less at the end. */
static size_t width_of(const factors *s, size_t block)
{
    return clm_size_min(B, s->skyline->order - block * B);
}

/* Completes the block c of lines of strip `left`, with strip `right` of block K, from the products
 * before block K. */
static void solve_block(const factors *s, vec *c, size_t left, size_t right, size_t k,
                        const solution *how)
{
    const size_t begin = clm_size_max(s->skyline->first[left], s->skyline->first[right]);
    const size_t count = begin < k ? k - begin : 0;
    vec_pair sum[B * B];

    for (size_t r = 0; r < B; r += LINES)
        sum_lines(sum + r, c + r, count > 0 ? strip(s, left, begin) + r : NULL,
                  count > 0 ? strip(s, right, begin) : NULL, count, s->half);
    complete_block(c, sum, how, s);
}

/* A diagonal block, the entry (i, j) at j * B + i: L below the diagonal, U above, and the inverses
 * of the pivots. */
typedef struct pivots {
    vec c[B * B], product[B], inverse[B];
    size_t count;
    vec numerator, denominator; /* the product of the pivots */
    uint32_t zero[B];           /* lanes where pivot k is the first one to vanish */
    uint32_t any;
} pivots;

/* Finds the products P_k, and the product of the pivots. */
static void find_products(const factors *s, pivots *d)
{
    const size_t n = d->count;
    vec c[B * B], before = s->field.one;

    memcpy(c, d->c, sizeof c);
    d->numerator = d->denominator = balance(s, s->field.one);
    for (size_t k = 0; k < n; k++) {
        const vec product = c[k * B + k];

        d->product[k] = product;
        d->zero[k] = vec_zeros(product) & ~d->any;
        if (k + 1 < n)
            d->any |= d->zero[k];
        for (size_t i = k + 1; i < n; i++)
            for (size_t j = k + 1; j < n; j++)
                c[j * B + i] = minus_product(s, times(s, product, c[j * B + i]), c[k * B + i],
                                             c[j * B + k]);
        if (k > 0)
            d->denominator = times(s, d->denominator, before);
        before = k > 0 ? times(s, before, product) : product;
        d->numerator = times(s, d->numerator, product);
    }
}

/* Replaces zeros by 1. */
static vec without_zeros(vec v, const vec_field *f)
{
    return v | ((vec)(v == 0) & f->one);
}

/* Sets the inverses of the pivots, P_0 ... P_(k-1) / P_k, and factors the block. */
static void invert_pivots(const factors *s, pivots *d)
{
    const size_t n = d->count;
    vec before[B + 1], inverse;

    before[0] = balance(s, s->field.one);
    for (size_t k = 0; k < n; k++) {
        d->product[k] = without_zeros(d->product[k], &s->field);
        before[k + 1] = times(s, before[k], d->product[k]);
    }
    inverse = balance(s, vec_inverse(vec_lazy_canonical(before[n], s->field.p), &s->field));
    for (size_t k = n; k-- > 0;) {
        const vec own = times(s, inverse, before[k]);

        d->inverse[k] = times(s, own, before[k]);
        inverse = times(s, inverse, d->product[k]);
    }
    for (size_t k = 0; k < n; k++)
        for (size_t i = k + 1; i < n; i++) {
            d->c[k * B + i] = times(s, d->c[k * B + i], d->inverse[k]);
            for (size_t j = k + 1; j < n; j++)
                d->c[j * B + i] = minus_product(s, d->c[j * B + i], d->c[k * B + i],
                                                d->c[j * B + k]);
        }
}

/* Completes block row and block column K. */
static void solve_blocks(const factors *s, const pivots *d, size_t k)
{
    const clm_skyline *sky = s->skyline;
    solution lower = {.inverse = d->inverse}, upper = {.inverse = NULL};

    for (size_t i = 0; i < B; i++)
        for (size_t j = 0; j < i; j++) {
            lower.by[j * B + i] = times(s, d->c[i * B + j], d->inverse[j]);
            upper.by[j * B + i] = d->c[j * B + i];
        }
    for (size_t i = k + 1; i < sky->blocks; i++) {
        const size_t row = i, column = sky->blocks + i;

        if (sky->first[row] <= k)
            solve_block(s, strip(s, row, k), row, sky->blocks + k, k, &lower);
        if (sky->first[column] <= k)
            solve_block(s, strip(s, column, k), column, k, k, &upper);
    }
}

/* Returns the lanes where a pivot of block K vanishes with the rest of its row. */
static uint32_t find_singular(const factors *s, const pivots *d, size_t k)
{
    const clm_skyline *sky = s->skyline;
    uint32_t singular = 0;

    for (size_t r = 0; r < d->count; r++) {
        uint32_t zeros = d->zero[r];

        for (size_t j = r; j < d->count; j++)
            zeros &= vec_zeros(d->c[j * B + r]);
        for (size_t j = sky->blocks + k + 1; j < 2 * sky->blocks && zeros != 0; j++)
            for (size_t c = 0; sky->first[j] <= k && c < B; c++)
                zeros &= vec_zeros(strip(s, j, k)[r * B + c]);
        singular |= zeros;
    }
    return singular;
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

        memcpy(d.c, a + k * B * B, sizeof d.c);
        solve_block(&s, d.c, k, skyline->blocks + k, k, NULL);
        find_products(&s, &d);
        if (!last)
            d.any |= d.zero[d.count - 1];
        numerator = times(&s, numerator, d.numerator);
        denominator = times(&s, denominator, d.denominator);
        if (last && d.any == before)
            break;
        invert_pivots(&s, &d);
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

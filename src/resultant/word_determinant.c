/* The resultant as the determinant of bezout.h, with rows h_q, ..., h_1, ..., y g, g. It is
 * expanded by the minors of the upper and the lower half of the rows (Laplace). Integers have
 * fixed numbers of limbs, in two's complement, so that nothing is allocated and no branch depends
 * on a sign; three sets of widths serve short, medium and full words. */
#include "resultant/direct.h"

#include <string.h>

#include "core/error.h"
#include "polynomials/signed_limbs.h"
#include "polynomials/zx.h"
#include "polynomials/zxy.h"

enum {
    DEGREE = 6,
    SETS = 1 << DEGREE, /* of columns */
    LIMBS = 7,          /* of a minor of three rows, at most */
    MOST = 2 * LIMBS
};

typedef clm_limb limb;

/* A polynomial with |coefficients| < 2^bits; flip is all ones for negative ones, else 0. */
typedef struct word_poly {
    size_t degree;
    unsigned bits;
    limb size[DEGREE + 1], flip[DEGREE + 1];
} word_poly;

/* Integers of a matrix: limbs of elements, and of minors of two and three rows, with functions for
 * their products. An element has at most `bits` bits, a minor of two rows twice as many and 1, of
 * three rows three times as many and 3, and the determinant fewer than both halves together. */
typedef void add_product(limb *out, const limb *a, const limb *b, limb flip);
typedef struct widths {
    unsigned bits;
    size_t one, two, three;
    void (*add_words)(limb *out, limb a, limb b, limb flip);
    add_product *to_two, *to_three;   /* of two elements; of an element and a minor of two rows */
    add_product *halves[DEGREE - 3];  /* of minors of 2 and 2, 2 and 3, 3 and 3 rows */
} widths;

/* Reads f; returns false if it is too long or not free of x. */
static bool read_words(word_poly *out, const clmodp_zxy *f)
{
    limb all = 0;

    if (f->length == 0 || f->term[f->length - 1].j > DEGREE)
        return false;
    *out = (word_poly){.degree = f->term[f->length - 1].j};
    for (size_t k = 0; k < f->length; k++) {
        const clm_term *t = &f->term[k];

        if (t->i != 0 || mpz_size(t->c) > 1)
            return false;
        out->size[t->j] = mpz_getlimbn(t->c, 0);
        out->flip[t->j] = -(limb)(mpz_sgn(t->c) < 0);
        all |= out->size[t->j];
    }
    out->bits = 64 - (unsigned)__builtin_clzll(all);
    return true;
}

/* out += v, or out -= v if flip is all ones; v has at most n limbs and is extended by its sign. */
CLM_UNROLLED void add(limb *out, size_t n, const limb *v, size_t length, limb flip)
{
    const limb sign = -(v[length - 1] >> 63) ^ flip;
    clm_word128 carry = flip & 1;

    for (size_t i = 0; i < n; i++) {
        carry += (clm_word128)out[i] + (i < length ? v[i] ^ flip : sign);
        out[i] = (limb)carry;
        carry >>= 64;
    }
}

/* out -= v & mask, without a borrow from out[n]. */
CLM_UNROLLED void subtract_masked(limb *out, const limb *v, size_t n, limb mask)
{
    clm_word128 carry = 1;

    for (size_t i = 0; i < n; i++) {
        carry += (clm_word128)out[i] + (limb)~(v[i] & mask);
        out[i] = (limb)carry;
        carry >>= 64;
    }
}

/* out += a b, or out -= a b if flip is all ones, modulo 2^(64 n). */
CLM_UNROLLED void multiply(limb *out, size_t n, const limb *a, size_t m, const limb *b,
                           size_t length, limb flip)
{
    limb product[MOST];

    for (size_t i = 0; i < m; i++) {
        clm_word128 carry = 0;

        for (size_t j = 0; j < length; j++) {
            carry += (clm_word128)a[i] * b[j] + (i > 0 ? product[i + j] : 0);
            product[i + j] = (limb)carry;
            carry >>= 64;
        }
        product[i + length] = (limb)carry;
    }
    /* a negative factor was taken for one 2^(64 m) or 2^(64 length) larger */
    subtract_masked(product + m, b, length, -(a[m - 1] >> 63));
    subtract_masked(product + length, a, m, -(b[length - 1] >> 63));
    add(out, n, product, n < m + length ? n : m + length, flip);
}

#define MULTIPLY(N, M, LENGTH)                                                              \
    static void multiply_##N##_##M##_##LENGTH(limb *out, const limb *a, const limb *b,      \
                                              limb flip)                                    \
    {                                                                                       \
        multiply(out, N, a, M, b, LENGTH, flip);                                            \
    }
MULTIPLY(2, 1, 1)
MULTIPLY(3, 1, 2)
MULTIPLY(4, 2, 2)
MULTIPLY(5, 2, 3)
MULTIPLY(5, 3, 3)
MULTIPLY(6, 2, 4)
MULTIPLY(6, 3, 3)
MULTIPLY(7, 3, 5)
MULTIPLY(8, 4, 4)
MULTIPLY(10, 4, 6)
MULTIPLY(10, 5, 5)
MULTIPLY(12, 5, 7)
MULTIPLY(12, 6, 6)
MULTIPLY(14, 7, 7)

/* out += a b, or out -= a b if flip is all ones, of magnitudes a and b. */
#define ADD_WORDS(N)                                                                        \
    static void add_words_##N(limb *out, limb a, limb b, limb flip)                         \
    {                                                                                       \
        const clm_word128 product = (clm_word128)a * b;                                     \
                                                                                            \
        add(out, N, (const limb[]){(limb)product, (limb)(product >> 64), 0}, N, flip);      \
    }
ADD_WORDS(1)
ADD_WORDS(2)
ADD_WORDS(3)

static const widths kinds[] = {
    {62, 1, 2, 3, add_words_1, multiply_2_1_1, multiply_3_1_2,
     {multiply_4_2_2, multiply_5_2_3, multiply_6_3_3}},
    {126, 2, 4, 6, add_words_2, multiply_4_2_2, multiply_6_2_4,
     {multiply_8_4_4, multiply_10_4_6, multiply_12_6_6}},
    {132, 3, 5, 7, add_words_3, multiply_5_3_3, multiply_7_3_5,
     {multiply_10_5_5, multiply_12_5_7, multiply_14_7_7}},
};

/* Sets the rows of the matrix, with columns by falling powers of y, by adding each product to its
 * entry. The formula of bezout.h for an entry distinguishes cases, which take time here. */
static void set_rows(limb *row, const word_poly *f, const word_poly *g, const widths *w)
{
    const size_t p = f->degree, q = g->degree, gap = p - q, n = w->one;

    memset(row, 0, p * p * n * sizeof *row);
    for (size_t i = 0; i < q; i++) { /* h_(i+1), from row q - 1 upwards */
        limb *const h = row + (q - 1 - i) * p * n;

        if (i > 0) /* y h_i, whose first coefficient cancels */
            memcpy(h, h + (p + 1) * n, (p - 1) * n * sizeof *h);
        for (size_t m = 0; m < p; m++) {
            limb *const element = h + (p - 1 - m) * n;

            if (m >= gap)
                w->add_words(element, f->size[p - i], g->size[m - gap],
                             f->flip[p - i] ^ g->flip[m - gap]);
            w->add_words(element, g->size[q - i], f->size[m], ~(g->flip[q - i] ^ f->flip[m]));
        }
    }
    for (size_t k = 0; k < gap; k++) /* y^k g, from the last row upwards */
        for (size_t j = 0; j <= q; j++)
            w->add_words(row + ((p - 1 - k) * p + p - 1 - k - j) * n, g->size[j], 1, g->flip[j]);
}

/* Sets the minors of `rows` consecutive rows, 1 to 3, in all sets of as many of n columns. */
static void set_minors(limb minor[SETS][LIMBS], const limb *row, size_t rows, size_t n,
                       const widths *w)
{
    const size_t one = w->one;
    const limb *last = row + (rows - 1) * n * one, *before = last - n * one;

    for (size_t i = 0; i < n && rows == 1; i++)
        memcpy(minor[1 << i], row + i * one, one * sizeof *row);
    for (size_t i = 0; i < n && rows > 1; i++)
        for (size_t j = i + 1; j < n; j++) {
            limb *const out = minor[1 << i | 1 << j];

            memset(out, 0, w->two * sizeof *out);
            w->to_two(out, before + i * one, last + j * one, 0);
            w->to_two(out, before + j * one, last + i * one, ~(limb)0);
        }
    for (size_t i = 0; i < n && rows > 2; i++)
        for (size_t j = i + 1; j < n; j++)
            for (size_t k = j + 1; k < n; k++) {
                limb *const out = minor[1 << i | 1 << j | 1 << k];

                memset(out, 0, w->three * sizeof *out);
                w->to_three(out, row + i * one, minor[1 << j | 1 << k], 0);
                w->to_three(out, row + j * one, minor[1 << i | 1 << k], ~(limb)0);
                w->to_three(out, row + k * one, minor[1 << i | 1 << j], 0);
            }
}

/* Sets out to the determinant. Returns its number of limbs. */
static size_t determinant(limb *out, const word_poly *f, const word_poly *g, const widths *w)
{
    limb row[DEGREE * DEGREE * 3], upper[SETS][LIMBS], lower[SETS][LIMBS];
    const size_t limbs[] = {0, w->one, w->two, w->three};
    const size_t n = f->degree, above = n > 3 ? n / 2 : n, all = ((size_t)1 << n) - 1;

    set_rows(row, f, g, w);
    set_minors(upper, row, above, n, w);
    if (above == n) {
        memcpy(out, upper[all], limbs[n] * sizeof *out);
        return limbs[n];
    }
    set_minors(lower, row + above * n * w->one, n - above, n, w);
    memset(out, 0, (limbs[above] + limbs[n - above]) * sizeof *out);
    for (size_t set = 0; set <= all; set++) {
        size_t places = 0; /* sum of the set's columns: of the first ones 1 or 3 */

        if ((size_t)__builtin_popcountll(set) != above)
            continue;
        for (size_t i = 0; i < n; i++)
            places += (set >> i & 1) * i;
        w->halves[n - 4](out, upper[set], lower[all ^ set], -(limb)((places + 1) & 1));
    }
    return limbs[above] + limbs[n - above];
}

clmodp_status clm_word_resultant(clmodp_zx *r, bool *done, const clmodp_zxy *f,
                                 const clmodp_zxy *g)
{
    clmodp_status st = CLMODP_OK;
    word_poly a, b;
    limb value[MOST];
    const widths *w = kinds;
    mpz_t *c;
    size_t length;

    *done = false;
    if (!read_words(&a, f) || !read_words(&b, g) || (a.degree == 0 && b.degree == 0))
        goto done;
    const bool exchanged = a.degree < b.degree;
    const bool minus = exchanged && a.degree % 2 != 0 && b.degree % 2 != 0;
    const word_poly *const longer = exchanged ? &b : &a, *const other = exchanged ? &a : &b;
    /* elements are at most 2 q |f| |g| <= 2^4 |f| |g|, or 2 |f| |g| in degree 1 */
    const unsigned bits = a.bits + b.bits + (other->degree > 1 ? 4 : 1);

    while (bits > w->bits)
        w++;
    length = determinant(value, longer, other, w);
    TRY(clm_zx_resize(r, &c, 1));
    clm_limbs_get(c[0], value, length, minus);
    clm_zx_trim(r);
    *done = true;
done:
    return st;
}

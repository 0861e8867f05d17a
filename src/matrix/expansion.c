/* Expands tiny determinants row by row: the minors of the first rows for all sets of as many
 * columns, as dense polynomials in one variable with as many limbs as minors of this order
 * need. */
#include "matrix/expansion.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/size.h"
#include "polynomials/mpoly.h"
#include "polynomials/signed_limbs.h"

enum {
    MOST_ORDER = 7,
    MOST_TERMS = 256,  /* of all entries */
    MOST_LIMBS = 32,   /* of a coefficient */
    MOST_WIDTH = 4096, /* possible exponents of the determinant */
    ON_STACK = 512     /* limbs of minors */
};

/* Times in ns: of an engine; a point takes POINT + n^3 / 2 for each product of two primes, a
 * multiple of 2^MODULI of them; a product of limbs half a ns, LONG beside for several limbs. */
enum { ENGINE = 20000, POINT = 100, MODULI = 3, LONG = 6 };

__extension__ typedef __int128 i128;
__extension__ typedef unsigned __int128 u128;

typedef struct term {
    mpz_srcptr c;
    const uint32_t *e;
    size_t exponent; /* in the one variable */
    size_t size;     /* limbs of c */
    clm_limb limb;   /* the first one */
    clm_limb flip;   /* all ones for a negative c, else 0 */
} term;

typedef struct expansion {
    const clm_view *view;
    size_t n, variables, count;
    size_t bits, sums; /* coefficients are below 2^bits sums */
    size_t radix[CLMODP_MOST_VARIABLES];
    size_t begin[MOST_ORDER * MOST_ORDER + 1];  /* first term of each entry */
    size_t length[MOST_ORDER + 1];              /* [k]: coefficients of minors of k rows */
    size_t filled[MOST_ORDER + 1];              /* [k]: of these, at most, not 0 */
    size_t limbs[MOST_ORDER + 1];               /* of one of these */
    clm_limb *minor[(size_t)1 << MOST_ORDER];   /* by the set of columns, a bit each */
    term term[MOST_TERMS];
} expansion;

static bool is_one(mpz_srcptr c)
{
    return mpz_size(c) == 1 && mpz_getlimbn(c, 0) == 1;
}

/* Lists the terms of row i, and bounds the coefficients of minors of i + 1 rows: a coefficient is
 * the sum of a product for each term of i + 1 entries. Returns whether the matrix may be tiny. */
static bool read_row(expansion *s, size_t i)
{
    size_t largest = 0, terms = 1;
    clm_limb top = 1; /* bits of the first limbs of the longest coefficients */
    term *next = s->term + s->count;

    for (size_t j = 0; j < s->n; j++) {
        const clm_entry *entry = clm_view_entry(s->view, i, j);
        const clmodp_mpoly *f = entry->f;
        const size_t length = f != NULL ? f->length : 0;

        s->begin[i * s->n + j] = s->count;
        if (length == 0)
            continue;
        if (!is_one(entry->denominator) || length > MOST_TERMS - s->count)
            return false;
        s->count += length;
        terms = clm_size_max(terms, length);
        for (size_t t = 0; t < length; t++) {
            const mpz_srcptr c = clm_mpoly_coefficient(f, t);
            const uint32_t *e = clm_mpoly_exponents(f, t);
            const size_t size = mpz_size(c);
            const clm_limb limb = mpz_getlimbn(c, 0);
            const clm_limb first = size == 1 ? limb : mpz_getlimbn(c, (mp_size_t)size - 1);

            *next++ = (term){c, e, e[0], size, limb, -(clm_limb)(mpz_sgn(c) < 0)};
            if (size > largest) {
                largest = size;
                top = 0;
            }
            top |= size == largest ? first : 0;
        }
    }
    s->begin[(i + 1) * s->n] = s->count;
    s->sums *= i > 0 ? (i + 1) * terms : 1;
    s->bits += 64 * largest - (size_t)__builtin_clzll(top);
    s->limbs[i + 1] = (s->bits + 63 - (size_t)__builtin_clzll(2 * s->sums - 1)) / 64 + 1;
    return s->limbs[i + 1] <= MOST_LIMBS;
}

/* Packs several variables into one, by weights in the order of terms; false: too many
 * exponents. */
static bool pack_exponents(expansion *s)
{
    size_t width = 1;

    for (size_t t = 0; t < s->count; t++)
        s->term[t].exponent = 0;
    for (size_t v = s->variables; v-- > 0;) {
        size_t sum = 0;

        for (size_t i = 0; i < s->n; i++) {
            size_t degree = 0;

            for (size_t t = s->begin[i * s->n]; t < s->begin[(i + 1) * s->n]; t++) {
                const uint32_t e = s->term[t].e[v];

                degree = clm_size_max(degree, e);
                s->term[t].exponent += e * width;
            }
            sum += degree;
        }
        s->radix[v] = sum + 1;
        width = clm_size_times(width, sum + 1);
        if (width > MOST_WIDTH)
            return false;
    }
    return true;
}

/* Returns the greatest total degree of a row. */
static size_t total_degree(const expansion *s, size_t i)
{
    size_t degree = 0;

    for (size_t t = s->begin[i * s->n]; t < s->begin[(i + 1) * s->n]; t++) {
        size_t sum = 0;

        for (size_t v = 0; v < s->variables; v++)
            sum += s->term[t].e[v];
        degree = clm_size_max(degree, sum);
    }
    return degree;
}

/* Finds the lengths of minors; returns whether the last one is not too long. */
static bool measure(expansion *s)
{
    size_t total = 0;

    s->length[0] = 1;
    for (size_t i = 0; i < s->n; i++) {
        const size_t *begin = &s->begin[i * s->n];
        size_t most = 0, monomials = 1;

        for (size_t j = 0; j < s->n; j++) /* the last term of an entry has the highest exponent */
            if (begin[j] < begin[j + 1])
                most = clm_size_max(most, s->term[begin[j + 1] - 1].exponent);
        s->length[i + 1] = s->filled[i + 1] = s->length[i] + most;
        if (s->variables < 2 || s->length[i + 1] > MOST_WIDTH)
            continue;
        total += total_degree(s, i);
        for (size_t v = 1; v <= s->variables && monomials < MOST_WIDTH; v++)
            monomials = monomials * (total + v) / v;
        s->filled[i + 1] = clm_size_min(s->length[i + 1], monomials);
    }
    return s->length[s->n] <= MOST_WIDTH;
}

/* Returns the number of sets of k of n columns. */
static size_t binomial(size_t n, size_t k)
{
    static const uint8_t table[MOST_ORDER + 1][MOST_ORDER + 1] = {
        {1},
        {1, 1},
        {1, 2, 1},
        {1, 3, 3, 1},
        {1, 4, 6, 4, 1},
        {1, 5, 10, 10, 5, 1},
        {1, 6, 15, 20, 15, 6, 1},
        {1, 7, 21, 35, 35, 21, 7, 1}};

    return table[n][k];
}

/* Returns the limbs of all minors. */
static size_t count_limbs(const expansion *s)
{
    size_t limbs = 0;

    for (size_t i = 1; i <= s->n; i++)
        limbs += binomial(s->n, i) * s->length[i] * s->limbs[i];
    return limbs;
}

/* Predicts whether minors are faster than an engine, as if each entry of a row had the row's mean
 * number of terms, of equally many limbs. */
static bool pays(const expansion *s)
{
    const size_t n = s->n;
    const size_t moduli = clm_round_up(s->bits / 62 + 1, (size_t)1 << MODULI);
    size_t halves = 0; /* of ns */

    for (size_t i = 1; i < n; i++) {
        const size_t terms = s->begin[(i + 1) * n] - s->begin[i * n], limbs = s->limbs[i];
        const size_t products = binomial(n, i) * (n - i) * s->filled[i] * terms / n;
        const size_t size = clm_size_max(s->limbs[i + 1] - limbs, 1);

        halves += products * (limbs * size + (limbs > 1 ? 2 : 0) + (size > 1 ? 2 * LONG : 0));
    }
    return halves / 2 < ENGINE + s->length[n] * moduli * (POINT + n * n * n / 2);
}

/* Sets out, zeros, to a term. */
static void put_term(clm_limb *out, const term *t, size_t limbs)
{
    const mp_limb_t *c = t->size == 1 ? &t->limb : mpz_limbs_read(t->c);
    clm_limb carry = t->flip & 1;

    out += t->exponent * limbs;
    for (size_t k = 0; k < limbs; k++) {
        out[k] = ((k < t->size ? c[k] : 0) ^ t->flip) + carry;
        carry &= out[k] == 0;
    }
}

static bool is_zero(const clm_limb *c, size_t limbs)
{
    for (size_t k = 0; k < limbs; k++)
        if (c[k] != 0)
            return false;
    return true;
}

/* Adds c, or -c if flip is all ones, times `length` coefficients a of m limbs each to sums of n
 * limbs. A sum less a product is ~(~sum + product). */
CLM_UNROLLED void add_multiple(clm_limb *sum, size_t n, const clm_limb *a, size_t m,
                               size_t length, clm_limb c, clm_limb flip)
{
    for (size_t k = 0; k < length; k++, sum += n, a += m) {
        const clm_limb negative = c & -(a[m - 1] >> 63);
        clm_limb upper = 0;
        i128 carry;

        if (m > 1 && is_zero(a, m))
            continue;
        for (size_t i = 0; i < m; i++) {
            const u128 t = (u128)a[i] * c + upper + (sum[i] ^ flip);

            sum[i] = (clm_limb)t ^ flip;
            upper = (clm_limb)(t >> 64);
        }
        carry = (i128)upper - negative; /* a negative a was taken for one 2^(64 m) larger */
        for (size_t i = m; i < n; i++, carry >>= 64) {
            carry += sum[i] ^ flip;
            sum[i] = (clm_limb)carry ^ flip;
        }
    }
}

/* Functions of constant lengths, which are not inlined: they need many registers. */
#define ADD_MULTIPLE(n, m)                                                                       \
    static void add_##n##_##m(clm_limb *sum, const clm_limb *a, size_t length, clm_limb c,       \
                              clm_limb flip)                                                     \
    {                                                                                            \
        add_multiple(sum, n, a, m, length, c, flip);                                             \
    }
ADD_MULTIPLE(1, 1)
ADD_MULTIPLE(2, 1)
ADD_MULTIPLE(2, 2)
ADD_MULTIPLE(3, 2)
ADD_MULTIPLE(3, 3)

/* add_multiple for any m <= n. */
static void add_one(clm_limb *sum, size_t n, const clm_limb *a, size_t m, size_t length,
                    clm_limb c, clm_limb flip)
{
    add_multiple(sum, n, a, m, length, c, flip);
}

/* add_multiple for a c of `size` limbs. */
static void add_long(clm_limb *sum, size_t n, const clm_limb *a, size_t m, size_t length,
                     const clm_limb *c, size_t size, clm_limb flip)
{
    static const clm_limb zeros[MOST_LIMBS] = {0};

    for (size_t k = 0; k < length; k++, sum += n, a += m) {
        const bool negative = a[m - 1] >> 63 != 0;
        clm_limb product[2 * MOST_LIMBS];

        if (is_zero(a, m))
            continue;
        if (m >= size)
            mpn_mul(product, a, (mp_size_t)m, c, (mp_size_t)size);
        else
            mpn_mul(product, c, (mp_size_t)size, a, (mp_size_t)m);
        if (n > m)
            mpn_sub_n(product + m, product + m, negative ? c : zeros, (mp_size_t)size);
        for (size_t i = m + size; i < n; i++)
            product[i] = -(clm_limb)negative;
        if (flip == 0)
            mpn_add_n(sum, sum, product, (mp_size_t)n);
        else
            mpn_sub_n(sum, sum, product, (mp_size_t)n);
    }
}

/* Adds a term times a minor of i rows, or subtracts it if flip is all ones. */
static inline void add_term(const expansion *s, size_t i, clm_limb *sum, const clm_limb *minor,
                            const term *t, clm_limb flip)
{
    const size_t n = s->limbs[i + 1], m = s->limbs[i], length = s->length[i];

    sum += t->exponent * n;
    flip ^= t->flip;
    switch (t->size == 1 ? 4 * n + m : 0) {
        case 0: add_long(sum, n, minor, m, length, mpz_limbs_read(t->c), t->size, flip); break;
        case 4 + 1: add_1_1(sum, minor, length, t->limb, flip); break;
        case 8 + 1: add_2_1(sum, minor, length, t->limb, flip); break;
        case 8 + 2: add_2_2(sum, minor, length, t->limb, flip); break;
        case 12 + 2: add_3_2(sum, minor, length, t->limb, flip); break;
        case 12 + 3: add_3_3(sum, minor, length, t->limb, flip); break;
        default: add_one(sum, n, minor, m, length, t->limb, flip);
    }
}

/* Returns the next greater set with as many elements. */
static size_t next_set(size_t set)
{
    const size_t lowest = set & -set, next = set + lowest;

    return next | (set ^ next) >> (2 + __builtin_ctzll(lowest));
}

/* Sets the minors of the first row, zeros. */
static void set_row(const expansion *s)
{
    for (size_t j = 0; j < s->n; j++)
        for (size_t t = s->begin[j]; t < s->begin[j + 1]; t++)
            put_term(s->minor[(size_t)1 << j], &s->term[t], s->limbs[1]);
}

/* Sets the minors of i + 1 rows, zeros, from those of i. */
static void add_row(const expansion *s, size_t i)
{
    for (size_t set = ((size_t)2 << i) - 1; set < (size_t)1 << s->n; set = next_set(set)) {
        clm_limb flip = 0; /* the sign of column j: the parity of the set's later columns */

        for (size_t j = s->n; j-- > 0;) {
            const size_t *begin = &s->begin[i * s->n + j];

            if ((set >> j & 1) == 0)
                continue;
            for (size_t t = begin[0]; t < begin[1]; t++)
                add_term(s, i, s->minor[set], s->minor[set ^ (size_t)1 << j], &s->term[t], flip);
            flip = ~flip;
        }
    }
}

/* Adds a b to a sum of n limbs, or subtracts it. */
static void add_terms(clm_limb *sum, size_t n, const term *a, const term *b, bool minus)
{
    const size_t size = a->size + b->size;
    const term *const longer = a->size < b->size ? b : a, *const other = longer == a ? b : a;
    clm_limb product[2 * MOST_LIMBS];

    mpn_mul(product, mpz_limbs_read(longer->c), (mp_size_t)longer->size,
            mpz_limbs_read(other->c), (mp_size_t)other->size);
    for (size_t i = size; i < n; i++)
        product[i] = 0;
    if ((a->flip != b->flip) != minus)
        mpn_sub_n(sum, sum, product, (mp_size_t)n);
    else
        mpn_add_n(sum, sum, product, (mp_size_t)n);
}

/* Sets the minors of two rows with long coefficients, zeros. */
static void add_two_rows(const expansion *s)
{
    const size_t *const a = s->begin, *const b = a + s->n, n = s->limbs[2];

    for (size_t set = 3; set < (size_t)1 << s->n; set = next_set(set)) {
        const size_t i = (size_t)__builtin_ctzll(set);
        const size_t j = (size_t)__builtin_ctzll(set & (set - 1));

        for (int minus = 0; minus < 2; minus++) {
            const size_t of_a = minus ? j : i, of_b = minus ? i : j;

            for (size_t k = a[of_a]; k < a[of_a + 1]; k++)
                for (size_t l = b[of_b]; l < b[of_b + 1]; l++)
                    add_terms(s->minor[set] + (s->term[k].exponent + s->term[l].exponent) * n, n,
                              &s->term[k], &s->term[l], minus);
        }
    }
}

/* Assigns memory to the minors. */
static void place_minors(expansion *s, clm_limb *memory)
{
    for (size_t i = 1; i <= s->n; i++)
        for (size_t set = ((size_t)1 << i) - 1; set < (size_t)1 << s->n; set = next_set(set)) {
            s->minor[set] = memory;
            memory += s->length[i] * s->limbs[i];
        }
}

/* Sets r to the terms of the determinant, in their order; returns false without memory. */
static bool write_terms(clmodp_mpoly *r, const expansion *s)
{
    const size_t limbs = s->limbs[s->n], length = s->length[s->n];
    const clm_limb *const c = s->minor[((size_t)1 << s->n) - 1];
    size_t terms = 0;

    for (size_t k = 0; k < length; k++)
        terms += !is_zero(c + k * limbs, limbs);
    if (clm_mpoly_resize(r, terms) != CLMODP_OK)
        return false;
    terms = 0;
    for (size_t k = 0; k < length; k++) {
        uint32_t *e;
        size_t rest = k;

        if (is_zero(c + k * limbs, limbs))
            continue;
        e = clm_mpoly_exponents(r, terms);
        if (limbs == 1)
            mpz_set_si(clm_mpoly_coefficient(r, terms), (long)c[k]);
        else
            clm_limbs_get(clm_mpoly_coefficient(r, terms), c + k * limbs, limbs, false);
        for (size_t v = clm_stored_exponents(s->variables); v-- > 0;) {
            e[v] = 0;
            if (v < s->variables && v > 0) {
                e[v] = (uint32_t)(rest % s->radix[v]);
                rest /= s->radix[v];
            }
        }
        if (s->variables > 0)
            e[0] = (uint32_t)rest;
        terms++;
    }
    return true;
}

/* ---- two rows in one variable, without any setup ---- */

enum { MOST_PAIR = 4 }; /* exponents of an entry */

typedef struct word_poly {
    size_t length, terms;
    int64_t c[MOST_PAIR];
} word_poly;

/* Reads an entry with coefficients of one limb, and adds their bits to *bits. */
static inline bool read_words(word_poly *out, clm_limb *bits, const clm_entry *entry)
{
    const clmodp_mpoly *f = entry->f;
    size_t largest = 1;

    *out = (word_poly){.terms = f != NULL ? f->length : 0};
    if (out->terms == 0)
        return true;
    out->length = 1 + clm_mpoly_exponents(f, out->terms - 1)[0];
    if (out->length > MOST_PAIR || !is_one(entry->denominator))
        return false;
    for (size_t t = 0; t < out->terms; t++) {
        const mpz_srcptr c = clm_mpoly_coefficient(f, t);
        const clm_limb limb = mpz_getlimbn(c, 0), flip = -(clm_limb)(mpz_sgn(c) < 0);

        largest |= mpz_size(c);
        *bits |= limb;
        out->c[clm_mpoly_exponents(f, t)[0]] = (int64_t)((limb ^ flip) - flip);
    }
    return largest == 1;
}

/* Adds sign a b. */
static inline void add_words(int64_t *sum, const word_poly *a, const word_poly *b, int64_t sign)
{
    for (size_t s = 0; s < a->length; s++) {
        const int64_t c = sign * a->c[s];

        for (size_t t = 0; t < MOST_PAIR; t++)
            sum[s + t] += c * b->c[t];
    }
}

/* Sets r to the determinant of two rows; returns false if it does not fit. */
static bool expand_pair(clmodp_mpoly *r, const clm_view *view)
{
    word_poly f[4];
    clm_limb row[2] = {1, 1}; /* bits of the rows' coefficients */
    int64_t sum[2 * MOST_PAIR] = {0};
    size_t products, terms = 0;

    for (size_t k = 0; k < 4; k++)
        if (!read_words(&f[k], &row[k / 2], clm_view_entry(view, k / 2, k % 2)))
            return false;
    products = clm_size_min(f[0].terms, f[3].terms) + clm_size_min(f[1].terms, f[2].terms);
    if (products > 0 && __builtin_clzll(row[0]) + __builtin_clzll(row[1]) +
                            __builtin_clzll(2 * products - 1) < 128)
        return false; /* sums may exceed 2^63 */
    add_words(sum, &f[0], &f[3], 1);
    add_words(sum, &f[1], &f[2], -1);
    for (size_t k = 0; k + 1 < 2 * MOST_PAIR; k++)
        terms += sum[k] != 0;
    if (clm_mpoly_resize(r, terms) != CLMODP_OK)
        return false;
    for (size_t k = 0, next = 0; next < terms; k++)
        if (sum[k] != 0) {
            clm_mpoly_exponents(r, next)[0] = (uint32_t)k;
            clm_mpoly_exponents(r, next)[1] = 0;
            mpz_set_si(clm_mpoly_coefficient(r, next++), sum[k]);
        }
    return true;
}

/* Replaces r by the terms of s, whose number of variables differs. */
static bool replace(clmodp_mpoly *r, const expansion *s)
{
    clmodp_mpoly *other = NULL;
    const bool fits =
        clmodp_mpoly_create(&other, s->variables) == CLMODP_OK && write_terms(other, s);

    if (fits)
        clmodp_mpoly_swap(r, other);
    clmodp_mpoly_destroy(other);
    return fits;
}

bool clm_matrix_expand(clmodp_mpoly *r, const clm_view *view)
{
    clm_limb on_stack[ON_STACK], *memory = on_stack;
    expansion s;
    size_t limbs;
    bool fits;

    s.view = view;
    s.n = view->n;
    s.variables = view->a->variables;
    s.count = s.bits = 0;
    s.sums = 1;
    if (s.n == 0 || s.n > MOST_ORDER)
        return false;
    if (s.n == 2 && s.variables == 1 && r->variables == 1 && expand_pair(r, view))
        return true;
    for (size_t i = 0; i < s.n; i++)
        if (!read_row(&s, i))
            return false;
    if ((s.variables != 1 && !pack_exponents(&s)) || !measure(&s) || !pays(&s))
        return false;
    limbs = count_limbs(&s);
    if (limbs > ON_STACK)
        memory = clm_allocate(limbs, sizeof *memory);
    else
        memset(memory, 0, limbs * sizeof *memory);
    if (memory == NULL)
        return false;
    place_minors(&s, memory);
    if (s.n > 1 && s.limbs[2] > 3)
        add_two_rows(&s);
    else
        set_row(&s);
    for (size_t i = s.n > 1 && s.limbs[2] > 3 ? 2 : 1; i < s.n; i++)
        add_row(&s, i);
    fits = r->variables == s.variables ? write_terms(r, &s) : replace(r, &s);
    if (memory != on_stack)
        free(memory);
    return fits;
}

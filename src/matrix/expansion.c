/* Expands tiny determinants row by row: the minors of the first rows for all sets of as many
 * columns, as dense polynomials in one variable with coefficients of a few words. */
#include "matrix/expansion.h"

#include <string.h>

#include "arith/mont64.h"
#include "core/memory.h"
#include "core/size.h"
#include "polynomials/mpoly.h"

enum {
    MOST_ORDER = 7,
    MOST_TERMS = 256,     /* of all entries */
    MOST_WORDS = 6,       /* of a coefficient */
    MOST_WIDTH = 1024,    /* possible exponents of the determinant */
    MOST_PRODUCTS = 40000 /* of words: some 20 us */
};

/* The terms first ... first + count - 1 of an entry. */
typedef struct entry {
    size_t first, count;
} entry;

typedef struct expansion {
    const clm_view *view;
    size_t n, variables;
    size_t weight[CLMODP_MOST_VARIABLES]; /* of the exponents, in the order of terms */
    size_t degree[CLMODP_MOST_VARIABLES];
    size_t words;
    entry entry[MOST_ORDER * MOST_ORDER];
    uint32_t exponent[MOST_TERMS];
    uint64_t c[MOST_TERMS * MOST_WORDS];
    size_t length[MOST_ORDER + 1]; /* coefficients of minors of so many rows */
} expansion;

/* Bounds degrees, and bits of coefficients, of the determinant by sums over the rows. Returns
 * whether the matrix is tiny. */
static bool measure(expansion *s)
{
    size_t bits = 1, terms = 0, width = 1;

    for (size_t i = 0; i < s->n; i++) {
        size_t degree[CLMODP_MOST_VARIABLES] = {0}, of_row = 0, longest = 0;

        for (size_t j = 0; j < s->n; j++) {
            const clm_entry *e = clm_view_entry(s->view, i, j);

            if (e->f == NULL)
                continue;
            if (mpz_cmp_ui(e->denominator, 1) != 0 || (of_row += e->f->length) > MOST_TERMS)
                return false;
            for (size_t t = 0; t < e->f->length; t++) {
                const uint32_t *exponent = clm_mpoly_exponents(e->f, t);

                longest = clm_size_max(longest,
                                       mpz_sizeinbase(clm_mpoly_coefficient(e->f, t), 2));
                for (size_t v = 0; v < s->variables; v++)
                    degree[v] = clm_size_max(degree[v], exponent[v]);
            }
        }
        for (size_t v = 0; v < s->variables; v++)
            s->degree[v] += degree[v];
        terms += of_row;
        for (bits += longest; of_row > 1; of_row = of_row / 2 + of_row % 2)
            bits++;
    }
    for (size_t v = s->variables; v-- > 0 && width <= MOST_WIDTH;) {
        s->weight[v] = width;
        width = clm_size_times(width, s->degree[v] + 1);
    }
    s->words = bits / 64 + 1;
    return terms <= MOST_TERMS && width <= MOST_WIDTH && s->words <= MOST_WORDS;
}

/* Sets a coefficient's words, in two's complement. */
static void set_words(uint64_t *c, mpz_srcptr from, size_t words)
{
    uint64_t carry = mpz_sgn(from) < 0;

    for (size_t k = 0; k < words; k++) {
        const uint64_t limb = mpz_getlimbn(from, (mp_size_t)k); /* 0 beyond the last one */

        c[k] = mpz_sgn(from) < 0 ? ~limb + carry : limb;
        carry = carry && c[k] == 0;
    }
}

static void read_entries(expansion *s)
{
    size_t count = 0;

    s->length[0] = 1;
    for (size_t i = 0; i < s->n; i++) {
        size_t most = 0;

        for (size_t j = 0; j < s->n; j++) {
            const clmodp_mpoly *f = clm_view_entry(s->view, i, j)->f;
            const size_t length = f != NULL ? f->length : 0;

            s->entry[i * s->n + j] = (entry){count, length};
            for (size_t t = 0; t < length; t++, count++) {
                const uint32_t *exponent = clm_mpoly_exponents(f, t);

                s->exponent[count] = 0;
                for (size_t v = 0; v < s->variables; v++)
                    s->exponent[count] += exponent[v] * (uint32_t)s->weight[v];
                set_words(s->c + count * s->words, clm_mpoly_coefficient(f, t), s->words);
                most = clm_size_max(most, s->exponent[count]);
            }
        }
        s->length[i + 1] = s->length[i] + most;
    }
}

static size_t binomial(size_t n, size_t k)
{
    size_t b = 1;

    for (size_t i = 0; i < k; i++)
        b = b * (n - i) / (i + 1);
    return b;
}

/* Estimates the number of products of words as if each entry of a row had the row's mean number
 * of terms. */
static size_t count_products(const expansion *s)
{
    size_t products = 0;

    for (size_t i = 1; i < s->n; i++) {
        size_t terms = 0;

        for (size_t j = 0; j < s->n; j++)
            terms += s->entry[i * s->n + j].count;
        products += binomial(s->n, i) * (s->n - i) * s->length[i] * terms / s->n;
    }
    return products * s->words * (s->words + 1) / 2;
}

/* Adds a b, or subtracts it, modulo 2^(64 words). */
static inline void add_product(uint64_t *sum, const uint64_t *a, const uint64_t *b, size_t words,
                               bool minus)
{
    uint64_t product[MOST_WORDS] = {0}, carry = minus;

    if (words == 1) {
        *sum += minus ? -(*a * *b) : *a * *b;
        return;
    }
    for (size_t i = 0; i < words; i++) {
        uint64_t high = 0;

        for (size_t k = 0; i + k < words; k++) {
            const clm_u128 t = (clm_u128)a[i] * b[k] + product[i + k] + high;

            product[i + k] = (uint64_t)t;
            high = (uint64_t)(t >> 64);
        }
    }
    for (size_t k = 0; k < words; k++) {
        const clm_u128 t = (clm_u128)sum[k] + (minus ? ~product[k] : product[k]) + carry;

        sum[k] = (uint64_t)t;
        carry = (uint64_t)(t >> 64);
    }
}

/* Sets the minors of i + 1 rows from those of i; minors are numbered by the sets of columns, a bit
 * each. */
static void add_row(const expansion *s, uint64_t *const *minor, size_t i)
{
    const size_t words = s->words;

    for (size_t set = 0; set < (size_t)1 << s->n; set++) {
        if ((size_t)__builtin_popcountll(set) != i + 1)
            continue;
        for (size_t j = 0; j < s->n; j++) {
            const entry by = s->entry[i * s->n + j];
            const uint64_t *a = minor[set & ~((size_t)1 << j)];
            /* the sign of column j: the parity of the set's later columns */
            const bool minus = __builtin_popcountll(set >> j >> 1) % 2 != 0;

            for (size_t t = by.first; (set >> j & 1) != 0 && t < by.first + by.count; t++)
                for (size_t k = 0; k < s->length[i]; k++)
                    add_product(minor[set] + (k + s->exponent[t]) * words, a + k * words,
                                s->c + t * words, words, minus);
        }
    }
}

/* Sets the integer to words in two's complement, which are changed. */
static void get_words(mpz_t out, uint64_t *c, size_t words)
{
    const bool negative = c[words - 1] >> 63 != 0;
    uint64_t carry = 1;

    for (size_t k = 0; k < words && negative; k++) {
        c[k] = ~c[k] + carry;
        carry = carry && c[k] == 0;
    }
    mpz_import(out, words, -1, sizeof *c, 0, 0, c);
    if (negative)
        mpz_neg(out, out);
}

/* Appends the terms of the determinant, in their order. */
static bool write_terms(clmodp_mpoly *r, const expansion *s, uint64_t *c)
{
    size_t terms = 0;
    mpz_t value;

    for (size_t k = 0; k < s->length[s->n]; k++)
        for (size_t w = 0; w < s->words; w++)
            if (c[k * s->words + w] != 0) {
                terms++;
                break;
            }
    if (clm_mpoly_reserve(r, terms) != CLMODP_OK)
        return false;
    mpz_init(value);
    for (size_t k = 0; k < s->length[s->n]; k++) {
        size_t rest = k;
        uint32_t *e;

        get_words(value, c + k * s->words, s->words);
        if (mpz_sgn(value) == 0)
            continue;
        e = clm_mpoly_append(r, value);
        for (size_t v = 0; v < s->variables; rest %= s->weight[v], v++)
            e[v] = (uint32_t)(rest / s->weight[v]);
    }
    mpz_clear(value);
    return true;
}

bool clm_matrix_expand(clmodp_mpoly *r, const clm_view *view)
{
    expansion s = {.view = view, .n = view->n, .variables = view->a->variables};
    uint64_t *minor[(size_t)1 << MOST_ORDER], *memory;
    size_t size = 0;
    bool fits;

    if (s.n == 0 || s.n > MOST_ORDER || !measure(&s))
        return false;
    read_entries(&s);
    if (count_products(&s) > MOST_PRODUCTS)
        return false;
    for (size_t i = 0; i <= s.n; i++)
        size += binomial(s.n, i) * s.length[i] * s.words;
    memory = clm_allocate(size, sizeof *memory);
    if (memory == NULL)
        return false;
    minor[0] = memory;
    for (size_t set = 1; set < (size_t)1 << s.n; set++)
        minor[set] = minor[set - 1] +
                     s.length[__builtin_popcountll(set - 1)] * s.words;
    minor[0][0] = 1;
    for (size_t i = 0; i < s.n; i++)
        add_row(&s, minor, i);
    fits = write_terms(r, &s, minor[((size_t)1 << s.n) - 1]);
    free(memory);
    return fits;
}

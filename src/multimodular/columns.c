/* Lists the columns of rows, and the products that compute their powers of x. */
#include "multimodular/columns.h"

#include <stdlib.h>

#include "cl/fpx/batch/evaluate_shape.h"
#include "cl/fpx/batch/sparse_shape.h"
#include "core/memory.h"
#include "core/size.h"
#include "polynomials/zxy.h"

/* Pairs of powers tried from either end before a power is halved. */
#define TRIES 64

/* A set of exponents, one bit for each. */
typedef struct exponents {
    uint64_t *bits;
    size_t limit; /* exceeds all exponents */
    size_t count;
} exponents;

static bool has(const exponents *set, size_t e)
{
    return (set->bits[e / 64] >> e % 64 & 1) != 0;
}

static void insert(exponents *set, size_t e)
{
    set->count += !has(set, e);
    set->bits[e / 64] |= (uint64_t)1 << e % 64;
}

/* Returns the greatest element up to e. Pre: 0 is an element */
static size_t at_most(const exponents *set, size_t e)
{
    size_t n = e / 64;
    uint64_t word = set->bits[n] << (63 - e % 64) >> (63 - e % 64);

    while (word == 0)
        word = set->bits[--n];
    return 64 * n + 63 - (size_t)__builtin_clzll(word);
}

/* Returns the least element from e on, or the limit. */
static size_t at_least(const exponents *set, size_t e)
{
    while (e < set->limit && !has(set, e))
        e = e % 64 == 0 && set->bits[e / 64] == 0 ? e + 64 : e + 1;
    return clm_size_min(e, set->limit);
}

/* Returns an element a of the set, 0 < a < e, for which e - a is an element, too, near e / 2: so
 * chains of products are short. If none is found, inserts both halves of e. */
static size_t split_power(exponents *set, size_t e)
{
    size_t a = at_most(set, e / 2);

    for (int k = 0; k < TRIES && a > 0; k++, a = at_most(set, a - 1))
        if (has(set, e - a))
            return a;
    a = at_least(set, 1);
    for (int k = 0; k < TRIES && a < e; k++, a = at_least(set, a + 1))
        if (has(set, e - a))
            return a;
    insert(set, e / 2);
    insert(set, e - e / 2);
    return e / 2;
}

/* A power x^e, to be computed as x^a x^(e - a). */
typedef struct power {
    uint32_t e, a;
} power;

static int compare_powers(const void *a, const void *b)
{
    const power *left = a, *right = b;

    return (left->e > right->e) - (left->e < right->e);
}

static uint32_t index_of(const power *list, size_t count, uint32_t e)
{
    const power key = {e, 0};
    const power *found = bsearch(&key, list, count, sizeof key, compare_powers);

    return (uint32_t)(found - list);
}

/* Lists all powers by increasing exponents; *count is 0 if there are too many. */
static void list_powers(power list[SPARSE_MOST], size_t *count, exponents *set)
{
    size_t listed = 0;

    insert(set, 0);
    insert(set, 1);
    *count = 0;
    for (size_t e = at_most(set, set->limit - 1);; e = at_most(set, e - 1)) {
        const size_t a = e > 1 && set->count <= SPARSE_MOST ? split_power(set, e) : 0;

        if (set->count > SPARSE_MOST)
            return;
        list[listed++] = (power){(uint32_t)e, (uint32_t)a};
        if (e == 0)
            break;
    }
    qsort(list, listed, sizeof *list, compare_powers);
    *count = listed;
}

static int compare_keys(const void *a, const void *b)
{
    const uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;

    return (left > right) - (left < right);
}

/* Sets the key of each term to its block of rows, times 2^32, plus its exponent of x. */
static void list_terms(uint64_t *key, const clmodp_zxy *f, size_t first_row)
{
    for (size_t k = 0; k < f->length; k++)
        key[k] = (uint64_t)((first_row + f->term[k].j) / EVALUATE_BLOCK) << 32 | f->term[k].i;
}

/* Sorts keys and returns the number of different ones, which come first. */
static size_t sort_keys(uint64_t *key, size_t count)
{
    size_t kept = 0;

    qsort(key, count, sizeof *key, compare_keys);
    for (size_t k = 0; k < count; k++)
        if (kept == 0 || key[kept - 1] != key[k])
            key[kept++] = key[k];
    return kept;
}

static clmodp_status fill_words(clm_error *error, clm_columns *out, const power *list,
                                const uint64_t *key, size_t blocks)
{
    clmodp_status st = CLMODP_OK;
    uint32_t *column;
    size_t k = 0;

    out->count = SPARSE_COLUMNS(out->powers, blocks) + 2 * out->columns;
    NEW(error, out->words, out->count);
    for (size_t n = 0; n < out->powers; n++)
        out->words[n] = index_of(list, out->powers, list[n].a) |
                        index_of(list, out->powers, list[n].e - list[n].a) << 16;
    for (size_t block = 0; block <= blocks; block++) {
        while (k < out->columns && key[k] >> 32 < block)
            k++;
        out->words[out->powers + block] = (uint32_t)k;
    }
    column = out->words + SPARSE_COLUMNS(out->powers, blocks);
    for (k = 0; k < out->columns; k++) {
        column[2 * k] = index_of(list, out->powers, (uint32_t)key[k]);
        column[2 * k + 1] = (uint32_t)key[k];
    }
done:
    return st;
}

clmodp_status clm_columns_create(clm_error *error, clm_columns *out, const clmodp_zxy *f,
                                 const clmodp_zxy *g, size_t rows, size_t most)
{
    clmodp_status st = CLMODP_OK;
    const size_t terms = f->length + (g != NULL ? g->length : 0);
    exponents set = {.limit = 2};
    uint64_t *key = NULL;
    power *list = NULL;

    *out = (clm_columns){0};
    NEW(error, key, terms);
    NEW(error, list, SPARSE_MOST);
    list_terms(key, f, 0);
    if (g != NULL)
        list_terms(key + f->length, g, (size_t)clmodp_zxy_degree_y(f) + 1);
    out->columns = sort_keys(key, terms);
    for (size_t k = 0; k < out->columns; k++)
        set.limit = clm_size_max(set.limit, (uint32_t)key[k] + (size_t)1);
    NEW(error, set.bits, set.limit / 64 + 1);
    for (size_t k = 0; k < out->columns; k++)
        insert(&set, (uint32_t)key[k]);
    if (out->columns <= most)
        list_powers(list, &out->powers, &set);
    if (out->powers > 0)
        TRY(fill_words(error, out, list, key, clm_div_up(rows, EVALUATE_BLOCK)));
    else
        *out = (clm_columns){0};
done:
    free(set.bits);
    free(list);
    free(key);
    return st;
}

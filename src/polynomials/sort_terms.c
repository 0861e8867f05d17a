/* Sorts terms: many of them by radix sort of their exponents, packed into words. */
#include "polynomials/mpoly.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"

/* Fewer terms are sorted by comparisons. */
#define MANY ((size_t)128)

enum { DIGIT_BITS = 11, DIGITS = 1 << DIGIT_BITS };

/* The packed exponents of a term. */
typedef struct keyed {
    uint64_t key;
    size_t term;
} keyed;

/* Comparisons of terms with n exponents. */
#define COMPARE(n)                                          \
    static int compare_##n(const void *a, const void *b)    \
    {                                                       \
        return clm_compare_exponents(a, b, n);              \
    }
COMPARE(2)
COMPARE(4)
COMPARE(6)
COMPARE(8)
COMPARE(10)
COMPARE(12)
COMPARE(14)
COMPARE(16)

static void sort_by_comparisons(void *terms, size_t count, size_t bytes, size_t variables)
{
    static int (*const compare[])(const void *, const void *) = {
        compare_2,  compare_2,  compare_4,  compare_6, compare_8,
        compare_10, compare_12, compare_14, compare_16};

    qsort(terms, count, bytes, compare[clm_stored_exponents(variables) / 2]);
}

static const uint32_t *exponents_of(const char *terms, size_t k, size_t bytes)
{
    return (const void *)(terms + k * bytes);
}

/* Finds the bits of each variable's exponents. Returns their sum. */
static unsigned find_widths(unsigned *width, const char *terms, size_t count, size_t bytes,
                            size_t variables)
{
    uint32_t all[CLMODP_MOST_VARIABLES] = {0};
    unsigned sum = 0;

    for (size_t k = 0; k < count; k++)
        for (size_t i = 0; i < variables; i++)
            all[i] |= exponents_of(terms, k, bytes)[i];
    for (size_t i = 0; i < variables; i++) {
        width[i] = all[i] == 0 ? 0 : 32 - (unsigned)__builtin_clz(all[i]);
        sum += width[i];
    }
    return sum;
}

/* Sets `to` to the keys, sorted by the digit from bit `shift` on, equal ones in their order. */
static void sort_by_digit(keyed *to, const keyed *from, size_t count, unsigned shift)
{
    size_t place[DIGITS] = {0}, sum = 0;

    for (size_t k = 0; k < count; k++)
        place[from[k].key >> shift & (DIGITS - 1)]++;
    for (size_t digit = 0; digit < DIGITS; digit++) {
        const size_t found = place[digit];

        place[digit] = sum;
        sum += found;
    }
    for (size_t k = 0; k < count; k++)
        to[place[from[k].key >> shift & (DIGITS - 1)]++] = from[k];
}

/* Returns false, and changes nothing, if the exponents of a term have more than 64 bits together,
 * or without memory. */
static bool sort_by_digits(char *terms, size_t count, size_t bytes, size_t variables)
{
    unsigned width[CLMODP_MOST_VARIABLES];
    const unsigned bits = find_widths(width, terms, count, bytes, variables);
    keyed *keys = bits <= 64 ? clm_allocate(count, sizeof *keys) : NULL;
    keyed *other = keys != NULL ? clm_allocate(count, sizeof *other) : NULL;
    char *const sorted = other != NULL ? clm_allocate(count, bytes) : NULL;
    const bool done = sorted != NULL;

    for (size_t k = 0; k < count && done; k++) {
        keys[k].term = k;
        for (size_t i = 0; i < variables; i++)
            keys[k].key = keys[k].key << width[i] | exponents_of(terms, k, bytes)[i];
    }
    for (unsigned shift = 0; shift < bits && done; shift += DIGIT_BITS) {
        keyed *const before = keys;

        sort_by_digit(other, keys, count, shift);
        keys = other;
        other = before;
    }
    for (size_t k = 0; k < count && done; k++)
        memcpy(sorted + k * bytes, terms + keys[k].term * bytes, bytes);
    if (done)
        memcpy(terms, sorted, count * bytes);
    free(sorted);
    free(other);
    free(keys);
    return done;
}

void clm_sort_terms(void *terms, size_t count, size_t bytes, size_t variables)
{
    if (variables > 0 && (count < MANY || !sort_by_digits(terms, count, bytes, variables)))
        sort_by_comparisons(terms, count, bytes, variables);
}

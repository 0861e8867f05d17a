/* Simplifies matrices whose determinants are computed. */
#include "resultant/determinant.h"

#include <stdlib.h>

#include "arith/elimination.h"
#include "core/memory.h"
#include "polynomials/integers.h"
#include "polynomials/modulo.h"
#include "polynomials/zxy.h"
#include "resultant/check.h"

/* The prime of the order over Z. */
#define ORDER_PRIME (((uint64_t)1 << 61) - 1)

static size_t line_of(const clm_term *term, size_t n, bool columns)
{
    return columns ? term->j % n : term->j / n;
}

/* A matrix, and the product of the contents found so far. */
typedef struct contents {
    clmodp_zxy *a;
    size_t n;
    mpz_ptr integer;
    const clm_poller *watch;
} contents;

/* Limbs of a matrix whose contents take longer than a thread's start. */
#define WATCHED_LIMBS ((size_t)1 << 14)

/* Divides the rows (index 0) or the columns (index 1) by their contents, and multiplies `integer`
 * by these. */
static clmodp_status remove_contents(void *argument, size_t index, size_t thread)
{
    clmodp_status st = CLMODP_OK;
    const contents *s = argument;
    const clmodp_zxy *a = s->a;
    const bool columns = index == 1;
    mpz_t *content = NULL;

    (void)thread;
    NEW(NULL, content, s->n);
    for (size_t k = 0; k < s->n; k++)
        mpz_init(content[k]);
    for (size_t k = 0; k < a->length; k++) {
        mpz_ptr c = content[line_of(&a->term[k], s->n, columns)];

        TRY(clm_poller_check(s->watch));
        if (mpz_cmp_ui(c, 1) != 0 && !clm_gcd_watched(c, c, a->term[k].c, s->watch))
            TRY(CLMODP_CANCELLED);
    }
    for (size_t k = 0; k < a->length; k++) {
        mpz_srcptr c = content[line_of(&a->term[k], s->n, columns)];

        TRY(clm_poller_check(s->watch));
        if (mpz_cmp_ui(c, 1) != 0)
            mpz_divexact(a->term[k].c, a->term[k].c, c);
    }
    for (size_t k = 0; k < s->n; k++) {
        TRY(clm_poller_check(s->watch));
        if (mpz_sgn(content[k]) != 0)
            mpz_mul(s->integer, s->integer, content[k]);
    }
done:
    for (size_t k = 0; content != NULL && k < s->n; k++)
        mpz_clear(content[k]);
    free(content);
    return st;
}

/* Removes the contents of all rows, then of all columns. */
static clmodp_status remove_all_contents(mpz_ptr integer, clmodp_zxy *a, size_t n,
                                         clm_poller *watch)
{
    contents s = {.a = a, .n = n, .integer = integer};
    size_t limbs = 0;

    for (size_t k = 0; k < a->length; k++)
        limbs += mpz_size(a->term[k].c);
    s.watch = limbs > WATCHED_LIMBS ? watch : NULL;
    return clm_parallel_watched(2, 1, remove_contents, &s, limbs > WATCHED_LIMBS ? watch : NULL);
}

/* Replaces the permutation by its inverse, through `work`; returns whether it is not the
 * identity. */
static bool invert(uint32_t *order, uint32_t *work, size_t n)
{
    bool changes = false;

    for (size_t k = 0; k < n; k++)
        work[order[k]] = (uint32_t)k;
    for (size_t k = 0; k < n; k++) {
        order[k] = work[k];
        changes = changes || order[k] != k;
    }
    return changes;
}

/* Permutes rows and columns; an odd number of exchanges inverts *negative. *full: pivots were
 * found for all rows. */
static clmodp_status choose_order(clm_error *error, bool *negative, bool *full, clmodp_zxy *a,
                                  size_t n, uint64_t prime, clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    const clm_mont64 field = clm_mont64_of(prime);
    clm_random random = {n};
    uint64_t *value = NULL;
    uint32_t *row = NULL, *column, *work;
    clm_elimination found;
    bool changes;

    NEW(error, value, n * n);
    NEW(error, row, 3 * n);
    column = row + n;
    work = column + n;
    for (size_t k = 0; k < n; k++)
        row[k] = column[k] = (uint32_t)k;
    clm_check_values(value, a, 1 + clm_random_below(&random, prime - 1), &field);
    TRY(clm_mont64_eliminate_watched(&found, value, n, n, row, column, &field, watch));
    *negative ^= found.negative;
    *full = found.rank == n;
    changes = invert(row, work, n);
    changes = invert(column, work, n) || changes;
    for (size_t k = 0; k < a->length && changes; k++) {
        const uint32_t j = a->term[k].j;

        a->term[k].j = (uint32_t)(row[j / n] * n + column[j % n]);
    }
    if (changes)
        clm_zxy_combine(a);
done:
    free(row);
    free(value);
    return st;
}

clmodp_status clm_determinant_simplify(clm_error *error, clm_factors *content, clmodp_zxy *out,
                                       const clmodp_zxy *a, size_t n, uint64_t modulus)
{
    clmodp_status st = CLMODP_OK;
    bool negative = false, full;

    TRY(clmodp_zxy_set(out, a));
    if (modulus == 0) {
        TRY(remove_all_contents(content->integer, out, n, content->watch));
    } else {
        clm_zxy_balance(out, modulus);
    }
    TRY(choose_order(error, &negative, &full, out, n, modulus != 0 ? modulus : ORDER_PRIME,
                     content->watch));
    if (!full && modulus != 0) /* small fields have few points, and images over Z then */
        TRY(choose_order(error, &negative, &full, out, n, ORDER_PRIME, content->watch));
    if (negative)
        mpz_neg(content->integer, content->integer);
done:
    return st;
}

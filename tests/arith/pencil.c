/* Tests determinants of pencils against expansions along rows, for singular matrices and the
 * smallest fields, and larger ones against elimination at points. */
#include "arith/pencil.h"

#include <stdlib.h>
#include <string.h>

#include "arith/elimination.h"
#include "core/random.h"
#include "support/assertions.h"
#include "support/small.h"

enum { SMALL = 5, LARGE = 40, CELLS = LARGE * LARGE };

static const uint64_t primes[] = {3, 5, 7, 101, 2147483647, UINT64_C(4611686018427387847)};
#define PRIMES (sizeof primes / sizeof *primes)

static clmodp_status go_on(void *user)
{
    (void)user;
    return CLMODP_OK;
}

/* Stops after so many calls. */
static clmodp_status stop_after(void *user)
{
    return (*(size_t *)user)-- > 0 ? CLMODP_OK : CLMODP_CANCELLED;
}

/* Draws an n x n matrix: some entries, rows or columns are 0, some rows equal. */
static void draw(uint64_t *a, size_t n, const clm_mont64 *f, clm_random *random)
{
    const size_t kind = clm_random_below(random, 6);
    const size_t i = clm_random_below(random, n), j = clm_random_below(random, n);

    for (size_t k = 0; k < n * n; k++) {
        const bool zero = (kind == 1 && clm_random_below(random, 3) > 0) ||
                          (kind == 2 && k / n == i) || (kind == 3 && k % n == i) ||
                          (kind == 5 && k / n != k % n);

        a[k] = zero ? 0 : kind == 5 ? f->one : clm_random_below(random, f->p);
    }
    if (kind == 4)
        memcpy(a + i * n, a + j * n, n * sizeof *a);
}

/* Adds sign * c times the determinant of the rows from `row` on, of the columns not used. */
static void expand(uint64_t *sum, const uint64_t *a, const uint64_t *b, size_t n, size_t row,
                   unsigned used, const uint64_t *c, const clm_mont64 *f)
{
    bool minus = false;

    for (size_t k = 0; k <= n && row == n; k++)
        sum[k] = clm_mont64_add(sum[k], c[k], f);
    for (size_t j = 0; j < n && row < n; j++) {
        uint64_t next[SMALL + 1] = {0};

        if ((used >> j & 1) != 0)
            continue;
        for (size_t k = 0; k <= n; k++) {
            next[k] = clm_mont64_add(next[k], clm_mont64_mul(c[k], a[row * n + j], f), f);
            if (k < n)
                next[k + 1] = clm_mont64_mul(c[k], b[row * n + j], f);
        }
        for (size_t k = 0; k <= n && minus; k++)
            next[k] = clm_mont64_neg(next[k], f);
        expand(sum, a, b, n, row + 1, used | 1u << j, next, f);
        minus = !minus;
    }
}

static void agrees_with_expansions(void **state)
{
    clm_random random = {1};

    (void)state;
    for (uint64_t k = 0; k < random_cases(4000); k++) {
        const clm_mont64 f = clm_mont64_of(primes[k % PRIMES]);
        const size_t n = 1 + clm_random_below(&random, SMALL);
        uint64_t a[SMALL * SMALL], b[SMALL * SMALL], found[SMALL + 1];
        uint64_t expected[SMALL + 1] = {0}, one[SMALL + 1] = {f.one};
        uint64_t work[(SMALL + 1) * (SMALL + 2) / 2];

        draw(a, n, &f, &random);
        draw(b, n, &f, &random);
        expand(expected, a, b, n, 0, 0, one, &f);
        assert_int_equal(clm_mont64_pencil(found, a, b, n, work, &f, go_on, NULL), CLMODP_OK);
        assert_memory_equal(found, expected, (n + 1) * sizeof *found);
    }
}

static void check_at(const uint64_t *c, const uint64_t *a, const uint64_t *b, uint64_t x,
                     const clm_mont64 *f)
{
    uint64_t value = 0, *at = malloc(CELLS * sizeof *at);

    assert_non_null(at);
    for (size_t k = LARGE + 1; k-- > 0;)
        value = clm_mont64_add(clm_mont64_mul(value, x, f), c[k], f);
    for (size_t k = 0; k < CELLS; k++)
        at[k] = clm_mont64_add(a[k], clm_mont64_mul(b[k], x, f), f);
    assert_int_equal(clm_mont64_eliminate(at, LARGE, LARGE, NULL, NULL, f, NULL).determinant,
                     value);
    free(at);
}

static void agrees_with_values(void **state)
{
    clm_random random = {2};
    uint64_t *words = malloc(5 * CELLS * sizeof *words), found[LARGE + 1];
    uint64_t *const a = words, *const b = a + CELLS, *const kept = b + CELLS;

    (void)state;
    assert_non_null(words);
    for (int k = 0; k < 12; k++) {
        const clm_mont64 f = clm_mont64_of(primes[4 + k % 2]);

        draw(a, LARGE, &f, &random);
        draw(b, LARGE, &f, &random);
        memcpy(kept, a, 2 * CELLS * sizeof *a);
        assert_int_equal(clm_mont64_pencil(found, a, b, LARGE, kept + 2 * CELLS, &f, go_on, NULL),
                         CLMODP_OK);
        for (size_t point = 0; point <= LARGE; point++)
            check_at(found, kept, kept + CELLS, clm_random_below(&random, f.p), &f);
    }
    free(words);
}

static void stops(void **state)
{
    const clm_mont64 f = clm_mont64_of(101);
    uint64_t words[3 * CELLS] = {0}, found[LARGE + 1];

    (void)state;
    for (size_t calls = 0; calls < 2 * LARGE - 3; calls++) {
        size_t left = calls;

        assert_int_equal(clm_mont64_pencil(found, words, words + CELLS, LARGE, words + 2 * CELLS,
                                           &f, stop_after, &left),
                         CLMODP_CANCELLED);
    }
}

TESTS(cmocka_unit_test(agrees_with_expansions), cmocka_unit_test(agrees_with_values),
      cmocka_unit_test(stops));

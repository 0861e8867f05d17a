/* Tests elimination on random matrices of given ranks, of bands and with vanishing pivots, of
 * orders around the ends of blocks, against a plain elimination. */
#include "arith/elimination.h"

#include <stdlib.h>
#include <string.h>

#include "core/random.h"
#include "support/assertions.h"
#include "support/small.h"

enum { MOST = 35 };

typedef struct matrix {
    uint64_t a[MOST * MOST];
    size_t rows, columns;
} matrix;

/* A matrix of the rank of random r columns times random r rows, with a share of zeros; a band, if
 * `band` is not 0. */
static void draw(matrix *m, size_t rank, size_t band, const clm_mont64 *f, clm_random *random)
{
    const size_t zeros = clm_random_below(random, 3);
    uint64_t left[MOST][MOST], right[MOST][MOST];

    for (size_t i = 0; i < MOST; i++)
        for (size_t k = 0; k < MOST; k++) {
            left[i][k] = clm_random_below(random, 3) < zeros ? 0 : clm_random_below(random, f->p);
            right[i][k] = clm_random_below(random, 3) < zeros ? 0 : clm_random_below(random, f->p);
        }
    for (size_t i = 0; i < m->rows; i++)
        for (size_t j = 0; j < m->columns; j++) {
            uint64_t *const entry = &m->a[i * m->columns + j];

            *entry = 0;
            for (size_t k = 0; k < rank; k++)
                *entry = clm_mont64_add(*entry, clm_mont64_mul(left[i][k], right[k][j], f), f);
            if (band != 0 && (i > j + band || j > i + band))
                *entry = 0;
        }
}

/* Returns the rank of a, which is destroyed, by pivots anywhere in a column, and the determinant
 * of a square matrix. */
static size_t eliminate_plainly(uint64_t *determinant, matrix *m, const clm_mont64 *f)
{
    size_t rank = 0;

    *determinant = f->one;
    for (size_t j = 0; j < m->columns; j++) {
        size_t i = rank;

        while (i < m->rows && m->a[i * m->columns + j] == 0)
            i++;
        if (i == m->rows) {
            *determinant = 0;
            continue;
        }
        for (size_t k = 0; k < m->columns && i != rank; k++) {
            const uint64_t kept = m->a[i * m->columns + k];

            m->a[i * m->columns + k] = m->a[rank * m->columns + k];
            m->a[rank * m->columns + k] = kept;
        }
        if (i != rank)
            *determinant = clm_mont64_neg(*determinant, f);
        *determinant = clm_mont64_mul(*determinant, m->a[rank * m->columns + j], f);
        for (i = rank + 1; i < m->rows; i++) {
            const uint64_t factor =
                clm_mont64_mul(m->a[i * m->columns + j],
                               clm_mont64_inv(m->a[rank * m->columns + j], f), f);

            for (size_t k = j; k < m->columns; k++)
                m->a[i * m->columns + k] =
                    clm_mont64_sub(m->a[i * m->columns + k],
                                   clm_mont64_mul(factor, m->a[rank * m->columns + k], f), f);
        }
        rank++;
    }
    return rank;
}

/* Compares ranks and determinants, and asserts that the chosen rows and columns, in their order,
 * need no exchanges. */
static void check(const matrix *m, const clm_mont64 *f)
{
    matrix copy = *m;
    uint32_t row[MOST], column[MOST];
    uint64_t determinant;
    const size_t rank = eliminate_plainly(&determinant, &copy, f);
    clm_elimination found;

    for (uint32_t k = 0; k < MOST; k++)
        row[k] = column[k] = k;
    copy = *m;
    found = clm_mont64_eliminate(copy.a, m->rows, m->columns, row, column, f, NULL);
    assert_int_equal(found.rank, rank);
    if (m->rows == m->columns)
        assert_int_equal(found.determinant, determinant);
    for (size_t i = 0; i < rank; i++)
        for (size_t j = 0; j < rank; j++)
            copy.a[i * rank + j] = m->a[row[i] * m->columns + column[j]];
    copy.rows = copy.columns = rank;
    found = clm_mont64_eliminate(copy.a, rank, rank, NULL, NULL, f, NULL);
    assert_int_equal(found.rank, rank);
    assert_false(found.negative);
}

static void elimination(void **state)
{
    static const uint64_t primes[] = {3, 101, 2147483647, UINT64_C(4611686018427387847)};
    static const size_t orders[] = {1, 2, 7, 8, 9, 15, 16, 17, 33, MOST};
    clm_random random = {5};

    (void)state;
    for (size_t trial = 0; trial < 4000; trial++) {
        const clm_mont64 f = clm_mont64_of(primes[trial % 4]);
        matrix m = {.rows = orders[clm_random_below(&random, 10)],
                    .columns = orders[clm_random_below(&random, 10)]};
        const size_t rank = trial % 3 == 0 ? clm_random_below(&random, MOST) : MOST;

        if (trial % 2 == 0)
            m.columns = m.rows;
        draw(&m, rank, trial % 5 == 0 ? 1 + clm_random_below(&random, 4) : 0, &f, &random);
        check(&m, &f);
    }
}

static clmodp_status refuse(void *asked)
{
    ++*(int *)asked;
    return CLMODP_CANCELLED;
}

/* A poll cancels long eliminations; short ones are not worth a thread. */
static void elimination_is_watched(void **state)
{
    enum { ORDER = 110 };
    const clm_mont64 f = clm_mont64_of(2147483647);
    uint64_t *a = calloc(ORDER * ORDER, sizeof *a);
    clm_elimination found;

    (void)state;
    assert_non_null(a);
    for (size_t n = 1; n <= ORDER; n += ORDER - 1) {
        int asked = 0;
        clm_poller watch = {.ask = refuse, .user = &asked};

        for (size_t k = 0; k < n; k++)
            a[k * n + k] = f.one;
        assert_int_equal(
            clm_mont64_eliminate_watched(&found, a, n, n, NULL, NULL, &f, &watch),
            n == 1 ? CLMODP_OK : CLMODP_CANCELLED);
        assert_int_equal(asked, n == 1 ? 0 : 1);
        assert_int_equal(clm_poller_stopped(&watch), n != 1);
    }
    free(a);
}

TESTS(cmocka_unit_test(elimination), cmocka_unit_test(elimination_is_watched));

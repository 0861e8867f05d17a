/* Tests sums and carries of planes at all levels of vectors, and isolation in a chart. */
#include "roots/bernstein.h"

#include <stdlib.h>
#include <string.h>

#include "core/random.h"
#include "roots/planes.h"
#include "support/assertions.h"
#include "support/polynomials.h"

enum { MOST = 70, PLANES = 3 };

static void set_number(mpz_ptr out, const int64_t *words, size_t i)
{
    mpz_set_ui(out, 0);
    for (size_t k = PLANES; k-- > 0;) {
        mpz_mul_2exp(out, out, CLM_PLANE_BITS);
        if (words[k * MOST + i] < 0)
            mpz_sub_ui(out, out, (unsigned long)-words[k * MOST + i]);
        else
            mpz_add_ui(out, out, (unsigned long)words[k * MOST + i]);
    }
}

/* Sums and carries against GMP. */
static void check_planes(const clm_plane_functions *on, clm_random *random, size_t count,
                         size_t levels)
{
    int64_t words[PLANES * MOST], first[PLANES][CLM_PLANE_LEVELS];
    mpz_t expected[MOST], found;

    mpz_init(found);
    for (size_t i = 0; i < MOST; i++) {
        mpz_init(expected[i]);
        for (size_t k = 0; k < PLANES; k++)
            words[k * MOST + i] =
                (int64_t)clm_random_below(random, (uint64_t)1 << CLM_PLANE_BITS) -
                (k == PLANES - 1 ? (int64_t)1 << (CLM_PLANE_BITS - 1) : 0);
        set_number(expected[i], words, i);
    }
    for (size_t k = 0; k < PLANES; k++)
        on->sum(words + k * MOST, count, levels, first[k]);
    for (size_t t = 1; t <= levels; t++) {
        int64_t column[PLANES * MOST] = {0};

        for (size_t j = 0; j < count - t; j++)
            mpz_add(expected[j], expected[j], expected[j + 1]);
        for (size_t k = 0; k < PLANES; k++)
            column[k * MOST] = first[k][t - 1];
        set_number(found, column, 0);
        assert_int_equal(mpz_cmp(found, expected[0]), 0);
    }
    on->carry(words, MOST, PLANES, MOST, (unsigned)levels);
    for (size_t i = 0; i < MOST; i++) {
        mpz_fdiv_q_2exp(expected[i], expected[i], levels);
        set_number(found, words, i);
        if (mpz_cmp(found, expected[i]) != 0)
            fail_msg("number %zu of %zu, %zu levels", i, count, levels);
        for (size_t k = 0; k + 1 < PLANES; k++)
            assert_true(words[k * MOST + i] >= 0 && words[k * MOST + i] >> CLM_PLANE_BITS == 0);
        mpz_clear(expected[i]);
    }
    mpz_clear(found);
}

static void planes_are_exact(void **state)
{
    clm_random random = {9};

    (void)state;
    for (int level = 0; level < CLM_VECTOR_LEVELS; level++)
        for (size_t levels = 1; levels <= CLM_PLANE_LEVELS; levels++)
            for (size_t count = levels + 1; count <= MOST; count += 1 + count / 9)
                if (clm_vector_level_available((clm_vector_level)level))
                    check_planes(clm_planes((clm_vector_level)level), &random, count, levels);
}

/* (4 y - 1) (4 y - 3) (2 y - 1) (y - 1) (y^2 - 2): exact roots at points of subdivision. */
static void finds_exact_roots(void **state)
{
    static const long factors[][2] = {{4, -1}, {4, -3}, {2, -1}, {1, -1}, {3, -1}};
    clmodp_zx *f = zx_constant(1);
    clm_cells cells = {0};
    clm_poly p;
    size_t exact = 0;

    (void)state;
    for (size_t k = 0; k < 5; k++) {
        clmodp_zx *factor = zx_linear(factors[k][0], factors[k][1]);

        zx_mul_by(&f, factor);
        clmodp_zx_destroy(factor);
    }
    assert_int_equal(clm_poly_init(&p, f), CLMODP_OK);
    p.scale = 0; /* x = y */
    assert_int_equal(clm_bernstein_isolate(&cells, &p, (clm_chart){0}, NULL), CLMODP_OK);
    assert_int_equal(cells.count, 5);
    for (size_t k = 0; k < cells.count; k++)
        exact += cells.cell[k].exact;
    assert_true(exact >= 2);
    clm_cells_clear(&cells);
    assert_int_equal(clm_bernstein_isolate(&cells, &p, (clm_chart){.large = true}, NULL),
                     CLMODP_OK);
    assert_int_equal(cells.count, 0);
    clm_cells_clear(&cells);
    clm_poly_clear(&p);
    clmodp_zx_destroy(f);
}

TESTS(cmocka_unit_test(planes_are_exact), cmocka_unit_test(finds_exact_roots));

/* Tests of linear forms that vanish on a lattice modulo an integer. */
#include "core/random.h"
#include "resultant/lattice.h"
#include "support/assertions.h"

enum { MOST = CLMODP_MOST_VARIABLES, VECTORS = 60 };

static int64_t random_entry(clm_random *random, uint64_t most)
{
    return (int64_t)clm_random_below(random, 2 * most + 1) - (int64_t)most;
}

/* Vectors with a given congruence, and others with a first entry, generate a lattice of at least
 * that index. */
static void congruences_are_found(void **state)
{
    clm_random random = {3};
    size_t exact = 0;

    (void)state;
    for (int round = 0; round < 2000; round++) {
        const size_t n = 2 + clm_random_below(&random, MOST - 1);
        const uint64_t most = clm_random_below(&random, 2) == 0 ? 9 : UINT64_C(1) << 31;
        const int64_t s = (int64_t[]){2, 3, 5, 7, 29, 47}[clm_random_below(&random, 6)];
        int64_t vector[VECTORS][MOST] = {{0}}, c[MOST] = {0}, found[MOST], modulus, index = 1;
        const size_t at = 1 + clm_random_below(&random, n - 1);
        clm_lattice lattice = {.size = n};
        size_t first = 0;

        for (size_t i = 1; i < n; i++)
            c[i] = i == at ? 1 : random_entry(&random, 50);
        for (size_t k = 0; k < VECTORS; k++) {
            int64_t sum = 0, copy[MOST] = {0};

            for (size_t i = 0; i < n; i++) {
                vector[k][i] = i == 0 && k % 4 > 0 ? 0 : random_entry(&random, most);
                sum += i == at ? 0 : c[i] * vector[k][i];
            }
            vector[k][at] = s * random_entry(&random, 9) - sum % s;
            for (size_t i = 0; i < n; i++)
                copy[i] = vector[k][i];
            clm_lattice_add(&lattice, copy);
        }
        modulus = clm_lattice_congruence(found, &first, &lattice);
        for (size_t i = 1; i < n; i++)
            index = index > s ? index : index * lattice.row[i][i];
        if (index == s && !lattice.too_large)
            assert_int_equal(modulus, s);
        exact += modulus == s;
        if (modulus == 1) /* no vector has so many multiples, or numbers are too large */
            continue;
        assert_true(first > 0 && first < n && found[0] == 0 && found[first] == 1);
        for (size_t k = 0; k < VECTORS; k++) {
            int64_t sum = 0;

            for (size_t i = 1; i < n; i++) {
                assert_true(found[i] >= 0 && found[i] < modulus);
                sum = (sum + found[i] * (vector[k][i] % modulus)) % modulus;
            }
            assert_true(vector[k][0] != 0 || sum == 0);
        }
    }
    assert_true(exact > 500);
}

static void known_lattices_have_their_congruences(void **state)
{
    static const struct {
        size_t size;
        int64_t vector[4][4], modulus, c[4];
    } known[] = {
        {3, {{0, 1, 1}, {0, 0, 2}}, 2, {0, 1, 1}},
        {3, {{1, 1, 0}, {1, 0, 1}, {0, 2, 0}}, 2, {0, 1, 1}},
        {3, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, 1, {0}},
        {3, {{5, 1, 0}, {0, 1, 0}}, 1, {0}},
        {4, {{1, 0, 0, 0}, {0, 1, 2, 0}, {0, 0, 5, 0}, {0, 0, 1, 1}}, 5, {0, 1, 2, 3}},
        {2, {{0, 6}, {7, 4}}, 6, {0, 1}},
        {2, {{0}}, 1, {0}},
        {1, {{3}}, 1, {0}},
    };

    (void)state;
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        clm_lattice lattice = {.size = known[k].size};
        int64_t found[MOST] = {0};
        size_t first;

        for (size_t i = 0; i < 4; i++) {
            int64_t copy[MOST] = {0};

            for (size_t j = 0; j < known[k].size; j++)
                copy[j] = known[k].vector[i][j];
            clm_lattice_add(&lattice, copy);
        }
        assert_int_equal(clm_lattice_congruence(found, &first, &lattice), known[k].modulus);
        for (size_t i = 0; i < known[k].size; i++)
            assert_int_equal(found[i], known[k].c[i]);
    }
}

TESTS(cmocka_unit_test(congruences_are_found),
      cmocka_unit_test(known_lattices_have_their_congruences));

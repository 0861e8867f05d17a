/* Tests the stages in the lanes of vectors, at all levels of this machine, against remainder
 * sequences and elimination by integer division. Small primes, modulo which leading coefficients
 * often vanish in some lanes only, stand beside large ones. Also the table of primes. */
#include <stdlib.h>
#include <string.h>

#include "arith/prime.h"
#include "engines/host/plan.h"
#include "support/minors.h"
#include "support/assertions.h"
#include "support/polynomials.h"
#include "support/small.h"

enum { MOST_LANES = 16, ORDERS = 256, MOST_ROWS = 400 };

/* All are 1 modulo ORDERS. */
static const uint32_t primes[] = {1717969921, 257, 769, 7681, 12289, 1717966849, 65537, 3329};
#define PRIMES (sizeof primes / sizeof *primes)

typedef struct arrays {
    fp_field field[MOST_LANES];
    clm_host_lane lane[MOST_LANES];
    uint32_t *words[7];
} arrays;

static uint32_t *words(arrays *a, size_t index, size_t vectors)
{
    a->words[index] = calloc(vectors, MOST_LANES * sizeof(uint32_t));
    assert_non_null(a->words[index]);
    return a->words[index];
}

static clm_host_pack make_pack(arrays *a, const clm_row_layout *layout, clm_minors minors,
                               size_t width, const clm_host_lane_functions *lanes,
                               clm_random *random)
{
    const bool one_point = width == 1 && clm_random_below(random, 2) == 0;
    const bool pencil = layout->matrix.order > 0 && layout->longest <= 2 && !one_point &&
                        clm_random_below(random, 3) > 0;
    const size_t order = one_point || pencil ? 1 : (size_t)4 << clm_random_below(random, 3);
    const size_t block = order == 1 ? 1 : (size_t)4 << clm_random_below(random, order / 8 + 1);
    const clm_host_grid grid = {.order = order,
                                .cosets = one_point ? 1 : (width + order) / order,
                                .orders = ORDERS,
                                .block = pencil ? width + 1 : block};
    clm_host_pack pack = {.layout = layout, .grid = grid, .minors = minors, .field = a->field};
    const size_t first = clm_random_below(random, PRIMES);

    assert_true(clm_host_grid_points(&grid) <= ORDERS && (pencil || grid.block <= order));
    for (size_t k = 0; k < MOST_LANES; k++) {
        a->field[k] = clm_field(primes[(first + k) % PRIMES]);
        a->lane[k].root = clm_field_root(a->field[k], ORDERS);
        a->lane[k].start = (uint32_t)(1 + clm_random_below(random, a->field[k].p - 1));
    }
    pack.residues = words(a, 0, layout->residues);
    pack.roots = words(a, 1, order);
    pack.cosets = words(a, 2, grid.cosets + 1);
    pack.values = words(a, 3, clm_minors_outputs(minors) * clm_host_grid_points(&grid));
    pack.inverses = words(a, 4, clm_host_pack_inverses(&grid, minors));
    pack.terms = words(a, 6, layout->count + layout->terms);
    clm_host_list_terms(a->words[6], layout);
    for (size_t k = 0; k < layout->residues; k++)
        for (size_t i = 0; i < lanes->lanes && layout->coefficients[k] != NULL; i++)
            pack.residues[k * lanes->lanes + i] =
                fp_to((u32)mpz_fdiv_ui(layout->coefficients[k], a->field[i].p), a->field[i]);
    return pack;
}

/* Returns the value of an output's coefficients at x, times x^valuation. */
static uint64_t value_at(const clm_host_pack *pack, size_t output, size_t lanes, size_t lane,
                         uint64_t x)
{
    const uint64_t p = pack->field[lane].p;
    const size_t points = clm_host_grid_points(&pack->grid);
    uint64_t value = 0;

    for (size_t e = points; e-- > 0;)
        value = (value * x +
                 pack->values[(output * points + clm_host_coefficient(pack, e)) * lanes + lane]) %
                p;
    return value * clm_powmod64(x, pack->valuation, p) % p;
}

static void check_lane(const clm_host_pack *pack, size_t lanes, size_t lane, uint64_t x)
{
    const clm_row_layout *layout = pack->layout;
    const fp_field field = pack->field[lane];
    uint64_t f[MOST_ROWS] = {0}, g[MOST_ROWS] = {0}, again[2][MOST_ROWS], s[MOST_ROWS];
    u32 values[MOST_ROWS];

    clm_row_layout_values(values, layout, fp_to((u32)x, field), field);
    for (size_t k = 0; k < layout->count; k++) {
        const size_t place = layout->by_powers ? layout->place[k] : k;

        *(place <= layout->p ? &f[place] : &g[place - layout->p - 1]) = fp_from(values[k], field);
    }
    for (size_t n = 0, output = 0; n < pack->minors.count; n++) {
        const size_t k = clm_minors_index(pack->minors, n);

        memcpy(again[0], f, sizeof f);
        memcpy(again[1], g, sizeof g);
        clm_subresultant_mod64(s, k, again[0], layout->p, again[1], layout->q, field.p);
        for (size_t j = clm_minors_lowest(pack->minors, n); j <= k; j++)
            assert_int_equal(value_at(pack, output++, lanes, lane, x), s[j]);
    }
}

/* The polynomials times x^shift have outputs with a valuation. */
static void check_pair(const clmodp_zxy *f, const clmodp_zxy *g, size_t valuation,
                       const clm_host_lane_functions *lanes, clm_random *random)
{
    clm_row_layout layout = {0};
    clm_error error = {0};
    arrays a = {0};
    clm_host_pack pack;
    clm_minors minors;
    size_t degree;
    uint32_t *scratch;

    assert_int_equal(clm_row_layout_create(&error, &layout, f, g, true), CLMODP_OK);
    minors = valuation > 0 ? (clm_minors){.step = 1, .count = layout.p != layout.q ? 2 : 1}
                           : random_minors(random, layout.p, layout.q);
    degree = layout.p * (size_t)clmodp_zxy_degree_x(g) + layout.q * (size_t)clmodp_zxy_degree_x(f);
    pack = make_pack(&a, &layout, minors, degree + 1 - valuation, lanes, random);
    pack.valuation = valuation;
    scratch = words(&a, 5, lanes->scratch(&layout, NULL, &pack.grid, minors) / lanes->lanes + 1);
    lanes->begin(&pack, a.lane);
    for (size_t k = 0; k < clm_host_grid_points(&pack.grid) / pack.grid.block; k++)
        lanes->run(&pack, k, scratch);
    lanes->end(&pack, scratch);
    for (size_t lane = 0; lane < lanes->lanes; lane++)
        for (int k = 0; k < 3; k++)
            check_lane(&pack, lanes->lanes, lane, clm_random_below(random, a.field[lane].p));
    for (size_t k = 0; k < 7; k++)
        free(a.words[k]);
    clm_row_layout_destroy(&layout);
}

static void check_level(const clm_host_lane_functions *lanes)
{
    clm_random random = {31};

    for (int shape = 0; shape < PAIR_SHAPES; shape++)
        for (uint64_t k = 0; k < random_cases(24); k++) {
            const size_t dy = 1 + clm_random_below(&random, k % 8 == 0 ? 20 : 6);
            const size_t dx = clm_random_below(&random, k % 8 == 0 ? 3 : 9);
            clmodp_zxy *f, *g;

            random_pair(&f, &g, &random, (pair_shape)shape, dy, dx, 40);
            if (clmodp_zxy_degree_y(f) + clmodp_zxy_degree_y(g) > 0)
                check_pair(f, g, 0, lanes, &random);
            DESTROY(g, f);
        }
}

static void packs_have_their_resultants(void **state)
{
    (void)state;
    for (clm_vector_level level = 0; level < CLM_VECTOR_LEVELS; level++)
        if (clm_vector_level_available(level))
            check_level(clm_host_lanes(level));
}

/* R and S_1 with a factor x; degrees far apart; divisions by powers of y, also where the leading
 * coefficient of the divisor vanishes modulo 257 and 769. */
static void valuations_are_divided_out(void **state)
{
    static const char *const pairs[][2] = {
        {"x^3*(y^3 + x*y + 2*x^2 - 7)", "x*(x*y^2 - 3*y + x^2 + 1)"},
        {"x^2*(y^30 + x*y^7 - 5)", "x*(y^2 - x*y + 3)"},
        {"x*(2*y^2 - x)", "x^2*(y^17 + 3*y^16 - x*y + 1)"},
        {"y^300 + x*y^70 + 3*y + x^2", "197633*y^3 - 2*y + 3"},
        {"197633*y^4 - 2*y^3 + x", "5*y^150 - 3*x*y^149 + y^20"},
        {"y^200 - x*y^100 + 5", "7*y + x"},
        {"3*y^20 - y^7 + 257", "5*y^21 + 2*y^20 - 771"}};
    static const size_t valuations[] = {5, 30, 0, 0, 0, 0, 0};
    clm_random random = {32};

    (void)state;
    for (clm_vector_level level = 0; level < CLM_VECTOR_LEVELS; level++)
        for (size_t k = 0; k < 7 && clm_vector_level_available(level); k++) {
            clmodp_zxy *f = zxy_parse(pairs[k][0]), *g = zxy_parse(pairs[k][1]);

            check_pair(f, g, valuations[k], clm_host_lanes(level), &random);
            DESTROY(g, f);
        }
}

static void listed_primes_have_no_gaps(void **state)
{
    enum { MOST = 2000 };
    uint32_t prime[MOST], root[MOST], expected[MOST];
    const size_t count = clm_host_listed_primes(prime, root, MOST);

    (void)state;
    assert_uint_in_range(count, 16, MOST);
    assert_int_equal(clm_primes_below(expected, count, CLM_HOST_PACK_BELOW, CLM_HOST_LEAST_ORDERS),
                     count);
    for (size_t n = 0; n < count; n++) {
        assert_int_equal(prime[n], expected[n]);
        if (n < 16 || root[n] != 0)
            assert_int_equal(root[n], clm_field_root(clm_field(prime[n]), CLM_HOST_LEAST_ORDERS));
    }
}

/* Enough primes exist where packs are planned, and costs rise where too few may exist. */
static void supply_of_primes(void **state)
{
    static const struct {
        uint64_t width;
        double bits;
        size_t orders;
    } cases[] = {{3, 100, 1024},        {600, 1000, 2048},    {9901, 10000, 32768},
                 {9901, 30000, 32768},  {9901, 33224, 16384}, {9901, 61000, 16384},
                 {9901, 62000, 0},      {1 << 20, 1, 0}};
    const clm_row_layout layout = {.p = 100, .q = 100, .count = 202, .residues = 10100,
                                   .terms = 10100, .longest = 101};
    clmodp_context ctx = {.threads = 1};
    double ns[2];
    uint32_t *prime = calloc(2048, sizeof *prime);

    (void)state;
    assert_non_null(prime);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        assert_int_equal(clm_host_pack_orders(cases[k].width, cases[k].bits), cases[k].orders);
    assert_int_equal(clm_primes_below(prime, 2048, CLM_HOST_PACK_BELOW, 16384), 2048);
    assert_true(prime[2047] > 1 << 30);
    free(prime);
    clm_costs_of_machine(&ctx.costs, CLM_MACHINE_POCL);
    for (int k = 0; k < 2; k++) {
        const clm_amounts all = clm_host_cost(&layout, CLM_MINORS_RESULTANT, 9901,
                                              k == 0 ? 950 : 1050, 1, &ctx);

        ns[k] = clm_nanoseconds(&all, &ctx.costs);
    }
    assert_true(ns[1] > 10 * ns[0]);
}

/* ---- determinants ---- */

/* Returns the determinant, by elimination with row exchanges. */
static uint64_t determinant_mod(uint64_t *a, size_t n, uint64_t p)
{
    uint64_t product = 1;

    for (size_t k = 0; k < n; k++) {
        size_t pivot = k;
        uint64_t inverse;

        while (pivot < n && a[pivot * n + k] == 0)
            pivot++;
        if (pivot == n)
            return 0;
        for (size_t j = 0; j < n && pivot != k; j++) {
            const uint64_t kept = a[k * n + j];

            a[k * n + j] = a[pivot * n + j];
            a[pivot * n + j] = kept;
        }
        product = product * (pivot == k ? a[k * n + k] : p - a[k * n + k]) % p;
        inverse = clm_invmod64(a[k * n + k], p);
        for (size_t i = k + 1; i < n; i++) {
            const uint64_t factor = (p - a[i * n + k]) * inverse % p;

            for (size_t j = k; j < n; j++)
                a[i * n + j] = (a[i * n + j] + factor * a[k * n + j]) % p;
        }
    }
    return product;
}

static void check_determinant(const clm_host_pack *pack, size_t lanes, size_t lane, uint64_t x)
{
    const clm_row_layout *layout = pack->layout;
    const fp_field field = pack->field[lane];
    uint64_t a[MOST_ROWS] = {0};
    u32 values[MOST_ROWS];

    clm_row_layout_values(values, layout, fp_to((u32)x, field), field);
    for (size_t k = 0; k < layout->count; k++)
        a[layout->place != NULL ? layout->place[k] : k] = fp_from(values[k], field);
    assert_int_equal(value_at(pack, 0, lanes, lane, x),
                     determinant_mod(a, layout->matrix.order, field.p));
}

static void check_matrix(const clmodp_zxy *f, size_t n, const clm_host_lane_functions *lanes,
                         clm_random *random)
{
    const size_t width = n * (size_t)clmodp_zxy_degree_x(f) + 1;
    clm_row_layout layout = {0};
    clm_skyline skyline = {0};
    clm_error error = {0};
    arrays a = {0};
    clm_host_pack pack;
    uint32_t *scratch;

    assert_int_equal(clm_row_layout_create_matrix(&error, &layout, f, n), CLMODP_OK);
    assert_int_equal(clm_skyline_create(&error, &skyline, &layout), CLMODP_OK);
    pack = make_pack(&a, &layout, CLM_MINORS_RESULTANT, width, lanes, random);
    pack.skyline = &skyline;
    scratch = words(&a, 5, lanes->scratch(&layout, &skyline, &pack.grid, pack.minors) /
                               lanes->lanes + 1);
    lanes->begin(&pack, a.lane);
    for (size_t k = 0; k < clm_host_grid_points(&pack.grid) / pack.grid.block; k++)
        lanes->run(&pack, k, scratch);
    lanes->end(&pack, scratch);
    for (size_t lane = 0; lane < lanes->lanes; lane++)
        for (int k = 0; k < 3; k++)
            check_determinant(&pack, lanes->lanes, lane,
                              clm_random_below(random, a.field[lane].p));
    for (size_t k = 0; k < 7; k++)
        free(a.words[k]);
    clm_skyline_destroy(&skyline);
    clm_row_layout_destroy(&layout);
}

/* Draws a matrix with zeros, also on the diagonal; in some the last rows are multiples of
 * each other, so that the determinant is 0. Small coefficients often vanish modulo
 * small primes. */
static clmodp_zxy *random_matrix(size_t n, clm_random *random)
{
    const size_t zeros = clm_random_below(random, 5), degree = clm_random_below(random, 4);
    const size_t band = clm_random_below(random, 3) == 0 ? 1 + clm_random_below(random, 3) : n;
    const size_t rank = clm_random_below(random, 4) == 0 ? clm_random_below(random, n) : n;
    clmodp_zxy *f = NULL;
    mpz_t c;

    mpz_init(c);
    assert_int_equal(clmodp_zxy_create(&f), CLMODP_OK);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            for (size_t e = 0; e <= degree; e++) {
                if (i > rank) { /* the row above times 3 */
                    clmodp_zxy_get_coeff(c, f, e, (i - 1) * n + j);
                    mpz_mul_ui(c, c, 3);
                } else if ((i > j ? i - j : j - i) <= band &&
                           clm_random_below(random, 5) >= zeros) {
                    mpz_set_si(c, (long)clm_random_below(random, 7) - 3);
                } else {
                    mpz_set_ui(c, 0);
                }
                assert_int_equal(clmodp_zxy_set_coeff(f, c, e, i * n + j), CLMODP_OK);
            }
    mpz_set_ui(c, 1);
    assert_int_equal(clmodp_zxy_set_coeff(f, c, degree, 0), CLMODP_OK); /* not 0 */
    mpz_clear(c);
    return f;
}

static void packs_have_their_determinants(void **state)
{
    (void)state;
    for (clm_vector_level level = 0; level < CLM_VECTOR_LEVELS; level++) {
        clm_random random = {33};

        for (uint64_t k = 0; k < random_cases(200) && clm_vector_level_available(level); k++) {
            const size_t n = 1 + clm_random_below(&random, 18);
            clmodp_zxy *f = random_matrix(n, &random);

            check_matrix(f, n, clm_host_lanes(level), &random);
            clmodp_zxy_destroy(f);
        }
    }
}

TESTS(cmocka_unit_test(listed_primes_have_no_gaps), cmocka_unit_test(packs_have_their_resultants),
      cmocka_unit_test(packs_have_their_determinants),
      cmocka_unit_test(valuations_are_divided_out), cmocka_unit_test(supply_of_primes));

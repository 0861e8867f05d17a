/* Tests transforms, quotients and greatest common divisors of columns at all levels of vector
 * instructions of this machine, against values and gcds one by one. */
#include "fpx/host/columns.h"

#include <stdlib.h>
#include <string.h>

#include "arith/prime.h"
#include "core/random.h"
#include "core/size.h"
#include "fpx/host/arithmetic.h"
#include "support/assertions.h"
#include "support/small.h"

enum { MOST_LANES = 16, MOST_POINTS = 84, MOST_COUNT = 24 };

/* Points modulo the greatest prime. */
typedef struct setting {
    const clm_column_functions *vectors;
    clm_columns at;
    clm_modulus modulus;
    uint32_t roots[MOST_POINTS];
    clm_random random;
} setting;

static uint32_t draw(setting *s)
{
    return (uint32_t)clm_random_below(&s->random, s->modulus.p);
}

static void begin(setting *s, clm_vector_level level, uint32_t points)
{
    uint32_t p, root;

    assert_int_equal(clm_primes_below(&p, 1, UINT32_C(1) << 31, points), 1);
    s->vectors = clm_columns_of(level);
    s->modulus = clm_modulus_of(p);
    s->at = (clm_columns){s->modulus.field, points, s->roots};
    root = clm_field_root(s->at.field, points);
    s->roots[0] = s->at.field.one;
    for (uint32_t k = 1; k < points; k++)
        s->roots[k] = fp_mul(s->roots[k - 1], root, s->at.field);
}

static void transforms_are_values(void **state)
{
    static const uint32_t points[] = {1, 2, 3, 4, 5, 6, 7, 8, 12, 21, 64, 70, 84};
    uint32_t block[MOST_POINTS * MOST_LANES], values[MOST_POINTS * MOST_LANES];
    uint32_t scratch[MOST_POINTS * MOST_LANES];
    setting s = {.random = {1}};

    (void)state;
    for (clm_vector_level level = 0; level < CLM_VECTOR_LEVELS; level++)
        for (size_t n = 0; clm_vector_level_available(level) && n < 13; n++) {
            begin(&s, level, points[n]);
            for (size_t k = 0; k < points[n] * s.vectors->lanes; k++)
                block[k] = n % 2 == 0 ? s.modulus.p - 1 : draw(&s);
            memcpy(values, block, sizeof block);
            s.vectors->transform(values, scratch, &s.at);
            for (size_t k = 0; k < points[n] * s.vectors->lanes; k++) {
                const uint32_t x = fp_from(s.roots[k / s.vectors->lanes], s.at.field);
                uint32_t value = 0;

                for (size_t i = points[n]; i-- > 0;)
                    value = clm_modulus_reduce((uint64_t)value * x +
                                                   block[i * s.vectors->lanes +
                                                         k % s.vectors->lanes], &s.modulus);
                assert_int_equal(values[k], value);
            }
        }
}

static void columns_are_rows(void **state)
{
    const size_t rows = 37, points = 21;
    uint32_t columns[48 * MOST_LANES];
    setting s = {.random = {2}};

    (void)state;
    for (clm_vector_level level = 0; level < CLM_VECTOR_LEVELS; level++) {
        uint32_t blocks[48 * 21], back[48 * 21] = {0};

        if (!clm_vector_level_available(level))
            continue;
        begin(&s, level, (uint32_t)points);
        for (size_t k = 0; k < clm_column_words(s.vectors->lanes, rows, points); k++)
            blocks[k] = draw(&s);
        for (size_t first = 0; first < points; first += s.vectors->lanes) {
            s.vectors->gather(columns, blocks, rows, first, &s.at);
            for (size_t k = 0; k < rows * s.vectors->lanes; k++) {
                const size_t point = clm_size_min(first + k % s.vectors->lanes, points - 1);
                const size_t row = k / s.vectors->lanes;

                assert_int_equal(columns[k],
                                 blocks[clm_column_place(s.vectors->lanes, points, row, point)]);
            }
            s.vectors->scatter(back, columns, rows, first, &s.at);
        }
        assert_memory_equal(back, blocks,
                            clm_column_words(s.vectors->lanes, rows, points) * sizeof *back);
    }
}

/* Sets a lane of columns to the product of u and v. */
static void multiply(uint32_t *columns, const setting *s, size_t lane, clm_host_poly u,
                     clm_host_poly v)
{
    uint32_t product[2 * MOST_COUNT];

    clm_host_multiply(product, u, v, &s->modulus);
    for (size_t k = 0; k < u.count + v.count - 1; k++)
        columns[k * s->vectors->lanes + lane] = product[k];
}

static clm_host_poly poly_of(setting *s, uint32_t *words, size_t count)
{
    for (size_t k = 0; k < count; k++)
        words[k] = draw(s);
    words[count - 1] += words[count - 1] == 0;
    return (clm_host_poly){words, count};
}

static clm_host_poly lane_of(const setting *s, uint32_t *words, const uint32_t *columns,
                             size_t count, size_t lane)
{
    for (size_t k = 0; k < count; k++)
        words[k] = columns[k * s->vectors->lanes + lane];
    return (clm_host_poly){words, clm_host_count(words, count)};
}

/* Gcds of h u and h v; some lanes have another degree if `odd`. */
static void check_gcd(setting *s, const size_t count[3], bool odd)
{
    const size_t lanes = s->vectors->lanes, n = count[0] + count[1] - 1;
    const size_t m = count[0] + count[2] - 1;
    uint32_t a[2 * MOST_COUNT * MOST_LANES] = {0}, b[2 * MOST_COUNT * MOST_LANES] = {0};
    uint32_t lead[MOST_LANES] = {0}, g[2 * MOST_COUNT * MOST_LANES], part[3][2 * MOST_COUNT];
    uint32_t expected[MOST_LANES][2 * MOST_COUNT];
    size_t found, degree = 0;

    for (size_t lane = 0; lane < lanes; lane++) {
        clm_host_result of = {.c = expected[lane]};
        clm_host_poly h[3];

        for (int k = 0; k < 3; k++)
            h[k] = poly_of(s, part[k], odd && lane == 1 && count[k] > 1 ? count[k] - 1
                                                                        : count[k]);
        multiply(a, s, lane, h[0], h[1]);
        multiply(b, s, lane, h[0], h[2]);
        lead[lane] = 1 + (uint32_t)clm_random_below(&s->random, s->modulus.p - 1);
        assert_int_equal(clm_host_gcd(NULL, &of, NULL, lane_of(s, part[0], a, n, lane),
                                      lane_of(s, part[1], b, m, lane), &s->modulus, 1, NULL),
                         CLMODP_OK);
        assert_true(odd || lane == 0 || of.count == degree);
        degree = of.count;
    }
    found = s->vectors->gcd(g, a, n, b, m, lead, &s->at.field);
    if (odd && count[0] > 1)
        assert_int_equal(found, 0);
    for (size_t k = 0; k < found * lanes; k++)
        assert_int_equal(g[k], clm_modulus_mul(expected[k % lanes][k / lanes], lead[k % lanes],
                                               &s->modulus));
    assert_true(odd || found == degree);
}

/* Quotients of h u by h, and a remainder. */
static void check_quotient(setting *s, const size_t count[3])
{
    const size_t lanes = s->vectors->lanes, n = count[0] + count[1] - 1;
    uint32_t a[2 * MOST_COUNT * MOST_LANES] = {0}, b[MOST_COUNT * MOST_LANES] = {0};
    uint32_t u[MOST_COUNT * MOST_LANES] = {0}, q[MOST_COUNT * MOST_LANES];
    uint32_t part[2][MOST_COUNT], one = 1;
    bool divides;

    for (size_t lane = 0; lane < lanes; lane++) {
        const clm_host_poly x = poly_of(s, part[0], count[0]), y = poly_of(s, part[1], count[1]);

        multiply(a, s, lane, x, y);
        multiply(b, s, lane, x, (clm_host_poly){&one, 1});
        multiply(u, s, lane, y, (clm_host_poly){&one, 1});
    }
    assert_true(s->vectors->divide(q, &divides, a, n, b, count[0], &s->at.field) && divides);
    assert_memory_equal(q, u, count[1] * lanes * sizeof *q);
    a[lanes - 1] = clm_modulus_sub(a[lanes - 1], 1, &s->modulus);
    assert_true(s->vectors->divide(q, &divides, a, n, b, count[0], &s->at.field));
    assert_int_equal(divides, count[0] == 1);
    b[(count[0] - 1) * lanes + lanes / 2] = 0;
    assert_false(s->vectors->divide(q, &divides, a, n, b, count[0], &s->at.field));
}

static void lanes_are_independent(void **state)
{
    static const size_t counts[][3] = {{1, 1, 1}, {1, 2, 1}, {2, 1, 1}, {2, 2, 5}, {5, 2, 2},
                                       {3, 1, 9}, {3, 9, 2}, {11, 11, 11}, {1, 20, 20},
                                       {24, 2, 24}};
    setting s = {.random = {3}};

    (void)state;
    for (clm_vector_level level = 0; level < CLM_VECTOR_LEVELS; level++)
        for (size_t k = 0; clm_vector_level_available(level) && k < 10; k++)
            for (uint32_t points = 1; points < 3; points++) {
                begin(&s, level, points == 1 ? 1 : 84);
                check_gcd(&s, counts[k], false);
                check_gcd(&s, counts[k], true);
                check_quotient(&s, counts[k]);
            }
}

/* Zeros in all lanes. */
static void zeros_have_gcds(void **state)
{
    setting s = {.random = {4}};

    (void)state;
    for (clm_vector_level level = 0; level < CLM_VECTOR_LEVELS; level++) {
        uint32_t a[3 * MOST_LANES], b[3 * MOST_LANES] = {0}, g[3 * MOST_LANES];
        uint32_t lead[MOST_LANES];

        if (!clm_vector_level_available(level))
            continue;
        begin(&s, level, 1);
        assert_int_equal(s.vectors->gcd(g, b, 3, b, 3, lead, &s.at.field), 0);
        for (size_t k = 0; k < 3 * s.vectors->lanes; k++)
            a[k] = 5;
        for (size_t k = 0; k < s.vectors->lanes; k++)
            lead[k] = 7;
        for (size_t count = 1; count <= 3; count += 2) {
            assert_int_equal(s.vectors->gcd(g, b, 3, a, count, lead, &s.at.field), count);
            for (size_t k = 0; k < count * s.vectors->lanes; k++)
                assert_int_equal(g[k], 7);
        }
    }
}

TESTS(cmocka_unit_test(transforms_are_values), cmocka_unit_test(columns_are_rows),
      cmocka_unit_test(lanes_are_independent), cmocka_unit_test(zeros_have_gcds));

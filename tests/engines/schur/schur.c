/* Tests the generalised Schur algorithm against resultants by direct 64-bit arithmetic, in classes
 * of all kinds; and the examples of [Eme12, 4.2]. */
#include "engines/schur/schur.h"

#include "support/instance.h"

typedef unsigned long long ull;

/* The class for explicit vectors, and one for scalars. */
static const clm_schur_class in_vectors = {1, 0, 1}, of_eight = {8, 1, 1};

/* The device's results. */
typedef struct answer {
    void *numerator, *denominator;
} answer;

#define POINTS 100001

static arena device;

/* Opens a context with or without explicit vectors. */
static clmodp_context *start(bool vectors)
{
    clmodp_context *ctx = batch_context(vectors ? 1 : 0);

    device = arena_new(ctx, POINTS);
    return ctx;
}

static void finish(clmodp_context *ctx)
{
    arena_free(ctx, &device);
    clmodp_context_destroy(ctx);
}

static answer solve(const instance *c, const schur_matrix *matrix, clm_schur_class how,
                    size_t first, size_t points)
{
    clmodp_context *ctx = c->ctx;
    const size_t word = c->primes.bytes, bytes = PRIMES * points * word;
    answer a = {calloc(PRIMES * points, word), calloc(PRIMES * points, word)};
    size_t tiles;

    arena_load(&device, c, first, points);
    tiles = clm_schur_tiles(ctx, &device.points) / PRIMES;
    for (size_t done = 0; done < PRIMES; done++) /* in parts */
        BATCH_OK(ctx, clm_schur(ctx,
                                &(clm_schur_call){&device.numerator, &device.denominator,
                                                  &device.scratch, &device.residues,
                                                  &device.rows, &device.points},
                                matrix, how, done * tiles, tiles));
    BATCH_OK(ctx, clm_buffer_read(ctx, &device.numerator, 0, a.numerator, bytes));
    BATCH_OK(ctx, clm_buffer_read(ctx, &device.denominator, 0, a.denominator, bytes));
    return a;
}

/* Solves and compares every point; returns the number of failed points. */
static size_t check(const instance *c, const schur_matrix *matrix, clm_schur_class how,
                    size_t first, size_t points)
{
    answer a = solve(c, matrix, how, first, points);
    size_t failed = 0;

    for (size_t t = 0; t < PRIMES * points; t++) {
        const size_t n = t / points;
        const uint64_t p = c->primes.prime[n], x = c->primes.table[n].start + first + t % points;
        const uint64_t d = residues_get(&c->primes, n, a.denominator, t);
        const uint64_t v = residues_get(&c->primes, n, a.numerator, t);
        const uint64_t want = instance_resultant(c, n, x);
        const bool judged = matrix->p + matrix->q <= 12; /* slow */

        failed += d == 0;
        if ((d != 0 && clm_mulmod64(v, clm_invmod64(d, p), p) != want) ||
            (judged && (d == 0) != instance_fails(c, matrix, n, x)))
            fail_msg("degrees %zu, %zu, taken as %u, %u; %u items of %u rows, %u tiles; prime "
                     "%llu, x = %llu: %llu / %llu, expected %llu", c->p, c->q, matrix->p,
                     matrix->q, how.group, how.rows, how.tiles, (ull)p, (ull)x, (ull)v, (ull)d,
                     (ull)want);
    }
    free(a.numerator);
    free(a.denominator);
    return failed;
}

/* Checks both orders of f and g, as in 4.2. */
static size_t run(clmodp_context *ctx, clm_residue_kind kind, enum shape shape, size_t p, size_t q,
                  size_t points, uint64_t below, clm_schur_class how)
{
    instance c = instance_new(ctx, kind, p, q, LENGTH, below);
    size_t failed = 0;

    instance_fill(&c, shape, 1000 * p + 10 * q + (size_t)shape);
    for (int exchange = 0; exchange < 2; exchange++) {
        const schur_matrix matrix = clm_schur_matrix(p, q, 0, 0, exchange);
        clm_schur_class fit = how;

        if (how.group == 0)
            fit = clm_schur_class_of(ctx, clm_residue_type_of(kind), &matrix);
        if (fit.rows == 0 || fit.group * fit.rows >= matrix.p)
            failed += check(&c, &matrix, fit, 3, points);
    }
    instance_free(&c);
    return failed;
}

/* Every shape of small degree in every class that fits. Kernels take the same branches for all
 * coefficients. */
static void small_degrees(void **state)
{
    static const struct {
        bool vectors;
        clm_schur_class how;
    } classes[] = {{true, {1, 0, 1}}, {false, {3, 4, 2}}, {true, {2, 0, 1}},
                   {false, {1, 8, 1}}, {true, {4, 2, 3}}, {false, {0, 0, 0}}};
    const size_t most = small_tests() ? 3 : 6, all = sizeof classes / sizeof *classes;

    (void)state;
    for (size_t i = 0; i < all; i++) {
        clmodp_context *ctx = start(classes[i].vectors);
        /* Types take seconds to compile: all of them only once, in vectors. */
        const size_t kinds = i == 0 ? CLM_RESIDUE_KINDS : 1;

        for (size_t kind = 0; kind < kinds; kind++)
            for (int s = 0; s < SHAPES; s++)
                for (size_t p = 0; p <= most; p++)
                    for (size_t q = 0; q <= most; q++)
                        if (batch_turn((size_t)s + p + q + i, SHAPES))
                            (void)run(ctx, residues_kind(ctx, kind), (enum shape)s, p, q,
                                      small_tests() ? 1 : 9, 0, classes[i].how);
        finish(ctx);
    }
}

/* Degrees at the limits of a class, and at which rows are redistributed. */
static void class_edges(void **state)
{
    static const clm_schur_class classes[] = {{8, 1, 1}, {3, 4, 2}};
    clmodp_context *ctx = start(false);

    (void)state;
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
        const clm_schur_class how = classes[i];

        for (size_t part = small_tests() ? how.rows : 1; part <= how.rows; part *= 2)
            for (size_t p = how.group * part - 1; p <= how.group * part + 1; p++)
                for (size_t q = p < 3 ? 0 : p - 3; q <= p + 3; q += 2)
                    (void)run(ctx, CLM_RESIDUE_MONTGOMERY31, DENSE, p, q, 1, 0, how);
    }
    finish(ctx);
}

/* Practical degrees, and degrees far apart; few classes, since large groups compile slowly. */
static void large_degrees(void **state)
{
    static const size_t degrees[][2] = {{60, 75}, {7, 150}, {200, 3}, {1, 400}, {300, 299}};
    static const struct {
        bool vectors;
        clm_schur_class how;
        size_t kinds, degrees;
    } classes[] = {
        {true, {1, 0, 1}, CLM_RESIDUE_KINDS, 5},
        {true, {2, 0, 1}, 1, 5},
        {false, {64, 8, 1}, 1, 5},
        {false, {0, 0, 0}, 1, 2},
    };

    (void)state;
    for (size_t k = 0; k < sizeof classes / sizeof *classes && !small_tests(); k++) {
        clmodp_context *ctx = start(classes[k].vectors);

        for (size_t kind = 0; kind < classes[k].kinds; kind++)
            for (size_t i = 0; i < classes[k].degrees; i++) {
                const size_t p = degrees[i][0], q = degrees[i][1];

                assert_int_equal(run(ctx, residues_kind(ctx, kind), DENSE, p, q, 2, 0,
                                     classes[k].how), 0);
                (void)run(ctx, residues_kind(ctx, kind), GAPPED, p, q, 2, 0, classes[k].how);
            }
        finish(ctx);
    }
}

/* Primes small enough for some minors to vanish. */
static void small_primes(void **state)
{
    const size_t most = small_tests() ? 3 : 7;
    clmodp_context *ctx = start(true);
    size_t failed = 0;

    (void)state;
    for (size_t kind = 0; kind < CLM_RESIDUE_KINDS; kind++)
        for (int s = 0; s < SHAPES; s++)
            for (size_t p = 2; p <= most; p++)
                for (size_t q = 1; q <= most; q++)
                    if (batch_turn((size_t)s + p + q, SHAPES))
                        failed += run(ctx, residues_kind(ctx, kind), (enum shape)s, p, q, 6, 31,
                                      in_vectors);
    assert_true(failed > 0);
    finish(ctx);
}

/* Polynomials divisible by powers of y, which are extracted. */
static void low_coefficients(void **state)
{
    clmodp_context *ctx = start(true);

    (void)state;
    for (size_t kind = 0; kind < CLM_RESIDUE_KINDS; kind++)
        for (size_t p = 1; p <= 4; p++)
            for (size_t q = 1; q <= 4; q++)
                for (int poly = 0; poly < 2; poly++)
                    for (size_t low = 1; low <= (poly == 0 ? p : q); low++) {
                        if (!batch_turn(kind + p + q + low, CLM_RESIDUE_KINDS))
                            continue;

                        instance c = instance_new(ctx, residues_kind(ctx, kind), p, q, LENGTH, 0);

                        instance_fill(&c, DENSE, p + 10 * q);
                        for (size_t j = 0; j < low; j++)
                            for (size_t i = 0; i < LENGTH; i++)
                                instance_set(&c, poly, j, i, 0);
                        for (int exchange = 0; exchange < 2; exchange++) {
                            const schur_matrix matrix = clm_schur_matrix(p, q, poly == 0 ? low : 0,
                                                                   poly == 0 ? 0 : low, exchange);

                            assert_int_equal(check(&c, &matrix, in_vectors, 1, 2), 0);
                        }
                        instance_free(&c);
                    }
    finish(ctx);
}

/* Sets a polynomial given by (j, i, coefficient), up to a coefficient 0. */
static void set_terms(instance *c, int poly, const int (*terms)[3])
{
    for (; (*terms)[2] != 0; terms++)
        instance_set(c, poly, (size_t)(*terms)[0], (size_t)(*terms)[1], (*terms)[2]);
}

/* [Eme12, 4.2]: only x = 2 is bad among 0 ... 100000. */
static void one_bad_point(void **state)
{
    static const int f[][3] = {{8, 0, 1}, {6, 0, 1}, {4, 0, -3}, {3, 0, -3}, {2, 1, 1}, {2, 0, 6},
                               {1, 0, 2}, {0, 1, -5}, {0, 0, 0}};
    static const int g[][3] = {{6, 3, 2}, {6, 0, -13}, {4, 0, 5}, {2, 0, -4}, {1, 0, -9},
                               {0, 1, 10}, {0, 0, 1}, {0, 0, 0}};
    const size_t points = small_tests() ? 4 : POINTS;
    clmodp_context *ctx = start(true);
    instance c = instance_new(ctx, CLM_RESIDUE_MONTGOMERY31, 8, 6, 4, 0);
    const schur_matrix matrix = clm_schur_matrix(8, 6, 0, 0, false);
    const uint64_t p = c.primes.prime[0];
    answer a;

    (void)state;
    set_terms(&c, 0, f);
    set_terms(&c, 1, g);
    c.primes.table[0].start = 0;
    BATCH_OK(ctx, clm_buffer_write(ctx, &c.primes.info, 0, c.primes.table,
                                   PRIMES * sizeof *c.primes.table));
    a = solve(&c, &matrix, in_vectors, 0, points);
    for (size_t x = 0; x < points; x++) {
        const uint64_t d = residues_get(&c.primes, 0, a.denominator, x);
        const uint64_t v = residues_get(&c.primes, 0, a.numerator, x);

        if ((d == 0) != (x == 2))
            fail_msg("x = %zu: denominator %llu", x, (ull)d);
        if (d != 0 && x % 997 < 10)
            assert_int_equal(clm_mulmod64(v, clm_invmod64(d, p), p), instance_resultant(&c, 0, x));
    }
    free(a.numerator);
    free(a.denominator);
    instance_free(&c);
    finish(ctx);
}

/* [Eme12, 4.2]: with g = f_y every second minor vanishes, unless f and g are exchanged or the
 * factor y of g is extracted. */
static void every_point_bad(void **state)
{
    static const int f[][3] = {{8, 0, 1},  {6, 2, 4},   {6, 0, -12}, {4, 3, 12},
                               {4, 0, 2},  {2, 4, 20},  {2, 2, -28}, {2, 0, 12},
                               {0, 4, -18}, {0, 0, -3}, {0, 0, 0}};
    const schur_matrix plain = clm_schur_matrix(8, 7, 0, 0, false);
    const schur_matrix others[] = {clm_schur_matrix(8, 7, 0, 0, true),
                                 clm_schur_matrix(8, 7, 0, 1, false),
                                 clm_schur_matrix(8, 7, 0, 1, true)};
    const size_t points = small_tests() ? 3 : 50;
    clmodp_context *ctx = start(true);
    instance c = instance_new(ctx, CLM_RESIDUE_MONTGOMERY31, 8, 7, 5, 0);

    (void)state;
    set_terms(&c, 0, f);
    for (size_t k = 0; f[k][2] != 0; k++)
        if (f[k][0] > 0)
            instance_set(&c, 1, (size_t)f[k][0] - 1, (size_t)f[k][1], f[k][0] * f[k][2]);
    assert_int_equal(check(&c, &plain, in_vectors, 0, points), PRIMES * points);
    for (size_t order = 1; order <= 15; order++)
        assert_int_equal(instance_minor_vanishes(&c, &plain, 0, 5, order),
                         order > 7 && order % 2 == 0);
    for (size_t k = 0; k < 3; k++)
        assert_int_equal(check(&c, &others[k], in_vectors, 0, points), 0);
    instance_free(&c);
    finish(ctx);
}

/* clm_schur_regular predicts failures of the kernel. */
static void host_knows(void **state)
{
    clmodp_context *ctx = start(true);
    size_t failed = 0, all = 0;

    (void)state;
    for (int s = 0; s < SHAPES; s++)
        for (size_t p = 0; p <= 8; p++)
            for (size_t q = 0; q <= 8; q++) {
                instance c = instance_new(ctx, CLM_RESIDUE_MONTGOMERY31, p, q, 1, 100);
                const schur_matrix matrix = clm_schur_matrix(p, q, 0, 0, false);
                const fp_field field = clm_field((uint32_t)c.primes.prime[0]);
                u32 f[9], g[9];
                bool regular;

                instance_fill(&c, (enum shape)s, 100 * p + q);
                for (size_t j = 0; j <= p; j++)
                    f[j] = fp_to((u32)instance_row(&c, 0, j, 1), field);
                for (size_t j = 0; j <= q; j++)
                    g[j] = fp_to((u32)instance_row(&c, 0, p + 1 + j, 1), field);
                assert_int_equal(clm_schur_regular(&ctx->error, &regular, field, f, p, g, q),
                                 CLMODP_OK);
                assert_int_equal(regular, !instance_fails(&c, &matrix, 0, 1));
                failed += !regular;
                all++;
                instance_free(&c);
            }
    assert_true(failed > 0 && failed < all);
    finish(ctx);
}

static void refuses_sizes_that_do_not_fit(void **state)
{
    const schur_matrix matrix = clm_schur_matrix(9, 4, 0, 0, false);
    clmodp_context *ctx = start(true);
    clm_buffer b = {0}, none = {0};
    clm_points points = {.type = clm_residue_type_of(CLM_RESIDUE_MONTGOMERY31), .primes = 1,
                         .count = 1};
    clm_rows rows = {.count = 15, .residues = 15};
    const clm_schur_call call = {&b, &b, &none, &b, &rows, &points};
    const clm_schur_call without_residues = {&b, &b, &none, &none, &rows, &points};

    (void)state;
    BATCH_OK(ctx, clm_buffer_create(ctx, &b, 1000, 4));
    points.info = rows.table = b;
    assert_int_equal(clm_schur(ctx, &call, &matrix, of_eight, 0, 0), CLMODP_INVALID);
    assert_int_equal(clm_schur(ctx, &call, &matrix, (clm_schur_class){8, 0, 1}, 0, 0),
                     CLMODP_INVALID);
    assert_int_equal(clm_schur(ctx, &call, &matrix, (clm_schur_class){0, 1, 1}, 0, 0),
                     CLMODP_INVALID);
    assert_int_equal(clm_schur(ctx, &without_residues, &matrix, (clm_schur_class){16, 1, 1}, 0, 1),
                     CLMODP_INVALID);
    rows.count = 14;
    assert_int_equal(clm_schur(ctx, &call, &matrix, (clm_schur_class){16, 1, 1}, 0, 0),
                     CLMODP_INVALID);
    rows.count = 15;
    points.count = points.primes = 1 << 20;
    assert_int_equal(clm_schur(ctx, &call, &matrix, (clm_schur_class){16, 1, 1}, 0, 0),
                     CLMODP_LIMIT);
    clm_buffer_destroy(ctx, &b);
    finish(ctx);
}

TESTS(
    cmocka_unit_test(small_degrees),   cmocka_unit_test(class_edges),
    cmocka_unit_test(large_degrees),   cmocka_unit_test(small_primes),
    cmocka_unit_test(low_coefficients), cmocka_unit_test(one_bad_point),
    cmocka_unit_test(every_point_bad), cmocka_unit_test(host_knows),
    cmocka_unit_test(refuses_sizes_that_do_not_fit));

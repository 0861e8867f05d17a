/* Tests of closed forms against graphs built from the algorithms, by loops over launches, steps
 * and updates, with the exact differences of printed forms. */
#include <clmodp/models.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "support/assertions.h"

static const clmodp_mmm_machine machine = {.U = 37};

/* A sequence of kernels. */
typedef struct chain {
    clmodp_mmm_program *program;
    size_t kernels;
} chain;

static chain begin(void)
{
    chain c = {0};

    assert_int_equal(clmodp_mmm_program_create(&c.program), CLMODP_OK);
    return c;
}

/* Adds a launch with the busy blocks `blocks` and `idle` idle ones. */
static void launch(chain *c, clmodp_mmm_blocks blocks, uint64_t idle)
{
    clmodp_mmm_blocks classes[2] = {blocks, {.count = idle, .threads = blocks.threads}};

    assert_int_equal(clmodp_mmm_program_add(c->program, NULL, classes, idle > 0 ? 2 : 1),
                     CLMODP_OK);
    if (c->kernels++ > 0)
        assert_int_equal(clmodp_mmm_program_order(c->program, c->kernels - 2, c->kernels - 1),
                         CLMODP_OK);
}

static clmodp_mmm_measures end(chain *c)
{
    clmodp_mmm_measures m;

    assert_int_equal(clmodp_mmm_program_measure(c->program, &m, &machine), CLMODP_OK);
    clmodp_mmm_program_destroy(c->program);
    return m;
}

static clmodp_mmm_measures predict(clmodp_mmm_question q, clmodp_mmm_forms forms)
{
    clmodp_mmm_measures m;
    char message[256];

    q.forms = forms;
    q.machine = machine;
    if (clmodp_mmm_predict(&m, &q, message, sizeof message) != CLMODP_OK)
        fail_msg("%s", message);
    return m;
}

static void assert_near(const char *what, double found, double expected)
{
    if (!(fabs(found - expected) <= 1e-11 * fmax(1.0, fabs(expected))))
        fail_msg("%s: %.15g, expected %.15g", what, found, expected);
}

static void assert_same(clmodp_mmm_measures found, clmodp_mmm_measures expected)
{
    assert_near("W", found.work, expected.work);
    assert_near("S", found.span, expected.span);
    assert_near("O", found.overhead, expected.overhead);
    assert_near("N", found.N, expected.N);
    assert_near("L", found.L, expected.L);
    assert_near("K", found.K, expected.K);
    assert_near("C", found.C, expected.C);
}

static void naive_divisions(void **state)
{
    (void)state;
    for (uint64_t l = 1; l <= 8; l *= 2)
        for (uint64_t m = l; m <= 4 * l; m += l)
            for (uint64_t n = m; n < m + 12; n++) {
                const clmodp_mmm_question q = {CLMODP_MMM_DIVISION, .naive = 1, .n = (double)n,
                                               .m = (double)m, .l = (double)l};
                chain c = begin();
                clmodp_mmm_measures built;

                for (uint64_t i = m; i <= n; i++)
                    launch(&c, (clmodp_mmm_blocks){m / l, l, 2 * l, (double)(2 * l + 1), 3, 3, 2},
                           0);
                built = end(&c);
                assert_same(predict(q, CLMODP_MMM_PRINTED), built);
                assert_same(predict(q, CLMODP_MMM_CORRECTED), built);
            }
}

/* Returns the blocks of a launch of s steps: updates of heads of 1, 2, ... coefficients, and of
 * 2 s other coefficients. */
static clmodp_mmm_blocks division_block(uint64_t count, uint64_t s)
{
    clmodp_mmm_blocks b = {.count = count, .threads = 3 * s, .local_words = 7 * s, .read = 3,
                           .written = 1};

    for (uint64_t k = 0; k < s; k++) {
        b.work += 2 * (double)(s - k) + 2 * (double)(2 * s);
        b.span += 3; /* of the thread with the quotient's coefficient */
    }
    return b;
}

static void divisions(void **state)
{
    (void)state;
    for (uint64_t s = 1; s <= 8; s++)
        for (uint64_t blocks = 1; blocks < 4; blocks++)
            for (uint64_t launches = 1; launches < 6; launches++) {
                const uint64_t m = 2 * s * blocks, n = m - 1 + s * launches;
                const clmodp_mmm_question q = {CLMODP_MMM_DIVISION, .n = (double)n,
                                               .m = (double)m, .s = (double)s};
                const clmodp_mmm_measures print = predict(q, CLMODP_MMM_PRINTED);
                clmodp_mmm_measures built;
                chain c = begin();

                for (uint64_t k = 0; k < launches; k++)
                    launch(&c, division_block(blocks, s), 0);
                built = end(&c);
                assert_same(predict(q, CLMODP_MMM_CORRECTED), built);
                assert_near("W", print.work, built.work - built.N * (double)(s * (s + 1)) / 2);
                assert_near("O", print.overhead, built.overhead * 9 / 4);
                assert_near("C", print.C, built.C + 5 * machine.U);
            }
}

static void multiplications(void **state)
{
    (void)state;
    for (uint64_t s = 1; s <= 8; s++)
        for (uint64_t l = 1; l <= 4; l++)
            for (uint64_t x = 1; x <= 16; x *= 2) { /* rows */
                const uint64_t y = s * l * 16, m = x * s, n = y + 1 - s;
                const clmodp_mmm_question q = {CLMODP_MMM_MULTIPLICATION, .n = (double)n,
                                               .m = (double)m, .s = (double)s, .l = (double)l};
                const double S = (double)s;
                clmodp_mmm_measures built, print;
                chain c;

                if (m > n)
                    continue;
                c = begin();
                launch(&c, (clmodp_mmm_blocks){x * y / (s * l), l, 2 * s * l + 2 * s - 1,
                                               (double)l * S * (S + S - 1), S * (S + S - 1),
                                               S + 2, S}, 0);
                for (uint64_t rows = x / 2; rows > 0; rows /= 2)
                    launch(&c, (clmodp_mmm_blocks){rows * y / (s * l), l, 0, (double)l * S, S,
                                                   2 * S, S}, 0);
                built = end(&c);
                assert_same(predict(q, CLMODP_MMM_CORRECTED), built);
                print = predict(q, CLMODP_MMM_PRINTED);
                assert_near("W", print.work, built.work + (double)y / 2);
                assert_near("O", print.overhead, built.overhead);
                assert_near("N", print.N, built.N);
            }
}

/* Kernels for additions cost more than kernels for multiplications for U > 12 at s = 4. */
static void additions_cost_more_beyond_u_12(void **state)
{
    (void)state;
    for (int above = 0; above < 2; above++) {
        clmodp_mmm_question q = {CLMODP_MMM_MULTIPLICATION, .n = 1024, .m = 1024, .s = 4, .l = 64,
                                 .machine = {.U = above ? 12.01 : 11.99}};
        clmodp_mmm_measures print, ours;

        assert_int_equal(clmodp_mmm_predict(&print, &q, NULL, 0), CLMODP_OK);
        q.forms = CLMODP_MMM_CORRECTED;
        assert_int_equal(clmodp_mmm_predict(&ours, &q, NULL, 0), CLMODP_OK);
        assert_int_equal(ours.C > print.C, above);
    }
}

/* Reduces the polynomial of higher degree, as in Algorithm 9. */
static uint64_t reduce(uint64_t *a, uint64_t *b)
{
    if (*a >= *b) {
        --*a;
        return *b;
    }
    --*b;
    return *a;
}

static void naive_gcds(void **state)
{
    (void)state;
    for (uint64_t l = 1; l <= 8; l++)
        for (uint64_t e = l; e <= 5 * l; e += l)
            for (uint64_t d = e; d < e + 9; d++) {
                const clmodp_mmm_question q = {CLMODP_MMM_GCD, .naive = 1, .n = (double)(d + 1),
                                               .m = (double)(e + 1), .l = (double)l};
                /* with degrees in place of terms the printed work is right */
                const clmodp_mmm_question degrees = {CLMODP_MMM_GCD, .naive = 1, .n = (double)d,
                                                     .m = (double)e, .l = (double)l};
                uint64_t a = d, b = e;
                clmodp_mmm_measures built, print;
                chain c;

                if (e < 2)
                    continue;
                c = begin();
                for (uint64_t k = 0; k < d + e; k++) {
                    const bool ended = a == 0 || b == 0;
                    const uint64_t updates = ended ? 0 : reduce(&a, &b);
                    const uint64_t whole = updates / l, rest = updates % l;
                    const clmodp_mmm_blocks all[] = {
                        {whole, l, 2 * l, (double)(2 * l + 1), 3, 4, 1},
                        {rest > 0, l, 2 * l, (double)(2 * rest + 1), 3, 4, 1},
                        {e / l - whole - (rest > 0), l, 0, 0, 0, 0, 0},
                    };
                    clmodp_mmm_blocks classes[3];
                    size_t count = 0;

                    for (size_t i = 0; i < 3; i++)
                        if (all[i].count > 0)
                            classes[count++] = all[i];
                    assert_int_equal(clmodp_mmm_program_add(c.program, NULL, classes, count),
                                     CLMODP_OK);
                    if (c.kernels++ > 0)
                        assert_int_equal(clmodp_mmm_program_order(c.program, k - 1, k), CLMODP_OK);
                }
                built = end(&c);
                built.span += 3; /* of the empty launch */
                assert_same(predict(q, CLMODP_MMM_CORRECTED), built);
                print = predict(degrees, CLMODP_MMM_PRINTED);
                assert_near("W", print.work, built.work);
                assert_near("O", print.overhead, built.overhead +
                            5 * machine.U * 2 * (double)e / (double)l);
            }
}

/* Returns the blocks of a launch of s steps from degrees a and b, reduced by u and v there. */
static clmodp_mmm_blocks gcd_block(uint64_t *a, uint64_t *b, uint64_t s)
{
    const uint64_t least = *a < *b ? *a : *b;
    clmodp_mmm_blocks block = {.count = (least + s - 1) / s, .threads = 3 * s,
                               .local_words = 6 * s, .span = 3 * (double)s, .read = 2,
                               .written = 2};
    uint64_t u = 0, v = 0;

    for (uint64_t k = 0; k < s; k++) {
        block.work += 2 * (double)(s - (u > v ? u : v)) + 2 * (double)(2 * s);
        if (*a >= *b) {
            --*a;
            u++;
        } else {
            --*b;
            v++;
        }
    }
    return block;
}

/* Algorithm 10, which requires s > 1. */
static void gcds(void **state)
{
    (void)state;
    for (uint64_t s = 2; s <= 9; s++)
        for (uint64_t e = s; e <= 5 * s; e += s)
            for (uint64_t d = e; d <= e + 4 * s; d += s) {
                const clmodp_mmm_question q = {CLMODP_MMM_GCD, .n = (double)(d + 1),
                                               .m = (double)(e + 1), .s = (double)s};
                clmodp_mmm_measures built;
                uint64_t a = d, b = e;
                chain c;

                if (e < 2)
                    continue;
                c = begin();
                for (uint64_t k = 0; k < (d + e) / s; k++) {
                    const clmodp_mmm_blocks block = gcd_block(&a, &b, s);

                    launch(&c, block, e / s - block.count);
                }
                assert_int_equal(a + b, 0);
                built = end(&c);
                assert_same(predict(q, CLMODP_MMM_CORRECTED), built);
                /* the printed N counts busy blocks only */
                assert_near("N", (double)(d * e) / (double)(s * s) + (double)e / (double)s,
                            built.overhead / (4 * machine.U));
            }
}

/* The paper does not divide its totals among the three kernels of the scan; their spans without
 * the tile's add up to 16 lg l + 42. */
static void radix_sorts(void **state)
{
    (void)state;
    for (uint64_t s = 1; s <= 8; s *= 2)
        for (uint64_t l = 8; l <= 64; l *= 2)
            for (uint64_t scans = 1; scans <= 4; scans *= 2) {
                const uint64_t tiles = s < 4 ? 64 * l * scans : 4 * l * scans;
                const uint64_t counts = (tiles << s) / (4 * l), n = 4 * l * tiles, c = 4 * s;
                const clmodp_mmm_question q = {CLMODP_MMM_RADIX_SORT, .n = (double)n,
                                               .s = (double)s, .l = (double)l,
                                               .bits = (double)c};
                const double S = (double)s, L = (double)l, lg = log2(L);
                const clmodp_mmm_blocks pass[] = {
                    {tiles, l, 8 * l + (UINT64_C(1) << s), 22 * S * L + S + 12,
                     S * (41 + 8 * lg) + 12, 4, 5},
                    {counts, l, 0, 12 * L + 1, 8 * lg + 12, 4, 4},
                    {1, l, 0, 12 * L + 1, 8 * lg + 12, 4, 4},
                    {counts, l, 0, 8 * L, 8, 5, 4},
                    {tiles, l, 0, 4 * L, 10, 5, 4},
                };
                clmodp_mmm_measures built, print;
                chain all = begin();

                for (uint64_t k = 0; k < c / s; k++)
                    for (size_t i = 0; i < 5; i++)
                        launch(&all, pass[i], 0);
                built = end(&all);
                built.overhead -= 4 * 9 * machine.U; /* the first block adds nothing */
                assert_same(predict(q, CLMODP_MMM_CORRECTED), built);
                print = predict(q, CLMODP_MMM_PRINTED);
                assert_near("W", print.work, built.work + (double)(c - c / s) * (double)n);
                assert_near("N", print.N, built.N - 4);
                assert_near("K", print.K, (double)tiles);
            }
}

static void assert_refused(clmodp_mmm_question q, const char *part)
{
    clmodp_mmm_measures m = {.work = 3};
    char message[512];

    assert_int_equal(clmodp_mmm_predict(&m, &q, message, sizeof message), CLMODP_INVALID);
    if (strstr(message, part) == NULL)
        fail_msg("\"%s\" does not say \"%s\"", message, part);
    assert_near("W", m.work, 3);
}

static void wrong_questions_are_refused(void **state)
{
    const clmodp_mmm_question good = {CLMODP_MMM_MULTIPLICATION, .n = 100, .m = 50, .s = 4,
                                      .l = 16, .machine = {10, 1000}};
    clmodp_mmm_question q = good;
    clmodp_mmm_measures m;

    (void)state;
    assert_int_equal(clmodp_mmm_predict(&m, &q, NULL, 0), CLMODP_OK);
    q.m = 101;
    assert_refused(q, "1 <= m <= n");
    q.m = NAN;
    assert_refused(q, "1 <= m <= n");
    q = good;
    q.s = 0.5;
    assert_refused(q, "s = 0.5");
    q = good;
    q.l = 0;
    assert_refused(q, "l = 0");
    q = good;
    q.machine.U = 0;
    assert_refused(q, "U = 0");
    q = good;
    q.s = 32;
    assert_refused(q, "1087 words of local memory");
    q = good;
    q.m = 2; /* less than a block */
    for (int k = 0; k <= CLMODP_MMM_GCD; k++)
        if ((q.algorithm = (clmodp_mmm_algorithm)k) != CLMODP_MMM_RADIX_SORT)
            assert_refused(q, "expected 1 to m");
    q = good;
    q.algorithm = CLMODP_MMM_RADIX_SORT;
    assert_refused(q, "keys of 0 bits");
    q.bits = 3;
    assert_refused(q, "a multiple of s");
    q.bits = 9;
    assert_refused(q, "a multiple of s");
    q.bits = 8;
    q.n = 63;
    assert_refused(q, "do not fill a tile");
    q = good;
    q.algorithm = CLMODP_MMM_GCD;
    q.m = 1;
    assert_refused(q, "a constant");
    assert_int_equal(clmodp_mmm_predict(&m, NULL, NULL, 0), CLMODP_INVALID);
    assert_int_equal(clmodp_mmm_predict(NULL, &good, NULL, 0), CLMODP_INVALID);
}

TESTS(
    cmocka_unit_test(naive_divisions),
    cmocka_unit_test(divisions),
    cmocka_unit_test(multiplications),
    cmocka_unit_test(additions_cost_more_beyond_u_12),
    cmocka_unit_test(naive_gcds),
    cmocka_unit_test(gcds),
    cmocka_unit_test(radix_sorts),
    cmocka_unit_test(wrong_questions_are_refused));

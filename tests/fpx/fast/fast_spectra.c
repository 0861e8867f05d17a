/* Tests products of matrices of polynomials modulo x^N - 1 by spectra, against long products. */
#include "fpx/fast/spectra.h"

#include "ref/euclid.h"
#include "support/batch.h"

/* Without roots of unity, with few, with many. */
static const u32 primes[] = {2, 3, 65537, 2013265921, 2147483647};
#define PRIMES (sizeof primes / sizeof *primes)

/* rows by inner times inner by columns polynomials. */
typedef struct shape {
    size_t rows, inner, columns;
} shape;

/* Consecutive polynomials, the first one the longest. */
typedef struct several {
    size_t rows, count, others, apart;
    u32 *words;
    clm_buffer buffer;
} several;

static size_t count_of(const several *s, size_t row)
{
    return row == 0 ? s->count : s->others;
}

static several random_several(clmodp_context *ctx, clm_random *random, size_t rows, size_t count,
                              u32 p)
{
    const size_t others = 1 + (size_t)clm_random_below(random, count), apart = count + 3;
    several s = {.rows = rows, .count = count, .others = others, .apart = apart};
    const bool greatest = clm_random_below(random, 3) == 0;

    s.words = device_need(rows * apart, sizeof *s.words);
    for (size_t i = 0; i < rows * apart; i++)
        s.words[i] = greatest ? p - 1 : (u32)clm_random_below(random, p);
    s.buffer = device_words(ctx, s.words, rows * apart);
    return s;
}

static void clear(clmodp_context *ctx, several *s)
{
    clm_buffer_destroy(ctx, &s->buffer);
    free(s->words);
}

static clm_poly_rows run_of(const several *s)
{
    return (clm_poly_rows){.words = &s->buffer, .apart = s->apart, .count = s->count,
                     .others = s->others};
}

/* Adds row a_row of a times row b_row of b modulo x^size - 1 to sum[]. */
static void add_product(u32 *sum, size_t size, const several *a, size_t a_row, const several *b,
                        size_t b_row, u32 p)
{
    const u32 *x = a->words + a_row * a->apart, *y = b->words + b_row * b->apart;

    for (size_t i = 0; i < count_of(a, a_row); i++)
        for (size_t j = 0; j < count_of(b, b_row); j++) {
            u32 *at = &sum[(i + j) % size];

            *at = (u32)(((uint64_t)x[i] * y[j] + *at) % p);
        }
}

static void compare(const clm_ring *ring, const several *a, const several *b, shape s,
                    const several *out, size_t low)
{
    u32 *sum = device_need(ring->size, sizeof *sum);

    for (size_t row = 0; row < out->rows; row++) {
        memset(sum, 0, ring->size * sizeof *sum);
        for (size_t k = 0; k < s.inner; k++)
            add_product(sum, ring->size, a, row / s.columns * s.inner + k, b,
                        k * s.columns + row % s.columns, ring->p);
        for (size_t i = 0; i < count_of(out, row); i++)
            if (out->words[row * out->apart + i] != sum[low + i])
                fail_msg("%zu by %zu by %zu, N = %zu, modulo %u, row %zu: coefficient %zu is %u, "
                         "not %u", s.rows, s.inner, s.columns, ring->size, ring->p, row, low + i,
                         out->words[row * out->apart + i], sum[low + i]);
    }
    free(sum);
}

/* Factors have about N coefficients, so products wrap around. Only a window is computed. */
static void check(clmodp_context *ctx, shape s, size_t least, size_t longest, u32 p)
{
    clm_random random = {least * 10007 + p};
    several a = random_several(ctx, &random, s.rows * s.inner, longest, p);
    several b = random_several(ctx, &random, s.inner * s.columns, least, p);
    several out = random_several(ctx, &random, s.rows * s.columns, least - least / 3, p);
    const clm_ring_plan plan = clm_ring_plan_for(ctx, least, (double)(s.inner * longest), p);
    clm_spectra of_a = {.rows = 0}, of_b = of_a, product = of_a;
    clm_ring ring;

    BATCH_OK(ctx, clm_ring_create(ctx, &ring, &plan, p));
    BATCH_OK(ctx, clm_spectra_create(ctx, &ring, &of_a, a.rows));
    BATCH_OK(ctx, clm_spectra_create(ctx, &ring, &of_b, b.rows));
    BATCH_OK(ctx, clm_spectra_create(ctx, &ring, &product, out.rows));
    BATCH_OK(ctx, clm_spectra_forward(ctx, &ring, &of_a, run_of(&a)));
    BATCH_OK(ctx, clm_spectra_forward(ctx, &ring, &of_b, run_of(&b)));
    BATCH_OK(ctx, clm_spectra_multiply_each(
                      ctx, &ring, &product, &of_a, &of_b,
                      (clm_spectra_products){.count = 1, .rows = s.rows, .inner = s.inner,
                                             .columns = s.columns}));
    BATCH_OK(ctx, clm_spectra_backward(ctx, &ring, run_of(&out), least / 3, &product));
    BATCH_OK(ctx, clm_buffer_read(ctx, &out.buffer, 0, out.words,
                                  out.rows * out.apart * sizeof *out.words));
    compare(&ring, &a, &b, s, &out, least / 3);
    clm_spectra_destroy(ctx, &product);
    clm_spectra_destroy(ctx, &of_b);
    clm_spectra_destroy(ctx, &of_a);
    clm_ring_destroy(ctx, &ring);
    clear(ctx, &out);
    clear(ctx, &b);
    clear(ctx, &a);
}

static void test_matrices(void **state)
{
    static const shape shapes[] = {{1, 1, 1}, {2, 2, 1}, {2, 2, 2}, {1, 3, 2}};
    static const size_t sizes[][2] = {{1, 1}, {40, 35}, {96, 300}, {257, 257}};
    size_t number = 0;

    (void)state;
    for (size_t t = small_tests() ? 1 : 2; t < 4; t += small_tests() ? 2 : 1) {
        clmodp_context *ctx = batch_context(t);

        for (size_t p = 0; p < PRIMES; p++)
            for (size_t k = 0; k < 16; k++)
                if (batch_turn(number++, 17)) {
                    check(ctx, shapes[k % 4], sizes[k / 4][0], sizes[k / 4][1], primes[p]);
                    ctx = batch_again(ctx, t);
                }
        clmodp_context_destroy(ctx);
    }
}

static void test_wrong(void **state)
{
    clmodp_context *ctx = context_open(NULL);
    const clm_ring_plan plan = clm_ring_plan_for(ctx, 64, 64.0, 2013265921);
    clm_buffer words = device_words(ctx, NULL, 64);
    clm_poly_rows run = {.words = &words, .count = 64};
    clm_spectra one = {.rows = 0}, two = one;
    clm_ring ring;
    clm_ring_plan none = plan;

    (void)state;
    none.length = 0;
    assert_int_equal(clm_ring_create(ctx, &ring, &none, 2013265921), CLMODP_LIMIT);
    BATCH_OK(ctx, clm_ring_create(ctx, &ring, &plan, 2013265921));
    BATCH_OK(ctx, clm_spectra_create(ctx, &ring, &one, 1));
    BATCH_OK(ctx, clm_spectra_create(ctx, &ring, &two, 2));
    assert_int_equal(clm_spectra_multiply(ctx, &ring, &one, &one, &two), CLMODP_INVALID);
    assert_int_equal(clm_spectra_backward(ctx, &ring, run, 1, &one), CLMODP_INVALID);
    run.from = 1;
    assert_int_equal(clm_spectra_forward(ctx, &ring, &one, run), CLMODP_INVALID);
    run.count = 63;
    run.others = 64;
    assert_int_equal(clm_spectra_forward(ctx, &ring, &two, run), CLMODP_INVALID);
    clm_spectra_destroy(ctx, &two);
    clm_spectra_destroy(ctx, &one);
    clm_ring_destroy(ctx, &ring);
    clm_buffer_destroy(ctx, &words);
    assert_int_equal(ctx->memory_now, 0);
    clmodp_context_destroy(ctx);
}

TESTS(
    cmocka_unit_test(test_matrices),
    cmocka_unit_test(test_wrong));

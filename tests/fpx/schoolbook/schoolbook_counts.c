/* Tests the launches of schoolbook algorithms for several s against their costs, about 1 / s. */
#include "arith/prime.h"
#include "core/random.h"
#include "fpx/schoolbook/schoolbook.h"
#include "problems/chunk.h"
#include "support/context.h"
#include "support/faults.h"
#include "support/skip.h"

#define PRIME 2147483647u

enum { N = 700, M = 500 };

static const size_t parameters[] = {1, 2, 3, 16, 64, 128};
#define PARAMETERS (sizeof parameters / sizeof *parameters)

typedef struct setting {
    clmodp_context *ctx;
    clm_buffer a, b, out, work;
} setting;

static setting set(void)
{
    setting s = {.ctx = context_open(NULL)};
    clm_random random = {1};
    u32 words[N];

    for (size_t k = 0; k < N; k++)
        words[k] = 1 + (u32)clm_random_below(&random, PRIME - 1);
    s.a = device_words(s.ctx, words, N);
    s.b = device_words(s.ctx, words + 100, M);
    s.work = device_words(s.ctx, words, N);
    s.out = device_words(s.ctx, NULL, N + M);
    return s;
}

static void reset(setting *s)
{
    clm_buffer_destroy(s->ctx, &s->out);
    clm_buffer_destroy(s->ctx, &s->work);
    clm_buffer_destroy(s->ctx, &s->b);
    clm_buffer_destroy(s->ctx, &s->a);
    clmodp_context_destroy(s->ctx);
}

/* Returns a shape whose span holds everything, so that launches depend on s only. */
static clm_schoolbook_shape shape_of(size_t s)
{
    return (clm_schoolbook_shape){.s = s, .group = 1, .span = 1024};
}

static long launches(setting *s, clmodp_status status)
{
    const layer_traffic traffic = fault_traffic_end();

    if (status != CLMODP_OK)
        fail_msg("%s", clmodp_context_message(s->ctx));
    return traffic.launches;
}

static void test_products(void **state)
{
    setting t;

    (void)state;
    SKIP_UNLESS(fault_layer_works(), FAULT_LAYER_MISSING);
    t = set();
    for (size_t k = 0; k < PARAMETERS; k++) {
        const clm_schoolbook_shape shape = shape_of(parameters[k]);
        const clm_amounts cost = clm_schoolbook_multiply_cost(t.ctx, N, M, shape);

        fault_traffic_begin();
        assert_int_equal(
            launches(&t, clm_schoolbook_multiply(t.ctx, &t.out, (clm_poly){&t.a, N},
                                                 (clm_poly){&t.b, M}, clm_field(PRIME), shape)),
            (long)cost.of[CLM_OP_LAUNCH]);
        assert_true(cost.of[CLM_OP_SCHOOLBOOK_PRODUCT] >= (double)N * M);
    }
    reset(&t);
}

static void test_divisions(void **state)
{
    setting t;

    (void)state;
    SKIP_UNLESS(fault_layer_works(), FAULT_LAYER_MISSING);
    t = set();
    for (size_t k = 0; k < PARAMETERS; k++) {
        const size_t s = parameters[k];
        const clm_amounts cost = clm_schoolbook_divide_cost(t.ctx, N, M, shape_of(s));
        long found;

        fault_traffic_begin();
        found = launches(&t, clm_schoolbook_divide(t.ctx, &t.out, (clm_poly){&t.work, N},
                                                   (clm_poly){&t.b, M}, clm_field(PRIME),
                                                   shape_of(s)));
        assert_int_equal(found, (long)cost.of[CLM_OP_LAUNCH]);
        assert_int_equal(found, 1 + (N - M + s) / s);
    }
    reset(&t);
}

/* A sweep makes s + 1 division steps while degrees are more than s apart, and then reduces both
 * degrees by s. Further launches: two copies, two to make the divisor monic, and sweeps enqueued
 * before the host sees that the work is done. */
static void test_divisors(void **state)
{
    setting t;

    (void)state;
    SKIP_UNLESS(fault_layer_works(), FAULT_LAYER_MISSING);
    t = set();
    for (size_t k = 0; k < PARAMETERS; k++) {
        const size_t s = parameters[k];
        const clm_amounts cost = clm_schoolbook_gcd_cost(t.ctx, N, M, shape_of(s));
        size_t count;
        long found;

        fault_traffic_begin();
        found = launches(&t, clm_schoolbook_gcd(t.ctx, &t.out, &count, (clm_poly){&t.a, N},
                                                (clm_poly){&t.b, M}, clm_field(PRIME), shape_of(s),
                                                NULL));
        assert_int_equal(count, 1);
        assert_int_equal(found, (long)cost.of[CLM_OP_LAUNCH]);
    }
    reset(&t);
}

TESTS(cmocka_unit_test(test_products), cmocka_unit_test(test_divisions),
      cmocka_unit_test(test_divisors));

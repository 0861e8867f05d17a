/* Runs schoolbook algorithms for several s, and prints the words of global memory that each should
 * have moved, for tests/project/words.py, which counts them. */
#include "arith/prime.h"
#include "cl/fpx/schoolbook/gcd_shape.h"
#include "core/random.h"
#include "core/size.h"
#include "fpx/schoolbook/schoolbook.h"
#include "problems/chunk.h"
#include "support/op_counts.h"
#include "support/schoolbook_counts.h"

#define PRIME 2147483647u
#define MOST 400

static clmodp_context *ctx;
static clm_buffer a, b, out, work;
static u32 words[2 * MOST];

static clm_schoolbook_shape shape_of(size_t s, size_t span)
{
    return (clm_schoolbook_shape){.s = s, .group = 2, .span = span};
}

static void multiply(size_t n, size_t m, clm_schoolbook_shape shape)
{
    const clm_op_counts t = schoolbook_multiply_counts(n, m, shape, &ctx->tuning, m);

    device_must(ctx, clm_schoolbook_multiply(ctx, &out, (clm_poly){&a, n}, (clm_poly){&b, m},
                                             clm_field(PRIME), shape));
    counts_expect_words(ctx, "schoolbook_multiply_", t.read, t.written);
}

static void divide(size_t n, size_t m, clm_schoolbook_shape shape)
{
    const clm_op_counts t = schoolbook_divide_counts(n, m, PRIME, shape, &ctx->tuning);

    device_must(ctx, clm_buffer_write(ctx, &work, 0, words, n * sizeof *words));
    device_must(ctx, clm_schoolbook_divide(ctx, &out, (clm_poly){&work, n}, (clm_poly){&b, m},
                                           clm_field(PRIME), shape));
    /* without the inverse */
    counts_expect_words(ctx, "schoolbook_divide_", t.read - 1.0, t.written - 1.0);
}

static double copies_of(size_t count)
{
    return (double)clm_div_up(count, ctx->tuning.group);
}

/* Expects the sweeps alone, without the copies and the final division. Oclgrind does not count
 * states, read by every work-item and written by one, since no load copies structures. */
static void gcd(size_t n, size_t m, clm_schoolbook_shape shape)
{
    const clm_op_counts t = schoolbook_gcd_counts(n, m, PRIME, shape, &ctx->tuning,
                                                      ctx->device.compute_units, false);
    const double moved = (double)n + (double)m, state = sizeof(schoolbook_gcd_state) / sizeof(u32);
    const double sweeps = t.launches - 4.0, groups = t.groups - 2.0 - copies_of(n) - copies_of(m);
    size_t count;

    device_must(ctx, clm_schoolbook_gcd(ctx, &out, &count, (clm_poly){&a, n}, (clm_poly){&b, m},
                                        clm_field(PRIME), shape, NULL));
    counts_expect_words(ctx, "schoolbook_gcd_sweep",
                        t.read - moved - 3.0 - state * groups * (double)shape.group,
                        t.written - moved - 2.0 - state * sweeps);
}

int main(void)
{
    static const size_t parameters[] = {1, 8, 31, 64};
    clm_random random = {1};

    if (clmodp_context_create(&ctx, NULL, NULL, 0) != CLMODP_OK)
        return 1;
    device_must(ctx, clm_context_open(ctx));
    for (size_t k = 0; k < 2 * MOST; k++)
        words[k] = 1 + (u32)clm_random_below(&random, PRIME - 1);
    a = device_words(ctx, words, MOST);
    b = device_words(ctx, words + MOST, MOST);
    work = device_words(ctx, words, MOST);
    out = device_words(ctx, NULL, 2 * MOST);
    for (size_t k = 0; k < sizeof parameters / sizeof *parameters; k++) {
        const size_t s = parameters[k];

        multiply(200, 131, shape_of(s, 64));
        multiply(129, 64, shape_of(s, 128));
        multiply(1, 70, shape_of(s, 64));
        divide(300, 130, shape_of(s, 64));
        divide(150, 150, shape_of(s, 256));
        divide(90, 2, shape_of(s, 64));
        gcd(MOST / 4, MOST / 4 - 1, shape_of(s, MOST));
        gcd(MOST / 4, MOST / 4, shape_of(s, MOST / 10));
    }
    clm_buffer_destroy(ctx, &out);
    clm_buffer_destroy(ctx, &work);
    clm_buffer_destroy(ctx, &b);
    clm_buffer_destroy(ctx, &a);
    clmodp_context_destroy(ctx);
    return 0;
}

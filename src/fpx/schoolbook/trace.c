/* With u a - q b = c, degrees n, m and k of a, b and c, and l leading b,
 *
 *     res(a, b) = (-1)^(n m) l^(n - k) u^(-m) res(b, c),
 *
 * and u = (l / 2^32)^e, where the trace has l and e of each b. */
#include "fpx/schoolbook/trace.h"

#include "base/memory.h"
#include "cl/fpx/schoolbook/gcd_shape.h"
#include "fpx/batch/move.h"

clmodp_status clm_gcd_trace_create(clmodp_context *ctx, clm_gcd_trace *trace, size_t degree)
{
    clmodp_status st = CLMODP_OK;

    trace->degree = degree;
    TRY(clm_buffer_create(ctx, &trace->words, PLAIN_GCD_TRACE(degree), sizeof(u32)));
    TRY(clm_buffer_fill(ctx, &trace->words, 0, PLAIN_GCD_TRACE(degree)));
done:
    return st;
}

void clm_gcd_trace_destroy(clmodp_context *ctx, clm_gcd_trace *trace)
{
    clm_buffer_destroy(ctx, &trace->words);
}

clmodp_status clm_gcd_trace_forget(clmodp_context *ctx, const clm_gcd_trace *trace, size_t degree)
{
    return degree == 0 ? CLMODP_OK
                       : clm_buffer_fill(ctx, &trace->words, 0, PLAIN_GCD_TRACE(degree - 1));
}

clmodp_status clm_gcd_trace_add(clmodp_context *ctx, const clm_gcd_trace *trace, size_t degree,
                                const clm_buffer *words, size_t at)
{
    clmodp_status st = CLMODP_OK;

    REQUIRE(&ctx->error, degree <= trace->degree);
    TRY(clm_move(ctx, &trace->words, words,
                 (move_piece){.to = (u32)(2 * degree), .from = (u32)at, .count = 1}));
done:
    return st;
}

/* The product of all u^m in Montgomery form, of which the u of each m is a factor once for each
 * degree from m down to 1. */
static u32 growth(const u32 *trace, size_t m, fp_field f)
{
    u32 all = fp_to(1, f), so_far = fp_to(1, f);

    for (size_t d = m; d > 0; d--) {
        if (trace[2 * d] != 0) /* as a word in Montgomery form l is l / 2^32 */
            so_far = fp_mul(so_far, fp_pow(trace[2 * d], trace[2 * d + 1], f), f);
        all = fp_mul(all, so_far, f);
    }
    return all;
}

/* The greatest degree of a divisor below `degree`; that itself if there is none. */
static size_t next_degree(const u32 *trace, size_t degree)
{
    for (size_t d = degree; d-- > 0;)
        if (trace[2 * d] != 0)
            return d;
    return degree;
}

/* The product of all (-1)^(n m) l^(n - k), in Montgomery form. Pre: trace[0] is not 0. */
static u32 leads(const u32 *trace, size_t n, size_t m, fp_field f)
{
    u32 all = fp_to(1, f);

    while (m > 0) {
        const size_t k = next_degree(trace, m);
        const u32 power = fp_pow(fp_to(trace[2 * m], f), (u32)(n - k), f);

        all = fp_mul(all, n % 2 == 1 && m % 2 == 1 ? fp_neg(power, f) : power, f);
        n = m;
        m = k;
    }
    return fp_mul(all, fp_pow(fp_to(trace[0], f), (u32)n, f), f);
}

clmodp_status clm_gcd_trace_resultant(clmodp_context *ctx, const clm_gcd_trace *trace, u32 *r,
                                      size_t n, size_t m, fp_field field)
{
    clmodp_status st = CLMODP_OK;
    u32 *words = NULL;

    REQUIRE(&ctx->error, n >= m && m <= trace->degree);
    NEW(&ctx->error, words, PLAIN_GCD_TRACE(m));
    TRY(clm_buffer_read(ctx, &trace->words, 0, words, PLAIN_GCD_TRACE(m) * sizeof *words));
    REQUIRE(&ctx->error, words[2 * m] != 0);
    *r = 0;
    if (words[0] != 0)
        *r = fp_from(fp_mul(leads(words, n, m, field), fp_inv(growth(words, m, field), field),
                            field), field);
done:
    free(words);
    return st;
}

/* Products and greatest common divisors over their algorithms: what calls that leave it open
 * choose between. */
#include <stdlib.h>

#include "base/memory.h"
#include "tune/subject.h"
#include "fpx/api/choice.h"

#define PRIME 2147483647u

/* Times as long as the fastest: what should take longer is left out. */
#define MOST_SLOWER 64.0

static const clmodp_fpx_algorithm algorithms[] = {CLMODP_FPX_HOST, CLMODP_FPX_PLAIN,
                                                  CLMODP_FPX_FAST};
#define ALGORITHMS (sizeof algorithms / sizeof *algorithms)

static const char *label(uint32_t s)
{
    switch (s) {
    case CLMODP_FPX_HOST: return "host";
    case CLMODP_FPX_PLAIN: return "plain";
    case CLMODP_FPX_FAST: return "fast";
    default: return NULL;
    }
}

static uint32_t chosen(const clmodp_context *ctx, clm_fpx_operation operation, size_t n)
{
    clmodp_fpx_algorithm best = algorithms[0];

    for (size_t k = 1; k < ALGORITHMS; k++)
        if (clm_fpx_predict(ctx, operation, algorithms[k], n, n, PRIME) <
            clm_fpx_predict(ctx, operation, best, n, n, PRIME))
            best = algorithms[k];
    return best;
}

static size_t parameters(const clmodp_context *ctx, clm_fpx_operation operation, size_t n,
                         uint32_t s[CLM_TUNE_MOST])
{
    const clmodp_fpx_algorithm best = (clmodp_fpx_algorithm)chosen(ctx, operation, n);
    const double most = MOST_SLOWER * clm_fpx_predict(ctx, operation, best, n, n, PRIME);
    size_t count = 0;

    for (size_t k = 0; k < ALGORITHMS; k++)
        if (clm_fpx_predict(ctx, operation, algorithms[k], n, n, PRIME) < most)
            s[count++] = algorithms[k];
    return count;
}

/* *f := a random polynomial of n coefficients, the leading one not 0. */
static clmodp_status random_polynomial(clmodp_context *ctx, clmodp_fpx **f, size_t n,
                                       uint64_t seed)
{
    clmodp_status st = CLMODP_OK;
    uint32_t *words = NULL;

    NEW(&ctx->error, words, n);
    clm_tune_fill(words, n, PRIME, seed);
    TRY(clmodp_fpx_create(ctx, f, PRIME));
    TRY(clmodp_fpx_upload(*f, words, n));
done:
    free(words);
    return st;
}

static clmodp_status create(clm_tune_work *w, size_t most)
{
    clmodp_status st = CLMODP_OK;

    TRY(random_polynomial(w->ctx, &w->f, w->n, 1));
    TRY(random_polynomial(w->ctx, &w->g, w->n, 2));
    TRY(clmodp_fpx_create(w->ctx, &w->h, PRIME));
    w->count = most;
done:
    return st;
}

/* Of two polynomials, as products and common divisors are. */
typedef clmodp_status (*binary)(clmodp_fpx *h, const clmodp_fpx *f, const clmodp_fpx *g,
                                const clmodp_fpx_options *options);

static clmodp_status run(clm_tune_work *w, binary compute, uint32_t s)
{
    const clmodp_progress progress = w->ctx->progress;
    clmodp_fpx_options options;
    clmodp_status st;

    clmodp_fpx_options_init(&options);
    options.algorithm = (clmodp_fpx_algorithm)s;
    w->ctx->progress = NULL; /* it would be told how far this run is, not the whole */
    st = compute(w->h, w->f, w->g, &options);
    w->ctx->progress = progress;
    if (st == CLMODP_OK)
        w->count = clmodp_fpx_count(w->h);
    return st;
}

static clmodp_status result(clm_tune_work *w, u32 *words)
{
    return clmodp_fpx_download(w->h, words, w->count);
}

/* Both in the same words. MOST: coefficients of a result, if the work is w. */
#define ALGORITHM_SUBJECT(stem, called, operation, compute, most)                               \
    static size_t stem##_parameters(const clmodp_context *ctx, size_t n,                         \
                                    uint32_t s[CLM_TUNE_MOST])                                   \
    {                                                                                            \
        return parameters(ctx, operation, n, s);                                                 \
    }                                                                                            \
    static uint32_t stem##_chosen(const clmodp_context *ctx, size_t n)                           \
    {                                                                                            \
        return chosen(ctx, operation, n);                                                        \
    }                                                                                            \
    static double stem##_predicted(const clmodp_context *ctx, size_t n, uint32_t s)              \
    {                                                                                            \
        return clm_fpx_predict(ctx, operation, (clmodp_fpx_algorithm)s, n, n, PRIME);            \
    }                                                                                            \
    static clmodp_status stem##_create(clm_tune_work *w)                                         \
    {                                                                                            \
        return create(w, most);                                                                  \
    }                                                                                            \
    static clmodp_status stem##_run(clm_tune_work *w, uint32_t s)                                \
    {                                                                                            \
        return run(w, compute, s);                                                               \
    }                                                                                            \
    const clm_tune_subject clm_tune_##stem = {                                                   \
        .name = called,                                                                          \
        .from = 1 << 5,                                                                          \
        .to = 1 << 20,                                                                           \
        .parameters = stem##_parameters,                                                         \
        .chosen = stem##_chosen,                                                                 \
        .predicted = stem##_predicted,                                                           \
        .create = stem##_create,                                                                 \
        .run = stem##_run,                                                                       \
        .result = result,                                                                        \
        .label = label,                                                                          \
    };

ALGORITHM_SUBJECT(product, "product", CLM_FPX_MULTIPLY, clmodp_fpx_mul, 2 * w->n - 1)
ALGORITHM_SUBJECT(common_divisor, "common-divisor", CLM_FPX_GCD, clmodp_fpx_gcd, w->n)

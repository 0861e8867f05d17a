/* The primes of one plan, cut at random and run by several contexts on as many threads: the images
 * are the same, bit for bit, whoever made them. */
#include <inttypes.h>
#include <pthread.h>
#include <string.h>

#include "device/context.h"
#include "resultant/pipeline.h"
#include "support/context.h"
#include "support/polynomials.h"
#include "support/small.h"

#define CASES 200
#define LEAST_PRIMES 32
#define UNLUCKY_TURN 4 /* every fourth case has a lane off the common degree sequence */
#define MOST_CONTEXTS 5
#define MOST_RANGES 15

typedef struct range {
    size_t first, count;
} range;

/* What one thread does and tells. */
typedef struct worker {
    pthread_t thread;
    clmodp_context *context;
    const clm_plan *plan;
    const clm_row_layout *layout;
    uint64_t seed;
    uint32_t *images; /* of all primes, everybody's */
    range range[MOST_RANGES];
    size_t ranges;
    clmodp_status status;
    clm_counts counts; /* of the last range */
    uint64_t flagged;
} worker;

static void *work(void *argument)
{
    worker *w = argument;
    const clm_pipeline_options options = {.way = CLM_EVALUATE_AUTO};
    clm_pipeline *pipeline = NULL;
    size_t most = 0;

    for (size_t i = 0; i < w->ranges; i++)
        most = w->range[i].count > most ? w->range[i].count : most;
    w->flagged = 0;
    w->status = clm_pipeline_create(w->context, &pipeline, w->plan, most, w->layout, w->seed,
                                    &options);
    for (size_t i = 0; i < w->ranges && w->status == CLMODP_OK; i++) {
        w->status = clm_pipeline_run(pipeline, w->images, &w->counts, w->range[i].first,
                                     w->range[i].count);
        w->flagged += w->counts.flagged;
    }
    clm_pipeline_destroy(pipeline);
    return NULL;
}

/* Cut `primes` into ranges and deal them out; everybody gets one at least. */
static void deal(worker *w, size_t workers, size_t primes, clm_random *random)
{
    const size_t ranges = workers + clm_random_below(random, MOST_RANGES - workers + 1);
    size_t first = 0;

    for (size_t i = 0; i < workers; i++)
        w[i].ranges = 0;
    for (size_t i = 0; i < ranges; i++) {
        const size_t left = primes - first, after = ranges - i - 1; /* one prime each, at least */
        const size_t count = after == 0 ? left : 1 + clm_random_below(random, left - after);
        worker *to = &w[i < workers ? i : clm_random_below(random, workers)];

        to->range[to->ranges++] = (range){first, count};
        first += count;
    }
}

/* The coefficient of the highest power of y in f := x - c. */
static void set_lead(clmodp_zxy *f, long c)
{
    const size_t p = (size_t)clmodp_zxy_degree_y(f);

    for (size_t i = (size_t)clmodp_zxy_degree_x(f) + 1; i-- > 2;)
        assert_int_equal(clmodp_zxy_set_coeff_si(f, 0, i, p), CLMODP_OK);
    assert_int_equal(clmodp_zxy_set_coeff_si(f, 1, 1, p), CLMODP_OK);
    assert_int_equal(clmodp_zxy_set_coeff_si(f, -c, 0, p), CLMODP_OK);
}

/* The polynomial that the first step of the remainder sequences divides by. */
static clmodp_zxy *divisor(clmodp_zxy *f, clmodp_zxy *g)
{
    return clmodp_zxy_degree_y(f) < clmodp_zxy_degree_y(g) ? f : g;
}

/* Some point of some prime of the plan, an integer. */
static long some_point(const clm_plan *plan, clm_random *random)
{
    const prime_info *info = &plan->info[clm_random_below(random, plan->primes)];
    const u32 k = (u32)clm_random_below(random, plan->points);

    return (long)fp_from(fp_mul(info->shift, fp_pow(info->root, k, info->field), info->field),
                         info->field);
}

/* The bounds of the results, and how many these are; false if the pair is not wanted. */
static bool bound(clmodp_context *ctx, clm_bounds *bounds, size_t *results, const clmodp_zxy *f,
                  const clmodp_zxy *g, bool subresultant)
{
    clm_bounds s1;

    *results = 1;
    if (clmodp_zxy_degree_y(f) < 2 || clmodp_zxy_degree_y(g) < 1)
        return false;
    assert_int_equal(clm_bounds_compute(&ctx->error, bounds, f, g), CLMODP_OK);
    if (subresultant) {
        assert_int_equal(clm_bounds_subresultant(&ctx->error, &s1, f, g, true), CLMODP_OK);
        clm_bounds_join(bounds, &s1);
        *results = 3;
    }
    return !bounds->zero && bounds->height_bits > 31 * LEAST_PRIMES;
}

/* A random pair and a plan that asks for many primes; *layout is of f and g. If `unlucky`, a
 * leading coefficient vanishes at a point. */
static void plan_pair(clmodp_context *ctx, clm_plan *plan, clm_row_layout *layout, clmodp_zxy **f,
                      clmodp_zxy **g, bool subresultant, bool unlucky, clm_random *random)
{
    for (;;) {
        const pair_shape shape = (pair_shape)clm_random_below(random, PAIR_SHAPES);
        const size_t dy = 2 + clm_random_below(random, 9), dx = 1 + clm_random_below(random, 6);
        clm_bounds bounds;
        size_t results;

        random_pair(f, g, random, shape, dy, dx, 100 + clm_random_below(random, 300));
        if (unlucky)
            set_lead(divisor(*f, *g), INT32_MAX);
        if (bound(ctx, &bounds, &results, *f, *g, subresultant)) {
            assert_int_equal(clm_plan_create(ctx, plan, &bounds, results, CLM_PLAN_PROOF, random),
                             CLMODP_OK);
            if (plan->primes >= LEAST_PRIMES)
                break;
            clm_plan_destroy(plan);
        }
        clmodp_zxy_destroy(*g);
        clmodp_zxy_destroy(*f);
    }
    if (unlucky)
        set_lead(divisor(*f, *g), some_point(plan, random));
    assert_int_equal(clm_row_layout_create(&ctx->error, layout, *f, *g), CLMODP_OK);
}

static void run_all(worker *w, size_t workers, size_t number)
{
    for (size_t i = 0; i < workers; i++)
        assert_int_equal(pthread_create(&w[i].thread, NULL, work, &w[i]), 0);
    for (size_t i = 0; i < workers; i++)
        assert_int_equal(pthread_join(w[i].thread, NULL), 0);
    for (size_t i = 0; i < workers; i++)
        if (w[i].status != CLMODP_OK)
            fail_msg("case %zu, worker %zu: %s", number, i, w[i].context->error.message);
}

static void check_case(clmodp_context **contexts, size_t number, clm_random *random)
{
    const uint64_t state = random->state;
    const bool unlucky = number % UNLUCKY_TURN == number / UNLUCKY_TURN % 2;
    const size_t workers = 1 + clm_random_below(random, MOST_CONTEXTS);
    worker alone = {.context = contexts[0], .seed = 1}, parts[MOST_CONTEXTS];
    clm_row_layout layout = {0};
    clm_plan plan = {0};
    clmodp_zxy *f, *g;
    size_t words;

    plan_pair(contexts[0], &plan, &layout, &f, &g, number % 2 != 0, unlucky, random);
    words = plan.results * plan.primes * plan.points;
    alone.images = calloc(words, sizeof *alone.images);
    assert_non_null(alone.images);
    alone.plan = &plan;
    alone.layout = &layout;
    alone.range[0] = (range){0, plan.primes};
    alone.ranges = 1;
    run_all(&alone, 1, number);

    for (size_t i = 0; i < workers; i++) {
        parts[i] = alone;
        parts[i].context = contexts[i];
        parts[i].seed = clm_random_next(random);
        parts[i].images = i == 0 ? calloc(words, sizeof *alone.images) : parts[0].images;
        assert_non_null(parts[i].images);
    }
    deal(parts, workers, plan.primes, random);
    run_all(parts, workers, number);
    if (memcmp(parts[0].images, alone.images, words * sizeof *alone.images) != 0)
        fail_msg("case %zu, random state %" PRIu64 ": %zu contexts give other images", number,
                 state, workers);
    free(parts[0].images);
    free(alone.images);
    clm_plan_destroy(&plan);
    clm_row_layout_destroy(&layout);
    clmodp_zxy_destroy(g);
    clmodp_zxy_destroy(f);
    if (unlucky && alone.flagged == 0)
        fail_msg("case %zu: no lane is off the common degree sequence", number);
}

static void partitions_make_no_difference(void **state)
{
    clmodp_context *contexts[MOST_CONTEXTS];
    clm_random random = {20111};
    const uint64_t cases = random_cases(CASES);

    (void)state;
    for (size_t i = 0; i < MOST_CONTEXTS; i++)
        contexts[i] = context_open(NULL);
    if (context_confuses_kernels(contexts[0]))
        print_message("# skipped: %s\n", CONTEXT_CONFUSES_KERNELS);
    for (size_t k = 0; k < cases && !context_confuses_kernels(contexts[0]); k++)
        check_case(contexts, k, &random);
    for (size_t i = 0; i < MOST_CONTEXTS; i++)
        clmodp_context_destroy(contexts[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(partitions_make_no_difference),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

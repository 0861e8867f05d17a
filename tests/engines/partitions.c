/* Tests that images are the same, bit for bit, if the primes of a plan are divided at random among
 * several contexts, each on a thread, or computed by one context. */
#include <inttypes.h>
#include <pthread.h>
#include <string.h>

#include "opencl/context.h"
#include "engines/euclid/engine.h"
#include "engines/euclid/plan.h"
#include "engines/host/engine.h"
#include "engines/schur/engine.h"
#include "support/context.h"
#include "support/polynomials.h"
#include "support/small.h"

#define CASES 200      /* of the default engine */
#define SCHUR_CASES 40
#define HOST_CASES 60
#define LEAST_PRIMES 32
#define UNLUCKY_TURN 4 /* every fourth case has a lane off the common degree sequence */
#define MOST_COSETS 3  /* of points, if the engine supports cosets */
#define MOST_CONTEXTS 5
#define MOST_RANGES 15

typedef struct range {
    size_t first, count;
} range;

/* Work and results of one thread. */
typedef struct partner {
    pthread_t thread;
    clmodp_context *context;
    const clm_plan *plan;
    uint64_t seed;
    clm_images *images; /* of all primes, shared */
    range range[MOST_RANGES];
    size_t ranges;
    clmodp_status status;
    clm_counts counts; /* of the last range */
    uint64_t unlucky; /* their points off the degree sequence, or dropped */
    size_t waits;     /* used by the engine for other work of the host */
} partner;

static clmodp_status count_wait(clmodp_context *context, void *waits)
{
    (void)context;
    ++*(size_t *)waits;
    return CLMODP_OK;
}

static void *work(void *argument)
{
    partner *w = argument;
    clm_executor *worker = NULL;
    size_t most = 0;

    for (size_t i = 0; i < w->ranges; i++)
        most = w->range[i].count > most ? w->range[i].count : most;
    w->unlucky = 0;
    w->waits = 0;
    w->status = clm_executor_create(w->context, &worker, w->plan, most, w->seed);
    if (w->status == CLMODP_OK) {
        worker->meanwhile = count_wait;
        worker->meanwhile_user = &w->waits;
    }
    for (size_t i = 0; i < w->ranges && w->status == CLMODP_OK; i++) {
        w->status =
            clm_executor_run(worker, w->images, &w->counts, w->range[i].first, w->range[i].count);
        w->unlucky += w->counts.unlucky;
    }
    clm_executor_destroy(worker);
    return NULL;
}

/* Cuts `primes` into ranges and assigns them; each context gets at least one. */
static void deal(partner *w, size_t workers, size_t primes, clm_random *random)
{
    const size_t ranges = workers + clm_random_below(random, MOST_RANGES - workers + 1);
    size_t first = 0;

    for (size_t i = 0; i < workers; i++)
        w[i].ranges = 0;
    for (size_t i = 0; i < ranges; i++) {
        const size_t left = primes - first, after = ranges - i - 1; /* at least one prime each */
        const size_t count = after == 0 ? left : 1 + clm_random_below(random, left - after);
        partner *to = &w[i < workers ? i : clm_random_below(random, workers)];

        to->range[to->ranges++] = (range){first, count};
        first += count;
    }
}

/* Sets the coefficient of the highest power of y in f to x - c. */
static void set_lead(clmodp_zxy *f, long c)
{
    const size_t p = (size_t)clmodp_zxy_degree_y(f);

    for (size_t i = (size_t)clmodp_zxy_degree_x(f) + 1; i-- > 2;)
        assert_int_equal(clmodp_zxy_set_coeff_si(f, 0, i, p), CLMODP_OK);
    assert_int_equal(clmodp_zxy_set_coeff_si(f, 1, 1, p), CLMODP_OK);
    assert_int_equal(clmodp_zxy_set_coeff_si(f, -c, 0, p), CLMODP_OK);
}

/* Returns the divisor of the first step of the remainder sequences. */
static clmodp_zxy *divisor(clmodp_zxy *f, clmodp_zxy *g)
{
    return clmodp_zxy_degree_y(f) < clmodp_zxy_degree_y(g) ? f : g;
}

/* Returns a random point, an integer, of a random prime of a plan of the default engine. */
static long some_point(const clm_plan *plan, clm_random *random)
{
    const size_t n = clm_random_below(random, plan->primes);
    const u32 k = (u32)clm_random_below(random, plan->points);
    const prime_info *info = &clm_euclid_plan_of(plan)->info[n];

    return (long)fp_from(fp_mul(info->shift, fp_pow(info->root, k, info->field), info->field),
                         info->field);
}

/* Computes the bounds and the number of the results; false if the pair is unsuitable. */
static bool bound(clmodp_context *ctx, clm_bounds *bounds, clm_minors *results,
                  const clmodp_zxy *f, const clmodp_zxy *g, bool subresultant)
{
    clm_bounds s1;

    *results = CLM_MINORS_RESULTANT;
    if (clmodp_zxy_degree_y(f) < 2 || clmodp_zxy_degree_y(g) < 1)
        return false;
    assert_int_equal(clm_bounds_compute(&ctx->error, bounds, f, g, NULL), CLMODP_OK);
    if (subresultant) {
        assert_int_equal(clm_bounds_subresultant(&ctx->error, &s1, f, g, 1, true, NULL),
                         CLMODP_OK);
        clm_bounds_join(bounds, &s1);
        results->count = 2;
    }
    return !bounds->zero && bounds->height_bits > 31 * LEAST_PRIMES;
}

/* A test case: the inputs, their layout, and a plan. */
typedef struct problem {
    const clm_engine *engine;
    bool subresultant, unlucky; /* a leading coefficient vanishes at a point */
    size_t cosets;
    clmodp_zxy *f, *g;
    clm_row_layout layout;
    clm_plan *plan;
} problem;

/* Creates the plan for these bounds; false if it has few primes. */
static bool plan_many(clmodp_context *ctx, problem *p, const clm_bounds *bounds,
                      clm_minors results, clm_random *random)
{
    const clm_engine_options options = {.method = CLM_EVALUATE_AUTO, .cosets = p->cosets};
    const clm_request request = {.layout = &p->layout, .bounds = bounds, .minors = results,
                                 .options = &options, .random = random};

    assert_int_equal(clm_row_layout_create(&ctx->error, &p->layout, p->f, p->g, false), CLMODP_OK);
    assert_int_equal(clm_plan_create(ctx, &p->plan, p->engine, &request), CLMODP_OK);
    if (p->plan->primes >= LEAST_PRIMES)
        return true;
    clm_plan_destroy(p->plan);
    clm_row_layout_destroy(&p->layout);
    return false;
}

/* Draws a random pair and a plan with many primes. */
static void plan_pair(clmodp_context *ctx, problem *p, clm_random *random)
{
    for (;;) {
        const pair_shape shape = (pair_shape)clm_random_below(random, PAIR_SHAPES);
        const size_t dy = 2 + clm_random_below(random, 9), dx = 1 + clm_random_below(random, 6);
        clm_bounds bounds;
        clm_minors results;

        random_pair(&p->f, &p->g, random, shape, dy, dx, 100 + clm_random_below(random, 300));
        if (p->unlucky)
            set_lead(divisor(p->f, p->g), INT32_MAX);
        if (bound(ctx, &bounds, &results, p->f, p->g, p->subresultant) &&
            plan_many(ctx, p, &bounds, results, random))
            break;
        DESTROY(p->g, p->f);
    }
    if (p->unlucky) { /* the plan keeps a pointer to the layout */
        set_lead(divisor(p->f, p->g), some_point(p->plan, random));
        clm_row_layout_destroy(&p->layout);
        assert_int_equal(clm_row_layout_create(&ctx->error, &p->layout, p->f, p->g, false),
                         CLMODP_OK);
    }
}

static void problem_destroy(problem *p)
{
    clm_plan_destroy(p->plan);
    clm_row_layout_destroy(&p->layout);
    DESTROY(p->g, p->f);
}

static void run_all(partner *w, size_t workers, size_t number)
{
    for (size_t i = 0; i < workers; i++)
        assert_int_equal(pthread_create(&w[i].thread, NULL, work, &w[i]), 0);
    for (size_t i = 0; i < workers; i++)
        assert_int_equal(pthread_join(w[i].thread, NULL), 0);
    for (size_t i = 0; i < workers; i++)
        if (w[i].status != CLMODP_OK)
            fail_msg("case %zu, worker %zu: %s", number, i, w[i].context->error.message);
    for (size_t i = 0; i < workers; i++)
        assert_int_equal(w[i].waits, w[i].plan->engine == &clm_euclid_engine);
}

static void check_case(clmodp_context **contexts, size_t number, const clm_engine *engine,
                       clm_random *random)
{
    const uint64_t state = random->state;
    problem p = {.engine = engine,
                 .subresultant = !engine->only_resultants && number % 2 != 0,
                 .unlucky = engine == &clm_euclid_engine &&
                            number % UNLUCKY_TURN == number / UNLUCKY_TURN % 2,
                 .cosets = 1 + number / 2 % MOST_COSETS};
    const size_t workers = 1 + clm_random_below(random, MOST_CONTEXTS);
    partner alone = {.context = contexts[0], .seed = 1}, parts[MOST_CONTEXTS];
    clm_images whole = {0}, joined = {0};

    plan_pair(contexts[0], &p, random);
    assert_int_equal(clm_plan_images(contexts[0], &whole, p.plan), CLMODP_OK);
    assert_int_equal(clm_plan_images(contexts[0], &joined, p.plan), CLMODP_OK);
    alone.images = &whole;
    alone.plan = p.plan;
    alone.range[0] = (range){0, p.plan->primes};
    alone.ranges = 1;
    run_all(&alone, 1, number);

    for (size_t i = 0; i < workers; i++) {
        parts[i] = alone;
        parts[i].context = contexts[i];
        parts[i].seed = clm_random_next(random);
        parts[i].images = &joined;
    }
    deal(parts, workers, p.plan->primes, random);
    if (number % 3 == 0) /* tiles shared by primes must give the same images */
        p.plan->options.method = CLM_EVALUATE_SHARED;
    run_all(parts, workers, number);
    if (memcmp(joined.words.data, whole.words.data, whole.words.bytes) != 0)
        fail_msg("%s, case %zu, random state %" PRIu64 ": %zu contexts give other images",
                 engine->name, number, state, workers);
    if (p.unlucky && alone.unlucky == 0)
        fail_msg("case %zu: no point is unlucky", number);
    clm_images_destroy(contexts[0], &joined);
    clm_images_destroy(contexts[0], &whole);
    problem_destroy(&p);
}

static void partitions_make_no_difference(void **state)
{
    clmodp_context *contexts[MOST_CONTEXTS];
    clm_random random = {20111};
    const uint64_t cases = random_cases(CASES), schur = random_cases(SCHUR_CASES);
    const uint64_t host = random_cases(HOST_CASES);

    (void)state;
    for (size_t i = 0; i < MOST_CONTEXTS; i++)
        contexts[i] = context_open(NULL);
    if (context_skips_threads(contexts[0])) {
        print_message("# skipped: %s\n", CONTEXT_SKIPS_THREADS);
    } else {
        for (size_t k = 0; k < cases; k++)
            check_case(contexts, k, &clm_euclid_engine, &random);
        for (size_t k = 0; k < schur; k++)
            check_case(contexts, k, &clm_schur_engine, &random);
        for (size_t k = 0; k < host; k++)
            check_case(contexts, k, &clm_host_engine, &random);
    }
    for (size_t i = 0; i < MOST_CONTEXTS; i++)
        clmodp_context_destroy(contexts[i]);
}

TESTS(cmocka_unit_test(partitions_make_no_difference));

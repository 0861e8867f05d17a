/* Predicted times, compared. */
#include "resultant/choice.h"

#include <math.h>

#include "engines/euclid/engine.h"
#include "engines/host/engine.h"
#include "engines/schur/engine.h"

/* Nanoseconds: what opening a device takes that is not open yet (PoCL 3.1: loading LLVM, and the
 * programs from its cache); of a computation on it what does not become less with more units, and
 * what tight bounds take for each coefficient (bench/small prints predictions beside times); work
 * that threads of the host are begun for, and what that takes. */
#define OPEN_COST 6e7
#define LAUNCH_COST 4e5
#define BOUNDS_COST 1.6e3
#define MOST_BOUNDS_COST 1e8
#define THREADS_WORK 1e6
#define THREADS_COST 5e4

/* A problem besides its primes and points: alone, with contents and bounds of its own, or in a
 * stack; a stack that keeps a device busy in spite of some launches (bench/batch). */
#define ALONE_COST 8e3
#define STACKED_COST 3e3
#define STACK_WORK 1e7

/* What keeps one thread of a batch for so long is left to a call with all of them, which can also
 * be watched. */
#define DEFER_WORK 1e7

/* On the host for each prime: a limb of a coefficient to be reduced, a coefficient to be lifted,
 * and another prime, for their product (seen with 15 000 primes). */
#define LIMB_COST 0.8
#define LIFT_COST 15.0
#define PRODUCT_COST 1.3

static const clm_engine *const engines[] = {
    [CLMODP_ENGINE_EUCLID] = &clm_euclid_engine,
    [CLMODP_ENGINE_SCHUR] = &clm_schur_engine,
    [CLMODP_ENGINE_HOST] = &clm_host_engine,
};
#define ENGINES (sizeof engines / sizeof *engines)

const clm_engine *clm_engine_named(clmodp_engine engine)
{
    return engines[engine];
}

clmodp_engine clm_engine_number(const clm_engine *engine)
{
    size_t number = 0;

    while (number + 1 < ENGINES && engines[number] != engine)
        number++;
    return (clmodp_engine)number;
}

/* Primes that integers ask for, or the one that is given. */
static double primes_of(const clm_engine *engine, const clm_choice_case *what)
{
    static const clm_engine_options options = {.way = CLM_EVALUATE_AUTO};
    const double bits = log2((double)clm_engine_prime_max(engine, &options));

    return what->height_bits == 0 ? 1.0 : ceil(((double)what->height_bits + 1.0) / bits);
}

/* Nanoseconds of one core, or of one unit. */
static double cost(const clm_engine *engine, const clm_choice_case *what)
{
    const clm_row_layout shape = {.p = what->p, .q = what->q, .count = what->p + what->q + 2,
                                  .residues = what->terms};

    return clm_engine_cost(engine, &shape, what->width, primes_of(engine, what), 1.0);
}

/* Nanoseconds of a core of the host. */
static double host_work(const clm_choice_case *what)
{
    const double primes = primes_of(&clm_host_engine, what);

    return cost(&clm_host_engine, what) +
           primes * (what->limbs * LIMB_COST + what->width * LIFT_COST + primes * PRODUCT_COST);
}

static double predict_host(const clmodp_context *ctx, const clm_choice_case *what)
{
    const double work = host_work(what);

    return work > THREADS_WORK ? work / (double)ctx->threads + THREADS_COST : work;
}

static double predict_device(const clmodp_context *ctx, double work, double width)
{
    const bool open = ctx->queue != NULL;
    const double units = open ? fmax((double)ctx->device.compute_units, 1.0)
                              : (double)ctx->threads;
    const double bounds = fmin(BOUNDS_COST * width, MOST_BOUNDS_COST);

    return (open ? 0.0 : OPEN_COST) + LAUNCH_COST + bounds + fmax(work - LAUNCH_COST, 0.0) / units;
}

double clm_choice_predict(const clmodp_context *ctx, const clm_engine *engine,
                          const clm_choice_case *what)
{
    return engine == &clm_host_engine ? predict_host(ctx, what)
                                      : predict_device(ctx, cost(engine, what), what->width);
}

clm_choice_stack clm_choice_stacks(const clmodp_context *ctx, const clm_choice_case *what,
                                   size_t outputs, size_t count)
{
    const clm_engine *engine = &clm_euclid_engine;
    const bool open = ctx->queue != NULL;
    const double threads = (double)ctx->threads;
    const double units = open ? fmax((double)ctx->device.compute_units, 1.0) : threads;
    const double words = ((double)what->terms + what->width * (4.0 + 3.0 * (double)outputs)) *
                         primes_of(engine, what);
    const double one = fmax(cost(engine, what) - LAUNCH_COST, 1.0) / units +
                       STACKED_COST / threads;
    const double alone = (host_work(what) + ALONE_COST) / threads;
    const double most = fmin(STACK_WORK / one, (double)count);
    const double stacks = ceil((double)count / most);

    return (clm_choice_stack){
        .most = (size_t)most,
        .fits = (size_t)fmin((double)ctx->max_memory / (words * sizeof(uint32_t)), 1e6),
        .pays = (open ? 0.0 : OPEN_COST) + stacks * LAUNCH_COST + one * (double)count <
                alone * (double)count,
    };
}

/* Whether the host can do what the options ask for. */
static bool host_serves(const clm_compute_options *options)
{
    const clm_lift_way way = options->of_engine.lift.way;

    return way == CLM_LIFT_AUTO || way == CLM_LIFT_TREE;
}

const clm_engine *clm_choice_presumed(const clm_compute_options *options)
{
    if (options->engine != NULL)
        return options->engine;
    return host_serves(options) ? &clm_host_engine : &clm_euclid_engine;
}

clmodp_status clm_choice_make(clmodp_context *ctx, const clm_engine **engine,
                              const clm_compute_options *options, const clm_choice_case *what)
{
    clmodp_status st;

    *engine = clm_choice_presumed(options);
    if (options->engine == NULL && *engine == &clm_host_engine && !ctx->host_only &&
        clm_choice_predict(ctx, &clm_euclid_engine, what) <
            clm_choice_predict(ctx, &clm_host_engine, what))
        *engine = &clm_euclid_engine;
    if (options->deferred != NULL &&
        (*engine != &clm_host_engine || host_work(what) > DEFER_WORK)) {
        *options->deferred = true;
        return CLMODP_CANCELLED;
    }
    st = clm_engine_require(ctx, *engine, &options->of_engine);
    if (st == CLMODP_NO_DEVICE && options->engine == NULL && host_serves(options)) {
        clm_log_line(&ctx->log, CLMODP_LOG_NOTE,
                     "the host computes, since no device can be used: %s", ctx->error.message);
        clm_error_clear(&ctx->error);
        *engine = &clm_host_engine;
        st = CLMODP_OK;
    }
    return st;
}

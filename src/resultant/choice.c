/* Predicted times, compared. */
#include "resultant/choice.h"

#include <math.h>

#include "core/size.h"
#include "cl/fpx/batch/evaluate_shape.h"
#include "opencl/context.h"
#include "engines/euclid/engine.h"
#include "engines/host/engine.h"
#include "engines/host/plan.h"
#include "engines/schur/engine.h"

static const clm_engine *const engines[] = {
    [CLMODP_ENGINE_EUCLID] = &clm_euclid_engine,
    [CLMODP_ENGINE_SCHUR] = &clm_schur_engine,
    [CLMODP_ENGINE_HOST] = &clm_host_engine,
};
#define ENGINES (sizeof engines / sizeof *engines)

bool clm_engine_exists(clmodp_engine engine)
{
    return (size_t)engine < ENGINES;
}

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
    static const clm_engine_options options = {.method = CLM_EVALUATE_AUTO};
    const double bits = log2((double)clm_engine_prime_max(engine, &options));

    return what->height_bits == 0 ? 1.0 : ceil(((double)what->height_bits + 1.0) / bits);
}

/* The images, and what the engine waits for; rows are taken for equally long. */
static clm_amounts engine_cost(const clm_engine *engine, const clm_choice_case *what,
                               const clmodp_context *ctx)
{
    const size_t count =
        (size_t)clm_engine_rows(engine, &what->division, what->p, what->q);
    const size_t longest = clm_div_up(what->terms, count);
    const clm_row_layout shape = {.pairs = 1, .p = what->p, .q = what->q, .count = count,
                                  .division = what->division.products,
                                  .by_powers = engine->gapless && what->division.by_powers,
                                  .residues = what->terms,
                                  .longest = longest,
                                  .padded = longest * clm_div_up(count, EVALUATE_BLOCK)};

    return clm_engine_cost(engine, &shape, what->width, primes_of(engine, what), 1.0, ctx);
}

/* All that the host does. */
static clm_amounts host_cost(const clm_choice_case *what, const clmodp_context *ctx)
{
    const double primes = primes_of(&clm_host_engine, what);
    const clm_amounts reduction = clm_host_reduction_cost(what->limbs, primes);
    const clm_amounts lift = clm_host_lift_cost(what->width, primes);
    clm_amounts all = engine_cost(&clm_host_engine, what, ctx);

    clm_amounts_add(&all, &reduction, 1.0);
    clm_amounts_add(&all, &lift, 1.0);
    return all;
}

/* Nanoseconds of one core. */
static double host_work(const clm_choice_case *what, const clmodp_context *ctx)
{
    const clm_amounts all = host_cost(what, ctx);

    return clm_nanoseconds(&all, &ctx->rates);
}

/* On the context's threads, where they are worth it. */
static double predict_host(const clmodp_context *ctx, const clm_choice_case *what)
{
    clm_amounts all = host_cost(what, ctx);
    const double work = clm_nanoseconds(&all, &ctx->rates);

    if (work <= clm_limit_ns(CLM_LIMIT_THREADS))
        return work;
    all.of[CLM_OP_THREADS] = 1.0;
    return clm_elapsed(&all, &ctx->rates, 1.0, (double)ctx->threads);
}

static double predict_device(const clmodp_context *ctx, const clm_engine *engine,
                             const clm_choice_case *what)
{
    const clm_rates *rates = &ctx->rates;
    clm_amounts all = engine_cost(engine, what, ctx);

    all.of[CLM_OP_BOUND_WIDTH] = fmin(what->width, clm_limit_ns(CLM_LIMIT_BOUNDS) /
                                                       rates->ns[CLM_OP_BOUND_WIDTH]);
    return clm_elapsed(&all, rates, clm_device_units(ctx), (double)ctx->threads) +
           clm_initialisation_cost(ctx);
}

double clm_choice_predict(const clmodp_context *ctx, const clm_engine *engine,
                          const clm_choice_case *what)
{
    return engine == &clm_host_engine ? predict_host(ctx, what)
                                      : predict_device(ctx, engine, what);
}

clm_choice_stack clm_choice_stacks(const clmodp_context *ctx, const clm_choice_case *what,
                                   size_t outputs, size_t count)
{
    const clm_engine *engine = &clm_euclid_engine;
    const clm_rates *rates = &ctx->rates;
    const double threads = (double)ctx->threads, units = clm_device_units(ctx);
    const double words = ((double)what->terms + what->width * (4.0 + 3.0 * (double)outputs)) *
                         primes_of(engine, what);
    const double alone =
        (host_work(what, ctx) + rates->ns[CLM_OP_PROBLEM_ALONE]) / threads;
    clm_choice_case stacked = *what;
    clm_amounts all, in_stack; /* in_stack: what is not shared with the others */
    clm_choice_stack chosen;
    double shared, one, most, gain;

    stacked.division.by_powers = false; /* of many pairs there are all rows */
    in_stack = all = engine_cost(engine, &stacked, ctx);
    in_stack.of[CLM_OP_LAUNCH] = in_stack.of[CLM_OP_WAIT] = in_stack.of[CLM_OP_RUN] = 0.0;
    one = clm_elapsed(&in_stack, rates, units, threads);
    shared = clm_elapsed(&all, rates, units, threads) - one;
    one += rates->ns[CLM_OP_PROBLEM_STACKED] / threads;
    most = fmin(clm_limit_ns(CLM_LIMIT_STACK) / one, (double)count);
    shared *= ceil((double)count / most);
    gain = (alone - one) * (double)count - shared;
    chosen = (clm_choice_stack){
        .most = (size_t)most,
        .fits = (size_t)fmin((double)ctx->call->max_memory / (words * sizeof(uint32_t)), 1e6),
        .pays = gain > clm_initialisation_cost(ctx),
    };
    if (!chosen.pays)
        clm_initialisation_missed(ctx, gain);
    return chosen;
}

/* Whether the host can do what the options ask for. */
static bool host_serves(const clm_compute_options *options)
{
    return clm_engine_takes_lift(&clm_host_engine, options->of_engine.lift.method);
}

const clm_engine *clm_choice_presumed(const clm_compute_options *options)
{
    if (options->engine != NULL)
        return options->engine;
    return host_serves(options) ? &clm_host_engine : &clm_euclid_engine;
}

const clm_engine *clm_choice_on_device(const clm_compute_options *options)
{
    return options->engine != NULL ? options->engine : &clm_euclid_engine;
}

/* The host's engine or the device's, which should take less time. Most problems are too small for
 * a device whatever it does: then no more than the host's time is predicted. */
static const clm_engine *faster(const clmodp_context *ctx, const clm_choice_case *what)
{
    const double host = predict_host(ctx, what);
    double device;

    if (host <= ctx->rates.ns[CLM_OP_RUN])
        return &clm_host_engine;
    device = predict_device(ctx, &clm_euclid_engine, what);
    if (device < host)
        return &clm_euclid_engine;
    clm_initialisation_missed(ctx, host - (device - clm_initialisation_cost(ctx)));
    return &clm_host_engine;
}

const clm_engine *clm_choice_foresee(const clmodp_context *ctx,
                                     const clm_compute_options *options,
                                     const clm_choice_case *what)
{
    const clm_engine *presumed = clm_choice_presumed(options);

    if (options->engine == NULL && presumed == &clm_host_engine && !ctx->host_only)
        return faster(ctx, what);
    return presumed;
}

clmodp_status clm_choice_make(clmodp_context *ctx, const clm_engine **engine,
                              const clm_compute_options *options, const clm_choice_case *what)
{
    clmodp_status st;

    *engine = clm_choice_foresee(ctx, options, what);
    if (options->deferred != NULL &&
        (*engine != &clm_host_engine || host_work(what, ctx) > clm_limit_ns(CLM_LIMIT_ALONE))) {
        *options->deferred = true;
        return CLMODP_CANCELLED;
    }
    st = clm_engine_require(ctx, *engine, &options->of_engine);
    if (st == CLMODP_NO_DEVICE && options->engine == NULL && host_serves(options)) {
        clm_log_line(&ctx->log, CLMODP_LOG_NOTE,
                     "the host computes, since no device can be used: %s", ctx->error.message);
        clm_error_clear(&ctx->error);
        clm_initialisation_failed(ctx);
        *engine = &clm_host_engine;
        st = CLMODP_OK;
    }
    return st;
}

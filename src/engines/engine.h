/* The common interface of the engines, which compute images; the stages of a computation, their
 * times, and the counts of a run.
 *
 * A plan, made by the host, fixes residue type, primes and points; it never changes, so executors
 * can share it. An executor (clm_executor) is a context prepared to run ranges of the plan's
 * primes. Ranges run on any device, concurrently and repeatedly, with the same images bit for bit.
 * The engine that made the images also reconstructs the integers from them. */
#ifndef CLM_ENGINES_ENGINE_H
#define CLM_ENGINES_ENGINE_H

#include <stdint.h>

#include <clmodp/polynomials.h>

#include "arith/residue.h"
#include "bounds/bounds.h"
#include "core/parallel.h"
#include "core/random.h"
#include "cost/cost.h"
#include "fpx/batch/euclid.h"
#include "fpx/batch/evaluate.h"
#include "fpx/batch/minors.h"
#include "multimodular/crt.h"
#include "multimodular/rows.h"
#include "opencl/context.h"
#include "opencl/staging.h"

/* Stages in the order in which they run; reports name them. */
typedef enum clm_stage {
    CLM_STAGE_PLAN,
    CLM_STAGE_REDUCE,
    CLM_STAGE_EVALUATE,
    CLM_STAGE_EUCLID,
    CLM_STAGE_LU,
    CLM_STAGE_SCHUR,
    CLM_STAGE_FALLBACK,
    CLM_STAGE_DIVIDE,
    CLM_STAGE_INTERPOLATE,
    CLM_STAGE_DIGITS,
    CLM_STAGE_CRT,
    CLM_STAGE_CHECK,
    CLM_STAGE_COUNT
} clm_stage;

/* Stages of resultants. Determinants have LU instead of EUCLID. */
#define CLM_STAGES_ALL (((1u << CLM_STAGE_COUNT) - 1) & ~(1u << CLM_STAGE_LU))

/* Returns the name of a stage, such as "evaluate". Static. */
const char *clm_stage_name(clm_stage stage);

typedef struct clm_times {
    double host[CLM_STAGE_COUNT];   /* by the clock of the caller's thread, without waiting */
    double device[CLM_STAGE_COUNT]; /* execution of commands; 0 unless clm_call.timed */
    bool untold;                    /* the device's queue gives no times */
} clm_times;

void clm_times_add(clm_times *to, const clm_times *more);

/* Adds the time since *began to seconds[stage] and starts the next stage's clock. For host code
 * that never waits for a device. */
static inline void clm_stage_end(double *seconds, clm_stage stage, double *began)
{
    const double now = clm_clock_seconds();

    seconds[stage] += now - *began;
    *began = now;
}

/* The running stage of a computation on a device. */
typedef struct clm_stage_clock {
    clm_stage stage;
    double began, waited;
} clm_stage_clock;

/* Begins with a stage; all commands enqueued from now on count to it. */
void clm_stage_start(clmodp_context *ctx, clm_stage_clock *clock, clm_stage stage);

/* Ends the running stage and begins another one, without waiting for the device. */
void clm_stage_next(clmodp_context *ctx, clm_stage_clock *clock, clm_times *times,
                    clm_stage stage);

/* Ends the last stage and adds the device's times. Pre: all commands have completed */
void clm_stage_stop(clmodp_context *ctx, clm_stage_clock *clock, clm_times *times);

/* Times and counts of one run, which its caller adds up. */
typedef struct clm_counts {
    clm_times times;
    uint64_t chunks;
    uint64_t evaluations;       /* at a point modulo a prime */
    uint64_t unlucky, fallback; /* evaluations, as reports count them */
    uint64_t misfits;           /* images with terms outside the bounds, if these are guesses */
} clm_counts;

static inline void clm_counts_add(clm_counts *to, const clm_counts *more)
{
    clm_times_add(&to->times, &more->times);
    to->chunks += more->chunks;
    to->evaluations += more->evaluations;
    to->unlucky += more->unlucky;
    to->fallback += more->fallback;
    to->misfits += more->misfits;
}

/* Images: words[output][prime - first][pair][i], i < width, is the coefficient of
 * x^(first_exponent + i) modulo a prime of the plan, an integer in [0, prime). */
typedef struct clm_images {
    size_t outputs, primes, pairs, width;
    size_t first;      /* index in the plan of the first of these primes */
    size_t word_bytes; /* 4 or 8 */
    uint64_t first_exponent;
    bool kept;         /* allocated from the device's staging buffers, kept for later calls */
    clm_staging words;
} clm_images;

/* Allocates images of the given sizes. Release with clm_images_destroy ({0} is safe).
 *
 * In:     shape  all members but the words
 * Errors: LIMIT (too many for this host), DEVICE_MEMORY (over the context's cap), HOST_MEMORY */
clmodp_status clm_images_create(clmodp_context *ctx, clm_images *out, const clm_images *shape);
void clm_images_destroy(clmodp_context *ctx, clm_images *images);

/* Returns the first pair's image of an output modulo a prime of the plan; the other pairs' follow
 * it. Pre: the images include this prime */
static inline void *clm_image(const clm_images *images, size_t output, size_t prime)
{
    const size_t index = output * images->primes + (prime - images->first);

    return (char *)images->words.data + index * images->pairs * images->width * images->word_bytes;
}

/* Returns the least and the greatest exponent of x of all outputs modulo prime 0; false if all are
 * zero. Pre: the images include prime 0 */
bool clm_images_ends(const clm_images *images, uint64_t *valuation, uint64_t *degree);

typedef struct clm_engine clm_engine;

enum {
    CLM_MOST_REQUIRED_TESTS = 24 /* self-tests required by one plan */
};

/* How points are chosen modulo a prime p given by the caller. */
typedef enum clm_point_choice {
    CLM_POINTS_AUTO,       /* the choice of least predicted cost */
    CLM_POINTS_COSET,      /* a coset of roots of unity, of an order without prime factors above 7
                              that divides p - 1: interpolated by a transform */
    CLM_POINTS_GEOMETRIC /* shift * root^k with a root of order p - 1: any number of points,
                            interpolated by a triangular factorisation */
} clm_point_choice;

/* Choices open to a caller; they never change results. An engine ignores inapplicable options. */
typedef struct clm_engine_options {
    clm_crt_options crt;
    clm_evaluation method;
    clm_point_choice points;
    clm_residue_kind residues;
    size_t cosets;     /* cosets of the points modulo each prime, if possible: for tests; 0: as few
                          as the supply of primes allows */
    clm_step_blocks blocks; /* for tests: blocks of steps, if primes have the roots of unity; {0}:
                               of least predicted cost */
    bool fallback_all; /* sends every pair to the fallback: for self-tests */
} clm_engine_options;

typedef enum clm_plan_aim {
    CLM_PLAN_PROOF,    /* at least one coefficient of each image is redundant, and vanishes, unless
                          f and g are free of x */
    CLM_PLAN_PROBE,    /* one prime, from a random place, so that no input misleads the probe */
    CLM_PLAN_CANDIDATE /* no redundancy: the result will be checked */
} clm_plan_aim;

/* A problem as given to an engine. */
typedef struct clm_request {
    const clm_row_layout *layout; /* of the inputs, a pair or a matrix; outlives the plan */
    const clm_bounds *bounds;     /* common bounds of all non-zero outputs of all pairs */
    clm_minors minors;            /* the outputs; a matrix has CLM_MINORS_RESULTANT */
    clm_plan_aim aim;
    uint64_t modulus;             /* the only prime, below 2^62; 0: result over Z */
    size_t points, cosets;        /* modulo each prime, from another plan of the request over Z; 0:
                                     of least predicted cost */
    const clm_engine_options *options;
    clm_random *random;           /* source of the points and of the primes of probes */
} clm_request;

/* The common beginning of all engines' plans. */
typedef struct clm_plan {
    const clm_engine *engine;
    const clm_row_layout *layout;
    clm_engine_options options;
    clm_plan_aim aim;
    uint64_t modulus;      /* the only prime, or 0: over Z */
    clm_bounds bounds;
    clm_minors minors;     /* the outputs of each pair */
    size_t outputs;        /* their number */
    size_t pairs;          /* pairs of the layout; each has all primes and points of the plan */
    size_t width;          /* M: coefficients that may be non-zero */
    size_t points;         /* points modulo each prime, at least M */
    size_t cosets;         /* cosets of points / cosets points each; 1 if they do not matter */
    size_t primes;         /* N; their product exceeds twice the bound on the height */
    clm_prime_words prime; /* decreasing */
    size_t word_bytes;     /* bytes of a word of the images */
    const clm_self_test *needs[CLM_MOST_REQUIRED_TESTS]; /* to be passed before any run */
    size_t need_count;
} clm_plan;

/* The common beginning of all engines' executors. */
typedef struct clm_executor {
    const clm_plan *plan;
    clm_counts counts; /* since the last run ended */
    /* NULL, or called by an engine that uses a device when it would wait for the device for the
     * first time; then set to NULL. The run returns its failure. */
    clmodp_status (*meanwhile)(clmodp_context *ctx, void *user);
    void *meanwhile_user;
} clm_executor;

/* The outputs of a CRT reconstruction from images. */
typedef struct clm_reconstruction {
    clmodp_zx *const *results; /* Out: each output of the first pair, of the second, ...; zero
                                  before; partly written on failure */
    const clm_bounds *each;    /* NULL, as for several pairs, or bounds of each output, none beyond
                                  the plan's. Then images modulo all primes must exist, and each
                                  output uses about as many as its bounds require */
    size_t primes;             /* first primes of the plan with complete images */
    const char *method;        /* Out: name of the method, such as "positional". Static */
    clm_counts counts;         /* Out */
    clm_crt *prepared;         /* NULL, or prepared for the first output, if it has no sparse
                                  columns; owned by clm_plan_execute */
} clm_reconstruction;

struct clm_engine {
    const char *name;
    const char *option;      /* name for callers without its prefix: "EUCLID" */
    bool only_resultants;    /* computes no other subresultants */
    bool determinants;       /* takes matrices, in compact layouts too */
    bool probes;             /* makes plans with other aims than a proof */
    bool only_proves;        /* refuses modes without a proof */
    bool merges;             /* computes several pairs at once */
    bool uses_device;        /* must be called by one thread at a time, the device's */
    bool compact_rows;       /* accepts compact layouts of the rows of f and g */
    bool reconstructs_windows;  /* reconstructs windows given by bounds, so that several devices
                                   can share the work */
    bool chooses_residues;      /* computes with the residue type named by options */
    unsigned crt_methods;       /* methods that options may name, a bit 1 << clm_crt_method each */
    const char *other_crt;      /* message to callers naming another method; NULL: none */
    const clm_self_test *tests; /* self-tests of its plans, numbered by the engine; NULL: none */
    unsigned stages;            /* stages of a computation, one bit 1 << clm_stage each */
    size_t plan_bytes;          /* size of the engine's plan structure */

    /* Opens the device of an engine that has one. OK if the options are supported. Errors: as
     * clm_context_open */
    clmodp_status (*require)(clmodp_context *ctx, const clm_engine_options *options);
    /* Returns the greatest prime chosen for results over Z. */
    uint64_t (*prime_max)(const clm_engine_options *options);
    /* Checks whether `rows` rows can fit, before the layout of hopeless ones costs memory and
     * time. Works before a device is open. Errors: DEVICE_MEMORY */
    clmodp_status (*check_rows)(clmodp_context *ctx, uint64_t rows);
    /* Predicts the cost of images of these outputs, of `width` coefficients each, modulo `primes`
     * primes in `batches` batches, by the cheapest methods of the device. NULL: unknown */
    clm_amounts (*cost)(const clm_row_layout *layout, clm_minors minors, double width,
                        double primes, double batches, const clmodp_context *ctx);

    /* Implementations of the functions below. */
    size_t (*needs)(const clm_self_test **needs,
                    const clm_engine_options *options); /* NULL: none */
    size_t (*all_needs)(const clm_self_test **needs, const clm_engine_options *options);
    clmodp_status (*check_degrees)(clm_error *error, size_t p, size_t q, bool by_powers);
    void (*bound_saving)(clm_bounds_saving *out, const clmodp_zxy *f, const clmodp_zxy *g,
                         const clm_costs *costs);
    /* Completes a plan begun from the request; leaves it without primes if none is possible. */
    clmodp_status (*plan_complete)(clmodp_context *ctx, clm_plan *plan,
                                   const clm_request *request);
    /* Release the memory owned by a plan or an executor, also after its creation failed. */
    void (*plan_clear)(clm_plan *plan);
    void (*executor_clear)(clm_executor *worker);
    /* Sets *out as soon as the executor exists; the caller destroys it after a failure. */
    clmodp_status (*executor_create)(clmodp_context *ctx, clm_executor **out, const clm_plan *plan,
                                     size_t most_primes, uint64_t seed);
    clmodp_status (*executor_run)(clm_executor *worker, clm_images *images, size_t first,
                                  size_t count); /* adds to worker->counts */
    clmodp_status (*crt)(clmodp_context *ctx, const clm_plan *plan, const clm_images *images,
                         clm_reconstruction *reconstruction);
};

static inline bool clm_engine_takes_crt(const clm_engine *engine, clm_crt_method method)
{
    return (engine->crt_methods >> method & 1) != 0;
}

/* Lists the self-tests required by every plan with these options; returns their number. */
static inline size_t clm_engine_required_tests(const clm_self_test *needs[CLM_MOST_REQUIRED_TESTS],
                                               const clm_engine *engine,
                                               const clm_engine_options *options)
{
    return engine->needs == NULL ? 0 : engine->needs(needs, options);
}

/* Lists all self-tests that a plan with these options may require, also those of CRT
 * reconstruction; returns their number. */
static inline size_t clm_engine_all_tests(const clm_self_test *needs[CLM_MOST_PASSED_TESTS],
                                          const clm_engine *engine,
                                          const clm_engine_options *options)
{
    return engine->all_needs == NULL ? 0 : engine->all_needs(needs, options);
}

/* Checks, before the search for primes, whether the engine supports degrees p and q in y. Errors:
 * LIMIT */
static inline clmodp_status clm_engine_check_degrees(clm_error *error, const clm_engine *engine,
                                                     const clm_division *division, size_t p,
                                                     size_t q)
{
    if (engine->check_degrees == NULL)
        return CLMODP_OK;
    return engine->check_degrees(error, p, q, engine->compact_rows && division->by_powers);
}

/* Lays out f and g as rows for the engine, and returns their number.
 * Errors: as clm_row_layout_create */
static inline clmodp_status clm_engine_lay_out(clm_error *error, clm_row_layout *out,
                                               const clm_engine *engine, const clmodp_zxy *f,
                                               const clmodp_zxy *g)
{
    return clm_row_layout_create(error, out, f, g, engine->compact_rows);
}

static inline uint64_t clm_engine_rows(const clm_engine *engine, const clm_division *division,
                                       size_t p, size_t q)
{
    return engine->compact_rows && division->by_powers ? division->rows
                                                       : (uint64_t)p + (uint64_t)q + 2;
}

/* Returns the saving from a tighter bound on the height, in *out; NULL: always worth its cost. */
static inline const clm_bounds_saving *clm_engine_bound_saving(clm_bounds_saving *out,
                                                               const clm_engine *engine,
                                                               const clmodp_zxy *f,
                                                               const clmodp_zxy *g,
                                                               const clm_costs *costs)
{
    if (engine->bound_saving == NULL)
        return NULL;
    engine->bound_saving(out, f, g, costs);
    return out;
}

/* Chooses primes and points. Release with clm_plan_destroy, which takes NULL.
 *
 * Out:    out  NULL if no plan modulo the only prime exists: it has too few points, the engine
 *              does not support it, or results over Z should cost less
 * Pre:    no more outputs than the engine makes; a supported aim; one pair, unless the engine
 *         merges problems and the aim is a proof over Z
 * Errors: LIMIT (2^30 coefficients or more; too few primes have enough points), INVALID (given
 *         points do not suit the request), HOST_MEMORY, CANCELLED */
clmodp_status clm_plan_create(clmodp_context *ctx, clm_plan **out, const clm_engine *engine,
                              const clm_request *request);
void clm_plan_destroy(clm_plan *plan);

/* Allocates the images of a plan. Errors: as clm_images_create */
clmodp_status clm_plan_images(clmodp_context *ctx, clm_images *out, const clm_plan *plan);

/* Returns the primes sufficient for coefficients below 2^bits in absolute value. Pre: bits are
 * within the plan's bounds */
size_t clm_plan_primes(const clm_plan *plan, uint64_t bits);

/* Prepares runs of up to `most_primes` primes, fewer at a time if the context's memory is short.
 * Release with clm_executor_destroy, which takes NULL.
 *
 * In:     plan  must outlive the executor
 *         seed  for its random numbers; images do not depend on it
 * Errors: DEVICE_MEMORY, LIMIT, HOST_MEMORY, BUILD, NO_KERNEL, DEVICE */
clmodp_status clm_executor_create(clmodp_context *ctx, clm_executor **out, const clm_plan *plan,
                                  size_t most_primes, uint64_t seed);
void clm_executor_destroy(clm_executor *worker);

/* Computes the images modulo primes first ... first + count - 1 of the plan.
 *
 * InOut:  images  of primes of the plan that include the range; only the range is written
 * Out:    counts  of this run; the first run includes the preparation
 * Errors: as clm_executor_create; CORRUPT (a coefficient that must vanish does not),
 *         CANCELLED */
clmodp_status clm_executor_run(clm_executor *worker, clm_images *images, clm_counts *counts,
                               size_t first, size_t count);

/* Reconstructs coefficients in (-P/2, P/2] from their residues, P the product of the primes.
 * Errors: DEVICE_MEMORY, LIMIT, HOST_MEMORY, BUILD, NO_KERNEL, DEVICE, CANCELLED */
static inline clmodp_status clm_plan_reconstruct(clmodp_context *ctx, const clm_plan *plan,
                                                 const clm_images *images,
                                                 clm_reconstruction *reconstruction)
{
    return plan->engine->crt(ctx, plan, images, reconstruction);
}

/* Sets results to the outputs of a plan with aim PROOF: over Z from all its primes; modulo the
 * request's prime p with coefficients in [0, p).
 *
 * Out:    counts  of the run
 * InOut:  reconstruction  method is unchanged modulo p; primes and counts are set here
 * In:     seed    as for clm_executor_create
 * Errors: as clm_executor_run and clm_plan_reconstruct */
clmodp_status clm_plan_execute(clmodp_context *ctx, const clm_plan *plan, uint64_t seed,
                               clm_reconstruction *reconstruction, clm_counts *counts);

/* ---- for engines only ---- */

/* Adds a self-test to the requirements of a plan. */
void clm_plan_require_test(clm_plan *plan, const clm_self_test *test);

/* Returns how many of `found` primes make a product above 2^bits; 0 if all together do not. */
size_t clm_primes_for_bits(clm_prime_words primes, size_t found, double bits);

/* Default for clm_engine.check_rows: checks whether one tile of polynomials fits the device. */
clmodp_status clm_plan_check_rows(clmodp_context *ctx, uint64_t rows);

/* Default for clm_engine.crt; see clm_plan_reconstruct. Pre: primes and images have words of 32
 * bits. Errors: as clm_crt_create and clm_crt_run */
clmodp_status clm_reconstruct_images(clmodp_context *ctx, const clm_plan *plan,
                                     const clm_images *images, clm_reconstruction *reconstruction);

#endif

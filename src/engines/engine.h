/* Engines compute images: the one interface by which rooms above know them; the stages of a
 * computation, the time that each takes, and the counts of a run.
 *
 * A plan fixes residue type, primes and points. It is made on the host, never changes, and any
 * number of workers can share it. A worker is a context prepared to run ranges of the plan's
 * primes: its random numbers, counts and buffers are its own, so that ranges can run anywhere, at
 * once and twice, and give the same images bit for bit. The images are lifted by the engine that
 * made them. */
#ifndef CLM_ENGINES_ENGINE_H
#define CLM_ENGINES_ENGINE_H

#include <stdint.h>

#include <clmodp/polynomials.h>

#include "arith/residue.h"
#include "bounds/bounds.h"
#include "core/parallel.h"
#include "core/random.h"
#include "cost/rates.h"
#include "fpx/batch/euclid.h"
#include "fpx/batch/evaluate.h"
#include "multimodular/lift.h"
#include "multimodular/rows.h"
#include "opencl/buffer.h"
#include "opencl/context.h"

/* In the order in which they run; reports name them. */
typedef enum clm_stage {
    CLM_STAGE_PLAN,
    CLM_STAGE_REDUCE,
    CLM_STAGE_EVALUATE,
    CLM_STAGE_EUCLID,
    CLM_STAGE_SCHUR,
    CLM_STAGE_FALLBACK,
    CLM_STAGE_DIVIDE,
    CLM_STAGE_INTERPOLATE,
    CLM_STAGE_DIGITS,
    CLM_STAGE_LIFT,
    CLM_STAGE_CHECK,
    CLM_STAGE_COUNT
} clm_stage;

#define CLM_STAGES_ALL ((1u << CLM_STAGE_COUNT) - 1)

/* Such as "evaluate". Static. */
const char *clm_stage_name(clm_stage stage);

/* Seconds of each stage. */
typedef struct clm_times {
    double host[CLM_STAGE_COUNT];   /* by the clock of the caller's thread, waiting left out */
    double device[CLM_STAGE_COUNT]; /* that commands ran; none unless asked for (clm_call.timed) */
    bool untold;                    /* the device's queue does not tell */
} clm_times;

void clm_times_add(clm_times *to, const clm_times *more);

/* Where nothing waits for a device: add the time since *began to seconds[stage]; the next stage
 * begins now. */
static inline void clm_stage_end(double *seconds, clm_stage stage, double *began)
{
    const double now = clm_clock_seconds();

    seconds[stage] += now - *began;
    *began = now;
}

/* The stage that is under way where a device computes. */
typedef struct clm_stage_clock {
    clm_stage stage;
    double began, waited;
} clm_stage_clock;

/* Begin with a stage; commands that are enqueued from now on are its own. */
void clm_stage_start(clmodp_context *ctx, clm_stage_clock *clock, clm_stage stage);

/* The same when another one ends. The device is not waited for. */
void clm_stage_next(clmodp_context *ctx, clm_stage_clock *clock, clm_times *times,
                    clm_stage stage);

/* End the last one, and take the device's times. Pre: all commands have been waited for */
void clm_stage_stop(clmodp_context *ctx, clm_stage_clock *clock, clm_times *times);

/* A run returns its own, and nothing else is told; its caller adds up. */
typedef struct clm_counts {
    clm_times times;
    uint64_t chunks;
    uint64_t evaluations;       /* at a point modulo a prime */
    uint64_t unlucky, fallback; /* of them, as reports have them */
    uint64_t misfits;           /* images with terms outside the bounds, where these are a guess */
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

/* words[output][prime - first][pair][i], i < width: the coefficient of x^(first_exponent + i)
 * modulo a prime of the plan, an integer in [0, prime). */
typedef struct clm_images {
    size_t outputs, primes, pairs, width;
    size_t first;      /* of the plan's primes, of which these are some */
    size_t word_bytes; /* 4 or 8 */
    uint64_t first_exponent;
    bool kept;         /* with the staging of the context's device, for later calls */
    clm_staging words;
} clm_images;

/* Room for images of these sizes. Release with clm_images_destroy ({0} is safe).
 *
 * In:     shape  all but the words
 * Errors: LIMIT (too many for this host), DEVICE_MEMORY (over the context's cap), HOST_MEMORY */
clmodp_status clm_images_create(clmodp_context *ctx, clm_images *out, const clm_images *shape);
void clm_images_destroy(clmodp_context *ctx, clm_images *images);

/* The image of an output modulo a prime of the plan that is among them: of the first pair, with
 * those of the others behind it. */
static inline void *clm_image(const clm_images *images, size_t output, size_t prime)
{
    const size_t index = output * images->primes + (prime - images->first);

    return (char *)images->words.data + index * images->pairs * images->width * images->word_bytes;
}

/* The exponents of x of the least and of the greatest term of all outputs modulo prime 0; false if
 * they have none. Pre: it is among them */
bool clm_images_ends(const clm_images *images, uint64_t *valuation, uint64_t *degree);

typedef struct clm_engine clm_engine;

enum {
    CLM_MOST_OUTPUTS = 3, /* R, s_10 and s_11, the first subresultant being s_11 y + s_10 */
    CLM_MOST_NEEDS = 24   /* facts that one plan rests on */
};

/* Where to evaluate modulo a prime p that was not chosen. */
typedef enum clm_point_choice {
    CLM_POINTS_AUTO,       /* what should cost least of what there is */
    CLM_POINTS_COSET,      /* a coset of the roots of unity of an order without prime factors above
                              7 that divides p - 1: interpolation is a transform */
    CLM_POINTS_GEOMETRIC /* shift * root^k with a root of order p - 1: as many as are wanted,
                              interpolated by a triangular factorisation */
} clm_point_choice;

/* What a caller may fix; results never depend on it. An engine does not look at what it has no
 * choice of. */
typedef struct clm_engine_options {
    clm_lift_options lift;
    clm_evaluation method;
    clm_point_choice points;
    clm_residue_kind residues;
    size_t cosets;     /* that the points modulo each prime lie in, if there may be so many: for
                          tests; 0: as few as there are enough primes for */
    clm_step_blocks blocks; /* of remainder sequences, where primes have their roots of unity: for
                               tests; {0}: what should cost least */
    bool fallback_all; /* send every pair to the fallback: for self-tests */
} clm_engine_options;

/* What the images are for. */
typedef enum clm_plan_aim {
    CLM_PLAN_PROOF,    /* at least one coefficient of each image is redundant, and vanishes, unless
                          f and g are free of x */
    CLM_PLAN_PROBE,    /* one prime; it is from a random place, so that no input misleads it */
    CLM_PLAN_CANDIDATE /* no redundancy is asked for: what is made of it will be checked */
} clm_plan_aim;

/* What is to be computed. */
typedef struct clm_request {
    const clm_row_layout *layout; /* of the inputs; outlives the plan */
    const clm_bounds *bounds;     /* of all outputs, and pairs, together; not those of zero */
    size_t outputs;               /* R, or R, s_10 and s_11 */
    clm_plan_aim aim;
    uint32_t modulus;             /* the only prime, below 2^31; 0: for integers */
    size_t points, cosets;        /* modulo each prime, as another plan of the same request chose
                                     them for integers; 0: what should cost least */
    const clm_engine_options *options;
    clm_random *random;           /* draws the points, and primes of probes */
} clm_request;

/* What every plan has; an engine's own begins with it. */
typedef struct clm_plan {
    const clm_engine *engine;
    const clm_row_layout *layout;
    clm_engine_options options;
    clm_plan_aim aim;
    uint32_t modulus;      /* the only prime, or 0: over Z */
    clm_bounds bounds;
    size_t outputs;        /* of each pair */
    size_t pairs;          /* of the layout, each with primes and points of the plan */
    size_t width;          /* M: coefficients that may be non-zero */
    size_t points;         /* at least M, modulo each prime */
    size_t cosets;         /* that they lie in, of points / cosets each; 1 where it is no matter */
    size_t primes;         /* N; their product exceeds twice the bound on the height */
    clm_prime_words prime; /* decreasing */
    size_t word_bytes;     /* of images */
    const clm_trust *needs[CLM_MOST_NEEDS]; /* to be asked for before anything runs */
    size_t need_count;
} clm_plan;

/* What every worker has; an engine's own begins with it. */
typedef struct clm_worker {
    clmodp_context *ctx;
    const clm_plan *plan;
    clm_counts counts; /* since the last run ended */
} clm_worker;

/* What images are lifted to. */
typedef struct clm_lifting {
    clmodp_zx *const *results; /* Out: each output of the first pair, of the second, ...; zero
                                  before; partly written on failure */
    const clm_bounds *each;    /* NULL, as for many pairs, or bounds of each output, none beyond
                                  the plan's: then the images modulo all primes of the plan are
                                  there, and each output is lifted from about as many as its own
                                  bounds ask for */
    size_t primes;             /* the images modulo so many first primes of the plan are there */
    const char *method;        /* Out: how, such as "positional". Static */
    clm_counts counts;         /* Out */
} clm_lifting;

struct clm_engine {
    const char *name;
    const char *option;      /* what callers choose it by, without its prefix: "EUCLID" */
    size_t most_outputs;     /* more than one: first subresultants, too */
    bool probes;             /* makes plans with other aims than a proof */
    bool only_proves;        /* refuses callers that would do without a proof */
    bool merges;             /* computes many pairs at once */
    bool uses_device;        /* one thread at a time calls it, that of the device */
    bool gapless;            /* takes layouts without gaps */
    bool lifts_windows;      /* lifts what bounds of each output leave, and that on its device, so
                                that several can have a part each */
    bool chooses_residues;   /* computes with the type that options name */
    unsigned lifts;          /* that options may name, one bit 1 << clm_lift_method each */
    const char *other_lifts; /* what callers are told who name another; NULL: it takes all */
    const clm_trust *tests;  /* that its plans rest on, numbered as the engine does; NULL: none */
    unsigned stages; /* that a computation has, one bit 1 << clm_stage each */
    size_t plan_bytes; /* of its own plan */

    /* Opens the device, if the engine computes on one. OK if it can do what the options ask for.
     * Errors: those of clm_context_open */
    clmodp_status (*require)(clmodp_context *ctx, const clm_engine_options *options);
    /* The greatest prime that is chosen for integers. */
    uint64_t (*prime_max)(const clm_engine_options *options);
    /* Whether polynomials in y with so many rows, of both together, fit at all; to be asked before
     * they are laid out: the host would spend memory and time on degrees that are hopeless. As far
     * as is known before a device is open. Errors: DEVICE_MEMORY */
    clmodp_status (*check_rows)(clmodp_context *ctx, uint64_t rows);
    /* What images of so many coefficients modulo so many primes should take, run in so many
     * batches, by the methods that cost least on the context's device. NULL: not known */
    clm_amounts (*cost)(const clm_row_layout *layout, double width, double primes, double batches,
                        const clmodp_context *ctx);

    /* See the functions below. */
    size_t (*needs)(const clm_trust **needs, const clm_engine_options *options); /* NULL: none */
    size_t (*all_needs)(const clm_trust **needs, const clm_engine_options *options);
    clmodp_status (*check_degrees)(clm_error *error, size_t p, size_t q, bool by_powers);
    void (*worth)(clm_bounds_worth *out, const clmodp_zxy *f, const clmodp_zxy *g,
                  const clm_rates *rates);
    /* Completes what the request tells; leaves the plan without primes if there is none. */
    clmodp_status (*plan_complete)(clmodp_context *ctx, clm_plan *plan,
                                   const clm_request *request);
    /* Release what a plan or a worker points to, also after a failure of what made it. */
    void (*plan_clear)(clm_plan *plan);
    void (*worker_clear)(clm_worker *worker);
    /* Sets *out as soon as there is a worker, which the caller destroys after a failure. */
    clmodp_status (*worker_create)(clmodp_context *ctx, clm_worker **out, const clm_plan *plan,
                                   size_t most_primes, uint64_t seed);
    clmodp_status (*worker_run)(clm_worker *worker, clm_images *images, size_t first,
                                size_t count); /* adds to worker->counts */
    clmodp_status (*lift)(clmodp_context *ctx, const clm_plan *plan, const clm_images *images,
                          clm_lifting *lifting);
};

static inline bool clm_engine_takes_lift(const clm_engine *engine, clm_lift_method method)
{
    return (engine->lifts >> method & 1) != 0;
}

/* What every plan with these options rests on; returns how many facts. */
static inline size_t clm_engine_needs(const clm_trust *needs[CLM_MOST_NEEDS],
                                      const clm_engine *engine,
                                      const clm_engine_options *options)
{
    return engine->needs == NULL ? 0 : engine->needs(needs, options);
}

/* What any plan with these options may rest on, lifting included. */
static inline size_t clm_engine_all_needs(const clm_trust *needs[CLM_MOST_TRUSTED],
                                          const clm_engine *engine,
                                          const clm_engine_options *options)
{
    return engine->all_needs == NULL ? 0 : engine->all_needs(needs, options);
}

/* Whether the engine follows remainder sequences from degrees p and q in y at all; to be asked
 * before primes are looked for. Errors: LIMIT */
static inline clmodp_status clm_engine_check_degrees(clm_error *error, const clm_engine *engine,
                                                     const clm_division *division, size_t p,
                                                     size_t q)
{
    if (engine->check_degrees == NULL)
        return CLMODP_OK;
    return engine->check_degrees(error, p, q, engine->gapless && division->by_powers);
}

/* How the engine has f and g as rows, and how many there are then.
 * Errors: those of clm_row_layout_create */
static inline clmodp_status clm_engine_lay_out(clm_error *error, clm_row_layout *out,
                                               const clm_engine *engine, const clmodp_zxy *f,
                                               const clmodp_zxy *g)
{
    return engine->gapless ? clm_row_layout_create_gapless(error, out, f, g)
                           : clm_row_layout_create(error, out, f, g);
}

static inline uint64_t clm_engine_rows(const clm_engine *engine, const clm_division *division,
                                       size_t p, size_t q)
{
    return engine->gapless && division->by_powers ? division->rows
                                                  : (uint64_t)p + (uint64_t)q + 2;
}

/* What a tighter bound on the height saves, in *out; NULL: more than bounds cost, always. */
static inline const clm_bounds_worth *clm_engine_worth(clm_bounds_worth *out,
                                                       const clm_engine *engine,
                                                       const clmodp_zxy *f, const clmodp_zxy *g,
                                                       const clm_rates *rates)
{
    if (engine->worth == NULL)
        return NULL;
    engine->worth(out, f, g, rates);
    return out;
}

/* Choose primes and points. Release with clm_plan_destroy, which takes NULL.
 *
 * Out:    out  NULL if there is no plan modulo the only prime: it has too few points, or the
 *              engine cannot compute with it, or results over Z should cost less
 * Pre:    no more outputs than the engine makes; an aim that it has; one pair, unless the engine
 *         merges problems and the aim is a proof over Z
 * Errors: LIMIT (2^30 coefficients or more; too few primes have so many points), INVALID (points
 *         that were given do not suit the request), HOST_MEMORY, CANCELLED */
clmodp_status clm_plan_create(clmodp_context *ctx, clm_plan **out, const clm_engine *engine,
                              const clm_request *request);
void clm_plan_destroy(clm_plan *plan);

/* Room for the images of a plan. Errors: those of clm_images_create */
clmodp_status clm_plan_images(clmodp_context *ctx, clm_images *out, const clm_plan *plan);

/* How many of its primes suffice for coefficients below 2^bits in absolute value; bits at most
 * those of the plan's bounds. */
size_t clm_plan_primes(const clm_plan *plan, uint64_t bits);

/* Prepare for runs of up to `most_primes` primes; fewer at a time go through the memory that the
 * context has left. Release with clm_worker_destroy, which takes NULL.
 *
 * In:     plan  must outlive the worker
 *         seed  of its random numbers; images do not depend on it
 * Errors: DEVICE_MEMORY, LIMIT, HOST_MEMORY, BUILD, NO_KERNEL, DEVICE */
clmodp_status clm_worker_create(clmodp_context *ctx, clm_worker **out, const clm_plan *plan,
                                size_t most_primes, uint64_t seed);
void clm_worker_destroy(clm_worker *worker);

/* The images modulo primes first ... first + count - 1 of the plan.
 *
 * InOut:  images  those of the plan, or of some of its primes, these among them; only these are
 *                 written
 * Out:    counts  of this run; of the first one with what the preparation took
 * Errors: those of clm_worker_create; CORRUPT (a coefficient that must vanish does not),
 *         CANCELLED */
clmodp_status clm_worker_run(clm_worker *worker, clm_images *images, clm_counts *counts,
                             size_t first, size_t count);

/* Coefficients in (-P/2, P/2] from their residues, P the product of the primes.
 * Errors: DEVICE_MEMORY, LIMIT, HOST_MEMORY, BUILD, NO_KERNEL, DEVICE, CANCELLED */
static inline clmodp_status clm_plan_lift(clmodp_context *ctx, const clm_plan *plan,
                                          const clm_images *images, clm_lifting *lifting)
{
    return plan->engine->lift(ctx, plan, images, lifting);
}

/* results := the outputs of a plan that proves them, over Z lifted from all its primes, modulo a
 * single prime p of the request's with coefficients in [0, p).
 *
 * Out:    counts  of the run
 * InOut:  lifting   method is unchanged modulo p; primes and counts are set here
 * In:     seed    as for clm_worker_create
 * Errors: those of clm_worker_run and clm_plan_lift */
clmodp_status clm_plan_execute(clmodp_context *ctx, const clm_plan *plan, uint64_t seed,
                               clm_lifting *lifting, clm_counts *counts);

/* ---- for engines ---- */

/* Rest on one fact more. */
void clm_plan_need(clm_plan *plan, const clm_trust *trust);

/* How many of `found` primes make their product exceed 2^bits; 0 if all do not. */
size_t clm_primes_for_bits(clm_prime_words primes, size_t found, double bits);

/* See clm_engine: whether one tile of polynomials fits the device. */
clmodp_status clm_plan_check_rows(clmodp_context *ctx, uint64_t rows);

/* See clm_plan_lift. Pre: the plan's primes and images are words of 32 bits. Errors: those of
 * clm_lift_create and clm_lift_run */
clmodp_status clm_lift_images(clmodp_context *ctx, const clm_plan *plan, const clm_images *images,
                              clm_lifting *lifting);

#endif

/* Plans, and the images of their units. A plan is a problem over Z, prepared once
 * (resultant/prepare.h), with its primes divided into units. It depends on no device or context,
 * and never changes, so that any thread may read it. */
#ifndef CLM_DISTRIBUTED_PLAN_H
#define CLM_DISTRIBUTED_PLAN_H

#include <clmodp/plan.h>

#include "distributed/unit_queue.h"
#include "resultant/prepare.h"

struct clmodp_plan {
    clmodp_problem problem; /* without results and report; f and g are the copies below */
    clmodp_resultant_options options;
    clm_compute_options how;  /* the options as computations take them */
    clmodp_zxy *f, *g;        /* as given; g: f's derivative for a discriminant, or NULL */
    clm_record record;        /* bounds, primes and points */
    clm_task task;            /* of f and g */
    clm_prepared prepared;    /* of the task */
    size_t primes, points;    /* points modulo each prime; both 0: the results are known */
    size_t cosets;            /* cosets of the points */
    size_t width, word_bytes; /* of images */
    uint64_t *prime;
    double nanoseconds;       /* predicted, on the device of the plan's context; 0: the
                               * engine has no closed form */
    uint64_t unit_primes, units;
    size_t bytes;             /* when serialised */
    unsigned char digest[CLMODP_PLAN_DIGEST];
};

/* Primes first ... first + count - 1 of a plan. */
typedef struct clm_prime_range {
    size_t first, count;
} clm_prime_range;

/* Returns `count` primes from `first` on, or fewer at the end. Pre: prime `first` exists */
static inline clm_prime_range clm_plan_primes_from(const clmodp_plan *plan, uint64_t first,
                                                   uint64_t count)
{
    const uint64_t left = plan->primes - first;

    return (clm_prime_range){(size_t)first, (size_t)(left < count ? left : count)};
}

/* Returns the primes of a unit. Pre: it is one of the plan's */
static inline clm_prime_range clm_plan_unit(const clmodp_plan *plan, uint64_t unit)
{
    return clm_plan_primes_from(plan, unit * plan->unit_primes, plan->unit_primes);
}

/* Returns the shape of all images of the plan. */
static inline clm_images clm_plan_shape(const clmodp_plan *plan)
{
    return (clm_images){.outputs = plan->task.count, .primes = plan->primes, .pairs = 1,
                        .width = plan->width, .word_bytes = plan->word_bytes,
                        .first_exponent = plan->prepared.bounds.valuation};
}

/* Returns the primes of a part of a unit, which let several workers end together: about an eighth,
 * in whole vectors. */
uint64_t clm_plan_part(const clmodp_plan *plan);

/* Returns the primes whose images a consumer completed first, if the queue's units are the plan's
 * primes, `part` each. */
uint64_t clm_plan_primes_of(const clmodp_plan *plan, const clm_unit_queue *queue, uint64_t part,
                            size_t consumer);

/* Checks that results within bounds keep to max_result.
 * Out: bytes  as of clm_prepared_check_size, or NULL; unchanged without primes. Errors: LIMIT */
clmodp_status clm_plan_check_size(clm_error *error, double *bytes, const clmodp_plan *plan);

/* Makes the engine's plan, of the same primes and points for all contexts, on a device that it
 * opens and self-tests. Release it with clm_plan_destroy before the plan.
 * Pre:    there is something to compute
 * Errors: see clm_plan_check_size, clm_engine.require, clm_plan_create and clm_self_tests_ensure;
 * CORRUPT (other primes) */
clmodp_status clm_plan_open(clmodp_context *ctx, clm_plan **engine_plan, const clmodp_plan *plan);

/* The cost of the images so far, and the function to reconstruct integers from them. */
typedef struct clm_finishing {
    double began;      /* start of the call */
    clm_counts counts; /* of all runs for images */
    /* Reconstructs the outputs, initially zero, from all images, as clm_plan_reconstruct; not
     * called without images. */
    clmodp_status (*reconstruct)(clmodp_context *ctx, void *user,
                                 clm_reconstruction *reconstruction);
    void *user;
} clm_finishing;

/* Reconstructs, restores and checks the results (resultant/prepare.h), and writes a report.
 *
 * In:     problem  places of the results
 * Errors: as clmodp_resultant; results are unchanged then */
clmodp_status clm_plan_complete(clmodp_context *ctx, const clmodp_plan *plan,
                                const clm_finishing *finish, const clmodp_problem *problem);

/* The images of a unit. */
struct clmodp_images {
    unsigned char plan[CLMODP_PLAN_DIGEST]; /* digest of the plan */
    uint64_t unit;
    clm_prime_range primes;
    clm_counts counts; /* of their run, without times */
    size_t count;      /* words[output][prime][i], as in clm_images */
    size_t word_bytes;
    void *words;
};

/* Returns the number of words of a unit's images. */
size_t clm_images_words(const clmodp_plan *plan, uint64_t unit);

/* Returns the serialised size of a unit's images. */
size_t clm_images_bytes(const clmodp_plan *plan, uint64_t unit);

/* Allocates images without values. Errors: HOST_MEMORY */
clmodp_status clm_images_new(clm_error *error, clmodp_images **images, const clmodp_plan *plan,
                             uint64_t unit);

/* Returns the image of an output modulo prime k of the unit. */
static inline void *clm_unit_image(const clmodp_images *images, const clmodp_plan *plan,
                                   size_t output, size_t k)
{
    return (char *)images->words + (output * images->primes.count + k) *
                                       plan->width * images->word_bytes;
}

#endif

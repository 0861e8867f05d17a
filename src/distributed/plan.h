/* The inside of plans, and of the images of their units. A plan is a problem over Z, prepared once
 * (resultant/prepare.h), with its primes divided into units. It holds nothing of a device or of
 * the context that made it, and never changes, so that any number of threads may read it. */
#ifndef CLM_DISTRIBUTED_PLAN_H
#define CLM_DISTRIBUTED_PLAN_H

#include <clmodp/plan.h>

#include "distributed/unit_queue.h"
#include "resultant/prepare.h"

struct clmodp_plan {
    clmodp_problem problem; /* without results and report; f and g are the copies below */
    clmodp_resultant_options options;
    clm_compute_options how;
    clmodp_zxy *f, *g;        /* as they were given; g: f's derivative for a discriminant */
    clm_record record;        /* bounds, primes and points */
    clm_task task;            /* of f and g */
    clm_prepared prepared;    /* of the task */
    size_t primes, points;    /* points modulo each prime; both 0: the results are known */
    size_t cosets;            /* that the points lie in */
    size_t width, word_bytes; /* of images */
    uint64_t *prime;
    double nanoseconds;       /* predicted, on the device of the context that made the plan; 0: the
                                 engine has no closed form */
    uint64_t unit_primes, units;
    size_t bytes;             /* as it is written */
    unsigned char digest[CLMODP_PLAN_DIGEST];
};

/* Primes first ... first + count - 1 of a plan. */
typedef struct clm_prime_range {
    size_t first, count;
} clm_prime_range;

/* Those from `first` on, `count` of them or as many as there are. Pre: there is a first one */
static inline clm_prime_range clm_plan_primes_from(const clmodp_plan *plan, uint64_t first,
                                                   uint64_t count)
{
    const uint64_t left = plan->primes - first;

    return (clm_prime_range){(size_t)first, (size_t)(left < count ? left : count)};
}

/* Those of a unit. Pre: it is one of the plan's */
static inline clm_prime_range clm_plan_unit(const clmodp_plan *plan, uint64_t unit)
{
    return clm_plan_primes_from(plan, unit * plan->unit_primes, plan->unit_primes);
}

/* The shape of all images of the plan. */
static inline clm_images clm_plan_shape(const clmodp_plan *plan)
{
    return (clm_images){.outputs = plan->task.count, .primes = plan->primes, .pairs = 1,
                        .width = plan->width, .word_bytes = plan->word_bytes,
                        .first_exponent = plan->prepared.bounds.valuation};
}

/* Primes of the parts into which units may be divided, so that several workers end together: about
 * an eighth, but whole vectors of primes, which take as long as parts of one. */
uint64_t clm_plan_part(const clmodp_plan *plan);

/* Primes modulo which a taker was the first to have images, if the queue's units are the plan's
 * primes, `part` each. */
uint64_t clm_plan_primes_of(const clmodp_plan *plan, const clm_unit_queue *queue, uint64_t part,
                            size_t taker);

/* The engine's plan on a context's device, which is opened: all contexts have the same primes and
 * points. The self-tests that it rests on have passed. To be released with clm_plan_destroy before
 * the plan is.
 * Pre:    there is something to compute
 * Errors: those of clm_engine.require, clm_plan_create and clm_trust_ensure; CORRUPT (other
 *         primes) */
clmodp_status clm_plan_open(clmodp_context *ctx, clm_plan **of_engine, const clmodp_plan *plan);

/* The cost of the images so far, and the function that reconstructs integers from them. */
typedef struct clm_finishing {
    double began;      /* when the call did */
    clm_counts counts; /* of all runs that made images */
    /* The outputs, zero before, from the images modulo all primes, as clm_plan_lift does; not
     * called if there is nothing to compute. */
    clmodp_status (*lift)(clmodp_context *ctx, void *user, clm_lifting *lifting);
    void *user;
} clm_finishing;

/* The results, lifted, restored and checked (resultant/prepare.h), and a report.
 *
 * In:     problem  their places
 * Errors: those of clmodp_resultant; results are unchanged then */
clmodp_status clm_plan_complete(clmodp_context *ctx, const clmodp_plan *plan,
                                const clm_finishing *finish, const clmodp_problem *problem);

/* The images of a unit. */
struct clmodp_images {
    unsigned char plan[CLMODP_PLAN_DIGEST]; /* whose unit they are of */
    uint64_t unit;
    clm_prime_range primes;
    clm_counts counts; /* of the run that made them, without times */
    size_t count;      /* words[output][prime][i], as in clm_images */
    size_t word_bytes;
    void *words;
};

/* Words of a unit's images. */
size_t clm_images_words(const clmodp_plan *plan, uint64_t unit);

/* Bytes of them as they are written. */
size_t clm_images_bytes(const clmodp_plan *plan, uint64_t unit);

/* Images without values yet. Errors: HOST_MEMORY */
clmodp_status clm_images_new(clm_error *error, clmodp_images **images, const clmodp_plan *plan,
                             uint64_t unit);

/* The image of an output modulo prime k of the unit. */
static inline void *clm_unit_image(const clmodp_images *images, const clmodp_plan *plan,
                                   size_t output, size_t k)
{
    return (char *)images->words + (output * images->primes.count + k) *
                                       plan->width * images->word_bytes;
}

#endif

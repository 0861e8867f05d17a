/** @file
 * A resultant in parts: plans, which can be made without a device and sent anywhere; units, which
 * are computed anywhere, in any order, at once or twice; and the result from their images.
 *
 * A plan fixes what may differ from machine to machine: the engine, the primes, how many points
 * there are. So the images of a unit are the same bytes whoever computes them. They are small, M
 * words a prime for a resultant of M coefficients, so that what a unit costs is computing.
 *
 * Plans and images can be written as bytes: the same on every machine, checked against damage, and
 * bound to what they belong to by SHA-256, of the polynomials, the options and all decisions. What
 * is read is not trusted: sizes, ranges and checksums are checked, and results like any result. */
#ifndef CLMODP_PLAN_H
#define CLMODP_PLAN_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <clmodp/calibration.h>
#include <clmodp/core.h>
#include <clmodp/polynomials.h>
#include <clmodp/resultant.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What plans mean. A library reads those of its own version only, since others may choose other
 * primes. */
#define CLMODP_PLAN_VERSION 3

/** Bytes of what tells plans apart: SHA-256 of a plan as it is written. */
#define CLMODP_PLAN_DIGEST 32

/** How a problem is divided into units, and computed. It never changes, so that threads may share
 * it; it belongs to no context. */
typedef struct clmodp_plan clmodp_plan;

/** The images of one unit: the results modulo its primes. It belongs to no context. */
typedef struct clmodp_images clmodp_images;

/** How a plan is made. Fill with clmodp_plan_options_init, then change fields. */
typedef struct clmodp_plan_options {
    size_t size;                               /**< sizeof this structure; set by _init */
    const clmodp_resultant_options *resultant; /**< NULL (default): all defaults. Mode CERTIFIED
                                                    only. Its max_memory counts while the plan is
                                                    made */
    uint64_t unit_primes;  /**< primes of a unit, but of the last one, which may have fewer; 0
                                (default): as unit_seconds says */
    double unit_seconds;   /**< what a unit should take, as predicted; 0 (default): a second, or
                                less so that there are sixteen units of at least a tenth of a
                                second; engine SCHUR always has sixteen */
    const clmodp_machine *machine; /**< for which is predicted, and by whose rates is chosen what
                                        may differ from machine to machine; its device is taken to
                                        be open. NULL (default): the context's device and host.
                                        Nothing keeps what it points to */
} clmodp_plan_options;

/** Set every field to its default: all but the size are zero. */
static inline void clmodp_plan_options_init(clmodp_plan_options *options)
{
    memset(options, 0, sizeof *options);
    options->size = sizeof *options;
}

/** What a plan is, and what it should cost. Set `size` to sizeof the structure before the call.
 * Where nothing has to be computed, as for a zero polynomial, there are no units, and all numbers
 * are 0. */
typedef struct clmodp_plan_info {
    size_t size;             /**< sizeof this structure; set by _init */
    clmodp_operation operation; /**< what is planned */
    clmodp_engine engine;    /**< AUTO: nothing has to be computed */
    uint64_t units;          /**< how many there are */
    uint64_t unit_primes;    /**< of each but the last one */
    uint64_t primes;         /**< of all units */
    uint64_t points;         /**< evaluated at, for each prime */
    uint64_t cosets;         /**< that these lie in, of engine EUCLID: more than one where too few
                                  primes are 1 modulo the number of points */
    uint64_t evaluations;    /**< primes * points */
    double updates;          /**< of coefficients in remainder sequences, about p q / 2 for each
                                  evaluation */
    uint64_t degree_bound;   /**< bounds as in clmodp_resultant_report */
    uint64_t valuation_bound; /**< likewise */
    uint64_t width_bound;    /**< M: coefficients of what is computed */
    uint64_t height_bits;    /**< likewise */
    const char *height_bound_name; /**< which bound gave height_bits; static; "": none */
    uint64_t plan_bytes;     /**< of the plan as it is written */
    uint64_t images_bytes;   /**< of the images of all units as they are written */
    double seconds;          /**< predicted for all units one after the other, on the machine that
                                  the options named, else on the device of the context that made
                                  or read the plan, or as if it were that; 0 for engine SCHUR,
                                  whose time no closed form tells */
    unsigned char digest[CLMODP_PLAN_DIGEST]; /**< tells plans apart */
} clmodp_plan_info;

/** Set every field to its default: all but the size are zero. */
static inline void clmodp_plan_info_init(clmodp_plan_info *info)
{
    memset(info, 0, sizeof *info);
    info->size = sizeof *info;
}

/** Plan a problem over Z: contents, bounds, engine, primes and points. Opens no device.
 *
 * Out:    plan     release with clmodp_plan_destroy; NULL after errors
 * In:     context  for whose device it is predicted, if that is open with its calibration, unless
 *                  the options name a machine; NULL: one of all defaults, and errors have no
 *                  message
 *         problem  operation, k, f and g count; they are copied. Its modulus is 0
 *         options  NULL for all defaults
 * Cost:   some milliseconds, as what comes before the first prime of clmodp_resultant; memory for
 *         copies of f and g
 * Errors: INVALID (also a machine that cannot be), DOMAIN, UNSUPPORTED (a modulus; mode PROBABLE;
 *         options that do not go together), LIMIT, DEVICE_MEMORY (the cap), HOST_MEMORY,
 *         CANCELLED */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_plan_create(clmodp_context *context,
                                                             clmodp_plan **plan,
                                                             const clmodp_problem *problem,
                                                             const clmodp_plan_options *options);

/** Release a plan. NULL is allowed. */
CLMODP_API void clmodp_plan_destroy(clmodp_plan *plan);

/** Describe a plan. Errors: INVALID (the size of info is not set) */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_plan_describe(const clmodp_plan *plan,
                                                               clmodp_plan_info *info);

/** What the result should take, stage by stage. Set `size` to sizeof the structure before the
 * call. Where nothing has to be computed there are no stages. */
typedef struct clmodp_prediction {
    size_t size;        /**< sizeof this structure; set by _init */
    double seconds;     /**< all of it: the others of this structure, added up */
    double launching;   /**< what launches take, and waiting until the host has seen
                             their end */
    size_t stage_count; /**< entries of stages */
    clmodp_stage stages[CLMODP_MOST_STAGES]; /**< as in clmodp_resultant_report, all of one device
                                                  and its host; seconds of the device are those
                                                  that its units compute, all together */
} clmodp_prediction;

/** Set every field to its default: all but the size are zero. */
static inline void clmodp_prediction_init(clmodp_prediction *prediction)
{
    memset(prediction, 0, sizeof *prediction);
    prediction->size = sizeof *prediction;
}

/** Predict what one device takes for a plan's whole result, as clmodp_resultant computes it: from
 * the coefficients of f and g to those of the result. Opens no device.
 *
 * Out:    prediction  unchanged after errors
 * In:     context     for whose device it is predicted, unless there is a machine
 *         machine     NULL, or as in clmodp_plan_options
 * Cost:   some milliseconds where there are thousands of primes
 * Errors: INVALID (the size of prediction is not set; a machine that cannot be), UNSUPPORTED (an
 *         engine other than EUCLID), HOST_MEMORY, CANCELLED */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_plan_predict(clmodp_context *context,
                                                              clmodp_prediction *prediction,
                                                              const clmodp_plan *plan,
                                                              const clmodp_machine *machine);

/** Compute the images of a unit on the context's device, which is opened if the engine has one.
 *
 * Out:    images  release with clmodp_images_destroy; NULL after errors. The same bytes whichever
 *                 device computes them
 * In:     unit    0 to units - 1
 * Cost:   what the plan's info predicts for a unit, and some milliseconds
 * Errors: INVALID (no such unit), NO_DEVICE, HOST_MEMORY, DEVICE_MEMORY, LIMIT, BUILD, NO_KERNEL,
 *         DEVICE, CORRUPT (redundant coefficients do not vanish, or the device failed its test),
 *         CANCELLED. Synchronous. */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_plan_run(clmodp_context *context,
                                                          clmodp_images **images,
                                                          const clmodp_plan *plan, uint64_t unit);

/** Release images. NULL is allowed. */
CLMODP_API void clmodp_images_destroy(clmodp_images *images);

/** The unit that they are of. */
CLMODP_API uint64_t clmodp_images_unit(const clmodp_images *images);

/** The results from the images of all units: lifted, and checked modulo a fresh prime.
 *
 * Out:    r        as in clmodp_problem: the resultant or discriminant, or NULL for a subresultant
 *         s        the subresultant; else NULL
 *         report   NULL, or as of clmodp_resultant. Its seconds are this call's; stages have only
 *                  what this call did; counts are those of all units
 * In:     images   `count` of them, of this plan, in any order; each unit at least once. What
 *                  comes twice must be the same
 * Cost:   memory for all images once more
 * Errors: INVALID (results that the operation has not, images of another plan, a unit that is
 *         missing), CORRUPT (a unit that comes twice and differs; results that are wrong modulo a
 *         fresh prime), and those of clmodp_resultant; results are unchanged then. Synchronous. */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_plan_finish(clmodp_context *context, clmodp_zx *r, clmodp_zxy *s,
                   clmodp_resultant_report *report, const clmodp_plan *plan,
                   const clmodp_images *const *images, size_t count);

/** How many bytes a plan takes. */
CLMODP_API size_t clmodp_plan_size(const clmodp_plan *plan);

/** Write a plan: clmodp_plan_size bytes. */
CLMODP_API void clmodp_plan_write(const clmodp_plan *plan, void *bytes);

/** Read a plan that was written, on whichever machine. Its primes are chosen again, and are the
 * same. Cost: as clmodp_plan_create, without the bounds.
 *
 * Out:    plan     release with clmodp_plan_destroy; NULL after errors
 * In:     context  as for clmodp_plan_create
 * Errors: DAMAGED (no plan, one of another version, or changed), those of clmodp_plan_create */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_plan_read(clmodp_context *context,
                                                           clmodp_plan **plan, const void *bytes,
                                                           size_t size);

/** How many bytes images take. */
CLMODP_API size_t clmodp_images_size(const clmodp_images *images);

/** Write images: clmodp_images_size bytes. */
CLMODP_API void clmodp_images_write(const clmodp_images *images, void *bytes);

/** Read images of a plan that were written, on whichever machine.
 *
 * Out:    images   release with clmodp_images_destroy; NULL after errors
 * In:     context  for messages; NULL: none
 * Errors: DAMAGED (no images, those of another plan or version, or changed), HOST_MEMORY */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_images_read(clmodp_context *context,
                                                             clmodp_images **images,
                                                             const clmodp_plan *plan,
                                                             const void *bytes, size_t size);

#ifdef __cplusplus
}
#endif
#endif

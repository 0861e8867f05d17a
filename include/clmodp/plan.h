/** @file
 * Resultants computed in parts: plans, made without a device and sent to any machine; work units,
 * computed anywhere, in any order, repeatedly or simultaneously; and the result from their images.
 *
 * A plan fixes all decisions that could differ between machines: the engine, the primes, the
 * number of points. Every machine therefore computes the same bytes as images of a unit. Images
 * have M words per prime for a resultant of M coefficients.
 *
 * Plans and images are serialised to the same bytes on every machine, with checksums, and bound to
 * each other by a SHA-256 digest of the polynomials, the options and all decisions. Serialised
 * input is not trusted: sizes, ranges, checksums and results are checked. */
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

/** Version of plans. A library reads only plans of its own version, since other versions may
 * choose other primes. */
#define CLMODP_PLAN_VERSION 5

/** Bytes of the digest identifying a plan: SHA-256 of the serialised plan. */
#define CLMODP_PLAN_DIGEST 32

/** A problem divided into work units, with all decisions about its computation. It never changes,
 * so threads may share it; it belongs to no context. */
typedef struct clmodp_plan clmodp_plan;

/** The images of one work unit: the results modulo its primes. They belong to no context. */
typedef struct clmodp_images clmodp_images;

/** Options of a plan. Fill with clmodp_plan_options_init, then change fields. */
typedef struct clmodp_plan_options {
    size_t size;                               /**< sizeof this structure; set by _init */
    const clmodp_resultant_options *resultant; /**< NULL (default): all defaults. Mode CERTIFIED
                                                    only. Its max_memory applies to planning */
    uint64_t unit_primes;  /**< primes per work unit; the last unit may have fewer. 0 (default):
                                derived from unit_seconds */
    double unit_seconds;   /**< predicted time of a work unit; 0 (default): one second, or less to
                                get sixteen units of at least a tenth of a second; engine SCHUR
                                always has sixteen */
    const clmodp_machine *machine; /**< machine for predictions, and for all choices that could
                                        differ between machines; its device is assumed to be open.
                                        NULL (default): the context's device and host. Not
                                        referenced after the call */
} clmodp_plan_options;

/** Sets every field to its default: all but the size are zero. */
static inline void clmodp_plan_options_init(clmodp_plan_options *options)
{
    memset(options, 0, sizeof *options);
    options->size = sizeof *options;
}

/** Properties and predicted cost of a plan. Set up with clmodp_plan_info_init before the call. If
 * nothing has to be computed, as for a zero polynomial, there are no work units, and all numbers
 * are 0. */
typedef struct clmodp_plan_info {
    size_t size;             /**< sizeof this structure; set by _init */
    clmodp_operation operation; /**< planned operation */
    clmodp_engine engine;    /**< selected engine; AUTO: nothing has to be computed */
    uint64_t units;          /**< number of work units */
    uint64_t unit_primes;    /**< primes of each unit but the last */
    uint64_t primes;         /**< primes of all units */
    uint64_t points;         /**< evaluation points per prime */
    uint64_t cosets;         /**< cosets of these points, in engine EUCLID: more than one if too
                                  few primes are 1 modulo the number of points */
    uint64_t evaluations;    /**< primes * points */
    double updates;          /**< updates of coefficients in remainder sequences, about p q / 2 per
                                  evaluation; products of LU decompositions, at most k^3 / 3 */
    uint64_t degree_bound;   /**< bounds as in clmodp_resultant_report */
    uint64_t valuation_bound; /**< likewise */
    uint64_t width_bound;    /**< M: coefficients to be computed */
    uint64_t height_bits;    /**< as in clmodp_resultant_report */
    const char *height_bound_name; /**< name of the bound giving height_bits; static; "": none */
    uint64_t plan_bytes;     /**< size of the serialised plan */
    uint64_t images_bytes;   /**< total size of the serialised images of all units */
    uint64_t result_bytes;   /**< size of the result by its bounds: a max_result of as much lets it
                                  be computed. 2^64 - 1: 2^63 bytes or more */
    double seconds;          /**< predicted time of all units in sequence, on the machine named in
                                  the options, else on the (open or assumed) device of the context
                                  that made or read the plan; 0 for engine SCHUR, which has no
                                  closed form */
    unsigned char digest[CLMODP_PLAN_DIGEST]; /**< identifies the plan */
    uint32_t k;              /**< of S_k; the order of a matrix */
    uint64_t count;          /**< SUBRESULTANTS: their number */
    int principal;           /**< not 0: only the principal coefficient of each of them */
} clmodp_plan_info;

/** Sets every field to its default: all but the size are zero. */
static inline void clmodp_plan_info_init(clmodp_plan_info *info)
{
    memset(info, 0, sizeof *info);
    info->size = sizeof *info;
}

/** Plans a problem over Z: extracted factors, bounds, engine, primes and points. Opens no device.
 * Results larger than max_result are planned too, but not computed; not if coefficients may have
 * more than 2^24 bits, since finding their primes takes long.
 *
 * Out:    plan     released with clmodp_plan_destroy; NULL after errors
 * In:     context  gives the device for predictions, if open with its calibration, unless the
 *                  options name a machine; NULL: a default context, and errors have no message
 *         problem  operation, k, f and g are used, and copied. Its modulus must be 0. For
 *                  SUBRESULTANTS also count and whether chain is NULL: then principal coefficients
 *         options  NULL for all defaults
 * Cost:   some milliseconds, as for the steps of clmodp_resultant before the first prime; memory
 *         for copies of f and g
 * Errors: INVALID (also an impossible machine), DOMAIN, UNSUPPORTED (a modulus; mode PROBABLE;
 *         conflicting options), LIMIT (of any result), DEVICE_MEMORY (the cap), HOST_MEMORY,
 *         CANCELLED */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_plan_create(clmodp_context *context,
                                                             clmodp_plan **plan,
                                                             const clmodp_problem *problem,
                                                             const clmodp_plan_options *options);

/** Releases a plan. NULL is allowed. */
CLMODP_API void clmodp_plan_destroy(clmodp_plan *plan);

/** Describes a plan. Errors: INVALID (the size of info is not set) */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_plan_describe(const clmodp_plan *plan,
                                                               clmodp_plan_info *info);

/** Predicted time of a result, by stage. Set up with clmodp_prediction_init before the call. If
 * nothing has to be computed there are no stages. */
typedef struct clmodp_prediction {
    size_t size;        /**< sizeof this structure; set by _init */
    double seconds;     /**< total: launching and all stages */
    double launching;   /**< time of launches, and of waits until the host has seen their end */
    size_t stage_count; /**< entries of stages */
    clmodp_stage stages[CLMODP_MOST_STAGES]; /**< as in clmodp_resultant_report, for one device and
                                                  its host; device seconds assume all compute units
                                                  at work */
} clmodp_prediction;

/** Sets every field to its default: all but the size are zero. */
static inline void clmodp_prediction_init(clmodp_prediction *prediction)
{
    memset(prediction, 0, sizeof *prediction);
    prediction->size = sizeof *prediction;
}

/** Predicts the time of a plan's whole result on one device, as computed by clmodp_resultant: from
 * the coefficients of f and g to the coefficients of the result. Opens no device.
 *
 * Out:    prediction  unchanged after errors
 * In:     context     gives the device, unless a machine is given
 *         machine     NULL, or as in clmodp_plan_options
 * Cost:   some milliseconds for thousands of primes
 * Errors: INVALID (the size of prediction is not set; an impossible machine), UNSUPPORTED (an
 *         engine other than EUCLID), HOST_MEMORY, CANCELLED */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_plan_predict(clmodp_context *context,
                                                              clmodp_prediction *prediction,
                                                              const clmodp_plan *plan,
                                                              const clmodp_machine *machine);

/** Computes the images of a work unit on the context's device, which is opened if the engine needs
 * one.
 *
 * Out:    images  released with clmodp_images_destroy; NULL after errors. The same bytes on every
 *                 device
 * In:     unit    0 to units - 1
 * Cost:   the predicted time of a unit, and some milliseconds
 * Errors: INVALID (no such unit), NO_DEVICE, HOST_MEMORY, DEVICE_MEMORY, LIMIT, BUILD, NO_KERNEL,
 *         DEVICE, CORRUPT (non-zero redundant coefficients, or the device failed its test),
 *         CANCELLED. Synchronous. */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_plan_run(clmodp_context *context,
                                                          clmodp_images **images,
                                                          const clmodp_plan *plan, uint64_t unit);

/** Releases images. NULL is allowed. */
CLMODP_API void clmodp_images_destroy(clmodp_images *images);

/** Returns the work unit of the images. */
CLMODP_API uint64_t clmodp_images_unit(const clmodp_images *images);

/** Reconstructs the results by CRT from the images of all work units, and checks them modulo a
 * fresh prime.
 *
 * Out:    r        as in clmodp_problem: the resultant or discriminant, or NULL for a subresultant
 *         s        the subresultant; else NULL
 *         report   NULL, or as for clmodp_resultant. Its times and stages are limited to this
 *                  call; its counts include all units
 * In:     images   `count` images of this plan, in any order; each unit at least once. Repeated
 *                  units must have equal images
 * Cost:   memory for a second copy of all images
 * Errors: INVALID (results not belonging to the operation, images of another plan, a missing
 *         unit), CORRUPT (a repeated unit with different images; results wrong modulo a fresh
 *         prime), and the errors of clmodp_resultant; results are unchanged then. Synchronous. */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_plan_finish(clmodp_context *context, clmodp_zx *r, clmodp_zxy *s,
                   clmodp_resultant_report *report, const clmodp_plan *plan,
                   const clmodp_images *const *images, size_t count);

/** Computes the results of a plan with any operation, like clmodp_plan_finish.
 *
 * Out:    results  the members r, s, chain, principal, count and report of a problem, as for
 *                  clmodp_compute; the others are ignored */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_plan_finish_problem(clmodp_context *context, const clmodp_problem *results,
                           const clmodp_plan *plan, const clmodp_images *const *images,
                           size_t count);

/** Returns the size of a serialised plan in bytes. */
CLMODP_API size_t clmodp_plan_size(const clmodp_plan *plan);

/** Writes a serialised plan: clmodp_plan_size bytes. */
CLMODP_API void clmodp_plan_write(const clmodp_plan *plan, void *bytes);

/** Reads a serialised plan, written on any machine. Its primes are chosen again, and are the same.
 * Cost: as clmodp_plan_create, without the bounds.
 *
 * Out:    plan     released with clmodp_plan_destroy; NULL after errors
 * In:     context  as for clmodp_plan_create
 * Errors: DAMAGED (not a plan, another version, or corrupted), the errors of clmodp_plan_create */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_plan_read(clmodp_context *context,
                                                           clmodp_plan **plan, const void *bytes,
                                                           size_t size);

/** Returns the size of serialised images in bytes. */
CLMODP_API size_t clmodp_images_size(const clmodp_images *images);

/** Writes serialised images: clmodp_images_size bytes. */
CLMODP_API void clmodp_images_write(const clmodp_images *images, void *bytes);

/** Reads serialised images of a plan, written on any machine.
 *
 * Out:    images   released with clmodp_images_destroy; NULL after errors
 * In:     context  for messages; NULL: none
 * Errors: DAMAGED (not images, images of another plan or version, or corrupted), HOST_MEMORY */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_images_read(clmodp_context *context,
                                                             clmodp_images **images,
                                                             const clmodp_plan *plan,
                                                             const void *bytes, size_t size);

#ifdef __cplusplus
}
#endif
#endif

/** @file
 * A resultant by workers that share a folder: processes on one machine or on many, which come and
 * go at any time. The folder has a plan and, for each of its units, who is at it or its images.
 *
 * Any number of workers take units, one at a time, by renaming a file, which one process alone
 * succeeds with. They keep it by touching that file; who does not for as long as its lease lasts
 * has lost it, and another one takes the unit. Times are those of the folder's file system, so
 * that clocks of machines do not count, and locks are not used, so that NFS will do. A process of
 * this machine that is not there any more has lost its unit at once. A unit that is computed twice
 * has the same images, so that whoever comes late does no harm. Files appear whole or not at all.
 * Whatever else comes into the place of images is set aside, not removed, when that is found, and
 * the unit is computed again.
 *
 * The folder has to be the user's own, without others who may write in it; links are not followed,
 * and whatever is read is checked before it is used. */
#ifndef CLMODP_JOB_H
#define CLMODP_JOB_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <clmodp/context.h>
#include <clmodp/plan.h>
#include <clmodp/resultant.h>
#include <clmodp/status.h>
#include <clmodp/zx.h>
#include <clmodp/zxy.h>

#ifdef __cplusplus
extern "C" {
#endif

/** How a worker works. Fill with clmodp_job_options_init, then change fields. */
typedef struct clmodp_job_options {
    size_t size;        /**< sizeof this structure; set by _init */
    double lease;       /**< seconds after which this worker, if it has not touched its unit, has
                             lost it; default 60. It is touched four times as often, and others
                             may have other leases */
    uint64_t most_units; /**< after which it ends; 0 (default): any number */
    int wait;           /**< not 0: also wait for units that others are at, which may come back;
                             0 (default): end when none is left to take */
} clmodp_job_options;

/** Set every field to its default. */
static inline void clmodp_job_options_init(clmodp_job_options *options)
{
    memset(options, 0, sizeof *options);
    options->size = sizeof *options;
    options->lease = 60.0;
}

/** How far a job is. Set `size` to sizeof the structure before the call. */
typedef struct clmodp_job_state {
    size_t size;      /**< sizeof this structure; set by the caller */
    uint64_t units;   /**< of the plan */
    uint64_t done;    /**< whose images are there; these are not looked into */
    uint64_t at_work; /**< that a worker has taken */
    uint64_t lost;    /**< of these, by a process of this machine that is not there any more */
    uint64_t expired; /**< of these, not touched for as long as their leases are */
} clmodp_job_state;

/** How a claim to a unit stands. */
typedef enum clmodp_claim_state {
    CLMODP_CLAIM_HELD = 0,    /**< as far as is known its worker is at it */
    CLMODP_CLAIM_EXPIRED = 1, /**< it has not been touched for as long as the lease */
    CLMODP_CLAIM_LOST = 2     /**< by a process of this machine that is not there any more */
} clmodp_claim_state;

/** A unit that a worker has taken. Those that are EXPIRED or LOST the next worker puts back. */
typedef struct clmodp_job_claim {
    uint64_t unit;            /**< of the plan */
    clmodp_claim_state state; /**< as far as this machine can tell */
    char host[48];            /**< the name of its machine, perhaps cut; "" if it has none */
    uint64_t process;         /**< the worker's number there; 0 if the claim does not tell */
    double age;               /**< seconds since it was touched, by the file system's clock;
                                   below 0 where that was put back */
    double lease;             /**< seconds that this may be */
} clmodp_job_claim;

/** Make a folder for a plan and a note, or find that it has both already: then what is done stays
 * done. Where several processes do this at once, the first one decides: those that have the same
 * plan and note join it, and others are refused. A plan that was damaged there is replaced.
 *
 * In:     context    for messages
 *         folder     its path; made with mode 0700 if it is not there; else empty, or of this plan
 *         note, size bytes of the application's own, such as names of variables, which are kept
 *                    with the plan under one digest; NULL, 0: none
 * Errors: INVALID (it has another plan, another note, or other files), FILE (also where the file
 *         system has no hard links), HOST_MEMORY */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_job_create(clmodp_context *context,
                                                            const char *folder,
                                                            const clmodp_plan *plan,
                                                            const void *note, size_t size);

/** The note of a folder, as it was given.
 *
 * Out:    note     *size bytes; release with clmodp_job_note_free; NULL and 0 if there is none
 * Errors: FILE, DAMAGED, HOST_MEMORY */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_job_note(clmodp_context *context, void **note,
                                                          size_t *size, const char *folder);

/** Release a note. NULL is allowed. */
CLMODP_API void clmodp_job_note_free(void *note);

/** The plan of a folder.
 *
 * Out:    plan     release with clmodp_plan_destroy; NULL after errors
 * Errors: FILE, DAMAGED, and those of clmodp_plan_read */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_job_plan(clmodp_context *context,
                                                          clmodp_plan **plan, const char *folder);

/** Take units and compute them, until none is left to take.
 *
 * Out:    units    NULL, or how many it computed; also after errors
 * In:     options  NULL for all defaults
 * Errors: FILE (also a full disk), DAMAGED, INVALID, CANCELLED, HOST_MEMORY, those of
 *         clmodp_plan_run; a unit that was begun is given back. Synchronous. */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_job_work(clmodp_context *context, uint64_t *units,
                                                          const char *folder,
                                                          const clmodp_job_options *options);

/** Look how far a job is. Errors: FILE, DAMAGED, INVALID, HOST_MEMORY */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_job_look(clmodp_context *context,
                                                          clmodp_job_state *state,
                                                          const char *folder);

/** Who is at which unit.
 *
 * Out:    claims   *count of them, by their units; release with clmodp_job_claims_free
 * Errors: FILE, DAMAGED, INVALID, HOST_MEMORY */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_job_claims(clmodp_context *context,
                                                            clmodp_job_claim ***claims,
                                                            size_t *count, const char *folder);

/** Release claims. NULL is allowed. */
CLMODP_API void clmodp_job_claims_free(clmodp_job_claim **claims);

/** The results, once all units are done, as clmodp_plan_finish has them. The folder stays.
 *
 * Errors: INVALID (units are not done, and those of clmodp_plan_finish), FILE, DAMAGED (the
 *         message names a file: all that are no images have been set aside, as images/N.damaged-1
 *         and so on, and workers compute their units again), CANCELLED, HOST_MEMORY. Results are
 *         unchanged then. Synchronous. */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_job_finish(clmodp_context *context, clmodp_zx *r,
                                                            clmodp_zxy *s,
                                                            clmodp_resultant_report *report,
                                                            const char *folder);

#ifdef __cplusplus
}
#endif
#endif

/* The folder of a job.
 *
 *     plan             the application's note and the plan, with one digest of both, so that
 *                      neither can be another job's
 *     todo/N           unit N waits
 *     claims/N.MS.ID   worker ID is at unit N, and touches the file before MS milliseconds are
 *                      over, as long as it is; what is in it, or in the former, does not count
 *     images/N         its images, as they are written
 *     images/N.damaged-K   what was found in their place and is none
 *
 * A unit's file moves from todo to claims by renaming, which one of many can do, and back if its
 * worker is gone. It is removed when images are there. What ends between two of these steps leaves
 * a unit that can be taken, or that is done. Files that begin with a dot are none of these: a
 * worker's own before they are whole, or those that NFS makes of removed ones. */
#ifndef CLM_DISTRIBUTED_JOB_H
#define CLM_DISTRIBUTED_JOB_H

#include <clmodp/distributed.h>

#include "distributed/files.h"
#include "distributed/plan.h"

typedef struct clm_job_folder {
    const char *path;
    int folder, todo, claims, images; /* descriptors, or -1 */
    clmodp_plan *plan;
} clm_job_folder;

/* Bytes that a plan with its note may have: it is read as a whole. */
#define CLM_MOST_PLAN ((size_t)1 << 32)

#define CLM_JOB_CLOSED {.folder = -1, .todo = -1, .claims = -1, .images = -1}

enum { CLM_UNIT_NAME = 24, CLM_CLAIM_NAME = 2 * CLM_UNIT_NAME + CLM_WORKER_ID_SIZE,
       CLM_ASIDE_NAME = 2 * CLM_UNIT_NAME };

/* Open the folder and read its plan. Post: to be closed, after errors too.
 * Errors: FILE, DAMAGED, those of clmodp_plan_read */
clmodp_status clm_job_open(clmodp_context *context, clm_job_folder *job, const char *path);
void clm_job_close(clm_job_folder *job);

/* The number of a unit that a file's name begins with; *end: what comes behind. False if it is
 * none of the plan. */
bool clm_unit_number(uint64_t *unit, const char **end, const char *name, const clmodp_plan *plan);
void clm_unit_name(char out[CLM_UNIT_NAME], uint64_t unit);
bool clm_unit_is_done(const clm_job_folder *job, uint64_t unit);

/* A claim, by its name, and how it stands at a time of the folder's clock. */
typedef struct clm_claim {
    uint64_t unit;
    double lease, age;  /* seconds */
    const char *worker; /* within the name */
    clmodp_claim_state state;
} clm_claim;

/* False if the name is none of a claim to a unit that is not done, or it is not there any more. */
bool clm_claim_read(clm_claim *claim, const clm_job_folder *job, const char *name, double now);

/* Put units back whose workers are gone, have not touched them for as long as their leases, or
 * that are nowhere; *done: how many have images. Errors: FILE, HOST_MEMORY */
clmodp_status clm_job_recover(clm_error *error, const clm_job_folder *job, uint64_t *done);

/* Remove what workers that are gone, or have been silent for a day, left half-written.
 * Errors: FILE */
clmodp_status clm_job_tidy(clm_error *error, const clm_job_folder *job);

/* Give what stands in the place of a unit's images another name, so that it is kept and the unit
 * is computed again. False with errno if that cannot be. */
bool clm_images_set_aside(const clm_job_folder *job, uint64_t unit, char name[CLM_ASIDE_NAME]);

/* Take a unit that waits, if there is one, by the name of this process. Errors: FILE */
clmodp_status clm_job_take(clm_error *error, const clm_job_folder *job, double lease,
                           uint64_t *unit, char claim[CLM_CLAIM_NAME], bool *taken);

/* Gives it back. Where another worker has it now, nothing is done. */
void clm_claim_return(const clm_job_folder *job, const char *claim, uint64_t unit);

#endif

/* The folder of a job.
 *
 *     plan          the plan, as it is written
 *     note          what the application adds; none, if that is nothing
 *     todo/N        unit N waits; empty
 *     claims/N.ID   worker ID is at unit N, and touches the file as long as it is; empty
 *     images/N      its images, as they are written
 *
 * A unit's file moves from todo to claims by renaming, which one of many can do, and back if its
 * worker is gone. It is removed when images are there. What ends between two of these steps leaves
 * a unit that can be taken, or that is done. */
#ifndef CLM_FLEET_JOB_H
#define CLM_FLEET_JOB_H

#include <clmodp/job.h>

#include "fleet/files.h"
#include "fleet/plan.h"
#include "fleet/worker_id.h"

typedef struct clm_job_folder {
    const char *path;
    int folder, todo, claims, images; /* descriptors, or -1 */
    clmodp_plan *plan;
} clm_job_folder;

#define CLM_JOB_CLOSED {.folder = -1, .todo = -1, .claims = -1, .images = -1}

enum { CLM_UNIT_NAME = 24, CLM_CLAIM_NAME = CLM_UNIT_NAME + CLM_WORKER_ID_SIZE };

/* Open the folder and read its plan. Post: to be closed, after errors too.
 * Errors: FILE, DAMAGED, those of clmodp_plan_read */
clmodp_status clm_job_open(clmodp_context *context, clm_job_folder *job, const char *path);
void clm_job_close(clm_job_folder *job);

/* The number of a unit that a file's name begins with; *end: what comes behind. False if it is
 * none of the plan. */
bool clm_unit_number(uint64_t *unit, const char **end, const char *name, const clmodp_plan *plan);
void clm_unit_name(char out[CLM_UNIT_NAME], uint64_t unit);
bool clm_unit_is_done(const clm_job_folder *job, uint64_t unit);

/* Put units back whose workers are gone, have not touched them for as long as the lease, or that
 * are nowhere. Errors: FILE, HOST_MEMORY */
clmodp_status clm_job_recover(clm_error *error, const clm_job_folder *job, double lease);

/* Take a unit that waits, if there is one, by the name of this process. Errors: FILE */
clmodp_status clm_job_take(clm_error *error, const clm_job_folder *job, uint64_t *unit,
                           char claim[CLM_CLAIM_NAME], bool *taken);

/* Keep it, give it back, or be done with it. Where somebody else has it now, nothing is done. */
void clm_claim_touch(const clm_job_folder *job, const char *claim);
void clm_claim_return(const clm_job_folder *job, const char *claim, uint64_t unit);
void clm_claim_end(const clm_job_folder *job, const char *claim);

/* How many units are done, and how many taken; of these, by workers that are gone.
 * Errors: FILE */
clmodp_status clm_job_count(clm_error *error, const clm_job_folder *job, clmodp_job_state *state);

#endif

/* The folder of a job.
 *
 *     plan             the application's note and the plan, with one digest, so that neither can
 *                      be another job's; plan.1 if damaged, and so on
 *     todo/N           unit N waits
 *     claims/N.MS.ID   worker ID computes unit N, and touches the file at least every MS
 *                      milliseconds; contents of files in todo and claims are ignored
 *     images/N         images of unit N, serialised
 *     images/N.damaged-K   an invalid file found as images/N
 *
 * A unit's file is renamed from todo to claims, which succeeds for one process only, back if its
 * worker is gone, and removed when images exist. A process that ends in between leaves the unit
 * available, or done. Names with a leading dot are unfinished files, or removed ones on NFS. */
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

/* Most bytes of a plan with its note, read as a whole. */
#define CLM_MOST_PLAN ((size_t)1 << 32)

#define CLM_JOB_CLOSED {.folder = -1, .todo = -1, .claims = -1, .images = -1}

enum { CLM_UNIT_NAME = 24, CLM_CLAIM_NAME = 2 * CLM_UNIT_NAME + CLM_WORKER_ID_SIZE,
       CLM_ASIDE_NAME = 2 * CLM_UNIT_NAME };

/* Opens the folder and reads its plan. Post: to be closed, after errors too. Errors: FILE,
 * DAMAGED, as clmodp_plan_read */
clmodp_status clm_job_open(clmodp_context *context, clm_job_folder *job, const char *path);
void clm_job_close(clm_job_folder *job);

/* Prepends the folder and a folder in it, such as "/images", to the message of a failure. */
clmodp_status clm_job_name_folder(clm_error *error, clmodp_status st, const char *path,
                                  const char *within);

/* Reads the unit that begins a file's name; *end: the rest. Returns false if there is none. */
bool clm_unit_number(uint64_t *unit, const char **end, const char *name, const clmodp_plan *plan);
void clm_unit_name(char out[CLM_UNIT_NAME], uint64_t unit);
bool clm_unit_is_done(const clm_job_folder *job, uint64_t unit);

/* A claim, and its state at a time of the folder's clock. */
typedef struct clm_claim {
    uint64_t unit;
    double lease, age;  /* seconds */
    const char *worker; /* within the name */
    clmodp_claim_state state;
} clm_claim;

/* Reads a claim. Returns false for another name, a completed unit, or a vanished claim. */
bool clm_claim_read(clm_claim *claim, const clm_job_folder *job, const char *name, double now);

/* Puts units back that are missing, or whose workers have ended or not touched their claims within
 * their leases; *done: units with images. Errors: FILE, HOST_MEMORY */
clmodp_status clm_job_recover(clm_error *error, const clm_job_folder *job, uint64_t *done);

/* Removes half-written files of workers that ended or were silent for a day. Errors: FILE */
clmodp_status clm_job_tidy(clm_error *error, const clm_job_folder *job);

/* Renames an invalid file of images, which keeps it, and has the unit computed again. Returns
 * false with errno on failure. */
bool clm_images_set_aside(const clm_job_folder *job, uint64_t unit, char name[CLM_ASIDE_NAME]);

/* Takes a waiting unit, if there is one, in the name of this thread. Errors: FILE */
clmodp_status clm_job_take(clm_error *error, const clm_job_folder *job, double lease,
                           uint64_t *unit, char claim[CLM_CLAIM_NAME], bool *taken);

/* Gives a unit back. Does nothing if another worker has it now. */
void clm_claim_return(const clm_job_folder *job, const char *claim, uint64_t unit);

#endif

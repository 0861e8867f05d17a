/* The result of a job whose units are done. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "device/context.h"
#include "fleet/images.h"
#include "fleet/job.h"

/* What lies in the place of all images. */
typedef struct reading {
    const clm_job_folder *job;
    clmodp_images **images;   /* of each unit; NULL: they are not there */
    uint64_t missing, aside;  /* how many were not there, and are not there any more */
    clm_error damage;         /* the first one */
} reading;

/* The images of a unit; *images: NULL if they are not there. */
static clmodp_status read_once(clmodp_context *context, clmodp_images **images,
                               const clm_job_folder *job, uint64_t unit)
{
    clmodp_status st = CLMODP_OK;
    unsigned char *bytes = NULL;
    char name[CLM_UNIT_NAME];
    size_t size;

    clm_unit_name(name, unit);
    TRY(clm_file_read(&context->error, &bytes, &size, job->images, name,
                      clm_images_bytes(job->plan, unit)));
    if (bytes == NULL)
        goto done;
    TRY(clmodp_images_read(context, images, job->plan, bytes, size));
    if (clmodp_images_unit(*images) != unit) {
        st = clm_fail(&context->error, CLMODP_DAMAGED, "they are of unit %llu",
                      (unsigned long long)clmodp_images_unit(*images));
        clmodp_images_destroy(*images);
        *images = NULL;
    }
done:
    free(bytes);
    return st;
}

/* Once more, since a worker may have put others into their place; then they are set aside. */
static clmodp_status read_unit(clmodp_context *context, reading *r, uint64_t unit)
{
    const clm_job_folder *job = r->job;
    clm_error *error = &context->error, reason;
    char aside[CLM_ASIDE_NAME];
    clmodp_status st = read_once(context, &r->images[unit], job, unit);

    if (st == CLMODP_DAMAGED)
        st = read_once(context, &r->images[unit], job, unit);
    if (st == CLMODP_OK)
        r->missing += r->images[unit] == NULL;
    if (st != CLMODP_DAMAGED)
        return st;
    reason = *error;
    if (!clm_images_set_aside(job, unit, aside))
        return clm_fail(error, st, "%.300s/images/%llu: %.500s; they cannot be set aside (%s): "
                        "once they are removed, a worker computes them again", job->path,
                        (unsigned long long)unit, reason.message, strerror(errno));
    if (r->aside++ == 0)
        (void)clm_fail(&r->damage, st, "%.300s/images/%llu: %.500s; set aside as %s", job->path,
                       (unsigned long long)unit, reason.message, aside);
    return CLMODP_OK;
}

static clmodp_status read_all(clmodp_context *context, reading *r)
{
    clmodp_status st = CLMODP_OK;
    const uint64_t units = r->job->plan->units;

    for (uint64_t unit = 0; unit < units; unit++) {
        TRY(clm_progress(context, 0.0));
        TRY(read_unit(context, r, unit));
    }
    if (r->aside > 0)
        FAIL(&context->error, CLMODP_DAMAGED, "%.1200s; %llu of %llu units are to be computed "
             "again: let workers run", r->damage.message,
             (unsigned long long)(r->aside + r->missing), (unsigned long long)units);
    if (r->missing > 0)
        FAIL(&context->error, CLMODP_INVALID, "%llu of %llu units are not done: let workers run",
             (unsigned long long)r->missing, (unsigned long long)units);
done:
    return st;
}

clmodp_status clmodp_job_finish(clmodp_context *context, clmodp_zx *r, clmodp_zxy *s,
                                clmodp_resultant_report *report, const char *folder)
{
    clmodp_status st = CLMODP_OK;
    clm_job_folder job = CLM_JOB_CLOSED;
    reading found = {.job = &job};

    if (context == NULL)
        return CLMODP_INVALID;
    clm_error_clear(&context->error);
    REQUIRE(&context->error, folder != NULL);
    TRY(clm_job_open(context, &job, folder));
    NEW(&context->error, found.images, (size_t)job.plan->units);
    TRY(read_all(context, &found));
    TRY(clmodp_plan_finish(context, r, s, report, job.plan,
                           (const clmodp_images *const *)found.images, (size_t)job.plan->units));
done:
    for (uint64_t unit = 0; found.images != NULL && unit < job.plan->units; unit++)
        clmodp_images_destroy(found.images[unit]);
    free(found.images);
    clm_job_close(&job);
    return clm_error_complete(&context->error, st);
}

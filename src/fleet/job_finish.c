/* The result of a job whose units are done. */
#include <stdlib.h>

#include "base/memory.h"
#include "device/context.h"
#include "fleet/images.h"
#include "fleet/job.h"

/* The images of a unit; *images: NULL if they are not there. */
static clmodp_status read_unit(clmodp_context *context, clmodp_images **images,
                               const clm_job_folder *job, uint64_t unit)
{
    clmodp_status st = CLMODP_OK;
    clm_error reason;
    unsigned char *bytes = NULL;
    char name[CLM_UNIT_NAME];
    size_t size;

    clm_unit_name(name, unit);
    st = clm_file_read(&context->error, &bytes, &size, job->images, name,
                       clm_images_bytes(job->plan, unit));
    if (st == CLMODP_OK && bytes != NULL)
        st = clmodp_images_read(context, images, job->plan, bytes, size);
    if (st == CLMODP_OK && bytes != NULL && clmodp_images_unit(*images) != unit)
        st = clm_fail(&context->error, CLMODP_DAMAGED, "they are of unit %llu",
                      (unsigned long long)clmodp_images_unit(*images));
    if (st != CLMODP_OK) {
        reason = context->error;
        st = clm_fail(&context->error, st, "%.300s/images/%s: %.500s; once it is removed, a "
                      "worker computes it again", job->path, name, reason.message);
    }
    free(bytes);
    return st;
}

static clmodp_status read_all(clmodp_context *context, clmodp_images **images,
                              const clm_job_folder *job)
{
    clmodp_status st = CLMODP_OK;
    uint64_t missing = 0;

    for (uint64_t unit = 0; unit < job->plan->units; unit++) {
        TRY(clm_progress(context, 0.0));
        TRY(read_unit(context, &images[unit], job, unit));
        missing += images[unit] == NULL;
    }
    if (missing > 0)
        FAIL(&context->error, CLMODP_INVALID, "%llu of %llu units are not done: let workers run",
             (unsigned long long)missing, (unsigned long long)job->plan->units);
done:
    return st;
}

clmodp_status clmodp_job_finish(clmodp_context *context, clmodp_zx *r, clmodp_zxy *s,
                                clmodp_resultant_report *report, const char *folder)
{
    clmodp_status st = CLMODP_OK;
    clm_job_folder job = CLM_JOB_CLOSED;
    clmodp_images **images = NULL;

    if (context == NULL)
        return CLMODP_INVALID;
    clm_error_clear(&context->error);
    REQUIRE(&context->error, folder != NULL);
    TRY(clm_job_open(context, &job, folder));
    NEW(&context->error, images, (size_t)job.plan->units);
    TRY(read_all(context, images, &job));
    TRY(clmodp_plan_finish(context, r, s, report, job.plan, (const clmodp_images *const *)images,
                           (size_t)job.plan->units));
done:
    for (uint64_t unit = 0; images != NULL && unit < job.plan->units; unit++)
        clmodp_images_destroy(images[unit]);
    free(images);
    clm_job_close(&job);
    return clm_error_complete(&context->error, st);
}

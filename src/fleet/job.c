/* Folders with plans. */
#include "fleet/job.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "device/context.h"
#include "fleet/digest.h"

bool clm_unit_number(uint64_t *unit, const char **end, const char *name, const clmodp_plan *plan)
{
    char *rest;

    if (*name < '0' || *name > '9' || (name[0] == '0' && name[1] >= '0' && name[1] <= '9'))
        return false;
    errno = 0;
    *unit = strtoull(name, &rest, 10);
    *end = rest;
    return errno == 0 && *unit < plan->units;
}

void clm_unit_name(char out[CLM_UNIT_NAME], uint64_t unit)
{
    (void)snprintf(out, CLM_UNIT_NAME, "%" PRIu64, unit);
}

bool clm_unit_is_done(const clm_job_folder *job, uint64_t unit)
{
    char name[CLM_UNIT_NAME];
    struct timespec time;

    clm_unit_name(name, unit);
    return clm_file_touched(job->images, name, &time);
}

static clmodp_status open_folders(clm_error *error, clm_job_folder *job, bool make)
{
    clmodp_status st = CLMODP_OK;
    clmodp_status (*open)(clm_error *, int *, int, const char *) = make ? clm_folder_make
                                                                        : clm_folder_open;

    TRY(open(error, &job->folder, AT_FDCWD, job->path));
    TRY(open(error, &job->todo, job->folder, "todo"));
    TRY(open(error, &job->claims, job->folder, "claims"));
    TRY(open(error, &job->images, job->folder, "images"));
done:
    return st;
}

clmodp_status clm_job_open(clmodp_context *context, clm_job_folder *job, const char *path)
{
    clmodp_status st = CLMODP_OK;
    unsigned char *bytes = NULL;
    size_t size;

    *job = (clm_job_folder)CLM_JOB_CLOSED;
    job->path = path;
    TRY(open_folders(&context->error, job, false));
    TRY(clm_file_read(&context->error, &bytes, &size, job->folder, "plan", CLM_MOST_PLAN));
    if (bytes == NULL)
        FAIL(&context->error, CLMODP_FILE, "there is no plan in %.500s", path);
    st = clmodp_plan_read(context, &job->plan, bytes, size);
    if (st == CLMODP_DAMAGED) {
        const clm_error reason = context->error;

        FAIL(&context->error, st, "%.500s/plan: %.1000s", path, reason.message);
    }
done:
    free(bytes);
    return st;
}

static void close_one(int fd)
{
    if (fd >= 0)
        (void)close(fd);
}

void clm_job_close(clm_job_folder *job)
{
    close_one(job->images);
    close_one(job->claims);
    close_one(job->todo);
    close_one(job->folder);
    clmodp_plan_destroy(job->plan);
    *job = (clm_job_folder)CLM_JOB_CLOSED;
}

/* The first name that no job has; hidden ones count for nothing. */
static bool is_ours(void *user, const char *name, bool plain)
{
    static const char *const ours[] = {"plan", "note", "todo", "claims", "images"};

    (void)plain;
    if (*name == '.')
        return true;
    for (size_t k = 0; k < sizeof ours / sizeof *ours; k++)
        if (strcmp(name, ours[k]) == 0)
            return true;
    (void)snprintf(user, CLM_UNIT_NAME, "%.20s", name);
    return false;
}

/* A plan that is there already has to be the same, unless it was damaged. */
static clmodp_status compare(clm_error *error, const clm_job_folder *job, const clmodp_plan *plan,
                             bool *there)
{
    clmodp_status st = CLMODP_OK;
    unsigned char *bytes = NULL;
    size_t size;

    st = clm_file_read(error, &bytes, &size, job->folder, "plan", CLM_MOST_PLAN);
    if (st == CLMODP_DAMAGED) /* no file at all, or too long a one */
        st = CLMODP_OK;
    TRY(st);
    *there = bytes != NULL && clm_digest_ends(bytes, size);
    if (*there && (size != plan->bytes ||
                   memcmp(bytes + size - sizeof plan->digest, plan->digest,
                          sizeof plan->digest) != 0))
        FAIL(error, CLMODP_INVALID, "%.500s has another plan", job->path);
done:
    free(bytes);
    return st;
}

/* *note: to be freed; NULL if there is none. */
static clmodp_status read_note(clm_error *error, unsigned char **note, size_t *size,
                               const clm_job_folder *job)
{
    clmodp_status st = CLMODP_OK;
    unsigned char *bytes = NULL;

    *note = NULL;
    TRY(clm_file_read(error, &bytes, size, job->folder, "note", CLM_MOST_PLAN));
    if (bytes != NULL && !clm_digest_ends(bytes, *size))
        FAIL(error, CLMODP_DAMAGED, "the note in %.500s was cut or changed", job->path);
    if (bytes != NULL)
        *size -= CLMODP_PLAN_DIGEST;
    *note = bytes;
    bytes = NULL;
done:
    free(bytes);
    return st;
}

/* Unless there is a good one already. */
static clmodp_status provide_note(clm_error *error, const clm_job_folder *job, const void *note,
                                  size_t size)
{
    clmodp_status st = CLMODP_OK;
    unsigned char *there = NULL, *bytes = NULL;
    size_t found;

    if (size == 0)
        return CLMODP_OK;
    st = read_note(error, &there, &found, job);
    if (st != CLMODP_DAMAGED && (st != CLMODP_OK || there != NULL))
        goto done;
    NEW(error, bytes, size + CLMODP_PLAN_DIGEST);
    memcpy(bytes, note, size);
    clm_digest(bytes + size, note, size);
    TRY(clm_file_write(error, job->folder, "note", bytes, size + CLMODP_PLAN_DIGEST));
done:
    free(bytes);
    free(there);
    return st;
}

/* All units wait; the plan comes last, so that a folder that has one is complete. */
static clmodp_status fill(clm_error *error, const clm_job_folder *job, const clmodp_plan *plan)
{
    clmodp_status st = CLMODP_OK;
    unsigned char *bytes = NULL;
    char name[CLM_UNIT_NAME];

    for (uint64_t unit = 0; unit < plan->units; unit++) {
        clm_unit_name(name, unit);
        TRY(clm_file_mark(error, job->todo, name));
    }
    NEW(error, bytes, plan->bytes);
    clmodp_plan_write(plan, bytes);
    TRY(clm_file_write(error, job->folder, "plan", bytes, plan->bytes));
done:
    free(bytes);
    return st;
}

clmodp_status clmodp_job_create(clmodp_context *context, const char *folder,
                                const clmodp_plan *plan, const void *note, size_t size)
{
    clmodp_status st = CLMODP_OK;
    clm_job_folder job = CLM_JOB_CLOSED;
    clm_error *error;
    char other[CLM_UNIT_NAME] = "";
    bool there = false;

    if (context == NULL)
        return CLMODP_INVALID;
    error = &context->error;
    clm_error_clear(error);
    REQUIRE(error, folder != NULL && *folder != '\0');
    REQUIRE(error, plan != NULL);
    REQUIRE(error, note != NULL || size == 0);
    REQUIRE(error, size <= CLM_MOST_PLAN - CLMODP_PLAN_DIGEST);
    job.path = folder;
    TRY(clm_folder_make(error, &job.folder, AT_FDCWD, folder));
    TRY(clm_folder_visit(error, job.folder, is_ours, other));
    if (*other != '\0')
        FAIL(error, CLMODP_INVALID, "%.500s has other files, such as %s: an empty folder is "
             "wanted, or one that is not there yet", folder, other);
    close_one(job.folder);
    TRY(open_folders(error, &job, true));
    TRY(compare(error, &job, plan, &there));
    TRY(provide_note(error, &job, note, size));
    if (!there)
        TRY(fill(error, &job, plan));
    clm_error_clear(error); /* what was damaged is not any more */
done:
    clm_job_close(&job);
    return clm_error_complete(error, st);
}

clmodp_status clmodp_job_plan(clmodp_context *context, clmodp_plan **plan, const char *folder)
{
    clmodp_status st = CLMODP_OK;
    clm_job_folder job = CLM_JOB_CLOSED;

    if (context == NULL || plan == NULL)
        return CLMODP_INVALID;
    *plan = NULL;
    clm_error_clear(&context->error);
    REQUIRE(&context->error, folder != NULL);
    TRY(clm_job_open(context, &job, folder));
    *plan = job.plan;
    job.plan = NULL;
done:
    clm_job_close(&job);
    return clm_error_complete(&context->error, st);
}

clmodp_status clmodp_job_note(clmodp_context *context, void **note, size_t *size,
                              const char *folder)
{
    clmodp_status st = CLMODP_OK;
    clm_job_folder job = CLM_JOB_CLOSED;
    unsigned char *bytes = NULL;

    if (context == NULL || note == NULL || size == NULL)
        return CLMODP_INVALID;
    *note = NULL;
    *size = 0;
    clm_error_clear(&context->error);
    REQUIRE(&context->error, folder != NULL);
    TRY(clm_folder_open(&context->error, &job.folder, AT_FDCWD, folder));
    job.path = folder;
    TRY(read_note(&context->error, &bytes, size, &job));
    *note = bytes;
done:
    clm_job_close(&job);
    return clm_error_complete(&context->error, st);
}

void clmodp_job_note_free(void *note)
{
    free(note);
}

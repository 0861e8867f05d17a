/* Creates, opens, checks and cleans a job's folder. */
#include "distributed/job.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/memory.h"
#include "opencl/context.h"
#include "distributed/bytes.h"

#define MOST_PLANS 16 /* files "plan", "plan.1", ... of a folder */

/* Bytes of a job's file besides plan and note: magic, the note's size, a digest. */
#define JOB_BYTES (8 + 8 + (size_t)CLMODP_PLAN_DIGEST)

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

clmodp_status clm_job_name_folder(clm_error *error, clmodp_status st, const char *path,
                                  const char *within)
{
    const clm_error reason = *error;

    return clm_fail(error, st, "%.500s%s: %.1000s", path, within, reason.message);
}

static clmodp_status open_folders(clm_error *error, clm_job_folder *job, bool make)
{
    clmodp_status st = CLMODP_OK;
    clmodp_status (*open)(clm_error *, int *, int, const char *) = make ? clm_folder_make
                                                                        : clm_folder_open;

    TRY(open(error, &job->todo, job->folder, "todo"));
    TRY(open(error, &job->claims, job->folder, "claims"));
    TRY(open(error, &job->images, job->folder, "images"));
done:
    return st;
}

/* A file of note and plan. A folder's job is the first valid one of "plan", "plan.1" and so on.
 * Files are complete when named, so a damaged one stays damaged. It is not removed, which could
 * hit another's valid one. */
typedef struct job_file {
    char name[16];
    unsigned char *bytes; /* to be freed: magic, size of the note, note, plan, digest */
    size_t size;
    const unsigned char *note, *plan; /* within the bytes */
    size_t note_size, plan_size;
} job_file;

static const char magic[8] = "clmodpJ";

/* Reads the file `out->name`. bytes is NULL if it does not exist, plan if another version made it.
 * Errors: FILE, DAMAGED, HOST_MEMORY; nothing is to be freed then */
static clmodp_status read_file(clm_error *error, job_file *out, const clm_job_folder *job)
{
    clmodp_status st = CLMODP_OK;
    job_file file = *out;
    const unsigned char *kind;
    clm_reader r;

    TRY(clm_file_read(error, &file.bytes, &file.size, job->folder, file.name, CLM_MOST_PLAN));
    if (file.bytes == NULL)
        goto done;
    if (!clm_digest_ends(file.bytes, file.size))
        FAIL(error, CLMODP_DAMAGED, "%.500s has too many damaged plans: choose another folder",
             job->path); /* seen if the last one is damaged */
    r = (clm_reader){.in = file.bytes, .left = file.size - CLMODP_PLAN_DIGEST};
    kind = clm_read_bytes(&r, sizeof magic);
    file.note_size = (size_t)clm_read_number(&r, 8, CLM_MOST_PLAN);
    file.note = clm_read_bytes(&r, file.note_size);
    if (!r.failed && memcmp(kind, magic, sizeof magic) == 0) {
        file.plan = r.in;
        file.plan_size = r.left;
    }
    *out = file;
    file.bytes = NULL;
done:
    free(file.bytes);
    return st;
}

/* Reads the first undamaged file. If there is none, bytes is NULL, and the name is free; *damaged:
 * others were. Errors: as read_file */
static clmodp_status read_job(clm_error *error, job_file *out, const clm_job_folder *job,
                              bool *damaged)
{
    clmodp_status st = CLMODP_DAMAGED;

    for (int k = 0; k < MOST_PLANS && st == CLMODP_DAMAGED; k++) {
        *out = (job_file){.name = "plan"};
        *damaged = k > 0;
        if (k > 0)
            (void)snprintf(out->name, sizeof out->name, "plan.%d", k);
        st = read_file(error, out, job);
    }
    return st;
}

static clmodp_status need_job(clm_error *error, job_file *out, const clm_job_folder *job)
{
    clmodp_status st = CLMODP_OK;
    bool damaged;

    TRY(read_job(error, out, job, &damaged));
    if (out->bytes == NULL && damaged)
        FAIL(error, CLMODP_DAMAGED, "%.500s/plan was cut or changed: submit the problem again",
             job->path);
    if (out->bytes == NULL)
        FAIL(error, CLMODP_FILE, "there is no plan in %.500s: it is not the folder of a job",
             job->path);
    if (out->plan == NULL)
        FAIL(error, CLMODP_DAMAGED, "%.500s/%s is a job of another version: submit the problem "
             "into another folder", job->path, out->name);
done:
    return st;
}

clmodp_status clm_job_open(clmodp_context *context, clm_job_folder *job, const char *path)
{
    clmodp_status st = CLMODP_OK;
    job_file file = {0};

    *job = (clm_job_folder)CLM_JOB_CLOSED;
    job->path = path;
    TRY(clm_folder_open(&context->error, &job->folder, AT_FDCWD, path));
    TRY(need_job(&context->error, &file, job));
    st = open_folders(&context->error, job, false);
    if (st != CLMODP_OK) {
        st = clm_job_name_folder(&context->error, st, path, "");
        goto done;
    }
    st = clmodp_plan_read(context, &job->plan, file.plan, file.plan_size);
    if (st == CLMODP_DAMAGED) {
        const clm_error reason = context->error;

        FAIL(&context->error, st, "%.500s/%s: %.1000s", path, file.name, reason.message);
    }
done:
    free(file.bytes);
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

/* Copies the first name that no folder of a job contains to `user`; ignores hidden names. */
static bool is_of_job(void *user, const char *name, bool plain)
{
    static const char *const names[] = {"plan", "todo", "claims", "images"};

    (void)plain;
    if (*name == '.' || strncmp(name, "plan.", 5) == 0)
        return true;
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (strcmp(name, names[k]) == 0)
            return true;
    (void)snprintf(user, CLM_UNIT_NAME, "%.20s", name);
    return false;
}

static void write_job(clm_writer *w, const clmodp_plan *plan, const void *note, size_t size)
{
    clm_write_bytes(w, magic, sizeof magic);
    clm_write_number(w, size, 8);
    clm_write_bytes(w, note, size);
    clmodp_plan_write(plan, w->out + w->size);
    w->size += plan->bytes;
    clm_digest(w->out + w->size, w->out, w->size);
    w->size += CLMODP_PLAN_DIGEST;
}

/* Marks all units as waiting. Another caller may mark more for another plan; workers ignore
 * these. */
static clmodp_status mark_units(clm_error *error, const clm_job_folder *job,
                                const clmodp_plan *plan)
{
    clmodp_status st = CLMODP_OK;
    char name[CLM_UNIT_NAME];

    for (uint64_t unit = 0; unit < plan->units; unit++) {
        clm_unit_name(name, unit);
        TRY(clm_file_mark(error, job->todo, name));
    }
done:
    return st;
}

/* Creates the job's file, or finds another simultaneous caller's. It comes last, so that a folder
 * with it is complete. */
static clmodp_status publish(clm_error *error, const clm_job_folder *job, const clmodp_plan *plan,
                             const void *bytes, size_t size)
{
    clmodp_status st = CLMODP_OK;
    job_file file = {0};
    bool made = false, damaged;

    TRY(read_job(error, &file, job, &damaged));
    while (file.bytes == NULL && !made) {
        st = mark_units(error, job, plan);
        if (st == CLMODP_OK)
            st = clm_file_create(error, job->folder, file.name, bytes, size, &made);
        if (st != CLMODP_OK)
            TRY(clm_job_name_folder(error, st, job->path, ""));
        if (!made)
            TRY(read_job(error, &file, job, &damaged));
    }
    if (!made && (file.size != size || memcmp(file.bytes, bytes, size) != 0))
        FAIL(error, CLMODP_INVALID, "%.500s has another plan or note: choose another folder",
             job->path);
done:
    free(file.bytes);
    return st;
}

clmodp_status clmodp_job_create(clmodp_context *context, const char *folder,
                                const clmodp_plan *plan, const void *note, size_t size)
{
    clmodp_status st = CLMODP_OK;
    clm_job_folder job = CLM_JOB_CLOSED;
    clm_error *error;
    char other[CLM_UNIT_NAME] = "";
    clm_writer w = {0};

    START(context, &context->error);
    error = &context->error;
    REQUIRE(error, folder != NULL && *folder != '\0');
    REQUIRE(error, plan != NULL);
    REQUIRE(error, note != NULL || size == 0);
    TRY(clm_plan_check_size(error, NULL, plan));
    REQUIRE(error, size < CLM_MOST_PLAN && plan->bytes < CLM_MOST_PLAN - size - JOB_BYTES);
    NEW(error, w.out, size + plan->bytes + JOB_BYTES);
    write_job(&w, plan, note, size);
    job.path = folder;
    TRY(clm_folder_make(error, &job.folder, AT_FDCWD, folder));
    TRY(clm_folder_visit(error, job.folder, is_of_job, other));
    if (*other != '\0')
        FAIL(error, CLMODP_INVALID, "%.500s has other files, such as %s: choose an empty or "
             "a new folder", folder, other);
    st = open_folders(error, &job, true);
    if (st != CLMODP_OK)
        TRY(clm_job_name_folder(error, st, folder, ""));
    TRY(publish(error, &job, plan, w.out, w.size));
    clm_error_clear(error); /* about damaged plans */
done:
    free(w.out);
    clm_job_close(&job);
    return clm_error_complete(error, st);
}

clmodp_status clmodp_job_note(clmodp_context *context, void **note, size_t *size,
                              const char *folder)
{
    clmodp_status st = CLMODP_OK;
    clm_job_folder job = CLM_JOB_CLOSED;
    job_file file = {0};
    unsigned char *copy = NULL;

    if (context == NULL || note == NULL || size == NULL)
        return CLMODP_INVALID;
    *note = NULL;
    *size = 0;
    clm_error_clear(&context->error);
    REQUIRE(&context->error, folder != NULL);
    TRY(clm_folder_open(&context->error, &job.folder, AT_FDCWD, folder));
    job.path = folder;
    TRY(need_job(&context->error, &file, &job));
    if (file.note_size == 0)
        goto done;
    NEW(&context->error, copy, file.note_size);
    memcpy(copy, file.note, file.note_size);
    *note = copy;
    *size = file.note_size;
done:
    free(file.bytes);
    clm_job_close(&job);
    return clm_error_complete(&context->error, st);
}

void clmodp_job_note_free(void *note)
{
    free(note);
}

/* ---- unfinished files, and files other than images ---- */

#define DAY 86400.0 /* seconds; no file takes as long to write */

typedef struct tidying {
    int folder;
    double now;
} tidying;

/* Returns whether a name is ".NAME.ID", an unfinished file, and the worker ID ended here, or has
 * not touched it for a day. */
static bool is_leftover(const tidying *t, const char *name)
{
    const char *id = *name == '.' ? strchr(name + 1, '.') : NULL;
    char host[CLM_WORKER_HOST];
    unsigned long process;
    struct timespec touched;

    if (id == NULL || !clm_worker_read(&process, host, id + 1))
        return false;
    return clm_worker_is_gone(id + 1) || (clm_file_touched(t->folder, name, &touched) &&
                                          clm_time_seconds(touched) < t->now - DAY);
}

static bool remove_leftover(void *user, const char *name, bool plain)
{
    const tidying *t = user;

    if (plain && is_leftover(t, name))
        (void)unlinkat(t->folder, name, 0);
    return true;
}

clmodp_status clm_job_tidy(clm_error *error, const clm_job_folder *job)
{
    clmodp_status st = CLMODP_OK;
    const int folders[] = {job->folder, job->claims, job->images};
    tidying t;

    TRY(clm_folder_time(error, job->claims, &t.now));
    for (size_t k = 0; k < sizeof folders / sizeof *folders; k++) {
        t.folder = folders[k];
        TRY(clm_folder_visit(error, t.folder, remove_leftover, &t));
    }
done:
    return st;
}

/* Moves invalid images to a free name. Only other images of this unit can take it meanwhile. */
bool clm_images_set_aside(const clm_job_folder *job, uint64_t unit, char name[CLM_ASIDE_NAME])
{
    char from[CLM_UNIT_NAME];
    struct stat status;
    int number = 0;

    clm_unit_name(from, unit);
    do
        (void)snprintf(name, CLM_ASIDE_NAME, "%.20s.damaged-%d", from, ++number);
    while (number < INT_MAX &&
           fstatat(job->images, name, &status, AT_SYMLINK_NOFOLLOW) == 0);
    return clm_file_move(job->images, from, job->images, name);
}

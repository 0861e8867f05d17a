/* What is left over in a folder: files that were not finished, and what is no images. */
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fleet/job.h"

#define DAY 86400.0 /* seconds, which nobody writes a file for */

typedef struct tidying {
    int folder;
    double now;
} tidying;

/* Whether it is ".NAME.ID" of a worker that is gone or, elsewhere, has long been silent. */
static bool is_rest(const tidying *t, const char *name)
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

static bool remove_rest(void *user, const char *name, bool plain)
{
    const tidying *t = user;

    if (plain && is_rest(t, name))
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
        TRY(clm_folder_visit(error, t.folder, remove_rest, &t));
    }
done:
    return st;
}

/* Names that nothing has; who takes one at the same time gives it to the same unit. */
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

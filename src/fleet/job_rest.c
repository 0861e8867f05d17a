/* What is left over in a folder: files that were not finished, and what is no images. */
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fleet/job.h"

/* ".NAME.ID", of a worker that is gone. */
static bool remove_rest(void *user, const char *name, bool plain)
{
    const int *folder = user;
    const char *id = *name == '.' ? strchr(name + 1, '.') : NULL;

    if (plain && id != NULL && clm_worker_is_gone(id + 1))
        (void)unlinkat(*folder, name, 0);
    return true;
}

clmodp_status clm_job_tidy(clm_error *error, const clm_job_folder *job)
{
    clmodp_status st = CLMODP_OK;
    int folders[] = {job->folder, job->claims, job->images};

    for (size_t k = 0; k < sizeof folders / sizeof *folders; k++)
        TRY(clm_folder_visit(error, folders[k], remove_rest, &folders[k]));
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

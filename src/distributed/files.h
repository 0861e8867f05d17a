/* Files of a folder that others may touch: whole or not at all, and no links.
 *
 * The folder may lie on another machine. An answer from there can be lost: what was asked for is
 * asked for again, and then it is there already, or not there any more. So who is told that a file
 * exists, or is missing, looks whether that is of its own doing. */
#ifndef CLM_DISTRIBUTED_FILES_H
#define CLM_DISTRIBUTED_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#include "core/error.h"

/* Open a folder in another one (AT_FDCWD: a path), which has to be the user's, without others who
 * may write there. *fd: to be closed. Errors: FILE */
clmodp_status clm_folder_open(clm_error *error, int *fd, int in, const char *name);

/* Make it first, with mode 0700, unless it is there. */
clmodp_status clm_folder_make(clm_error *error, int *fd, int in, const char *name);

/* Write a file of a folder: under another name, with what has been written on the disk before it
 * gets its own. Replaces what is there. Errors: FILE */
clmodp_status clm_file_write(clm_error *error, int folder, const char *name, const void *bytes,
                             size_t size);

/* Write a file of a folder in the same way, unless there is one of that name: of several callers
 * at once, one makes it. *made: this call did. Errors: FILE (also: no hard links there) */
clmodp_status clm_file_create(clm_error *error, int folder, const char *name, const void *bytes,
                              size_t size, bool *made);

/* Read a file of a folder. *bytes: to be freed; NULL if there is no such file, which is no error.
 * Errors: FILE, DAMAGED (no file of the user's own, or more than `most` bytes), HOST_MEMORY */
clmodp_status clm_file_read(clm_error *error, unsigned char **bytes, size_t *size, int folder,
                            const char *name, size_t most);

/* Whether there is such a file, and when it was last touched, by the file system's clock. */
bool clm_file_touched(int folder, const char *name, struct timespec *time);

/* Touch it now, which leaves a byte in it. False with errno if that cannot be. */
bool clm_file_touch(int folder, const char *name);

/* Make an empty file unless there is one. Errors: FILE */
clmodp_status clm_file_mark(clm_error *error, int folder, const char *name);

/* Move a file to another folder, or to another name. Returns whether this call did it; else errno
 * tells why not. */
bool clm_file_move(int from, const char *name, int to, const char *new_name);

/* The time by the clock that files of this folder are touched by, in seconds: that of one which is
 * made and removed. Where none can be made it is some time before now. Errors: FILE */
clmodp_status clm_folder_time(clm_error *error, int folder, double *now);

double clm_time_seconds(struct timespec time);

/* Call `visit` for each name in a folder, those that begin with a dot included, until it returns
 * false. plain: it is a file, and neither a folder nor a link, pipe or device. Errors: FILE */
clmodp_status clm_folder_visit(clm_error *error, int folder,
                               bool (*visit)(void *user, const char *name, bool plain),
                               void *user);

/* Say what the system says. Returns FILE */
clmodp_status clm_file_fail(clm_error *error, const char *what, const char *name);

/* ---- names of workers ---- */

enum { CLM_WORKER_ID_SIZE = 128, CLM_WORKER_HOST = 48 };

/* This thread, in letters that may stand in the name of a file. */
void clm_worker_id(char out[CLM_WORKER_ID_SIZE]);

/* The process and the host of one, whose name is cut. False if this is no worker's name. */
bool clm_worker_read(unsigned long *process, char host[CLM_WORKER_HOST], const char *other);

/* Whether the process of another one ran where this one's numbers of processes count, and is not
 * there now. */
bool clm_worker_is_gone(const char *other);

#endif

/* Files of a folder shared by processes: complete or missing, and never a link.
 *
 * The folder may be on another machine. If the reply of that machine is lost, the request is
 * repeated, and finds its own effect. So these functions check errors about existing or missing
 * files, which may be due to the first request. */
#ifndef CLM_DISTRIBUTED_FILES_H
#define CLM_DISTRIBUTED_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#include "core/error.h"

/* Opens a folder in the folder `in` (AT_FDCWD: by a path). It must belong to the user, and not be
 * writable for others. *fd is to be closed. Errors: FILE */
clmodp_status clm_folder_open(clm_error *error, int *fd, int in, const char *name);

/* Creates the folder with mode 0700 if it is missing, and opens it. */
clmodp_status clm_folder_make(clm_error *error, int *fd, int in, const char *name);

/* Writes a file under another name, and renames it when it is on the disk; replaces an existing
 * file. Errors: FILE */
clmodp_status clm_file_write(clm_error *error, int folder, const char *name, const void *bytes,
                             size_t size);

/* Writes a file likewise, unless its name exists. *made: this call created it, one at most of
 * several simultaneous calls. Errors: FILE (also: no hard links in the file system) */
clmodp_status clm_file_create(clm_error *error, int folder, const char *name, const void *bytes,
                              size_t size, bool *made);

/* Reads a file. *bytes: to be freed; NULL, without error, if there is none.
 * Errors: FILE, DAMAGED (not the user's own file, or more than `most` bytes), HOST_MEMORY */
clmodp_status clm_file_read(clm_error *error, unsigned char **bytes, size_t *size, int folder,
                            const char *name, size_t most);

/* Returns whether a file exists, and its last modification by the file system's clock. */
bool clm_file_touched(int folder, const char *name, struct timespec *time);

/* Touches a file by adding a byte. Returns false with errno if that fails. */
bool clm_file_touch(int folder, const char *name);

/* Creates an empty file, unless it exists. Errors: FILE */
clmodp_status clm_file_mark(clm_error *error, int folder, const char *name);

/* Moves a file to another folder or name. Returns whether this call moved it; else sets errno. */
bool clm_file_move(int from, const char *name, int to, const char *new_name);

/* Returns the seconds of the clock that dates this folder's files, from a temporary file, or some
 * earlier time if none can be created. Errors: FILE */
clmodp_status clm_folder_time(clm_error *error, int folder, double *now);

double clm_time_seconds(struct timespec time);

/* Calls `visit` for each name in a folder, hidden ones included, until it returns false. plain: a
 * regular file. Errors: FILE */
clmodp_status clm_folder_visit(clm_error *error, int folder,
                               bool (*visit)(void *user, const char *name, bool plain),
                               void *user);

/* Reports errno as a failure of the given action. Returns FILE */
clmodp_status clm_file_fail(clm_error *error, const char *what, const char *name);

/* ---- names of workers ---- */

enum { CLM_WORKER_ID_SIZE = 128, CLM_WORKER_HOST = 48 };

/* Writes a name of this thread, valid within a file name. */
void clm_worker_id(char out[CLM_WORKER_ID_SIZE]);

/* Finds the process and the (truncated) host in a worker's name. Returns false for other names. */
bool clm_worker_read(unsigned long *process, char host[CLM_WORKER_HOST], const char *other);

/* Returns whether a worker's process ran under this boot and PID namespace, and has ended. */
bool clm_worker_is_gone(const char *other);

#endif

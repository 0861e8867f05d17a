/* Files of a folder that others may touch: whole or not at all, and no links. */
#ifndef CLM_FLEET_FILES_H
#define CLM_FLEET_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#include "base/error.h"

/* Open a folder in another one (AT_FDCWD: a path), which has to be the user's, without others who
 * may write there. *fd: to be closed. Errors: FILE */
clmodp_status clm_folder_open(clm_error *error, int *fd, int in, const char *name);

/* Make it first, with mode 0700, unless it is there. */
clmodp_status clm_folder_make(clm_error *error, int *fd, int in, const char *name);

/* Write a file of a folder: under another name, with what has been written on the disk before it
 * gets its own. Replaces what is there. Errors: FILE */
clmodp_status clm_file_write(clm_error *error, int folder, const char *name, const void *bytes,
                             size_t size);

/* Read a file of a folder. *bytes: to be freed; NULL if there is no such file, which is no error.
 * Errors: FILE (also: no file of the user's own), DAMAGED (more than `most` bytes), HOST_MEMORY */
clmodp_status clm_file_read(clm_error *error, unsigned char **bytes, size_t *size, int folder,
                            const char *name, size_t most);

/* Whether there is such a file, and when it was last touched, by the file system's clock. */
bool clm_file_touched(int folder, const char *name, struct timespec *time);

/* Touch it now. False if it is not there. */
bool clm_file_touch(int folder, const char *name);

/* Make an empty file unless there is one. Errors: FILE */
clmodp_status clm_file_mark(clm_error *error, int folder, const char *name);

/* Call `visit` for each name in a folder, but those that begin with a dot, until it returns false.
 * Errors: FILE */
clmodp_status clm_folder_visit(clm_error *error, int folder,
                               bool (*visit)(void *user, const char *name), void *user);

/* Say what the system says. Returns FILE */
clmodp_status clm_file_fail(clm_error *error, const char *what, const char *name);

#endif

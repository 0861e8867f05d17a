/* A directory of a test's own under the system's temporary directory. */
#ifndef TESTS_SUPPORT_SCRATCH_H
#define TESTS_SUPPORT_SCRATCH_H

#include <stddef.h>

#define SCRATCH_PATH 512

/* Write a file anywhere, in the place of what was there. */
void file_write(const char *path, const void *data, size_t size);

/* Remove a folder and all that is in it. */
void folder_remove(const char *path);

typedef struct scratch {
    char path[SCRATCH_PATH / 4];
} scratch;

/* Make it; the test fails if that fails. */
void scratch_make(scratch *s);

/* Remove it and all that is in it. */
void scratch_remove(const scratch *s);

/* out = the path of `name` in it. */
void scratch_name(const scratch *s, char out[SCRATCH_PATH], const char *name);

/* Write a file of `size` bytes, or of a text, in it. */
void scratch_write(const scratch *s, const char *name, const void *data, size_t size);
void scratch_put(const scratch *s, const char *name, const char *text);

#endif

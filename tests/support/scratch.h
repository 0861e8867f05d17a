/* A test's own directory under the system's temporary directory. */
#ifndef TESTS_SUPPORT_SCRATCH_H
#define TESTS_SUPPORT_SCRATCH_H

#include <stddef.h>

#define SCRATCH_PATH 512

/* Writes a file at any path, replacing an existing one. */
void file_write(const char *path, const void *data, size_t size);

/* Removes a folder and its contents. */
void folder_remove(const char *path);

typedef struct scratch {
    char path[SCRATCH_PATH / 4];
} scratch;

/* Creates the directory; the test fails if that fails. */
void scratch_make(scratch *s);

/* Removes the directory and its contents. */
void scratch_remove(const scratch *s);

/* Sets out to the path of `name` in the directory. */
void scratch_name(const scratch *s, char out[SCRATCH_PATH], const char *name);

/* Write a file of `size` bytes, or of a text, in the directory. */
void scratch_write(const scratch *s, const char *name, const void *data, size_t size);
void scratch_put(const scratch *s, const char *name, const char *text);

#endif

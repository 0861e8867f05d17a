/* Which kernel files are compiled together. */
#ifndef CLM_DEVICE_PROGRAM_FILES_H
#define CLM_DEVICE_PROGRAM_FILES_H

#include <stddef.h>

/* The files compiled in one go with `file`, itself included: *count names, static. NULL for
 * a file that belongs to no group and is compiled alone. Every program costs the start of a
 * process 20 to 40 ms on PoCL, so what one operation needs is one group. */
const char *const *clm_program_files(const char *file, size_t *count);

/* All files that the library compiles, in a group or alone: *count names, static. */
const char *const *clm_program_files_all(size_t *count);

#endif

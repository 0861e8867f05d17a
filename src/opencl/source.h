/* Kernel source text: its directory, and reading it with its includes expanded. */
#ifndef CLM_OPENCL_SOURCE_H
#define CLM_OPENCL_SOURCE_H

#include <stddef.h>

#include "core/error.h"

/* `definitions`, then the text of `files`, paths in `directory`, one after the other, with every
 * line `#include "path"` replaced by that file, the first time it is named, and #line marks, so
 * that the compiler's messages name files and lines. A path begins beside the file that has the
 * line, and stays in `directory`. The host expands includes itself because some drivers key their
 * caches by the source text alone.
 *
 * Out:    text  released with free(); ends in a zero byte
 * Errors: NO_KERNEL (a file is missing, unreadable, no text or larger than 1 MiB),
 *         HOST_MEMORY */
clmodp_status clm_source_load(clm_error *error, char **text, const char *definitions,
                              const char *directory, const char *const *files, size_t count);

/* A compiler's log of such a text, released with free(): NVIDIA's leaves out the marks, and lines
 * are those of the whole, "<kernel>:40:7: error: ..."; here they become lines of files. What it
 * names otherwise stays as it is. Errors: HOST_MEMORY */
clmodp_status clm_source_log(clm_error *error, char **out, const char *source, const char *log);

/* The directory of the .cl files: `wanted` if not NULL; else CLMODP_KERNEL_PATH; else, whichever
 * is nearer to this module, the source tree of the build tree that it lies in or the data
 * directory beside it; else the configured one. Released with free().
 * Errors: HOST_MEMORY */
clmodp_status clm_kernel_directory(clm_error *error, char **out, const char *wanted);

#endif

/* Kernel sources: finds their directory and reads them with includes expanded. */
#ifndef CLM_OPENCL_SOURCE_H
#define CLM_OPENCL_SOURCE_H

#include <stddef.h>

#include "core/error.h"

/* A kernel file as read, in a list; NULL is the empty list. */
typedef struct clm_source_file clm_source_file;

/* Releases a list, and makes it empty. */
void clm_source_files_destroy(clm_source_file **files);

/* Concatenates `definitions` and the texts of `files`, paths in `directory`. A line `#include
 * "path"` becomes this file at its first occurrence, later nothing. #line directives let compiler
 * messages name files and lines. Paths are relative to the including file and stay in `directory`.
 * The host expands includes because some drivers key their caches by the source text alone.
 *
 * In/out: kept  files of `directory` read before, and now also the new ones; NULL: none is kept
 * Out:    text  released with free(); ends in a zero byte
 * Errors: NO_KERNEL (a file is missing, unreadable, not text or larger than 1 MiB), HOST_MEMORY */
clmodp_status clm_source_load(clm_error *error, char **text, const char *definitions,
                              const char *directory, const char *const *files, size_t count,
                              clm_source_file **kept);

/* Translates a compiler's log of such a text, to be released with free(). NVIDIA's log ignores
 * #line and counts lines of the complete text, "<kernel>:40:7: error: ..."; these become file
 * names and lines. Other text is unchanged. Errors: HOST_MEMORY */
clmodp_status clm_source_log(clm_error *error, char **out, const char *source, const char *log);

/* Returns the directory of the .cl files: `wanted` if not NULL; else CLMODP_KERNEL_PATH; else,
 * whichever is nearer to this library, the sources of its build tree or the data directory beside
 * it; else the configured one. Release it with free().
 * Errors: HOST_MEMORY */
clmodp_status clm_kernel_directory(clm_error *error, char **out, const char *wanted);

#endif

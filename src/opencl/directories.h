/* Where kernels are read from and where compiled ones are kept. */
#ifndef CLM_DEVICE_DIRECTORIES_H
#define CLM_DEVICE_DIRECTORIES_H

#include "core/error.h"

/* The directory of the .cl files: `wanted` if not NULL; else CLMODP_KERNEL_PATH; else, whichever
 * is nearer to this module, the source tree of the build tree that it lies in or the data
 * directory beside it; else the configured one. Released with free().
 * Errors: HOST_MEMORY */
clmodp_status clm_kernel_directory(clm_error *error, char **out, const char *wanted);

/* The directory for compiled kernels: `wanted` if not NULL; else CLMODP_CACHE_DIR; else
 * $XDG_CACHE_HOME/clmodp; else $HOME/.cache/clmodp; relative paths in the last two count for
 * nothing. *out is NULL, and none is used, if that is empty or none of these is set. Released with
 * free().
 * Errors: HOST_MEMORY */
clmodp_status clm_cache_directory(clm_error *error, char **out, const char *wanted);

#endif

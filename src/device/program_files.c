/* The table of programs: kernel files compiled together. */
#include "device/program_files.h"

#include <string.h>

/* All stages of the modular resultant pipeline, then files that are compiled alone. */
static const char *const kernel_files[] = {
    "reduce.cl",
    "evaluate.cl",
    "butterfly.cl",
    "transform.cl",
    "euclid.cl",
    "euclid_formal.cl",
    "divide.cl",
    "interpolate.cl",
    "mixed_radix.cl",
    "positional.cl",
    "compact.cl",
    "euclid_points.cl",
    "reduce_words.cl",
    "schur.cl",
    "stairs.cl",
    "vandermonde.cl",
};

#define ALONE 6

/* There is one group; a second one goes behind it, and both functions learn of it. */
const char *const *clm_program_files_all(size_t *count)
{
    *count = sizeof kernel_files / sizeof *kernel_files;
    return kernel_files;
}

const char *const *clm_program_files(const char *file, size_t *count)
{
    const char *const *files = clm_program_files_all(count);

    *count -= ALONE;

    for (size_t i = 0; i < *count; i++)
        if (strcmp(files[i], file) == 0)
            return files;
    return NULL;
}

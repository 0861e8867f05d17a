/* The tables of programs: kernel files compiled together, and those compiled alone. */
#include "device/program_files.h"

#include <string.h>

/* All stages that every modular resultant goes through. */
#define PIPELINE_FILES                                                                           \
    "reduce.cl", "evaluate.cl", "butterfly.cl", "transform.cl", "euclid.cl", "euclid_formal.cl", \
        "divide.cl", "interpolate.cl", "mixed_radix.cl", "positional.cl"

/* Compiled one by one, in variants (clm_kernel_get_with): stages for any type of residues. */
#define VARIANT_FILES                                                                          \
    "compact.cl", "convolution.cl", "euclid_points.cl", "reduce_words.cl", "schur.cl", \
        "stairs.cl", "vandermonde.cl"

static const char *const pipeline_files[] = {PIPELINE_FILES};
static const char *const all_files[] = {PIPELINE_FILES, VARIANT_FILES};

const char *const *clm_program_files(const char *file, size_t *count)
{
    *count = sizeof pipeline_files / sizeof *pipeline_files;
    for (size_t i = 0; i < *count; i++)
        if (strcmp(pipeline_files[i], file) == 0)
            return pipeline_files;
    return NULL;
}

const char *const *clm_program_files_all(size_t *count)
{
    *count = sizeof all_files / sizeof *all_files;
    return all_files;
}

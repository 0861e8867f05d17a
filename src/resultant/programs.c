/* The tables of programs: kernel files compiled together, and those compiled alone. */
#include "resultant/programs.h"

/* All stages that every modular resultant goes through. */
#define PIPELINE_FILES                                                                    \
    "multimodular/reduce.cl", "fpx/evaluate.cl", "fpx/butterfly.cl", "fpx/transform.cl",  \
        "fpx/euclid.cl", "fpx/euclid_formal.cl", "fpx/divide.cl", "fpx/interpolate.cl",   \
        "multimodular/mixed_radix.cl", "multimodular/positional.cl"

/* Compiled one by one, in variants (clm_kernel_get_with): stages for any type of residues. */
#define VARIANT_FILES                                                                     \
    "engines/schur/compact.cl", "multimodular/convolution.cl",                            \
        "engines/schur/euclid_points.cl", "multimodular/reduce_words.cl",                 \
        "engines/schur/schur.cl", "engines/schur/stairs.cl", "fpx/vandermonde.cl"

static const char *const pipeline_files[] = {PIPELINE_FILES};
static const char *const all_files[] = {PIPELINE_FILES, VARIANT_FILES};

static const clm_kernel_files pipeline = {pipeline_files,
                                          sizeof pipeline_files / sizeof *pipeline_files};
const clm_kernel_files clm_programs_all = {all_files, sizeof all_files / sizeof *all_files};

void clm_programs_declare(clmodp_context *ctx)
{
    ctx->kept->together = &pipeline;
}

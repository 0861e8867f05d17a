/* The tables of kernel files of the default engine. */
#include "engines/euclid/programs.h"

/* The stages that every resultant goes through, and what may lift it. */
#define FILES                                                                                  \
    "multimodular/reduce.cl", "fpx/evaluate.cl", "fpx/roots.cl", "fpx/butterfly.cl",           \
        "fpx/transform.cl", "fpx/evaluate_shared.cl", "fpx/euclid.cl", "fpx/euclid_formal.cl", \
        "fpx/divide.cl", "fpx/interpolate.cl", "multimodular/mixed_radix.cl",                  \
        "multimodular/positional.cl"

static const char *const files[] = {FILES};
static const char *const geometric_files[] = {FILES, "fpx/vandermonde.cl"};
static const char *const powers_files[] = {FILES, "fpx/powers.cl"};
static const char *const blocks_files[] = {FILES, "fpx/euclid_blocks.cl"};
static const char *const cosets_files[] = {FILES, "fpx/cosets.cl"};

const clm_kernel_files clm_euclid_files = {files, sizeof files / sizeof *files};
const clm_kernel_files clm_euclid_geometric_files = {
    geometric_files, sizeof geometric_files / sizeof *geometric_files};
const clm_kernel_files clm_euclid_blocks_files = {blocks_files,
                                                  sizeof blocks_files / sizeof *blocks_files};
const clm_kernel_files clm_euclid_cosets_files = {cosets_files,
                                                  sizeof cosets_files / sizeof *cosets_files};
const clm_kernel_files clm_euclid_powers_files = {powers_files,
                                                  sizeof powers_files / sizeof *powers_files};

void clm_euclid_programs_declare(clmodp_context *ctx)
{
    ctx->kept->together = &clm_euclid_files;
}

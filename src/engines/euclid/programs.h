/* The kernel files of the default engine: compiled as one program; its facts are about them. */
#ifndef CLM_ENGINES_EUCLID_PROGRAMS_H
#define CLM_ENGINES_EUCLID_PROGRAMS_H

#include "device/context.h"

/* What every resultant needs; and with what points in geometric progression, points in several
 * cosets, divisions by powers of y, or steps in blocks need. */
extern const clm_kernel_files clm_euclid_files, clm_euclid_geometric_files,
    clm_euclid_cosets_files, clm_euclid_powers_files, clm_euclid_blocks_files;

/* Have what every resultant needs compiled in one go. To be called before a computation begins,
 * and as often as anybody likes. */
void clm_euclid_programs_declare(clmodp_context *ctx);

#endif

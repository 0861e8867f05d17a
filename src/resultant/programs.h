/* The kernels of all rooms: which are compiled together, and which what is known of a device is
 * about. */
#ifndef CLM_RESULTANT_PROGRAMS_H
#define CLM_RESULTANT_PROGRAMS_H

#include "device/context.h"

/* All kernel files that the library compiles, together or alone. */
extern const clm_kernel_files clm_programs_all;

/* Have what every resultant of the default engine needs compiled in one go. To be called before a
 * computation begins, and as often as anybody likes. */
void clm_programs_declare(clmodp_context *ctx);

#endif

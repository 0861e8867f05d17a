/* What follows from the measurements of a device. */
#ifndef CLM_COST_CALIBRATION_H
#define CLM_COST_CALIBRATION_H

#include <clmodp/calibration.h>

#include "core/error.h"
#include "cost/rates.h"

/* Whether all figures are such as a measurement can have: positive, finite, spreads not negative.
 */
CLM_LAB_API bool clm_calibration_sane(const clmodp_calibration *calibration);

/* Change rates that the table has for a device of this kind and so many compute units to what was
 * measured: what is launched, waited for and moved to and from the host, and, by how much its
 * products and its words take longer than those of the device that the table was made with, all
 * that its units do. With a CPU, which the table was made with, factors within
 * CLM_CALIBRATION_NOISE of 1 change nothing; of other devices the table knows nothing that a
 * measurement does not know better. There is no cache of a unit's own there that holds a stripe:
 * an operation takes no less than the words that it reads and writes, in order. */
void clm_calibration_rates(clm_rates *rates, const clmodp_calibration *calibration,
                           clm_machine machine, double units);

#define CLM_CALIBRATION_NOISE 1.5

#endif

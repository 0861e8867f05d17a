/* Whether a device lifts exactly. */
#ifndef CLM_MULTIMODULAR_LIFT_TRUST_H
#define CLM_MULTIMODULAR_LIFT_TRUST_H

#include "device/trust.h"
#include "multimodular/lift.h"

/* Integers of some hundred or thousand bits, known, from their residues: a fact for each method
 * that is the device's. Those of the host, and AUTO, have none; their entries are empty. */
extern const clm_trust clm_lift_trust[CLM_LIFT_METHODS];

#endif

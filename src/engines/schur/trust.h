/* What the Schur engine must be shown to compute rightly. */
#ifndef CLM_ENGINES_SCHUR_TRUST_H
#define CLM_ENGINES_SCHUR_TRUST_H

#include "arith/residue.h"
#include "device/trust.h"

/* All points by the Schur algorithm, then all by Euclid; with each type of residues.
 * Pre: the device can compute with the type */
extern const clm_trust clm_schur_trust[CLM_RESIDUE_KINDS];

#endif

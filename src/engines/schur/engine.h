/* A resultant as [Eme12] computes it, the Schur algorithm in the middle. */
#ifndef CLM_ENGINES_SCHUR_ENGINE_H
#define CLM_ENGINES_SCHUR_ENGINE_H

#include "engines/engine.h"

extern const clm_engine clm_schur_engine;

/* All points by the Schur algorithm, then all by Euclid; with each type of residues.
 * Pre: the device can compute with the type */
extern const clm_trust clm_schur_tests[CLM_RESIDUE_KINDS];

#endif

/* The Schur engine, which computes a resultant by the Schur algorithm as in [Eme12]. */
#ifndef CLM_ENGINES_SCHUR_ENGINE_H
#define CLM_ENGINES_SCHUR_ENGINE_H

#include "engines/engine.h"

extern const clm_engine clm_schur_engine;

/* Self-tests for each residue type: all points by the Schur algorithm, then all by Euclid.
 * Pre: the device supports the type */
extern const clm_self_test clm_schur_tests[CLM_RESIDUE_KINDS];

#endif

/* A resultant as [Eme12] computes it, the Schur algorithm in the middle. */
#ifndef CLM_ENGINES_SCHUR_ENGINE_H
#define CLM_ENGINES_SCHUR_ENGINE_H

#include "engines/engine.h"

extern const clm_engine clm_schur_engine;

#endif

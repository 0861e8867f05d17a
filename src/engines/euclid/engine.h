/* The default engine: remainder sequences in lockstep, points that are roots of unity. */
#ifndef CLM_ENGINES_EUCLID_ENGINE_H
#define CLM_ENGINES_EUCLID_ENGINE_H

#include "engines/engine.h"

extern const clm_engine clm_euclid_engine;

#endif

/* The engine on the host: plain C, and no OpenCL at all. */
#ifndef CLM_ENGINES_HOST_ENGINE_H
#define CLM_ENGINES_HOST_ENGINE_H

#include "engines/engine.h"

extern const clm_engine clm_host_engine;

#endif

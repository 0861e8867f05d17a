/* The engine on the host, written in plain C without OpenCL. */
#ifndef CLM_ENGINES_HOST_ENGINE_H
#define CLM_ENGINES_HOST_ENGINE_H

#include "engines/engine.h"

extern const clm_engine clm_host_engine;

#endif

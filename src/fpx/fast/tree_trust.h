/* What a device must be shown before values at many points rest on it. */
#ifndef CLM_FPX_FAST_TREE_TRUST_H
#define CLM_FPX_FAST_TREE_TRUST_H

#include "device/trust.h"

extern const clm_trust clm_tree_trust;

#endif

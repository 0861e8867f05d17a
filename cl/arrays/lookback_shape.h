/* The buffer of decoupled look-back; kernels and host. */
#ifndef CLM_LOOKBACK_SHAPE_H
#define CLM_LOOKBACK_SHAPE_H

#include "../arith/fp.h"

/* Words before the totals: the next tile, and the totals that groups did not wait for. */
enum { LOOKBACK_TILE, LOOKBACK_MISSED, LOOKBACK_HEAD };

/* Most looks at a total: tens of milliseconds on a GPU. */
#define LOOKBACK_POLLS (1u << 16)

#endif

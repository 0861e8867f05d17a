/* The buffer of decoupled look-back; kernels and host. */
#ifndef CLM_LOOKBACK_SHAPE_H
#define CLM_LOOKBACK_SHAPE_H

#include "../arith/fp.h"

/* Words before the totals: the next tile, and the number of totals that groups added themselves
 * because they had waited too long. */
enum { LOOKBACK_TILE, LOOKBACK_MISSED, LOOKBACK_HEAD };

/* Most looks at a total: tens of milliseconds on a GPU. */
#define LOOKBACK_POLLS (1u << 16)

#endif

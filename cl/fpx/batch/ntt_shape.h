/* The shape of a batch of transforms, and the order they leave; shared by kernels and host. */
#ifndef CLM_NTT_SHAPE_H
#define CLM_NTT_SHAPE_H

#include "../../arith/fp.h"

/* Words that one work-item of ntt_scale goes through. */
#define NTT_SCALE_RUN 64

typedef struct ntt_shape {
    u32 data;        /* word of the buffer where the first tile begins */
    u32 table;       /* word of the buffer of roots where those of the first prime begin */
    u32 first_prime; /* of prime_info */
    u32 lanes;       /* lanes a prime, a multiple of T */
    u32 count;       /* lanes of the batch */
    u32 rows;        /* sequences a lane, behind each other */
    u32 length;      /* of a sequence */
    u32 block;       /* words that this pass takes to `radix` blocks, or takes these to */
    u32 parts;       /* work-items that share the rows of one vector */
} ntt_shape;

/* The coefficient, or value, at a place in permuted order. radices: of the forward passes, four
 * bits each, the last in the lowest. */
FP_FN u32 ntt_index(u64 radices, u32 place)
{
    u32 index = 0;

    for (; radices != 0; radices >>= 4) {
        u32 radix = (u32)radices & 15;

        index = index * radix + place % radix;
        place /= radix;
    }
    return index;
}

#endif

/* Parameters of a batch of transforms, and the order of outputs; kernels and host. */
#ifndef CLM_NTT_SHAPE_H
#define CLM_NTT_SHAPE_H

#include "../../arith/fp.h"

typedef struct ntt_shape {
    u32 data;        /* offset of the first tile in the buffer, in words */
    u32 table;       /* offset of the first prime's roots in the buffer of roots */
    u32 first_prime; /* index in prime_info */
    u32 lanes;       /* lanes per prime, a multiple of T */
    u32 count;       /* lanes in the batch */
    u32 rows;        /* consecutive sequences per lane */
    u32 length;      /* of a sequence, in words */
    u32 block;       /* words of a block that is split into, or joined from, `radix` blocks */
    u32 parts;       /* work-items that share the rows of one vector */
} ntt_shape;

/* Returns the index of the coefficient or value at a place of the permuted order. `radices` packs
 * the radices of the forward passes in four bits each, the last one lowest. */
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

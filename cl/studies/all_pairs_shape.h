/* Constants of all_pairs.cl; kernels and host. */
#ifndef CLM_ALL_PAIRS_SHAPE_H
#define CLM_ALL_PAIRS_SHAPE_H

#define PAIRS_CHUNK 16             /* distances in an access: uint16 */
#define PAIRS_INFINITY 0x3fffffffu /* distance without a path: the sum of two fits a word */

#endif

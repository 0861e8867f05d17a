/* Sizes of min-plus products that kernels and the host share. */
#ifndef CLM_ALL_PAIRS_SHAPE_H
#define CLM_ALL_PAIRS_SHAPE_H

#define PAIRS_CHUNK 16           /* distances of an access: uint16 */
#define PAIRS_APART 0x3fffffffu /* distance of nodes without a path: the sum of two fits a word */

#endif

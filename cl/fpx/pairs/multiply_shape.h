/* Arguments and constants of multiply.cl; kernels and host. */
#ifndef CLM_PAIRS_MULTIPLY_SHAPE_H
#define CLM_PAIRS_MULTIPLY_SHAPE_H

/* Coefficients of a product computed at a time. */
#define MULTIPLY_BLOCK 4

/* Rows of a tile: of a, b, and the product, with zeros or padding behind each. */
#define MULTIPLY_ROWS(n, m) (2 * ((n) + (m)) + 3 * MULTIPLY_BLOCK)

#endif

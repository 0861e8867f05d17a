/* Arguments and constants that the host and cl/fpx/pairs/multiply.cl share. */
#ifndef CLM_MANY_MULTIPLY_SHAPE_H
#define CLM_MANY_MULTIPLY_SHAPE_H

/* Coefficients of a product that are made at a time. */
#define MULTIPLY_BLOCK 4

/* Rows of a tile: of a, b, and the product, with zeros or room behind each. */
#define MULTIPLY_ROWS(n, m) (2 * ((n) + (m)) + 3 * MULTIPLY_BLOCK)

#endif

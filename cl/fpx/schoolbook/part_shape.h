/* Sizes for products of a short factor, of s words, and a work-group's part of a long one; kernels
 * and host. */
#ifndef CLM_SCHOOLBOOK_PART_SHAPE_H
#define CLM_SCHOOLBOOK_PART_SHAPE_H

#define SCHOOLBOOK_BLOCK 4 /* vectors of sums computed at a time by a work-item */

/* The short factor's words are processed in pairs. */
#define SCHOOLBOOK_EVEN(s) (((s) + 1) / 2 * 2)

/* Words for `span` sums: `span` words, the words before them, and one more. */
#define SCHOOLBOOK_PART(s, span) ((span) + SCHOOLBOOK_EVEN(s) + 1)

#endif

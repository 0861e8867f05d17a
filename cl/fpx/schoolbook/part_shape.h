/* Sizes of a work-group's part of a long factor, times s words; shared by kernels and host. */
#ifndef CLM_PLAIN_PART_SHAPE_H
#define CLM_PLAIN_PART_SHAPE_H

#define PLAIN_BLOCK 4 /* vectors of sums computed at a time by a work-item */

/* The short factor's words are processed in pairs. */
#define PLAIN_EVEN(s) (((s) + 1) / 2 * 2)

/* Words for `span` sums: `span` words, the words before them, and one more. */
#define PLAIN_PART(s, span) ((span) + PLAIN_EVEN(s) + 1)

#endif

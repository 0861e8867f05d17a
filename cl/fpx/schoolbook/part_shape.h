/* Sizes of a work-group's part of a long factor that is multiplied by s words; shared by kernels
 * and host. */
#ifndef CLM_PLAIN_PART_SHAPE_H
#define CLM_PLAIN_PART_SHAPE_H

#define PLAIN_BLOCK 4 /* vectors of sums that a work-item makes at a time */

/* The short factor's words are taken by two. */
#define PLAIN_EVEN(s) (((s) + 1) / 2 * 2)

/* Words for `span` sums: as many, those before them, and one more. */
#define PLAIN_PART(s, span) ((span) + PLAIN_EVEN(s) + 1)

#endif

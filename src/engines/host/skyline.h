/* Storage of an LU decomposition within an envelope, in blocks of rows and columns.
 *
 * Block row I of L is an array of its columns up to the diagonal block, block column J of U an
 * array of its rows, so that their products are products of consecutive words:
 *
 *     . . D                 D: a diagonal block, columns side by side
 *     . L L D . U           L: per column the words of CLM_SKYLINE_BLOCK rows
 *     . . . L D U           U: per row the words of CLM_SKYLINE_BLOCK columns */
#ifndef CLM_ENGINES_HOST_SKYLINE_H
#define CLM_ENGINES_HOST_SKYLINE_H

#include "core/error.h"
#include "multimodular/rows.h"

enum { CLM_SKYLINE_BLOCK = 4 };

typedef struct clm_skyline {
    size_t order, blocks;
    uint32_t *first; /* first block of block row I of L, then of block column J of U */
    size_t *at;      /* index of the first word of each, behind the diagonal blocks */
    size_t *cell;    /* index of the word of each row of the layout */
    size_t words;    /* in all; the last is for entries outside the envelope, zeros */
} clm_skyline;

/* Stores a layout's matrix. Release with clm_skyline_destroy ({0} is safe).
 * Errors: HOST_MEMORY, LIMIT (too many words for this host) */
clmodp_status clm_skyline_create(clm_error *error, clm_skyline *out,
                                 const clm_row_layout *layout);
void clm_skyline_destroy(clm_skyline *skyline);

#endif

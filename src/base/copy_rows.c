/* Rows dealt to threads in pieces that take longer than a thread to start. */
#include "base/copy_rows.h"

#include <string.h>

#include "base/parallel.h"
#include "base/size.h"

#define PIECE_WORDS ((size_t)1 << 17) /* 100 us, at 10 GB/s read and written */

typedef struct dealing {
    const clm_rows_copy *copy;
    size_t each; /* rows of a piece */
} dealing;

static clmodp_status copy_piece(void *argument, size_t index, size_t thread)
{
    const dealing *d = argument;
    const clm_rows_copy *c = d->copy;
    const size_t first = index * d->each, end = clm_size_min(first + d->each, c->rows);

    (void)thread;
    for (size_t i = first; i < end; i++) {
        uint32_t *row = c->to + i * c->to_stride;

        memcpy(row, c->from + i * c->from_stride, c->words * sizeof *row);
        memset(row + c->words, 0, (c->to_stride - c->words) * sizeof *row);
    }
    return CLMODP_OK;
}

clmodp_status clm_copy_rows(clm_error *error, const clm_rows_copy *copy, size_t threads)
{
    dealing d = {copy, 1 + PIECE_WORDS / clm_size_max(copy->to_stride, 1)};

    if (clm_parallel_for(clm_div_up(copy->rows, d.each), threads, copy_piece, &d) != CLMODP_OK)
        return clm_fail(error, CLMODP_HOST_MEMORY, "the host has no memory for %zu thread%s",
                        threads, CLM_S(threads));
    return CLMODP_OK;
}

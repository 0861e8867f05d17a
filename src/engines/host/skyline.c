/* Makes the storage of an LU decomposition from an envelope. */
#include "engines/host/skyline.h"

#include <stdlib.h>

#include "core/memory.h"
#include "core/size.h"

enum { B = CLM_SKYLINE_BLOCK };

/* Returns the word of an entry; for one outside of the envelope, which is 0, the last one. */
static size_t cell_of(const clm_skyline *s, size_t i, size_t j)
{
    const size_t row = i / B, column = j / B;
    const size_t strip = row > column ? row : s->blocks + column;
    const size_t before = (size_t)s->first[strip] * B; /* rows or columns that the strip lacks */

    if (row == column)
        return row * B * B + j % B * B + i % B;
    if (clm_size_min(i, j) < before)
        return s->words - 1;
    return s->at[strip] + (clm_size_min(i, j) - before) * B + clm_size_max(i, j) % B;
}

/* Finds the first block of each block row and block column, and their places. */
static bool place_blocks(clm_skyline *s, const uint32_t *first)
{
    const size_t n = s->order, blocks = s->blocks;

    for (size_t k = 0; k < 2 * blocks; k++)
        s->first[k] = (uint32_t)(k % blocks);
    for (size_t k = 0; k < 2 * n; k++) {
        uint32_t *block = &s->first[k / n * blocks + k % n / B];

        *block = (uint32_t)clm_size_min(*block, first[k] / B);
    }
    s->words = blocks * B * B;
    for (size_t k = 0; k < 2 * blocks; k++) {
        s->at[k] = s->words;
        if (!clm_size_add(&s->words, s->words, (k % blocks - s->first[k]) * B * B))
            return false;
    }
    return clm_size_add(&s->words, s->words, 1);
}

clmodp_status clm_skyline_create(clm_error *error, clm_skyline *out, const clm_row_layout *layout)
{
    clmodp_status st = CLMODP_OK;
    const size_t n = layout->matrix.order;
    clm_skyline s = {.order = n, .blocks = clm_div_up(n, B)};

    NEW(error, s.first, 2 * s.blocks);
    NEW(error, s.at, 2 * s.blocks);
    NEW(error, s.cell, layout->count);
    if (!place_blocks(&s, layout->matrix.first))
        FAIL(error, CLMODP_LIMIT, "a matrix of order %zu is too large for this host", n);
    for (size_t r = 0; r < layout->count; r++) {
        const size_t place = layout->place != NULL ? layout->place[r] : r;

        s.cell[r] = cell_of(&s, place / n, place % n);
    }
    *out = s;
    s = (clm_skyline){0};
done:
    clm_skyline_destroy(&s);
    return st;
}

void clm_skyline_destroy(clm_skyline *skyline)
{
    free(skyline->first);
    free(skyline->at);
    free(skyline->cell);
    *skyline = (clm_skyline){0};
}

/* Read-only kernel tables as sub-buffers of one buffer, so that one write sends all of them. */
#ifndef CLM_OPENCL_TABLES_H
#define CLM_OPENCL_TABLES_H

#include "opencl/buffer.h"

enum { CLM_MOST_TABLES = 14 };

/* A table: its sub-buffer, and its source on the host (NULL if already sent or not yet known). */
typedef struct clm_table {
    clm_buffer *part; /* Out */
    clm_piece piece;
} clm_table;

/* Zero-initialise, so that clm_tables_destroy is always safe. */
typedef struct clm_tables {
    clm_buffer whole;
    clm_table table[CLM_MOST_TABLES]; /* by ascending offsets */
    size_t count, bytes;
} clm_tables;

/* Returns the alignment, in bytes, required of sub-buffer offsets. */
size_t clm_tables_alignment(cl_device_id device);

/* Registers a table of `count` elements of `size` bytes, to be created in *part.
 *
 * InOut:  tables  tables->bytes grows to the size of the buffer for all tables so far
 * In:     source  must stay valid until sent; NULL: clm_tables_set supplies it before each send
 * Errors: LIMIT (overflow), INVALID (more than CLM_MOST_TABLES) */
clmodp_status clm_tables_add(clmodp_context *ctx, clm_tables *tables, clm_buffer *part,
                             const void *source, size_t count, size_t size);

/* Creates the buffer and all sub-buffers, contents undefined. Owners destroy the sub-buffers
 * before the tables. Errors: as clm_buffer_create */
clmodp_status clm_tables_create(clmodp_context *ctx, clm_tables *tables);

/* Sets the source of the first `bytes` bytes of `part` for the next send; `source` as above.
 * Errors: INVALID (no such sub-buffer, or a shorter one) */
clmodp_status clm_tables_set(clmodp_context *ctx, clm_tables *tables, const clm_buffer *part,
                             const void *source, size_t bytes);

/* Sends all tables with a source. Tables that fit the queue's copy space together (opencl/queue.h)
 * take one write; a longer table is written alone and waited for. Afterwards the sources may be
 * reused. Errors: DEVICE */
clmodp_status clm_tables_send(clmodp_context *ctx, clm_tables *tables);

/* Releases the buffer; allowed twice. */
void clm_tables_destroy(clmodp_context *ctx, clm_tables *tables);

#endif

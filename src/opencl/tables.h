/* Tables that kernels only read, in one buffer: each is a part of it, to launches a buffer of its
 * own size, and all of them go to the device with one write. */
#ifndef CLM_DEVICE_TABLES_H
#define CLM_DEVICE_TABLES_H

#include "opencl/buffer.h"

enum { CLM_MOST_TABLES = 14 };

/* One of them: where it is on the device; and on the host, NULL if it was sent or is not known. */
typedef struct clm_table {
    clm_buffer *part; /* Out */
    clm_piece piece;
} clm_table;

/* Zero-initialise ({0}): then clm_tables_destroy is always safe. */
typedef struct clm_tables {
    clm_buffer whole;
    clm_table table[CLM_MOST_TABLES]; /* by ascending offsets */
    size_t count, bytes;
} clm_tables;

/* Where parts of buffers may begin: multiples of so many bytes. */
size_t clm_tables_alignment(cl_device_id device);

/* List a table of `count` elements of `size` bytes, to be created in *part.
 *
 * InOut:  tables  their bytes are those of the buffer for all so far
 * In:     source  must stay until it is sent; NULL: clm_tables_set will tell, before each sending
 * Errors: LIMIT (overflow), INVALID (more than CLM_MOST_TABLES) */
clmodp_status clm_tables_add(clmodp_context *ctx, clm_tables *tables, clm_buffer *part,
                             const void *source, size_t count, size_t size);

/* The buffer, and all parts, contents undefined. Each part is destroyed by whoever owns it, all of
 * them before the tables. Errors: those of clm_buffer_create */
clmodp_status clm_tables_create(clmodp_context *ctx, clm_tables *tables);

/* What `part` is to hold after the next sending, in its first bytes; as `source` above.
 * Errors: INVALID (no such part, or it is shorter) */
clmodp_status clm_tables_set(clmodp_context *ctx, clm_tables *tables, const clm_buffer *part,
                             const void *source, size_t bytes);

/* Send what has a source. One write for all tables that a copy of the queue's has room for
 * together (opencl/queue.h); one that is longer is written by itself, and waited for. Sources are
 * their owners' again. Errors: DEVICE */
clmodp_status clm_tables_send(clmodp_context *ctx, clm_tables *tables);

/* Release the buffer; allowed twice. */
void clm_tables_destroy(clmodp_context *ctx, clm_tables *tables);

#endif

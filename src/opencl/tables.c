/* Read-only kernel tables in one buffer. */
#include "opencl/tables.h"

#include "core/size.h"

/* OpenCL types have at most 128 bytes; if the driver reports no alignment, a page is safe. */
enum { LEAST_ALIGNMENT = 128, SAFE_ALIGNMENT = 4096 };

size_t clm_tables_alignment(cl_device_id device)
{
    cl_uint bits = 0;

    if (clGetDeviceInfo(device, CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof bits, &bits, NULL) !=
        CL_SUCCESS)
        return SAFE_ALIGNMENT;
    return clm_round_up(clm_size_max(bits / 8, LEAST_ALIGNMENT), LEAST_ALIGNMENT);
}

clmodp_status clm_tables_add(clmodp_context *ctx, clm_tables *tables, clm_buffer *part,
                             const void *source, size_t count, size_t size)
{
    clmodp_status st = CLMODP_OK;
    const size_t alignment = ctx->part_alignment;
    size_t bytes = 0, end;

    REQUIRE(&ctx->error, tables->count < CLM_MOST_TABLES);
    if (!clm_size_mul(&bytes, count, size) || bytes > SIZE_MAX / 2 ||
        !clm_size_add(&end, tables->bytes, clm_round_up(clm_size_max(bytes, 1), alignment)))
        FAIL(&ctx->error, CLMODP_LIMIT, "a table of %zu times %zu byte%s exceeds all memory",
             count, size, CLM_S(size));
    tables->table[tables->count++] = (clm_table){part, {source, tables->bytes, bytes}};
    tables->bytes = end;
done:
    return st;
}

clmodp_status clm_tables_create(clmodp_context *ctx, clm_tables *tables)
{
    clmodp_status st = CLMODP_OK;

    if (tables->count == 0)
        return CLMODP_OK;
    TRY(clm_scratch_create_exactly(ctx, &tables->whole, tables->bytes, 1));
    for (size_t k = 0; k < tables->count; k++) {
        const clm_table *t = &tables->table[k];

        TRY(clm_buffer_part(ctx, t->part, &tables->whole, t->piece.offset,
                            clm_size_max(t->piece.bytes, 1)));
    }
done:
    return st;
}

clmodp_status clm_tables_set(clmodp_context *ctx, clm_tables *tables, const clm_buffer *part,
                             const void *source, size_t bytes)
{
    clmodp_status st = CLMODP_OK;
    size_t k = 0;

    while (k < tables->count && tables->table[k].part != part)
        k++;
    REQUIRE(&ctx->error, k < tables->count && bytes <= part->bytes);
    tables->table[k].piece.source = source;
    tables->table[k].piece.bytes = bytes;
done:
    return st;
}

clmodp_status clm_tables_send(clmodp_context *ctx, clm_tables *tables)
{
    clmodp_status st = CLMODP_OK;
    clm_piece pieces[CLM_MOST_TABLES];
    size_t count = 0;

    for (size_t k = 0; k < tables->count; k++) {
        clm_piece *piece = &tables->table[k].piece;

        if (piece->source != NULL && piece->bytes > 0)
            pieces[count++] = *piece;
        piece->source = NULL;
    }
    TRY(clm_buffer_gather(ctx, &tables->whole, pieces, count));
done:
    return st;
}

void clm_tables_destroy(clmodp_context *ctx, clm_tables *tables)
{
    clm_scratch_destroy(ctx, &tables->whole);
    *tables = (clm_tables){0};
}

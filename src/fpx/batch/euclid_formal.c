/* Launches of euclid_formal.cl. */
#include "fpx/batch/euclid.h"

#include "cl/fpx/batch/euclid_formal_shape.h"
#include "core/size.h"
#include "opencl/kernel.h"

size_t clm_fallback_scratch(size_t p, size_t q)
{
    return p + q + 2;
}

clmodp_status clm_fallback_run(clmodp_context *ctx, const clm_sequences *sequences,
                               const clm_buffer *scratch, size_t count,
                               const clm_buffer *residues, const clm_rows *rows)
{
    clmodp_status st = CLMODP_OK;
    const clm_steps *steps = sequences->steps;
    const clm_point_batch *batch = sequences->batch;
    size_t total = batch->primes * batch->lanes, p = steps->p, q = steps->q;
    size_t room = scratch->bytes / sizeof(u32) / clm_fallback_scratch(p, q);
    euclid_formal_batch shape = {.p = steps->p, .q = steps->q, .lanes = (u32)batch->lanes,
                                 .primes = (u32)batch->primes, .residues = (u32)rows->residues,
                                 .minors = clm_steps_minors(steps->minors, total),
                                 .rows = (u32)rows->count};
    const bool compact_rows = rows->place.mem != NULL;
    const clm_kernel_key key = clm_kernel_with("fpx/batch/euclid_formal.cl", "euclid_formal_lanes",
                                               "%s", compact_rows ? EUCLID_FORMAL_COMPACT : "");

    REQUIRE(&ctx->error, room > 0 || count == 0);
    REQUIRE(&ctx->error, rows->count == p + q + 2 || compact_rows);
    for (size_t done = 0; done < count; done += shape.items) {
        shape.first = (u32)(done + 1);
        shape.items = (u32)clm_size_min(count - done, room);
        TRY(clm_run_array(
            ctx, key, shape.items, clm_independent_group_size(ctx),
            (const clm_arg[]){
                ARG_OUT(sequences->numerator, clm_minors_outputs(steps->minors) * total, u32),
                ARG_OUT(sequences->denominator, steps->minors.count * total, u32),
                ARG_INOUT(scratch, shape.items * clm_fallback_scratch(p, q), u32),
                ARG_IN(sequences->unlucky, count + 1, u32),
                ARG_IN(residues, clm_size_times(batch->primes, rows->residues), u32),
                ARG_IN(&rows->table, rows->count, clm_row),
                ARG_IN(&batch->info, batch->primes, prime_info),
                compact_rows ? ARG_IN(&rows->place, rows->count, u32) : ARG_STRUCT(shape),
                ARG_STRUCT(shape),
            },
            compact_rows ? 9 : 8)); /* without the table the last argument is unused */
    }
done:
    return st;
}

/* Launches of cl/primitives/sort_tiles.cl. */
#include "base/size.h"
#include "primitives/sort_pass.h"

#define FILE_NAME "primitives/sort_tiles.cl"

enum { LINE_BYTES = 64, TABLES = 4 };

/* Lines of keys and of values, and two places for each. */
size_t clm_sort_tiles_local(const clm_sort_order *order, size_t digits)
{
    const size_t line = LINE_BYTES / order->key_bytes; /* elements */

    return digits * (line * (order->key_bytes + order->value_bytes) + 2 * sizeof(u64));
}

static clmodp_status count_digits(clm_sort_work *w, const clm_sort_pair *from,
                                  const sort_shape *s)
{
    clmodp_status st = CLMODP_OK;
    const clm_kernel *kernel;
    const size_t digits = (size_t)1 << w->shape.bits;

    TRY(clm_sort_kernel(w, &kernel, FILE_NAME, "sort_tiles_count"));
    TRY(clm_launch(w->ctx, kernel, w->tiles, 1,
                   ARG_OUT_OF(&w->counts, digits * w->tiles, w->index_bytes),
                   ARG_IN_OF(from->keys.buffer, from->keys.first + w->count,
                             w->order->key_bytes),
                   ARG_STRUCT(*s), ARG_LOCAL(TABLES * digits * sizeof(u32))));
done:
    return st;
}

static clmodp_status scatter(clm_sort_work *w, const clm_sort_pair *to, const clm_sort_pair *from,
                             const sort_shape *s)
{
    clmodp_status st = CLMODP_OK;
    const clm_kernel *kernel;
    const size_t digits = (size_t)1 << w->shape.bits, key_bytes = w->order->key_bytes;
    const size_t value_bytes = clm_size_max(w->order->value_bytes, sizeof(u32));
    const size_t line = LINE_BYTES / key_bytes; /* elements */

    TRY(clm_sort_kernel(w, &kernel, FILE_NAME, "sort_tiles_scatter"));
    TRY(clm_launch(w->ctx, kernel, w->tiles, 1,
                   ARG_OUT_OF(to->keys.buffer, to->keys.first + w->count, key_bytes),
                   ARG_OUT_OF(clm_sort_values(w, to),
                              clm_sort_value_end(w, to->values.first), value_bytes),
                   ARG_IN_OF(from->keys.buffer, from->keys.first + w->count, key_bytes),
                   ARG_IN_OF(clm_sort_values(w, from),
                             clm_sort_value_end(w, from->values.first), value_bytes),
                   ARG_IN_OF(&w->counts, digits * w->tiles, w->index_bytes), ARG_STRUCT(*s),
                   ARG_LOCAL(digits * line * key_bytes),
                   ARG_LOCAL(w->order->value_bytes > 0 ? digits * line * value_bytes
                                                       : value_bytes),
                   ARG_LOCAL(digits * w->index_bytes), ARG_LOCAL(digits * w->index_bytes)));
done:
    return st;
}

clmodp_status clm_sort_tiles_return(clm_sort_work *w, const clm_sort_pair *to,
                                    const clm_sort_pair *from, const sort_shape *s)
{
    clmodp_status st = CLMODP_OK;
    const clm_kernel *kernel;
    const size_t key_bytes = w->order->key_bytes;
    const size_t value_bytes = clm_size_max(w->order->value_bytes, sizeof(u32));

    TRY(clm_sort_kernel(w, &kernel, FILE_NAME, "sort_tiles_return"));
    TRY(clm_launch(w->ctx, kernel, w->tiles, 1,
                   ARG_OUT_OF(to->keys.buffer, to->keys.first + w->count, key_bytes),
                   ARG_OUT_OF(clm_sort_values(w, to),
                              clm_sort_value_end(w, to->values.first), value_bytes),
                   ARG_IN_OF(from->keys.buffer, from->keys.first + w->count, key_bytes),
                   ARG_IN_OF(clm_sort_values(w, from),
                             clm_sort_value_end(w, from->values.first), value_bytes),
                   ARG_STRUCT(*s)));
done:
    return st;
}

clmodp_status clm_sort_tiles_pass(clm_sort_work *w, const clm_sort_pair *to,
                                  const clm_sort_pair *from, const sort_shape *s)
{
    clmodp_status st = CLMODP_OK;

    TRY(count_digits(w, from, s));
    TRY(clm_sort_places(w, s));
    TRY(scatter(w, to, from, s));
done:
    return st;
}

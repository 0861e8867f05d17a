/* Launches of cl/primitives/sort_splits.cl. */
#include "base/size.h"
#include "primitives/sort_pass.h"

#define FILE_NAME "primitives/sort_splits.cl"

/* A tile, twice, as keys and values go from one half to the other; sums; where digits begin. */
size_t clm_sort_splits_local(const clm_sort_order *order, const clm_sort_shape *shape)
{
    const size_t tile = clm_size_times(shape->group, shape->run);
    const size_t words = 2 * shape->group + ((size_t)1 << shape->bits);

    return clm_size_times(tile, 2 * (order->key_bytes + order->value_bytes)) +
           words * sizeof(u32);
}

/* Tiles are sorted into memory of our own. */
static clmodp_status sort_tiles(clm_sort_work *w, const clm_sort_pair *from, const sort_shape *s)
{
    clmodp_status st = CLMODP_OK;
    const clm_kernel *kernel;
    const size_t digits = (size_t)1 << s->bits, key_bytes = w->order->key_bytes;
    const size_t value_bytes = clm_size_max(w->order->value_bytes, sizeof(u32));
    const clm_sort_pair sorted = {{&w->keys, 0}, {&w->values, 0}};
    sort_shape own = *s;

    own.to = 0;
    own.value_to = 0;
    TRY(clm_sort_kernel(w, &kernel, FILE_NAME, "sort_splits_tiles"));
    TRY(clm_launch(w->ctx, kernel, w->tiles * w->shape.group, w->shape.group,
                   ARG_OUT_OF(&w->keys, w->count, key_bytes),
                   ARG_OUT_OF(clm_sort_values(w, &sorted), clm_sort_value_end(w, 0), value_bytes),
                   ARG_OUT_OF(&w->counts, digits * w->tiles, w->index_bytes),
                   ARG_IN_OF(from->keys.buffer, from->keys.first + w->count, key_bytes),
                   ARG_IN_OF(clm_sort_values(w, from),
                             clm_sort_value_end(w, from->values.first), value_bytes),
                   ARG_STRUCT(own), ARG_LOCAL(2 * w->tile * key_bytes),
                   ARG_LOCAL(w->order->value_bytes > 0 ? 2 * w->tile * value_bytes : value_bytes),
                   ARG_LOCAL(2 * w->shape.group * sizeof(u32)), ARG_LOCAL(digits * sizeof(u32))));
done:
    return st;
}

/* And go back to their places in the caller's. */
static clmodp_status spread(clm_sort_work *w, const clm_sort_pair *to, const sort_shape *s)
{
    clmodp_status st = CLMODP_OK;
    const clm_kernel *kernel;
    const size_t digits = (size_t)1 << s->bits, key_bytes = w->order->key_bytes;
    const size_t value_bytes = clm_size_max(w->order->value_bytes, sizeof(u32));
    const clm_sort_pair sorted = {{&w->keys, 0}, {&w->values, 0}};
    sort_shape own = *s;

    own.from = 0;
    own.value_from = 0;
    TRY(clm_sort_kernel(w, &kernel, FILE_NAME, "sort_splits_spread"));
    TRY(clm_launch(w->ctx, kernel, w->tiles * w->shape.group, w->shape.group,
                   ARG_OUT_OF(to->keys.buffer, to->keys.first + w->count, key_bytes),
                   ARG_OUT_OF(clm_sort_values(w, to), clm_sort_value_end(w, to->values.first),
                              value_bytes),
                   ARG_IN_OF(&w->keys, w->count, key_bytes),
                   ARG_IN_OF(clm_sort_values(w, &sorted), clm_sort_value_end(w, 0), value_bytes),
                   ARG_IN_OF(&w->counts, digits * w->tiles, w->index_bytes), ARG_STRUCT(own),
                   ARG_LOCAL(w->tile * key_bytes), ARG_LOCAL(digits * sizeof(u32))));
done:
    return st;
}

clmodp_status clm_sort_splits_pass(clm_sort_work *w, const clm_sort_pair *pair,
                                   const sort_shape *s)
{
    clmodp_status st = CLMODP_OK;

    TRY(sort_tiles(w, pair, s));
    TRY(clm_sort_places(w, s));
    TRY(spread(w, pair, s));
done:
    return st;
}

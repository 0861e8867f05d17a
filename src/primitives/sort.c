/* Passes from the lowest digit to the highest. */
#include "primitives/sort.h"

#include "base/size.h"
#include "device/pace.h"
#include "device/shelf.h"
#include "primitives/sort_pass.h"

#define UNIT_TILES ((size_t)4) /* that a compute unit takes turns with */

/* On CPUs a group has one work-item, since barriers are dear; a tile of SPLITS stays in the second
 * cache (bench/sort). On GPUs (predicted) a work-item has four elements and a digit four bits
 * [Satish, Harris, Garland 2009]. Digits of TILES are clm_sort_choose's. */
static const clm_sort_shape on_cpu = {.bits = 8, .group = 1, .run = 8192};
static const clm_sort_shape on_gpu = {.bits = 4, .group = 256, .run = 4};

static bool is_cpu(const clmodp_context *ctx)
{
    return ctx->tuning.vector_width > 1;
}

clm_sort_form clm_sort_best_form(const clmodp_context *ctx)
{
    return is_cpu(ctx) ? CLM_SORT_TILES : CLM_SORT_SPLITS;
}

/* Whether the shape's work-groups have as much local memory as they take. */
static bool fits(const clmodp_context *ctx, const clm_sort_shape *shape,
                 const clm_sort_order *order)
{
    const size_t digits = (size_t)1 << shape->bits;
    const size_t bytes = shape->form == CLM_SORT_TILES ? clm_sort_tiles_local(order, digits)
                                                       : clm_sort_splits_local(order, shape);

    return bytes <= ctx->device.local_memory;
}

u32 clm_sort_longest_digit(clm_sort_form form)
{
    return form == CLM_SORT_TILES ? 11 : 8;
}

u32 clm_sort_most_bits(const clmodp_context *ctx, clm_sort_form form, const clm_sort_order *order)
{
    clm_sort_shape shape = clm_sort_default(ctx, form, order);

    shape.bits = clm_sort_longest_digit(form);
    while (shape.bits > 1 && !fits(ctx, &shape, order))
        shape.bits--;
    return shape.bits;
}

clm_sort_shape clm_sort_default(const clmodp_context *ctx, clm_sort_form form,
                                const clm_sort_order *order)
{
    clm_sort_shape shape = is_cpu(ctx) ? on_cpu : on_gpu;

    shape.form = form;
    shape.group = clm_size_min(shape.group, ctx->device.max_work_group);
    while (form == CLM_SORT_TILES && shape.bits > 1 && !fits(ctx, &shape, order))
        shape.bits--;
    while (form == CLM_SORT_SPLITS && shape.run > 1 && !fits(ctx, &shape, order))
        shape.run /= 2;
    return shape;
}

size_t clm_sort_tile(const clmodp_context *ctx, size_t count, const clm_sort_shape *shape)
{
    const size_t tiles = UNIT_TILES * ctx->device.compute_units;

    if (shape->form == CLM_SORT_SPLITS)
        return clm_size_times(shape->group, shape->run);
    return clm_size_min(clm_size_max(clm_div_up(count, tiles), shape->run), (size_t)1 << 31);
}

size_t clm_sort_index_bytes(size_t count, const clm_sort_shape *shape)
{
    return count <= UINT32_MAX && !shape->long_places ? sizeof(u32) : sizeof(u64);
}

u32 clm_sort_passes(const clm_sort_order *order, const clm_sort_shape *shape)
{
    return (u32)clm_div_up(order->end - order->begin, shape->bits);
}

bool clm_sort_returns(const clm_sort_order *order, const clm_sort_shape *shape)
{
    return shape->form == CLM_SORT_TILES && clm_sort_passes(order, shape) % 2 != 0;
}

u32 clm_sort_pass_begin(const clm_sort_order *order, u32 pass, u32 passes)
{
    return order->begin + (u32)((u64)(order->end - order->begin) * pass / passes);
}

clmodp_status clm_sort_kernel(clm_sort_work *w, const clm_kernel **out, const char *file,
                              const char *name)
{
    return clm_kernel_get_with(w->ctx, out, file, name, CLM_SORT_DEFINITIONS,
                               w->order->key_bytes, w->order->value_bytes, w->index_bytes,
                               (unsigned)w->shape.bits, w->order->kind == CLM_SORT_FLOAT);
}

clmodp_status clm_sort_places(clm_sort_work *w, const sort_shape *s)
{
    const clm_scan_range counts = {&w->counts, 0};
    /* TILES counts all digits that there can be, SPLITS those that there are */
    const u32 bits = w->shape.form == CLM_SORT_TILES ? w->shape.bits : s->bits;

    return clm_scan(w->ctx, counts, counts, w->tiles << bits, w->index_bytes, true,
                    clm_scan_default(w->ctx));
}

const clm_buffer *clm_sort_values(const clm_sort_work *w, const clm_sort_pair *pair)
{
    return w->order->value_bytes > 0 ? pair->values.buffer : pair->keys.buffer;
}

size_t clm_sort_value_end(const clm_sort_work *w, size_t first)
{
    return w->order->value_bytes > 0 ? first + w->count : 0;
}

/* The sizes of everything, and memory for it. */
static clmodp_status create(clm_sort_work *w, const clm_sort_pair *given)
{
    clmodp_status st = CLMODP_OK;
    const clm_sort_order *order = w->order;
    size_t end;

    REQUIRE(&w->ctx->error, clm_size_add(&end, given->keys.first, w->count));
    REQUIRE(&w->ctx->error, clm_size_add(&end, given->values.first, w->count));
    w->tile = clm_sort_tile(w->ctx, w->count, &w->shape);
    if (w->tile > (size_t)1 << 31)
        FAIL(&w->ctx->error, CLMODP_LIMIT, "%zu work-items with %zu elements each are too many "
             "for a tile", w->shape.group, w->shape.run);
    w->tiles = clm_div_up(w->count, w->tile);
    if (w->tiles > UINT32_MAX >> clm_sort_longest_digit(w->shape.form))
        FAIL(&w->ctx->error, CLMODP_LIMIT, "%zu tiles of %zu elements are too many: have longer "
             "runs", w->tiles, w->tile);
    w->index_bytes = clm_sort_index_bytes(w->count, &w->shape);
    TRY(clm_scratch_create(w->ctx, &w->keys, w->count, order->key_bytes));
    if (order->value_bytes > 0)
        TRY(clm_scratch_create(w->ctx, &w->values, w->count, order->value_bytes));
    TRY(clm_scratch_create(w->ctx, &w->counts, w->tiles << w->shape.bits, w->index_bytes));
done:
    return st;
}

/* What keys are changed by so that their bits count as those of unsigned integers do. */
static void set_order(sort_shape *s, const clm_sort_order *order)
{
    const u64 sign = (u64)1 << (8 * order->key_bytes - 1);

    s->flip = order->kind == CLM_SORT_UNSIGNED ? 0 : sign;
    if (order->descending)
        s->flip = ~s->flip;
}

/* A pass's elements: where they are, and where they go. */
static void set_elements(sort_shape *s, const clm_sort_pair *to, const clm_sort_pair *from)
{
    s->from = from->keys.first;
    s->value_from = from->values.first;
    s->to = to->keys.first;
    s->value_to = to->values.first;
}

/* All passes. */
static clmodp_status run(clm_sort_work *w, const clm_sort_pair *given)
{
    clmodp_status st = CLMODP_OK;
    const clm_sort_pair own = {{&w->keys, 0}, {&w->values, 0}};
    const clm_sort_order *order = w->order;
    const u32 passes = clm_sort_passes(order, &w->shape);
    const size_t bytes = order->key_bytes + order->value_bytes;
    const double moved = 4.0 * (double)w->count * (double)bytes / sizeof(u32); /* words a pass */
    sort_shape s = {.count = w->count, .tile = w->tile, .tiles = (u32)w->tiles};

    set_order(&s, order);
    for (u32 pass = 0; pass < passes; pass++) {
        const clm_sort_pair *from = pass % 2 == 0 ? given : &own;
        const clm_sort_pair *to = pass % 2 == 0 ? &own : given;

        s.begin = clm_sort_pass_begin(order, pass, passes);
        s.bits = clm_sort_pass_begin(order, pass + 1, passes) - s.begin;
        if (w->shape.form == CLM_SORT_SPLITS)
            from = to = given;
        TRY(clm_pace_step(w->ctx, moved, (double)pass / passes));
        set_elements(&s, to, from);
        if (w->shape.form == CLM_SORT_SPLITS)
            TRY(clm_sort_splits_pass(w, given, &s));
        else
            TRY(clm_sort_tiles_pass(w, to, from, &s));
    }
    if (clm_sort_returns(order, &w->shape)) {
        set_elements(&s, given, &own);
        TRY(clm_sort_tiles_return(w, given, &own, &s));
    }
done:
    return st;
}

clmodp_status clm_sort(clmodp_context *ctx, clm_scan_range keys, clm_scan_range values,
                       size_t count, const clm_sort_order *order, clm_sort_shape shape)
{
    clmodp_status st = CLMODP_OK;
    const clm_sort_pair given = {keys, values};
    clm_sort_work w = {.ctx = ctx, .order = order, .shape = shape, .count = count};

    REQUIRE(&ctx->error, shape.bits >= 1 && shape.bits <= clm_sort_longest_digit(shape.form));
    REQUIRE(&ctx->error, shape.group > 0 && shape.run > 0);
    REQUIRE(&ctx->error, order->key_bytes == sizeof(u32) || order->key_bytes == sizeof(u64));
    REQUIRE(&ctx->error, order->value_bytes == 0 || order->value_bytes == sizeof(u32) ||
            order->value_bytes == sizeof(u64));
    REQUIRE(&ctx->error, order->begin <= order->end && order->end <= 8 * order->key_bytes);
    if (count < 2 || order->begin == order->end)
        goto done;
    TRY(create(&w, &given));
    TRY(run(&w, &given));
done:
    clm_scratch_destroy(ctx, &w.keys);
    clm_scratch_destroy(ctx, &w.values);
    clm_scratch_destroy(ctx, &w.counts);
    return st;
}

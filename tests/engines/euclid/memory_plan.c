/* Tests how work is divided: shared tiles, sizes of stripes, blocks of steps, and memory caps. */
#include "engines/euclid/memory_plan.h"

#include "core/size.h"
#include "support/context.h"

/* Returns a layout of degrees p and q in y with rows of `length` coefficients. */
static clm_row_layout shape(size_t p, size_t q, size_t length)
{
    const size_t rows = p + q + 2;

    return (clm_row_layout){.p = p, .q = q, .count = rows, .residues = rows * length,
                            .terms = rows * length, .longest = length,
                            .padded = clm_div_up(rows, 6) * length};
}

static clm_memory_plan cut(clmodp_context *context, const clm_row_layout *layout, size_t points,
                           size_t primes, clm_evaluation method)
{
    const clm_memory_work work = {.layout = layout, .points = points, .cosets = 1,
                                  .primes = primes, .results = 1, .method = method};
    clm_memory_plan plan;

    assert_int_equal(clm_memory_plan_create(context, &plan, &work), CLMODP_OK);
    assert_true(plan.method != CLM_EVALUATE_AUTO && plan.tiles > 0 && plan.primes > 0);
    assert_true(plan.primes <= primes);
    assert_int_equal(plan.lanes, clm_round_up(points, context->tuning.tile));
    assert_true(plan.value_words >=
                plan.tiles * context->tuning.tile * layout->count);
    return plan;
}

/* Opens a context with vectors of 16 and 24 compute units. */
static clmodp_context *start(void)
{
    clmodp_context *context = context_open(NULL);

    context->tuning.vector_width = context->tuning.tile = 16;
    context->tuning.stripe_bytes = (size_t)4 << 20;
    context->device.compute_units = 24;
    return context;
}

/* Primes share tiles if points do not fill whole tiles, and there are several primes. */
static void primes_share_tiles(void **state)
{
    clmodp_context *context = start();
    const clm_row_layout tall = shape(2000, 2000, 1), wide = shape(20, 16, 40);

    (void)state;
    for (size_t points = 1; points <= 40; points++) {
        const bool full = points % 16 == 0;
        const clm_memory_plan plan = cut(context, &tall, points, 1000, CLM_EVALUATE_AUTO);

        assert_int_equal(plan.method == CLM_EVALUATE_SHARED, !full);
    }
    assert_true(cut(context, &tall, 2, 8, CLM_EVALUATE_AUTO).method == CLM_EVALUATE_SHARED);
    assert_true(cut(context, &tall, 2, 1, CLM_EVALUATE_AUTO).method != CLM_EVALUATE_SHARED);
    assert_true(cut(context, &tall, 15, 1, CLM_EVALUATE_AUTO).method != CLM_EVALUATE_SHARED);
    assert_true(cut(context, &wide, 1440, 100, CLM_EVALUATE_AUTO).method != CLM_EVALUATE_SHARED);
    assert_true(cut(context, &tall, 2, 9, CLM_EVALUATE_SUMS).method == CLM_EVALUATE_SUMS);
    assert_true(cut(context, &wide, 64, 9, CLM_EVALUATE_SHARED).method == CLM_EVALUATE_SHARED);
    clmodp_context_destroy(context);
}

/* Stripes have two tiles per unit at least, if possible, of equal size, and no more than exist. */
static void stripes_feed_all_units(void **state)
{
    clmodp_context *context = start();
    const clm_row_layout tall = shape(2000, 2000, 1);

    (void)state;
    assert_int_equal(cut(context, &tall, 1, 4800, CLM_EVALUATE_AUTO).tiles, 50); /* six */
    assert_int_equal(cut(context, &tall, 1, 17, CLM_EVALUATE_AUTO).tiles, 2);
    assert_int_equal(cut(context, &tall, 3, 16, CLM_EVALUATE_AUTO).tiles, 3);
    assert_int_equal(cut(context, &tall, 17, 1, CLM_EVALUATE_AUTO).tiles, 2);
    assert_int_equal(cut(context, &tall, 1601, 5, CLM_EVALUATE_SUMS).tiles, 51); /* ten */
    assert_int_equal(cut(context, &tall, 1, 64 * 16, CLM_EVALUATE_AUTO).tiles, 64);
    clmodp_context_destroy(context);
}

/* Stripes shrink down to one tile at a time. */
static void shared_tiles_respect_the_cap(void **state)
{
    clmodp_context *context = start();
    const clm_row_layout tall = shape(2000, 2000, 1);
    const uint64_t tile = (uint64_t)tall.count * 16 * sizeof(uint32_t);
    const clm_memory_work work = {.layout = &tall, .points = 1, .cosets = 1, .primes = 4800,
                                  .results = 1};
    clm_memory_plan plan;

    (void)state;
    for (uint64_t tiles = 2; tiles <= 64; tiles *= 2) {
        context->call->max_memory = context->memory_now + tiles * tile;
        plan = cut(context, &tall, 1, 4800, CLM_EVALUATE_AUTO);
        assert_true(plan.method == CLM_EVALUATE_SHARED);
        assert_true(plan.tiles >= 1 && plan.tiles < tiles);
        assert_true(plan.tiles * tile + plan.primes * tall.count * sizeof(uint32_t) <=
                    tiles * tile);
    }
    context->call->max_memory = context->memory_now + tile;
    assert_int_equal(clm_memory_plan_create(context, &plan, &work), CLMODP_DEVICE_MEMORY);
    clmodp_context_destroy(context);
}

/* Steps take blocks if degrees are high, work is long, primes have roots of unity and memory
 * suffices. If a cap leaves too little memory for blocks, the plan is made without. */
static void blocks_take_room(void **state)
{
    clmodp_context *context = start();
    const clm_row_layout tall = shape(4000, 4000, 1), low = shape(900, 900, 1);
    const uint64_t tile = (uint64_t)tall.count * 16 * sizeof(uint32_t);
    clm_memory_work work = {.layout = &tall, .points = 1, .cosets = 1, .primes = 4800,
                            .results = 1, .roots = CLM_BLOCKS_ORDER};
    clm_memory_plan plan;
    size_t space;

    (void)state;
    clm_costs_of_machine(&context->costs, CLM_MACHINE_POCL);
    assert_int_equal(clm_memory_plan_create(context, &plan, &work), CLMODP_OK);
    space = clm_step_blocks_space(plan.blocks);
    assert_true(space > 0 && plan.blocks.order <= CLM_BLOCKS_ORDER);
    assert_true(plan.value_words >= plan.tiles * 16 * (tall.count + space));
    context->call->max_memory = context->memory_now + tile * 5 / 4;
    assert_int_equal(clm_memory_plan_create(context, &plan, &work), CLMODP_OK);
    assert_int_equal(plan.blocks.steps, 0);
    work.blocks = (clm_step_blocks){.steps = 3, .order = 8};
    assert_int_equal(clm_euclid_choose_blocks(context, &work).order, 8);
    work.roots = 4;
    assert_int_equal(clm_euclid_choose_blocks(context, &work).steps, 0);
    work.blocks = (clm_step_blocks){0};
    work.roots = CLM_BLOCKS_ORDER;
    work.primes = 1; /* not worth a program */
    assert_int_equal(clm_euclid_choose_blocks(context, &work).steps, 0);
    work.primes = 1000000;
    assert_true(clm_euclid_choose_blocks(context, &work).steps > 0);
    work.layout = &low;
    assert_int_equal(clm_euclid_choose_blocks(context, &work).steps, 0);
    clmodp_context_destroy(context);
}

TESTS(
    cmocka_unit_test(primes_share_tiles),
    cmocka_unit_test(stripes_feed_all_units),
    cmocka_unit_test(shared_tiles_respect_the_cap),
    cmocka_unit_test(blocks_take_room));

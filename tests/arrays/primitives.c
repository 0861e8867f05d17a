/* Tests cl/arrays/group.h on the device, in groups of many sizes, against loops on the host. */
#include <string.h>

#include "opencl/kernel.h"
#include "opencl/source.h"
#include "support/batch.h"
#include "support/scratch.h"

/* Maps x -> a x + b modulo 2^32, first one, then the other: associative, but not commutative. */
static const char kernel_text[] =
    "\n"
    "#define compose(f, g, factor) ((uint2)((g).x * (f).x, (g).x * (f).y + (g).y * (factor)))\n"
    "GROUP_SCAN(scan_maps, uint2, uint, compose)\n"
    "GROUP_REDUCE(reduce_maps, uint2, uint, compose)\n"
    "\n"
    "kernel void primitives_each(global uint *sums, global uint2 *prefixes,\n"
    "                            global uint2 *whole, global uint *length, global uint *list,\n"
    "                            global const uint *counts, global const uint2 *maps,\n"
    "                            local uint *words, local uint2 *pairs)\n"
    "{\n"
    "    uint t = get_local_id(0), n = get_local_size(0), id = get_global_id(0), mine, place;\n"
    "    local const uint *sum;\n"
    "    local const uint2 *prefix;\n"
    "    words[t] = counts[id];\n"
    "    sum = group_sums(words, t, n, 0);\n"
    "    sums[id] = sum[t];\n"
    "    pairs[t] = maps[id];\n"
    "    prefix = scan_maps(pairs, t, n, 1);\n"
    "    prefixes[id] = prefix[t];\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    pairs[t] = maps[id];\n"
    "    reduce_maps(pairs, t, n, 1);\n"
    "    if (t == n - 1)\n"
    "        whole[get_group_id(0)] = pairs[0];\n"
    "    mine = counts[id];\n"
    "    place = group_place(length, words, mine, t, n);\n"
    "    for (uint k = 0; k < mine; k++)\n"
    "        list[place + k] = 4 * id + k;\n"
    "}\n";

#define GROUPS 3
#define MOST 260 /* work-items a group */
#define ENTRIES 4 /* of a work-item: fewer than this */

typedef struct map {
    u32 a, b;
} map;

static map compose(map f, map g)
{
    return (map){g.a * f.a, g.a * f.b + g.b};
}

typedef struct results {
    u32 sums[GROUPS * MOST], length, list[GROUPS * MOST * ENTRIES];
    map prefixes[GROUPS * MOST], whole[GROUPS];
} results;

/* Checks prefixes and results of each group, from the first on. */
static void check_scans(const results *r, const u32 *counts, const map *maps, size_t n)
{
    for (size_t group = 0; group < GROUPS; group++) {
        map prefix = {1, 0};
        u32 sum = 0;

        for (size_t i = group * n; i < (group + 1) * n; i++) {
            sum += counts[i];
            prefix = compose(prefix, maps[i]);
            if (r->sums[i] != sum || memcmp(&r->prefixes[i], &prefix, sizeof prefix) != 0)
                fail_msg("groups of %zu, item %zu: sum %u, expected %u", n, i, r->sums[i], sum);
        }
        if (memcmp(&r->whole[group], &prefix, sizeof prefix) != 0)
            fail_msg("groups of %zu, group %zu: reduced to %u x + %u", n, group,
                     r->whole[group].a, r->whole[group].b);
    }
}

/* Checks that the list has every entry, with those of a group consecutive and in order. */
static void check_list(const results *r, const u32 *counts, size_t n)
{
    bool seen[GROUPS] = {false};
    size_t at = 0;

    for (size_t turn = 0; turn < GROUPS; turn++) {
        size_t group = 0;

        while (group < GROUPS && (seen[group] || counts[group * n] == 0 ||
                                  r->list[at] != 4 * group * n))
            group++;
        if (group == GROUPS)
            fail_msg("groups of %zu: no group begins at %zu of the list", n, at);
        seen[group] = true;
        for (size_t i = group * n; i < (group + 1) * n; i++)
            for (size_t k = 0; k < counts[i]; k++)
                assert_int_equal(r->list[at++], 4 * i + k);
    }
    assert_int_equal(r->length, at);
}

static void check(clmodp_context *ctx, const clm_kernel *each, size_t n)
{
    clm_random random = {n};
    const size_t items = GROUPS * n;
    u32 counts[GROUPS * MOST];
    map maps[GROUPS * MOST];
    results *r = calloc(1, sizeof *r);
    clm_buffer sums = {0}, prefixes = {0}, whole = {0}, length, list = {0}, of_counts, of_maps;

    assert_non_null(r);
    for (size_t i = 0; i < items; i++) { /* a group's first item has some, to identify it */
        counts[i] = (u32)clm_random_below(&random, ENTRIES - 1) + (i % n == 0);
        maps[i] = (map){(u32)clm_random_next(&random) | 1, (u32)clm_random_next(&random)};
    }
    of_counts = batch_buffer(ctx, counts, items);
    of_maps = batch_buffer(ctx, (const u32 *)maps, 2 * items);
    length = batch_buffer(ctx, &r->length, 1);
    BATCH_OK(ctx, clm_buffer_create(ctx, &sums, items, sizeof(u32)));
    BATCH_OK(ctx, clm_buffer_create(ctx, &prefixes, items, sizeof(map)));
    BATCH_OK(ctx, clm_buffer_create(ctx, &whole, GROUPS, sizeof(map)));
    BATCH_OK(ctx, clm_buffer_create(ctx, &list, items * ENTRIES, sizeof(u32)));
    BATCH_OK(ctx, clm_launch(ctx, each, items, n, ARG_OUT(&sums, items, u32),
                             ARG_OUT(&prefixes, items, map), ARG_OUT(&whole, GROUPS, map),
                             ARG_INOUT(&length, 1, u32), ARG_OUT(&list, items * ENTRIES, u32),
                             ARG_IN(&of_counts, items, u32), ARG_IN(&of_maps, items, map),
                             ARG_LOCAL((2 * n + 1) * sizeof(u32)),
                             ARG_LOCAL(2 * n * sizeof(map))));
    BATCH_OK(ctx, clm_buffer_read(ctx, &sums, 0, r->sums, items * sizeof(u32)));
    BATCH_OK(ctx, clm_buffer_read(ctx, &prefixes, 0, r->prefixes, items * sizeof(map)));
    BATCH_OK(ctx, clm_buffer_read(ctx, &whole, 0, r->whole, sizeof r->whole));
    BATCH_OK(ctx, clm_buffer_read(ctx, &length, 0, &r->length, sizeof r->length));
    assert_true(r->length <= items * ENTRIES);
    BATCH_OK(ctx, clm_buffer_read(ctx, &list, 0, r->list, r->length * sizeof(u32)));
    check_scans(r, counts, maps, n);
    check_list(r, counts, n);
    clm_buffer_destroy(ctx, &sums);
    clm_buffer_destroy(ctx, &prefixes);
    clm_buffer_destroy(ctx, &whole);
    clm_buffer_destroy(ctx, &length);
    clm_buffer_destroy(ctx, &list);
    clm_buffer_destroy(ctx, &of_counts);
    clm_buffer_destroy(ctx, &of_maps);
    free(r);
}

/* Writes each.cl to its own directory: the text of cl/arrays/group.h, then the kernel above. */
static void write_kernel(const scratch *files)
{
    clmodp_context *ctx = batch_context(0);
    char *group = NULL, *text;

    BATCH_OK(ctx, clm_source_load(&ctx->error, &group, "", ctx->kernel_dir,
                                  (const char *const[]){"arrays/group.h"}, 1, NULL));
    text = calloc(strlen(group) + sizeof kernel_text, 1);
    assert_non_null(text);
    strcat(strcpy(text, group), kernel_text);
    scratch_put(files, "each.cl", text);
    free(text);
    free(group);
    clmodp_context_destroy(ctx);
}

/* Sizes around powers of two. Each has its own context, since Oclgrind takes initialised words for
 * uninitialised when a buffer is larger than a released one before it. */
static void every_size_of_groups(void **state)
{
    static const size_t sizes[] = {1,  2,  3,  9,  32, 4,  5,  6,  7,   8,   15,  16,
                                   17, 31, 33, 63, 64, 65, 127, 128, 129, 255, 256, 257};
    const size_t count = small_tests() ? 5 : sizeof sizes / sizeof *sizes;
    scratch files;

    (void)state;
    scratch_make(&files);
    write_kernel(&files);
    for (size_t k = 0; k < count; k++) {
        clmodp_context *ctx = context_open_in(files.path, NULL);
        const clm_kernel *each = NULL;

        BATCH_OK(ctx, clm_kernel_get(ctx, &each, "each.cl", "primitives_each"));
        if (sizes[k] <= clm_kernel_most_items(ctx, each))
            check(ctx, each, sizes[k]);
        clmodp_context_destroy(ctx);
    }
    scratch_remove(&files);
}

TESTS(cmocka_unit_test(every_size_of_groups));

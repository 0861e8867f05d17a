/* Known keys, sorted with their numbers. */
#include "primitives/sort_trust.h"

#include "base/size.h"

enum { COUNT = 131 };

/* What a program is for. */
typedef struct subject {
    clm_sort_form form;
    clm_sort_order order;
} subject;

/* A key's place among others, as a number: floating point numbers are a sign and a magnitude. */
static u64 rank(u64 key, const clm_sort_order *order)
{
    const u64 sign = (u64)1 << (8 * order->key_bytes - 1);

    if (order->kind != CLM_SORT_FLOAT)
        return key;
    return (key & sign) != 0 ? sign - 1 - (key & (sign - 1)) : sign + key;
}

/* Some are equal, so that the order of values tells whether they stay in theirs. */
static u64 known_key(size_t k, const clm_sort_order *order)
{
    const u64 key = (k % 97 + 1) * UINT64_C(0x9e3779b97f4a7c15);

    return order->key_bytes == sizeof(u32) ? key >> 32 : key;
}

static void write_element(unsigned char *array, size_t k, size_t bytes, u64 element)
{
    const u32 low = (u32)element;

    memcpy(array + k * bytes, bytes == sizeof low ? (const void *)&low : &element, bytes);
}

/* The numbers of the keys in their order, by insertion. */
static void sort_numbers(size_t numbers[COUNT], const clm_sort_order *order)
{
    for (size_t k = 0; k < COUNT; k++) {
        size_t at = k;

        for (; at > 0 && rank(known_key(numbers[at - 1], order), order) >
                         rank(known_key(k, order), order); at--)
            numbers[at] = numbers[at - 1];
        numbers[at] = k;
    }
}

static clmodp_status compare(clmodp_context *ctx, const unsigned char *keys,
                             const unsigned char *values, const clm_sort_order *order)
{
    size_t numbers[COUNT];
    unsigned char expected[sizeof(u64)];

    sort_numbers(numbers, order);
    for (size_t k = 0; k < COUNT; k++) {
        write_element(expected, 0, order->key_bytes, known_key(numbers[k], order));
        if (memcmp(keys + k * order->key_bytes, expected, order->key_bytes) != 0)
            return clm_trust_wrong(ctx, "the order", "known keys");
        if (order->value_bytes == 0)
            continue;
        write_element(expected, 0, order->value_bytes, numbers[k]);
        if (memcmp(values + k * order->value_bytes, expected, order->value_bytes) != 0)
            return clm_trust_wrong(ctx, "the values", "known keys");
    }
    return CLMODP_OK;
}

/* Tiles of some 16 keys, the last of which has fewer. */
static clmodp_status check(clmodp_context *ctx, const void *argument)
{
    clmodp_status st = CLMODP_OK;
    const subject *s = argument;
    const clm_sort_order *order = &s->order;
    const size_t value_bytes = clm_size_max(order->value_bytes, 1);
    unsigned char keys[COUNT * sizeof(u64)], values[COUNT * sizeof(u64)] = {0};
    clm_buffer key_buffer = {0}, value_buffer = {0};
    clm_sort_shape shape = clm_sort_default(ctx, s->form, order);

    shape.group = clm_size_min(shape.group, 2);
    shape.run = 16 / shape.group;
    for (size_t k = 0; k < COUNT; k++) {
        write_element(keys, k, order->key_bytes, known_key(k, order));
        if (order->value_bytes > 0)
            write_element(values, k, order->value_bytes, k);
    }
    TRY(clm_buffer_create(ctx, &key_buffer, COUNT, order->key_bytes));
    TRY(clm_buffer_create(ctx, &value_buffer, COUNT, value_bytes));
    TRY(clm_buffer_write(ctx, &key_buffer, 0, keys, COUNT * order->key_bytes));
    TRY(clm_buffer_write(ctx, &value_buffer, 0, values, COUNT * value_bytes));
    TRY(clm_sort(ctx, (clm_scan_range){&key_buffer, 0}, (clm_scan_range){&value_buffer, 0}, COUNT,
                 order, shape));
    TRY(clm_buffer_read(ctx, &key_buffer, 0, keys, COUNT * order->key_bytes));
    TRY(clm_buffer_read(ctx, &value_buffer, 0, values, COUNT * value_bytes));
    TRY(compare(ctx, keys, values, order));
done:
    clm_buffer_destroy(ctx, &key_buffer);
    clm_buffer_destroy(ctx, &value_buffer);
    return st;
}

static const char *const tiles_names[] = {"primitives/sort_tiles.cl", "primitives/scan.cl"};
static const char *const splits_names[] = {"primitives/sort_splits.cl", "primitives/scan.cl"};
static const clm_kernel_files forms_files[] = {[CLM_SORT_TILES] = {tiles_names, 2},
                                               [CLM_SORT_SPLITS] = {splits_names, 2}};

/* By form, kind (0: integers, 1: floating point), bytes of keys and of values by fours. */
#define ORDER(form, floats, keys, values)                                                   \
    {form, {.kind = (floats) ? CLM_SORT_FLOAT : CLM_SORT_UNSIGNED, .key_bytes = 4 * (keys),  \
            .value_bytes = 4 * (values), .end = 32 * (keys)}}
#define KEYS(form, floats, keys) \
    {ORDER(form, floats, keys, 0), ORDER(form, floats, keys, 1), ORDER(form, floats, keys, 2)}
#define FORM(form) \
    {{KEYS(form, 0, 1), KEYS(form, 0, 2)}, {KEYS(form, 1, 1), KEYS(form, 1, 2)}}
static const subject subjects[2][2][2][3] = {FORM(CLM_SORT_TILES), FORM(CLM_SORT_SPLITS)};

#define FACT(form, name, floats, noun, keys, values)                                       \
    {#keys "-word known " noun " with " #values "-word values are sorted rightly by " name, \
     &forms_files[form], check, &subjects[form][floats][(keys) - 1][values], false}
#define FACTS(form, name, floats, noun, keys)                                     \
    {FACT(form, name, floats, noun, keys, 0), FACT(form, name, floats, noun, keys, 1), \
     FACT(form, name, floats, noun, keys, 2)}
#define FORM_FACTS(form, name)                                                          \
    {{FACTS(form, name, 0, "integers", 1), FACTS(form, name, 0, "integers", 2)},          \
     {FACTS(form, name, 1, "numbers", 1), FACTS(form, name, 1, "numbers", 2)}}

const clm_trust *clm_sort_trust(clm_sort_form form, const clm_sort_order *order)
{
    static const clm_trust facts[2][2][2][3] = {FORM_FACTS(CLM_SORT_TILES, "tiles"),
                                                FORM_FACTS(CLM_SORT_SPLITS, "splits")};

    return &facts[form][order->kind == CLM_SORT_FLOAT][order->key_bytes / sizeof(u32) - 1]
                 [order->value_bytes / sizeof(u32)];
}

/* Tests clm_move against copies on the host: forwards and backwards, negated and reduced. */
#include "fpx/batch/move.h"

#include "support/batch.h"

#define WORDS 40
#define PRIME 7u

/* Returns the expected word k of the target, which held 100 + k; the source holds k * k. */
static u32 expected(move_piece s, u32 k)
{
    u32 from, v;

    if (k < s.to || k >= s.to + s.count)
        return 100 + k;
    from = s.reversed ? s.from - (k - s.to) : s.from + (k - s.to);
    v = from * from;
    if (s.reduced)
        v %= PRIME;
    return s.negated && v != 0 ? PRIME - v : v;
}

static void test_pieces(void **state)
{
    static const move_piece pieces[] = {
        {.count = WORDS},
        {.to = 3, .from = 5, .count = 20},
        {.to = 39, .from = 39, .count = 1},
        {.to = 1, .from = 30, .count = 31, .reversed = true},
        {.to = 2, .from = 7, .count = 17, .reduced = true, .p = PRIME},
        {.to = 2, .from = 0, .count = 17, .reduced = true, .negated = true, .p = PRIME},
    };

    (void)state;
    for (size_t k = 0; k < sizeof pieces / sizeof *pieces; k++) {
        clmodp_context *ctx = context_open(NULL);
        u32 source[WORDS], target[WORDS];
        clm_buffer in, out;

        for (u32 i = 0; i < WORDS; i++) {
            source[i] = i * i;
            target[i] = 100 + i;
        }
        in = device_words(ctx, source, WORDS);
        out = device_words(ctx, target, WORDS);
        BATCH_OK(ctx, clm_move(ctx, &out, &in, pieces[k]));
        BATCH_OK(ctx, clm_buffer_read(ctx, &out, 0, target, sizeof target));
        for (u32 i = 0; i < WORDS; i++)
            assert_int_equal(target[i], expected(pieces[k], i));
        clm_buffer_destroy(ctx, &out);
        clm_buffer_destroy(ctx, &in);
        clmodp_context_destroy(ctx);
    }
}

static void test_wrong(void **state)
{
    clmodp_context *ctx = context_open(NULL);
    const u32 words[4] = {1, 2, 3, 4};
    clm_buffer in = device_words(ctx, words, 4), out = device_words(ctx, words, 4);

    (void)state;
    assert_int_equal(clm_move(ctx, &out, &in, (move_piece){.count = 5}), CLMODP_INVALID);
    assert_int_equal(clm_move(ctx, &out, &in, (move_piece){.to = 2, .count = 3}), CLMODP_INVALID);
    assert_int_equal(clm_move(ctx, &out, &in, (move_piece){.from = 2, .count = 3}),
                     CLMODP_INVALID);
    assert_int_equal(clm_move(ctx, &out, &in,
                              (move_piece){.from = 4, .count = 3, .reversed = true}),
                     CLMODP_INVALID);
    BATCH_OK(ctx, clm_move_poly(ctx, &out, 2, (clm_poly){&in, 2}));
    clm_buffer_destroy(ctx, &out);
    clm_buffer_destroy(ctx, &in);
    clmodp_context_destroy(ctx);
}

TESTS(
    cmocka_unit_test(test_pieces),
    cmocka_unit_test(test_wrong));

/* Tests of merge sort at sizes around tiles and parts, with all numbers of chains. */
#include "cl/studies/merge_sort_shape.h"
#include "problems/chunk.h"
#include "studies/questions.h"

static const study *const subject = &study_merge_sort;

enum { KEYS }; /* of a problem's buffers */

static void random_keys(void **state)
{
    static const size_t sizes[] = {
        1, MERGE_SHORT + 1, MERGE_PART + 1, MERGE_TILE + 1, 2, MERGE_SHORT - 1, MERGE_SHORT,
        2 * MERGE_SHORT + 1, MERGE_TILE_PART, MERGE_PART - 1, MERGE_PART, MERGE_TILE - 1,
        MERGE_TILE, 2 * MERGE_TILE, 2 * MERGE_TILE + 1, 3 * MERGE_TILE + MERGE_PART, 50000};

    check_sizes(state, subject, sizes, small_tests() ? 3 : sizeof sizes / sizeof *sizes);
}

/* Keys in order, in reverse, and all equal to the greatest key. */
static void keys_in_order(void **state)
{
    enum { N = MERGE_TILE + MERGE_PART + 7 };

    for (int kind = 0; kind < (small_tests() ? 1 : 3); kind++) {
        study_problem p = {.n = N};
        u32 *keys, *expected;

        p.ctx = *state = context_again(*state);
        device_must(p.ctx, subject->create(&p));
        keys = p.input;
        expected = p.expected;
        for (u32 k = 0; k < N; k++) {
            expected[k] = kind == 2 ? UINT32_MAX : k;
            keys[kind == 1 ? N - 1 - k : k] = expected[k];
        }
        device_must(p.ctx, clm_buffer_write(p.ctx, &p.buffers[KEYS], 0, keys, N * sizeof *keys));
        check_all_questions(subject, &p);
        study_problem_clear(&p);
    }
}

TESTS(
    WITH_CONTEXT(random_keys),
    WITH_CONTEXT(keys_in_order));

/* Tests of list ranking, in both forms and with all numbers of chains. */
#include "problems/chunk.h"
#include "studies/questions.h"

static const study *const subject = &study_list_ranking;

/* Buffers of a problem, in the study's order. */
enum { LIST, RANKS };

/* One node; one part, one less, one more; several parts, and one node more. */
static void random_lists(void **state)
{
    static const size_t sizes[] = {1, 3, 257, 600, 2, 255, 256, 512, 1025, 5000};

    check_sizes(state, subject, sizes, small_tests() ? 2 : sizeof sizes / sizeof *sizes);
}

/* Lists in the order of memory, and in reverse, beginning at the first or the last node. */
static void lists_in_order(void **state)
{
    enum { MOST = 700 };
    const u32 n = small_tests() ? 257 : MOST; /* two parts and three */

    for (int backwards = small_tests(); backwards < 2; backwards++) {
        study_problem p = {.n = n};
        u32 next[MOST], *ranks;

        p.ctx = *state = context_again(*state);
        device_must(p.ctx, subject->create(&p));
        ranks = p.expected;
        for (u32 k = 0; k < n; k++) {
            next[k] = backwards ? k - (k > 0) : k + (k + 1 < n);
            ranks[k] = backwards ? k : n - 1 - k;
        }
        *(u32 *)p.input = backwards ? n - 1 : 0;
        device_must(p.ctx, clm_buffer_write(p.ctx, &p.buffers[LIST], 0, next, n * sizeof *next));
        check_all_questions(subject, &p);
        study_problem_clear(&p);
    }
}

static void wrong_ranks_are_seen(void **state)
{
    study_problem p = {.ctx = *state, .n = 100};
    const study_question q = {0, 100, 1, 0, 0};
    const u32 wrong = 1000;

    device_must(p.ctx, subject->create(&p));
    device_must(p.ctx, subject->run(&p, &q));
    device_must(p.ctx, clm_buffer_write(p.ctx, &p.buffers[RANKS], 7 * sizeof wrong, &wrong,
                                        sizeof wrong));
    assert_int_equal(subject->check(&p, &q), CLMODP_CORRUPT);
    clm_error_clear(&p.ctx->error);
    study_problem_clear(&p);
}

TESTS(
    WITH_CONTEXT(random_lists),
    WITH_CONTEXT(lists_in_order),
    WITH_CONTEXT(wrong_ranks_are_seen));

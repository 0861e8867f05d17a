/* Tests of shortest paths at sizes around tiles, with all sizes of tiles and numbers of chains. */
#include "cl/studies/all_pairs_shape.h"
#include "problems/chunk.h"
#include "studies/questions.h"

static const study *const subject = &study_all_pairs;

enum { INPUT }; /* of a problem's buffers */

static void random_graphs(void **state)
{
    static const size_t sizes[] = {1, 17, 33, 2, 31, 32, 63, 64, 127, 128, 129};

    check_sizes(state, subject, sizes, small_tests() ? 2 : sizeof sizes / sizeof *sizes);
}

/* A directed path through all nodes, and parts of it: distances exceed those found by two
 * squarings, and some nodes are not connected. */
static void paths(void **state)
{
    enum { N = 30, PARTS = 3, ROWS = 32, PITCH = ROWS + PAIRS_CHUNK };
    static u32 matrix[ROWS * PITCH];
    study_problem p = {.ctx = *state, .n = N};
    u32 *expected;

    device_must(p.ctx, subject->create(&p));
    expected = p.expected;
    for (size_t k = 0; k < ROWS * PITCH; k++)
        matrix[k] = PAIRS_INFINITY;
    for (size_t i = 0; i < N; i++)
        for (size_t j = 0; j < N; j++) {
            const bool before = i <= j && i % PARTS == j % PARTS;

            expected[i * N + j] = before ? (u32)(5 * (j - i)) : PAIRS_INFINITY;
            if (before && j - i <= PARTS)
                matrix[i * PITCH + j] = expected[i * N + j];
        }
    *(u32 *)p.input = 4; /* squarings: for paths of up to 10 edges */
    device_must(p.ctx, clm_buffer_write(p.ctx, &p.buffers[INPUT], 0, matrix, sizeof matrix));
    check_all_questions(subject, &p);
    study_problem_clear(&p);
}

static void wrong_distances_are_seen(void **state)
{
    enum { N = 20 };
    study_problem p = {.ctx = *state, .n = N};
    const study_question q = {.n = N, .T = 1, .Z = subject->Z_from};

    device_must(p.ctx, subject->create(&p));
    device_must(p.ctx, subject->run(&p, &q));
    ((u32 *)p.expected)[N * N - 1]++;
    assert_int_equal(subject->check(&p, &q), CLMODP_CORRUPT);
    clm_error_clear(&p.ctx->error);
    study_problem_clear(&p);
}

TESTS(
    WITH_CONTEXT(random_graphs),
    WITH_CONTEXT(paths),
    WITH_CONTEXT(wrong_distances_are_seen));

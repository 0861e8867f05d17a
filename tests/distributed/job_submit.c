/* Tests of submitting jobs: one file has the plan and the application's note, one caller creates
 * it, and other problems are rejected. */
#include "support/job.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "distributed/bytes.h"
#include "support/assertions.h"
#include "support/polynomials.h"
#include "support/scratch.h"
#include "support/small.h"

static void put_digest(unsigned char *bytes, size_t size)
{
    clm_digest(bytes + size - CLMODP_PLAN_DIGEST, bytes, size - CLMODP_PLAN_DIGEST);
}

/* Jobs and plans of unknown versions are rejected, and not overwritten. */
static void other_versions_are_refused(void **state)
{
    enum { HEAD = 16 }; /* bytes before a plan that has no note */
    static const struct {
        size_t place;
        int value;
    } changes[] = {{HEAD + 8, 0}, {HEAD + 8, CLMODP_PLAN_VERSION - 1},
                   {HEAD + 8, CLMODP_PLAN_VERSION + 1}, {HEAD + 8, 250}, {6, 'K'}, {15, 255}};
    clmodp_context *context = host_context();
    unsigned char bytes[1 << 14];
    test_job j;

    (void)state;
    test_job_submit(&j, context, 14);
    for (size_t k = 0; k < sizeof changes / sizeof *changes; k++) {
        FILE *file = fopen(job_path(&j, "plan"), "r+b");
        size_t size;

        assert_non_null(file);
        size = fread(bytes, 1, sizeof bytes, file);
        assert_true(size > 64 && size < sizeof bytes);
        bytes[changes[k].place] = (unsigned char)changes[k].value;
        put_digest(bytes + HEAD, size - HEAD - CLMODP_PLAN_DIGEST); /* of the plan */
        put_digest(bytes, size);
        rewind(file);
        assert_int_equal(fwrite(bytes, 1, size, file), size);
        assert_int_equal(fclose(file), 0);
        assert_int_equal(clmodp_job_work(context, NULL, j.folder, NULL), CLMODP_DAMAGED);
        assert_non_null(strstr(clmodp_context_message(context), "another version"));
        assert_int_equal(clmodp_job_create(context, j.folder, j.plan, NULL, 0), CLMODP_INVALID);
        assert_non_null(strstr(clmodp_context_message(context), "another plan"));
    }
    test_job_end(&j);
    clmodp_context_destroy(context);
}

static void expect_note(clmodp_context *context, const test_job *j, const char *expected)
{
    void *note;
    size_t size;

    assert_int_equal(clmodp_job_note(context, &note, &size, j->folder), CLMODP_OK);
    assert_int_equal(size, strlen(expected));
    if (size > 0)
        assert_memory_equal(note, expected, size);
    clmodp_job_note_free(note);
}

/* Another note means another problem. One file has plan and note, so they cannot be mixed up. */
static void a_note_belongs_to_its_plan(void **state)
{
    static const char *const others[] = {"x, z", "x, y ", "x, ", ""};
    clmodp_context *context = host_context();
    clmodp_zx *r = zx_new();
    char from[2 * JOB_PATH];
    test_job j, other;

    (void)state;
    test_job_begin(&j, context, 15);
    test_job_begin(&other, context, 16);
    assert_int_equal(clmodp_job_create(context, j.folder, j.plan, "x, y", 4), CLMODP_OK);
    for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
        assert_int_equal(clmodp_job_create(context, j.folder, j.plan, others[k],
                                           strlen(others[k])), CLMODP_INVALID);
        assert_non_null(strstr(clmodp_context_message(context), "another plan or note"));
        expect_note(context, &j, "x, y");
    }
    assert_int_equal(clmodp_job_create(context, j.folder, j.plan, "x, y", 4), CLMODP_OK);
    work_all(context, &j, j.units);
    expect_result(context, &j);

    assert_int_equal(clmodp_job_create(context, other.folder, other.plan, "b", 1), CLMODP_OK);
    (void)snprintf(from, sizeof from, "%s", job_path(&other, "plan"));
    assert_int_equal(rename(from, job_path(&j, "plan")), 0);
    expect_note(context, &j, "b");
    while (clmodp_job_finish(context, r, NULL, NULL, j.folder) != CLMODP_OK)
        assert_int_equal(clmodp_job_work(context, NULL, j.folder, NULL), CLMODP_OK);
    assert_true(clmodp_zx_equal(r, other.expected));
    clmodp_zx_destroy(r);
    test_job_end(&other);
    test_job_end(&j);
    clmodp_context_destroy(context);
}

typedef struct submission {
    pthread_barrier_t *start;
    const char *folder, *note;
    const test_job *job;
    clmodp_status status;
} submission;

static void *submit(void *argument)
{
    submission *s = argument;
    clmodp_context *context = host_context();

    (void)pthread_barrier_wait(s->start);
    s->status = clmodp_job_create(context, s->folder, s->job->plan, s->note, strlen(s->note));
    clmodp_context_destroy(context);
    return NULL;
}

/* Prepares, by turns, no folder, an empty folder, and a folder with a damaged plan. */
static void make_place(const test_job *j, uint64_t turn)
{
    if (turn % 3 > 0)
        assert_int_equal(mkdir(j->folder, S_IRWXU), 0);
    if (turn % 3 > 1)
        file_write(job_path(j, "plan"), "clmodp", 6);
}

/* Of concurrent submits one creates the folder; the same problem joins, others are rejected. */
static void one_of_many_submits_wins(void **state)
{
    clmodp_context *context = host_context();
    pthread_barrier_t start;
    pthread_t threads[3];
    test_job j, other;

    (void)state;
    test_job_begin(&j, context, 17);
    test_job_begin_large(&other, context, 18, 4, 1);
    assert_int_equal(pthread_barrier_init(&start, NULL, 3), 0);
    for (uint64_t turn = 0; turn < random_cases(60); turn++) {
        submission s[3] = {{&start, j.folder, "x, y", &j, CLMODP_OK},
                           {&start, j.folder, "a, b", &j, CLMODP_OK},
                           {&start, j.folder, "x, y", &other, CLMODP_OK}};
        size_t winner = 3;

        if (turn % 4 == 3)
            s[2] = s[0];
        make_place(&j, turn);
        for (size_t k = 0; k < 3; k++)
            assert_int_equal(pthread_create(&threads[k], NULL, submit, &s[k]), 0);
        for (size_t k = 0; k < 3; k++)
            assert_int_equal(pthread_join(threads[k], NULL), 0);
        for (size_t k = 0; k < 3; k++) {
            if (s[k].status == CLMODP_OK) {
                assert_true(winner == 3 || (s[k].job == s[winner].job &&
                                            strcmp(s[k].note, s[winner].note) == 0));
                winner = k;
            } else {
                assert_int_equal(s[k].status, CLMODP_INVALID);
            }
        }
        assert_true(winner < 3);
        expect_note(context, &j, s[winner].note);
        work_all(context, &j, s[winner].job->units);
        if (s[winner].job == &j)
            expect_result(context, &j);
        test_job_empty(&j);
    }
    (void)pthread_barrier_destroy(&start);
    test_job_end(&other);
    test_job_end(&j);
    clmodp_context_destroy(context);
}

TESTS(
    cmocka_unit_test(a_note_belongs_to_its_plan),
    cmocka_unit_test(one_of_many_submits_wins),
    cmocka_unit_test(other_versions_are_refused));

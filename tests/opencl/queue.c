/* Tests the commands of a queue: waits, failures, times, and the throttle. */
#include <string.h>

#include "core/size.h"
#include "opencl/kernel.h"
#include "opencl/queue.h"
#include "support/context.h"
#include "support/faults.h"
#include "support/scratch.h"
#include "support/skip.h"

#define WORDS 64

static const char text[] = "__kernel void count_up(__global uint *a, uint times)\n"
                           "{\n"
                           "    for (uint k = 0; k < times; k++)\n"
                           "        a[get_global_id(0)] = a[get_global_id(0)] * 5 + 1;\n"
                           "}\n"
                           "__kernel void count_down(__global uint *a)\n"
                           "{\n"
                           "    a[get_global_id(0)]--;\n"
                           "}\n";

typedef struct fixture {
    scratch files;
    clmodp_context *ctx;
    const clm_kernel *up, *down;
    clm_buffer words;
} fixture;

static void make_buffer(clmodp_context *ctx, clm_buffer *out)
{
    const size_t words = clm_round_up(WORDS, ctx->tuning.group);

    assert_int_equal(clm_buffer_create(ctx, out, words, sizeof(uint32_t)), CLMODP_OK);
    assert_int_equal(clm_buffer_fill(ctx, out, 0, words), CLMODP_OK);
    assert_int_equal(clm_finish(ctx), CLMODP_OK);
}

static int set_up(void **state)
{
    static fixture f;

    scratch_make(&f.files);
    scratch_put(&f.files, "queue.cl", text);
    f.ctx = context_open_in(f.files.path, "");
    assert_int_equal(clm_kernel_get(f.ctx, &f.up, "queue.cl", "count_up"), CLMODP_OK);
    assert_int_equal(clm_kernel_get(f.ctx, &f.down, "queue.cl", "count_down"), CLMODP_OK);
    make_buffer(f.ctx, &f.words);
    *state = &f;
    return 0;
}

static int tear_down(void **state)
{
    fixture *f = *state;

    clm_buffer_destroy(f->ctx, &f->words);
    clmodp_context_destroy(f->ctx);
    scratch_remove(&f->files);
    return fault_events() == 0 && fault_references() == 0 ? 0 : -1;
}

static clmodp_status count_up(fixture *f, uint32_t times)
{
    return clm_launch(f->ctx, f->up, WORDS, 0, ARG_INOUT(&f->words, WORDS, uint32_t),
                      ARG_U32(times));
}

static clmodp_status count_down(fixture *f)
{
    return clm_launch(f->ctx, f->down, WORDS, 0, ARG_INOUT(&f->words, WORDS, uint32_t));
}

static uint32_t first_word(fixture *f)
{
    uint32_t word = 0;

    assert_int_equal(clm_buffer_read(f->ctx, &f->words, 0, &word, sizeof word), CLMODP_OK);
    return word;
}

static void set_words(fixture *f, uint32_t value)
{
    assert_int_equal(clm_buffer_fill(f->ctx, &f->words, value, WORDS), CLMODP_OK);
    assert_int_equal(clm_finish(f->ctx), CLMODP_OK);
}

static size_t under_way(const fixture *f)
{
    return (size_t)(f->ctx->pending->made - f->ctx->pending->done);
}

/* A source may be overwritten at once, and small writes do not wait. */
static void sources_are_the_callers_again(void **state)
{
    fixture *f = *state;
    static uint32_t words[CLM_COPIES_BYTES / sizeof(uint32_t)], back[WORDS];
    clm_buffer large = {0};

    SKIP_UNLESS(fault_layer_works(), FAULT_LAYER_MISSING);
    assert_int_equal(clm_buffer_create(f->ctx, &large, 2 * CLM_COPIES_BYTES, 1), CLMODP_OK);
    fault_traffic_begin();
    for (uint32_t k = 0; k < WORDS; k++) {
        const uint32_t word = 100 + k;

        assert_int_equal(clm_buffer_write(f->ctx, &f->words, k * sizeof word, &word, sizeof word),
                         CLMODP_OK);
    }
    assert_int_equal(fault_traffic_end().waits, 0);
    assert_int_equal(clm_buffer_read(f->ctx, &f->words, 0, back, sizeof back), CLMODP_OK);
    for (uint32_t k = 0; k < WORDS; k++)
        assert_int_equal(back[k], 100 + k);

    /* Fills the memory for copies, and writes once more, which waits. If blocking writes return
     * while earlier ones are still running (Intel's runtime), they wait for these, too. */
    fault_traffic_begin();
    for (uint32_t k = 0; k < 2; k++) {
        size_t waits;

        memset(words, (int)(k + 1), sizeof words);
        assert_int_equal(clm_buffer_write(f->ctx, &large, k * sizeof words, words, sizeof words),
                         CLMODP_OK);
        waits = fault_traffic_end().waits;
        assert_true(waits >= k && waits <= 2 * k);
    }
    memset(words, 0, sizeof words);
    for (uint32_t k = 0; k < 2; k++) {
        assert_int_equal(clm_buffer_read(f->ctx, &large, k * sizeof words, back, sizeof back),
                         CLMODP_OK);
        assert_int_equal(back[WORDS - 1], 0x01010101 * (k + 1));
    }
    clm_buffer_destroy(f->ctx, &large);
}

/* The message names the kernel whose event reports a failure, whichever call waits for it. */
static void a_failing_launch_is_named(void **state)
{
    fixture *f = *state;
    uint32_t word;

    SKIP_UNLESS(fault_layer_works(), FAULT_LAYER_MISSING);
    for (int way = 0; way < 3; way++) {
        clmodp_status st;

        set_words(f, 1);
        fault_fail_event(2);
        assert_int_equal(count_up(f, 1), CLMODP_OK);
        assert_int_equal(count_down(f), CLMODP_OK);
        assert_int_equal(count_up(f, 1), CLMODP_OK);
        st = way == 0   ? clm_finish(f->ctx)
             : way == 1 ? clm_buffer_read(f->ctx, &f->words, 0, &word, sizeof word)
                        : clm_queue_wait(f->ctx, f->ctx->pending->made);
        fault_fail_event(0);
        assert_int_equal(st, CLMODP_DEVICE);
        assert_non_null(strstr(clmodp_context_message(f->ctx), "count_down failed with "
                                                               "CL_INVALID_OPERATION"));
        assert_int_equal(under_way(f), 0);
        assert_int_equal(first_word(f), 26); /* the context still works */
    }
    /* The waiting call fails because of it. */
    assert_int_equal(count_down(f), CLMODP_OK);
    fault_fail_event(1);
    fault_arm(FAULT_OPENCL, 1);
    assert_int_equal(clm_finish(f->ctx), CLMODP_DEVICE);
    (void)fault_disarm(FAULT_OPENCL);
    fault_fail_event(0);
    assert_non_null(strstr(clmodp_context_message(f->ctx), "count_down failed with "));
    clm_queue_settle(f->ctx);
    assert_int_equal(under_way(f), 0);
}

/* More commands than the queue's list holds can be enqueued without explicit waits. */
static void any_number_can_be_enqueued(void **state)
{
    fixture *f = *state;

    set_words(f, 5 * CLM_MOST_COMMANDS);
    for (size_t k = 0; k < 3 * CLM_MOST_COMMANDS; k++) {
        assert_int_equal(count_down(f), CLMODP_OK);
        assert_true(under_way(f) <= CLM_MOST_COMMANDS);
    }
    assert_int_equal(first_word(f), 2 * CLM_MOST_COMMANDS);
    assert_int_equal(under_way(f), 0);
}

/* Times are added to labels if a call requests them, and reported once. */
static void times_go_to_labels(void **state)
{
    fixture *f = *state;
    double seconds[4] = {0};

    assert_true(f->ctx->pending->ours && !f->ctx->pending->profiled);
    f->ctx->call->timed = true;
    assert_int_equal(clm_context_open(f->ctx), CLMODP_OK);
    assert_true(f->ctx->pending->profiled);
    clm_queue_label(f->ctx, 2);
    assert_int_equal(count_up(f, 1000), CLMODP_OK);
    f->ctx->call->timed = false;
    clm_queue_label(f->ctx, 1);
    assert_int_equal(count_up(f, 1000), CLMODP_OK);
    clm_queue_label(f->ctx, CLM_NO_LABEL);
    assert_int_equal(clm_finish(f->ctx), CLMODP_OK);
    assert_true(clm_queue_waits(f->ctx) > 0);
    assert_true(clm_queue_take(f->ctx, seconds, 4));
    assert_true(seconds[2] > 0);
    assert_true(seconds[0] == 0 && seconds[1] == 0 && seconds[3] == 0);
    memset(seconds, 0, sizeof seconds);
    assert_true(clm_queue_take(f->ctx, seconds, 4));
    assert_true(seconds[2] == 0);
}

/* A queue without profiling works like any other. */
static void an_adopted_queue_may_tell_no_times(void **state)
{
    fixture *f = *state;
    cl_int code;
    cl_command_queue queue = clCreateCommandQueue(f->ctx->cl, f->ctx->cl_device, 0, &code);
    clmodp_context *ctx = NULL;
    clm_buffer words = {0};
    double seconds[4] = {0};

    assert_int_equal(code, CL_SUCCESS);
    assert_int_equal(clmodp_context_create_from_queue(&ctx, queue, NULL, NULL, 0), CLMODP_OK);
    assert_int_equal(clReleaseCommandQueue(queue), CL_SUCCESS);
    ctx->call->timed = true;
    assert_int_equal(clm_context_open(ctx), CLMODP_OK);
    assert_ptr_equal(ctx->queue, queue);
    clm_queue_label(ctx, 2);
    make_buffer(ctx, &words);
    assert_false(clm_queue_take(ctx, seconds, 4));
    assert_true(seconds[2] == 0);
    clm_buffer_destroy(ctx, &words);
    clmodp_context_destroy(ctx);
}

/* Calls of a progress callback. */
typedef struct told {
    double fraction;
    int calls, stop_at;
} told;

static int listen(void *user, double fraction)
{
    told *t = user;

    assert_true(t->calls == 0 || fraction >= t->fraction);
    t->fraction = fraction;
    return ++t->calls == t->stop_at;
}

/* Batches with a long predicted time run one at a time; progress reports completed batches. */
static void long_batches_wait_for_each_other(void **state)
{
    fixture *f = *state;
    told t = {0};

    set_words(f, 0);
    clmodp_context_set_progress(f->ctx, listen, &t);
    for (int k = 0; k < 10; k++) {
        assert_int_equal(clm_throttle_begin_batch(f->ctx, 1e6, k / 10.0), CLMODP_OK);
        assert_int_equal(under_way(f), 0);
        assert_true(t.fraction == k / 10.0);
        assert_int_equal(count_up(f, 1), CLMODP_OK);
    }
    assert_int_equal(t.calls, 10);
    t.stop_at = 11;
    assert_int_equal(clm_throttle_begin_batch(f->ctx, 1, 1), CLMODP_CANCELLED);
    clmodp_context_set_progress(f->ctx, NULL, NULL);
    assert_int_equal(first_word(f), 2441406);
}

/* With short predicted times as many batches as possible are queued, and progress reports
 * completed batches, not enqueued ones. */
static void short_batches_do_not_wait(void **state)
{
    fixture *f = *state;
    told t = {0};

    SKIP_UNLESS(fault_layer_works(), FAULT_LAYER_MISSING);
    set_words(f, 0);
    clmodp_context_set_progress(f->ctx, listen, &t);
    fault_traffic_begin();
    for (int k = 0; k < 3 * CLM_MOST_BATCHES; k++) {
        const clm_throttle *p = &f->ctx->pending->throttle;

        assert_int_equal(clm_throttle_begin_batch(f->ctx, 1e-12, k), CLMODP_OK);
        if (k == 8) /* corrected by at most 2^8 so far */
            assert_int_equal(fault_traffic_end().waits, 0);
        assert_true(p->made - p->done < CLM_MOST_BATCHES);
        assert_true(p->made == p->done ? p->reached == k : p->reached < k);
        assert_int_equal(count_down(f), CLMODP_OK);
    }
    clmodp_context_set_progress(f->ctx, NULL, NULL);
    assert_int_equal(first_word(f), (uint32_t)-3 * CLM_MOST_BATCHES);
}

/* Measured times correct predictions, by at most a factor of 2 for each batch. */
static void predictions_are_corrected(void **state)
{
    fixture *f = *state;
    const clm_throttle *p = &f->ctx->pending->throttle;
    double before;

    clm_queue_label(f->ctx, 5);
    for (int k = 0; k < 8; k++) {
        before = p->seen[5].factor;
        assert_int_equal(clm_throttle_begin_batch(f->ctx, 1e3, 0), CLMODP_OK);
        assert_int_equal(count_down(f), CLMODP_OK);
        assert_int_equal(clm_finish(f->ctx), CLMODP_OK);
        assert_true(p->seen[5].factor == (k == 0 ? 1 : before) / 2);
        assert_true(p->seen[5].sure);
    }
    before = p->seen[5].factor;
    assert_int_equal(clm_throttle_begin_batch(f->ctx, 1e-12, 0), CLMODP_OK);
    assert_int_equal(count_down(f), CLMODP_OK);
    assert_int_equal(clm_finish(f->ctx), CLMODP_OK);
    assert_true(p->seen[5].factor == 2 * before);
    assert_false(p->seen[5].sure);
    clm_queue_label(f->ctx, CLM_NO_LABEL);
}

TESTS_BETWEEN(set_up, tear_down,
    cmocka_unit_test(sources_are_the_callers_again),
    cmocka_unit_test(a_failing_launch_is_named),
    cmocka_unit_test(any_number_can_be_enqueued),
    cmocka_unit_test(times_go_to_labels),
    cmocka_unit_test(an_adopted_queue_may_tell_no_times),
    cmocka_unit_test(long_batches_wait_for_each_other),
    cmocka_unit_test(short_batches_do_not_wait),
    cmocka_unit_test(predictions_are_corrected));

/* Computes a batch by a task pool. A task is some lines, after the number of earlier lines as
 * text. A result is the printed text after a head: the numbers of problems and of failures, an
 * exit status, nanoseconds, and the lengths of the error message and the text for stderr, which
 * come next. */
#include "cli/distributed/distributed.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/batch/batch.h"
#include "cli/environment.h"
#include "cli/progress.h"

#define MOST_BYTES ((size_t)1 << 24)
#define HEAD_SIZE 160 /* six numbers and blanks */

/* ---- reading tasks and printing results ---- */

typedef struct feeder {
    task_workers workers;     /* first: the only one in a computing rank */
    lines in;
    size_t most;          /* lines of a task */
    size_t total, failed; /* problems so far */
    failure *why;         /* the error ending the batch */
    int code;
} feeder;

/* Gathers up to `most` available lines; with `wait`, at least one. *ended: no more lines follow.
 * Returns whether there are any. */
static bool gather_task(feeder *f, text_buffer *t, bool wait, bool *ended)
{
    lines_state state = LINES_ONE;
    size_t count = 0;

    cli_text_count(t, f->in.number);
    cli_text_string(t, "\n");
    while (count < f->most && t->length < MOST_BYTES) {
        const char *line;
        size_t length;

        state = cli_lines_next(&f->in, wait && count == 0, &line, &length);
        if (state != LINES_ONE)
            break;
        cli_text_put(t, line, length);
        cli_text_string(t, "\n");
        count++;
    }
    *ended = count == 0 && state != LINES_LATER;
    if (state == LINES_FAILED)
        f->code = cli_lines_fail(&f->in, f->why);
    return count > 0;
}

static clmodp_status next_lines(void *user, int wait, void **task, size_t *size, int *ended)
{
    feeder *f = user;
    text_buffer t = {.to = NULL};
    bool last = true;
    const bool some = !cli_interrupted() && gather_task(f, &t, wait != 0, &last);
    const bool failed = t.failed;

    *task = NULL;
    *ended = last;
    if (f->code == EXIT_OK && some && !failed) {
        *task = t.bytes;
        *size = t.length;
    } else {
        cli_text_clear(&t);
    }
    if (failed)
        return CLMODP_HOST_MEMORY;
    return f->code == EXIT_OK ? CLMODP_OK : CLMODP_FILE;
}

/* The head of a result. */
typedef struct result_head {
    size_t total, failed;
    int code;
    uint64_t nanoseconds;
    size_t why, said; /* the rest need not end with a zero */
} result_head;

static bool read_result_head(result_head *h, const char **rest, const char *text, size_t size)
{
    const char *end = memchr(text, '\n', size);
    char line[HEAD_SIZE];
    size_t left;

    if (end == NULL || (size_t)(end - text) >= sizeof line)
        return false;
    memcpy(line, text, (size_t)(end - text)); /* what follows need not end with a zero */
    line[end - text] = '\0';
    if (sscanf(line, "%zu %zu %d %" SCNu64 " %zu %zu", &h->total, &h->failed, &h->code,
               &h->nanoseconds, &h->why, &h->said) != 6)
        return false;
    *rest = end + 1;
    left = size - (size_t)(*rest - text);
    return h->why <= left && h->said <= left - h->why;
}

static clmodp_status take_printed(void *user, const void *result, size_t size)
{
    feeder *f = user;
    const char *text = result, *why;
    result_head h;

    if (!read_result_head(&h, &why, text, size))
        return CLMODP_CORRUPT;
    f->total += h.total;
    f->failed += h.failed;
    f->most = cli_batch_next_size(f->most, (double)h.nanoseconds / 1e9);
    (void)fwrite(why + h.why + h.said, 1, size - (size_t)(why + h.why + h.said - text), stdout);
    f->code = cli_output_flush(f->why);
    (void)fwrite(why + h.why, 1, h.said, stderr);
    if (f->code == EXIT_OK && h.code != EXIT_OK)
        f->code = cli_fail(f->why, h.code, "%.*s", (int)h.why, why);
    return f->code == EXIT_OK ? CLMODP_OK : CLMODP_FILE;
}

/* ---- computing tasks ---- */

/* Joins a head and the texts for stdout and stderr in memory of malloc. */
static clmodp_status collect_result(void **result, size_t *size, const result_head *h,
                                    const char *why, const char *said, const char *printed,
                                    size_t printed_size)
{
    text_buffer t = {.to = NULL};

    cli_text_printf(&t, "%zu %zu %d %" PRIu64 " %zu %zu\n", h->total, h->failed, h->code,
                    h->nanoseconds, h->why, h->said);
    cli_text_put(&t, why, h->why);
    cli_text_put(&t, said, h->said);
    cli_text_put(&t, printed, printed_size);
    if (t.failed) {
        cli_text_clear(&t);
        return CLMODP_HOST_MEMORY;
    }
    *result = t.bytes;
    *size = t.length;
    return CLMODP_OK;
}

/* Computes lines with a block printing to memory. */
static clmodp_status compute_task(block *b, lines *in, void **result, size_t *result_size)
{
    const double began = cli_clock();
    clmodp_status st = CLMODP_HOST_MEMORY;
    char *printed = NULL, *said = NULL;
    size_t printed_size = 0, said_size = 0;
    failure why;
    result_head h = {0};

    b->printer.answers = open_memstream(&printed, &printed_size);
    b->printer.statistics = open_memstream(&said, &said_size);
    b->total = b->failed = 0;
    if (b->printer.answers != NULL && b->printer.statistics != NULL) {
        h = (result_head){.code = cli_batch_run(b, in, &why)};
        h.total = b->total;
        h.failed = b->failed;
        h.nanoseconds = (uint64_t)((cli_clock() - began) * 1e9);
        st = CLMODP_OK;
    }
    if (b->printer.answers != NULL && fclose(b->printer.answers) != 0)
        st = CLMODP_HOST_MEMORY;
    if (b->printer.statistics != NULL && fclose(b->printer.statistics) != 0)
        st = CLMODP_HOST_MEMORY;
    if (st == CLMODP_OK) {
        h.why = h.code != EXIT_OK ? strlen(why.text) : 0;
        h.said = said_size;
        st = collect_result(result, result_size, &h, why.text, said, printed, printed_size);
    }
    free(said);
    free(printed);
    return st;
}

static clmodp_status compute_lines(void *user, uint32_t thread, const void *task, size_t size,
                                   void **result, size_t *result_size)
{
    const task_workers *workers = user;
    const char *text = task, *end = memchr(text, '\n', size);
    lines in;
    clmodp_status st;

    if (end == NULL || thread >= workers->count)
        return CLMODP_CORRUPT;
    if (!cli_lines_open_text(&in, end + 1, size - (size_t)(end + 1 - text),
                             (size_t)strtoull(text, NULL, 10)))
        return CLMODP_HOST_MEMORY;
    st = compute_task(&workers->blocks[thread], &in, result, result_size);
    cli_lines_close(&in);
    return st;
}

clmodp_tasks cli_shared_batch_join(task_workers *workers)
{
    return (clmodp_tasks){.size = sizeof(clmodp_tasks), .user = workers, .work = compute_lines};
}

int cli_shared_batch_run(const clmodp_transport *transport, const settings *how,
                         const task_workers *workers, failure *why)
{
    feeder f = {.workers = *workers, .most = 1, .why = why};
    const clmodp_tasks tasks = {.size = sizeof tasks, .user = &f, .next = next_lines,
                                .threads = (uint32_t)workers->count, .work = compute_lines,
                                .take = take_printed};
    char message[1024];
    clmodp_status st;

    f.code = cli_lines_open(&f.in, how->batch, why);
    if (f.code != EXIT_OK)
        return f.code;
    cli_interrupt_hold(); /* Ctrl-C must not end the program within a printed line */
    st = clmodp_ranks_run_tasks(transport, &tasks, message, sizeof message);
    if (st != CLMODP_OK && f.code == EXIT_OK)
        f.code = cli_check_status(why, st, message);
    if (f.code == EXIT_OK)
        f.code = cli_batch_close(why);
    cli_interrupt_release();
    cli_lines_close(&f.in);
    return cli_batch_end(f.code, f.total, f.failed, why);
}

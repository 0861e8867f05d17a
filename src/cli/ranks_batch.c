/* Tasks are stretches of lines. Before them stands how many lines were before, as text; before
 * what they print, how many problems there were and failed, how the batch may go on, and
 * nanoseconds. */
#include "cli/ranks_batch.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cli/batch.h"
#include "cli/clock.h"
#include "cli/output.h"

enum { HEAD_SIZE = 96 };
#define MOST_BYTES ((size_t)1 << 24)

/* ---- rank 0 ---- */

typedef struct feeder {
    lines in;
    const char *name;
    size_t number;        /* lines so far */
    size_t most;          /* of a task */
    size_t total, failed; /* problems */
    failure why;          /* what ended the batch, if rank 0 knows */
    int leave;
} feeder;

/* Up to `most` lines, as many as are there but for the first. False behind the last one. */
static bool gather(feeder *f, text_buffer *t)
{
    lines_state state = LINES_ONE;
    size_t count = 0;

    cli_text_count(t, f->number);
    cli_text_string(t, "\n");
    while (count < f->most && t->length < MOST_BYTES) {
        const char *line;
        size_t length;

        state = cli_lines_next(&f->in, count == 0, &line, &length);
        if (state != LINES_ONE)
            break;
        cli_text_put(t, line, length);
        cli_text_string(t, "\n");
        count++;
    }
    f->number += count;
    if (state == LINES_FAILED)
        f->leave = cli_fail(&f->why, errno == ENOMEM ? LEAVE_FAILED : LEAVE_USAGE,
                            "cannot read %s: %s", f->name, strerror(errno));
    return count > 0;
}

static clmodp_status next_lines(void *user, void **task, size_t *size)
{
    feeder *f = user;
    text_buffer t = {.to = NULL};
    const bool some = gather(f, &t);

    *task = NULL;
    if (t.failed) {
        cli_text_clear(&t);
        return CLMODP_HOST_MEMORY;
    }
    if (f->leave == LEAVE_FINE && some) {
        *task = t.bytes;
        *size = t.length;
    } else {
        cli_text_clear(&t);
    }
    return f->leave == LEAVE_FINE ? CLMODP_OK : CLMODP_FILE;
}

static clmodp_status take_printed(void *user, const void *result, size_t size)
{
    feeder *f = user;
    const char *text = result, *end = memchr(text, '\n', size);
    size_t total = 0, failed = 0;
    uint64_t nanoseconds = 0;
    int leave = LEAVE_FAILED;

    if (end == NULL || sscanf(text, "%zu %zu %d %" SCNu64, &total, &failed, &leave,
                              &nanoseconds) != 4)
        return CLMODP_CORRUPT;
    f->total += total;
    f->failed += failed;
    f->most = cli_batch_next_size(f->most, (double)nanoseconds / 1e9);
    (void)fwrite(end + 1, 1, size - (size_t)(end + 1 - text), stdout); /* seen by the next call */
    f->leave = cli_output_flush(&f->why);
    if (f->leave == LEAVE_FINE && leave != LEAVE_FINE)
        f->leave = cli_fail(&f->why, leave, "a rank could not go on, and said why");
    return f->leave == LEAVE_FINE ? CLMODP_OK : CLMODP_FILE;
}

int cli_ranks_batch(const clmodp_transport *transport, const settings *how)
{
    const bool standard = strcmp(how->batch, "-") == 0;
    feeder f = {.name = standard ? "standard input" : how->batch, .most = 1};
    const clmodp_tasks tasks = {.size = sizeof tasks, .user = &f, .next = next_lines,
                                .take = take_printed};
    char message[1024];
    clmodp_status st;

    f.in.file = standard ? STDIN_FILENO : open(how->batch, O_RDONLY | O_CLOEXEC);
    if (f.in.file < 0) {
        (void)cli_fail(&f.why, LEAVE_USAGE, "cannot open %s: %s", f.name, strerror(errno));
        return cli_failure_show(&f.why);
    }
    st = clmodp_ranks_farm(transport, &tasks, message, sizeof message);
    if (st != CLMODP_OK && f.leave == LEAVE_FINE)
        f.leave = cli_fail_status(&f.why, st, message);
    if (f.leave == LEAVE_FINE)
        f.leave = cli_output_finish(&f.why);
    if (!standard)
        (void)close(f.in.file);
    cli_lines_close(&f.in);
    if (f.leave != LEAVE_FINE)
        (void)cli_failure_show(&f.why);
    if (f.failed > 0)
        cli_say("%zu of %zu line%s failed", f.failed, f.total, CLI_S(f.total));
    return f.leave != LEAVE_FINE ? f.leave : f.failed > 0 ? LEAVE_FAILED : LEAVE_FINE;
}

/* ---- the others ---- */

/* A file of these bytes, to be read; -1 if there is none. */
static int file_of(const char *bytes, size_t size)
{
    const int file = memfd_create("clmodp-lines", MFD_CLOEXEC);
    size_t at = 0;

    while (file >= 0 && at < size) {
        const ssize_t more = write(file, bytes + at, size - at);

        if (more < 0 && errno != EINTR) {
            (void)close(file);
            return -1;
        }
        at += more > 0 ? (size_t)more : 0;
    }
    if (file >= 0)
        (void)lseek(file, 0, SEEK_SET);
    return file;
}

/* What was printed, behind a head, in memory of malloc. */
static clmodp_status collect(void **result, size_t *size, const char *head)
{
    const off_t printed = fflush(stdout) == 0 ? lseek(STDOUT_FILENO, 0, SEEK_END) : -1;
    const size_t length = strlen(head);
    char *bytes;

    if (printed < 0)
        return CLMODP_FILE;
    *size = length + (size_t)printed;
    bytes = malloc(*size);
    if (bytes == NULL)
        return CLMODP_HOST_MEMORY;
    memcpy(bytes, head, length);
    for (size_t at = 0; at < (size_t)printed;) {
        const ssize_t more = pread(STDOUT_FILENO, bytes + length + at, (size_t)printed - at,
                                   (off_t)at);

        if (more <= 0) {
            free(bytes);
            return CLMODP_FILE;
        }
        at += (size_t)more;
    }
    *result = bytes;
    return CLMODP_OK;
}

static clmodp_status solve_lines(void *user, const void *task, size_t size, void **result,
                                 size_t *result_size)
{
    block *b = user;
    const char *text = task, *end = memchr(text, '\n', size);
    const double began = cli_clock();
    lines in = {.file = -1};
    char head[HEAD_SIZE];
    failure why;
    int leave;

    if (end == NULL)
        return CLMODP_CORRUPT;
    in.file = file_of(end + 1, size - (size_t)(end + 1 - text));
    if (in.file < 0 || ftruncate(STDOUT_FILENO, 0) != 0 || lseek(STDOUT_FILENO, 0, SEEK_SET) != 0)
        return CLMODP_FILE;
    b->total = b->failed = 0;
    leave = cli_batch_run(b, &in, (size_t)strtoull(text, NULL, 10), &why);
    if (leave != LEAVE_FINE)
        (void)cli_failure_show(&why);
    (void)close(in.file);
    cli_lines_close(&in);
    (void)snprintf(head, sizeof head, "%zu %zu %d %.0f\n", b->total, b->failed, leave,
                   (cli_clock() - began) * 1e9);
    return collect(result, result_size, head);
}

int cli_ranks_batch_join(clmodp_tasks *tasks, block *b, failure *why)
{
    const int kept = memfd_create("clmodp-printed", MFD_CLOEXEC);

    if (kept < 0 || dup2(kept, STDOUT_FILENO) < 0)
        return cli_fail(why, LEAVE_FAILED, "no file for what is printed: %s", strerror(errno));
    (void)close(kept);
    *tasks = (clmodp_tasks){.size = sizeof *tasks, .user = b, .work = solve_lines};
    return LEAVE_FINE;
}

/* Lines one after the other: read, computed, printed. */
#include "cli/commands/poly_batch.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "cli/batch/batch.h"
#include "cli/batch/lines.h"
#include "cli/commands/poly_output.h"
#include "cli/formats/output.h"
#include "cli/utf8.h"
#include "cli/watch.h"

typedef struct poly_lines {
    const settings *how;
    const char *name; /* of the file */
    lines in;
    size_t number;    /* of the line, from 1 */
    size_t total, failed;
    session device;
    poly_problem problem;
} poly_lines;

/* Cut a line in the operation's operands. */
static int split_operands(source *parts, const poly_lines *b, const char *line, size_t length,
                          failure *why)
{
    const size_t count = b->problem.operation->operands;
    size_t at = 0;

    for (size_t k = 0; k < count; k++) {
        const char *semicolon = memchr(line + at, ';', length - at);
        const size_t end = semicolon != NULL ? (size_t)(semicolon - line) : length;

        parts[k] = (source){.text = line + at, .length = end - at,
                            .lines_before = b->number - 1, .columns_before = at};
        if (k + 1 < count && semicolon == NULL)
            return cli_fail_at(why, &parts[k], 1, end - at + 1,
                               "expected ';' and %zu more operand%s, found the end of the line",
                               count - 1 - k, CLI_S(count - 1 - k));
        if (k + 1 == count && semicolon != NULL)
            return cli_fail_at(why, &parts[k], 1, end - at + 1,
                               "expected the end of the line behind %zu operands, found ';'",
                               count);
        at = end + 1;
    }
    return EXIT_OK;
}

static int compute_line(poly_lines *b, failure *why)
{
    watched w;
    int code;

    cli_watch_begin(&w, b->device.context, b->number);
    code = cli_poly_compute(&b->problem, &b->device, b->how, why);
    cli_watch_end(&w);
    return code;
}

/* One line. Returns EXIT_OK if the batch can go on. */
static int run_poly_line(poly_lines *b, const char *line, size_t length, failure *why)
{
    source parts[POLY_MOST_OPERANDS] = {{0}};
    text_buffer out = {.to = stdout};
    int code = split_operands(parts, b, line, length, why);

    b->total++;
    if (code == EXIT_OK)
        code = cli_poly_read(&b->problem, b->device.context, parts, b->how, why);
    if (code == EXIT_OK)
        code = compute_line(b, why);
    if (code == EXIT_OK)
        return cli_poly_print(&b->problem, &b->device, b->how, b->number, why);
    if (b->device.refused.code != EXIT_OK || cli_interrupted()) {
        if (b->device.refused.code != EXIT_OK)
            *why = b->device.refused;
        why->where = NULL;
        return code;
    }
    b->failed++;
    if (why->where == NULL)
        why->where = &parts[0];
    cli_output_failure(&out, why, b->how->format, b->number);
    why->where = NULL;
    return cli_text_finish(&out) ? EXIT_OK : cli_fail(why, EXIT_FAILED, "out of memory");
}

/* What is printed is written out before anybody is waited for. */
static int run_poly_lines(poly_lines *b, failure *why)
{
    int code = EXIT_OK;
    bool wait = false;

    while (code == EXIT_OK && !cli_interrupted()) {
        const char *line;
        size_t length, mark;
        const lines_state state = cli_lines_next(&b->in, wait, &line, &length);

        wait = state == LINES_LATER;
        if (state == LINES_END)
            break;
        if (state == LINES_FAILED)
            code = cli_fail(why, errno == ENOMEM ? EXIT_FAILED : EXIT_USAGE,
                            "cannot read %s: %s", b->name, strerror(errno));
        if (state == LINES_LATER)
            code = cli_output_flush(why);
        if (state != LINES_ONE)
            continue;
        b->number++;
        mark = b->number == 1 ? cli_utf8_mark(line, length) : 0;
        if (cli_lines_counts(line + mark, length - mark))
            code = run_poly_line(b, line + mark, length - mark, why);
    }
    return code == EXIT_OK ? cli_batch_close(why) : code;
}

int cli_poly_batch(const poly_operation *operation, const settings *how)
{
    const bool standard = strcmp(how->batch, "-") == 0;
    poly_lines b = {
        .how = how,
        .name = standard ? "standard input" : how->batch,
        .in = {.file = standard ? STDIN_FILENO : open(how->batch, O_RDONLY | O_CLOEXEC)},
        .problem = {.operation = operation}};
    failure why;
    int code;

    if (b.in.file < 0) {
        (void)cli_fail(&why, EXIT_USAGE, "cannot open %s: %s", b.name, strerror(errno));
        return cli_failure_show(&why);
    }
    code = cli_session_try(&b.device, how, &why);
    if (code == EXIT_OK)
        code = run_poly_lines(&b, &why);
    if (!standard)
        (void)close(b.in.file);
    cli_lines_close(&b.in);
    if (code != EXIT_OK)
        (void)cli_failure_show(&why);
    cli_poly_clear(&b.problem);
    cli_session_close(&b.device);
    if (b.failed > 0)
        cli_say("%zu of %zu line%s failed", b.failed, b.total, CLI_S(b.total));
    return code != EXIT_OK ? code : b.failed > 0 ? EXIT_FAILED : EXIT_OK;
}

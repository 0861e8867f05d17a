/* Work through the lines of a batch; a bad one does not stop the others. */
#include "cli/batch.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "cli/output.h"
#include "cli/solve.h"
#include "cli/utf8.h"
#include "cli/watch.h"

typedef struct batch {
    const settings *how;
    size_t polynomials;
    session device;
    size_t line;          /* number of the current one */
    size_t total, failed; /* problems so far */
} batch;

/* Whether there is something to do on this line: it is neither blank nor a comment. */
static bool has_problem(const char *line, size_t length)
{
    size_t i = 0;

    while (i < length && strchr(" \t\r\n\v\f", line[i]) != NULL && line[i] != '\0')
        i++;
    return i < length && line[i] != '#';
}

/* Cut a line `F ; G` in two; what the parts are called in messages is their place. */
static int split(source parts[2], const char *line, size_t length, const batch *b, failure *why)
{
    const char *semicolon = b->polynomials == 2 ? memchr(line, ';', length) : NULL;

    parts[0] = (source){.text = line, .length = length, .lines_before = b->line - 1};
    parts[1] = parts[0];
    if (b->polynomials == 1)
        return LEAVE_FINE;
    if (semicolon == NULL)
        return cli_fail_at(why, &parts[0], 1, length + 1,
                           "expected ';' and a second polynomial, found the end of the line");
    parts[0].length = (size_t)(semicolon - line);
    parts[1].text = semicolon + 1;
    parts[1].columns_before = parts[0].length + 1;
    parts[1].length = length - parts[1].columns_before;
    return LEAVE_FINE;
}

/* Solve the problem of one line, and print its answer or what was wrong with it.
 * Returns LEAVE_FINE if the batch can go on. */
static int run_line(batch *b, const char *line, size_t length, failure *why)
{
    source parts[2];
    problem p = {0};
    bool fatal = false;
    int leave = split(parts, line, length, b, why);

    if (leave == LEAVE_FINE)
        leave = cli_problem_read(&p, &parts[0], b->polynomials == 2 ? &parts[1] : NULL,
                                 b->how, why);
    if (leave == LEAVE_FINE) {
        leave = cli_session_try(&b->device, b->how, why);
        fatal = leave != LEAVE_FINE; /* no device for this line is none for any */
    }
    if (leave == LEAVE_FINE)
        leave = cli_solve_and_print(&b->device, &p, b->how, b->line, why);
    cli_problem_clear(&p);
    fatal = fatal || b->device.refused.leave != LEAVE_FINE || cli_interrupted();
    b->total++;
    if (leave != LEAVE_FINE && !fatal) {
        b->failed++;
        if (why->where == NULL)
            why->where = &parts[0];
        cli_output_failure(why, b->how->format, b->line);
    }
    why->where = NULL; /* the parts end here */
    return fatal ? leave : cli_output_flush(why);
}

static int run_lines(batch *b, FILE *file, const char *name, failure *why)
{
    char *line = NULL;
    size_t room = 0;
    int leave = LEAVE_FINE;

    while (leave == LEAVE_FINE && !cli_interrupted()) {
        size_t mark; /* goes uncounted in columns */
        ssize_t length;

        errno = 0;
        length = getline(&line, &room, file);
        if (length < 0) {
            if (!feof(file))
                leave = cli_fail(why, errno == ENOMEM ? LEAVE_FAILED : LEAVE_USAGE,
                                 "cannot read %s: %s", name, strerror(errno));
            break;
        }
        b->line++;
        while (length > 0 && (line[length - 1] == '\n' || line[length - 1] == '\r'))
            length--;
        mark = b->line == 1 ? cli_utf8_mark(line, (size_t)length) : 0;
        if (has_problem(line + mark, (size_t)length - mark))
            leave = run_line(b, line + mark, (size_t)length - mark, why);
    }
    free(line);
    return leave;
}

int cli_batch(const settings *how, size_t polynomials)
{
    const bool standard = strcmp(how->batch, "-") == 0;
    const char *name = standard ? "standard input" : how->batch;
    batch b = {.how = how, .polynomials = polynomials};
    failure why;
    FILE *file = standard ? stdin : fopen(how->batch, "rb");
    int leave;

    if (file == NULL) {
        (void)cli_fail(&why, LEAVE_USAGE, "cannot open %s: %s", name, strerror(errno));
        return cli_failure_show(&why);
    }
    leave = run_lines(&b, file, name, &why);
    if (!standard)
        (void)fclose(file);
    if (leave != LEAVE_FINE)
        (void)cli_failure_show(&why);
    cli_session_close(&b.device);
    if (b.failed > 0)
        cli_say("%zu of %zu line%s failed", b.failed, b.total, CLI_S(b.total));
    return leave != LEAVE_FINE ? leave : b.failed > 0 ? LEAVE_FAILED : LEAVE_FINE;
}

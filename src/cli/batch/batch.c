/* Work through the lines of a batch, in blocks; a bad line does not stop the others. */
#include "cli/batch/batch.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/clock.h"
#include "cli/formats/output.h"
#include "cli/utf8.h"
#include "cli/watch.h"

/* Lines of a block at most, and bytes of them; it grows from one line while blocks take less than
 * GROW seconds, and shrinks where they take more than SHRINK: answers should not keep anybody
 * waiting for long. */
#define MOST_LINES 1024
#define MOST_BYTES ((size_t)1 << 24)
#define GROW 0.1
#define SHRINK 0.5

/* Add lines to the block: the first as soon as it comes, others as far as they are there.
 * *more: false behind the last line. */
static int gather_block(block *b, lines *in, size_t *number, size_t most, bool *more, failure *why)
{
    lines_state state = LINES_ONE;
    size_t bytes = 0;

    while (b->count < most && bytes < MOST_BYTES && state == LINES_ONE) {
        const char *line;
        size_t length, mark; /* goes uncounted in columns */

        state = cli_lines_next(in, b->count == 0, &line, &length);
        if (state != LINES_ONE)
            break;
        ++*number;
        mark = *number == 1 ? cli_utf8_mark(line, length) : 0;
        bytes += length;
        if (cli_lines_counts(line + mark, length - mark) &&
            !cli_block_add(b, line + mark, length - mark, *number))
            return cli_fail(why, EXIT_FAILED, "out of memory");
    }
    *more = state != LINES_END && state != LINES_FAILED;
    if (state == LINES_FAILED)
        return cli_fail(why, errno == ENOMEM ? EXIT_FAILED : EXIT_USAGE, "cannot read %s: %s",
                        b->name, strerror(errno));
    return EXIT_OK;
}

size_t cli_batch_next_size(size_t last, double seconds)
{
    if (seconds < GROW && last < MOST_LINES)
        return 4 * last;
    return seconds > SHRINK && last > 1 ? last / 2 : last;
}

int cli_batch_run(block *b, lines *in, size_t number, failure *why)
{
    size_t most = 1;
    bool more = true;
    int code = EXIT_OK;

    while (more && code == EXIT_OK && !cli_interrupted()) {
        failure unread;
        const int read = gather_block(b, in, &number, most, &more, &unread);
        const double began = cli_clock();

        code = cli_block_run(b, why);
        most = cli_batch_next_size(most, cli_clock() - began);
        if (code == EXIT_OK && read != EXIT_OK) {
            *why = unread;
            code = read;
        }
    }
    return code;
}

int cli_batch_close(failure *why)
{
    return cli_interrupted() ? cli_fail(why, EXIT_FAILED, "interrupted") : cli_output_finish(why);
}

int cli_batch_end(int code, const failure *why, size_t total, size_t failed)
{
    if (code != EXIT_OK)
        (void)cli_failure_show(why);
    if (failed > 0)
        cli_say("%zu of %zu line%s failed", failed, total, CLI_S(total));
    return code != EXIT_OK ? code : failed > 0 ? EXIT_FAILED : EXIT_OK;
}

int cli_batch(const settings *how, size_t polynomials)
{
    const bool standard = strcmp(how->batch, "-") == 0;
    block b = {.how = how, .polynomials = polynomials, .printer = cli_printer_standard(),
               .name = standard ? "standard input" : how->batch};
    lines in = {.file = standard ? STDIN_FILENO : open(how->batch, O_RDONLY | O_CLOEXEC)};
    failure why;
    int code;

    if (in.file < 0) {
        (void)cli_fail(&why, EXIT_USAGE, "cannot open %s: %s", b.name, strerror(errno));
        return cli_failure_show(&why);
    }
    code = cli_batch_run(&b, &in, 0, &why);
    if (code == EXIT_OK)
        code = cli_batch_close(&why);
    if (!standard)
        (void)close(in.file);
    cli_lines_close(&in);
    cli_block_close(&b);
    return cli_batch_end(code, &why, b.total, b.failed);
}

/* Reads available input, and splits it into lines. */
#include "cli/batch/lines.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/input_file.h"
#include "cli/progress.h"
#include "cli/text.h"

#define PIECE ((size_t)1 << 16)

/* Milliseconds between checks for Ctrl-C. A signal ends a poll, but not one that begins just after
 * it, nor one in another thread. */
#define LOOK 200

int cli_lines_open(lines *in, const char *file, failure *why)
{
    const bool standard = strcmp(file, "-") == 0;

    *in = (lines){.name = standard ? "standard input" : file, .file = STDIN_FILENO};
    if (!standard)
        in->file = open(file, O_RDONLY | O_CLOEXEC);
    return in->file >= 0 ? EXIT_OK
                         : cli_fail(why, EXIT_USAGE, "cannot open %s: %s", file, strerror(errno));
}

int cli_lines_fail(const lines *in, failure *why)
{
    return cli_fail(why, errno == ENOMEM ? EXIT_FAILED : EXIT_USAGE, "cannot read %s: %s",
                    in->name, strerror(errno));
}

bool cli_lines_open_text(lines *in, const char *text, size_t size, size_t number)
{
    *in = (lines){.file = -1, .text = malloc(size + 1), .end = size, .ended = true,
                  .number = number};
    if (in->text != NULL)
        memcpy(in->text, text, size);
    return in->text != NULL;
}

static bool make_room_for_piece(lines *in)
{
    char *larger;

    if (in->begin > 0) {
        memmove(in->text, in->text + in->begin, in->end - in->begin);
        in->searched -= in->begin;
        in->end -= in->begin;
        in->begin = 0;
    }
    if (in->room - in->end >= PIECE)
        return true;
    if (in->room > cli_input_most()) { /* without the end of a line */
        errno = EFBIG;
        return false;
    }
    larger = realloc(in->text, 2 * in->room + PIECE);
    if (larger == NULL)
        return false;
    in->text = larger;
    in->room = 2 * in->room + PIECE;
    return true;
}

/* Returns whether a read need not wait; it might after a poll ended by Ctrl-C. */
static bool is_ready(struct pollfd *ready)
{
    const int count = poll(ready, 1, 0);

    return count > 0 || (count < 0 && errno != EINTR);
}

/* Waits for input or an error; returns false after Ctrl-C. */
static bool wait_for_more(struct pollfd *ready)
{
    int count = 0;

    while (count == 0 || (count < 0 && errno == EINTR)) {
        if (cli_interrupted())
            return false;
        count = poll(ready, 1, LOOK);
    }
    return true;
}

/* Reads a piece; LINES_ONE: a line may now be complete. */
static lines_state read_piece(lines *in, bool wait)
{
    struct pollfd ready = {.fd = in->file, .events = POLLIN};
    ssize_t count;

    if (wait && !wait_for_more(&ready))
        return LINES_END;
    if (!wait && !is_ready(&ready))
        return LINES_LATER;
    if (!make_room_for_piece(in))
        return LINES_FAILED;
    do
        count = read(in->file, in->text + in->end, PIECE);
    while (count < 0 && errno == EINTR);
    if (count < 0)
        return errno == EAGAIN && !wait ? LINES_LATER : LINES_FAILED;
    in->ended = count == 0;
    in->end += (size_t)count;
    return LINES_ONE;
}

/* Takes a line, or the rest, of `bytes` bytes, and its `skip` ending bytes. */
static lines_state take_line(lines *in, size_t bytes, size_t skip, const char **line,
                             size_t *length)
{
    const char *text = in->text + in->begin;
    const size_t mark = in->number++ == 0 && in->file >= 0 ? cli_utf8_mark(text, bytes) : 0;

    *line = text + mark;
    *length = bytes - mark;
    in->begin += bytes + skip;
    in->searched = in->begin;
    while (*length > 0 && (*line)[*length - 1] == '\r')
        (*length)--;
    return LINES_ONE;
}

lines_state cli_lines_next(lines *in, bool wait, const char **line, size_t *length)
{
    for (;;) {
        const char *feed = in->end > in->searched
                               ? memchr(in->text + in->searched, '\n', in->end - in->searched)
                               : NULL;
        lines_state state;

        if (feed != NULL)
            return take_line(in, (size_t)(feed - in->text) - in->begin, 1, line, length);
        in->searched = in->end;
        if (in->ended && in->end > in->begin)
            return take_line(in, in->end - in->begin, 0, line, length);
        if (in->ended)
            return LINES_END;
        state = read_piece(in, wait);
        if (state != LINES_ONE)
            return state;
    }
}

bool cli_lines_counts(const char *line, size_t length)
{
    size_t i = 0;

    while (i < length && isspace((unsigned char)line[i]))
        i++;
    return i < length && line[i] != '#';
}

int cli_lines_split(source *parts, size_t count, const char *line, size_t length, size_t number,
                    const char *noun, failure *why)
{
    size_t at = 0;

    for (size_t k = 0; k < count; k++) {
        const char *semicolon = memchr(line + at, ';', length - at);
        const size_t end = semicolon != NULL ? (size_t)(semicolon - line) : length;
        const size_t more = count - 1 - k;

        parts[k] = (source){.text = line + at, .length = end - at, .lines_before = number - 1,
                            .columns_before = at};
        if (more > 0 && semicolon == NULL)
            return cli_fail_at(why, &parts[k], 1, end - at + 1, "expected ';' and %zu more %s%s, "
                               "found the end of the line", more, noun, CLI_S(more));
        if (more == 0 && semicolon != NULL)
            return cli_fail_at(why, &parts[k], 1, end - at + 1, "expected the end of the line "
                               "after %zu %s%s, found ';'", count, noun, CLI_S(count));
        at = end + 1;
    }
    return EXIT_OK;
}

void cli_lines_close(lines *in)
{
    if (in->file > STDIN_FILENO)
        (void)close(in->file);
    free(in->text);
    *in = (lines){0};
}

/* Reads whole files of any size and content. */
#include "cli/input_file.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "cli/failure.h"
#include "cli/text.h"
#include "portable/portable.h"

/* A limit on the bytes of a text: the library takes polynomials of up to 2^30 bytes, whose 2^33
 * bits are 2.59e9 decimal digits. */
#define MOST ((uint64_t)5 << 29)

static uint64_t limited_by(uint64_t bytes, int resource)
{
    struct rlimit limit;

    if (getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return bytes;
    return limit.rlim_cur < bytes ? limit.rlim_cur : bytes;
}

size_t cli_input_most(void)
{
    uint64_t memory = clm_physical_memory();

    memory = limited_by(memory, RLIMIT_AS);
    memory = limited_by(memory, RLIMIT_DATA);
    memory = memory / 4 < MOST ? memory / 4 : MOST;
    return memory < SIZE_MAX / 4 ? (size_t)memory : SIZE_MAX / 4;
}

/* Skips a byte order mark: columns count from the first character after it. */
static void skip_mark(source *s)
{
    const size_t mark = cli_utf8_mark(s->text, s->length);

    s->text += mark;
    s->length -= mark;
}

/* Reads to the end of the file into one growing block, or a little beyond a zero byte, at which
 * every parser stops: a device may yield zero bytes without end. */
static int read_to_end(source *out, FILE *file, failure *why)
{
    const size_t most = cli_input_most();
    size_t room = 0, had;

    for (;;) {
        if (out->length == room) {
            char *larger = NULL;

            if (room > most)
                return cli_fail(why, EXIT_USAGE, "%s is too long: the limit is %zu MiB", out->name,
                                most >> 20);
            room = room == 0 ? 1 << 16 : room * 2;
            room = room < most ? room : most + 1;
            larger = realloc(out->block, room);
            if (larger == NULL)
                return cli_fail(why, EXIT_FAILED, "%s: out of memory after %zu byte%s", out->name,
                                out->length, CLI_S(out->length));
            out->text = out->block = larger;
        }
        errno = 0;
        had = out->length;
        out->length += fread(out->block + out->length, 1, room - out->length, file);
        if (ferror(file))
            return cli_fail(why, EXIT_USAGE, "cannot read %s: %s", out->name, strerror(errno));
        if (feof(file) || memchr(out->block + had, '\0', out->length - had) != NULL) {
            skip_mark(out);
            return EXIT_OK;
        }
    }
}

int cli_input_open(source *out, const char *operand, const char *name, failure *why)
{
    FILE *file;
    int code;

    *out = (source){.name = name, .text = operand, .length = strlen(operand)};
    if (*operand != '@' && strcmp(operand, "-") != 0)
        return EXIT_OK;
    out->text = "";
    out->length = 0;
    if (*operand == '-') {
        out->name = "standard input";
        return read_to_end(out, stdin, why);
    }
    out->name = operand + 1;
    if (*out->name == '\0')
        return cli_fail(why, EXIT_USAGE, "%s: '@' needs the name of a file after it", name);
    file = fopen(out->name, "rb");
    if (file == NULL)
        return cli_fail(why, EXIT_USAGE, "cannot open %s: %s", out->name, strerror(errno));
    code = read_to_end(out, file, why);
    (void)fclose(file);
    return code;
}

void cli_input_place(const source *s, size_t at, size_t *line, size_t *column)
{
    *line = *column = 1;
    for (size_t k = 0; k < at; k++) {
        ++*column;
        if (s->text[k] == '\n') {
            ++*line;
            *column = 1;
        }
    }
}

void cli_input_close(source *s)
{
    free(s->block);
    *s = (source){0};
}

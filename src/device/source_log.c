/* Lines of an expanded text back to those of files, by its marks. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "device/source.h"

#define NAMED "<kernel>:" /* what NVIDIA's compiler calls a text */
#define NAME_LIMIT 256

/* A line of a file; the name is "" where no mark precedes it. */
typedef struct place {
    char file[NAME_LIMIT];
    unsigned long line;
} place;

/* Where line number `line` of the text comes from. */
static place find(const char *source, unsigned long line)
{
    place at = {.line = 0};

    for (unsigned long n = 1; n <= line && *source != '\0'; n++) {
        unsigned long next;
        char file[NAME_LIMIT];

        if (strncmp(source, "#line ", 6) == 0 &&
            sscanf(source, "#line %lu \"%255[^\"]", &next, file) == 2) {
            memcpy(at.file, file, sizeof file);
            at.line = next - 1;
        } else {
            at.line++;
        }
        source += strcspn(source, "\n");
        source += *source == '\n';
    }
    return at;
}

clmodp_status clm_source_log(clm_error *error, char **out, const char *source, const char *log)
{
    clmodp_status st = CLMODP_OK;
    const size_t named = strlen(NAMED);
    size_t count = 0, room, used = 0;

    for (const char *at = log; (at = strstr(at, NAMED)) != NULL; at += named)
        count++;
    room = strlen(log) + count * (NAME_LIMIT + 24) + 1;
    NEW(error, *out, room);
    for (const char *next; (next = strstr(log, NAMED)) != NULL;) {
        char *end;
        const unsigned long line = strtoul(next + named, &end, 10);
        const place from = find(source, line);

        memcpy(*out + used, log, (size_t)(next - log));
        used += (size_t)(next - log);
        log = next + named;
        if (end == log || *from.file == '\0') {
            memcpy(*out + used, NAMED, named);
            used += named;
            continue;
        }
        used += (size_t)snprintf(*out + used, room - used, "%s:%lu", from.file, from.line);
        log = end;
    }
    memcpy(*out + used, log, strlen(log) + 1);
done:
    return st;
}

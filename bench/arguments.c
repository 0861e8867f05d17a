/* Parses command lines of whole numbers for the benchmarks. */
#include "bench/arguments.h"

#include <stdio.h>
#include <stdlib.h>

/* Reads digits up to `end` or the end of the text. Returns NULL if there are no digits, other
 * characters, or too great a number. */
static const char *read_number(size_t *out, const char *text, char end, size_t most)
{
    size_t value = 0;
    const char *c = text;

    for (; *c >= '0' && *c <= '9'; c++) {
        const size_t digit = (size_t)(*c - '0');

        if (digit > most || value > (most - digit) / 10)
            return NULL;
        value = 10 * value + digit;
    }
    if (c == text || (*c != end && *c != '\0'))
        return NULL;
    *out = value;
    return c;
}

bool argument_number(size_t *out, const char *text, size_t least, size_t most)
{
    size_t value;

    if (read_number(&value, text, '\0', most) == NULL || value < least)
        return false;
    *out = value;
    return true;
}

size_t argument_list(size_t *out, size_t room, const char *text, char separator, size_t most)
{
    for (size_t count = 0; count < room; text++) {
        text = read_number(&out[count], text, separator, most);
        if (text == NULL)
            return 0;
        count++;
        if (*text == '\0')
            return count;
    }
    return 0;
}

size_t arguments_read(int argc, char **argv, const argument *arguments, size_t count,
                      const char *usage)
{
    const size_t given = argc > 0 ? (size_t)argc - 1 : 0;
    bool fine = given <= count && (given == 0 || arguments[given - 1].last);

    for (size_t k = 0; k < given && fine; k++)
        fine = argument_number(arguments[k].value, argv[1 + k], arguments[k].least,
                               arguments[k].most);
    if (!fine) {
        (void)fprintf(stderr, "usage: %s %s\n", argv[0], usage);
        exit(2);
    }
    return given;
}

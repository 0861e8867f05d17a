/* Statements one after the other, and what stands for a polynomial in them. */
#include "cli/formats/foreign_names.h"

#include <stdlib.h>
#include <string.h>

bool cli_foreign_is_among(const char *text, size_t at, size_t end, const char *const *words)
{
    for (; *words != NULL; words++)
        if (cli_foreign_is_word(text, at, end, *words))
            return true;
    return false;
}

/* The number of a known name; their count, if it is none. */
static size_t find_name(const foreign_names *names, size_t at, size_t end)
{
    size_t k = 0;

    while (k < names->count &&
           (names->end[k] - names->at[k] != end - at ||
            memcmp(names->text + names->at[k], names->text + at, end - at) != 0))
        k++;
    return k;
}

bool cli_foreign_is_known(const foreign_names *names, size_t at, size_t end)
{
    return find_name(names, at, end) < names->count;
}

/* How much of a name is shown. */
static int shown_length(size_t at, size_t end)
{
    return (int)(end - at < 64 ? end - at : 64);
}

/* Whether no polynomial has this name as a variable: its value may be meant. */
static int check_unused(const foreign_names *names, size_t at, size_t end, failure *why)
{
    const char *text = names->text;

    for (size_t j = 0; j < names->polynomials; j++)
        for (size_t k = names->read[j], stop; k < names->read_end[j];
             k = stop > k ? stop : k + 1) {
            stop = cli_foreign_name_end(text, k, names->read_end[j]);
            if (stop - k == end - at && memcmp(text + k, text + at, end - at) == 0)
                return cli_foreign_fail(why, names->in, k,
                                        "'%.*s' is a variable here, and gets a "
                                        "value: only what is written out is read",
                                        shown_length(k, stop), text + k);
        }
    return EXIT_OK;
}

int cli_foreign_note(foreign_names *names, size_t at, size_t end, bool assigned, failure *why)
{
    const char *text = names->text;
    const size_t stop = cli_foreign_name_end(text, at, end), k = find_name(names, at, end);

    if (stop == at || (stop < end && (text[stop] != '[' || text[end - 1] != ']')))
        return cli_foreign_fail(why, names->in, at, "expected a name");
    if (k == FOREIGN_MOST)
        return cli_foreign_fail(why, names->in, at, "more than %d names", (int)FOREIGN_MOST);
    if (k < names->count && names->assigned[k] && assigned)
        return cli_foreign_fail(why, names->in, at, "'%.*s' has a value above: no name is read "
                                "that has two", shown_length(at, end), text + at);
    if (check_unused(names, at, end, why) != EXIT_OK)
        return why->code;
    if (k == names->count) {
        names->at[k] = at;
        names->end[k] = end;
        names->count++;
    }
    names->assigned[k] |= assigned;
    return EXIT_OK;
}

int cli_foreign_check(foreign_names *names, size_t at, size_t end, const char *quotes,
                      failure *why)
{
    const char *text = names->text;

    for (size_t k = at, stop; k < end; k = stop > k ? stop : k + 1) {
        stop = cli_foreign_name_end(text, k, end);
        if (stop > k && cli_foreign_is_known(names, k, stop))
            return cli_foreign_fail(why, names->in, k,
                                    "'%.*s' stands for a polynomial above: "
                                    "only what is written out is read",
                                    shown_length(k, stop), text + k);
        if (text[k] != '\0' && strchr(quotes, text[k]) != NULL)
            return cli_foreign_fail(why, names->in, k,
                                    "a text, where a polynomial is expected");
    }
    if (names->polynomials < FOREIGN_MOST) {
        names->read[names->polynomials] = at;
        names->read_end[names->polynomials++] = end;
    }
    return EXIT_OK;
}

int cli_foreign_statements(foreign_names *names, const foreign_language *language, void *reader,
                           failure *why)
{
    const size_t length = names->in->length;
    char *text;
    int code = cli_foreign_blank(&text, names->in, language->comments, why);

    names->text = text;
    for (size_t at = 0; at < length && code == EXIT_OK;) {
        const size_t end = language->statement_end(text, at, length);
        size_t from = at, to = end;

        cli_foreign_trim(text, &from, &to);
        if (cli_foreign_is_among(text, from, to, language->ending))
            break;
        code = language->read_statement(reader, at, end, why);
        at = end + 1;
    }
    names->text = NULL;
    free(text);
    return code;
}

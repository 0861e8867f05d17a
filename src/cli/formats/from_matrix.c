/* Reads matrices written by Maple, Sage and Singular: `A := Matrix([[x, 1], [y, 2]]);`,
 * `matrix(QQ, [[x, 1], [y, 2]])` and `matrix m[2][2] = x, 1, y, 2;`. Everything around the entries
 * is replaced by spaces, so that positions in messages remain right. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "cli/formats/import_reader.h"

/* Returns the end of the word matrix before all entries, or SIZE_MAX without one. */
static size_t find_word(const source *s)
{
    for (size_t at = 0; at < s->length;) {
        const size_t end = cli_import_name_end(s->text, at, s->length);

        if (cli_import_is_word(s->text, at, end, "Matrix") ||
            cli_import_is_word(s->text, at, end, "matrix"))
            return end;
        if (s->text[at] == '[' || s->text[at] == '\n')
            return SIZE_MAX;
        at = end > at ? end : at + 1;
    }
    return SIZE_MAX;
}

static size_t skip_space(const source *s, size_t at)
{
    while (at < s->length && isspace((unsigned char)s->text[at]))
        at++;
    return at;
}

/* Returns a copy of text[from..to] between spaces; NULL on failure. */
static char *keep_only(const source *s, size_t from, size_t to, failure *why)
{
    char *copy = malloc(s->length + 2); /* one byte more for a closing bracket */

    if (copy == NULL) {
        (void)cli_fail_memory(why);
        return NULL;
    }
    for (size_t k = 0; k < s->length; k++)
        copy[k] = (k >= from && k <= to) || s->text[k] == '\n' ? s->text[k] : ' ';
    copy[s->length] = copy[s->length + 1] = '\0';
    return copy;
}

/* A call with a list of rows: from the first [ to the last ]. */
static int read_call(char **out, const source *s, size_t at, failure *why)
{
    size_t from = at, to = s->length;

    while (from < s->length && s->text[from] != '[')
        from++;
    while (to > from && s->text[to - 1] != ']')
        to--;
    if (to <= from || s->text[skip_space(s, from + 1)] != '[')
        return cli_import_fail(why, s, at, "expected rows in this form: [[x, 1], [y, 2]]");
    *out = keep_only(s, from, to - 1, why);
    return *out != NULL ? EXIT_OK : why->code;
}

/* Reads [number] and moves behind it. */
static bool read_size(size_t *size, const source *s, size_t *at)
{
    size_t from = skip_space(s, *at);
    size_t end;

    if (from >= s->length || s->text[from] != '[')
        return false;
    from = skip_space(s, from + 1);
    end = cli_import_digits_end(s->text, from, s->length);
    if (end == from || end - from > 5)
        return false;
    *size = (size_t)strtoul(s->text + from, NULL, 10);
    end = skip_space(s, end);
    *at = end + 1;
    return end < s->length && s->text[end] == ']';
}

/* A declaration with sizes: entries row by row. Its commas between rows become semicolons. */
static int read_declaration(char **out, size_t *length, const source *s, size_t at,
                            failure *why)
{
    size_t rows, columns, entries = 1, from, end;
    char *copy;

    at = skip_space(s, at);
    at = cli_import_name_end(s->text, at, s->length);
    if (!read_size(&rows, s, &at) || !read_size(&columns, s, &at) || columns == 0)
        return cli_import_fail(why, s, at, "expected two sizes: matrix m[2][2] = x, 1, y, 2;");
    from = skip_space(s, at);
    if (from >= s->length || s->text[from] != '=')
        return cli_import_fail(why, s, from, "expected = and the entries");
    end = cli_import_item_end(s->text, from + 1, s->length, ";");
    *out = copy = keep_only(s, from, end, why);
    if (copy == NULL)
        return why->code;
    copy[from] = '[';
    for (size_t k = from + 1; (k = cli_import_item_end(copy, k, end, ",")) < end; k++)
        if (entries++ % columns == 0)
            copy[k] = ';';
    if (entries != rows * columns)
        return cli_import_fail(why, s, from, "expected %zu entries, found %zu", rows * columns,
                               entries);
    copy[end] = ']'; /* where the semicolon or the end of the text was */
    *length = end + 1;
    return EXIT_OK;
}

int cli_matrix_rewrite(char **out, size_t *length, const source *s, failure *why)
{
    const size_t at = find_word(s);

    *out = NULL;
    *length = s->length;
    if (at == SIZE_MAX)
        return EXIT_OK;
    return s->text[skip_space(s, at)] == '(' ? read_call(out, s, at, why)
                                             : read_declaration(out, length, s, at, why);
}

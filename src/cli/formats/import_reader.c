/* Shared parts of the readers of other systems' files: comments, statements, items, names and
 * signs. */
#include "cli/formats/import_reader.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cli/formats/dialect.h"

/* Returns whether a word begins at a byte; false for NULL. */
static bool stands_at(const source *in, size_t at, const char *word)
{
    const size_t length = word != NULL ? strlen(word) : 0;

    return length > 0 && in->length - at >= length && memcmp(in->text + at, word, length) == 0;
}

/* Returns the end of the string with its quote at `at`; the end of the text if it is open. */
static size_t quote_end(const source *in, size_t at)
{
    const char quote = in->text[at];

    for (at++; at < in->length && in->text[at] != quote; at++)
        if (in->text[at] == '\\')
            at++;
    return at < in->length ? at + 1 : in->length;
}

/* Returns the end of a comment at `at`; `at` if there is none; SIZE_MAX if it has no end. */
static size_t comment_end(const source *in, size_t at, const foreign_comments *comments)
{
    size_t end = at;

    if (stands_at(in, at, comments->line)) {
        while (end < in->length && in->text[end] != '\n')
            end++;
        return end;
    }
    if (!stands_at(in, at, comments->opens))
        return at;
    for (end = at + strlen(comments->opens); end < in->length; end++)
        if (stands_at(in, end, comments->closes))
            return end + strlen(comments->closes);
    return SIZE_MAX;
}

static bool is_blank(char c)
{
    return isspace((unsigned char)c);
}

void cli_import_trim(const char *text, size_t *at, size_t *end)
{
    while (*at < *end && is_blank(text[*at]))
        ++*at;
    while (*end > *at && is_blank(text[*end - 1]))
        --*end;
}

static void blank_range(char *text, size_t at, size_t end)
{
    for (; at < end; at++)
        if (text[at] != '\n')
            text[at] = ' ';
}

/* Returns whether a prompt is at `at`, alone or before a space. */
static bool is_prompt(const char *text, size_t at, size_t end, const char *prompts)
{
    return at < end && text[at] != '\0' && strchr(prompts, text[at]) != NULL &&
           (at + 1 == end || strchr(" \r\n", text[at + 1]) != NULL);
}

static size_t line_end(const char *text, size_t at, size_t end)
{
    const char *feed = memchr(text + at, '\n', end - at);

    return feed != NULL ? (size_t)(feed - text) : end;
}

/* Returns whether a statement continues after a typed line; `begun`: it began before the line. */
static bool statement_goes_on(const char *text, size_t at, size_t end, bool begun)
{
    cli_import_trim(text, &at, &end);
    return at < end ? text[end - 1] != ';' && text[end - 1] != ':' : begun;
}

/* Keeps only the input of a recorded session: lines with prompts, and their continuation lines. */
static void blank_answers(char *text, size_t length, const char *prompts)
{
    const char first[2] = {prompts[0], '\0'};
    bool session = false, begun = false;

    for (size_t at = 0; at < length && !session; at = line_end(text, at, length) + 1)
        session = is_prompt(text, at, length, first);
    for (size_t at = 0, end; at < length && session; at = end + 1) {
        end = line_end(text, at, length);
        if (is_prompt(text, at, length, prompts))
            blank_range(text, at, at + 1);
        else if (!begun)
            blank_range(text, at, end);
        begun = statement_goes_on(text, at, end, begun);
    }
}

/* Returns whether a comment to the end of its line, [at, end), ends in a backslash. */
static bool is_continued(const source *in, size_t at, size_t end, const foreign_comments *comments)
{
    if (!comments->continued || !stands_at(in, at, comments->line))
        return false;
    if (end < in->length && in->text[end - 1] == '\r')
        end--;
    return in->text[end - 1] == '\\';
}

int cli_import_blank(char **out, const source *in, const foreign_comments *comments, failure *why)
{
    char *text = malloc(in->length + 1);
    size_t at = 0;

    *out = NULL;
    if (text == NULL)
        return cli_fail_memory(why);
    memcpy(text, in->text, in->length);
    text[in->length] = '\0';
    while (at < in->length) {
        size_t end = comment_end(in, at, comments);

        if (end == SIZE_MAX) {
            free(text);
            return cli_import_fail(why, in, at, "this comment has no end");
        }
        if (end > at && is_continued(in, at, end, comments)) {
            free(text);
            return cli_import_fail(why, in, at, "a backslash at the end of this comment continues "
                                   "it on the next line: remove the backslash");
        }
        if (end > at)
            blank_range(text, at, end);
        else if (text[at] != '\0' && strchr(comments->quotes, text[at]) != NULL) {
            end = quote_end(in, at);
            blank_range(text, at + 1, end - 1);
        } else
            end = at + 1;
        at = end;
    }
    blank_answers(text, in->length, comments->prompts);
    *out = text;
    return EXIT_OK;
}

int cli_import_try_blank(char **out, const source *in, const foreign_comments *comments,
                         failure *why)
{
    failure reason;
    const int code = cli_import_blank(out, in, comments, &reason);

    if (code == EXIT_FAILED)
        *why = reason;
    return code == EXIT_USAGE ? EXIT_OK : code;
}

int cli_import_fail(failure *why, const source *in, size_t at, const char *format, ...)
{
    char text[512];
    size_t line, column;
    va_list list;

    va_start(list, format);
    (void)vsnprintf(text, sizeof text, format, list);
    va_end(list);
    cli_input_place(in, at, &line, &column);
    return cli_fail_at(why, in, line, column, "%s", text);
}

/* Returns whether a power sign ends at `at`, before a parenthesis. */
static bool opens_exponent(const char *text, size_t at, size_t end)
{
    if (text[at] != '^' && (text[at] != '*' || at == 0 || text[at - 1] != '*'))
        return false;
    for (at++; at < end && is_blank(text[at]);)
        at++;
    return at < end && text[at] == '(';
}

int cli_import_check_plain(const source *part, failure *why)
{
    const char *text = part->text;

    for (size_t k = 0, stop; k < part->length; k = stop > k ? stop : k + 1) {
        if (text[k] == '=')
            return cli_import_fail(why, part, k, "expected a polynomial, but found an equation: "
                                   "subtract its right side");
        if (text[k] == '.')
            return cli_import_fail(why, part, k, "expected an operator, but found '.': write "
                                   "fractions such as 3/2");
        if (opens_exponent(text, k, part->length))
            return cli_import_fail(why, part, k, "an exponent in parentheses: write an integer");
        stop = cli_import_name_end(text, k, part->length);
        if (stop > k)
            continue;
        stop = cli_import_digits_end(text, k, part->length);
        if (stop > k && stop < part->length && (text[stop] == 'e' || text[stop] == 'E'))
            return cli_import_fail(why, part, stop, "expected an operator, but found '%c': write "
                                   "'*' to multiply", text[stop]);
    }
    return EXIT_OK;
}

int cli_import_begin(foreign *f, size_t at, failure *why)
{
    source *part = &f->part[f->count];
    size_t line, column;

    if (f->count == FOREIGN_MOST)
        return cli_import_fail(why, f->in, at, "more than %d polynomials", (int)FOREIGN_MOST);
    cli_input_place(f->in, at, &line, &column);
    *part = (source){.name = f->in->name, .lines_before = f->in->lines_before + line - 1,
                     .columns_before = column - 1};
    f->at[f->count++] = f->text.length;
    return EXIT_OK;
}

bool cli_import_is_name(char c, bool first)
{
    const unsigned char letter = (unsigned char)c;

    return letter < 128 && (isalpha(letter) || letter == '_' || (!first && isdigit(letter)));
}

size_t cli_import_name_end(const char *text, size_t at, size_t end)
{
    const size_t first = at;

    while (at < end && cli_import_is_name(text[at], at == first))
        at++;
    return at;
}

bool cli_import_is_word(const char *text, size_t at, size_t end, const char *word)
{
    return strlen(word) == end - at && memcmp(text + at, word, end - at) == 0;
}

int cli_import_check_signs(const foreign *f, const char *text, size_t at, size_t end, failure *why)
{
    char before = '('; /* as at the beginning */

    for (; at < end; at++) {
        const bool sign = text[at] == '+' || text[at] == '-';

        if (is_blank(text[at]) || text[at] == '\\') /* continues a line */
            continue;
        if (sign && before != '\0' && strchr("+-*/", before) != NULL)
            return cli_import_fail(why, f->in, at, "a sign directly after '%c': write one sign, "
                                   "or parentheses around the operand", before);
        if (text[at] == '+' && before == '(' && f->system != FOREIGN_MAPLE)
            return cli_import_fail(why, f->in, at, "a '+' before the first term: leave it out, "
                                   "and write '+' between terms only");
        before = text[at];
    }
    return EXIT_OK;
}

int cli_import_variable(const foreign *f, output_format system, const char *text, size_t at,
                        size_t end, failure *why)
{
    const char *what = cli_reserved_meaning(system, text + at, end - at);

    if (what == NULL)
        return EXIT_OK;
    return cli_import_fail(why, f->in, at, "'%.*s' is not a variable in %s, but %s",
                           cli_import_shown(at, end), text + at, cli_reserved_system(system),
                           what);
}

const char *cli_import_call_hint(const char *text, size_t end)
{
    return text[end] == '(' ? ": functions are not supported" : "";
}

size_t cli_import_digits_end(const char *text, size_t at, size_t end)
{
    while (at < end && isdigit((unsigned char)text[at]))
        at++;
    return at;
}

size_t cli_import_item_end(const char *text, size_t at, size_t end, const char *ends)
{
    size_t depth = 0;

    for (; at < end; at++) {
        if (text[at] == '(' || text[at] == '[' || text[at] == '{')
            depth++;
        else if ((text[at] == ')' || text[at] == ']' || text[at] == '}') && depth > 0)
            depth--;
        else if (depth == 0 && text[at] != '\0' && strchr(ends, text[at]) != NULL)
            return at;
    }
    return end;
}

bool cli_import_next_item(foreign_items *items, size_t *from, size_t *to)
{
    if (items->ended)
        return false;
    *from = items->at;
    *to = cli_import_item_end(items->text, items->at, items->end, ",");
    items->ended = *to == items->end;
    items->at = *to + 1;
    cli_import_trim(items->text, from, to);
    return true;
}

bool cli_import_is_among(const char *text, size_t at, size_t end, const char *const *words)
{
    for (; *words != NULL; words++)
        if (cli_import_is_word(text, at, end, *words))
            return true;
    return false;
}

/* Returns the index of a known name; the number of names if it is unknown. */
static size_t find_name(const foreign_names *names, size_t at, size_t end)
{
    size_t k = 0;

    while (k < names->count &&
           (names->end[k] - names->at[k] != end - at ||
            memcmp(names->text + names->at[k], names->text + at, end - at) != 0))
        k++;
    return k;
}

static bool is_known(const foreign_names *names, size_t at, size_t end)
{
    return find_name(names, at, end) < names->count;
}

/* Checks that no polynomial has this name as a variable: its value could be meant. */
static int check_unused(const foreign_names *names, size_t at, size_t end, failure *why)
{
    const char *text = names->text;

    for (size_t j = 0; j < names->polynomials; j++)
        for (size_t k = names->read[j], stop; k < names->read_end[j];
             k = stop > k ? stop : k + 1) {
            stop = cli_import_name_end(text, k, names->read_end[j]);
            if (stop - k == end - at && memcmp(text + k, text + at, end - at) == 0)
                return cli_import_fail(why, names->f->in, k, "'%.*s' is a variable here, but is "
                                       "assigned elsewhere: values of names are not substituted",
                                       cli_import_shown(k, stop), text + k);
        }
    return EXIT_OK;
}

int cli_import_note(foreign_names *names, size_t at, size_t end, size_t last, failure *why)
{
    const char *text = names->text;
    const bool assigned = last > 0;
    const size_t stop = cli_import_name_end(text, at, end), k = find_name(names, at, end);

    if (stop == at || (stop < end && (text[stop] != '[' || text[end - 1] != ']')))
        return cli_import_fail(why, names->f->in, at, "expected a name");
    if (k == FOREIGN_MOST)
        return cli_import_fail(why, names->f->in, at, "more than %d names", (int)FOREIGN_MOST);
    if (k < names->count && names->assigned[k] && assigned)
        return cli_import_fail(why, names->f->in, at, "'%.*s' is assigned twice",
                               cli_import_shown(at, end), text + at);
    CHECK(check_unused(names, at, end, why));
    if (k == names->count) {
        names->at[k] = at;
        names->end[k] = end;
        names->count++;
    }
    names->assigned[k] |= assigned;
    if (assigned) {
        names->first[k] = names->next;
        names->last[k] = names->next = last;
    }
    return EXIT_OK;
}

/* Checks that the polynomial text[at..end) is expanded, and remembers its position.
 * Errors: EXIT_USAGE (it contains known names, or strings, which begin with one of `quotes`) */
static int check_written_out(foreign_names *names, size_t at, size_t end, const char *quotes,
                             failure *why)
{
    const char *text = names->text;

    for (size_t k = at, stop; k < end; k = stop > k ? stop : k + 1) {
        stop = cli_import_name_end(text, k, end);
        if (stop > k && is_known(names, k, stop))
            return cli_import_fail(why, names->f->in, k, "'%.*s' is the name of a polynomial "
                                   "above: values of names are not substituted",
                                   cli_import_shown(k, stop), text + k);
        if (text[k] != '\0' && strchr(quotes, text[k]) != NULL)
            return cli_import_fail(why, names->f->in, k, "expected a polynomial, found a string");
    }
    if (names->polynomials < FOREIGN_MOST) {
        names->read[names->polynomials] = at;
        names->read_end[names->polynomials++] = end;
    }
    return EXIT_OK;
}

/* Lists polynomials, unless they are already listed. */
static void list(foreign *f, size_t first, size_t last)
{
    for (size_t i = first; i < last; i++) {
        size_t k = 0;

        while (k < f->listings && f->listed[k] != i)
            k++;
        if (k == f->listings)
            f->listed[f->listings++] = i;
    }
}

/* Lists the polynomials of text[at..end), which were read from index `next` on, if there are names
 * of earlier ones among them. */
static void list_items(foreign_names *names, const foreign_language *language, size_t at,
                       size_t end)
{
    foreign_items items = {.text = names->text, .at = at, .end = end};
    const size_t first = names->f->listings;
    size_t next = names->next;
    bool named = false;
    failure ignored;

    while (cli_import_next_item(&items, &at, &end)) {
        size_t k;

        if (language->cut != NULL)
            (void)language->cut(names, at, &end, &ignored);
        k = find_name(names, at, end);
        named |= k < names->count;
        if (k < names->count)
            list(names->f, names->first[k], names->last[k]);
        else
            list(names->f, next, next + 1);
        next += k == names->count;
    }
    if (!named)
        names->f->listings = first;
}

int cli_import_take(void *reader, const foreign_language *language, size_t at, size_t end,
                    failure *why)
{
    foreign_names *names = reader;
    foreign_items items = {.text = names->text, .at = at, .end = end};
    const size_t from = at, to = end;

    names->next = names->f->count;
    while (cli_import_next_item(&items, &at, &end)) {
        if (at == end)
            return cli_import_fail(why, names->f->in, at, "expected a polynomial");
        if (language->cut != NULL)
            CHECK(language->cut(names, at, &end, why));
        if (is_known(names, at, end))
            continue;
        CHECK(check_written_out(names, at, end, language->comments->quotes, why));
        CHECK(cli_import_check_signs(names->f, names->text, at, end, why));
        CHECK(cli_import_begin(names->f, at, why));
        CHECK(language->put(reader, at, end, why));
    }
    if (cli_import_item_end(names->text, from, to, ",") < to)
        list_items(names, language, from, to);
    return EXIT_OK;
}

int cli_import_statements(void *reader, const foreign_language *language, failure *why)
{
    foreign_names *names = reader;
    const size_t length = names->f->in->length;
    char *text;
    int code = cli_import_blank(&text, names->f->in, language->comments, why);

    names->text = text;
    for (size_t at = 0; at < length && code == EXIT_OK;) {
        const size_t end = language->statement_end(text, at, length);
        size_t from = at, to = end;

        cli_import_trim(text, &from, &to);
        if (cli_import_is_among(text, from, to, language->ending))
            break;
        code = language->read_statement(reader, at, end, why);
        at = end + 1;
    }
    names->text = NULL;
    free(text);
    return code;
}

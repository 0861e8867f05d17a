/* Reads matrices from text, in three forms, and writes them. */
#include <string.h>

#include "core/memory.h"
#include "matrix/matrix.h"
#include "polynomials/text.h"

/* The text of an entry. */
typedef struct cell {
    size_t at, length;
} cell;

/* The entries of a text, row by row. */
typedef struct cells {
    const char *text;
    size_t length, at;
    cell *cell;
    size_t count, room;
    size_t rows, columns;
    bool lines; /* rows end at line ends */
    clmodp_text_error *error;
} cells;

static clmodp_status refuse(const cells *s, const char *message)
{
    return clm_text_fail(s->error, CLMODP_PARSE, s->text, s->at, message);
}

static void skip_space(cells *s)
{
    while (s->at < s->length && clm_is_space(s->text[s->at]))
        s->at++;
}

/* Returns whether a byte comes next, after white space, and skips it then. */
static bool skip(cells *s, char byte)
{
    skip_space(s);
    if (s->at == s->length || s->text[s->at] != byte)
        return false;
    s->at++;
    return true;
}

/* Finds the end of an entry, and adds its text to the cells. */
static clmodp_status read_cell(cells *s)
{
    clmodp_status st = CLMODP_OK;
    const size_t begin = s->at;
    size_t depth = 0;
    bool empty = true;

    for (; s->at < s->length; s->at++) {
        const char c = s->text[s->at];

        if (depth == 0 && (c == ',' || c == ';' || c == ']' || (c == '\n' && s->lines)))
            break;
        depth += c == '(';
        depth -= c == ')' && depth > 0;
        empty = empty && clm_is_space(c);
    }
    if (empty)
        return refuse(s, "expected an entry of the matrix");
    if (depth > 0)
        return refuse(s, "expected ')'");
    if (s->count == s->room)
        GROW(NULL, s->cell, s->room, 2 * s->room + 16);
    s->cell[s->count++] = (cell){begin, s->at - begin};
done:
    return st == CLMODP_OK ? st : clm_text_fail(s->error, st, "", 0, "no memory for a matrix");
}

/* Reads entries up to the end of their row. A last row without a bracket behind it is unfinished,
 * whatever its length. */
static clmodp_status read_row(cells *s)
{
    clmodp_status st = CLMODP_OK;
    const size_t before = s->count;

    do
        TRY(read_cell(s));
    while (s->at < s->length && s->text[s->at] == ',' && s->at++ < s->length);
    if (s->rows++ == 0)
        s->columns = s->count;
    else if (s->count - before != s->columns && (s->lines || s->at < s->length))
        return refuse(s, "all rows of a matrix need equally many entries");
done:
    return st;
}

/* Reads [[x, 1], [y, 2]] behind the first bracket. */
static clmodp_status read_lists(cells *s)
{
    clmodp_status st = CLMODP_OK;

    do {
        if (!skip(s, '['))
            return refuse(s, "expected '[' before a row");
        TRY(read_row(s));
        if (!skip(s, ']'))
            return refuse(s, "expected ']' behind a row");
    } while (skip(s, ','));
done:
    return st;
}

/* Reads [x, 1; y, 2] behind the first bracket. */
static clmodp_status read_semicolons(cells *s)
{
    clmodp_status st = CLMODP_OK;

    do
        TRY(read_row(s));
    while (skip(s, ';'));
done:
    return st;
}

static clmodp_status read_lines(cells *s)
{
    clmodp_status st = CLMODP_OK;

    s->lines = true;
    for (skip_space(s); s->at < s->length; skip_space(s)) {
        TRY(read_row(s));
        if (s->at < s->length && s->text[s->at] != '\n')
            return refuse(s, "expected ',' or the end of the line");
    }
done:
    return st;
}

static clmodp_status read_cells(cells *s)
{
    clmodp_status st = CLMODP_OK;

    if (!skip(s, '['))
        return read_lines(s);
    skip_space(s);
    if (s->at < s->length && s->text[s->at] == '[')
        TRY(read_lists(s));
    else if (s->at < s->length && s->text[s->at] != ']')
        TRY(read_semicolons(s));
    if (!skip(s, ']'))
        return refuse(s, "expected ']' behind the matrix");
    skip_space(s);
    if (s->at < s->length)
        return refuse(s, "expected the end of the matrix");
done:
    return st;
}

static clmodp_status begin_reading(cells *s, const char *text, size_t length,
                                   clmodp_text_error *error)
{
    if (length == CLMODP_STRING && text != NULL)
        length = strlen(text);
    *s = (cells){.text = text, .length = length, .error = error};
    if (text == NULL)
        return clm_text_fail(error, CLMODP_INVALID, "", 0, "the text is NULL");
    return read_cells(s);
}

/* Converts line and column of an error in an entry to those in the whole text. */
static void move_error(const cells *s, const cell *at)
{
    size_t lines = 0, column = 0;

    for (size_t k = 0; k < at->at; k++) {
        lines += s->text[k] == '\n';
        column = s->text[k] == '\n' ? 0 : column + 1;
    }
    if (s->error != NULL && s->error->line == 1)
        s->error->column += column;
    if (s->error != NULL)
        s->error->line += lines;
}

/* Explains a failure to store a matrix. */
static clmodp_status fail_to_store(clmodp_text_error *error, clmodp_status st)
{
    return clm_text_fail(error, st, "", 0, st == CLMODP_HOST_MEMORY
                                               ? "no memory for a matrix"
                                               : "the matrix has too many rows, columns or "
                                                 "variables");
}

clmodp_status clmodp_matrix_from_text(clmodp_matrix **a, const char *text, size_t length,
                                      const char *const *names, size_t variables,
                                      const clmodp_text_options *options,
                                      clmodp_text_error *error)
{
    clmodp_status st = CLMODP_OK;
    clmodp_matrix *out = NULL;
    clmodp_mpoly *f = NULL;
    mpz_t denominator;
    cells s;

    *a = NULL;
    mpz_init(denominator);
    TRY(begin_reading(&s, text, length, error));
    st = clmodp_matrix_create(&out, s.rows, s.columns, variables);
    if (st == CLMODP_OK)
        st = clmodp_mpoly_create(&f, variables);
    if (st != CLMODP_OK)
        TRY(fail_to_store(error, st));
    for (size_t k = 0; k < s.count; k++) {
        st = clmodp_mpoly_from_text(f, denominator, text + s.cell[k].at, s.cell[k].length, names,
                                    options, error);
        if (st != CLMODP_OK)
            move_error(&s, &s.cell[k]);
        TRY(st);
        st = clmodp_matrix_set(out, k / s.columns, k % s.columns, f, denominator);
        if (st != CLMODP_OK)
            TRY(fail_to_store(error, st));
    }
    *a = out;
    out = NULL;
done:
    free(s.cell);
    mpz_clear(denominator);
    clmodp_mpoly_destroy(f);
    clmodp_matrix_destroy(out);
    return st;
}

clmodp_status clmodp_matrix_text_variables(char (*names)[CLMODP_NAME_SIZE], size_t *count,
                                           size_t most, const char *text, size_t length,
                                           clmodp_text_error *error)
{
    clmodp_status st = CLMODP_OK;
    cells s;

    TRY(begin_reading(&s, text, length, error));
    for (size_t k = 0; k < s.count; k++) {
        st = clmodp_mpoly_text_variables(names, count, most, text + s.cell[k].at,
                                         s.cell[k].length, error);
        if (st != CLMODP_OK)
            move_error(&s, &s.cell[k]);
        TRY(st);
    }
done:
    free(s.cell);
    return st;
}

static clmodp_status append(clm_string *out, const char *more)
{
    return clm_string_append(NULL, out, more, strlen(more));
}

clmodp_status clmodp_matrix_to_text(char **text, const clmodp_matrix *a, const char *const *names)
{
    clmodp_status st = CLMODP_OK;
    const size_t count = a->rows * a->columns;
    clm_string out = {0};
    char *entry = NULL;

    *text = NULL;
    TRY(append(&out, "["));
    for (size_t k = 0; k < count; k++) {
        const clm_entry *of = &a->entry[k];

        free(entry);
        entry = NULL;
        TRY(clmodp_mpoly_to_text(&entry, of->f != NULL ? of->f : a->zero, names,
                                 of->f != NULL ? of->denominator : NULL));
        TRY(append(&out, k == 0 ? "" : k % a->columns == 0 ? "; " : ", "));
        TRY(append(&out, entry));
    }
    TRY(append(&out, "]"));
    *text = out.text;
    out.text = NULL;
done:
    free(entry);
    free(out.text);
    return st;
}

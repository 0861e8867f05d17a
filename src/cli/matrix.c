/* Reads matrices, and packs them into problems of plans, job folders, several devices and
 * ranks. */
#include "cli/matrix.h"

#include <stdlib.h>
#include <string.h>

#include "cli/formats/import_reader.h"

/* The text of a matrix. */
typedef struct reader {
    source source;
    char *rewritten; /* from the syntax of another system; NULL: none */
    const char *text;
    size_t length;
    const char *unknown; /* the variable of the characteristic polynomial; NULL: none */
    bool square;         /* is required */
} reader;

static int list_names(problem *p, const reader *r, failure *why)
{
    clmodp_text_error error = {0};
    const clmodp_status st = clmodp_matrix_text_variables(
        p->names, &p->variables, CLMODP_MOST_VARIABLES, r->text, r->length, &error);

    return cli_check_text(why, st, &r->source, &error);
}

/* Adds the variable of the characteristic polynomial. */
static int add_unknown(problem *p, const char *unknown, failure *why)
{
    if (cli_problem_index(p, unknown) < p->variables)
        return cli_fail(why, EXIT_USAGE, "'%s' occurs in the matrix: name another variable of the "
                        "polynomial by --variable", unknown);
    return cli_problem_add_name(p, unknown, why);
}

static int read_entries(clmodp_matrix **entries, const problem *p, const reader *r, failure *why)
{
    const char *names[CLMODP_MOST_VARIABLES];
    clmodp_text_error error = {0};
    clmodp_status st;

    for (size_t k = 0; k < p->variables; k++)
        names[k] = p->names[k];
    st = clmodp_matrix_from_text(entries, r->text, r->length, names, p->variables, NULL, &error);
    return cli_check_text(why, st, &r->source, &error);
}

/* Replaces A by T I - A. */
static int subtract_from_unknown(clmodp_matrix **entries, const problem *p, const char *unknown,
                                 failure *why)
{
    clmodp_matrix *pencil = NULL;
    const clmodp_status st =
        clmodp_matrix_characteristic(&pencil, *entries, cli_problem_index(p, unknown));

    clmodp_matrix_destroy(*entries);
    *entries = pencil;
    return cli_check_status(why, st, NULL);
}

static int read_operand(reader *r, clmodp_matrix **entries, problem *p, const settings *s,
                        failure *why)
{
    size_t rows, columns;

    CHECK(cli_input_open(&r->source, s->operands[0], "MATRIX", why));
    if (strspn(r->source.text, " \t\r\n") == r->source.length)
        return cli_fail(why, EXIT_USAGE, "%s is empty: expected a matrix such as [x, 1; y, 2]",
                        r->source.name);
    CHECK(cli_matrix_rewrite(&r->rewritten, &r->length, &r->source, why));
    r->text = r->rewritten != NULL ? r->rewritten : r->source.text;
    CHECK(list_names(p, r, why));
    if (r->unknown != NULL)
        CHECK(add_unknown(p, r->unknown, why));
    CHECK(read_entries(entries, p, r, why));
    rows = clmodp_matrix_rows(*entries);
    columns = clmodp_matrix_columns(*entries);
    if (r->square && rows != columns)
        return cli_fail(why, EXIT_USAGE, "expected a square matrix, found %zu row%s of %zu", rows,
                        CLI_S(rows), columns);
    if (r->unknown != NULL)
        CHECK(subtract_from_unknown(entries, p, r->unknown, why));
    return cli_problem_check_format(p, s->format, why);
}

int cli_matrix_read(clmodp_matrix **entries, problem *p, const settings *s, bool square,
                    failure *why)
{
    reader r = {.unknown = s->variable, .square = square};
    int code;

    cli_problem_begin(p, s);
    p->all = true;
    code = read_operand(&r, entries, p, s, why);
    if (code != EXIT_OK)
        (void)cli_failure_show(why); /* while its source is still open */
    free(r.rewritten);
    cli_input_close(&r.source);
    return code;
}

int cli_matrix_read_packed(problem *p, const settings *s, failure *why)
{
    clmodp_matrix *entries = NULL;
    char message[512] = "";
    clmodp_status st = CLMODP_OK;
    int code;

    CHECK_DONE(cli_matrix_read(&entries, p, s, true, why));
    p->order = clmodp_matrix_rows(entries) > 0 ? (uint32_t)clmodp_matrix_rows(entries) : 1;
    st = clmodp_zxy_create(&p->f);
    if (st == CLMODP_OK)
        st = clmodp_matrix_pack(&p->packing, p->f, p->divisor, entries, p->modulus, message,
                                sizeof message);
    if (st == CLMODP_LIMIT || st == CLMODP_DOMAIN)
        code = cli_fail(why, EXIT_USAGE, "%s", message);
    else
        code = cli_check_status(why, st, message);
done:
    clmodp_matrix_destroy(entries);
    return code;
}

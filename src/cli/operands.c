/* Opens operands in the syntax of any supported system, and reads problems from them. */
#include "cli/operands.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/formats/import_reader.h"
#include "cli/implicit_product.h"
#include "cli/progress.h"
#include "cli/several.h"

/* ---- other systems' texts ---- */

static int take_whole_source(foreign *f, failure *why)
{
    (void)why;
    f->part[0] = *f->in;
    f->count = 1;
    return EXIT_OK;
}

static int recognise(foreign_system *out, const source *in, failure *why)
{
    static const struct {
        foreign_system system;
        int (*is)(bool *yes, const source *in, failure *why);
    } others[] = {{FOREIGN_MSOLVE, cli_msolve_is},
                  {FOREIGN_SINGULAR, cli_singular_is},
                  {FOREIGN_MAPLE, cli_maple_is}};
    bool yes = false;

    *out = FOREIGN_EXPR;
    for (size_t k = 0; k < sizeof others / sizeof *others && !yes; k++) {
        CHECK(others[k].is(&yes, in, why));
        if (yes)
            *out = others[k].system;
    }
    return EXIT_OK;
}

/* Puts listed polynomials first, in the order of lists. */
static void order_parts(foreign *f)
{
    source part[FOREIGN_MOST];
    bool listed[FOREIGN_MOST] = {false};
    size_t count = 0;

    for (; count < f->listings; count++) {
        part[count] = f->part[f->listed[count]];
        listed[f->listed[count]] = true;
    }
    for (size_t k = 0; k < f->count && f->listings > 0; k++)
        if (!listed[k])
            part[count++] = f->part[k];
    memcpy(f->part, part, count * sizeof *part);
}

/* Reads the polynomials of a source, which must persist as long as `out`, and `out` until failures
 * are shown. `out` is to be cleared, also after failures.
 * Errors: EXIT_USAGE (no polynomial found, too many), EXIT_FAILED (no memory) */
static int read_foreign(foreign *out, const source *in, foreign_system system, failure *why)
{
    static int (*const readers[])(foreign *, failure *) = {
        [FOREIGN_EXPR] = take_whole_source,
        [FOREIGN_MAPLE] = cli_maple_read,
        [FOREIGN_SINGULAR] = cli_singular_read,
        [FOREIGN_MSOLVE] = cli_msolve_read,
    };
    int code;

    out->in = in;
    out->system = system;
    if (system == FOREIGN_AUTO)
        CHECK(recognise(&out->system, in, why));
    code = readers[out->system](out, why);
    if (out->text.failed)
        return cli_fail_memory(why);
    for (size_t k = 0; k < out->count && out->system != FOREIGN_EXPR; k++) {
        const size_t end = k + 1 < out->count ? out->at[k + 1] : out->text.length;

        out->part[k].text = out->text.bytes + out->at[k];
        out->part[k].length = end - out->at[k];
        if (code == EXIT_OK)
            code = cli_import_check_plain(&out->part[k], why);
    }
    if (code == EXIT_OK && out->count == 0)
        return cli_import_fail(why, in, in->length, "expected a polynomial, found the end");
    if (code == EXIT_OK)
        order_parts(out);
    return code;
}

/* ---- operands ---- */

static bool is_file(const char *text)
{
    return *text == '@' || strcmp(text, "-") == 0;
}

bool cli_operands_may_hold_more(const settings *s, size_t first)
{
    return s->operand_count == first + 1 && s->system != FOREIGN_EXPR &&
           (s->system != FOREIGN_AUTO || is_file(s->operands[first]));
}

int cli_operands_check(const settings *s, failure *why)
{
    size_t inputs = 0;

    for (size_t k = 0; k < s->operand_count; k++)
        inputs += strcmp(s->operands[k], "-") == 0;
    if (inputs > 1)
        return cli_fail_usage(why, "only one polynomial can come from standard input");
    return EXIT_OK;
}

/* Checks that a file's characteristic is 0 or the value of --modulus. */
static int check_characteristic(const operand *o, const settings *s, failure *why)
{
    const uint64_t characteristic = o->file.characteristic;

    if (characteristic == 0 || characteristic == s->modulus) /* smaller than UINT64_MAX */
        return EXIT_OK;
    if (characteristic == UINT64_MAX)
        return cli_fail(why, EXIT_USAGE, "%s has polynomials modulo a number of 2^64 - 1 or "
                        "more, but --modulus takes smaller ones", o->source.name);
    return cli_fail(why, EXIT_USAGE, "%s has polynomials modulo %" PRIu64 ": pass "
                    "--modulus %" PRIu64 " to clmodp resultant, discriminant or poly",
                    o->source.name, characteristic, characteristic);
}

int cli_operand_open(operand *o, const char *text, const char *name, const settings *s,
                     failure *why)
{
    foreign_system system = (foreign_system)s->system;

    CHECK(cli_input_open(&o->source, text, name, why));
    if (system == FOREIGN_AUTO && !is_file(text))
        system = FOREIGN_EXPR;
    CHECK(read_foreign(&o->file, &o->source, system, why));
    return check_characteristic(o, s, why);
}

/* Suggests @FILE if the text of an operand failed, and is the name of a file. */
static void suggest_file(failure *why, const settings *s)
{
    struct stat status;

    for (size_t k = 0; k < s->operand_count && why->where != NULL; k++)
        if (why->where->text == s->operands[k] && stat(s->operands[k], &status) == 0 &&
            S_ISREG(status.st_mode))
            cli_fail_add(why, ": did you mean @%s?", s->operands[k]);
}

int cli_operands_end(operand *operands, size_t count, const settings *s, int code, failure *why)
{
    if (code != EXIT_OK) {
        suggest_file(why, s);
        (void)cli_failure_show(why);
    }
    for (size_t k = 0; k < count && operands != NULL; k++) {
        cli_text_clear(&operands[k].file.text);
        cli_input_close(&operands[k].source);
    }
    free(operands);
    return code;
}

/* Explains why there are too few polynomials: by an error in the only one, if there is any. */
static int fail_alone(const source *one, const operand *of, failure *why)
{
    const settings anything = {0};
    problem p = {.curves = true};
    int code = cli_problem_read(&p, one, NULL, &anything, why);

    cli_problem_clear(&p);
    if (code != EXIT_OK)
        return code;
    return cli_fail(why, EXIT_USAGE, "expected two polynomials, but %s has one%s", of->source.name,
                    of->file.system == FOREIGN_EXPR
                        ? "; for another system's file use --from" : "");
}

int cli_operands_gather(const source **out, const operand *operands, size_t count, size_t least,
                        size_t most, failure *why)
{
    size_t found = 0;

    for (size_t k = 0; k < count; k++) {
        const foreign *file = &operands[k].file;
        const size_t room = count > 1 ? 1 : most;

        if (file->count > room)
            return cli_fail(why, EXIT_USAGE, "%s has %zu polynomials, but %s", file->in->name,
                            file->count, room == 1   ? "one is expected"
                                         : room == 2 ? "two are expected"
                                                     : "two or three are expected");
        for (size_t j = 0; j < file->count; j++)
            out[found++] = &file->part[j];
    }
    return found < least ? fail_alone(out[0], &operands[0], why) : EXIT_OK;
}

/* Remarks on names unless an operand is a file of another system, where such names are meant. */
static void remark_names(problem *p, const operand *operands, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (operands[k].file.system != FOREIGN_EXPR)
            return;
    cli_implicit_product_remark(p->names, p->variables);
}

/* Remarks that the variable to eliminate does not occur: its name may be a slip. */
static void remark_absent(const problem *p, const settings *s)
{
    if (s->eliminate != NULL && !p->curves && p->g != NULL && clmodp_zxy_degree_y(p->f) < 1 &&
        clmodp_zxy_degree_y(p->g) < 1)
        cli_remark("'%s', named by --eliminate, occurs in neither polynomial", s->eliminate);
}

int cli_operands_read(problem *p, const settings *s, size_t least, size_t most, failure *why)
{
    static const char *const names[3] = {"F", "G", "H"};
    operand *operands = calloc(3, sizeof *operands);
    const source *part[3] = {NULL, NULL, NULL};
    int code;

    if (operands == NULL)
        return cli_fail_memory(why);
    for (size_t k = 0; k < s->operand_count; k++)
        CHECK_DONE(cli_operand_open(&operands[k], s->operands[k], names[k], s, why));
    CHECK_DONE(cli_operands_gather(part, operands, s->operand_count, least, most, why));
    if (part[2] != NULL)
        cli_problem_begin(p, s);
    code = part[2] != NULL ? cli_several_read_whole(p, part, 3, why)
                           : cli_problem_read(p, part[0], part[1], s, why);
    if (code == EXIT_OK)
        remark_absent(p, s);
    remark_names(p, operands, s->operand_count);
done:
    return cli_operands_end(operands, 3, s, code, why);
}

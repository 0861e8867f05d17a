/* Opens operands as long as they are read, and warns about names such as x2y. */
#include "cli/operands.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/watch.h"

/* A name as a product. */
typedef struct product {
    char text[3 * CLMODP_NAME_SIZE];
    size_t factors;
    bool powers;   /* there is an exponent */
    bool enclosed; /* and a letter behind one */
} product;

/* Whether a name can be read as one, of small letters. */
static bool read_product(product *out, const char *name)
{
    size_t used = 0;

    *out = (product){.factors = 0};
    while (*name != '\0') {
        const size_t digits = strspn(name + 1, "0123456789");

        if (!islower((unsigned char)*name) || strchr(name + 1, *name) != NULL)
            return false;
        if (digits > 4 || (digits > 0 && name[1] == '0') || (digits == 1 && name[1] == '1'))
            return false;
        out->enclosed |= out->powers;
        out->powers |= digits > 0;
        used += (size_t)snprintf(out->text + used, sizeof out->text - used, "%s%c%s%.*s",
                                 out->factors++ > 0 ? "*" : "", *name, digits > 0 ? "^" : "",
                                 (int)digits, name + 1);
        name += 1 + digits;
    }
    return out->powers || out->factors > 1;
}

/* How many letters there are in all names. */
static size_t count_letters(char (*names)[CLMODP_NAME_SIZE], size_t count)
{
    size_t letters = 0;

    for (char letter = 'a'; letter <= 'z'; letter++)
        for (size_t k = 0; k < count; k++)
            if (strchr(names[k], letter) != NULL) {
                letters++;
                break;
            }
    return letters;
}

/* Remark that such a name is one variable, if it can hardly be meant so: it is letters, each once
 * and with an exponent of at least 2 or none, and another name is one of these letters (x2 or xy
 * beside x), or all names are such, and one has a letter behind an exponent (x2y alone, or beside
 * y3); and these letters are two at most, as variables are (so `time` beside t is meant). */
static void remark_implicit_products(char (*names)[CLMODP_NAME_SIZE], size_t count)
{
    product read[2];
    bool like[2] = {false, false}, all = true, enclosed = false;

    if (count > 2 || count_letters(names, count) > 2)
        return;
    for (size_t k = 0; k < count; k++) {
        like[k] = read_product(&read[k], names[k]);
        all &= like[k];
        enclosed |= like[k] && read[k].enclosed;
    }
    for (size_t k = 0; k < count; k++) {
        const char *other = names[count - 1 - k];
        const bool beside = count == 2 && strlen(other) == 1 && strchr(names[k], *other) != NULL;

        if (like[k] && ((all && enclosed) || beside))
            cli_remark("%s is one variable here; a product is written %s", names[k], read[k].text);
    }
}

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
    if (s->operand_count == 2 && strcmp(s->operands[0], "-") == 0 &&
        strcmp(s->operands[1], "-") == 0)
        return cli_fail_usage(why, "only one polynomial can come from standard input");
    return EXIT_OK;
}

/* What a text's characteristic is has to be asked for. */
static int check_characteristic(const operand *o, const settings *s, failure *why)
{
    const uint64_t characteristic = o->file.characteristic;

    if (characteristic == 0 || characteristic == s->modulus)
        return EXIT_OK;
    if (characteristic >= UINT64_C(1) << 31) /* UINT64_MAX stands for more, too */
        return cli_fail(why, EXIT_USAGE, "%s has polynomials modulo a number of 2^31 or more, "
                        "and --modulus is for primes below", o->source.name);
    return cli_fail(why, EXIT_USAGE, "%s has polynomials modulo %" PRIu64 ": these want "
                    "--modulus %" PRIu64 " of clmodp resultant, discriminant or poly",
                    o->source.name, characteristic, characteristic);
}

int cli_operand_open(operand *o, const char *text, const char *name, const settings *s,
                     failure *why)
{
    foreign_system system = (foreign_system)s->system;

    CHECK(cli_source_open(&o->source, text, name, why));
    if (system == FOREIGN_AUTO && !is_file(text))
        system = FOREIGN_EXPR;
    CHECK(cli_foreign_read(&o->file, &o->source, system, why));
    return check_characteristic(o, s, why);
}

void cli_operand_close(operand *o)
{
    cli_foreign_clear(&o->file);
    cli_source_close(&o->source);
}

/* Why there are too few polynomials: what is wrong in the one that there is tells more than that
 * it is alone. */
static int fail_alone(const source *one, const operand *of, failure *why)
{
    const settings anything = {0};
    problem p = {.curves = true};
    int code = cli_problem_read(&p, one, NULL, &anything, why);

    cli_problem_clear(&p);
    if (code != EXIT_OK)
        return code;
    return cli_fail(why, EXIT_USAGE, "expected two polynomials, and %s has one%s", of->source.name,
                    of->file.system == FOREIGN_EXPR
                        ? ", if it is no other system's file (--from)" : "");
}

int cli_operands_gather(const source **out, const operand *operands, size_t count, size_t least,
                        size_t most, failure *why)
{
    size_t found = 0;

    for (size_t k = 0; k < count; k++) {
        const foreign *file = &operands[k].file;
        const size_t room = count > 1 ? 1 : most;

        if (file->count > room)
            return cli_fail(why, EXIT_USAGE, "%s has %zu polynomials, where %s", file->in->name,
                            file->count, room == 1 ? "one is expected" : "two are expected");
        for (size_t j = 0; j < file->count; j++)
            out[found++] = &file->part[j];
    }
    return found < least ? fail_alone(out[0], &operands[0], why) : EXIT_OK;
}

/* Names are told apart for who has typed them: other systems have no such names, or mean them. */
static void remark_names(problem *p, const operand *operands, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (operands[k].file.system != FOREIGN_EXPR)
            return;
    remark_implicit_products(p->names, p->variables);
}

int cli_operands_read(problem *p, const settings *s, size_t least, size_t most, failure *why)
{
    static const char *const names[2] = {"F", "G"};
    operand *operands = calloc(2, sizeof *operands);
    const source *part[2] = {NULL, NULL};
    int code;

    if (operands == NULL)
        return cli_fail(why, EXIT_FAILED, "out of memory");
    for (size_t k = 0; k < s->operand_count; k++)
        CHECK_DONE(cli_operand_open(&operands[k], s->operands[k], names[k], s, why));
    CHECK_DONE(cli_operands_gather(part, operands, s->operand_count, least, most, why));
    code = cli_problem_read(p, part[0], part[1], s, why);
    remark_names(p, operands, s->operand_count);
done:
    if (code != EXIT_OK)
        (void)cli_failure_show(why); /* while the text it points to is there */
    for (size_t k = 0; k < 2; k++)
        cli_operand_close(&operands[k]);
    free(operands);
    return code;
}

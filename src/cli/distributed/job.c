/* Creates, works on and finishes job folders. */
#include "cli/distributed/job.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "cli/formats/parallel_text.h"
#include "cli/problem.h"
#include "cli/session.h"

static const char note_head[] = "clmodp job 1";

static void put_note_line(text_buffer *out, const char *name, const char *text)
{
    cli_text_printf(out, "%s %s\n", name, text != NULL ? text : "");
}

static void put_field(text_buffer *out, const problem *p)
{
    char *minimal = NULL;

    if (clmodp_zx_to_text(&minimal, p->minimal, p->generator, NULL) != CLMODP_OK)
        out->failed = true;
    put_note_line(out, "generator", p->generator);
    put_note_line(out, "minimal", minimal);
    free(minimal);
}

static void put_packing(text_buffer *out, const problem *p)
{
    char *packing = NULL;

    if (clmodp_packing_to_text(&packing, p->packing) != CLMODP_OK)
        out->failed = true;
    for (size_t k = 0; k < p->variables; k++)
        put_note_line(out, "variable", p->names[k]);
    put_note_line(out, "packing", packing);
    free(packing);
    if (p->generator != NULL)
        put_field(out, p);
}

/* Appends the degree in y and the denominator of an operand. */
static void put_operand(text_buffer *out, const char *name, const clmodp_zxy *f,
                        mpz_srcptr denominator)
{
    cli_text_printf(out, "%s %ld ", name, clmodp_zxy_degree_y(f));
    cli_integer_put(out, denominator);
    cli_text_string(out, "\n");
}

/* Appends what determines the length of a chain and the divisor of each S_k. */
static void put_chain(text_buffer *out, const problem *p)
{
    put_note_line(out, "coefficients", p->principal ? "principal" : "all");
    put_operand(out, "f", p->f, p->f_denominator);
    put_operand(out, "g", p->g, p->g_denominator);
}

void cli_job_note_put(text_buffer *out, const problem *p)
{
    cli_text_printf(out, "%s\n", note_head);
    put_note_line(out, "eliminated", p->eliminated);
    put_note_line(out, "kept", p->kept);
    cli_text_printf(out, "operation %s",
                    p->order > 0             ? "determinant "
                    : p->g == NULL           ? "discriminant"
                    : p->chain             ? "subresultants"
                    : p->subresultant != 0 ? "subresultant " : "resultant");
    if (p->subresultant != 0)
        cli_text_count(out, p->subresultant);
    if (p->order > 0)
        cli_text_count(out, p->order);
    cli_text_string(out, "\ndivisor ");
    cli_integer_put(out, p->divisor);
    cli_text_string(out, "\nsubresultant_divisor ");
    cli_integer_put(out, p->subresultant_divisor);
    cli_text_string(out, "\n");
    if (p->chain)
        put_chain(out, p);
    if (p->packing != NULL)
        put_packing(out, p);
}

/* Reads the rest of the next line if it begins with this name; returns false otherwise. */
static bool next_note_line(char **at, const char *name, char **text)
{
    const size_t length = strlen(name);
    char *end = *at != NULL ? strchr(*at, '\n') : NULL;

    if (end == NULL || strncmp(*at, name, length) != 0 || (*at)[length] != ' ')
        return false;
    *end = '\0';
    *text = *at + length + 1;
    *at = end + 1;
    return true;
}

/* Reads a variable's name, or none. */
static bool read_name(const char **out, char *place, const char *text)
{
    const size_t length = strlen(text);

    *out = NULL;
    if (length == 0)
        return true;
    if (length >= CLMODP_NAME_SIZE || isdigit((unsigned char)*text))
        return false;
    for (size_t k = 0; k < length; k++)
        if (!isalnum((unsigned char)text[k]) && text[k] != '_')
            return false;
    memcpy(place, text, length + 1);
    *out = place;
    return true;
}

static bool read_divisor(mpz_t out, const char *text)
{
    return mpz_set_str(out, text, 10) == 0 && mpz_sgn(out) > 0;
}

/* Sets f to y^degree, which stands for the operand, or to 0. */
static bool read_operand(clmodp_zxy **f, mpz_t denominator, const char *text)
{
    char *end;
    const long degree = strtol(text, &end, 10);

    return *end == ' ' && degree >= -1 && degree < INT32_MAX &&
           read_divisor(denominator, end + 1) &&
           (*f != NULL || clmodp_zxy_create(f) == CLMODP_OK) &&
           (degree < 0 || clmodp_zxy_set_coeff_si(*f, 1, 0, (size_t)degree) == CLMODP_OK);
}

/* Reads what put_chain wrote. */
static bool read_chain(problem *p, char **at)
{
    char *text;

    if (!next_note_line(at, "coefficients", &text))
        return false;
    p->chain = true;
    p->principal = strcmp(text, "principal") == 0;
    if (!next_note_line(at, "f", &text) || !read_operand(&p->f, p->f_denominator, text) ||
        !next_note_line(at, "g", &text) || !read_operand(&p->g, p->g_denominator, text))
        return false;
    return cli_problem_check_parts(p, cli_problem_asked(p).count, &(failure){0}) == EXIT_OK;
}

/* Reads any number field. */
static bool read_field(problem *p, char *at)
{
    size_t generator;
    char *text;

    if (*at == '\0')
        return true;
    if (!next_note_line(&at, "generator", &text))
        return false;
    generator = cli_problem_index(p, text);
    if (generator == p->variables || p->names[generator] == p->eliminated)
        return false;
    p->generator = p->names[generator];
    return next_note_line(&at, "minimal", &text) && *at == '\0' &&
           clmodp_zx_create(&p->minimal) == CLMODP_OK &&
           clmodp_zx_from_text(p->minimal, NULL, text, CLMODP_STRING, p->generator, NULL, NULL) ==
               CLMODP_OK && clmodp_zx_degree(p->minimal) > 0;
}

/* Reads any variables, packing and number field. */
static bool read_packing(problem *p, char *at)
{
    char eliminated[CLMODP_NAME_SIZE] = "", *text;
    const char *name;

    if (*at == '\0')
        return true;
    if (p->eliminated != NULL)
        memcpy(eliminated, p->eliminated, strlen(p->eliminated) + 1);
    p->eliminated = p->kept = NULL;
    for (; next_note_line(&at, "variable", &text); p->variables++) {
        if (p->variables == CLMODP_MOST_VARIABLES ||
            !read_name(&name, p->names[p->variables], text) || name == NULL)
            return false;
        if (strcmp(name, eliminated) == 0)
            p->eliminated = name;
    }
    return (p->eliminated != NULL) != p->all && next_note_line(&at, "packing", &text) &&
           clmodp_packing_from_text(&p->packing, text) == CLMODP_OK && read_field(p, at);
}

static bool read_note(problem *p, char *at)
{
    char *text, *operation;

    if (strncmp(at, note_head, sizeof note_head - 1) != 0 || at[sizeof note_head - 1] != '\n')
        return false;
    at += sizeof note_head;
    if (!next_note_line(&at, "eliminated", &text) ||
        !read_name(&p->eliminated, p->names[0], text) || !next_note_line(&at, "kept", &text) ||
        !read_name(&p->kept, p->names[1], text) || !next_note_line(&at, "operation", &operation))
        return false;
    if (strncmp(operation, "subresultant ", 13) == 0)
        p->subresultant = (unsigned)strtoul(operation + 13, NULL, 10);
    if (strncmp(operation, "determinant ", 12) == 0)
        p->order = (uint32_t)strtoul(operation + 12, NULL, 10);
    p->all = p->order > 0;
    if (p->order == 0 && strcmp(operation, "discriminant") != 0 &&
        clmodp_zxy_create(&p->g) != CLMODP_OK)
        return false;
    return next_note_line(&at, "divisor", &text) && read_divisor(p->divisor, text) &&
           next_note_line(&at, "subresultant_divisor", &text) &&
           read_divisor(p->subresultant_divisor, text) &&
           (strcmp(operation, "subresultants") != 0 || read_chain(p, &at)) &&
           read_packing(p, at);
}

int cli_job_note_read(problem *out, const char *note, size_t size, failure *why)
{
    char *copy;
    bool read;

    if (size == 0)
        return cli_fail(why, EXIT_FAILED, "the folder belongs to a larger computation, such as "
                        "clmodp solve --checkpoint, which uses its result: run that again");
    copy = malloc(size + 1);
    if (copy == NULL)
        return cli_fail_memory(why);
    memcpy(copy, note, size);
    copy[size] = '\0';
    *out = (problem){0};
    cli_problem_begin(out, &(settings){0});
    read = strlen(copy) == size && read_note(out, copy);
    free(copy);
    if (!read)
        return cli_fail(why, EXIT_FAILED, "the folder was not created by clmodp submit or "
                        "--checkpoint");
    return EXIT_OK;
}

int cli_job_check_folder(const char *folder, failure *why)
{
    return *folder != '\0' ? EXIT_OK
                           : cli_fail_usage(why, "expected a folder, not an empty name");
}

int cli_job_begin(settings *s, failure *why)
{
    if (s->operand_count != 1)
        return cli_fail_operands(s, "a folder", why);
    CHECK(cli_job_check_folder(s->operands[0], why));
    s->engine = CLMODP_ENGINE_AUTO; /* the plan names one, whatever the environment says */
    return EXIT_OK;
}

int cli_job_make(clmodp_context *context, const char *folder, const clmodp_plan *plan,
                 const problem *p, failure *why)
{
    text_buffer note = {0};
    clmodp_status st;
    int code;

    cli_job_note_put(&note, p);
    if (note.failed)
        CHECK_DONE(cli_check_status(why, CLMODP_HOST_MEMORY, NULL));
    st = clmodp_job_create(context, folder, plan, note.bytes, note.length);
    code = cli_check_status(why, st, clmodp_context_message(context));
done:
    cli_text_clear(&note);
    return code;
}

int cli_job_work(const session *device, const char *folder, const clmodp_job_options *options,
                 failure *why)
{
    return cli_session_check(device, clmodp_job_work(device->context, NULL, folder, options), why);
}

/* A finished job folder. */
typedef struct finished {
    const session *device;
    const char *folder;
} finished;

static int reconstruct_folder(void *user, clmodp_problem *asked, failure *why)
{
    const finished *at = user;
    const clmodp_status st =
        clmodp_job_finish_problem(at->device->context, asked, at->folder);

    return cli_session_check(at->device, st, why);
}

int cli_job_reconstruct(answer *a, const session *device, const char *folder, const problem *p,
                        failure *why)
{
    return cli_answer_compute(a, p, reconstruct_folder, &(finished){device, folder}, why);
}

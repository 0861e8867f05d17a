/* Lines of a name and a text. */
#include "cli/distributed/job_note.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/formats/integer.h"

static const char note_head[] = "clmodp job 1";

static void put_note_line(text_buffer *out, const char *name, const char *text)
{
    cli_text_printf(out, "%s %s\n", name, text != NULL ? text : "");
}

void cli_job_note_put(text_buffer *out, const problem *p)
{
    cli_text_printf(out, "%s\n", note_head);
    put_note_line(out, "eliminated", p->eliminated);
    put_note_line(out, "kept", p->kept);
    put_note_line(out, "operation",
                  p->g == NULL      ? "discriminant"
                  : p->subresultant ? "subresultant"
                                    : "resultant");
    cli_text_string(out, "divisor ");
    cli_integer_put(out, p->divisor);
    cli_text_string(out, "\nsubresultant_divisor ");
    cli_integer_put(out, p->subresultant_divisor);
    cli_text_string(out, "\n");
}

/* The text of the line that begins with a name; false if the next line is another one. */
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

/* A variable's name, or none. */
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

static bool read_note(problem *p, char *at)
{
    char *text;

    if (strncmp(at, note_head, sizeof note_head - 1) != 0 || at[sizeof note_head - 1] != '\n')
        return false;
    at += sizeof note_head;
    if (!next_note_line(&at, "eliminated", &text) ||
        !read_name(&p->eliminated, p->names[0], text) || !next_note_line(&at, "kept", &text) ||
        !read_name(&p->kept, p->names[1], text) || !next_note_line(&at, "operation", &text))
        return false;
    p->subresultant = strcmp(text, "subresultant") == 0;
    if (strcmp(text, "discriminant") != 0 && clmodp_zxy_create(&p->g) != CLMODP_OK)
        return false;
    return next_note_line(&at, "divisor", &text) && read_divisor(p->divisor, text) &&
           next_note_line(&at, "subresultant_divisor", &text) &&
           read_divisor(p->subresultant_divisor, text) && *at == '\0';
}

int cli_job_note_read(problem *out, const char *note, size_t size, failure *why)
{
    char *copy = malloc(size + 1);
    bool read;

    if (copy == NULL)
        return cli_fail(why, EXIT_FAILED, "out of memory");
    if (size > 0)
        memcpy(copy, note, size);
    copy[size] = '\0';
    *out = (problem){.ready = true};
    mpz_inits(out->f_denominator, out->g_denominator, out->divisor, out->subresultant_divisor,
              NULL);
    read = strlen(copy) == size && read_note(out, copy);
    free(copy);
    if (!read)
        return cli_fail(why, EXIT_FAILED, "the folder's note is not one of clmodp submit");
    return EXIT_OK;
}

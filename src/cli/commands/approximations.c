/* Writes decimals with enough digits to distinguish the numbers, and intervals as JSON. */
#include "cli/commands/approximations.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static clmodp_status write_again(char **text, cli_write_decimals *write, void *list, size_t k,
                                 uint64_t bits)
{
    free(text[k]);
    text[k] = NULL;
    return write(&text[k], list, k, bits);
}

/* A text of the list. */
typedef struct place {
    const char *text;
    size_t k;
    bool repeated; /* another item has the same text */
} place;

static int by_text(const void *a, const void *b)
{
    return strcmp(((const place *)a)->text, ((const place *)b)->text);
}

/* Writes repeated texts again. *any: whether there were any. */
static clmodp_status separate(bool *any, char **text, place *sorted, size_t count,
                              cli_write_decimals *write, void *list, uint64_t bits)
{
    clmodp_status st = CLMODP_OK;

    for (size_t k = 0; k < count; k++)
        sorted[k] = (place){text[k], k, false};
    qsort(sorted, count, sizeof *sorted, by_text);
    for (size_t k = 1; k < count; k++)
        if (strcmp(sorted[k - 1].text, sorted[k].text) == 0)
            sorted[k - 1].repeated = sorted[k].repeated = true;
    *any = false;
    for (size_t k = 0; k < count && st == CLMODP_OK; k++)
        if (sorted[k].repeated) {
            *any = true;
            st = write_again(text, write, list, sorted[k].k, bits);
        }
    return st;
}

clmodp_status cli_decimals_write(char ***text, size_t count, cli_write_decimals *write, void *list,
                                 uint64_t bits)
{
    clmodp_status st = CLMODP_OK;
    place *sorted = calloc(count + 1, sizeof *sorted);
    bool repeated = true;

    *text = calloc(count + 1, sizeof **text);
    if (*text == NULL || sorted == NULL)
        st = CLMODP_HOST_MEMORY;
    for (size_t k = 0; k < count && st == CLMODP_OK; k++)
        st = write_again(*text, write, list, k, bits);
    while (st == CLMODP_OK && repeated) {
        bits *= 2;
        st = separate(&repeated, *text, sorted, count, write, list, bits);
    }
    free(sorted);
    return st;
}

void cli_texts_free(char **text, size_t count)
{
    for (size_t k = 0; text != NULL && k < count; k++)
        free(text[k]);
    free(text);
}

clmodp_status cli_decimals_join(char **text, const problem *p, char *const *coordinates)
{
    text_buffer out = {.to = NULL};

    for (size_t c = 0; c < p->variables; c++)
        cli_text_printf(&out, "%s%s = %s", c == 0 ? "" : ", ", p->names[c], coordinates[c]);
    cli_text_put(&out, "", 1);
    *text = out.bytes;
    return out.failed ? CLMODP_HOST_MEMORY : CLMODP_OK;
}

void cli_decimals_put(text_buffer *out, const char *text, size_t multiplicity)
{
    cli_text_string(out, text);
    if (multiplicity > 1)
        cli_text_printf(out, " (multiplicity %zu)", multiplicity);
    cli_text_string(out, "\n");
}

/* Appends a fraction in lowest terms, in quotes. */
static void put_fraction(text_buffer *out, mpz_srcptr numerator, mpz_srcptr denominator)
{
    mpq_t fraction;
    char *room = cli_text_room(out, mpz_sizeinbase(numerator, 10) +
                                        mpz_sizeinbase(denominator, 10) + 5);

    mpq_init(fraction);
    mpz_set(mpq_numref(fraction), numerator);
    mpz_set(mpq_denref(fraction), denominator);
    mpq_canonicalize(fraction);
    if (room != NULL) {
        *room = '"';
        out->length += 1 + strlen(mpq_get_str(room + 1, 10, fraction));
    }
    cli_text_string(out, "\"");
    mpq_clear(fraction);
}

void cli_interval_put(text_buffer *out, mpz_srcptr low, mpz_srcptr high, mpz_srcptr denominator)
{
    cli_text_string(out, "[");
    put_fraction(out, low, denominator);
    cli_text_string(out, ", ");
    put_fraction(out, high, denominator);
    cli_text_string(out, "]");
}

void cli_box_put(text_buffer *out, mpz_t *const re, mpz_t *const im, mpz_srcptr denominator)
{
    cli_text_string(out, "\"real\": ");
    cli_interval_put(out, re[0], re[1], denominator);
    cli_text_string(out, ", \"imaginary\": ");
    cli_interval_put(out, im[0], im[1], denominator);
}

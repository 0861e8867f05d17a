/* Writes decimals with enough digits to distinguish the numbers, and intervals as JSON. */
#include "cli/commands/approximations.h"

#include <stdlib.h>
#include <string.h>

static clmodp_status write_again(char **text, cli_write_decimals *write, void *list, size_t k,
                                 uint64_t bits)
{
    free(text[k]);
    text[k] = NULL;
    return write(&text[k], list, k, bits);
}

static clmodp_status write_all(char **text, size_t count, cli_write_decimals *write, void *list,
                               uint64_t bits)
{
    clmodp_status st = CLMODP_OK;

    for (size_t k = 0; k < count && st == CLMODP_OK; k++)
        st = write_again(text, write, list, k, bits);
    return st;
}

static clmodp_status separate_neighbours(char **text, size_t count, cli_write_decimals *write,
                                         void *list, uint64_t bits)
{
    clmodp_status st = CLMODP_OK;

    for (size_t k = 1; k < count && st == CLMODP_OK; k++)
        for (uint64_t more = 2 * bits; st == CLMODP_OK && strcmp(text[k - 1], text[k]) == 0;
             more *= 2) {
            st = write_again(text, write, list, k - 1, more);
            if (st == CLMODP_OK)
                st = write_again(text, write, list, k, more);
        }
    return st;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Sets *distinct: whether no two of the texts are equal. Errors: HOST_MEMORY */
static clmodp_status compare_texts(bool *distinct, char *const *text, size_t count)
{
    char **sorted = calloc(count + 1, sizeof *sorted);

    if (sorted == NULL)
        return CLMODP_HOST_MEMORY;
    *distinct = true;
    memcpy(sorted, text, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, by_text);
    for (size_t k = 1; k < count; k++)
        *distinct = *distinct && strcmp(sorted[k - 1], sorted[k]) != 0;
    free(sorted);
    return CLMODP_OK;
}

static clmodp_status separate_all(char **text, size_t count, cli_write_decimals *write, void *list,
                                  uint64_t bits)
{
    bool distinct = false;
    clmodp_status st = compare_texts(&distinct, text, count);

    while (st == CLMODP_OK && !distinct) {
        bits *= 2;
        st = write_all(text, count, write, list, bits);
        if (st == CLMODP_OK)
            st = compare_texts(&distinct, text, count);
    }
    return st;
}

clmodp_status cli_decimals_write(char ***text, size_t count, bool sorted,
                                 cli_write_decimals *write, void *list, uint64_t bits)
{
    clmodp_status st;

    *text = calloc(count + 1, sizeof **text);
    if (*text == NULL)
        return CLMODP_HOST_MEMORY;
    st = write_all(*text, count, write, list, bits);
    if (st != CLMODP_OK)
        return st;
    return sorted ? separate_neighbours(*text, count, write, list, bits)
                  : separate_all(*text, count, write, list, bits);
}

void cli_texts_free(char **text, size_t count)
{
    for (size_t k = 0; text != NULL && k < count; k++)
        free(text[k]);
    free(text);
}

clmodp_status cli_decimals_join(char **text, const problem *p, const char *x, const char *y)
{
    text_buffer out = {.to = NULL};

    cli_text_printf(&out, "%s = %s, %s = %s", p->names[0], x, p->names[1], y);
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

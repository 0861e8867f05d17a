/* Packs the variables of an expression into the two exponents of the parser's terms, by upper
 * bounds on their degrees, found without expanding. */
#include "polynomials/text.h"

#include <stdio.h>
#include <string.h>

#include "core/memory.h"
#include "core/size.h"
#include "polynomials/zxy.h"

/* Degrees are cut to this. */
#define MOST_DEGREE ((uint64_t)1 << 62)

static uint64_t add_degrees(uint64_t a, uint64_t b)
{
    return clm_size_min(a + b, MOST_DEGREE);
}

static uint64_t multiply_degree(uint64_t degree, uint64_t e)
{
    return clm_size_min(clm_size_times(degree, e), MOST_DEGREE);
}

/* An open parenthesis; the first level is the whole text. */
typedef struct level {
    uint64_t sum[CLMODP_MOST_VARIABLES];
    uint64_t product[CLMODP_MOST_VARIABLES]; /* the term being read */
} level;

typedef struct measurement {
    clm_several *several;
    clm_lexer lexer;
    clm_token token;
    level *level;
    size_t depth, room;
    bool failed; /* out of memory */
} measurement;

static bool open_level(measurement *m)
{
    clmodp_status st = CLMODP_OK;

    if (m->depth > CLM_PARSER_LIMITS.depth)
        return false;
    GROW(NULL, m->level, m->room, m->depth + 1);
    m->level[m->depth++] = (level){{0}, {0}};
done:
    m->failed = st != CLMODP_OK;
    return !m->failed;
}

/* Ends the term being read. */
static void end_term(measurement *m)
{
    level *top = &m->level[m->depth - 1];

    for (size_t k = 0; k < m->several->count; k++) {
        top->sum[k] = clm_size_max(top->sum[k], top->product[k]);
        top->product[k] = 0;
    }
}

/* Ends a level, and sets factor to its degrees. */
static void close_level(measurement *m, uint64_t *factor)
{
    end_term(m);
    memcpy(factor, m->level[--m->depth].sum, sizeof m->level->sum);
}

/* Reads any exponent, and multiplies by the power of a factor. */
static bool multiply_by_power(measurement *m, const uint64_t *factor, uint64_t *e)
{
    const char *expected;
    level *top = &m->level[m->depth - 1];

    *e = 1;
    if (m->token.kind == TOKEN_POWER) {
        m->token = clm_lexer_next(&m->lexer);
        if (!clm_lexer_exponent(&m->lexer, &m->token, e, &expected))
            return false;
    }
    for (size_t k = 0; k < m->several->count; k++)
        top->product[k] = add_degrees(top->product[k], multiply_degree(factor[k], *e));
    return true;
}

/* Reads a number, a variable or "(". Returns false at another token. */
static bool measure_operand(measurement *m, bool *opened)
{
    const clm_token token = m->token;
    uint64_t factor[CLMODP_MOST_VARIABLES] = {0}, e;
    clm_several *s = m->several;
    size_t k = s->count;

    *opened = token.kind == TOKEN_OPEN;
    m->token = clm_lexer_next(&m->lexer);
    if (*opened)
        return open_level(m);
    if (token.kind == TOKEN_NAME) {
        k = clm_several_find(s, m->lexer.text + token.at, token.length);
        if (k == s->count)
            return false;
        factor[k] = 1;
    } else if (token.kind != TOKEN_INTEGER && token.kind != TOKEN_DECIMAL) {
        return false;
    }
    if (!multiply_by_power(m, factor, &e))
        return false;
    if (k < s->count)
        s->step[k] = clm_size_gcd(s->step[k], e);
    return true;
}

/* Reads the text up to its first error. */
static void measure_text(measurement *m)
{
    uint64_t factor[CLMODP_MOST_VARIABLES], e;
    bool opened;

    if (!open_level(m))
        return;
    m->token = clm_lexer_next(&m->lexer);
    for (;;) {
        while (m->token.kind == TOKEN_PLUS || m->token.kind == TOKEN_MINUS)
            m->token = clm_lexer_next(&m->lexer);
        if (!measure_operand(m, &opened))
            break;
        if (opened)
            continue;
        while (m->token.kind == TOKEN_CLOSE && m->depth > 1) {
            close_level(m, factor);
            m->token = clm_lexer_next(&m->lexer);
            if (!multiply_by_power(m, factor, &e))
                break;
        }
        if (m->token.kind == TOKEN_PLUS || m->token.kind == TOKEN_MINUS ||
            m->token.kind == TOKEN_EQUALS)
            end_term(m);
        else if (m->token.kind != TOKEN_TIMES && m->token.kind != TOKEN_DIVIDE)
            break;
        m->token = clm_lexer_next(&m->lexer);
    }
    m->token.kind = TOKEN_END;
    while (m->depth > 1) {
        close_level(m, factor);
        (void)multiply_by_power(m, factor, &e);
    }
    end_term(m);
}

/* Places each variable, largest degree first, in the word with more room; false: no room. */
static bool pack_variables(clm_several *s)
{
    uint64_t used[2] = {1, 1};
    bool placed[CLMODP_MOST_VARIABLES] = {false};

    for (size_t n = 0; n < s->count; n++) {
        size_t largest = s->count;

        for (size_t k = 0; k < s->count; k++)
            if (!placed[k] && (largest == s->count || s->radix[k] > s->radix[largest]))
                largest = k;
        placed[largest] = true;
        s->word[largest] = used[1] < used[0];
        s->weight[largest] = used[s->word[largest]];
        if (s->radix[largest] > CLM_ZXY_MOST_EXPONENT / s->weight[largest])
            return false;
        used[s->word[largest]] *= s->radix[largest];
    }
    return true;
}

/* Reports degrees that are too large. */
static clmodp_status fail_packing(const clm_several *s, const uint64_t *degree,
                                  clmodp_text_error *error)
{
    char message[sizeof error->message];
    size_t used = (size_t)snprintf(message, sizeof message, "the degrees ");

    for (size_t k = 0; k < s->count && used < sizeof message - 120; k++)
        used += (size_t)snprintf(message + used, sizeof message - used, "%s%llu in %.20s",
                                 k > 0 ? ", " : "", (unsigned long long)degree[k], s->name[k]);
    (void)snprintf(message + used, sizeof message - used,
                   " are too large together: packed exponents would reach 2^31");
    return clm_text_fail(error, CLMODP_LIMIT, "", 0, message);
}

clmodp_status clm_several_make(clm_several *several, const char *text, size_t length,
                               const char *const *names, size_t count, clmodp_text_error *error)
{
    measurement m = {.several = several, .lexer = {length > 0 ? text : "", length, 0}};
    clmodp_status st = CLMODP_OK;

    *several = (clm_several){.name = names, .count = count};
    for (size_t k = 0; k < count; k++)
        several->length[k] = strlen(names[k]);
    measure_text(&m);
    if (m.failed) {
        free(m.level);
        return clm_text_fail(error, CLMODP_HOST_MEMORY, "", 0, "no memory for open parentheses");
    }
    for (size_t k = 0; k < count; k++) {
        several->step[k] = several->step[k] > 0 ? several->step[k] : 1;
        several->radix[k] = m.level[0].sum[k] / several->step[k] + 1;
    }
    for (size_t k = 0; k < count; k++)
        if (m.level[0].sum[k] >= CLM_ZXY_MOST_EXPONENT && st == CLMODP_OK)
            st = clm_text_fail(error, CLMODP_LIMIT, "", 0, "an exponent reaches 2^31");
    if (st == CLMODP_OK && !pack_variables(several))
        st = fail_packing(several, m.level[0].sum, error);
    free(m.level);
    return st;
}

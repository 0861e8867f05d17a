/* Writes polynomials as text. */
#include <stdio.h>
#include <string.h>

#include "core/error.h"
#include "core/memory.h"
#include "polynomials/mpoly.h"
#include "polynomials/text.h"

/* A text being written. */
typedef struct writer {
    clm_string out;
    clmodp_progress progress; /* called with `user` between terms, or NULL */
    void *user;
    size_t polled; /* length at its last call */
} writer;

enum { TERMS_BETWEEN_POLLS = 4096, BYTES_BETWEEN_POLLS = 1 << 18 };

/* Calls the progress callback before some of `count` terms. Errors: CANCELLED */
static clmodp_status poll_progress(writer *w, size_t done, size_t count)
{
    if (w->progress == NULL || (done % TERMS_BETWEEN_POLLS != 0 &&
                                w->out.length - w->polled < BYTES_BETWEEN_POLLS))
        return CLMODP_OK;
    w->polled = w->out.length;
    return w->progress(w->user, (double)done / (double)count) ? CLMODP_CANCELLED : CLMODP_OK;
}

/* One variable with its exponent, as a factor of a term. */
typedef struct factor {
    const char *name;
    size_t exponent; /* 0: the variable is left out */
} factor;

static clmodp_status put_text(writer *w, const char *text)
{
    return clm_string_append(NULL, &w->out, text, strlen(text));
}

/* Appends |c| in decimal, converted in place. */
static clmodp_status put_magnitude(writer *w, const mpz_t c)
{
    clmodp_status st = CLMODP_OK;
    mpz_t magnitude; /* c's own limbs, without its sign */

    mpz_roinit_n(magnitude, mpz_limbs_read(c), (mp_size_t)mpz_size(c));
    TRY(clm_string_reserve(NULL, &w->out, mpz_sizeinbase(magnitude, 10) + 1));
    mpz_get_str(w->out.text + w->out.length, 10, magnitude);
    w->out.length += strlen(w->out.text + w->out.length);
done:
    return st;
}

static clmodp_status put_sign(writer *w, bool negative)
{
    if (w->out.length == 0)
        return negative ? put_text(w, "-") : CLMODP_OK;
    return put_text(w, negative ? " - " : " + ");
}

static clmodp_status put_power(writer *w, const factor *power, bool first)
{
    clmodp_status st = CLMODP_OK;
    char exponent[32];

    if (!first)
        TRY(put_text(w, "*"));
    TRY(put_text(w, power->name));
    if (power->exponent == 1)
        return CLMODP_OK;
    (void)snprintf(exponent, sizeof exponent, "^%zu", power->exponent);
    TRY(put_text(w, exponent));
done:
    return st;
}

/* Appends one term of a sum, with the sign before it: "-6*x^8", " - 24*x^7", " + 1/2".
 *
 * Pre:    numerator / denominator is in lowest terms, not 0, and the denominator positive
 * Errors: HOST_MEMORY */
static clmodp_status put_term(writer *w, const mpz_t numerator, const mpz_t denominator,
                              const factor *powers, size_t count)
{
    clmodp_status st = CLMODP_OK;
    bool whole = mpz_cmp_ui(denominator, 1) == 0;
    bool first = whole && mpz_cmpabs_ui(numerator, 1) == 0; /* a factor 1 is left out */

    TRY(put_sign(w, mpz_sgn(numerator) < 0));
    if (!first)
        TRY(put_magnitude(w, numerator));
    if (!whole) {
        TRY(put_text(w, "/"));
        TRY(put_magnitude(w, denominator));
    }
    for (size_t k = 0; k < count; k++) {
        if (powers[k].exponent == 0)
            continue;
        TRY(put_power(w, &powers[k], first));
        first = false;
    }
    if (first)
        TRY(put_text(w, "1"));
done:
    return st;
}

/* A polynomial to be written, with any type of storage. */
typedef struct source {
    const void *f;
    size_t terms, variables;
    /* Returns the coefficient of the k-th term from the top, maybe 0, and sets its exponents. */
    mpz_srcptr (*term)(const void *f, size_t k, factor *powers);
} source;

static clmodp_status write_terms(writer *w, const source *from, const char *const *names,
                                 mpz_srcptr denominator, mpq_t c)
{
    clmodp_status st = CLMODP_OK;
    factor powers[CLMODP_MOST_VARIABLES];

    for (size_t i = 0; i < from->variables; i++)
        powers[i].name = names[i];
    for (size_t k = 0; k < from->terms; k++) {
        mpz_srcptr coefficient = from->term(from->f, k, powers);

        TRY(poll_progress(w, k, from->terms));
        if (mpz_sgn(coefficient) == 0)
            continue;
        if (denominator != NULL) {
            mpz_set(mpq_numref(c), coefficient);
            mpz_set(mpq_denref(c), denominator);
            mpq_canonicalize(c);
            coefficient = mpq_numref(c);
        }
        TRY(put_term(w, coefficient, mpq_denref(c), powers, from->variables));
    }
done:
    return st;
}

static clmodp_status write_polynomial(char **text, const source *from, const char *const *names,
                                      mpz_srcptr denominator, clmodp_progress progress,
                                      void *user)
{
    clmodp_status st = CLMODP_OK;
    writer w = {.progress = progress, .user = user};
    char *cut;
    mpq_t c;

    *text = NULL;
    if ((names == NULL && from->variables > 0) || !clm_names_valid(names, from->variables) ||
        (denominator != NULL && mpz_sgn(denominator) <= 0))
        return CLMODP_INVALID;
    mpq_init(c); /* 0 / 1 */
    TRY(write_terms(&w, from, names, denominator, c));
    if (w.out.length == 0)
        TRY(put_text(&w, "0"));
    cut = clm_reallocate(w.out.text, w.out.length + 1, 1);
    *text = cut != NULL ? cut : w.out.text;
    w.out.text = NULL;
done:
    mpq_clear(c);
    free(w.out.text);
    return st;
}

static mpz_srcptr zx_term(const void *f, size_t k, factor *powers)
{
    powers->exponent = (size_t)clmodp_zx_degree(f) - k;
    return clmodp_zx_coeff(f, powers->exponent);
}

clmodp_status clmodp_zx_to_text(char **text, const clmodp_zx *f, const char *name,
                                const mpz_t denominator)
{
    return clmodp_zx_to_text_watched(text, f, name, denominator, NULL, NULL);
}

clmodp_status clmodp_zx_to_text_watched(char **text, const clmodp_zx *f, const char *name,
                                        const mpz_t denominator, clmodp_progress progress,
                                        void *user)
{
    const source from = {f, (size_t)(clmodp_zx_degree(f) + 1), 1, zx_term};

    return write_polynomial(text, &from, (const char *[]){name != NULL ? name : "x"}, denominator,
                            progress, user);
}

static mpz_srcptr zxy_term(const void *f, size_t k, factor *powers)
{
    const clmodp_zxy *from = f;

    return clmodp_zxy_term(f, from->length - 1 - k, &powers[0].exponent, &powers[1].exponent);
}

clmodp_status clmodp_zxy_to_text(char **text, const clmodp_zxy *f, const char *x, const char *y)
{
    return clmodp_zxy_to_text_watched(text, f, x, y, NULL, NULL, NULL);
}

clmodp_status clmodp_zxy_to_text_watched(char **text, const clmodp_zxy *f, const char *x,
                                         const char *y, mpz_srcptr denominator,
                                         clmodp_progress progress, void *user)
{
    const source from = {f, clmodp_zxy_terms(f), 2, zxy_term};
    const char *const names[2] = {x != NULL ? x : "x", y != NULL ? y : "y"};

    return write_polynomial(text, &from, names, denominator, progress, user);
}

static mpz_srcptr mpoly_term(const void *f, size_t k, factor *powers)
{
    const clmodp_mpoly *from = f;
    const size_t place = from->length - 1 - k;

    for (size_t i = 0; i < from->variables; i++)
        powers[i].exponent = clm_mpoly_exponents(from, place)[i];
    return clm_mpoly_coefficient(from, place);
}

clmodp_status clmodp_mpoly_to_text(char **text, const clmodp_mpoly *f, const char *const *names,
                                   mpz_srcptr denominator)
{
    return clmodp_mpoly_to_text_watched(text, f, names, denominator, NULL, NULL);
}

clmodp_status clmodp_mpoly_to_text_watched(char **text, const clmodp_mpoly *f,
                                           const char *const *names, mpz_srcptr denominator,
                                           clmodp_progress progress, void *user)
{
    const source from = {f, f->length, f->variables, mpoly_term};

    return write_polynomial(text, &from, names, denominator, progress, user);
}

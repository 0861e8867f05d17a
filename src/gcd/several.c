/* Reduces a gcd to gcds without contents, binomials x^d + 1 and x^d - 1, and with fewer variables;
 * then to a gcd of integers if the polynomials are short (heuristic.h), or to a search by images
 * modulo primes, which a division proves. */
#include "gcd/several.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/size.h"
#include "gcd/coefficients.h"
#include "gcd/degrees.h"
#include "gcd/heuristic.h"
#include "gcd/packed.h"
#include "polynomials/integers.h"
#include "polynomials/mpoly_divide.h"

/* Polynomials with less than this share of the terms that their degrees allow are sparse. */
#define SPARSE_SHARE 8

static bool is_one(const clmodp_mpoly *f)
{
    return f->length == 1 && clmodp_mpoly_total_degree(f) == 0 &&
           mpz_cmp_ui(clm_mpoly_coefficient(f, 0), 1) == 0;
}

static clmodp_status set_one(clmodp_mpoly *f)
{
    static const size_t none[CLMODP_MOST_VARIABLES];
    clmodp_status st;
    mpz_t one;

    mpz_init_set_ui(one, 1);
    st = clmodp_mpoly_set_terms(f, one, none, 1);
    mpz_clear(one);
    return st;
}

/* Creates a zero in as many variables as f. */
static clmodp_status create_zero(const clm_gcd_call *call, clmodp_mpoly **out,
                                 const clmodp_mpoly *f)
{
    const clmodp_status st = clmodp_mpoly_create(out, f->variables);

    return st == CLMODP_OK ? st : clm_fail(call->error, st, "no memory for a polynomial");
}

/* ---- contents ---- */

static int by_length(const void *a, const void *b)
{
    const clm_coefficient *c = a, *d = b;

    return (c->end - c->from > d->end - d->from) - (c->end - c->from < d->end - d->from);
}

/* Replaces h by the gcd of h and all coefficients of f and g as polynomials in the first `first`
 * variables. g may be NULL. */
static clmodp_status find_content(const clm_gcd_call *call, clmodp_mpoly *h,
                                  const clmodp_mpoly *f, const clmodp_mpoly *g, size_t first)
{
    clmodp_status st = CLMODP_OK;
    clmodp_mpoly *c = NULL, *quotient = NULL;
    clm_coefficient_list all = {0};

    TRY(create_zero(call, &c, f));
    TRY(create_zero(call, &quotient, f));
    TRY(clm_coefficients_list(call->error, &all, f, first));
    if (g != NULL)
        TRY(clm_coefficients_list(call->error, &all, g, first));
    qsort(all.at, all.count, sizeof *all.at, by_length);
    for (size_t k = 0; k < all.count && !is_one(h); k++) {
        bool divides = false;

        TRY(clm_coefficient_extract(c, &all.at[k], first));
        if (k > 1)
            TRY(clm_mpoly_divide(quotient, &divides, c, h, call->watch));
        if (!divides)
            TRY(clm_gcd_several(call, h, h, c));
    }
done:
    free(all.at);
    clmodp_mpoly_destroy(quotient);
    clmodp_mpoly_destroy(c);
    return st;
}

/* Sets lead and content, 0 at first, to the gcds of the leading coefficients of f and g as
 * polynomials in the first variable, and of all coefficients. */
static clmodp_status find_leads(const clm_gcd_call *call, clmodp_mpoly *lead,
                                clmodp_mpoly *content, const clmodp_mpoly *f,
                                const clmodp_mpoly *g)
{
    clmodp_status st = CLMODP_OK;
    const clm_coefficient leads[2] = {clm_coefficient_at(f, clm_mpoly_descending(f, 0), 1),
                                      clm_coefficient_at(g, clm_mpoly_descending(g, 0), 1)};

    TRY(clm_coefficient_extract(lead, &leads[0], 1));
    TRY(clm_coefficient_extract(content, &leads[1], 1));
    TRY(clm_gcd_several(call, lead, lead, content));
    if (lead->length == 1) { /* f has no such factor but 1 */
        TRY(set_one(content));
    } else {
        TRY(clmodp_mpoly_set(content, lead));
        TRY(find_content(call, content, f, g, 1));
    }
done:
    return st;
}

clmodp_status clm_gcd_make_primitive(const clm_gcd_call *call, clmodp_mpoly *f, size_t first)
{
    clmodp_status st = CLMODP_OK;
    clmodp_mpoly *content = NULL;
    bool divides;

    TRY(create_zero(call, &content, f));
    TRY(find_content(call, content, f, NULL, first));
    if (!is_one(content))
        TRY(clm_mpoly_divide(f, &divides, f, content, call->watch));
done:
    clmodp_mpoly_destroy(content);
    return st;
}

/* Divides h, a multiple of a primitive polynomial by a divisor of `lead`, by its content as a
 * polynomial in the first variable. */
static clmodp_status take_content(const clm_gcd_call *call, clmodp_mpoly *h,
                                  const clmodp_mpoly *lead)
{
    uint32_t powers[CLMODP_MOST_VARIABLES];
    mpz_t c;

    if (lead->length > 1)
        return clm_gcd_make_primitive(call, h, 1);
    mpz_init(c);
    clmodp_mpoly_content(c, h);
    clm_mpoly_divide_integer(h, c);
    clm_mpoly_take_powers(h, powers);
    for (size_t k = 0; k < h->length; k++)
        clm_mpoly_exponents(h, k)[0] += powers[0];
    mpz_clear(c);
    return CLMODP_OK;
}

/* ---- searches ---- */

/* Sets h to the gcd of f and g, which are free of contents over Z and of powers of variables; it
 * has degrees of at most bounds[i]. */
static clmodp_status search(const clm_gcd_call *call, clmodp_mpoly *h, const clmodp_mpoly *f,
                            const clmodp_mpoly *g, const size_t *bounds, bool sparse)
{
    clmodp_status st = CLMODP_OK;
    clm_gcd_operands of = {0};
    clm_gcd_search *s = NULL;
    clm_gcd_candidate found = {0};
    clmodp_mpoly *quotient = NULL, *lead = NULL, *content = NULL;

    TRY(create_zero(call, &quotient, f));
    TRY(create_zero(call, &lead, f));
    TRY(create_zero(call, &content, f));
    TRY(find_leads(call, lead, content, f, g));
    TRY(clm_gcd_pack(call->error, &of, f, g, lead, bounds));
    TRY(clm_gcd_search_create(call->error, &s, &of, (uint32_t)bounds[0], sparse, call->threads,
                              call->watch));
    for (bool proved = false; !proved;) {
        TRY(clm_gcd_search_next(s, &found));
        if (found.degree == 0) {
            TRY(clmodp_mpoly_set(h, content));
            goto done;
        }
        TRY(clm_gcd_unpack(h, &found));
        clm_numbers_destroy(&found.c);
        TRY(take_content(call, h, lead));
        proved = clmodp_mpoly_degree(h, 0) == (long)found.degree;
        if (proved)
            TRY(clm_mpoly_divide(quotient, &proved, f, h, call->watch));
        if (proved)
            TRY(clm_mpoly_divide(quotient, &proved, g, h, call->watch));
    }
    if (!is_one(content))
        TRY(clmodp_mpoly_mul(h, h, content));
done:
    clm_numbers_destroy(&found.c);
    clm_gcd_search_destroy(s);
    clm_gcd_operands_clear(&of);
    clmodp_mpoly_destroy(content);
    clmodp_mpoly_destroy(lead);
    clmodp_mpoly_destroy(quotient);
    return st;
}

/* Returns whether f has few of the terms that its degrees allow. */
static bool is_sparse(const clmodp_mpoly *f)
{
    size_t all = 1;

    for (size_t i = 0; i < f->variables; i++)
        all = clm_size_times(all, (size_t)clmodp_mpoly_degree(f, i) + 1);
    return f->length < all / SPARSE_SHARE;
}

/* Returns the number of terms of the leading coefficient in a variable. */
static size_t lead_terms(const clmodp_mpoly *f, size_t variable)
{
    const long degree = clmodp_mpoly_degree(f, variable);
    size_t terms = 0;

    for (size_t k = 0; k < f->length; k++)
        terms += (long)clm_mpoly_exponents(f, k)[variable] == degree;
    return terms;
}

/* Returns the variable y for a search: of sparse polynomials one whose leading coefficients have
 * few terms, so that their gcd probably has one; then one of the least degree. */
static size_t choose_variable(const clmodp_mpoly *f, const clmodp_mpoly *g, const size_t *bounds,
                              bool sparse)
{
    size_t best = 0, least = SIZE_MAX, degree = SIZE_MAX;

    for (size_t i = 0; i < f->variables; i++) {
        const size_t terms = sparse ? clm_size_min(lead_terms(f, i), lead_terms(g, i)) : 0;

        if (bounds[i] == 0 || terms > least || (terms == least && bounds[i] >= degree))
            continue;
        best = i;
        least = terms;
        degree = bounds[i];
    }
    return best;
}

/* ---- reduction ---- */

static void make_positive(clmodp_mpoly *h)
{
    if (h->length > 0 && mpz_sgn(clm_mpoly_coefficient(h, clm_mpoly_descending(h, 0))) < 0)
        clm_mpoly_negate(h);
}

/* A copy of a polynomial without some factors. It shares the memory of the coefficients unless
 * their gcd was divided out. */
typedef struct stripped {
    clmodp_mpoly *f;
    mpz_t content;
    uint32_t e[CLMODP_MOST_VARIABLES]; /* exponents of powers of variables */
    bool shared;
} stripped;

static void stripped_clear(stripped *s)
{
    if (s->f != NULL && s->shared)
        s->f->length = 0;
    clmodp_mpoly_destroy(s->f);
    mpz_clear(s->content);
}

/* Divides f, not 0, by its content over Z, powers of variables, and its sign. Pre: s->content is
 * initialised, s->f is NULL. */
static clmodp_status strip(const clm_gcd_call *call, stripped *s, const clmodp_mpoly *f)
{
    clmodp_status st = CLMODP_OK;

    TRY(create_zero(call, &s->f, f));
    st = clm_mpoly_reserve(s->f, f->length);
    if (st != CLMODP_OK)
        FAIL(call->error, st, "no memory for a polynomial");
    mpz_set_ui(s->content, 0);
    if (!clm_content(s->content, clm_mpoly_coefficient(f, 0), f->length, f->stride, call->watch))
        TRY(CLMODP_CANCELLED);
    s->shared = mpz_cmp_ui(s->content, 1) == 0;
    if (s->shared) {
        memcpy(s->f->terms, f->terms, f->length * f->stride);
        s->f->length = f->length;
    } else {
        clm_mpoly_append_all(s->f, f);
        clm_mpoly_divide_integer(s->f, s->content);
    }
    clm_mpoly_take_powers(s->f, s->e);
    make_positive(s->f);
done:
    return st;
}

/* Gives s coefficients of its own. */
static clmodp_status own(const clm_gcd_call *call, stripped *s)
{
    clmodp_status st = CLMODP_OK;
    clmodp_mpoly *copy = NULL;

    if (!s->shared)
        return CLMODP_OK;
    TRY(create_zero(call, &copy, s->f));
    TRY(clmodp_mpoly_set(copy, s->f));
    s->f->length = 0;
    clmodp_mpoly_swap(s->f, copy);
    s->shared = false;
done:
    clmodp_mpoly_destroy(copy);
    return st;
}

/* Returns whether g, not 0, is x^d + 1 or x^d - 1, up to its sign, in some variable *x. */
static bool is_binomial(size_t *x, uint32_t *d, const clmodp_mpoly *g)
{
    static const uint32_t none[CLMODP_MOST_VARIABLES];
    const size_t last = g->length - 1;
    const uint32_t *lead = clm_mpoly_exponents(g, last);

    *x = 0;
    while (*x + 1 < g->variables && lead[*x] == 0)
        ++*x;
    *d = lead[*x];
    return last == 1 && clmodp_mpoly_total_degree(g) == (long)*d &&
           memcmp(clm_mpoly_exponents(g, 0), none, g->variables * sizeof *none) == 0 &&
           mpz_cmpabs_ui(clm_mpoly_coefficient(g, 0), 1) == 0 &&
           mpz_cmpabs_ui(clm_mpoly_coefficient(g, 1), 1) == 0;
}

/* Reduces a modulo b = x^d + 1 or x^d - 1, in some variable x, and to b if that divides a. Factors
 * of the remainder that are coprime to b are removed. *reduced: false if b is no such binomial, or
 * a has a lower degree. */
static clmodp_status reduce_by_binomial(const clm_gcd_call *call, bool *reduced, stripped *a,
                                        const stripped *b)
{
    clmodp_status st = CLMODP_OK;
    const clmodp_mpoly *g = b->f;
    uint32_t e[CLMODP_MOST_VARIABLES], d;
    size_t x;
    mpz_t content;

    *reduced = false;
    if (!is_binomial(&x, &d, g) || clmodp_mpoly_degree(a->f, x) < (long)d ||
        clmodp_mpoly_equal(a->f, g))
        return CLMODP_OK;
    mpz_init(content);
    *reduced = true;
    TRY(clm_poller_check(call->watch));
    TRY(own(call, a));
    for (size_t k = 0; k < a->f->length; k++) {
        uint32_t *to = &clm_mpoly_exponents(a->f, k)[x];
        mpz_ptr c = clm_mpoly_coefficient(a->f, k);

        if (*to / d % 2 == 1 && mpz_sgn(clm_mpoly_coefficient(g, 0)) > 0)
            mpz_neg(c, c);
        *to %= d;
    }
    clm_mpoly_combine(a->f);
    if (a->f->length == 0)
        TRY(clmodp_mpoly_set(a->f, g));
    clmodp_mpoly_content(content, a->f);
    clm_mpoly_divide_integer(a->f, content);
    clm_mpoly_take_powers(a->f, e);
    make_positive(a->f);
done:
    mpz_clear(content);
    return st;
}

/* Sets stride[i] to the gcd of all exponents of variable i; 1 if it does not occur. */
static clmodp_status find_strides(const clm_gcd_call *call, uint32_t *stride,
                                  const clmodp_mpoly *f, const clmodp_mpoly *g)
{
    clmodp_status st = CLMODP_OK;

    for (size_t i = 0; i < f->variables; i++) {
        size_t common = 0;

        TRY(clm_poller_check(call->watch));
        for (size_t k = 0; k < f->length && common != 1; k++)
            common = clm_size_gcd(common, clm_mpoly_exponents(f, k)[i]);
        for (size_t k = 0; k < g->length && common != 1; k++)
            common = clm_size_gcd(common, clm_mpoly_exponents(g, k)[i]);
        stride[i] = common > 0 ? (uint32_t)common : 1;
    }
done:
    return st;
}

static void deflate(clmodp_mpoly *f, const uint32_t *stride)
{
    for (size_t i = 0; i < f->variables; i++)
        for (size_t k = 0; k < f->length && stride[i] > 1; k++)
            clm_mpoly_exponents(f, k)[i] /= stride[i];
}

/* Sets h to g if that divides f, which is tried only if the bounds are g's degrees, and at least
 * two are positive. */
static clmodp_status try_divisor(const clm_gcd_call *call, bool *divides, clmodp_mpoly *h,
                                 const clmodp_mpoly *f, const clmodp_mpoly *g,
                                 const size_t *bounds)
{
    clmodp_status st = CLMODP_OK;
    size_t positive = 0;

    *divides = false;
    for (size_t i = 0; i < g->variables; i++) {
        if (clmodp_mpoly_degree(g, i) != (long)bounds[i])
            return CLMODP_OK;
        positive += bounds[i] > 0;
    }
    if (positive < 2)
        return CLMODP_OK;
    TRY(clm_mpoly_divide(h, divides, f, g, call->watch));
    if (*divides)
        TRY(clmodp_mpoly_set(h, g));
done:
    return st;
}

/* Sets h to the gcd of f and g, which are free of contents over Z and of powers of variables, and
 * change. */
static clmodp_status reduce(const clm_gcd_call *call, clmodp_mpoly *h, clmodp_mpoly *f,
                            clmodp_mpoly *g)
{
    clmodp_status st = CLMODP_OK;
    size_t bounds[CLMODP_MOST_VARIABLES], ordered[CLMODP_MOST_VARIABLES];
    size_t order[CLMODP_MOST_VARIABLES], absent;
    bool in_set[CLMODP_MOST_VARIABLES], divides, sparse, constant = true;

    TRY(clm_gcd_bound_degrees(call->error, bounds, f, g, call->watch));
    for (size_t i = 0; i < f->variables; i++)
        constant = constant && bounds[i] == 0;
    if (constant) {
        TRY(set_one(h));
        goto done;
    }
    TRY(try_divisor(call, &divides, h, f, g, bounds));
    if (!divides)
        TRY(try_divisor(call, &divides, h, g, f, bounds));
    if (divides)
        goto done;
    sparse = is_sparse(f) && is_sparse(g);
    for (size_t i = 0; i < f->variables; i++)
        in_set[i] = bounds[i] == 0 &&
                    (clmodp_mpoly_degree(f, i) > 0 || clmodp_mpoly_degree(g, i) > 0);
    absent = clm_variables_set_first(order, f->variables, in_set);
    if (absent == 0) {
        in_set[choose_variable(f, g, bounds, sparse)] = true;
        (void)clm_variables_set_first(order, f->variables, in_set);
    }
    for (size_t i = 0; i < f->variables; i++)
        ordered[i] = bounds[order[i]];
    TRY(clm_poller_check(call->watch));
    clm_variables_permute(f, order, false);
    TRY(clm_poller_check(call->watch));
    clm_variables_permute(g, order, false);
    if (absent > 0)
        TRY(find_content(call, h, f, g, absent));
    else
        TRY(search(call, h, f, g, ordered, sparse));
    clm_variables_permute(h, order, true);
done:
    return st;
}

/* Replaces each variable x_i of h by x_i^stride[i], and multiplies h by c and by the powers of
 * variables that were factors of both. */
static void restore(clmodp_mpoly *h, mpz_srcptr c, const stripped *a, const stripped *b,
                    const uint32_t *stride)
{
    for (size_t k = 0; k < h->length; k++) {
        uint32_t *to = clm_mpoly_exponents(h, k);

        mpz_mul(clm_mpoly_coefficient(h, k), clm_mpoly_coefficient(h, k), c);
        for (size_t i = 0; i < h->variables; i++)
            to[i] = to[i] * stride[i] + (a->e[i] < b->e[i] ? a->e[i] : b->e[i]);
    }
    make_positive(h);
}

/* Sets h to the gcd of single terms. */
static clmodp_status find_gcd_of_terms(const clm_gcd_call *call, clmodp_mpoly *h,
                                       const clmodp_mpoly *f, const clmodp_mpoly *g)
{
    const uint32_t *a = clm_mpoly_exponents(f, 0), *b = clm_mpoly_exponents(g, 0);
    size_t e[CLMODP_MOST_VARIABLES];
    clmodp_status st = CLMODP_OK;
    mpz_t c;

    mpz_init(c);
    if (!clm_gcd_watched(c, clm_mpoly_coefficient(f, 0), clm_mpoly_coefficient(g, 0), call->watch))
        TRY(CLMODP_CANCELLED);
    for (size_t i = 0; i < f->variables; i++)
        e[i] = a[i] < b[i] ? a[i] : b[i];
    st = clmodp_mpoly_set_terms(h, c, e, 1);
    if (st != CLMODP_OK)
        (void)clm_fail(call->error, st, "no memory for a polynomial");
done:
    mpz_clear(c);
    return st;
}

clmodp_status clm_gcd_several(const clm_gcd_call *call, clmodp_mpoly *h, const clmodp_mpoly *f,
                              const clmodp_mpoly *g)
{
    clmodp_status st = CLMODP_OK;
    clmodp_mpoly *found = NULL;
    uint32_t stride[CLMODP_MOST_VARIABLES];
    stripped a = {.f = NULL}, b = {.f = NULL};
    bool known = true, reduced[2] = {true, true};

    if (f->length == 1 && g->length == 1)
        return find_gcd_of_terms(call, h, f, g);
    mpz_inits(a.content, b.content, NULL);
    TRY(clm_poller_check(call->watch));
    TRY(create_zero(call, &found, f));
    if (f->length + g->length == 0) {
        clmodp_mpoly_swap(h, found);
        goto done;
    }
    TRY(strip(call, &a, f->length > 0 ? f : g));
    TRY(strip(call, &b, g->length > 0 ? g : f));
    if (!clm_gcd_watched(a.content, a.content, b.content, call->watch))
        TRY(CLMODP_CANCELLED);
    TRY(find_strides(call, stride, a.f, b.f));
    deflate(a.f, stride);
    deflate(b.f, stride);
    while (reduced[0] || reduced[1]) {
        TRY(reduce_by_binomial(call, &reduced[0], &a, &b));
        TRY(reduce_by_binomial(call, &reduced[1], &b, &a));
    }
    if (a.f->length == 1 || clmodp_mpoly_equal(a.f, b.f))
        TRY(clmodp_mpoly_set(found, a.f));
    else if (b.f->length == 1)
        TRY(clmodp_mpoly_set(found, b.f));
    else
        TRY(clm_gcd_try_integers(found, &known, a.f, b.f));
    if (!known)
        TRY(reduce(call, found, a.f, b.f));
    restore(found, a.content, &a, &b, stride);
    clmodp_mpoly_swap(h, found);
done:
    clmodp_mpoly_destroy(found);
    stripped_clear(&b);
    stripped_clear(&a);
    return st;
}

clmodp_status clm_gcd_cancel(const clm_gcd_call *call, clmodp_mpoly *n, clmodp_mpoly *d)
{
    clmodp_status st = CLMODP_OK;
    clmodp_mpoly *common = NULL;
    bool divides;

    TRY(create_zero(call, &common, n));
    TRY(clm_gcd_several(call, common, n, d));
    TRY(clm_mpoly_divide(n, &divides, n, common, call->watch));
    TRY(clm_mpoly_divide(d, &divides, d, common, call->watch));
    if (mpz_sgn(clm_mpoly_coefficient(d, clm_mpoly_descending(d, 0))) < 0) {
        clm_mpoly_negate(n);
        clm_mpoly_negate(d);
    }
done:
    clmodp_mpoly_destroy(common);
    return st;
}

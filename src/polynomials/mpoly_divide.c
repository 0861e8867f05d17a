/* Exact quotients of polynomials in several variables: term by term, or by one division of
 * integers if that seems to be faster. */
#include "polynomials/mpoly_divide.h"

#include <math.h>
#include <string.h>

#include "core/memory.h"
#include "core/size.h"
#include "polynomials/kronecker.h"
#include "polynomials/window_divide.h"
#include "polynomials/zx.h"

/* Places of a packed polynomial for each term of f and g, above which only terms are divided,
 * unless there are fewer than FEW_PLACES. */
enum { SPARSE = 64 };
#define FEW_PLACES ((size_t)1 << 22)

/* Products of words in a window in the time of a product of terms. */
#define WINDOW_SPEED 16

/* ---- packed ---- */

/* Lists the terms with their places, to be released. */
static clmodp_status list_slots(clm_slots *out, size_t **place, const clmodp_mpoly *f,
                                const clm_places *p)
{
    clmodp_status st = CLMODP_OK;

    NEW(NULL, *place, f->length);
    for (size_t k = 0; k < f->length; k++)
        (*place)[k] = clm_place_of(p, clm_mpoly_exponents(f, k));
    *out = (clm_slots){clm_mpoly_coefficient(f, 0), f->stride, *place, f->length,
                       (*place)[f->length - 1], p->weight[0]};
done:
    return st;
}

/* Sets q to the polynomial with these coefficients; consumes them. *divides: false if a degree
 * exceeds its bound. */
static clmodp_status read_slots(clmodp_mpoly *q, bool *divides, mpz_t *digit, size_t count,
                                const clm_places *p, const size_t *most)
{
    clmodp_status st = CLMODP_OK;
    size_t terms = 0;

    for (size_t k = 0; k < count; k++)
        terms += mpz_sgn(digit[k]) != 0;
    TRY(clm_mpoly_reserve(q, terms));
    for (size_t k = 0; k < count && *divides; k++) {
        uint32_t *e;

        if (mpz_sgn(digit[k]) == 0)
            continue;
        e = clm_mpoly_append(q, digit[k]);
        clm_place_exponents(e, p, k);
        for (size_t i = 0; i < q->variables; i++)
            *divides = *divides && e[i] <= most[i];
    }
    clm_mpoly_combine(q);
done:
    return st;
}

/* Sets q, 0 at first, to f / g. */
static clmodp_status divide_packed(clmodp_mpoly *q, bool *divides, const clmodp_mpoly *f,
                                   const clmodp_mpoly *g, const clm_places *p, const size_t *most,
                                   const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    size_t *of_f_place = NULL, *of_g_place = NULL;
    clm_numbers digits = {0};
    clm_slots of_f, of_g;

    TRY(list_slots(&of_f, &of_f_place, f, p));
    TRY(list_slots(&of_g, &of_g_place, g, p));
    *divides = of_f.top >= of_g.top;
    if (*divides) {
        TRY(clm_numbers_create(NULL, &digits, of_f.top - of_g.top + 1));
        TRY(clm_kronecker_divide(digits.storage, divides, &of_f, &of_g, watch));
    }
    if (*divides)
        TRY(read_slots(q, divides, digits.storage, digits.count, p, most));
done:
    clm_numbers_destroy(&digits);
    free(of_g_place);
    free(of_f_place);
    return st;
}

/* ---- term by term ---- */

/* The product of a term of the quotient and one of the divisor, numbered in descending order. */
typedef struct product {
    uint32_t e[CLMODP_MOST_VARIABLES];
    size_t of_q, of_g;
} product;

/* Products, one for each term of the quotient; none has greater exponents than the one at half its
 * index. */
typedef struct heap {
    product *node; /* from index 1 on */
    size_t count, room;
} heap;

/* A quotient q of f by g in the making. */
typedef struct division {
    const clmodp_mpoly *f, *g;
    const size_t *most; /* degrees of a quotient */
    clmodp_mpoly *q;    /* in descending order */
    size_t next;        /* of f's terms, in descending order */
    size_t products;
    heap h;
    const clm_poller *watch;
} division;

/* Adds the product of terms number of_q and of_g. */
static clmodp_status push(division *d, size_t of_q, size_t of_g)
{
    clmodp_status st = CLMODP_OK;
    const size_t n = d->g->variables, k = clm_mpoly_descending(d->g, of_g);
    product made = {.of_q = of_q, .of_g = of_g};
    heap *h = &d->h;
    size_t at;

    GROW(NULL, h->node, h->room, h->count + 2);
    for (size_t i = 0; i < n; i++)
        made.e[i] = clm_mpoly_exponents(d->q, of_q)[i] + clm_mpoly_exponents(d->g, k)[i];
    d->products++;
    at = ++h->count;
    for (; at > 1 && clm_compare_exponents(h->node[at / 2].e, made.e, n) < 0; at /= 2)
        h->node[at] = h->node[at / 2];
    h->node[at] = made;
done:
    return st;
}

/* Removes the greatest product. */
static product pop(division *d)
{
    const size_t n = d->g->variables;
    heap *h = &d->h;
    const product first = h->node[1], last = h->node[h->count--];
    size_t at = 1;

    for (size_t next = 2; next <= h->count; next = 2 * at) {
        if (next < h->count &&
            clm_compare_exponents(h->node[next].e, h->node[next + 1].e, n) < 0)
            next++;
        if (clm_compare_exponents(h->node[next].e, last.e, n) <= 0)
            break;
        h->node[at] = h->node[next];
        at = next;
    }
    h->node[at] = last;
    return first;
}

/* Sets c x^e to the leading term of what is left of f - q g, which may be 0. */
static clmodp_status next_term(mpz_t c, uint32_t *e, division *d)
{
    clmodp_status st = CLMODP_OK;
    const size_t n = d->g->variables, k = clm_mpoly_descending(d->f, d->next);
    const uint32_t *of_f = d->next < d->f->length ? clm_mpoly_exponents(d->f, k) : NULL;

    if (of_f != NULL && d->h.count > 0 && clm_compare_exponents(of_f, d->h.node[1].e, n) < 0)
        of_f = NULL;
    memcpy(e, of_f != NULL ? of_f : d->h.node[1].e, n * sizeof *e);
    mpz_set_ui(c, 0);
    if (of_f != NULL) {
        mpz_set(c, clm_mpoly_coefficient(d->f, k));
        d->next++;
    }
    while (d->h.count > 0 && clm_compare_exponents(d->h.node[1].e, e, n) == 0) {
        const product p = pop(d);

        TRY(clm_poller_check(d->watch));
        mpz_submul(c, clm_mpoly_coefficient(d->q, p.of_q),
                   clm_mpoly_coefficient(d->g, clm_mpoly_descending(d->g, p.of_g)));
        if (p.of_g + 1 < d->g->length)
            TRY(push(d, p.of_q, p.of_g + 1));
    }
done:
    return st;
}

/* Appends c x^e / (leading term of g) to q; *divides: false if that is no term, or one beyond the
 * degrees of a quotient. Consumes c. */
static clmodp_status append_quotient(division *d, bool *divides, mpz_t c, const uint32_t *e)
{
    clmodp_status st = CLMODP_OK;
    const size_t k = clm_mpoly_descending(d->g, 0);
    const uint32_t *lead = clm_mpoly_exponents(d->g, k);
    uint32_t *made;

    for (size_t i = 0; i < d->g->variables; i++)
        *divides = *divides && e[i] >= lead[i] && e[i] - lead[i] <= d->most[i];
    *divides = *divides && mpz_divisible_p(c, clm_mpoly_coefficient(d->g, k));
    if (!*divides)
        return CLMODP_OK;
    TRY(clm_mpoly_reserve(d->q, d->q->length + 1));
    mpz_divexact(c, c, clm_mpoly_coefficient(d->g, k));
    made = clm_mpoly_append(d->q, c);
    for (size_t i = 0; i < d->g->variables; i++)
        made[i] = e[i] - lead[i];
    if (d->g->length > 1)
        TRY(push(d, d->q->length - 1, 1));
done:
    return st;
}

/* Sets q, 0 at first, to f / g; or *finished to false, with q 0 again, if that seems to take more
 * than most_products products. Source: [Johnson 1974] */
static clmodp_status divide_terms(clmodp_mpoly *q, bool *divides, bool *finished,
                                  const clmodp_mpoly *f, const clmodp_mpoly *g, const size_t *most,
                                  double most_products, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    uint32_t e[CLMODP_MOST_VARIABLES];
    division d = {.f = f, .g = g, .most = most, .q = q, .watch = watch};
    mpz_t c;

    mpz_init(c);
    *finished = true;
    while (*divides && *finished && (d.next < f->length || d.h.count > 0)) {
        TRY(clm_poller_check(watch));
        TRY(next_term(c, e, &d));
        if (mpz_sgn(c) != 0)
            TRY(append_quotient(&d, divides, c, e));
        *finished = !*divides || clm_division_pays((double)d.products, most_products,
                                                   (double)d.next / (double)f->length);
    }
    if (*finished)
        clm_mpoly_combine(q);
    else
        TRY(clm_mpoly_resize(q, 0));
done:
    mpz_clear(c);
    free(d.h.node);
    return st;
}

/* Returns the products of terms that take as long as a packed division: a product of m limbs takes
 * about 80 + m^2 / 2 ns, a packed division 100 ns or more for each limb of a place. */
static double products_worth(const clmodp_mpoly *f, const clmodp_mpoly *g, size_t places)
{
    const double n = (double)clm_div_up(clm_mpoly_bits(f), GMP_NUMB_BITS);
    const double m = (double)clm_div_up(clm_mpoly_bits(g), GMP_NUMB_BITS);

    return (double)places * n * 200.0 / (160.0 + m * m);
}

/* Returns the products of terms for a quotient that has the same share of the terms that its
 * degrees allow as g. */
static double predict_products(const clmodp_mpoly *g, const size_t *most)
{
    double products = (double)g->length * (double)g->length;

    for (size_t i = 0; i < g->variables; i++)
        products *= (double)(most[i] + 1) / (double)(clmodp_mpoly_degree(g, i) + 1);
    return products;
}

clmodp_status clm_mpoly_divide(clmodp_mpoly *q, bool *divides, const clmodp_mpoly *f,
                               const clmodp_mpoly *g, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    const clm_places p = clm_places_make(f);
    size_t most[CLMODP_MOST_VARIABLES];
    double most_products = INFINITY, products = 0;
    clmodp_mpoly *found = NULL;
    bool finished = f->length == 0;

    *divides = true;
    for (size_t i = 0; i < f->variables && f->length > 0; i++) {
        const long room = clmodp_mpoly_degree(f, i) - clmodp_mpoly_degree(g, i);

        *divides = *divides && room >= 0;
        most[i] = (size_t)room;
    }
    TRY(clmodp_mpoly_create(&found, f->variables));
    if (*divides && f->length > 0 && g->length > 1 &&
        p.count <= clm_size_max(clm_size_times(SPARSE, f->length + g->length), FEW_PLACES))
        most_products = products_worth(f, g, p.count);
    if (*divides && !finished)
        products = predict_products(g, most);
    if (*divides && !finished && products <= WINDOW_SPEED * most_products &&
        (double)p.count <= CLM_WINDOW_PLACES * ((double)(f->length + g->length) + products))
        TRY(clm_window_divide(found, divides, &finished, f, g, &p, most,
                              WINDOW_SPEED * most_products, watch));
    if (*divides && !finished)
        TRY(divide_terms(found, divides, &finished, f, g, most, most_products, watch));
    if (*divides && !finished)
        TRY(divide_packed(found, divides, f, g, &p, most, watch));
    if (*divides)
        clmodp_mpoly_swap(q, found);
done:
    clmodp_mpoly_destroy(found);
    return st;
}

/* ---- factors of one term ---- */

void clm_mpoly_divide_integer(clmodp_mpoly *f, mpz_srcptr c)
{
    for (size_t k = 0; k < f->length; k++)
        mpz_divexact(clm_mpoly_coefficient(f, k), clm_mpoly_coefficient(f, k), c);
}

void clm_mpoly_take_powers(clmodp_mpoly *f, uint32_t *e)
{
    for (size_t i = 0; i < f->variables; i++) {
        e[i] = UINT32_MAX;
        for (size_t k = 0; k < f->length; k++)
            if (clm_mpoly_exponents(f, k)[i] < e[i])
                e[i] = clm_mpoly_exponents(f, k)[i];
        for (size_t k = 0; k < f->length && e[i] > 0; k++)
            clm_mpoly_exponents(f, k)[i] -= e[i];
    }
}

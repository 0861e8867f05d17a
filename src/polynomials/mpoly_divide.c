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

/* The product of a term of the quotient and one of the divisor, numbered in descending order; or
 * this term of the dividend if of_q is OF_F. */
typedef struct product {
    size_t place; /* of the exponents of the first variables */
    size_t of_q, of_g;
} product;
#define OF_F SIZE_MAX

/* A quotient q of f by g in the making. All products have exponents in the range of f's. */
typedef struct division {
    const clmodp_mpoly *f, *g;
    const size_t *most; /* degrees of a quotient */
    clmodp_mpoly *q;    /* in descending order */
    size_t next;        /* of f's terms, in descending order */
    size_t products;
    clm_places p;  /* of the first variables, as many as a word has places for */
    size_t *of_g;  /* places of g's terms, in descending order */
    product *heap; /* next ones of f and of each term of q; none is greater than that at half its
                    * index, from 1 on */
    size_t count, room;
    const clm_poller *watch;
} division;

static const uint32_t *exponents_of(const clmodp_mpoly *f, size_t n)
{
    return clm_mpoly_exponents(f, clm_mpoly_descending(f, n));
}

static mpz_srcptr coefficient_of(const clmodp_mpoly *f, size_t n)
{
    return clm_mpoly_coefficient(f, clm_mpoly_descending(f, n));
}

static uint32_t exponent(const division *d, const product *a, size_t i)
{
    if (a->of_q == OF_F)
        return exponents_of(d->f, a->of_g)[i];
    return clm_mpoly_exponents(d->q, a->of_q)[i] + exponents_of(d->g, a->of_g)[i];
}

/* Compares exponents lexicographically. */
static inline int compare(const division *d, const product *a, const product *b)
{
    if (a->place != b->place)
        return a->place < b->place ? -1 : 1;
    for (size_t i = d->p.variables; i < d->g->variables; i++)
        if (exponent(d, a, i) != exponent(d, b, i))
            return exponent(d, a, i) < exponent(d, b, i) ? -1 : 1;
    return 0;
}

/* Adds the product of the last term of q and the second one of g. */
static clmodp_status push(division *d)
{
    clmodp_status st = CLMODP_OK;
    const size_t of_q = d->q->length - 1;
    const size_t place = clm_place_of(&d->p, clm_mpoly_exponents(d->q, of_q)) + d->of_g[1];
    const product made = {place, of_q, 1};
    size_t at;

    GROW(NULL, d->heap, d->room, d->count + 2);
    d->products++;
    for (at = ++d->count; at > 1 && compare(d, &d->heap[at / 2], &made) < 0; at /= 2)
        d->heap[at] = d->heap[at / 2];
    d->heap[at] = made;
done:
    return st;
}

/* Replaces the greatest product by the next one of f, or of the same term of q, if any is left. */
static void advance(division *d)
{
    product *heap = d->heap, moved = heap[1];
    size_t at = 1;

    moved.of_g++;
    if (moved.of_q == OF_F && ++d->next < d->f->length) {
        moved.place = clm_place_of(&d->p, exponents_of(d->f, d->next));
    } else if (moved.of_q != OF_F && moved.of_g < d->g->length) {
        moved.place += d->of_g[moved.of_g] - d->of_g[moved.of_g - 1];
        d->products++;
    } else {
        moved = heap[d->count--];
    }
    for (size_t next = 2; next <= d->count; next = 2 * at) {
        if (next < d->count && compare(d, &heap[next], &heap[next + 1]) < 0)
            next++;
        if (compare(d, &heap[next], &moved) <= 0)
            break;
        heap[at] = heap[next];
        at = next;
    }
    heap[at] = moved;
}

/* Sets c x^e to the leading term of what is left of f - q g, which may be 0. */
static clmodp_status next_term(mpz_t c, uint32_t *e, division *d)
{
    clmodp_status st = CLMODP_OK;
    const product first = d->heap[1];

    mpz_set_ui(c, 0);
    for (size_t i = 0; i < d->g->variables; i++)
        e[i] = exponent(d, &first, i);
    do {
        const product *p = &d->heap[1];

        TRY(clm_poller_check(d->watch));
        if (p->of_q == OF_F)
            mpz_add(c, c, coefficient_of(d->f, p->of_g));
        else
            mpz_submul(c, clm_mpoly_coefficient(d->q, p->of_q), coefficient_of(d->g, p->of_g));
        advance(d);
    } while (d->count > 0 && compare(d, &d->heap[1], &first) == 0);
done:
    return st;
}

/* Appends c x^e / (leading term of g) to q; *divides: false if that is no term, or one beyond the
 * degrees of a quotient. Consumes c. */
static clmodp_status append_quotient(division *d, bool *divides, mpz_t c, const uint32_t *e)
{
    clmodp_status st = CLMODP_OK;
    const uint32_t *lead = exponents_of(d->g, 0);
    uint32_t *made;

    for (size_t i = 0; i < d->g->variables; i++)
        *divides = *divides && e[i] >= lead[i] && e[i] - lead[i] <= d->most[i];
    *divides = *divides && mpz_divisible_p(c, coefficient_of(d->g, 0));
    if (!*divides)
        return CLMODP_OK;
    TRY(clm_mpoly_reserve(d->q, d->q->length + 1));
    mpz_divexact(c, c, coefficient_of(d->g, 0));
    made = clm_mpoly_append(d->q, c);
    for (size_t i = 0; i < d->g->variables; i++)
        made[i] = e[i] - lead[i];
    if (d->g->length > 1)
        TRY(push(d));
done:
    return st;
}

/* Returns the places of the degrees of the first variables, as many as a word has places for. */
static clm_places places_of_first(const clmodp_mpoly *f)
{
    size_t degree[CLMODP_MOST_VARIABLES], variables = f->variables;
    clm_places p;

    for (size_t i = 0; i < variables; i++)
        degree[i] = (size_t)clmodp_mpoly_degree(f, i);
    do
        p = clm_places_of_degrees(degree, variables--);
    while (p.count == SIZE_MAX);
    return p;
}

/* Sets q, 0 at first, to f / g; or *finished to false, with q 0 again, if that seems to take more
 * than most_products products. Source: [Johnson 1974] */
static clmodp_status divide_terms(clmodp_mpoly *q, bool *divides, bool *finished,
                                  const clmodp_mpoly *f, const clmodp_mpoly *g, const size_t *most,
                                  double most_products, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    uint32_t e[CLMODP_MOST_VARIABLES];
    division d = {.f = f, .g = g, .most = most, .q = q, .p = places_of_first(f), .watch = watch};
    mpz_t c;

    mpz_init(c);
    *finished = true;
    NEW(NULL, d.of_g, g->length);
    for (size_t n = 0; n < g->length; n++)
        d.of_g[n] = clm_place_of(&d.p, exponents_of(g, n));
    GROW(NULL, d.heap, d.room, 2);
    d.heap[++d.count] = (product){clm_place_of(&d.p, exponents_of(f, 0)), OF_F, 0};
    while (*divides && *finished && d.count > 0) {
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
    free(d.heap);
    free(d.of_g);
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

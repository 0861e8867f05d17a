/* Divides term by term. What is left of f has a window in memory for all terms with the same power
 * of y, the first variable, with a place for each exponent of the others.
 *
 * Sums in the window are modulo 2^128. They are below 2^127 in absolute value, so that they tell
 * the integers, as those of f and all products are that are added at a place. */
#include "polynomials/window_divide.h"

#include "core/memory.h"
#include "core/size.h"
#include "polynomials/sparse.h"
#include "polynomials/zx.h"

/* Most bits of a coefficient of f, and of the sum of all products at a place. */
enum { MOST_BITS = 125 };

/* Most places of a window and powers of y for each term. */
#define MOST_PLACES ((size_t)64)

typedef struct term {
    clm_word128 c;
    size_t place;
} term;

/* A polynomial in the other variables for each power of y. */
typedef struct rows {
    term *term;
    size_t count, room;
    size_t *start; /* of the terms with a power of y, from the lowest one of g, the highest one of
                      q on; then the end */
} rows;

typedef struct division {
    const clmodp_mpoly *f, *g;
    const clm_places *p;
    const size_t *most;
    clm_word128 *window;
    size_t end; /* of the places in use */
    rows of_q, of_g;
    size_t q_bits; /* most bits of a coefficient of the quotient */
    double products, visits; /* so far; visits of places and pairs of powers of y */
    const clm_poller *watch;
} division;

static clm_word128 word_of(mpz_srcptr c)
{
    uint64_t limb[2];

    clm_sparse_set(limb, c, 2);
    return (clm_word128)limb[1] << 64 | limb[0];
}

static size_t place_of(const division *d, const uint32_t *e)
{
    return clm_place_of(d->p, e) - e[0] * d->p->weight[0];
}

static clmodp_status begin(division *d)
{
    clmodp_status st = CLMODP_OK;
    const clmodp_mpoly *g = d->g;
    const size_t powers = clm_mpoly_exponents(g, g->length - 1)[0] + (size_t)1;

    NEW(NULL, d->window, d->p->weight[0]);
    NEW(NULL, d->of_g.term, g->length);
    NEW(NULL, d->of_g.start, powers + 1);
    NEW(NULL, d->of_q.start, d->most[0] + 2);
    for (size_t k = 0; k < g->length; k++) {
        const uint32_t *e = clm_mpoly_exponents(g, k);

        d->of_g.term[k] = (term){word_of(clm_mpoly_coefficient(g, k)), place_of(d, e)};
        d->of_g.start[e[0] + 1] = k + 1;
    }
    for (size_t y = 1; y <= powers; y++)
        d->of_g.start[y] = clm_size_max(d->of_g.start[y], d->of_g.start[y - 1]);
done:
    return st;
}

/* Subtracts the product of a term of q and the row of g with a power of y. */
static void subtract(division *d, const term *of_q, size_t y)
{
    const term *of_g = d->of_g.term + d->of_g.start[y];
    const term *const end = d->of_g.term + d->of_g.start[y + 1];
    const clm_word128 minus = -of_q->c;

    d->products += (double)(end - of_g);
    if (of_g < end)
        d->end = clm_size_max(d->end, of_q->place + end[-1].place + 1);
    for (clm_word128 *to = d->window + of_q->place; of_g < end; of_g++)
        to[of_g->place] += minus * of_g->c;
}

/* Fills the window with the terms of f - q g with y^of_f, for the terms of q so far. *next: terms
 * of f that are left. */
static clmodp_status fill_window(division *d, size_t of_f, size_t *next)
{
    clmodp_status st = CLMODP_OK;
    const size_t degree = clm_mpoly_exponents(d->g, d->g->length - 1)[0];
    const size_t low = of_f < degree ? 0 : of_f - degree + 1; /* powers of y in q */

    d->end = 0;
    for (; *next > 0 && clm_mpoly_exponents(d->f, *next - 1)[0] == of_f; --*next) {
        const size_t place = place_of(d, clm_mpoly_exponents(d->f, *next - 1));

        d->window[place] = word_of(clm_mpoly_coefficient(d->f, *next - 1));
        d->end = clm_size_max(d->end, place + 1);
    }
    for (size_t y = low; y <= of_f && y <= d->most[0]; y++) {
        const size_t row = d->most[0] - y;

        TRY(clm_poller_check(d->watch));
        d->visits++;
        for (size_t k = d->of_q.start[row]; k < d->of_q.start[row + 1]; k++)
            subtract(d, &d->of_q.term[k], of_f - y);
    }
done:
    return st;
}

/* Appends the quotient of a term c x^e of the window and the leading one of g. *divides: false if
 * there is none of the degrees of a quotient; *finished: false if its coefficient is too long. */
static clmodp_status append_quotient(division *d, bool *divides, bool *finished, size_t place)
{
    clmodp_status st = CLMODP_OK;
    const clmodp_mpoly *g = d->g;
    const uint32_t *lead = clm_mpoly_exponents(g, g->length - 1);
    const clm_word128 by = d->of_g.term[g->length - 1].c, c = d->window[place];
    const clm_word128 divisor = by >> 127 != 0 ? -by : by, dividend = c >> 127 != 0 ? -c : c;
    const clm_word128 quotient = dividend / divisor;
    uint32_t e[CLMODP_MOST_VARIABLES];

    clm_place_exponents(e, d->p, place);
    for (size_t i = 1; i < g->variables; i++)
        *divides = *divides && e[i] >= lead[i] && e[i] - lead[i] <= d->most[i];
    *divides = *divides && quotient * divisor == dividend;
    *finished = quotient >> d->q_bits == 0;
    if (!*divides || !*finished)
        return CLMODP_OK;
    GROW(NULL, d->of_q.term, d->of_q.room, d->of_q.count + 1);
    d->of_q.term[d->of_q.count] = (term){(by ^ c) >> 127 != 0 ? -quotient : quotient,
                                         place - d->of_g.term[g->length - 1].place};
    subtract(d, &d->of_q.term[d->of_q.count++], lead[0]);
done:
    return st;
}

/* Divides the terms in the window by the leading one of g, which leaves none. */
static clmodp_status empty_window(division *d, bool *divides, bool *finished, size_t of_f,
                                  double most_products)
{
    clmodp_status st = CLMODP_OK;
    const size_t degree = clm_mpoly_exponents(d->g, d->g->length - 1)[0];

    d->visits += (double)d->end;
    for (size_t place = d->end; place-- > 0 && *divides && *finished;) {
        if (d->window[place] == 0)
            continue;
        TRY(clm_poller_check(d->watch));
        *divides = of_f >= degree;
        if (*divides)
            TRY(append_quotient(d, divides, finished, place));
        *finished = *finished && d->products <= most_products;
    }
    if (of_f >= degree)
        d->of_q.start[d->most[0] - (of_f - degree) + 1] = d->of_q.count;
done:
    return st;
}

/* Sets q to the quotient. */
static clmodp_status read_quotient(clmodp_mpoly *q, const division *d)
{
    clmodp_status st = CLMODP_OK;
    size_t row = d->most[0], k = d->of_q.count;
    mpz_t c;

    mpz_init(c);
    TRY(clm_mpoly_reserve(q, k));
    while (k-- > 0) {
        const term *from = &d->of_q.term[k];
        const uint64_t limb[2] = {(uint64_t)from->c, (uint64_t)(from->c >> 64)};
        uint32_t *e;

        while (d->of_q.start[row] > k)
            row--;
        clm_sparse_get(c, limb, 2);
        e = clm_mpoly_append(q, c);
        clm_place_exponents(e, d->p, from->place);
        e[0] = (uint32_t)(d->most[0] - row);
    }
done:
    mpz_clear(c);
    return st;
}

clmodp_status clm_window_divide(clmodp_mpoly *q, bool *divides, bool *finished,
                                const clmodp_mpoly *f, const clmodp_mpoly *g, const clm_places *p,
                                const size_t *most, double most_products, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    division d = {.f = f, .g = g, .p = p, .most = most, .watch = watch};
    const size_t bits = clm_mpoly_bits(g) + clm_size_bits(g->length);
    const size_t degree = (size_t)clmodp_mpoly_degree(f, 0);
    size_t next = f->length;

    *finished = p->weight[0] / MOST_PLACES + degree / MOST_PLACES <= f->length + g->length &&
                bits < MOST_BITS && clm_mpoly_bits(f) <= MOST_BITS;
    if (!*finished)
        return CLMODP_OK;
    d.q_bits = MOST_BITS - bits;
    TRY(begin(&d));
    for (size_t y = degree + 1; y-- > 0 && *divides && *finished;) {
        const double before = (double)(f->length - next), terms = (double)(f->length + g->length);

        *finished = clm_division_pays(d.products, most_products, before / (double)f->length) &&
                    d.visits <= CLM_WINDOW_PLACES * (terms + d.products);
        if (*finished)
            TRY(fill_window(&d, y, &next));
        if (*finished)
            TRY(empty_window(&d, divides, finished, y, most_products));
    }
    if (*divides && *finished)
        TRY(read_quotient(q, &d));
done:
    free(d.of_q.start);
    free(d.of_q.term);
    free(d.of_g.start);
    free(d.of_g.term);
    free(d.window);
    return st;
}

/* Quotients of rows. The points are x = SHIFT root^k, where leading coefficients are less likely
 * to vanish than at roots of unity. */
#include "polynomials/row_quotient.h"

#include "arith/prime.h"
#include "core/memory.h"
#include "core/size.h"
#include "fpx/host/columns.h"
#include "polynomials/residues.h"

#define SHIFT UINT32_C(1540483477)

/* Least rows and points, and most rows, of which a division takes quadratic time. */
#define LEAST_ROWS ((size_t)4)
#define MOST_ROWS ((size_t)200)
#define LEAST_POINTS ((size_t)16)
#define MOST_POINTS ((size_t)1 << 21)

enum { DIVIDEND, DIVISOR, QUOTIENT };

/* A division modulo a prime. */
typedef struct division {
    const clm_column_functions *vectors;
    clm_columns at;
    size_t width, count[3]; /* rows */
    size_t degree;          /* of g, evaluated last, in x */
    uint32_t *memory, *roots, *powers; /* powers of SHIFT; Montgomery form */
    uint32_t *scratch, *blocks[3], *columns[3];
    const clm_poller *watch;
} division;

static size_t rows_of(const clm_slots *f)
{
    return f->top / f->width + 1;
}

bool clm_row_quotient_suits(const clm_slots *f, const clm_slots *g)
{
    return f->width >= LEAST_POINTS && f->width <= MOST_POINTS && rows_of(f) >= LEAST_ROWS &&
           rows_of(f) <= MOST_ROWS && g->count > 1;
}

/* Sets powers[k], k < count, to base^k, all in Montgomery form. */
static void set_powers(uint32_t *powers, size_t count, uint32_t base, fp_field field)
{
    powers[0] = field.one;
    for (size_t k = 1; k < count; k++)
        powers[k] = fp_mul(powers[k - 1], base, field);
}

static clmodp_status begin(division *d, const clm_slots *f, const clm_slots *g,
                           const clm_modulus *m)
{
    clmodp_status st = CLMODP_OK;
    size_t n = 1, lanes, words, *count = d->count;
    uint32_t *next;

    d->width = f->width;
    while (n < d->width)
        n *= 2;
    d->vectors = clm_columns_of(clm_vector_level_best());
    lanes = d->vectors->lanes;
    d->at = (clm_columns){m->field, (uint32_t)n, NULL};
    count[DIVIDEND] = rows_of(f);
    count[DIVISOR] = rows_of(g);
    count[QUOTIENT] = count[DIVIDEND] - count[DIVISOR] + 1;
    words = n + d->width + lanes * n;
    for (int k = 0; k < 3; k++)
        words += clm_column_words(lanes, count[k], n + lanes);
    NEW(NULL, d->memory, words);
    d->roots = d->memory;
    d->powers = d->roots + n;
    d->scratch = next = d->powers + d->width;
    next += lanes * n;
    for (int k = 0; k < 3; k++) {
        d->blocks[k] = next;
        next += clm_column_words(lanes, count[k], n);
        d->columns[k] = next;
        next += clm_column_words(lanes, count[k], lanes);
    }
    set_powers(d->roots, n, clm_field_root(m->field, (uint32_t)n), m->field);
    set_powers(d->powers, d->width, fp_to(SHIFT % m->p, m->field), m->field);
    d->at.roots = d->roots;
done:
    return st;
}

static clmodp_status transform(const division *d, int part)
{
    clmodp_status st = CLMODP_OK;
    const size_t lanes = d->vectors->lanes;

    for (size_t row = 0; row < d->count[part]; row += lanes) {
        TRY(clm_poller_check(d->watch));
        d->vectors->transform(d->blocks[part] + row * d->at.count, d->scratch, &d->at);
    }
done:
    return st;
}

/* Sets the blocks of a part to its values. */
static clmodp_status evaluate(division *d, int part, const clm_slots *f, const clm_modulus *m)
{
    clmodp_status st = CLMODP_OK;
    const uint32_t shift = clm_modulus_power(2, 64, m);
    size_t first = 0; /* place of x^0 in the row */
    uint32_t *row = d->blocks[part];

    d->degree = 0;
    for (size_t k = 0; k < f->count; k++) {
        const uint32_t c = clm_residue_of(clm_slots_coefficient(f, k), shift, m);
        size_t x = clm_slots_place(f, k) - first;

        if (x >= f->width) {
            first += x / f->width * f->width;
            x %= f->width;
            row = d->blocks[part] +
                  clm_column_place(d->vectors->lanes, d->at.count, first / f->width, 0);
        }
        row[x * d->vectors->lanes] = fp_mul(c, d->powers[x], m->field);
        if (c != 0)
            d->degree = clm_size_max(d->degree, x);
    }
    st = transform(d, part);
    return st;
}

/* Divides at all points. */
static clmodp_status divide(const division *d, bool *divides)
{
    clmodp_status st = CLMODP_OK;
    const clm_column_functions *v = d->vectors;

    *divides = true;
    for (size_t first = 0; first < d->at.count && *divides; first += v->lanes) {
        TRY(clm_poller_check(d->watch));
        for (int k = DIVIDEND; k <= DIVISOR; k++)
            v->gather(d->columns[k], d->blocks[k], d->count[k], first, &d->at);
        if (!v->divide(d->columns[QUOTIENT], divides, d->columns[DIVIDEND], d->count[DIVIDEND],
                       d->columns[DIVISOR], d->count[DIVISOR], &d->at.field))
            TRY(CLMODP_LIMIT);
        v->scatter(d->blocks[QUOTIENT], d->columns[QUOTIENT], d->count[QUOTIENT], first, &d->at);
    }
done:
    return st;
}

/* Sets q to the coefficients of the quotient's values; *divides: false if its product with g has a
 * degree in x of `width` or more. */
static clmodp_status interpolate(uint32_t *q, bool *divides, division *d, const clm_modulus *m)
{
    clmodp_status st = CLMODP_OK;
    const size_t n = d->at.count, lanes = d->vectors->lanes, end = d->width - d->degree;
    const uint32_t by = fp_to((uint32_t)clm_invmod64(n, m->p), m->field);

    TRY(transform(d, QUOTIENT));
    set_powers(d->powers, end, fp_inv(fp_to(SHIFT % m->p, m->field), m->field), m->field);
    for (size_t x = 0; x < n; x++)
        for (size_t y = 0; y < d->count[QUOTIENT]; y++) {
            const size_t place = clm_column_place(lanes, n, y, x > 0 ? n - x : 0);
            const uint32_t word = d->blocks[QUOTIENT][place];

            if (x < end)
                q[y * d->width + x] = fp_mul(word, fp_mul(by, d->powers[x], m->field), m->field);
            else
                *divides = *divides && word == 0;
        }
done:
    return st;
}

clmodp_status clm_row_quotient(uint32_t *q, bool *divides, const clm_slots *f, const clm_slots *g,
                               const clm_modulus *m, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    division d = {.watch = watch};

    TRY(begin(&d, f, g, m));
    TRY(evaluate(&d, DIVIDEND, f, m));
    TRY(evaluate(&d, DIVISOR, g, m));
    TRY(divide(&d, divides));
    if (*divides)
        TRY(interpolate(q, divides, &d, m));
done:
    free(d.memory);
    return st;
}

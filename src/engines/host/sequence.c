/* Remainder sequences on the host: two polynomials eliminate each other's leading coefficients in
 * turn.
 *
 * With l = lc(b) and formal degrees n >= m of a and b, and a' = l a - lc(a) y^(n-m) b:
 *
 *     S_k(a, b) = (-1)^(m-k) l^(1+k-m) S_k(a', b),      a' of formal degree n - 1 >= k
 *
 * If lc(a) vanishes, then a = a' and l^1 replaces this power. If both leading coefficients vanish,
 * then S_k = 0 unless one of the degrees is k.
 *
 * The product of all l^(m-1-k) takes two products per step: while the degrees m of the divisors
 * fall one by one, it gains a factor for each value of m, the product of all l so far. Up to a
 * power of the product of all l, it is common to all S_k; S_k is complete when a degree falls to
 * k. */
#include "engines/host/stages.h"

#include <string.h>

#include "arith/elimination.h"
#include "core/size.h"
#include "fpx/batch/powers.h"

/* Least number of eliminations by the same polynomial for which making it monic pays. */
#define MONIC_STEPS 24

typedef struct polynomial {
    uint64_t *c;
    size_t degree; /* formal */
} polynomial;

typedef struct sequence {
    const clm_mont64 *field;
    polynomial a, b;
    clm_host_ratios out;
    clm_minors minors;
    size_t open, k; /* how many S_k are still to be computed, and the greatest k of these */
    uint64_t numerator, denominator; /* S_k is numerator / (denominator leads^(m-1-k)) times
                                        S_k(a, b), m the degree of b */
    uint64_t leads;                  /* the product of l of all eliminations */
    bool sign[2];                    /* the sign is negative, for even and odd k */
} sequence;

static uint64_t mul(const sequence *s, uint64_t a, uint64_t b)
{
    return clm_mont64_mul(a, b, s->field);
}

static void times(const sequence *s, uint64_t *a, uint64_t b)
{
    *a = mul(s, *a, b);
}

static uint64_t lead(polynomial a)
{
    return a.c[a.degree];
}

/* Divides the fraction by leads^(from - to). */
static void divide_by_leads(const sequence *s, uint64_t *numerator, uint64_t *denominator,
                            size_t from, size_t to)
{
    if (from > to)
        times(s, denominator,
              from == to + 1 ? s->leads : clm_mont64_pow(s->leads, from - to, s->field));
    else if (from < to)
        times(s, numerator, clm_mont64_pow(s->leads, to - from, s->field));
}

/* Exchanges the polynomials, and so the rows: (-1)^((n-k)(m-k)) of S_k. */
static void exchange_polynomials(sequence *s)
{
    const polynomial a = s->a;

    divide_by_leads(s, &s->numerator, &s->denominator, s->b.degree, a.degree);
    s->sign[0] ^= (s->a.degree & s->b.degree & 1) != 0;
    s->sign[1] ^= ((s->a.degree | s->b.degree) & 1) == 0;
    s->a = s->b;
    s->b = a;
}

/* Lowers the degree of a by one, with its signs. The caller accounts for the power of lc(b). */
static void lower_degree(sequence *s)
{
    s->sign[s->b.degree % 2 == 0] ^= true;
    s->a.degree--;
}

/* Lowers the degree of a after its leading coefficient vanished. */
static void lower_vanished(sequence *s)
{
    times(s, &s->numerator, lead(s->b));
    lower_degree(s);
}

/* Sets a := l a - lc(a) y^(n-m) b without its leading term, l = lc(b). */
static void eliminate_leading(sequence *s)
{
    const size_t m = s->b.degree, shift = s->a.degree - m;
    const uint64_t l = lead(s->b), minus = clm_mont64_neg(lead(s->a), s->field);
    uint64_t *a = s->a.c;

    for (size_t i = 0; i < shift; i++)
        a[i] = mul(s, a[i], l);
    for (size_t i = 0; i < m; i++)
        a[shift + i] = clm_mont64_reduce((clm_u128)l * a[shift + i] +
                                             (clm_u128)minus * s->b.c[i], s->field);
    times(s, &s->leads, l);
    lower_degree(s);
}

/* Sets a := l^2 a - (c_1 y + c_0) b, which are two such steps at once for n = m + 1, without its
 * two leading terms. Returns l^2. */
static inline uint64_t eliminate_two(uint64_t *a, const uint64_t *b, size_t m,
                                     const clm_mont64 *f)
{
    const uint64_t l = b[m], c2 = clm_mont64_mul(l, l, f);
    const uint64_t c1 = clm_mont64_neg(clm_mont64_mul(l, a[m + 1], f), f);
    const uint64_t c0 = clm_mont64_reduce((clm_u128)(f->p - l) * a[m] +
                                              (clm_u128)a[m + 1] * b[m - 1], f);
    uint64_t below = 0;

    for (size_t i = 0; i < m; i++) {
        a[i] = clm_mont64_reduce((clm_u128)c2 * a[i] + (clm_u128)c1 * below +
                                     (clm_u128)c0 * b[i], f);
        below = b[i];
    }
    return c2;
}

static void eliminate_both(sequence *s)
{
    times(s, &s->leads, eliminate_two(s->a.c, s->b.c, s->b.degree, s->field));
    lower_degree(s);
    lower_degree(s);
}

/* Eliminates with a and b in turns while degrees fall one by one, as they mostly do, and exceed
 * those at which exponents of `leads` end. All signs cancel. */
static void eliminate_in_turns(sequence *s)
{
    const clm_mont64 *f = s->field;
    polynomial a = s->a, b = s->b;

    while (a.degree == b.degree + 1 && b.degree > s->k + 1 && lead(a) != 0 && lead(b) != 0) {
        const polynomial divisor = b;

        times(s, &s->leads, eliminate_two(a.c, b.c, b.degree, f));
        times(s, &s->denominator, s->leads);
        b = (polynomial){a.c, b.degree - 1};
        a = divisor;
    }
    s->a = a;
    s->b = b;
}

/* Sets a := a mod b for n much greater than m, with l divided out. */
static void eliminate_many(sequence *s)
{
    const clm_mont64 *f = s->field;
    const size_t m = s->b.degree;
    const uint64_t l = lead(s->b), inverse = clm_mont64_inv(l, f);
    const uint64_t *b = s->b.c;

    while (s->a.degree >= m) {
        uint64_t *a = s->a.c + (s->a.degree - m);
        const uint64_t minus = clm_mont64_neg(mul(s, lead(s->a), inverse), f);

        for (size_t i = 0; i < m && minus != 0; i++)
            a[i] = clm_mont64_add(a[i], mul(s, minus, b[i]), f);
        times(s, &s->numerator, l);
        lower_degree(s);
    }
}

/* Stores the factor times the n-th S_k's coefficients of c, or 0 for c = NULL. */
static void store_minors(const sequence *s, size_t n, const uint64_t *c, uint64_t factor,
                         uint64_t denominator)
{
    const size_t lowest = clm_minors_lowest(s->minors, n);
    const size_t length = clm_minors_length(s->minors, n);
    uint64_t *to =
        s->out.numerators + clm_minors_before(s->minors, n) * s->out.numerators_apart;

    for (size_t j = 0; j < length; j++)
        to[j * s->out.numerators_apart] = c == NULL ? 0 : mul(s, factor, c[lowest + j]);
    s->out.denominators[n * s->out.denominators_apart] = denominator;
}

static void close_last(sequence *s)
{
    s->open--;
    s->k -= s->open > 0 ? s->minors.step : 0;
}

/* Completes S_k if one of the degrees is k: it is c_k^(d-k-1) times that polynomial, d the other
 * degree. */
static void finish_subresultant(sequence *s)
{
    const size_t k = s->k, d = s->a.degree + s->b.degree - k;
    const uint64_t *c = s->b.degree == k ? s->b.c : s->a.c;
    uint64_t factor = s->numerator, denominator = s->denominator;

    if (d - k > 1)
        times(s, &factor, clm_mont64_pow(c[k], d - k - 1, s->field));
    if (s->b.degree > k)
        divide_by_leads(s, &factor, &denominator, s->b.degree, k + 1);
    if (s->sign[k % 2])
        factor = clm_mont64_neg(factor, s->field);
    store_minors(s, s->open - 1, c, factor, denominator);
    close_last(s);
}

/* Makes one step. Pre: lc(b) is not 0; the degree of a is at least b's unless lc(a) = 0. */
static void advance_sequence(sequence *s)
{
    const size_t n = s->a.degree, m = s->b.degree;

    if (lead(s->a) == 0)
        lower_vanished(s);
    else if (n - m >= MONIC_STEPS)
        eliminate_many(s);
    else if (n == m + 1)
        eliminate_both(s);
    else
        eliminate_leading(s);
}

static sequence begin_sequence(const clm_host_ratios *out, uint64_t *f, size_t p, uint64_t *g,
                               size_t q, const clm_mont64 *field, clm_minors minors)
{
    return (sequence){.field = field, .a = {f, p}, .b = {g, q}, .out = *out, .minors = minors,
                      .open = minors.count, .k = clm_minors_index(minors, minors.count - 1),
                      .numerator = field->one, .denominator = field->one, .leads = field->one};
}

static void finish_sequence(sequence *s)
{
    while (s->open > 0) {
        if (s->a.degree == s->k || s->b.degree == s->k) {
            finish_subresultant(s);
            continue;
        }
        if (lead(s->a) == 0 && lead(s->b) == 0) {
            for (; s->open > 0; close_last(s))
                store_minors(s, s->open - 1, NULL, 0, s->field->one);
            return;
        }
        if (lead(s->b) == 0 || (lead(s->a) != 0 && s->a.degree < s->b.degree))
            exchange_polynomials(s);
        eliminate_in_turns(s);
        if (lead(s->b) != 0)
            advance_sequence(s);
    }
}

void clm_host_sequence(const clm_host_ratios *out, uint64_t *f, size_t p, uint64_t *g, size_t q,
                       const clm_mont64 *field, clm_minors minors)
{
    sequence s = begin_sequence(out, f, p, g, q, field, minors);

    finish_sequence(&s);
}

/* clm_host_sequence after the longer one of f and g (f, if degrees are equal) was replaced by its
 * remainder, of formal degree min(p, q) - 1, modulo the other, whose leading coefficient is not 0.
 * Pre: p, q >= 1 */
static void host_sequence_divided(const clm_host_ratios *out, uint64_t *f, size_t p, uint64_t *g,
                                  size_t q, const clm_mont64 *field, clm_minors minors)
{
    sequence s = begin_sequence(out, f, p, g, q, field, minors);
    size_t degrees;

    if (p < q)
        exchange_polynomials(&s);
    if (s.b.degree == s.k)
        finish_subresultant(&s);
    degrees = s.a.degree - s.b.degree + 1; /* each with l divided out, as in eliminate_many */
    times(&s, &s.numerator, clm_mont64_pow(lead(s.b), degrees, field));
    s.sign[s.b.degree % 2 == 0] ^= degrees % 2 != 0;
    s.a.degree -= degrees;
    finish_sequence(&s);
}

/* For a long polynomial f of few terms: f mod g by powers of y modulo g (fpx/batch/powers.h), then
 * the remainder sequence of g and the remainder. If the leading coefficient of g vanishes at a
 * point, f is expanded. */

/* Writes all coefficients of both polynomials, with the zeros between terms. */
static void expand(uint64_t *all, const clm_row_layout *layout, const uint64_t *values)
{
    memset(all, 0, (layout->p + layout->q + 2) * sizeof *all);
    for (size_t k = 0; k < layout->count; k++)
        all[layout->place[k]] = values[k];
}

/* Computes the determinant, with pivoting. */
static void eliminate(const clm_host_ratios *out, const clm_row_layout *layout, uint64_t *values,
                      uint64_t *work, const clm_mont64 *field)
{
    const size_t n = layout->matrix.order;

    if (layout->place != NULL) {
        memset(work, 0, n * n * sizeof *work);
        for (size_t k = 0; k < layout->count; k++)
            work[layout->place[k]] = values[k];
        values = work;
    }
    *out->numerators = clm_mont64_eliminate(values, n, n, NULL, NULL, field, NULL).determinant;
    *out->denominators = field->one;
}

size_t clm_host_point_words(const clm_row_layout *layout)
{
    if (layout->matrix.order > 0)
        return layout->place != NULL ? layout->matrix.order * layout->matrix.order : 0;
    return layout->by_powers ? layout->p + layout->q + 2 : 0;
}

void clm_host_point(const clm_host_ratios *out, const clm_row_layout *layout, uint64_t *values,
                    uint64_t *work, const clm_mont64 *field, clm_minors minors)
{
    const size_t p = layout->p, q = layout->q, m = clm_size_min(p, q);
    const size_t terms = layout->count - (m + 1); /* if by powers */
    const bool f_longer = p >= q;
    uint64_t *term = f_longer ? values : values + m + 1, *g = f_longer ? values + terms : values;
    /* 5 m words: p + q + 2 are more, the longer degree being at least 8 m (POWERS_RATIO) */
    uint64_t *remainder = work + 4 * m;

    if (layout->matrix.order > 0) {
        eliminate(out, layout, values, work, field);
        return;
    }
    if (!layout->by_powers) {
        clm_host_sequence(out, values, p, values + p + 1, q, field, minors);
        return;
    }
    if (g[m] == 0) {
        expand(work, layout, values);
        clm_host_sequence(out, work, p, work + p + 1, q, field, minors);
        return;
    }
    clm_powers_divide_host(remainder, &layout->powers, term, terms, g, m, work, field);
    host_sequence_divided(out, f_longer ? remainder : g, p, f_longer ? g : remainder, q, field,
                          minors);
}

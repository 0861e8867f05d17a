/* Operation counts of products, divisions and gcds, summed launch by launch. */
#include "support/schoolbook_counts.h"

#include <math.h>

#include "core/size.h"
#include "cl/fpx/schoolbook/gcd_shape.h"
#include "cl/fpx/schoolbook/part_shape.h"

/* A term is 0 below `rises` and `most` from `ends` on; between them lies an arithmetic series. */
double sum_clipped(double first, double step, double count, double most)
{
    const double rises = fmin(fmax(ceil(-first / step), 0.0), count);
    const double ends = fmin(fmax(ceil((most - first) / step), rises), count);

    return (ends - rises) * (first + step * (rises + ends - 1.0) / 2.0) + (count - ends) * most;
}

/* Words of n read by work-groups, each its `span`, `before` words before and one behind. */
static double parts_words(size_t n, size_t span, size_t before, size_t groups)
{
    const double count = (double)groups, step = (double)span, most = (double)n;

    return sum_clipped(step + 1.0, step, count, most) -
           sum_clipped(-(double)before, step, count, most);
}

/* Adds sums of `terms` products and as many additions; a product and an addition combine a sum's
 * upper and lower words. */
static void add_sums(clm_op_counts *t, double sums, size_t terms)
{
    t->products += sums * (double)(terms + 1);
    t->additions += sums * (double)(terms + 1);
}

/* The count of adding the rows from `first` on, of `length` words, to a product of `product`
 * words.
 *
 * At each level every word of a pair's first row is added to a word, of the product or of the
 * other row. A single row occurs for each binary digit of their number, and ends with the product.
 * Work-items have a vector each. */
static clm_op_counts added_rows(size_t first, size_t rows, size_t length, size_t product, size_t s,
                                const clm_tuning *tuning)
{
    clm_op_counts t = {0};
    double words = 0.0;

    for (size_t digit = 1; digit <= rows; digit *= 2) {
        const size_t here = rows / digit, pairs = (here + 1) / 2;
        const size_t behind = product - (first + here * digit - 1) * s;

        words += (double)pairs * (double)length;
        if (here % 2 != 0 && behind < length)
            words -= (double)(length - behind);
        t.launches += 1.0;
        t.groups += (double)clm_div_up(pairs * (length / tuning->vector_width), tuning->group);
    }
    t.read = 2.0 * words;
    t.written = t.additions = words;
    return t;
}

/* A work-group reads its part of a, and its row's coefficients of b, converted to Montgomery form.
 * The first launch clears the product. */
clm_op_counts schoolbook_multiply_counts(size_t n, size_t m, clm_schoolbook_shape shape,
                                             const clm_tuning *tuning, size_t pass)
{
    const size_t s = shape.s, span = clm_schoolbook_span(tuning, shape),
                 terms = SCHOOLBOOK_EVEN(s);
    const size_t rows = clm_div_up(m, s), blocks = clm_div_up(n + s - 1, span);
    const size_t product = n + m - 1, words = blocks * span;
    const double length = (double)words, of_b = (double)blocks * (double)m;
    size_t alike; /* passes whose rows end within the product: their counts are equal */
    clm_op_counts t = {.read = (double)rows * parts_words(n, span, terms, blocks) + of_b,
                   .written = (double)rows * length + (double)product, .products = of_b,
                   .groups = (double)rows * (double)blocks};

    if (n == 0 || m == 0)
        return (clm_op_counts){0};
    add_sums(&t, (double)rows * length, terms);
    alike = product < words ? 0 : clm_size_min((product - words) / s + 1, rows) / pass;
    for (size_t first = 0, times; first < rows; first += times * pass) {
        const clm_op_counts added = added_rows(first, clm_size_min(pass, rows - first), words,
                                               product, s, tuning);

        times = first == 0 ? clm_size_max(alike, 1) : 1;
        clm_op_counts_add(&t, &added, (double)times);
    }
    t.launches += (double)clm_div_up(rows, pass);
    return t;
}

/* A word's inverse, by Fermat's theorem: conversion to Montgomery form, squares for the binary
 * digits of p - 2, and products for ones. */
static clm_op_counts schoolbook_inverse_counts(uint32_t p)
{
    clm_op_counts t = {
        .read = 1.0, .written = 1.0, .products = 1.0, .launches = 1.0, .groups = 1.0};

    for (uint32_t e = p - 2; e != 0; e >>= 1)
        t.products += 1.0 + (double)(e & 1);
    return t;
}

/* The count of a sweep. Each work-group reads both heads and computes the quotient's coefficients:
 * two products and a change of sign for each, and in the head a product and a difference for each
 * lane from its own place on. One group writes them, with the right sign. Each work-item reads the
 * inverse. */
static clm_op_counts divide_sweeps(size_t steps, size_t m, clm_schoolbook_shape shape,
                                   const clm_tuning *tuning)
{
    const size_t span = clm_schoolbook_span(tuning, shape), terms = SCHOOLBOOK_EVEN(steps);
    const size_t count = clm_size_max(clm_div_up(m - 1, span), 1), w = tuning->vector_width;
    const size_t behind = steps / w * (steps / w - 1) / 2 * w + steps / w * (steps % w);
    const double groups = (double)count, changed = (double)(m - 1);
    const double updates = (double)(w * (clm_div_up(steps, w) * steps - behind));
    clm_op_counts t = {.read = groups * (double)(steps + clm_size_min(steps, m) + shape.group) +
                           changed + parts_words(m - 1, span, terms, count),
                   .written = changed + (double)steps,
                   .products = groups * (2.0 * (double)steps + updates),
                   .additions = groups * ((double)steps + updates) + (double)steps + changed,
                   .launches = 1.0, .groups = groups};

    add_sums(&t, groups * (double)span, terms);
    return t;
}

clm_op_counts schoolbook_divide_counts(size_t n, size_t m, uint32_t p,
                                           clm_schoolbook_shape shape, const clm_tuning *tuning)
{
    const size_t s = shape.s, quotient = n - m + 1;
    clm_op_counts t = schoolbook_inverse_counts(p), whole;

    if (n < m || m == 0)
        return (clm_op_counts){0};
    whole = divide_sweeps(s, m, shape, tuning);
    clm_op_counts_add(&t, &whole, (double)(quotient / s));
    if (quotient % s != 0) {
        const clm_op_counts last = divide_sweeps(quotient % s, m, shape, tuning);

        clm_op_counts_add(&t, &last, 1.0);
    }
    return t;
}

/* Schoolbook gcds, summed sweep by sweep.
 *
 * In a generic degree sequence the degrees before a sweep determine its steps, and the lengths of
 * the polynomials after it. Sweeps differ in these alone. */

#define STATE_WORDS (sizeof(schoolbook_gcd_state) / sizeof(u32))

/* Launches other than sweeps: two copies, an inverse, a product with it. */
enum { BESIDE = 4 };

/* Sweeps launched before the host reads the state, with at most `count` coefficients. */
static size_t sweeps_ahead(size_t count, size_t s)
{
    return clm_size_min(count / s + 1, CLM_SCHOOLBOOK_GCD_AHEAD);
}

/* The shape of a gcd's sweeps, and the lengths of both polynomials between them. */
typedef struct gcd_sweeps {
    size_t s, base, span, group, lanes, units;
    bool real; /* groups have one work-item, with vectors of doubles */
    bool traced;
    size_t a, b; /* coefficients before the next sweep, a >= b */
    bool done;
} gcd_sweeps;

/* The sum of floor(k / w) over k < count. */
static double floors(size_t count, size_t w)
{
    const double whole = (double)(count / w), rest = (double)(count % w);

    return (double)w * whole * (whole - 1.0) / 2.0 + whole * rest;
}

static double whole_vectors(size_t begin, size_t end, size_t w)
{
    return (double)(clm_div_up(end, w) - begin / w);
}

/* Adds steps on heads, of two coefficients or one, with `in_vectors` vectors in all. Factors of
 * two take four products, a sum of two products and a change of sign; a vector takes three
 * products and two additions. Without vectors every work-item computes factors, of one as of
 * two. */
static void add_steps(clm_op_counts *t, const gcd_sweeps *g, double twos, double ones,
                      double in_vectors)
{
    const double w = (double)g->lanes, items = w == 1.0 ? (double)g->group : 1.0;

    if (w == 1.0)
        twos += ones;
    t->products += 4.0 * twos * items + 3.0 * in_vectors * w;
    t->additions += (2.0 * twos + (w == 1.0 ? 0.0 : ones)) * items + 2.0 * in_vectors * w;
}

/* Adds the division by a polynomial d degrees shorter, in heads and rows of s: a step for every
 * two of d + 1 coefficients. A head's vectors lie between the step's place, or without vectors
 * behind the eliminated words, and d before the end; those of both rows have d + 1 words more. */
static void add_division(clm_op_counts *t, const gcd_sweeps *g, size_t d, size_t s)
{
    const size_t twos = (d + 1) / 2, ones = 1 - d % 2, steps = twos + ones, w = g->lanes;
    const size_t head = SCHOOLBOOK_GCD_HEAD(s, w), row = SCHOOLBOOK_GCD_ROW(s, w);
    const double begins = w == 1 ? (double)(steps * (steps + 1) - ones) : floors(steps, w / 2);

    add_steps(t, g, (double)twos, (double)ones,
              (double)steps * ((double)clm_div_up(2 * s + 1 - d, w) +
                               whole_vectors(head + s - d, head + s + 1, w) +
                               whole_vectors(head + row + s - d, head + row + s + 1, w)) -
                  begins);
}

/* Adds the next divisions, a step of two coefficients each, with leading coefficients of divisors
 * at places d + 1 to `last`. */
static void add_remainders(clm_op_counts *t, const gcd_sweeps *g, size_t d, size_t last, size_t s)
{
    const size_t w = g->lanes, head = SCHOOLBOOK_GCD_HEAD(s, w), row = SCHOOLBOOK_GCD_ROW(s, w);
    const double steps = (double)(last - d);
    double all = floors(2 * s - d + w, w) - floors(2 * s - last + w, w) + floors(d, w) -
                 floors(last, w);

    for (size_t k = 0; k < 2; k++) {
        const size_t end = head + k * row + s;

        all += steps * (double)clm_div_up(end + 1, w) - floors(end - d, w) +
               floors(end - last, w);
    }
    if (w == 1)
        all -= 2.0 * steps; /* the eliminated words */
    add_steps(t, g, steps, 0.0, all);
}

/* Adds sums of two rows, in `in_vectors` vectors, of `terms` products with both polynomials. */
static void add_pairs(clm_op_counts *t, double in_vectors, size_t terms, size_t w)
{
    t->products += 4.0 * in_vectors * (double)(terms * w);
    t->additions += 4.0 * in_vectors * (double)(terms * w);
}

/* Vectors of doubles processed by a work-item at a time. */
static size_t real_block(const gcd_sweeps *g)
{
    return g->lanes == 16 ? 2 : 1;
}

/* Adds the products of heads and rows by the matrix of `degree` from small heads; the leading
 * coefficient is then at `lead`. The last step needs no heads. */
static void add_advance(clm_op_counts *t, const gcd_sweeps *g, size_t lead, size_t degree)
{
    const size_t block = real_block(g) * g->lanes, terms = SCHOOLBOOK_EVEN(degree + 1);
    size_t blocks = 2 * clm_div_up(lead + 1, block);

    if (lead < g->s)
        blocks += clm_div_up(2 * (g->s - lead) + 1, block);
    add_pairs(t, (double)(blocks * real_block(g)), terms, g->lanes);
}

/* The count of a sweep's matrix in one work-group: all steps from the division by a polynomial d
 * degrees shorter to that by one with its leading coefficient at `last`. Small matrices are used
 * if groups have one work-item and s exceeds their degree. */
static clm_op_counts matrix_counts(const gcd_sweeps *g, size_t d, size_t last)
{
    clm_op_counts t = {0};
    size_t lead = 0, next = d;

    if (!g->real || g->s <= g->base) {
        add_division(&t, g, d, g->s);
        add_remainders(&t, g, d, last, g->s);
        return t;
    }
    for (;; next = lead + 1) {
        if (next - lead <= g->base && next < g->s) {
            const size_t small = clm_size_min(g->base, g->s - lead);
            const size_t degree = clm_size_min(small, last - lead);

            add_division(&t, g, next - lead, small);
            add_remainders(&t, g, next - lead, degree, small);
            lead += degree;
            add_advance(&t, g, lead, degree);
        } else {
            if (lead == 0)
                add_division(&t, g, next, g->s);
            else
                add_remainders(&t, g, lead, next, g->s);
            lead = next;
        }
        if (lead == last)
            return t;
    }
}

/* Adds a work-group's part of both polynomials, `span` words each, by quarters: five differences a
 * coefficient of the matrix, sums of parts in three versions, nine products with the quarters,
 * four with the rest, and ten sums and differences combining them, of both rows. */
static void add_quarters(clm_op_counts *t, const gcd_sweeps *g, size_t span, size_t degree)
{
    const size_t w = g->lanes, block = real_block(g), unit = block * w;
    const size_t h = (degree + 1) / (4 * unit) * unit, rest = degree + 1 - 4 * h;
    const size_t words = clm_div_up(span, 4 * h) * h;
    const size_t part = 4 * words + SCHOOLBOOK_EVEN(degree + 1);
    const double in_vectors = (double)(words / w);

    t->additions += 20.0 * (double)h + 20.0 * in_vectors * (double)w;
    for (size_t k = 1; k <= 3; k++)
        t->additions += 2.0 * (double)clm_round_up(part - k * h, w);
    add_pairs(t, in_vectors, 9 * h + 4 * rest, w);
}

/* Adds the same part, by quarters or directly. Doubles are summed directly, words in four sums,
 * which are combined, added in pairs, and need the matrix in Montgomery form. */
static void add_part(clm_op_counts *t, const gcd_sweeps *g, size_t span, size_t degree)
{
    const size_t terms = SCHOOLBOOK_EVEN(degree + 1), w = g->lanes;
    const size_t block = g->real ? real_block(g) : SCHOOLBOOK_BLOCK;
    const double in_vectors = (double)(clm_div_up(span, block * w) * block);

    if (g->real && degree + 1 >= 4 * block * w) {
        add_quarters(t, g, span, degree);
    } else if (g->real) {
        add_pairs(t, in_vectors, terms, w);
    } else {
        add_pairs(t, in_vectors, terms + 1, w);
        t->additions += 2.0 * in_vectors * (double)w;
        t->products += 4.0 * (double)terms;
    }
}

/* Words of both polynomials read by groups for `span` new words; the second lies `shift` words
 * further up. */
static double parts_read(const gcd_sweeps *g, size_t span, size_t groups, size_t degree,
                         size_t shift)
{
    const size_t before = SCHOOLBOOK_EVEN(degree + 1), w = g->lanes;
    const size_t count = clm_round_up(SCHOOLBOOK_GCD_REACH(g->s, span, w) + before + 1, w);
    const double step = (double)span, many = (double)groups;
    const double a = -(double)before, b = a - (double)shift;

    return sum_clipped(a + (double)count, step, many, (double)g->a) -
           sum_clipped(a, step, many, (double)g->a) +
           sum_clipped(b + (double)count, step, many, (double)g->b) -
           sum_clipped(b, step, many, (double)g->b);
}

/* Applies the matrix to both polynomials; each group with work reads its parts. */
static clm_op_counts applied_counts(const gcd_sweeps *g, size_t groups, size_t degree,
                                    size_t shift, size_t made)
{
    const size_t block =
        clm_size_max(SCHOOLBOOK_BLOCK * g->lanes * g->group, (degree + 1) / 64 * 64);
    const size_t span = clm_size_min(g->span, clm_round_up(clm_div_up(made, groups), block));
    const size_t busy = clm_div_up(made, span);
    clm_op_counts t = {0}, all = {.read = parts_read(g, span, busy, degree, shift)};

    add_part(&t, g, span, degree);
    clm_op_counts_add(&all, &t, (double)busy);
    return all;
}

/* The count of a sweep in `groups` groups. Each work-item reads the state and finds the ends of
 * both polynomials; each group reads both heads and makes the matrix. If degrees are far apart,
 * the second polynomial is copied and, times x^shift, the only divisor. */
static clm_op_counts swept_counts(gcd_sweeps *g, size_t groups)
{
    const size_t shift = g->a - g->b > g->s ? g->a - g->b - g->s : 0, next = g->a - shift - g->b;
    const size_t degree = shift > 0 ? g->s : clm_size_min(g->s, g->a - 1), head = 2 * g->s + 1;
    const size_t below = g->a > g->s + 1 ? g->a - g->s - 1 : 0;
    const size_t first = shift > 0 ? below : g->a - degree, second = shift > 0 ? g->b : below;
    clm_op_counts t = applied_counts(g, groups, degree, shift, first), heads = {0};

    if (shift > 0)
        add_division(&heads, g, next, g->s);
    else
        heads = matrix_counts(g, next, degree);
    heads.read = (double)(clm_size_min(g->a, head) + clm_size_min(g->b, head - next));
    clm_op_counts_add(&t, &heads, (double)groups);
    t.read += 2.0 * (double)(groups * g->group) + (shift > 0 ? (double)second : 0.0);
    t.written += (double)first + (double)second;
    if (g->traced) {
        const double divisions = shift > 0 ? 1.0 : (double)(degree - next + 1);

        t.read += divisions;
        t.written += 2.0 * divisions;
    }
    g->a = first;
    g->b = second;
    return t;
}

/* The count of a launch. With second polynomial 0 it finds the end of the first and marks the
 * state as done, which later ones read. */
static clm_op_counts launched_counts(gcd_sweeps *g, size_t groups)
{
    const double items = (double)(groups * g->group);
    clm_op_counts t = {0};

    if (g->b > 0) {
        t = swept_counts(g, groups);
    } else {
        t.read = g->done ? 0.0 : items;
        g->done = true;
    }
    t.read += items * (double)STATE_WORDS;
    t.written += (double)STATE_WORDS;
    t.launches = 1.0;
    t.groups = (double)groups;
    return t;
}

static gcd_sweeps sweeps_of(size_t n, size_t m, clm_schoolbook_shape shape,
                            const clm_tuning *tuning, size_t units)
{
    const size_t w = tuning->vector_width;

    return (gcd_sweeps){.s = shape.s, .base = clm_size_min(shape.s, CLM_SCHOOLBOOK_GCD_BASE),
                        .span = clm_round_up(shape.span, SCHOOLBOOK_BLOCK * w),
                        .group = shape.group, .lanes = w, .units = units,
                        .real = w > 1 && shape.group == 1, .a = clm_size_max(n, m),
                        .b = clm_size_min(n, m)};
}

static size_t sweep_groups(const gcd_sweeps *g, size_t count)
{
    return clm_gcd_groups(count, g->span, g->group, g->lanes, g->units);
}

clm_op_counts schoolbook_gcd_counts(size_t n, size_t m, uint32_t p, clm_schoolbook_shape shape,
                                        const clm_tuning *tuning, size_t units, bool traced)
{
    gcd_sweeps g = sweeps_of(n, m, shape, tuning, units);
    clm_op_counts t = schoolbook_inverse_counts(p);

    /* both are copied; the result is 1 times the inverse */
    t.read += (double)n + (double)m + 2.0;
    t.written += (double)n + (double)m + 1.0;
    t.products += 1.0;
    t.launches += BESIDE - 1;
    t.groups += (double)(clm_div_up(n, tuning->group) + clm_div_up(m, tuning->group)) + 1.0;
    g.traced = traced;
    while (!g.done) {
        const size_t seen = g.a, sweeps = sweeps_ahead(seen, g.s);

        for (size_t k = 0; k < sweeps; k++) {
            const clm_op_counts one = launched_counts(&g, sweep_groups(&g, seen));

            clm_op_counts_add(&t, &one, 1.0);
        }
    }
    return t;
}

/* What products and divisions do, launch by launch, summed. */
#include "fpx/schoolbook/tally.h"

#include "base/size.h"
#include "cl/fpx/schoolbook/part_shape.h"

/* What work-groups read of n words: each its `span`, with `before` words before them and one
 * behind, as far as there are any. */
static double parts_words(size_t n, size_t span, size_t before, size_t groups)
{
    const double count = (double)groups, step = (double)span, most = (double)n;

    return clm_tally_clipped(step + 1.0, step, count, most) -
           clm_tally_clipped(-(double)before, step, count, most);
}

/* Sums of `terms` products each: a sum takes as many additions, and what joins its upper and its
 * lower words one of either. */
static void add_sums(clm_tally *t, double sums, size_t terms)
{
    t->products += sums * (double)(terms + 1);
    t->additions += sums * (double)(terms + 1);
}

/* Rows `first` and behind, of `length` words, to a product of so many.
 *
 * At a level every word of the first row of a pair is added to a word, of the product or of the
 * other row. A row that is alone, for each binary digit of the number of rows there is one, has no
 * more words than the product has behind its place. Work-items have a vector each. */
static clm_tally added_rows(size_t first, size_t rows, size_t length, size_t product, size_t s,
                            const clm_tuning *tuning)
{
    clm_tally t = {0};
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

/* A work-group reads its part of a, and its row's coefficients of b, which enter Montgomery form.
 * The first launch clears the product. */
clm_tally clm_plain_multiply_tally(size_t n, size_t m, clm_plain_shape shape,
                                   const clm_tuning *tuning, size_t pass)
{
    const size_t s = shape.s, span = clm_plain_span(tuning, shape), terms = PLAIN_EVEN(s);
    const size_t rows = clm_div_up(m, s), blocks = clm_div_up(n + s - 1, span);
    const double length = (double)blocks * (double)span, of_b = (double)blocks * (double)m;
    clm_tally t = {.read = (double)rows * parts_words(n, span, terms, blocks) + of_b,
                   .written = (double)rows * length + (double)(n + m - 1), .products = of_b,
                   .groups = (double)rows * (double)blocks};

    if (n == 0 || m == 0)
        return (clm_tally){0};
    add_sums(&t, (double)rows * length, terms);
    for (size_t first = 0; first < rows; first += pass) {
        const clm_tally added = added_rows(first, clm_size_min(pass, rows - first), blocks * span,
                                           n + m - 1, s, tuning);

        clm_tally_add(&t, &added, 1.0);
        t.launches += 1.0;
    }
    return t;
}

/* 1 / a word, by Fermat's theorem: with the word's way to Montgomery form, squares for the binary
 * digits of p - 2, and products for those that are 1. */
clm_tally clm_plain_inverse_tally(uint32_t p)
{
    clm_tally t = {.read = 1.0, .written = 1.0, .products = 1.0, .launches = 1.0, .groups = 1.0};

    for (uint32_t e = p - 2; e != 0; e >>= 1)
        t.products += 1.0 + (double)(e & 1);
    return t;
}

/* A sweep of so many steps. Each work-group reads both heads and computes the quotient's
 * coefficients: two products and a change of sign for each, and in the head a product and a
 * difference for each lane of the vectors from its own place on. One group writes them, with the
 * right sign. Each work-item reads the inverse. */
static clm_tally swept(size_t steps, size_t m, clm_plain_shape shape, const clm_tuning *tuning)
{
    const size_t span = clm_plain_span(tuning, shape), terms = PLAIN_EVEN(steps);
    const size_t count = clm_size_max(clm_div_up(m - 1, span), 1), w = tuning->vector_width;
    const size_t behind = steps / w * (steps / w - 1) / 2 * w + steps / w * (steps % w);
    const double groups = (double)count, changed = (double)(m - 1);
    const double updates = (double)(w * (clm_div_up(steps, w) * steps - behind));
    clm_tally t = {.read = groups * (double)(steps + clm_size_min(steps, m) + shape.group) +
                           changed + parts_words(m - 1, span, terms, count),
                   .written = changed + (double)steps,
                   .products = groups * (2.0 * (double)steps + updates),
                   .additions = groups * ((double)steps + updates) + (double)steps + changed,
                   .launches = 1.0, .groups = groups};

    add_sums(&t, groups * (double)span, terms);
    return t;
}

clm_tally clm_plain_divide_tally(size_t n, size_t m, uint32_t p, clm_plain_shape shape,
                                 const clm_tuning *tuning)
{
    const size_t s = shape.s, quotient = n - m + 1;
    clm_tally t = clm_plain_inverse_tally(p), whole;

    if (n < m || m == 0)
        return (clm_tally){0};
    whole = swept(s, m, shape, tuning);
    clm_tally_add(&t, &whole, (double)(quotient / s));
    if (quotient % s != 0) {
        const clm_tally last = swept(quotient % s, m, shape, tuning);

        clm_tally_add(&t, &last, 1.0);
    }
    return t;
}

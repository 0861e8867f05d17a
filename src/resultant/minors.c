/* The resultant as a determinant of as many rows as the greater degree, without any division.
 *
 * With p >= q, h_0 = 0 and, for 0 <= i < q,
 *
 *     h_{i+1} = y h_i + f_{p-i} y^(p-q) g - g_{q-i} f,     of degree below p in y,
 *
 * each h_i is y^(p-q) g times the first coefficients of f, less f times those of g. In Sylvester's
 * matrix the rows y^(p-1) g, ..., y^(p-q) g become h_q, ..., h_1, f_p times each and something of
 * the rows below, and of those of f. Their first q columns are zero then, and the rows of f have
 * f_p on the diagonal there: f_p^q R = f_p^q det(h_q, ..., h_1, y^(p-q-1) g, ..., g). */
#include "resultant/minors.h"

#include <string.h>

#include "base/size.h"

enum { DEGREE = CLM_MINORS_DEGREE, SUBSETS = 1 << CLM_MINORS_DEGREE };

/* out += a b, or -= */
static void add_product(clm_wide_poly *out, const clm_wide_poly *a, const clm_wide_poly *b,
                        bool minus)
{
    if (a->length == 0 || b->length == 0)
        return;
    for (; out->length < a->length + b->length - 1; out->length++)
        out->c[out->length] = 0;
    for (size_t i = 0; i < a->length; i++) {
        const clm_word128 factor = minus ? -a->c[i] : a->c[i];

        for (size_t k = 0; k < b->length; k++)
            out->c[i + k] += factor * b->c[k];
    }
}

static void copy(clm_wide_poly *out, const clm_wide_poly *a)
{
    out->length = a->length;
    memcpy(out->c, a->c, a->length * sizeof *a->c);
}

/* row[m] := the coefficient of y^m in y^k g */
static void shift_row(clm_wide_poly row[DEGREE], size_t k, const clm_wide_rows *g, size_t columns)
{
    for (size_t m = 0; m < columns; m++)
        if (m >= k && m - k <= g->degree)
            copy(&row[m], &g->row[m - k]);
        else
            row[m].length = 0;
}

/* row[m] := that in h_{i+1}; row has h_i, for i > 0. */
static void next_row(clm_wide_poly row[DEGREE], size_t i, const clm_wide_rows *f,
                     const clm_wide_rows *g)
{
    const size_t p = f->degree, q = g->degree, gap = p - q;

    for (size_t m = p; m-- > 0;) {
        if (i == 0 || m == 0)
            row[m].length = 0;
        else
            copy(&row[m], &row[m - 1]);
        if (m >= gap)
            add_product(&row[m], &f->row[p - i], &g->row[m - gap], false);
        add_product(&row[m], &g->row[q - i], &f->row[m], true);
    }
}

/* The minor of a row and the rows below, in the columns of the set: it is expanded by the row. */
static void expand(clm_wide_poly minor[SUBSETS], unsigned set, const clm_wide_poly row[DEGREE],
                   size_t columns)
{
    bool minus = false; /* of the last column */

    minor[set].length = 0;
    for (size_t m = columns; m-- > 0;) {
        if ((set >> m & 1) == 0)
            continue;
        add_product(&minor[set], &row[m], &minor[set ^ 1u << m], minus);
        minus = !minus;
    }
}

void clm_minors_resultant(clm_wide_poly *r, const clm_wide_rows *f, const clm_wide_rows *g)
{
    const size_t p = f->degree, gap = p - g->degree;
    const unsigned all = (1u << p) - 1;
    clm_wide_poly row[DEGREE], minor[SUBSETS];

    minor[0].length = 1; /* of no rows */
    minor[0].c[0] = 1;
    for (size_t k = 0; k < p; k++) {
        if (k < gap)
            shift_row(row, k, g, p);
        else
            next_row(row, k - gap, f, g);
        for (unsigned set = 1; set <= all; set++)
            if ((size_t)__builtin_popcount(set) == k + 1)
                expand(minor, set, row, p);
    }
    copy(r, &minor[all]);
}

/* The hybrid Bezout matrix, with as many rows as the greater degree, whose determinant is the
 * resultant, without any division.
 *
 * With p = deg f >= q = deg g, h_0 = 0 and, for 0 <= i < q,
 *
 *     h_{i+1} = y h_i + f_{p-i} y^(p-q) g - g_{q-i} f,     of degree below p in y,
 *
 * each h_i is y^(p-q) g times the first coefficients of f, less f times the first ones of g. In
 * the Sylvester matrix h_q, ..., h_1 replace the rows y^(p-1) g, ..., y^(p-q) g: f_p times each,
 * plus multiples of rows below and of rows of f. Their first q columns are 0 then, and the rows of
 * f have f_p on the diagonal: f_p^q R = f_p^q det(h_q, ..., h_1, y^(p-q-1) g, ..., g).
 *
 * The rows are g, y g, ..., y^(p-q-1) g, h_1, ..., h_q, and column m has the coefficients of y^m:
 * the same determinant, as both orders are reversed. */
#ifndef CLM_RESULTANT_BEZOUT_H
#define CLM_RESULTANT_BEZOUT_H

#include <stdbool.h>
#include <stddef.h>

/* An entry is either coefficient `copied` of g, or a sum of up to three terms: the entry in the
 * previous row and column, and two products of coefficients of f and g, of which one is added and
 * one subtracted. Without any of these it is 0. */
typedef struct clm_bezout_entry {
    bool copies, shifts, adds, subtracts;
    size_t copied;
    struct {
        size_t f, g;
    } added, subtracted;
} clm_bezout_entry;

/* Returns entry m < p of row k < p. */
static inline clm_bezout_entry clm_bezout_entry_of(size_t p, size_t q, size_t k, size_t m)
{
    const size_t gap = p - q, i = k - gap;
    const bool sum = k >= gap;

    return (clm_bezout_entry){.copies = !sum && m >= k && m - k <= q,
                              .shifts = sum && i > 0 && m > 0,
                              .adds = sum && m >= gap,
                              .subtracts = sum,
                              .copied = m - k,
                              .added = {p - i, m - gap},
                              .subtracted = {m, q - i}};
}

#endif

/* Signs and values of a polynomial over Z at rational numbers: approximations with an error bound,
 * and an exact test for zero.
 *
 * The real axis is covered by four charts: with x = +-2^scale y for small x, and x = +-2^scale / y
 * for large x, y in [0, 1]. The scale is about the geometric mean of the moduli of all complex
 * roots, so that neither chart is dominated by a few coefficients. Fixed-point values are relative
 * to the largest coefficient of a chart. */
#ifndef CLM_ROOTS_VALUES_H
#define CLM_ROOTS_VALUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include <clmodp/polynomials.h>

#include "core/parallel.h"
#include "roots/bands.h"

typedef struct clm_chart {
    bool large;    /* x = +-2^scale / y */
    bool negative; /* x < 0 */
} clm_chart;

/* A polynomial of degree n >= 1 with a constant term other than 0. */
typedef struct clm_poly {
    const clmodp_zx *f; /* not owned */
    size_t n;
    bool radical;       /* of the form of radicals.h */
    long scale;
    long top[2];        /* bits of the largest coefficient in charts of small and large x */
    size_t skipped;     /* k: roots with y < 2^-k, for small x, are in other bands; 0: none is */
    uint64_t *residues; /* the coefficients modulo a prime */
    __extension__ __int128 *fixed[2]; /* fixed-point coefficients of both charts, an array; NULL
                                         for high degrees */
} clm_poly;

/* Bits after the point of `fixed`. */
#define CLM_FIXED_BITS ((size_t)112)

/* Sets up a polynomial, cleared by clm_poly_clear ({0} is safe). Errors: HOST_MEMORY */
clmodp_status clm_poly_init(clm_poly *p, const clmodp_zx *f);

/* As clm_poly_init, with charts of small x for the roots of a band. */
clmodp_status clm_poly_init_band(clm_poly *p, const clmodp_zx *f, const clm_band *band);
void clm_poly_clear(clm_poly *p);

/* Sets c to coefficient j of a chart times 2^(bits - top), rounded down. */
void clm_poly_coefficient(mpz_ptr c, const clm_poly *p, clm_chart chart, size_t j, long bits);

/* An approximation: |true value - mid| <= error, in units of 2^-bits. */
typedef struct clm_ball {
    mpz_t mid, error;
    size_t bits;
} clm_ball;

void clm_ball_init(clm_ball *v);
void clm_ball_clear(clm_ball *v);

/* Returns the sign if it is certain, else 0. */
int clm_ball_sign(const clm_ball *v);

/* The numbers from |x| = (middle - radius) / 2^k to (middle + radius) / 2^k. */
typedef struct clm_span {
    mpz_srcptr middle; /* >= 0 */
    unsigned radius;
    long k;
} clm_span;

/* Sets v to the values at a span in units of the chart, a positive multiple of p(x), with at least
 * `bits` bits after the point. If stopped, v is not a value. Pre: all numbers of the span are in
 * the chart. Cost: n products of `bits` bits */
void clm_poly_value(clm_ball *v, const clm_poly *p, clm_chart chart, const clm_span *at,
                    size_t bits, const clm_poller *watch);

/* Returns the sign at y = c / 2^k in a chart, or 0 if stopped. Pre: it is not 0, 0 < y < 1 */
int clm_poly_sign_at_y(const clm_poly *p, clm_chart chart, mpz_srcptr c, size_t k,
                       const clm_poller *watch);

/* Returns whether p(numerator / denominator) = 0, exactly. Pre: denominator > 0, a reduced
 * fraction. Cost: n products of words; if 0, n divisions of the coefficients */
bool clm_poly_vanishes(const clm_poly *p, mpz_srcptr numerator, mpz_srcptr denominator);

/* Sets c / d, d > 0, to the reduced fraction numerator / 2^k. */
void clm_dyadic(mpz_ptr c, mpz_ptr d, mpz_srcptr numerator, long k);

/* Sets num / den to x for y = c / 2^k, not 0, in a chart, in lowest terms; den > 0. */
void clm_chart_fraction(mpz_ptr num, mpz_ptr den, const clm_poly *p, clm_chart chart,
                        mpz_srcptr c, long k);

/* clm_poly_vanishes for numerator / 2^k. */
bool clm_poly_vanishes_at(const clm_poly *p, mpz_srcptr numerator, long k);

/* Returns the bits of the lesser of |c| and |c + 1|, 0 for 0. */
size_t clm_cell_bits(mpz_srcptr c);

/* Returns the chart of x = c / 2^k, or of the cell from there to (c + 1) / 2^k, whose end may be
 * the beginning of the chart of large x. */
clm_chart clm_poly_chart(const clm_poly *p, mpz_srcptr c, long k, bool cell);

/* Returns the sign of p(c / 2^k), exactly; any if stopped. Begins with *bits, CLM_FIXED_BITS or
 * more, and sets *bits to those that decided. */
int clm_poly_sign(const clm_poly *p, mpz_srcptr c, long k, size_t *bits, const clm_poller *watch);

#endif

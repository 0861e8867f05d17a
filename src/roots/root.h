/* A real root of a polynomial without multiple roots, in an interval. */
#ifndef CLM_ROOTS_ROOT_H
#define CLM_ROOTS_ROOT_H

#include "roots/values.h"

/* The only root of p in the open interval from c / 2^k to (c + 1) / 2^k; or, if exact, the root
 * c / d in lowest terms. */
typedef struct clm_root {
    const clm_poly *p;
    mpz_t c, d;
    long k;
    bool exact;
    bool irrational;  /* proved; false: not known */
    int sign;         /* of p at the beginning of the interval, behind a root there */
    size_t step;      /* the next step tries one of 2^step parts */
    size_t guard;     /* bits of values lost to cancellation, as observed */
    mpz_t value[2];   /* at both ends, with value_bits bits after the point; 0: not known */
    size_t value_bits;
} clm_root;

/* Sets up the root in a cell of x; clm_root_clear releases it. */
void clm_root_init(clm_root *r, const clm_poly *p, mpz_srcptr c, long k, int sign);
void clm_root_clear(clm_root *r);

/* Sets up the root -a of the polynomial p of a, which is p(-x). */
void clm_root_init_opposite(clm_root *r, const clm_root *a);

/* Makes the root c / 2^k, or c / d with d != 0, exact. */
void clm_root_set_exact(clm_root *r, mpz_srcptr c, long k);
void clm_root_set_rational(clm_root *r, mpz_srcptr c, mpz_srcptr d);

/* Sets low / d and high / d to the ends of the interval. */
void clm_root_ends(mpz_ptr low, mpz_ptr high, mpz_ptr d, const clm_root *r);

/* Compares the root with a number: 1 if it is greater, -1 if less; 0 if it is equal to this
 * number, or its interval contains the number. Pre: denominator > 0 */
int clm_root_side(const clm_root *r, mpz_srcptr numerator, mpz_srcptr denominator);

/* Returns whether the intervals of different roots have no point in common, but for ends. */
bool clm_root_apart(const clm_root *a, const clm_root *b);

/* Compares roots whose intervals are apart; others by the beginnings of their intervals. */
int clm_root_order(const clm_root *a, const clm_root *b);

#endif

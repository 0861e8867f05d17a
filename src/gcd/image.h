/* Greatest common divisors modulo one prime, of polynomials in y and x.
 *
 * The image of h = gcd(f, g) is a multiple that has polynomials as coefficients and is unique: c h
 * / lc(h), for a multiple c of the leading coefficient of h in y, a common divisor of those of f
 * and g [Brown 1971]. It is interpolated from its values at roots of unity x, and these are monic
 * gcds in y times values of c. */
#ifndef CLM_GCD_IMAGE_H
#define CLM_GCD_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include "core/error.h"
#include "core/parallel.h"
#include "polynomials/kronecker.h"

/* A polynomial over Z: term k has the coefficient c[k] and the exponents x[k] and y[k]; x is other
 * variables packed, and e[k] are their exponents. Those of x may be larger than the number of
 * points. */
typedef struct clm_gcd_terms {
    mpz_srcptr *c;
    uint64_t *x;
    uint32_t *y; /* in ascending order, where there are other variables */
    const uint32_t **e;
    size_t count;
    size_t *end, rows; /* ends of terms with equal y */
    uint32_t degree;   /* in y */
} clm_gcd_terms;

/* Allocates memory for `count` terms; release with clm_gcd_terms_clear. Errors: HOST_MEMORY */
clmodp_status clm_gcd_terms_create(clm_error *error, clm_gcd_terms *out, size_t count);
void clm_gcd_terms_clear(clm_gcd_terms *terms);

/* f, g and c. */
typedef struct clm_gcd_operands {
    clm_gcd_terms part[3];
    size_t others;                        /* variables but y */
    size_t most[CLMODP_MOST_VARIABLES];   /* their degrees in f, g and c */
    size_t bound[CLMODP_MOST_VARIABLES];  /* on their degrees in the image */
    clm_places x;                         /* how x packs them */
    uint32_t points; /* more than the degree of the image in x, without prime factors above 7; 0:
                        too many, so that only sparse images are possible */
} clm_gcd_operands;

enum { CLM_GCD_F, CLM_GCD_G, CLM_GCD_LEAD };

/* An image: the coefficients of x^0 ... x^(points - 1) times y^0, then y^1, ..., y^degree. */
typedef struct clm_gcd_image {
    uint32_t *c;
    size_t room;
    uint32_t degree;
    bool lucky; /* the gcd has this degree at each point */
} clm_gcd_image;

/* Memory of a thread; {0} is empty. */
typedef struct clm_gcd_scratch {
    uint32_t *words;
    size_t room;
} clm_gcd_scratch;

/* Words of memory that an image takes; SIZE_MAX: too many. */
size_t clm_gcd_image_words(const clm_gcd_operands *of);

/* Computes the image modulo a prime p = 1 mod points, from residues of all coefficients of f, then
 * g, then c. If c has a zero among the points, or degrees differ, others are tried; if they do
 * again and again, the image is not lucky.
 *
 * In:     most    the highest degree of interest: above it an image is not lucky
 *         random  the first points are random, too
 * Errors: HOST_MEMORY, CANCELLED */
clmodp_status clm_gcd_image_find(clm_error *error, clm_gcd_image *out, clm_gcd_scratch *scratch,
                                 const clm_gcd_operands *of, const uint32_t *residues, uint32_t p,
                                 uint32_t most, bool random, const clm_poller *watch);

#endif

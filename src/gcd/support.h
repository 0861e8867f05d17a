/* Sparse images: the exponents of the image's coefficients are its support, which a first prime
 * tells; other primes then need no more points than a power of y has coefficients. */
#ifndef CLM_GCD_SUPPORT_H
#define CLM_GCD_SUPPORT_H

#include "gcd/image.h"

/* Exponents of coefficients: of y, in ascending order, and of `others` other variables. */
typedef struct clm_gcd_support {
    uint32_t degree; /* in y */
    size_t length, others;
    uint32_t *y, *e;
} clm_gcd_support;

/* Allocates memory for `length` coefficients; release with clm_gcd_support_clear.
 * Errors: HOST_MEMORY */
clmodp_status clm_gcd_support_create(clm_error *error, clm_gcd_support *out, size_t length,
                                     size_t others);
void clm_gcd_support_clear(clm_gcd_support *support);

/* Returns the most coefficients of a power of y. */
size_t clm_gcd_support_widest(const clm_gcd_support *support);

/* Returns the sum of the squares of the numbers of coefficients of the powers of y. */
double clm_gcd_support_squares(const clm_gcd_support *support);

/* Sets out->c to the coefficients of the support modulo a prime p, and out->degree. They are not
 * lucky if the image has another degree, or seems to have another support.
 *
 * In:     residues  of all coefficients of f, then g, then c
 * Cost:   an image at clm_gcd_support_widest + 1 points
 * Errors: HOST_MEMORY, CANCELLED */
clmodp_status clm_gcd_support_image(clm_error *error, clm_gcd_image *out, clm_gcd_scratch *scratch,
                                    const clm_gcd_operands *of, const clm_gcd_support *support,
                                    const uint32_t *residues, uint32_t p, const clm_poller *watch);

/* The order of points modulo a prime that tells exponents. */
#define CLM_GCD_ORDER (UINT32_C(1) << 25)

/* Finds the support, and the image, modulo a prime p = 1 mod CLM_GCD_ORDER. Without luck, or if
 * more than most_points points are necessary, the image is not lucky, and has the least degree of
 * points so far, if that is lower than `most`, or else `most`.
 *
 * In:     most  as in clm_gcd_image_find
 * Cost:   an image at as many points as a power of y has coefficients, twice and once again for
 *         each few variables
 * Errors: HOST_MEMORY, CANCELLED
 * Source: [Ben-Or, Tiwari 1988], [Hu, Monagan 2016], with exponents from quotients of coefficients
 *         at points whose coordinates are multiplied by roots of unity */
clmodp_status clm_gcd_support_find(clm_error *error, clm_gcd_support *out, clm_gcd_image *image,
                                   clm_gcd_scratch *scratch, const clm_gcd_operands *of,
                                   const uint32_t *residues, uint32_t p, uint32_t most,
                                   size_t most_points, const clm_poller *watch);

#endif

/* Rectangles in the complex plane that contain a number: what is known of a root. */
#ifndef CLM_ROOTS_BOX_H
#define CLM_ROOTS_BOX_H

#include <stdint.h>

#include <clmodp/core.h>

#include "roots/disc.h"

/* The closed rectangle re[0] / d <= Re z <= re[1] / d, im[0] / d <= Im z <= im[1] / d. If it is a
 * point, d is the least denominator; otherwise d is a power of 2. */
typedef struct clm_box {
    mpz_t re[2], im[2], d; /* d > 0 */
} clm_box;

/* Sets up the point 0; clm_box_clear releases it. */
void clm_box_init(clm_box *box);
void clm_box_clear(clm_box *box);

void clm_box_set(clm_box *b, const clm_box *a);
void clm_box_swap(clm_box *a, clm_box *b);

/* Moves the ends and the denominator to the arguments of a public function. */
void clm_box_get(mpz_ptr real_low, mpz_ptr real_high, mpz_ptr imaginary_low,
                 mpz_ptr imaginary_high, mpz_ptr denominator, clm_box *box);

/* Replaces the box by its mirror image in the real axis. */
void clm_box_reflect(clm_box *box);

/* Adds c to all numbers. */
void clm_box_move(clm_box *box, mpz_srcptr c);

/* Sets the box to the point numerator / denominator, which is not 0. */
void clm_box_set_fraction(clm_box *box, mpz_srcptr numerator, mpz_srcptr denominator);

/* Sets the box to the square about a disc; Im z to 0 if real, Re z to 0 if imaginary. */
void clm_box_set_disc(clm_box *box, const clm_disc *z, bool real, bool imaginary);

/* Sets the disc to one that contains the box, with about `bits` bits; a box that is not a point
 * loses nothing. */
void clm_disc_set_box(clm_disc *z, const clm_box *box, size_t bits);

/* Brings the fractions of a point to lowest terms. */
void clm_box_reduce(clm_box *box);

/* Removes all numbers that are not in b. Pre: neither is a point; both have common numbers */
void clm_box_intersect(clm_box *a, const clm_box *b);

bool clm_box_is_point(const clm_box *box);
bool clm_box_is_real(const clm_box *box);      /* all Im z are 0 */
bool clm_box_is_imaginary(const clm_box *box); /* all Re z are 0, and Im z are not */

/* Returns whether the boxes have no common number. */
bool clm_box_apart(const clm_box *a, const clm_box *b);

/* Compares boxes: real ones are less, then those with lesser Re z at the lower ends, then with
 * lesser Im z. */
int clm_box_order(const clm_box *a, const clm_box *b);

/* Returns whether no interval is wider than 2^-bits or, if relative, none but parts that are 0
 * than 2^-bits times the absolute value of a number in it. */
bool clm_box_is_narrow(const clm_box *box, uint64_t bits, bool relative);

/* Returns floor(log2 m), where m bounds the absolute values of the real or of the imaginary part:
 * the lesser of both bounds, without parts that are 0. If no interval is wider than
 * 2^(floor(log2 m) - bits - 1), the box is narrow to `bits` bits, relative to its parts.
 * Pre: the box is not a point */
long clm_box_least_exponent(const clm_box *box);

/* Writes a number in the box as clmodp_complex_roots_to_text. Errors: HOST_MEMORY */
clmodp_status clm_box_to_text(char **text, const clm_box *box, size_t digits);

#endif

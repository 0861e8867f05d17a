/* Kronecker's substitution: the coefficients of a polynomial side by side in a long integer, each
 * in a slot of some limbs. Negative coefficients borrow from the slot above. */
#ifndef CLM_POLYNOMIALS_KRONECKER_H
#define CLM_POLYNOMIALS_KRONECKER_H

#include <stdbool.h>
#include <string.h>

#include <gmp.h>

#include "core/parallel.h"
#include "polynomials/mpoly.h"
#include "polynomials/slots.h"

/* Sets c := limbs[0..slot) + borrow as a signed number (two's complement), negated if `negate`.
 * Returns the borrow from the slot above. Changes the limbs. */
static inline mp_limb_t clm_slot_read(mpz_t c, mp_limb_t *limbs, size_t slot,
                                      mp_limb_t borrow, bool negate)
{
    mp_size_t size = (mp_size_t)slot;
    bool negative;

    borrow = mpn_add_1(limbs, limbs, size, borrow); /* carry if all ones became zero */
    negative = limbs[slot - 1] >> (GMP_NUMB_BITS - 1) != 0;
    if (negative)
        mpn_neg(limbs, limbs, size);
    while (size > 0 && limbs[size - 1] == 0)
        size--;
    memcpy(mpz_limbs_write(c, size > 0 ? size : 1), limbs, (size_t)size * sizeof *limbs);
    mpz_limbs_finish(c, negative != negate ? -size : size);
    return borrow != 0 || negative ? 1 : 0;
}

/* Sets value := f(2^(64 slot)). Pre: coefficients are shorter than a slot */
void clm_kronecker_pack(mpz_t value, const clm_slots *f, size_t slot);

/* Sets q to the coefficients of f / g, from the constant term on, if this is a polynomial over Z;
 * otherwise *divides to false.
 *
 * Out:    q  f.top - g.top + 1 initialised integers, of any values unless g divides f
 * Pre:    f.top >= g.top
 * Cost:   a division modulo some primes (residues.h), or one of integers of f.top + 1 slots,
 *         repeated with more primes or longer slots if the quotient has longer coefficients than
 *         f and g
 * Errors: LIMIT (2^30 limbs), CANCELLED */
clmodp_status clm_kronecker_divide(mpz_t *q, bool *divides, const clm_slots *f,
                                   const clm_slots *g, const clm_poller *watch);

/* Kronecker's substitution for several variables: x_i becomes the power weight[i] of one variable,
 * which has `count` exponents for polynomials of given degrees. */
typedef struct clm_places {
    size_t variables;
    size_t weight[CLMODP_MOST_VARIABLES];
    size_t count; /* SIZE_MAX: too many */
} clm_places;

clm_places clm_places_make(const clmodp_mpoly *f); /* of the degrees of f */
clm_places clm_places_of_degrees(const size_t *degree, size_t variables);

static inline size_t clm_place_of(const clm_places *p, const uint32_t *e)
{
    size_t place = 0;

    for (size_t i = 0; i < p->variables; i++)
        place += e[i] * p->weight[i];
    return place;
}

static inline void clm_place_exponents(uint32_t *e, const clm_places *p, size_t place)
{
    for (size_t i = 0; i < p->variables; i++) {
        e[i] = (uint32_t)(place / p->weight[i]);
        place %= p->weight[i];
    }
}

#endif

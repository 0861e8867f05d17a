/* Products and exact quotients of dense polynomials over Z in one variable by residues modulo
 * primes, which have the roots of unity for transforms. */
#ifndef CLM_POLYNOMIALS_RESIDUES_H
#define CLM_POLYNOMIALS_RESIDUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include "core/parallel.h"
#include "fpx/host/poly.h"
#include "polynomials/slots.h"

/* Most primes, of 31 bits, and most limbs of a sum of multiples of the P / p below. Packed
 * integers take less time than more primes, because the work of reconstruction is quadratic in
 * the number of primes. */
enum { CLM_RESIDUES_PRIMES = 32, CLM_RESIDUES_LIMBS = 16 };

/* Returns c modulo a prime. In: shift  2^64 modulo it */
static inline uint32_t clm_residue_of(mpz_srcptr c, uint32_t shift, const clm_modulus *m)
{
    size_t i = mpz_size(c);
    uint32_t r = i > 0 ? clm_modulus_reduce(mpz_getlimbn(c, (mp_size_t)--i), m) : 0;

    while (i-- > 0)
        r = clm_modulus_reduce((uint64_t)r * shift +
                                   clm_modulus_reduce(mpz_getlimbn(c, (mp_size_t)i), m), m);
    return mpz_sgn(c) < 0 && r > 0 ? m->p - r : r;
}

/* The primes, in the order in which they are chosen. Those that divide a leading coefficient are
 * passed over. */
extern const uint32_t clm_residues_primes[2 * CLM_RESIDUES_PRIMES];

/* Residues of `count` coefficients, below P / 2 in absolute value for the product P of the
 * primes. Initially {0}. */
typedef struct clm_residues {
    size_t count, primes, limbs;
    double bits; /* of P / 2 */
    clm_modulus modulus[CLM_RESIDUES_PRIMES];
    uint32_t *residue[CLM_RESIDUES_PRIMES]; /* owned */
    uint32_t weight[CLM_RESIDUES_PRIMES];   /* the inverse of P / p modulo p */
    uint64_t product[CLM_RESIDUES_LIMBS];   /* P */
    uint64_t part[CLM_RESIDUES_PRIMES][CLM_RESIDUES_LIMBS]; /* P / p */
} clm_residues;

void clm_residues_destroy(clm_residues *x);

/* Least degrees of a factor, and of a dividend, for which residues take less time than packed
 * integers. */
enum { CLM_RESIDUES_FACTOR = 1000, CLM_RESIDUES_DIVIDEND = 250 };

/* Tests whether there are enough primes for coefficients below 2^bits in absolute value. */
bool clm_residues_suit(double bits);

/* Sets *x, which is {0}, to the product f g; release it with clm_residues_destroy.
 *
 * Pre:    its coefficients are below 2^bits in absolute value, and clm_residues_suit(bits)
 * Cost:   bits / 31 products modulo a prime
 * Errors: HOST_MEMORY, CANCELLED; *x is {0} then */
clmodp_status clm_residues_multiply(clm_residues *x, const clm_slots *f, const clm_slots *g,
                                    double bits, const clm_poller *watch);

/* Bits of a dividend f; of a coefficient of the product of a divisor g and a quotient beyond those
 * of the longest coefficient of the quotient, at least those of g; and of all such products if g
 * divides f. */
typedef struct clm_quotient_bits {
    size_t dividend, extra, most;
} clm_quotient_bits;

/* Sets q to the f.top - g.top + 1 coefficients of f / g if this is a polynomial over Z, otherwise
 * *divides to false, and *done to true; to false if integers take less time.
 *
 * Pre:    f.top >= g.top
 * Cost:   a division modulo each prime, repeated with more primes until all coefficients of f and
 *         of q g are below P / 2, so that they are equal
 * Errors: HOST_MEMORY, CANCELLED */
clmodp_status clm_residues_divide(mpz_t *q, bool *divides, bool *done, const clm_slots *f,
                                  const clm_slots *g, const clm_quotient_bits *bits,
                                  const clm_poller *watch);

/* Returns the number of coefficients that are not 0. */
size_t clm_residues_terms(const clm_residues *x);

/* Sets c to coefficient k. Cost: a multiple of P / p for each prime p */
void clm_residues_get(mpz_ptr c, const clm_residues *x, size_t k);

#endif

/* How many cosets the points of a prime lie in. Primes have to be 1 modulo the order of one, so
 * that there are about as many times more of them as there are cosets. */
#ifndef CLM_ENGINES_EUCLID_COSETS_H
#define CLM_ENGINES_EUCLID_COSETS_H

#include <stddef.h>

/* About how many of the primes that plans choose from are 1 modulo the order, by the prime number
 * theorem. Pre: the order has no prime factor above 7 */
double clm_cosets_primes(size_t order);

/* The least points, without prime factors above 7, of each of so many cosets that together have
 * at least `least`. Pre: least is at most 2^31 */
size_t clm_cosets_order(size_t least, size_t cosets);

/* As few cosets as so many primes can be expected for; CLM_MOST_COSETS if they never can. A
 * prediction: plans look. */
size_t clm_cosets_expected(size_t least, double primes);

#endif

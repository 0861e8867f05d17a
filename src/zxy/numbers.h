/* Arrays of integers that become coefficients. */
#ifndef CLM_ZXY_NUMBERS_H
#define CLM_ZXY_NUMBERS_H

#include <stdint.h>

#include <clmodp/zx.h>

#include "base/error.h"

/* They are filled one by one; pointer[k] points to storage[k]. */
typedef struct clm_numbers {
    mpz_t *storage;
    mpz_ptr *pointer;
    size_t count;
} clm_numbers;

/* So many zeros; release with clm_numbers_destroy ({0} is safe). Errors: HOST_MEMORY */
clmodp_status clm_numbers_create(clm_error *error, clm_numbers *out, size_t count);
void clm_numbers_destroy(clm_numbers *numbers);

/* r := the sum of number first + k times x^(valuation + k), k < count. The numbers are used up:
 * their values are unspecified afterwards.
 * Pre: r = 0. Errors: LIMIT, HOST_MEMORY */
clmodp_status clm_numbers_move(clmodp_zx *r, clm_numbers *numbers, size_t first, size_t count,
                               uint64_t valuation);

/* r := the sum of word (first + k) mod length times x^(valuation + k), k < count <= length; words
 * of 4 or of 8 bytes.
 * Pre: r = 0. Errors: LIMIT, HOST_MEMORY */
clmodp_status clm_numbers_from_words(clmodp_zx *r, const void *words, size_t word_bytes,
                                     size_t length, size_t first, size_t count,
                                     uint64_t valuation);

#endif

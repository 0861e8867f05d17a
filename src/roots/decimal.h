/* Numbers known by an interval, in decimal notation. */
#ifndef CLM_ROOTS_DECIMAL_H
#define CLM_ROOTS_DECIMAL_H

#include <stddef.h>

#include <gmp.h>

#include <clmodp/core.h>

/* Writes the number between low / denominator and high / denominator as clmodp_roots_to_text. */
clmodp_status clm_interval_to_text(char **text, mpz_srcptr low, mpz_srcptr high,
                                   mpz_srcptr denominator, size_t digits);

#endif

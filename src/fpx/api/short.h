/* Products, divisions, greatest common divisors, resultants and shifts of short polynomials over
 * F_p. */
#ifndef CLM_FPX_API_SHORT_H
#define CLM_FPX_API_SHORT_H

#include "fpx/api/call.h"

/* The calls of these names without the frame of a call, which takes longer than short work. They
 * return false and change nothing if they do not apply: for most options, reports, progress
 * callbacks, coefficients on the device, longer polynomials, too little memory, and all errors;
 * resultants for primes from 2^31 on, shifts for others. */
bool clm_short_mul(clmodp_fpx *product, const clmodp_fpx_report *report, const clmodp_fpx *a,
                   const clmodp_fpx *b, const clmodp_fpx_options *options);
bool clm_short_divrem(clmodp_fpx *quotient, clmodp_fpx *remainder,
                      const clmodp_fpx_report *report, const clmodp_fpx *a, const clmodp_fpx *b,
                      const clmodp_fpx_options *options);
bool clm_short_gcd(clmodp_fpx *g, const clmodp_fpx_report *report, const clmodp_fpx *a,
                   const clmodp_fpx *b, const clmodp_fpx_options *options);
bool clm_short_resultant(uint64_t *r, const clmodp_fpx_report *report, const clmodp_fpx *a,
                         const clmodp_fpx *b, const clmodp_fpx_options *options);
bool clm_short_shift(clmodp_fpx *f, const clmodp_fpx_report *report, const clmodp_fpx *a,
                     uint64_t c, const clmodp_fpx_options *options);

#endif

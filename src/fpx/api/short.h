/* Products, divisions, powers, greatest common divisors, resultants, values at points and shifts
 * of short polynomials over F_p. */
#ifndef CLM_FPX_API_SHORT_H
#define CLM_FPX_API_SHORT_H

#include "fpx/api/call.h"

/* The public functions of these names without the frame of a call, which takes longer than short
 * work. They return false and change nothing if they do not apply: for most options, reports,
 * progress callbacks, coefficients on the device, longer polynomials, too little memory, and all
 * errors. Powers require an odd prime and an exponent above 1; powers, resultants and values apply
 * only to primes below 2^31, shifts only to the others. */
bool clm_short_mul(clmodp_fpx *product, const clmodp_fpx_report *report, const clmodp_fpx *a,
                   const clmodp_fpx *b, const clmodp_fpx_options *options);
bool clm_short_divrem(clmodp_fpx *quotient, clmodp_fpx *remainder,
                      const clmodp_fpx_report *report, const clmodp_fpx *a, const clmodp_fpx *b,
                      const clmodp_fpx_options *options);
bool clm_short_powmod(clmodp_fpx *power, const clmodp_fpx_report *report, const clmodp_fpx *a,
                      const mpz_t e, const clmodp_fpx *m, const clmodp_fpx_options *options);
bool clm_short_gcd(clmodp_fpx *g, const clmodp_fpx_report *report, const clmodp_fpx *a,
                   const clmodp_fpx *b, const clmodp_fpx_options *options);
bool clm_short_resultant(uint64_t *r, const clmodp_fpx_report *report, const clmodp_fpx *a,
                         const clmodp_fpx *b, const clmodp_fpx_options *options);
bool clm_short_values(uint32_t *values, const clmodp_fpx_report *report, const clmodp_fpx *a,
                      const uint32_t *points, size_t count, const clmodp_fpx_options *options);
bool clm_short_shift(clmodp_fpx *f, const clmodp_fpx_report *report, const clmodp_fpx *a,
                     uint64_t c, const clmodp_fpx_options *options);

/* to[0 .. deg m - 1] := base^e mod m for e > 0. In: call  reports progress; may be NULL. Other
 * arguments and preconditions: as in fpx/host/power.h. Errors: CANCELLED */
clmodp_status clm_power_by_rows(clm_fpx_call *call, uint32_t *to, clm_host_poly base,
                                const mpz_t e, clm_host_poly m, uint32_t inverse,
                                const clm_modulus *p, uint32_t *words);

#endif

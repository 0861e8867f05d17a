/* Sums of powers modulo a prime, s_j = c_0 m_0^j + c_1 m_1^j + ...: values of a sparse polynomial
 * at points of a geometric progression. */
#ifndef CLM_GCD_POWER_SUMS_H
#define CLM_GCD_POWER_SUMS_H

#include <stdbool.h>

#include "core/error.h"
#include "core/parallel.h"
#include "core/random.h"
#include "fpx/host/poly.h"

/* The shortest linear recurrence of a sequence that grows; {0} is that of no values. */
typedef struct clm_recurrence {
    size_t length;        /* the number of powers, if twice as many values are known */
    uint32_t *c;          /* c[0] s_n + ... + c[length] s_(n - length) = 0, c[0] = 1 */
    uint32_t *before;     /* the last shorter recurrence, of `terms` coefficients; */
    size_t terms;
    uint32_t discrepancy; /* where it failed, `age` values ago */
    size_t age;
    size_t room[2];
} clm_recurrence;

void clm_recurrence_clear(clm_recurrence *r);

/* Extends the recurrence to the value s[n], after n values. Cost: r->length products.
 * Errors: HOST_MEMORY. Source: [Massey 1969] */
clmodp_status clm_recurrence_extend(clm_error *error, clm_recurrence *r, const uint32_t *s,
                                    size_t n, const clm_modulus *m);

/* Sets roots[k], k < r->length, to the different powers m_k of a recurrence; *splits: false if
 * there are none.
 *
 * Cost:   some 100 r->length^2 products
 * Errors: HOST_MEMORY, CANCELLED
 * Source: [Cantor, Zassenhaus 1981] */
clmodp_status clm_recurrence_roots(clm_error *error, uint32_t *roots, bool *splits,
                                   const clm_recurrence *r, clm_random *random,
                                   const clm_modulus *m, const clm_poller *watch);

/* Words of scratch memory for each value. */
enum { CLM_POWER_SUM_SCRATCH = 3 };

/* Sets c[k], k < count, to the coefficients of powers roots[k], from s[j], j <= count. *fits:
 * false if powers are equal, or the last value is no such sum.
 *
 * In:     scratch  CLM_POWER_SUM_SCRATCH (count + 1) words
 * Cost:   4 count^2 products
 * Errors: CANCELLED
 * Source: transposed Vandermonde systems [Zippel 1990] */
clmodp_status clm_power_sum_solve(uint32_t *c, bool *fits, const uint32_t *roots, size_t count,
                                  const uint32_t *s, uint32_t *scratch, const clm_modulus *m,
                                  const clm_poller *watch);

#endif

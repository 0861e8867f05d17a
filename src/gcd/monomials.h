/* Values of monomials at a point modulo a prime, from tables of powers of its coordinates. */
#ifndef CLM_GCD_MONOMIALS_H
#define CLM_GCD_MONOMIALS_H

#include <stddef.h>

#include <clmodp/mpoly.h>

#include "arith/prime.h"
#include "core/error.h"
#include "fpx/host/poly.h"

/* Loops over coefficients prefetch the limbs of the one that is so many places ahead: terms were
 * sorted after their limbs were allocated, so that these are scattered in memory. */
enum { CLM_GCD_AHEAD = 8 };

/* Most powers of a coordinate in a table. */
enum { CLM_MONOMIAL_POWERS = 1024 };

/* A point; words are in Montgomery form. */
typedef struct clm_monomials {
    fp_field field;
    size_t variables;
    uint32_t *power[CLMODP_MOST_VARIABLES]; /* powers of a coordinate, from the 0th one on */
    uint32_t count[CLMODP_MOST_VARIABLES];
    uint32_t next[CLMODP_MOST_VARIABLES]; /* the power after these */
    uint32_t *words;
} clm_monomials;

/* Makes the tables; release with clm_monomials_clear, which takes {0}.
 *
 * In:     point   residues, not in Montgomery form
 *         degree  exponents of each variable are mostly not larger
 * Errors: HOST_MEMORY */
clmodp_status clm_monomials_create(clm_error *error, clm_monomials *out, const uint32_t *point,
                                   const size_t *degree, size_t variables, fp_field field);
void clm_monomials_clear(clm_monomials *at);

/* Returns a coordinate to the power e. */
static inline uint32_t clm_monomials_power(const clm_monomials *at, size_t variable, uint32_t e)
{
    const uint32_t count = at->count[variable];

    if (e < count)
        return at->power[variable][e];
    return fp_mul(at->power[variable][e % count], fp_pow(at->next[variable], e / count, at->field),
                  at->field);
}

/* Returns the value of the monomial with these exponents. */
static inline uint32_t clm_monomials_value(const clm_monomials *at, const uint32_t *e)
{
    uint32_t value = at->field.one;

    for (size_t i = 0; i < at->variables; i++)
        if (e[i] > 0)
            value = fp_mul(value, clm_monomials_power(at, i, e[i]), at->field);
    return value;
}

#endif

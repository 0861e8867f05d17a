/* A long polynomial of few terms modulo a short one: which powers of y, and how. On the host. */
#ifndef CLM_FPX_POWERS_H
#define CLM_FPX_POWERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/* f mod g for g of degree m, made monic, by operations on two polynomials of m coefficients, a
 * power of y and a remainder. */
typedef enum clm_power_operation {
    CLM_POWER_START,    /* power := y^count, count < m */
    CLM_POWER_SQUARE,   /* power := power^2 mod g */
    CLM_POWER_SHIFT,    /* power := y power mod g */
    CLM_POWER_MULTIPLY, /* remainder := remainder * power mod g */
    CLM_POWER_LOWER     /* remainder := y^count remainder mod g */
} clm_power_operation;

typedef struct clm_power_step {
    clm_power_operation operation;
    uint32_t count;
    bool add; /* afterwards the coefficient of the next term, from the highest to the lowest, is
                 added to the constant one of the remainder, which is 0 before the first */
} clm_power_step;

typedef struct clm_powers {
    clm_power_step *step;
    size_t steps, room;
    double products; /* of coefficients, that they take */
} clm_powers;

/* The steps of a remainder, by powers where gaps between terms are long.
 *
 * In:     exponent  of y, increasing, `terms` of them, at least one
 *         m         degree of the divisor, at least 1
 * Release with clm_powers_destroy; {0} is safe. Errors: HOST_MEMORY */
clmodp_status clm_powers_create(clm_error *error, clm_powers *out, const uint32_t *exponent,
                                size_t terms, size_t m);
void clm_powers_destroy(clm_powers *powers);

/* The products that bridge a gap e between two terms, by shifts or by a power, and what they need
 * to know: *known is the gap whose power was found last, 0 before. */
double clm_powers_gap(uint32_t e, size_t m, uint32_t *known);

#endif

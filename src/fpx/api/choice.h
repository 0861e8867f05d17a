/* By which algorithm a product, a division, a greatest common divisor, a resultant, values, a
 * polynomial from values or a power modulo a polynomial are computed. */
#ifndef CLM_FPX_API_CHOICE_H
#define CLM_FPX_API_CHOICE_H

#include "fpx/api/call.h"
#include "opencl/context.h"

/* A pair of coefficients of Euclid's algorithm on the host, in products of long sums: two products
 * are reduced for each. */
#define CLM_FPX_REMAINDER_PAIR 5.0

/* What the device does. */
typedef enum clm_fpx_operation {
    CLM_FPX_MULTIPLY,
    CLM_FPX_DIVIDE,
    CLM_FPX_GCD,
    CLM_FPX_RESULTANT,
    CLM_FPX_XGCD,
    CLM_FPX_EVALUATE,
    CLM_FPX_INTERPOLATE,
    CLM_FPX_POWER
} clm_fpx_operation;

/* The way that was chosen. */
typedef struct clm_fpx_way {
    clmodp_fpx_algorithm algorithm; /* not AUTO */
    clm_plain_shape shape;          /* of PLAIN */
    double host_ns;                 /* that HOST should take */
} clm_fpx_way;

/* The way that the options ask for, else the faster one, for an operation on a and b, of which
 * none is 0; for a division a is the longer one. A device is open and trusted then, if it is
 * needed; where none can be had, and the choice is the library's, the host computes. The report
 * tells the way.
 *
 * Errors: INVALID (p = 2 with PLAIN, or for divisors with FAST), UNSUPPORTED (PLAIN has
 *         no such operation), and those of opening a device and of trust */
clmodp_status clm_fpx_choose(clm_fpx_call *call, clm_fpx_way *way, clm_fpx_operation operation,
                             const clm_value *a, const clm_value *b);

/* The same by sizes, neither 0: n coefficients and m points, or m squares modulo a polynomial of
 * degree n; so many words would have to go to the device, and back. */
clmodp_status clm_fpx_choose_sizes(clm_fpx_call *call, clm_fpx_way *way,
                                   clm_fpx_operation operation, size_t n, size_t m,
                                   size_t moved);

/* Nanoseconds that it should take on coefficients that are wherever they are wanted, n >= m of
 * them; infinite: the algorithm, which is not AUTO, has no such operation. */
CLM_LAB_API double clm_fpx_predict(const clmodp_context *ctx, clm_fpx_operation operation,
                                   clmodp_fpx_algorithm algorithm, size_t n, size_t m, uint32_t p);

/* What a device must be shown to compute rightly before schoolbook arithmetic rests on it, by
 * clm_fpx_operation. */
CLM_LAB_API extern const clm_trust clm_fpx_trusts[];

#endif

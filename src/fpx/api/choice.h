/* Selection of the algorithm, on host or device, for each operation on polynomials over F_p. */
#ifndef CLM_FPX_API_CHOICE_H
#define CLM_FPX_API_CHOICE_H

#include "fpx/api/call.h"
#include "fpx/schoolbook/schoolbook.h"
#include "opencl/context.h"

/* A pair of coefficients in Euclid's algorithm on the host, in products of long sums: a reduction
 * of two products. */
#define CLM_FPX_REMAINDER_PAIR 5.0

/* Operations with a choice of algorithms. */
typedef enum clm_fpx_operation {
    CLM_FPX_MULTIPLY,
    CLM_FPX_DIVIDE,
    CLM_FPX_GCD,
    CLM_FPX_RESULTANT,
    CLM_FPX_XGCD,
    CLM_FPX_RATRECON,
    CLM_FPX_EVALUATE,
    CLM_FPX_INTERPOLATE,
    CLM_FPX_POWER
} clm_fpx_operation;

/* The selected algorithm. */
typedef struct clm_fpx_method {
    clmodp_fpx_algorithm algorithm; /* not AUTO */
    clm_schoolbook_shape shape;     /* for SCHOOLBOOK */
    double host_ns;                 /* predicted time of HOST */
} clm_fpx_method;

/* Selects the algorithm given by the options, else the fastest one, for an operation on a and b,
 * neither of them 0; for a division a is the longer one. The algorithm's device is then open and
 * tested; without one the host computes, if the options allow. The report has the algorithm.
 *
 * Errors: INVALID (p = 2 with SCHOOLBOOK, or for divisors with FAST), UNSUPPORTED (SCHOOLBOOK has
 *         no such operation), and those of device initialisation and self-tests */
clmodp_status clm_fpx_choose(clm_fpx_call *call, clm_fpx_method *method,
                             clm_fpx_operation operation, const clm_value *a, const clm_value *b);

/* clm_fpx_choose by sizes, none of them 0: n coefficients and m points, m products modulo a
 * polynomial of degree n, or n >= m coefficients whose gcd takes about as long. moved: words
 * transferred between host and device, if the device computes. */
clmodp_status clm_fpx_choose_sizes(clm_fpx_call *call, clm_fpx_method *method,
                                   clm_fpx_operation operation, size_t n, size_t m, size_t moved);

/* Predicted nanoseconds for n >= m coefficients without transfers; infinite if the algorithm,
 * which is not AUTO, has no such operation. */
CLM_LAB_API double clm_fpx_predict(const clmodp_context *ctx, clm_fpx_operation operation,
                                   clmodp_fpx_algorithm algorithm, size_t n, size_t m, uint32_t p);

#endif

/* The roots of a polynomial: the object of clmodp/roots.h. */
#ifndef CLM_ROOTS_ROOTS_H
#define CLM_ROOTS_ROOTS_H

#include <stdbool.h>

#include <clmodp/roots.h>

#include "roots/isolate.h"
#include "roots/square_free.h"

struct clmodp_roots {
    clm_factor_list factors;
    clm_poly *poly;     /* for each factor; of linear ones only f is set */
    clm_root_list list; /* root[k].p is that of its factor */
};

/* Returns whether work on roots of f to this precision needs the progress callback and threads. */
static inline bool clm_roots_is_long(const clmodp_zx *f, uint64_t precision)
{
    size_t limbs = 0;

    if (clmodp_zx_degree(f) >= 64 || precision > 4096)
        return true;
    for (long i = 0; i <= clmodp_zx_degree(f); i++)
        limbs += mpz_size(clmodp_zx_coeff(f, (size_t)i));
    return limbs > 1024;
}

/* Runs independent items on threads or, if there is little work, on this one. Items poll *watch,
 * which calls the progress callback with the fraction. They fail without a message, since several
 * may fail at the same time: a lack of memory is explained here. */
clmodp_status clm_roots_step(clmodp_context *context, const clm_poller **watch, bool long_work,
                             size_t count, clm_work work, void *argument, double fraction);

/* Runs a step as a call of the context. */
clmodp_status clm_roots_call(clmodp_context *context, const clm_poller **watch, bool long_work,
                             size_t count, clm_work work, void *argument);

/* Sets factors to those of clm_square_free. Errors: HOST_MEMORY, LIMIT, CANCELLED */
clmodp_status clm_roots_factors(clmodp_context *context, clm_factor_list *factors,
                                const clmodp_zx *f);

/* Reads the options of a computation of f's roots, by those of g if it is x^k g(x^m) and the work
 * is `deflated`. Errors: INVALID (f is 0), LIMIT */
clmodp_status clm_roots_read(clm_error *error, clmodp_roots_options *read, const clmodp_zx *f,
                             bool deflated, const clmodp_roots_options *options);

/* Checks the number k of one of `count` roots. Errors: INVALID */
clmodp_status clm_roots_check(clm_error *error, size_t k, size_t count);

/* Checks bits of precision. Errors: LIMIT */
clmodp_status clm_roots_check_precision(clm_error *error, uint64_t bits);

#endif

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
    return clmodp_zx_degree(f) >= 64 || precision > 4096;
}

/* Reads the options of a computation of f's roots. Errors: INVALID (f is 0), LIMIT */
clmodp_status clm_roots_read(clm_error *error, clmodp_roots_options *read, const clmodp_zx *f,
                             const clmodp_roots_options *options);

/* Checks the number k of one of `count` roots. Errors: INVALID */
clmodp_status clm_roots_check(clm_error *error, size_t k, size_t count);

/* Checks bits of precision. Errors: LIMIT */
clmodp_status clm_roots_check_precision(clm_error *error, uint64_t bits);

#endif

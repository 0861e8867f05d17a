/* The frame of public calls on polynomials over F_p, with products and divisions. */
#ifndef CLM_FPX_API_CALL_H
#define CLM_FPX_API_CALL_H

#include "core/parallel.h"
#include "fpx/api/polynomial.h"

/* The longest operation of a call for which an algorithm was chosen: what its time corrects, and
 * the predicted seconds of it and of the others, without corrections. */
typedef struct clm_fpx_prediction {
    clm_slowdowns *slowdowns; /* NULL: none; all operations so far are short */
    clmodp_fpx_algorithm algorithm;
    double began, seconds, others;
} clm_fpx_prediction;

/* The state of a call. */
typedef struct clm_fpx_call {
    clmodp_context *context;
    clm_call of_context;
    clm_modulus modulus;        /* or field, as in clmodp_fpx */
    clm_mont64 field;
    clmodp_fpx_options options; /* the caller's, or defaults */
    clmodp_fpx_report report;
    clmodp_fpx_report *out;     /* the caller's, or NULL */
    double began;
    clm_value made[3];          /* results, until they are moved to polynomials */
    clm_fpx_prediction predicted;
} clm_fpx_call;

/* Begins a call on a context; its prime is not set. clm_fpx_end must be called in any case.
 * Errors: INVALID (no context, options, a report) */
clmodp_status clm_fpx_begin_in(clm_fpx_call *call, clmodp_context *of,
                               const clmodp_fpx_options *options, clmodp_fpx_report *report);

/* Begins a call for polynomials of f's context and prime, which a and b must share.
 * Errors: also those of clm_fpx_check */
clmodp_status clm_fpx_begin(clm_fpx_call *call, const clmodp_fpx *f, const clmodp_fpx *a,
                            const clmodp_fpx *b, const clmodp_fpx_options *options,
                            clmodp_fpx_report *report);

/* Ends the call after the device has finished, writes the report, and releases unused `made`
 * values. Returns `st`, or a failure in the meantime. */
clmodp_status clm_fpx_end(clm_fpx_call *call, clmodp_status st);

/* Work on the host: leaves messages in `error`, and checks the watch, which may be NULL. */
typedef clmodp_status (*clm_fpx_work)(void *user, clm_error *error, const clm_poller *watch);

/* Runs work predicted to take `nanoseconds` on a thread of the host. If it takes long, the
 * caller's thread reports progress meanwhile. */
clmodp_status clm_fpx_on_host(clm_fpx_call *call, double nanoseconds, clm_fpx_work work,
                              void *user);

/* *product, all zero before := a b; a may be b. Errors: as clmodp_fpx_mul */
clmodp_status clm_value_multiply(clm_fpx_call *call, clm_value *product, clm_value *a,
                                 clm_value *b);

/* *quotient, *remainder, all zero before: results of a / b; the remainder may be NULL, unless
 * call->made[2] is used. Errors: as clmodp_fpx_divrem */
clmodp_status clm_value_divide(clm_fpx_call *call, clm_value *quotient, clm_value *remainder,
                               clm_value *a, clm_value *b);

#endif

/* Which engine computes. The only file of this room that knows engines by name. */
#ifndef CLM_RESULTANT_CHOICE_H
#define CLM_RESULTANT_CHOICE_H

#include "resultant/task.h"

/* Whether there is such an option: any number may come from a caller. */
bool clm_engine_exists(clmodp_engine engine);

/* The engine of an option; NULL for AUTO. Pre: it is one of them. */
const clm_engine *clm_engine_named(clmodp_engine engine);

/* What reports call it. */
clmodp_engine clm_engine_number(const clm_engine *engine);

/* What decides, before anything is laid out. */
typedef struct clm_choice_case {
    size_t p, q;          /* degrees in y */
    size_t terms;         /* of both */
    clm_division division; /* of the longer polynomial by the other */
    double limbs;         /* of their coefficients; what is long is reduced and lifted for long */
    double width;         /* coefficients of an output */
    uint64_t height_bits; /* of these; 0: modulo one prime */
} clm_choice_case;

/* Nanoseconds that an engine should take: the host with the context's threads, a device as it is,
 * or as if it had as many units as there are threads where it must be opened first; opening counts
 * as far as it has not been missed before (ctx->kept).
 * Pre: the engine has a cost */
double clm_choice_predict(const clmodp_context *ctx, const clm_engine *engine,
                          const clm_choice_case *what);

/* Whether many problems share launches. */
typedef struct clm_choice_stack {
    size_t most; /* that keep the device busy, so that a launch more or less does not count */
    size_t fits; /* in all of the context's memory */
    bool pays;   /* it should take less time than one by one on the host */
} clm_choice_stack;

/* For `count` cases alike, of so many outputs each. What is missed without a device is
 * remembered. */
clm_choice_stack clm_choice_stacks(const clmodp_context *ctx, const clm_choice_case *what,
                                   size_t outputs, size_t count);

/* The engine that decides how tight bounds must be, before these are known: that of the options,
 * or the host's. */
const clm_engine *clm_choice_presumed(const clm_compute_options *options);

/* The engine of the options or, if they leave it open, that of devices: it stacks. */
const clm_engine *clm_choice_on_device(const clm_compute_options *options);

/* The engine of the options or, if they leave it open, whichever should take less time. */
const clm_engine *clm_choice_foresee(const clmodp_context *ctx,
                                     const clm_compute_options *options,
                                     const clm_choice_case *what);

/* *engine: that of clm_choice_foresee; its device is open. Where no device can be used the host
 * serves, unless the options name an engine or a way to lift that asks for one.
 * Errors: those of clm_engine_require; CANCELLED (deferred) */
clmodp_status clm_choice_make(clmodp_context *ctx, const clm_engine **engine,
                              const clm_compute_options *options, const clm_choice_case *what);

#endif

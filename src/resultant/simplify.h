/* A task without contents: what is left of its arguments, its results, and bounds of them. */
#ifndef CLM_RESULTANT_SIMPLIFY_H
#define CLM_RESULTANT_SIMPLIFY_H

#include "resultant/content.h"
#include "resultant/task.h"

typedef struct clm_simplified {
    const clm_task *task;
    clmodp_zxy *f, *g; /* over F_p balanced: any integers with these images would do, and over Z
                          those next to 0 have the lowest results */
    clm_content content[CLM_MOST_OUTPUTS];
    clm_bounds each[CLM_MOST_OUTPUTS];    /* of those of f and g */
    clm_bounds bounds;                    /* of all of them together */
} clm_simplified;

/* Take contents out. In: watch  asked meanwhile; kept by *s
 * Post:   to be destroyed, after errors too. Errors: those of clm_content_remove */
clmodp_status clm_simplify(clm_error *error, clm_simplified *s, const clm_task *task,
                           clm_watch *watch);
void clm_simplified_destroy(clm_simplified *s);

/* Bound the results, as tightly as it is worth to the engine; or with NULL, for computing modulo
 * the task's prime, their exponents only. */
clmodp_status clm_simplified_bound(clm_error *error, clm_simplified *s, const clm_engine *engine,
                                   const clm_rates *rates);

/* The bounds of all of the task's results; or, with some bits more, of candidates that were looked
 * for within the bounds of all results together. */
clm_bounds clm_simplified_whole(const clm_simplified *s, uint64_t more_bits);

/* LIMIT if the answer may be too large: before anything is computed, from the bounds, and before
 * contents and powers are multiplied back, from what was found. */
clmodp_status clm_simplified_foresee(clm_error *error, const clm_simplified *s);
clmodp_status clm_simplified_review(clm_error *error, const clm_simplified *s);

/* Multiply the contents back. Errors: those of clm_content_restore */
clmodp_status clm_simplified_restore(clm_error *error, clm_simplified *s);

#endif

/* One way to the results of a task: its contents out, bounds of what is left, an engine that
 * computes that; and back. */
#ifndef CLM_RESULTANT_WAY_H
#define CLM_RESULTANT_WAY_H

#include "resultant/choice.h"
#include "resultant/simplify.h"

/* Modulo the task's prime, or over Z, for a task of either kind. */
typedef struct clm_way {
    clm_simplified simple;
    uint32_t modulus; /* 0: over Z */
    const clm_engine *engine;
} clm_way;

/* What the choice of an engine goes by. A prime needs neither reduction nor lifting. */
clm_choice_case clm_way_describe(const clm_way *w);

/* Bounds, and the engine, whose device is open then: if it has to be opened, from bounds that cost
 * next to nothing. There is none if the bounds show that results are zero.
 * Errors: those of clm_simplified_bound, clm_choice_make, clm_engine_check_degrees and
 * clm_engine_check_rows */
clmodp_status clm_way_choose(clmodp_context *ctx, clm_way *w);

/* The same over Z without a device: the engine that should take less time once one is open.
 * Errors: those of clm_simplified_bound */
clmodp_status clm_way_foresee(clmodp_context *ctx, clm_way *w);

/* Bounds to the task's report. */
void clm_way_report(const clm_way *w);

/* How many evaluations the results without contents ask for. */
uint64_t clm_way_necessary(const clm_way *w);

/* Results of the task in the place of those without contents.
 * Errors: LIMIT, HOST_MEMORY, and those of clm_content_restore */
clmodp_status clm_way_restore(clmodp_context *ctx, clm_way *w);

#endif

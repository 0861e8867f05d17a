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

/* Bounds the results and chooses the engine; there is none if the bounds show that the results are
 * zero.
 *
 * In:     opens  true: the engine's device is open then; if it has to be opened, that is decided
 *                from bounds that cost next to nothing. false: over Z, the engine that should take
 *                less time once a device is open
 * Errors: those of clm_simplified_bound, clm_choice_make and clm_way_check */
clmodp_status clm_way_choose(clmodp_context *ctx, clm_way *w, bool opens);

/* Errors: those of clm_engine_check_degrees and clm_engine_check_rows, for the engine of `w` */
clmodp_status clm_way_check(clmodp_context *ctx, const clm_way *w);

/* Bounds to the task's report. */
void clm_way_report(const clm_way *w);

/* How many evaluations the results without contents ask for. */
uint64_t clm_way_necessary(const clm_way *w);

/* Results of the task in the place of those without contents.
 * Errors: LIMIT, HOST_MEMORY, and those of clm_content_restore */
clmodp_status clm_way_restore(clmodp_context *ctx, clm_way *w);

#endif

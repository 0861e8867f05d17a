/* A problem that one context has solved, to be solved again in other ways. */
#ifndef TESTS_SUPPORT_SOLVED_H
#define TESTS_SUPPORT_SOLVED_H

#include <clmodp/clmodp.h>

#include "core/random.h"

/* The problem has other places for its results: r is not that of the one context. */
typedef struct work {
    clmodp_problem problem;
    clmodp_resultant_options options;
    clmodp_plan_options how;
    clmodp_resultant_report report;
    clmodp_zxy *f, *g, *s, *expected_s;
    clmodp_zx *r, *expected;
} work;

/* A problem that nobody has solved. Takes f and g over. */
void work_ask(work *w, clmodp_zxy *f, clmodp_zxy *g, clmodp_operation operation,
              clmodp_engine engine, uint64_t unit_primes);

/* The same, solved by one context. */
void work_begin(work *w, clmodp_context *context, clmodp_zxy *f, clmodp_zxy *g,
                clmodp_operation operation, clmodp_engine engine, uint64_t unit_primes);

/* A small random one: engines, operations, shapes and sizes of units change from turn to turn. */
void work_begin_random(work *w, clmodp_context *context, clm_random *random, unsigned turn);
void work_end(work *w);

/* What members of a fleet, or ranks, gave is what one context gives, and they did all of it. */
void work_expect(const work *w, const clmodp_fleet_member *members, size_t count);

#endif

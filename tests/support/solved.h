/* A problem solved by a single context, to be solved again by other means. */
#ifndef TESTS_SUPPORT_SOLVED_H
#define TESTS_SUPPORT_SOLVED_H

#include <clmodp/clmodp.h>

#include "core/random.h"

/* The problem and its expected results; new results are stored separately, in r and s. */
typedef struct work {
    clmodp_problem problem;
    clmodp_resultant_options options;
    clmodp_plan_options how;
    clmodp_resultant_report report;
    clmodp_zxy *f, *g, *s, *expected_s;
    clmodp_zx *r, *expected;
} work;

/* Creates an unsolved problem; takes ownership of f and g. */
void work_prepare(work *w, clmodp_zxy *f, clmodp_zxy *g, clmodp_operation operation,
               clmodp_engine engine, uint64_t unit_primes);

/* Creates a problem with expected results, computed by one context; takes ownership of f and g. */
void work_begin(work *w, clmodp_context *context, clmodp_zxy *f, clmodp_zxy *g,
                clmodp_operation operation, clmodp_engine engine, uint64_t unit_primes);

/* Creates a small random problem; engine, operation, shape and unit size vary with `turn`. */
void work_begin_random(work *w, clmodp_context *context, clm_random *random, unsigned turn);
void work_end(work *w);

/* Asserts that fleet members or ranks gave the result of one context, and computed all of it. */
void work_expect(const work *w, const clmodp_fleet_member *members, size_t count);

#endif

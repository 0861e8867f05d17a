/* Known-answer tests of engines: the device computes resultants with known values. */
#ifndef CLM_ENGINES_KNOWN_ANSWERS_H
#define CLM_ENGINES_KNOWN_ANSWERS_H

#include "engines/engine.h"

/* The polynomial sum a(i,j) x^i y^j over i <= dx and j = 0, step, 2 step ... <= dy with a(i,j) =
 * (-1)^(i+j) * (7i + 3j + 1)^9 - 5: several limbs, both signs, no structure. With step 0 all j but
 * only i = 0 and 1 modulo 16. */
typedef struct clm_known_shape {
    size_t dx, dy, step;
} clm_known_shape;

enum { CLM_KNOWN_OUTPUTS = 3 };

/* Values at 2 and -3 of R and, unless the others are 0, of s_10 and s_11, modulo 2^61 - 1 or
 * modulo the set's prime. An independent program in another language computed them as determinants
 * of Sylvester's rows by elimination (tests/engines/known_answers.py). */
typedef struct clm_known_answer {
    clm_known_shape f, g;
    clm_engine_options options;
    uint64_t value[CLM_KNOWN_OUTPUTS][2];
} clm_known_answer;

/* A set of known answers for one engine and one modulus. Of matrices n = g.dy is the order, and R
 * the determinant with the coefficient of y^(i n + j) of f in row i and column j; with g.step 0
 * the first entry is 0 instead, so that elimination exchanges rows. */
typedef struct clm_known_set {
    const clm_engine *engine;
    const clm_known_answer *answers;
    size_t count;
    uint32_t modulus; /* 0: over Z */
    bool matrices;
} clm_known_set;

/* A check function of clm_self_test: tests whether the engine finds all answers of a
 * clm_known_set. Errors: CORRUPT (a wrong answer), and those of the engine */
clmodp_status clm_known_answers_check(clmodp_context *ctx, const void *set);

#endif

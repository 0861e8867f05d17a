/* Integers to be found again from their residues. */
#ifndef TESTS_PROBLEMS_LIFT_H
#define TESTS_PROBLEMS_LIFT_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

/* A set of primes, integers between minus and plus half their product, their residues, and room
 * for what becomes of these. */
typedef struct lift_problem {
    uint32_t *primes;
    size_t n, count, stride;
    uint32_t *residues; /* those modulo primes[i] from residues[i * stride] on */
    mpz_t *expected, *values;
    mpz_ptr *pointers; /* to the values */
    mpz_t product, half;
} lift_problem;

/* n primes downwards from below `below`, no residues yet. Release with lift_problem_stop. */
void lift_problem_start(lift_problem *p, size_t n, size_t count, size_t stride, uint32_t below);
void lift_problem_stop(lift_problem *p);

/* Random integers of all lengths and both signs, among them the extreme ones; after so many
 * `distinct` ones they come again. */
void lift_problem_fill(lift_problem *p, unsigned long seed, size_t distinct);

/* The number of the first value that is not as expected, or count. All are spoiled for the next
 * turn. */
size_t lift_problem_wrong(lift_problem *p);

#endif

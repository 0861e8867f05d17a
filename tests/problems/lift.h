/* Integers for CRT reconstruction from their residues. */
#ifndef TESTS_PROBLEMS_LIFT_H
#define TESTS_PROBLEMS_LIFT_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

/* A set of primes, integers between minus and plus half their product, their residues, and memory
 * for reconstructed values. */
typedef struct lift_problem {
    uint32_t *primes;
    size_t n, count, stride;
    uint32_t *residues; /* residues modulo primes[i] from residues[i * stride] on */
    mpz_t *expected, *values;
    mpz_ptr *pointers; /* to the values */
    mpz_t product, half;
} lift_problem;

/* Creates n primes downwards from `below`, without residues. Release with lift_problem_stop. */
void lift_problem_start(lift_problem *p, size_t n, size_t count, size_t stride, uint32_t below);
void lift_problem_stop(lift_problem *p);

/* Sets random integers of all lengths and both signs, with the extreme ones among them; after so
 * many `distinct` ones they repeat. */
void lift_problem_fill(lift_problem *p, unsigned long seed, size_t distinct);

/* Returns the index of the first wrong value, or count if there is none. Resets all values. */
size_t lift_problem_wrong(lift_problem *p);

#endif

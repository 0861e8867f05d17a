/* Integers for CRT reconstruction from their residues. */
#ifndef TESTS_PROBLEMS_CRT_H
#define TESTS_PROBLEMS_CRT_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

/* A set of primes, integers between minus and plus half their product, their residues, and memory
 * for reconstructed values. */
typedef struct crt_problem {
    uint32_t *primes;
    size_t n, count, stride;
    uint32_t *residues; /* residues modulo primes[i] from residues[i * stride] on */
    mpz_t *expected, *values;
    mpz_ptr *pointers; /* to the values */
    mpz_t product, half;
} crt_problem;

/* Creates n primes downwards from `below`, without residues. Release with crt_problem_stop. */
void crt_problem_start(crt_problem *p, size_t n, size_t count, size_t stride, uint32_t below);
void crt_problem_stop(crt_problem *p);

/* Sets random integers of all lengths and both signs, with the extreme ones among them; after so
 * many `distinct` ones they repeat. */
void crt_problem_fill(crt_problem *p, unsigned long seed, size_t distinct);

/* Returns the index of the first wrong value, or count if there is none. Resets all values. */
size_t crt_problem_wrong(crt_problem *p);

#endif

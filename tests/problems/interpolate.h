/* Values for interpolation, with the coefficients that they determine. */
#ifndef TESTS_PROBLEMS_INTERPOLATE_H
#define TESTS_PROBLEMS_INTERPOLATE_H

#include "problems/chunk.h"

typedef struct interpolate_problem {
    device_chunk chunk;
    u32 *values;   /* on the host: chunk.batch.lanes words per prime */
    clm_buffer in; /* on the device */
} interpolate_problem;

/* Creates a problem, with `below` as for device_primes; a third of the values are p - 1, the
 * others random. Release with interpolate_problem_destroy. */
interpolate_problem interpolate_problem_create(clmodp_context *ctx, size_t primes, size_t points,
                                               uint32_t below);
void interpolate_problem_destroy(interpolate_problem *p);

/* Returns coefficient i modulo a prime, an integer, by its definition:
 * (1/m) * s^-i * sum over k < m of values[k] * w^(-i*k). Cost: O(m) */
u32 interpolate_problem_coefficient(const interpolate_problem *p, size_t prime, size_t i);

#endif

/* Creates integers and their residues, and compares reconstructed integers with them. */
#include "problems/crt.h"

#include <stdlib.h>
#include <string.h>

#include "arith/prime.h"
#include "problems/chunk.h"

enum { SPOILED = -7 }; /* a value to be overwritten */

void crt_problem_start(crt_problem *p, size_t n, size_t count, size_t stride, uint32_t below)
{
    uint32_t candidate = below;

    p->n = n;
    p->count = count;
    p->stride = stride;
    p->primes = device_need(n, sizeof *p->primes);
    p->residues = device_need(n * stride + 1, sizeof *p->residues);
    p->expected = device_need(count, sizeof *p->expected);
    p->values = device_need(count, sizeof *p->values);
    p->pointers = device_need(count, sizeof *p->pointers);
    mpz_init_set_ui(p->product, 1);
    mpz_init(p->half);
    for (size_t i = 0; i < n; i++) {
        while (!clm_is_prime_u32(--candidate))
            ;
        p->primes[i] = candidate;
        mpz_mul_ui(p->product, p->product, candidate);
    }
    mpz_fdiv_q_2exp(p->half, p->product, 1);
    for (size_t k = 0; k < count; k++) {
        mpz_init(p->expected[k]);
        mpz_init_set_si(p->values[k], SPOILED);
        p->pointers[k] = p->values[k];
    }
    /* Words between the rows must not matter. */
    memset(p->residues, 0xa5, n * stride * sizeof *p->residues);
}

void crt_problem_stop(crt_problem *p)
{
    for (size_t k = 0; k < p->count; k++) {
        mpz_clear(p->expected[k]);
        mpz_clear(p->values[k]);
    }
    mpz_clear(p->half);
    mpz_clear(p->product);
    free(p->pointers);
    free(p->values);
    free(p->expected);
    free(p->residues);
    free(p->primes);
}

void crt_problem_fill(crt_problem *p, unsigned long seed, size_t distinct)
{
    gmp_randstate_t random;

    gmp_randinit_default(random);
    gmp_randseed_ui(random, seed);
    for (size_t k = 0; k < p->count; k++) {
        mpz_ptr v = p->expected[k];
        unsigned long which;

        if (k >= distinct) {
            mpz_set(v, p->expected[k - distinct]);
            for (size_t i = 0; i < p->n; i++)
                p->residues[i * p->stride + k] = p->residues[i * p->stride + k - distinct];
            continue;
        }
        which = gmp_urandomm_ui(random, 6);
        if (which < 2) { /* half, half - 1, 0, 1, with either sign */
            mpz_set(v, p->half);
            if (which == 1)
                mpz_set_ui(v, 1);
            mpz_sub_ui(v, v, gmp_urandomm_ui(random, 2));
        } else if (which == 2) {
            mpz_urandomb(v, random, gmp_urandomm_ui(random, mpz_sizeinbase(p->half, 2)));
        } else {
            mpz_urandomm(v, random, p->half);
        }
        if (gmp_urandomm_ui(random, 2) != 0)
            mpz_neg(v, v);
        for (size_t i = 0; i < p->n; i++)
            p->residues[i * p->stride + k] = (uint32_t)mpz_fdiv_ui(v, p->primes[i]);
    }
    gmp_randclear(random);
}

size_t crt_problem_wrong(crt_problem *p)
{
    size_t wrong = p->count;

    for (size_t k = p->count; k-- > 0;) {
        if (mpz_cmp(p->values[k], p->expected[k]) != 0)
            wrong = k;
        mpz_set_si(p->values[k], SPOILED);
    }
    return wrong;
}

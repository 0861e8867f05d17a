/* The internals of clmodp_mpoly for this module and the elimination of variables. */
#ifndef CLM_POLYNOMIALS_MPOLY_H
#define CLM_POLYNOMIALS_MPOLY_H

#include <stdint.h>

#include <clmodp/mpoly.h>

typedef struct clm_mpoly_term {
    mpz_t c;                           /* not 0 */
    uint32_t e[CLMODP_MOST_VARIABLES]; /* 0 beyond the polynomial's variables */
} clm_mpoly_term;

struct clmodp_mpoly {
    size_t variables;
    clm_mpoly_term *term; /* sorted */
    size_t length;
    size_t room; /* only the first `length` terms are initialised */
};

/* Reserves space for `terms` terms. Errors: HOST_MEMORY */
clmodp_status clm_mpoly_reserve(clmodp_mpoly *f, size_t terms);

/* Appends a term with coefficient c, moved; returns its exponents, 0. Pre: f has space */
uint32_t *clm_mpoly_append(clmodp_mpoly *f, mpz_t c);

/* As clm_zxy_combine. */
void clm_mpoly_combine(clmodp_mpoly *f);

#endif

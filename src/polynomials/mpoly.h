/* The internals of clmodp_mpoly and clmodp_zxy, for this module and the resultant of both. */
#ifndef CLM_POLYNOMIALS_MPOLY_H
#define CLM_POLYNOMIALS_MPOLY_H

#include <stdint.h>

#include <clmodp/mpoly.h>

/* Exponents are below this. */
#define CLM_MOST_EXPONENT ((size_t)1 << 31)

/* Terms are in ascending lexicographic order. A term has its exponents, an even number of them
 * with a 0 at the end if necessary, then its coefficient, which is not 0. */
struct clmodp_mpoly {
    char *terms;
    size_t length;
    size_t bytes; /* allocated; only the first `length` terms are initialised */
    size_t variables;
    size_t stride; /* bytes of a term */
};

/* A term of two variables; y is the first one. */
typedef struct clm_term {
    uint32_t j, i; /* exponents of y and x */
    mpz_t c;
} clm_term;

/* A polynomial in y and x. */
struct clmodp_zxy {
    union {
        clmodp_mpoly mpoly;
        struct {
            clm_term *term;
            size_t length;
        };
    };
};

/* Returns the exponents that a term stores. */
static inline size_t clm_stored_exponents(size_t variables)
{
    return variables + variables % 2;
}

/* Returns the bytes of a term with a coefficient of `coefficient` bytes. */
static inline size_t clm_term_bytes(size_t variables, size_t coefficient)
{
    return clm_stored_exponents(variables) * sizeof(uint32_t) + coefficient;
}

/* Returns the exponents of term k. */
static inline uint32_t *clm_mpoly_exponents(const clmodp_mpoly *f, size_t k)
{
    return (void *)(f->terms + k * f->stride);
}

/* Returns the coefficient of term k. */
static inline mpz_ptr clm_mpoly_coefficient(const clmodp_mpoly *f, size_t k)
{
    return (void *)(f->terms + (k + 1) * f->stride - sizeof(mpz_t));
}

/* Returns the index of the n-th term in descending order, from 0. */
static inline size_t clm_mpoly_descending(const clmodp_mpoly *f, size_t n)
{
    return f->length - 1 - n;
}

/* Compares exponents lexicographically. */
static inline int clm_compare_exponents(const uint32_t *a, const uint32_t *b, size_t variables)
{
    for (size_t i = 0; i < variables; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

/* Sorts `count` terms of `bytes` bytes each.
 * Cost: linear if the exponents of a term have at most 64 bits together */
void clm_sort_terms(void *terms, size_t count, size_t bytes, size_t variables);

/* Reserves space for `terms` terms. Errors: HOST_MEMORY */
clmodp_status clm_mpoly_reserve(clmodp_mpoly *f, size_t terms);

/* Gives f `terms` terms, for the caller to set; old terms keep their integers, new ones have 0.
 * They may be in any order until clm_mpoly_combine is called. Errors: HOST_MEMORY (f unchanged) */
clmodp_status clm_mpoly_resize(clmodp_mpoly *f, size_t terms);

/* Appends a term with coefficient c, moved; returns its exponents, 0. Pre: f has space */
uint32_t *clm_mpoly_append(clmodp_mpoly *f, mpz_t c);

/* As clm_mpoly_append, with a copy of c. */
uint32_t *clm_mpoly_append_copy(clmodp_mpoly *f, mpz_srcptr c);

/* Appends copies of g's terms. Pre: f has space, and as many variables */
void clm_mpoly_append_all(clmodp_mpoly *f, const clmodp_mpoly *g);

/* Sorts the terms, adds up terms with the same exponents and drops zeros. Until then f allows only
 * clm_mpoly_reserve and its release.
 * Cost: O(n log n), linear for terms in order */
void clm_mpoly_combine(clmodp_mpoly *f);

/* Returns the bits of the longest coefficient; 0 for the zero polynomial. */
size_t clm_mpoly_bits(const clmodp_mpoly *f);

/* Replaces f by -f. */
void clm_mpoly_negate(clmodp_mpoly *f);

#endif

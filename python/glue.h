/* C functions of the Python package: integers are exchanged in blocks, since a call for each would
 * take longer than most resultants, and progress calls Python only a few times a second. The
 * binding is generated from these declarations and the public headers. */
#ifndef CLM_PYTHON_GLUE_H
#define CLM_PYTHON_GLUE_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include <clmodp/clmodp.h>
#include <clmodp/tuning.h>

/* Marks functions implemented in Python; cdef.py replaces it by cffi's notation. */
#ifndef CLM_CALLS_PYTHON
#define CLM_CALLS_PYTHON extern
#endif

/* Throttles calls of clm_python_ask during a call of the library. */
typedef struct clm_python_watch {
    void *user;    /* argument of clm_python_ask */
    double due;    /* earliest time of the next call, in seconds of the monotonic clock */
    double period; /* seconds between calls */
} clm_python_watch;

/* Delays the first call of Python by a period from now. */
void clm_python_watch_start(clm_python_watch *watch);

/* A clmodp_progress with a clm_python_watch as user. */
int clm_python_progress(void *watch, double fraction);

/* Implemented in Python: progress, returns whether to stop; device initialisation; log lines. */
CLM_CALLS_PYTHON int clm_python_ask(void *user, double fraction);
CLM_CALLS_PYTHON int clm_python_opening(void *user);
CLM_CALLS_PYTHON void clm_python_log(void *user, clmodp_log_kind kind, const char *line);

/* Returns an integer 1, released with clm_python_integer_destroy; NULL: out of memory. */
mpz_ptr clm_python_integer_create(void);
void clm_python_integer_destroy(mpz_ptr z);

int clm_python_integer_is_one(mpz_srcptr z);

/* z := the integer with these bytes, lowest first, in two's complement. */
void clm_python_integer_set(mpz_ptr z, const unsigned char *bytes, size_t count);

/* Returns the number of bytes of |z|; writes the bytes, lowest first. */
size_t clm_python_integer_size(mpz_srcptr z);
void clm_python_integer_get(unsigned char *bytes, mpz_srcptr z);

/* f := the sum of all terms. Coefficient k has the bytes from ends[k - 1] (0 for k = 0) to
 * ends[k], as above. Errors: as clmodp_zxy_set_terms */
clmodp_status clm_python_zxy_set(clmodp_zxy *f, const unsigned char *bytes, const size_t *ends,
                                 const size_t *i, const size_t *j, size_t count);

/* f := the dictionary {(i, j): c} at an address, or {(j, i): c} if swapped, of ints that fit
 * longs. Returns 0 for other dictionaries and after errors, which clm_python_zxy_set reports. */
int clm_python_zxy_from_dictionary(clmodp_zxy *f, void *dictionary, int swapped);

/* Fills an empty dictionary with {(i, 0): c}, or {(0, i): c} if swapped. Returns 0, with the
 * dictionary incomplete, if a coefficient does not fit a long or memory is out. */
int clm_python_zx_to_dictionary(void *dictionary, const clmodp_zx *f, int swapped);

/* Returns the number of bytes of all coefficients; writes them one after the other, sizes[i] bytes
 * of |c_i|, negative for a negative c_i. */
size_t clm_python_zx_size(const clmodp_zx *f);
void clm_python_zx_get(unsigned char *bytes, ptrdiff_t *sizes, const clmodp_zx *f);

/* Returns the bytes of the coefficients of all terms x^i y^j of f; writes coefficients as
 * clm_python_zx_get does, and the exponents i and j of each. */
size_t clm_python_zxy_size(const clmodp_zxy *f);
void clm_python_zxy_get(unsigned char *bytes, ptrdiff_t *sizes, size_t *i, size_t *j,
                        const clmodp_zxy *f);

/* Polynomials in n variables in this form; the exponents of term k begin at exponents[k * n]. */
clmodp_status clm_python_mpoly_set(clmodp_mpoly *f, const unsigned char *bytes, const size_t *ends,
                                   const size_t *exponents, size_t count);
size_t clm_python_mpoly_size(const clmodp_mpoly *f);
void clm_python_mpoly_get(unsigned char *bytes, ptrdiff_t *sizes, size_t *exponents,
                          const clmodp_mpoly *f);

/* f := S_k = s or, if s is NULL, its principal coefficient r, for k = 0 the result of a packed
 * problem; y is the number of the eliminated variable. Pre: f is 0 */
clmodp_status clm_python_unpack(clmodp_mpoly *f, const clmodp_packing *packing, unsigned k,
                                const clmodp_zx *r, const clmodp_zxy *s, size_t y);

/* Sets f to g, which has terms in at most one of x and y. Errors: INVALID; as
 * clmodp_zx_set_coeff */
clmodp_status clm_python_zx_from_zxy(clmodp_zx *f, const clmodp_zxy *g);

/* f := f / d modulo p, coefficients from 0 to p - 1. Pre: p does not divide d.
 * Errors: HOST_MEMORY, with some of the coefficients done */
clmodp_status clm_python_zx_divide_mod(clmodp_zx *f, mpz_srcptr d, uint64_t p);
clmodp_status clm_python_zxy_divide_mod(clmodp_zxy *f, mpz_srcptr d, uint64_t p);

#endif

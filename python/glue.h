/* What the Python package has in C beside the library: integers that cross in blocks, since a call
 * for each would take longer than most resultants, and progress that enters Python a few times a
 * second only. The binding is generated from these declarations and the public headers. */
#ifndef CLM_PYTHON_GLUE_H
#define CLM_PYTHON_GLUE_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include <clmodp/clmodp.h>
#include <clmodp/tuning.h>

/* Marks what is written in Python; what generates the binding says so in its own words. */
#ifndef CLM_CALLS_PYTHON
#define CLM_CALLS_PYTHON extern
#endif

/* Who is asked while a call is under way, and when next. */
typedef struct clm_python_watch {
    void *user;    /* Python's */
    double due;    /* seconds of the monotonic clock */
    double period; /* seconds between questions */
} clm_python_watch;

/* Let the first question come a period from now. */
void clm_python_watch_start(clm_python_watch *watch);

/* A clmodp_progress, of a clm_python_watch. */
int clm_python_progress(void *watch, double fraction);

/* In Python: whether to stop; told before a device is opened; told what is going on. */
CLM_CALLS_PYTHON int clm_python_ask(void *user, double fraction);
CLM_CALLS_PYTHON int clm_python_opening(void *user);
CLM_CALLS_PYTHON void clm_python_log(void *user, clmodp_log_kind kind, const char *line);

/* An integer 1, released with clm_python_integer_destroy; NULL: no memory. */
mpz_ptr clm_python_integer_create(void);
void clm_python_integer_destroy(mpz_ptr z);

int clm_python_integer_is_one(mpz_srcptr z);

/* z := the integer of these bytes, lowest first, in two's complement. */
void clm_python_integer_set(mpz_ptr z, const unsigned char *bytes, size_t count);

/* The bytes of |z|; write them, lowest first. */
size_t clm_python_integer_size(mpz_srcptr z);
void clm_python_integer_get(unsigned char *bytes, mpz_srcptr z);

/* f := the sum of all terms: integer k is that of the bytes from ends[k - 1], or 0, to ends[k],
 * as above. Errors: those of clmodp_zxy_set_terms */
clmodp_status clm_python_zxy_set(clmodp_zxy *f, const unsigned char *bytes, const size_t *ends,
                                 const size_t *i, const size_t *j, size_t count);

/* f := a dictionary {(i, j): c}, or {(j, i): c} if swapped, at that address, of int that longs
 * hold; 0 if it is none, or for any other reason, which the way by bytes tells. */
int clm_python_zxy_from_dictionary(clmodp_zxy *f, void *dictionary, int swapped);

/* Fill an empty dictionary with {(i, 0): c}, or {(0, i): c}; 0 if one is no long, or if there is
 * no memory: what is there by then is no result. */
int clm_python_zx_to_dictionary(void *dictionary, const clmodp_zx *f, int swapped);

/* The bytes of all coefficients together; write them behind each other, sizes[i] of |c_i|,
 * negative for a negative c_i. */
size_t clm_python_zx_size(const clmodp_zx *f);
void clm_python_zx_get(unsigned char *bytes, ptrdiff_t *sizes, const clmodp_zx *f);

/* The same for terms, with their exponents. */
size_t clm_python_zxy_size(const clmodp_zxy *f);
void clm_python_zxy_get(unsigned char *bytes, ptrdiff_t *sizes, size_t *i, size_t *j,
                        const clmodp_zxy *f);

/* f := f / d modulo p, coefficients from 0 to p - 1. Pre: p does not divide d.
 * Errors: HOST_MEMORY, with some of the coefficients done */
clmodp_status clm_python_zx_divide_mod(clmodp_zx *f, mpz_srcptr d, uint32_t p);
clmodp_status clm_python_zxy_divide_mod(clmodp_zxy *f, mpz_srcptr d, uint32_t p);

#endif

/* Products of polynomials over F_p on the host, of any length, by vectors: schoolbook or
 * transforms. */
#ifndef CLM_FPX_HOST_PRODUCT_H
#define CLM_FPX_HOST_PRODUCT_H

#include <stdbool.h>

#include "arith/vector_level.h"
#include "core/error.h"
#include "core/parallel.h"
#include "cost/cost.h"
#include "fpx/host/poly.h"
#include "fpx/host/transform.h"

/* product[k] := coefficient low + k of a b, k < count, or 0 beyond its ends; in separate memory.
 *
 * Cost:   clm_host_product_cost
 * In:     threads  the most threads; only long products take more than one
 * Errors: HOST_MEMORY, CANCELLED (the watch was stopped; it may be NULL)
 * Source: a transform modulo p if it has the roots of unity, else modulo up to four other primes
 * and Garner's algorithm */
clmodp_status clm_host_product(clm_error *error, uint32_t *product, clm_host_poly a,
                               clm_host_poly b, size_t low, size_t count, const clm_modulus *m,
                               size_t threads, const clm_poller *watch);

/* Memory for products on one thread; a product that needs more allocates its own. */
typedef struct clm_product_memory {
    uint32_t *words;
    size_t count;
} clm_product_memory;

/* clm_host_product with memory, or NULL. */
clmodp_status clm_host_product_in(const clm_product_memory *memory, clm_error *error,
                                  uint32_t *product, clm_host_poly a, clm_host_poly b, size_t low,
                                  size_t count, const clm_modulus *m, size_t threads,
                                  const clm_poller *watch);

/* clm_host_product at an available level of vector instructions, for tests. */
clmodp_status clm_host_product_at(clm_vector_level level, clm_error *error, uint32_t *product,
                                  clm_host_poly a, clm_host_poly b, size_t low, size_t count,
                                  const clm_modulus *m, size_t threads, const clm_poller *watch);

/* to[k] := to[k] + sign times coefficient k of a b, k < count; sign is 1 or -1. As above. */
clmodp_status clm_host_add_product(clm_error *error, int sign, uint32_t *to, clm_host_poly a,
                                   clm_host_poly b, size_t count, const clm_modulus *m,
                                   size_t threads, const clm_poller *watch);

/* Returns whether clm_host_multiply_short applies to factors of n and m coefficients. */
static inline bool clm_host_is_short(size_t n, size_t m)
{
    const size_t shorter = n < m ? n : m;

    return shorter > 0 && shorter <= CLM_CONVOLVE_SHORTER &&
           n + m <= CLM_CONVOLVE_LONGER - CLM_CONVOLVE_SHORTER;
}

/* to[k] := coefficient low + k of a b, k < count (sign 0), or to[k] plus or minus this (sign 1 or
 * -1), by schoolbook and without memory. `to` may be a's or b's if low and sign are 0.
 * Pre: low + count < a.count + b.count */
void clm_host_multiply_short(uint32_t *to, clm_host_poly a, clm_host_poly b, size_t low,
                             size_t count, const clm_modulus *m, int sign);

/* Matrices of polynomials, row by row; a period to be set, or NULL; and memory, or NULL. */
typedef struct clm_host_matrices {
    const clm_host_poly *a, *b;
    size_t rows, inner, columns;
    size_t *period;
    const clm_product_memory *memory;
} clm_host_matrices;

/* out[i][k] := coefficient k < count of element i of the matrix a b, row by row. Without a period,
 * coefficients from `count` on must be 0, though factors may be longer. With one, *period becomes
 * some N >= count, and coefficients k + N, k + 2 N, ... are added to coefficient k; several
 * results may have other periods, not below `count` either. Transforms are shared. As above. */
clmodp_status clm_host_combine(clm_error *error, uint32_t *const *out, size_t count,
                               const clm_host_matrices *f, const clm_modulus *m,
                               size_t threads, const clm_poller *watch);

/* Returns the words of memory that clm_host_combine or clm_host_product_in needs modulo a lazy
 * prime on one thread, for factors of at most n and k coefficients, both positive, in matrices of
 * this shape; 0 if factors are so long that other primes are used. */
size_t clm_product_memory_words(size_t n, size_t k, const clm_host_matrices *f);

/* out[k] := the sum of the coefficients k, k + N, k + 2 N, ... of a b, k < count, for a period N,
 * not below `count`, that makes this fast. As above. */
clmodp_status clm_host_wrapped_product(clm_error *error, uint32_t *out, size_t count,
                                       size_t *period, clm_host_poly a, clm_host_poly b,
                                       const clm_modulus *m, size_t threads,
                                       const clm_poller *watch);

/* The cost of a product of n and m coefficients, at least one each, on `threads` threads: that
 * of the busiest one. */
clm_amounts clm_host_product_cost(size_t n, size_t m, uint32_t p, size_t threads);

/* The cost of `count` coefficients of clm_host_wrapped_product. */
clm_amounts clm_host_wrapped_cost(size_t count, size_t n, size_t m, uint32_t p, size_t threads);

/* The time of a pair (CLM_OP_HOST_SHORT_PAIR), or of a word of a transform, by this processor's
 * vectors, relative to the cost coefficient. */
double clm_host_vector_slowdown(void);

#endif

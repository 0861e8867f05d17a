/* Eliminates in pencils modulo a prime. */
#include "matrix/linear.h"

#include <stdlib.h>
#include <string.h>

#include "arith/elimination.h"
#include "arith/pencil.h"
#include "arith/prime.h"
#include "core/memory.h"
#include "core/random.h"
#include "opencl/buffer.h"
#include "opencl/queue.h"
#include "polynomials/zx.h"

/* Returns whether a has degree 1, memory suffices, and elimination is faster than values at
 * points: for bands points are, as far as the field has enough. */
static bool pays(const clmodp_context *ctx, const clmodp_zxy *a, size_t n, uint64_t modulus)
{
    const size_t words = 2 * n * n + clm_mont64_pencil_work(n) + n + 1;
    size_t entries = 0;

    for (size_t k = 0; k < a->length; k++)
        entries += k == 0 || a->term[k].j != a->term[k - 1].j;
    return clmodp_zxy_degree_x(a) == 1 && words < clm_memory_left(ctx) / sizeof(uint64_t) &&
           (entries >= n * n / 4 || modulus <= n + 1);
}

/* Sets the matrices to the coefficients of x^0 and x^1. */
static void read_matrices(uint64_t *of, const clmodp_zxy *a, size_t n, const clm_mont64 *field)
{
    for (size_t k = 0; k < clmodp_zxy_terms(a); k++) {
        size_t i, j;
        mpz_srcptr c = clmodp_zxy_term(a, k, &i, &j);

        of[i * n * n + j] = clm_mont64_to(mpz_fdiv_ui(c, field->p), field);
    }
}

/* Compares the coefficients with the determinant at a random point, through n^2 words. */
static clmodp_status check(clm_error *error, const uint64_t *c, const clmodp_zxy *a, size_t n,
                           uint64_t *work, const clm_mont64 *field)
{
    clm_random random = {field->p ^ n};
    const uint64_t x = clm_random_below(&random, field->p); /* Montgomery */
    uint64_t value = 0;

    for (size_t k = n + 1; k-- > 0;)
        value = clm_mont64_add(clm_mont64_mul(value, x, field), c[k], field);
    read_matrices(work, a, n, field);
    for (size_t k = 0; k < n * n; k++)
        work[k] = clm_mont64_add(work[k], clm_mont64_mul(work[n * n + k], x, field), field);
    if (clm_mont64_eliminate(work, n, n, NULL, NULL, field, NULL).determinant != value)
        return clm_fail(error, CLMODP_CORRUPT,
                        "a determinant modulo %llu is wrong at a point: the machine or its memory "
                        "is faulty; try again", (unsigned long long)field->p);
    return CLMODP_OK;
}

/* Sets r to n + 1 residues. */
static clmodp_status write_result(clmodp_zx *r, const uint64_t *c, size_t n,
                                  const clm_mont64 *field)
{
    clmodp_status st = CLMODP_OK;
    mpz_t *coeff;

    TRY(clm_zx_resize(r, &coeff, n + 1));
    for (size_t k = 0; k <= n; k++)
        mpz_set_ui(coeff[k], clm_mont64_from(c[k], field));
    clm_zx_trim(r);
done:
    return st;
}

clmodp_status clm_linear_determinant(clmodp_context *ctx, bool *done, clmodp_zx *r,
                                     const clmodp_zxy *a, size_t n, uint64_t modulus)
{
    clmodp_status st = CLMODP_OK;
    clm_progress_at at = {ctx, 0.0};
    uint64_t *words = NULL, *c;
    clm_mont64 field;

    *done = false;
    if (modulus % 2 == 0 || modulus >> 62 != 0 || !pays(ctx, a, n, modulus) ||
        (modulus != ctx->kept->modulus && !clm_is_prime_u64(modulus)))
        return CLMODP_OK;
    NEW(&ctx->error, words, 2 * n * n + clm_mont64_pencil_work(n) + n + 1);
    c = words + 2 * n * n + clm_mont64_pencil_work(n);
    field = clm_mont64_of(modulus);
    read_matrices(words, a, n, &field);
    TRY(clm_mont64_pencil(c, words, words + n * n, n, words + 2 * n * n, &field,
                          clm_progress_poll, &at));
    memset(words, 0, 2 * n * n * sizeof *words);
    TRY(check(&ctx->error, c, a, n, words, &field));
    TRY(write_result(r, c, n, &field));
    *done = true;
done:
    free(words);
    return st;
}

/* Half-gcd with unimodular matrices, down to what GMP does quickly. */
#include "polynomials/gcd.h"

#include <stddef.h>

#define EUCLID_BITS 1024        /* shorter leading parts are done step by step */
#define WHOLE_BITS (1ul << 19)  /* shorter integers are left to GMP: 0.1 s */

/* What was done to (a, b) so far: they are M times what they were; det M = 1 or -1. Where nobody
 * wants to know, NULL stands for it. */
typedef struct matrix {
    mpz_t m[2][2];
} matrix;

static void matrix_init(matrix *m)
{
    for (size_t i = 0; i < 2; i++)
        for (size_t j = 0; j < 2; j++)
            mpz_init_set_ui(m->m[i][j], i == j);
}

static void matrix_clear(matrix *m)
{
    for (size_t i = 0; i < 2; i++)
        for (size_t j = 0; j < 2; j++)
            mpz_clear(m->m[i][j]);
}

static size_t bits_of(mpz_srcptr a)
{
    return mpz_sgn(a) == 0 ? 0 : mpz_sizeinbase(a, 2);
}

static void exchange_rows(matrix *m, mpz_ptr a, mpz_ptr b)
{
    mpz_swap(a, b);
    for (size_t j = 0; j < 2 && m != NULL; j++)
        mpz_swap(m->m[0][j], m->m[1][j]);
}

/* Make a >= b >= 0. */
static void order_rows(matrix *m, mpz_ptr a, mpz_ptr b)
{
    mpz_ptr row[2] = {a, b};

    for (size_t i = 0; i < 2; i++)
        if (mpz_sgn(row[i]) < 0) {
            mpz_neg(row[i], row[i]);
            for (size_t j = 0; j < 2 && m != NULL; j++)
                mpz_neg(m->m[i][j], m->m[i][j]);
        }
    if (mpz_cmp(a, b) < 0)
        exchange_rows(m, a, b);
}

/* (a, b) := (b, a mod b), b > 0. */
static void euclid_step(matrix *m, mpz_ptr a, mpz_ptr b)
{
    mpz_t q;

    mpz_init(q);
    mpz_tdiv_qr(q, a, a, b);
    for (size_t j = 0; j < 2; j++)
        mpz_submul(m->m[0][j], q, m->m[1][j]);
    mpz_clear(q);
    exchange_rows(m, a, b);
}

/* m := by * m */
static void multiply_matrix(matrix *m, const matrix *by)
{
    mpz_t product[2][2];

    for (size_t i = 0; i < 2; i++)
        for (size_t j = 0; j < 2; j++) {
            mpz_init(product[i][j]);
            mpz_mul(product[i][j], by->m[i][0], m->m[0][j]);
            mpz_addmul(product[i][j], by->m[i][1], m->m[1][j]);
        }
    for (size_t i = 0; i < 2; i++)
        for (size_t j = 0; j < 2; j++) {
            mpz_swap(m->m[i][j], product[i][j]);
            mpz_clear(product[i][j]);
        }
}

/* out := high * 2^k + (row_0 a_low + row_1 b_low), where a_low and b_low are the lower k bits. */
static void join_parts(mpz_ptr out, mpz_srcptr high, mpz_t *const row, mpz_srcptr a_low,
                       mpz_srcptr b_low, size_t k)
{
    mpz_mul_2exp(out, high, k);
    mpz_addmul(out, row[0], a_low);
    mpz_addmul(out, row[1], b_low);
}

static bool halve_bits(matrix *m, mpz_ptr a, mpz_ptr b, size_t target, const clm_watch *watch);

/* Shorten a >= b > 0 by a matrix from all but their lower k bits, so that b has about `target`
 * bits, and m with them; false if stopped. */
static bool shorten_bits(matrix *m, mpz_ptr a, mpz_ptr b, size_t k, size_t target,
                         const clm_watch *watch)
{
    mpz_t high[2], low[2];
    matrix by;
    bool ready;

    mpz_inits(high[0], high[1], low[0], low[1], NULL);
    matrix_init(&by);
    mpz_tdiv_q_2exp(high[0], a, k);
    mpz_tdiv_q_2exp(high[1], b, k);
    mpz_tdiv_r_2exp(low[0], a, k);
    mpz_tdiv_r_2exp(low[1], b, k);
    ready = halve_bits(&by, high[0], high[1], target - k, watch);
    if (ready) {
        join_parts(a, high[0], by.m[0], low[0], low[1], k);
        join_parts(b, high[1], by.m[1], low[0], low[1], k);
        if (m != NULL)
            multiply_matrix(m, &by);
        order_rows(m, a, b);
    }
    matrix_clear(&by);
    mpz_clears(high[0], high[1], low[0], low[1], NULL);
    return ready;
}

/* Shorten a >= b until b has about `target` bits, and tell the matrix; false if stopped. */
static bool halve_bits(matrix *m, mpz_ptr a, mpz_ptr b, size_t target, const clm_watch *watch)
{
    const size_t n = bits_of(a), middle = n - (n - target) / 2;

    if (clm_watch_stopped(watch))
        return false;
    if (n <= EUCLID_BITS) {
        while (bits_of(b) > target)
            euclid_step(m, a, b);
        return true;
    }
    if (bits_of(b) > middle && !shorten_bits(m, a, b, 2 * middle - n, middle, watch))
        return false;
    if (bits_of(b) > target)
        euclid_step(m, a, b);
    if (bits_of(b) > target) {
        const size_t now = bits_of(a), low = 2 * target > now ? 2 * target - now : 0;

        return shorten_bits(m, a, b, low, target, watch);
    }
    return true;
}

bool clm_gcd_watched(mpz_ptr g, mpz_srcptr a, mpz_srcptr b, const clm_watch *watch)
{
    mpz_t u, v;
    bool ready = true;

    mpz_init(u);
    mpz_init(v);
    mpz_abs(u, a);
    mpz_abs(v, b);
    order_rows(NULL, u, v);
    while (ready && bits_of(v) > WHOLE_BITS) {
        const size_t n = bits_of(u);

        if (bits_of(v) > n - n / 4)
            ready = shorten_bits(NULL, u, v, n / 2, n - n / 4, watch);
        if (ready && mpz_sgn(v) != 0) {
            mpz_tdiv_r(u, u, v);
            mpz_swap(u, v);
        }
        ready = ready && !clm_watch_stopped(watch);
    }
    if (ready)
        mpz_gcd(g, u, v);
    mpz_clear(v);
    mpz_clear(u);
    return ready;
}

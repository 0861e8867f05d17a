/* Greatest common divisors of integers, for long ones by half-gcds with unimodular matrices, down
 * to lengths for which GMP is fast; contents and logarithms. */
#include "polynomials/integers.h"

#include <math.h>

double clm_integer_log2(mpz_srcptr a)
{
    long exponent;
    double mantissa = mpz_get_d_2exp(&exponent, a);

    /* The mantissa is cut to 53 bits, the logarithm rounded; both errors are far below 2^-20. */
    return (double)exponent + log2(fabs(mantissa)) + 0x1p-20;
}

#define EUCLID_BITS 1024        /* shorter leading parts are reduced step by step */
#define WHOLE_BITS (1ul << 19)  /* shorter integers are left to GMP: 0.1 s */

/* The matrix M that takes the original (a, b) to the present ones; det M = 1 or -1. NULL: not
 * needed. */
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

/* Makes a >= b >= 0. */
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

/* Sets (a, b) := (b, a mod b), b > 0. */
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

/* Sets m := by * m. */
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

/* Sets out := high * 2^k + (row_0 a_low + row_1 b_low), with a_low and b_low the lower k bits. */
static void join_parts(mpz_ptr out, mpz_srcptr high, mpz_t *const row, mpz_srcptr a_low,
                       mpz_srcptr b_low, size_t k)
{
    mpz_mul_2exp(out, high, k);
    mpz_addmul(out, row[0], a_low);
    mpz_addmul(out, row[1], b_low);
}

static bool halve_bits(matrix *m, mpz_ptr a, mpz_ptr b, size_t target, const clm_poller *watch);

/* Shortens a >= b > 0 until b has about `target` bits, by a matrix found from all but their lower
 * k bits; m is multiplied by it. Returns false if stopped. */
static bool shorten_bits(matrix *m, mpz_ptr a, mpz_ptr b, size_t k, size_t target,
                         const clm_poller *watch)
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

/* Shortens a >= b until b has about `target` bits, and updates the matrix; false if stopped. */
static bool halve_bits(matrix *m, mpz_ptr a, mpz_ptr b, size_t target, const clm_poller *watch)
{
    const size_t n = bits_of(a), middle = n - (n - target) / 2;

    if (clm_poller_stopped(watch))
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

bool clm_gcd_watched(mpz_ptr g, mpz_srcptr a, mpz_srcptr b, const clm_poller *watch)
{
    const size_t whole = WHOLE_BITS / GMP_NUMB_BITS;
    mpz_t u, v;
    bool ready = true;

    if (mpz_size(a) <= whole || mpz_size(b) <= whole) {
        mpz_gcd(g, a, b);
        return true;
    }
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
        ready = ready && !clm_poller_stopped(watch);
    }
    if (ready)
        mpz_gcd(g, u, v);
    mpz_clear(v);
    mpz_clear(u);
    return ready;
}

bool clm_content(mpz_ptr c, const void *first, size_t count, size_t bytes,
                 const clm_poller *watch)
{
    for (size_t k = 0; k < count && mpz_cmp_ui(c, 1) != 0; k++)
        if (!clm_gcd_watched(c, c, (const void *)((const char *)first + k * bytes), watch))
            return false;
    return true;
}

clmodp_status clm_lowest_terms(mpz_ptr d, void *first, size_t count, size_t bytes)
{
    mpz_t common;

    if (mpz_sgn(d) <= 0)
        return CLMODP_INVALID;
    mpz_init_set(common, d);
    (void)clm_content(common, first, count, bytes, NULL);
    if (mpz_cmp_ui(common, 1) != 0) {
        mpz_divexact(d, d, common);
        for (size_t k = 0; k < count; k++) {
            const mpz_ptr c = (void *)((char *)first + k * bytes);

            mpz_divexact(c, c, common);
        }
    }
    mpz_clear(common);
    return CLMODP_OK;
}

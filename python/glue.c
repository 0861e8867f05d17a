/* Exchange of integers between Python and the library in blocks, and throttled progress calls. */
#include "glue.h"

#include <stdlib.h>
#include <time.h>

static double now(void)
{
    struct timespec t;

    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void clm_python_watch_start(clm_python_watch *watch)
{
    watch->due = now() + watch->period;
}

int clm_python_progress(void *user, double fraction)
{
    clm_python_watch *watch = user;
    int stop;

    if (now() < watch->due)
        return 0;
    stop = clm_python_ask(watch->user, fraction);
    watch->due = now() + watch->period;
    return stop;
}

mpz_ptr clm_python_integer_create(void)
{
    mpz_ptr z = malloc(sizeof *z);

    if (z != NULL)
        mpz_init_set_ui(z, 1);
    return z;
}

void clm_python_integer_destroy(mpz_ptr z)
{
    if (z != NULL)
        mpz_clear(z);
    free(z);
}

int clm_python_integer_is_one(mpz_srcptr z)
{
    return mpz_cmp_ui(z, 1) == 0;
}

void clm_python_integer_set(mpz_ptr z, const unsigned char *bytes, size_t count)
{
    mpz_t wrap;

    mpz_import(z, count, -1, 1, 0, 0, bytes);
    if (count == 0 || bytes[count - 1] < 0x80)
        return;
    mpz_init(wrap);
    mpz_setbit(wrap, 8 * count);
    mpz_sub(z, z, wrap);
    mpz_clear(wrap);
}

size_t clm_python_integer_size(mpz_srcptr z)
{
    return mpz_sgn(z) == 0 ? 0 : (mpz_sizeinbase(z, 2) + 7) / 8;
}

void clm_python_integer_get(unsigned char *bytes, mpz_srcptr z)
{
    (void)mpz_export(bytes, NULL, -1, 1, 0, 0, z);
}

/* Returns integers from their bytes, released with release; NULL: out of memory. */
static mpz_ptr take(const unsigned char *bytes, const size_t *ends, size_t count)
{
    mpz_ptr c = calloc(count + 1, sizeof *c);
    size_t begin = 0;

    for (size_t k = 0; c != NULL && k < count; k++) {
        mpz_init(c + k);
        clm_python_integer_set(c + k, bytes + begin, ends[k] - begin);
        begin = ends[k];
    }
    return c;
}

static void release(mpz_ptr c, size_t count)
{
    for (size_t k = 0; k < count; k++)
        mpz_clear(c + k);
    free(c);
}

clmodp_status clm_python_zxy_set(clmodp_zxy *f, const unsigned char *bytes, const size_t *ends,
                                 const size_t *i, const size_t *j, size_t count)
{
    mpz_ptr c = take(bytes, ends, count);
    clmodp_status st;

    if (c == NULL)
        return CLMODP_HOST_MEMORY;
    st = clmodp_zxy_set_terms(f, c, i, j, count);
    release(c, count);
    return st;
}

clmodp_status clm_python_mpoly_set(clmodp_mpoly *f, const unsigned char *bytes, const size_t *ends,
                                   const size_t *exponents, size_t count)
{
    mpz_ptr c = take(bytes, ends, count);
    clmodp_status st;

    if (c == NULL)
        return CLMODP_HOST_MEMORY;
    st = clmodp_mpoly_set_terms(f, c, exponents, count);
    release(c, count);
    return st;
}

size_t clm_python_zx_size(const clmodp_zx *f)
{
    const long degree = clmodp_zx_degree(f);
    size_t size = 0;

    for (long i = 0; i <= degree; i++)
        size += clm_python_integer_size(clmodp_zx_coeff(f, (size_t)i));
    return size;
}

/* Writes |z| and returns the end of its bytes; *size is their number, negative for negative z. */
static unsigned char *put(unsigned char *bytes, ptrdiff_t *size, mpz_srcptr z)
{
    const size_t count = clm_python_integer_size(z);

    clm_python_integer_get(bytes, z);
    *size = mpz_sgn(z) < 0 ? -(ptrdiff_t)count : (ptrdiff_t)count;
    return bytes + count;
}

void clm_python_zx_get(unsigned char *bytes, ptrdiff_t *sizes, const clmodp_zx *f)
{
    const long degree = clmodp_zx_degree(f);

    for (long i = 0; i <= degree; i++)
        bytes = put(bytes, sizes + i, clmodp_zx_coeff(f, (size_t)i));
}

size_t clm_python_zxy_size(const clmodp_zxy *f)
{
    const size_t terms = clmodp_zxy_terms(f);
    size_t size = 0, i, j;

    for (size_t k = 0; k < terms; k++)
        size += clm_python_integer_size(clmodp_zxy_term(f, k, &i, &j));
    return size;
}

void clm_python_zxy_get(unsigned char *bytes, ptrdiff_t *sizes, size_t *i, size_t *j,
                        const clmodp_zxy *f)
{
    const size_t terms = clmodp_zxy_terms(f);

    for (size_t k = 0; k < terms; k++)
        bytes = put(bytes, sizes + k, clmodp_zxy_term(f, k, i + k, j + k));
}

size_t clm_python_mpoly_size(const clmodp_mpoly *f)
{
    const size_t terms = clmodp_mpoly_terms(f);
    size_t size = 0;

    for (size_t k = 0; k < terms; k++)
        size += clm_python_integer_size(clmodp_mpoly_term(f, k, NULL));
    return size;
}

void clm_python_mpoly_get(unsigned char *bytes, ptrdiff_t *sizes, size_t *exponents,
                          const clmodp_mpoly *f)
{
    const size_t terms = clmodp_mpoly_terms(f), n = clmodp_mpoly_variables(f);

    for (size_t k = 0; k < terms; k++)
        bytes = put(bytes, sizes + k, clmodp_mpoly_term(f, k, exponents + k * n));
}

/* f := y. */
static clmodp_status set_variable(clmodp_mpoly *f, size_t y)
{
    size_t exponents[CLMODP_MOST_VARIABLES] = {0};
    clmodp_status st;
    mpz_t one;

    mpz_init_set_ui(one, 1);
    exponents[y] = 1;
    st = clmodp_mpoly_set_terms(f, one, exponents, 1);
    mpz_clear(one);
    return st;
}

/* f := the coefficient of y^j in S_k = s, unpacked. */
static clmodp_status unpack_row(clmodp_mpoly *f, const clmodp_packing *packing, unsigned k,
                                const clmodp_zxy *s, unsigned j)
{
    clmodp_zx *row = NULL;
    clmodp_status st = clmodp_zx_create(&row);

    for (size_t n = clmodp_zxy_terms(s); st == CLMODP_OK && n-- > 0;) {
        size_t i, l;
        mpz_srcptr c = clmodp_zxy_term(s, n, &i, &l);

        if (l == j)
            st = clmodp_zx_set_coeff(row, c, i);
    }
    if (st == CLMODP_OK)
        st = clmodp_packing_unpack(f, packing, k, j, row);
    clmodp_zx_destroy(row);
    return st;
}

clmodp_status clm_python_unpack(clmodp_mpoly *f, const clmodp_packing *packing, unsigned k,
                                const clmodp_zx *r, const clmodp_zxy *s, size_t y)
{
    clmodp_mpoly *part = NULL, *variable = NULL;
    clmodp_status st;

    if (s == NULL)
        return clmodp_packing_unpack(f, packing, k, k, r);
    st = clmodp_mpoly_create(&part, clmodp_mpoly_variables(f));
    if (st == CLMODP_OK)
        st = clmodp_mpoly_create(&variable, clmodp_mpoly_variables(f));
    if (st == CLMODP_OK)
        st = set_variable(variable, y);
    for (unsigned j = k + 1; j-- > 0 && st == CLMODP_OK;) { /* f := f y + s_kj */
        st = clmodp_mpoly_mul(f, f, variable);
        if (st == CLMODP_OK)
            st = unpack_row(part, packing, k, s, j);
        if (st == CLMODP_OK)
            st = clmodp_mpoly_add(f, f, part);
    }
    clmodp_mpoly_destroy(variable);
    clmodp_mpoly_destroy(part);
    return st;
}

clmodp_status clm_python_zx_from_zxy(clmodp_zx *f, const clmodp_zxy *g)
{
    clmodp_status st = CLMODP_OK;

    if (clmodp_zxy_degree_x(g) > 0 && clmodp_zxy_degree_y(g) > 0)
        return CLMODP_INVALID;
    for (size_t k = clmodp_zxy_terms(g); k-- > 0 && st == CLMODP_OK;) {
        size_t i, j;
        mpz_srcptr c = clmodp_zxy_term(g, k, &i, &j);

        st = clmodp_zx_set_coeff(f, c, i + j);
    }
    return st;
}

/* inverse := 1 / d modulo p. */
static void invert(mpz_t inverse, mpz_srcptr d, uint64_t p)
{
    mpz_t modulus;

    mpz_init_set_ui(modulus, p);
    (void)mpz_invert(inverse, d, modulus);
    mpz_clear(modulus);
}

clmodp_status clm_python_zx_divide_mod(clmodp_zx *f, mpz_srcptr d, uint64_t p)
{
    clmodp_status st = CLMODP_OK;
    mpz_t inverse, c;

    mpz_init(inverse);
    mpz_init(c);
    invert(inverse, d, p);
    for (long i = 0; st == CLMODP_OK && i <= clmodp_zx_degree(f); i++) {
        mpz_mul(c, clmodp_zx_coeff(f, (size_t)i), inverse);
        mpz_fdiv_r_ui(c, c, p);
        st = clmodp_zx_set_coeff(f, c, (size_t)i);
    }
    mpz_clear(inverse);
    mpz_clear(c);
    return st;
}

clmodp_status clm_python_zxy_divide_mod(clmodp_zxy *f, mpz_srcptr d, uint64_t p)
{
    clmodp_status st = CLMODP_OK;
    mpz_t inverse, c;
    size_t i, j;

    mpz_init(inverse);
    mpz_init(c);
    invert(inverse, d, p);
    for (size_t k = 0; st == CLMODP_OK && k < clmodp_zxy_terms(f); k++) {
        mpz_mul(c, clmodp_zxy_term(f, k, &i, &j), inverse);
        mpz_fdiv_r_ui(c, c, p);
        st = clmodp_zxy_set_coeff(f, c, i, j); /* never 0, so term k stays term k */
    }
    mpz_clear(inverse);
    mpz_clear(c);
    return st;
}

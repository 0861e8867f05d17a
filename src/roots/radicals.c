/* Closed forms in integers, rounded down: root(floor(y)) = floor(root(y)) for y >= 0 and roots
 * rounded down. */
#include "roots/radicals.h"

#define BITS 66 /* accurate bits of irrational roots */
#define MOST_DEGREE 32

/* The zeros of g: y[k] / d if they are rational; otherwise (y[k] + s) / d with s the root of the
 * discriminant for k = 1, its negative for k = 0. */
typedef struct zeros {
    unsigned long m;
    size_t count;
    bool rational;
    mpz_t y[2], d, discriminant;
} zeros;

/* Returns the largest m such that f is g(x^m) with g of degree 1 or 2; 0 if there is none. */
static size_t find_power(const clmodp_zx *f)
{
    const size_t n = (size_t)clmodp_zx_degree(f);
    size_t m = 1;

    if (n > MOST_DEGREE)
        return 0;
    while (m < n && mpz_sgn(clmodp_zx_coeff(f, m)) == 0)
        m++;
    if (m < n && n != 2 * m)
        return 0;
    for (size_t j = m + 1; j < n; j++)
        if (mpz_sgn(clmodp_zx_coeff(f, j)) != 0)
            return 0;
    return m;
}

static void discriminant(mpz_ptr d, const clmodp_zx *f, size_t m)
{
    mpz_mul(d, clmodp_zx_coeff(f, 0), clmodp_zx_coeff(f, 2 * m));
    mpz_mul_2exp(d, d, 2);
    mpz_neg(d, d);
    mpz_addmul(d, clmodp_zx_coeff(f, m), clmodp_zx_coeff(f, m));
}

bool clm_is_radical(const clmodp_zx *f)
{
    const size_t m = find_power(f);
    bool result = m > 0;
    mpz_t d;

    if (m > 0 && (size_t)clmodp_zx_degree(f) == 2 * m) {
        mpz_init(d);
        discriminant(d, f, m);
        result = mpz_sgn(d) != 0;
        mpz_clear(d);
    }
    return result;
}

static void zeros_find(zeros *z, const clmodp_zx *f)
{
    *z = (zeros){.m = find_power(f), .count = 1, .rational = true};
    mpz_inits(z->y[0], z->y[1], z->d, z->discriminant, NULL);
    mpz_set(z->d, clmodp_zx_coeff(f, (size_t)clmodp_zx_degree(f)));
    if ((size_t)clmodp_zx_degree(f) == z->m) {
        mpz_neg(z->y[0], clmodp_zx_coeff(f, 0));
        return;
    }
    discriminant(z->discriminant, f, z->m);
    z->count = mpz_sgn(z->discriminant) < 0 ? 0 : 2;
    z->rational = mpz_perfect_square_p(z->discriminant) != 0;
    mpz_mul_2exp(z->d, z->d, 1);
    mpz_neg(z->y[0], clmodp_zx_coeff(f, z->m));
    mpz_set(z->y[1], z->y[0]);
    if (!z->rational || z->count == 0)
        return;
    mpz_sqrt(z->discriminant, z->discriminant);
    mpz_sub(z->y[0], z->y[0], z->discriminant);
    mpz_add(z->y[1], z->y[1], z->discriminant);
}

static void zeros_clear(zeros *z)
{
    mpz_clears(z->y[0], z->y[1], z->d, z->discriminant, NULL);
}

/* Sets c to the absolute value of a zero times 2^k, rounded down; returns the zero's sign. */
static int scaled_zero(mpz_ptr c, const zeros *z, size_t i, size_t k)
{
    int sign = mpz_sgn(z->y[i]);
    mpz_t s;

    mpz_mul_2exp(c, z->y[i], k);
    if (z->rational) {
        mpz_abs(c, c);
        mpz_fdiv_q(c, c, z->d);
        return sign;
    }
    mpz_init(s);
    mpz_mul_2exp(s, z->discriminant, 2 * k);
    mpz_sqrt(s, s);
    if (i == 1) {
        mpz_add(c, c, s);
    } else {
        mpz_sub(c, c, s);
        mpz_sub_ui(c, c, 1);
    }
    mpz_fdiv_q(c, c, z->d);
    sign = mpz_sgn(c) < 0 ? -1 : 1;
    if (sign < 0)
        mpz_com(c, c);
    mpz_clear(s);
    return sign;
}

/* The m-th root of a zero's absolute value. */
typedef struct magnitude {
    mpq_t q;    /* its value if it is rational; otherwise it is from c to c + 1 in units, q = c */
    bool rational;
    int sign;   /* of the zero */
} magnitude;

static void magnitude_find(magnitude *v, const zeros *z, size_t i, size_t k)
{
    mpz_ptr c = mpq_numref(v->q), d = mpq_denref(v->q);

    v->rational = z->rational;
    if (z->rational) {
        v->sign = mpz_sgn(z->y[i]);
        mpz_abs(c, z->y[i]);
        mpz_set(d, z->d);
    }
    if (z->rational && z->m > 1) {
        mpq_canonicalize(v->q);
        v->rational = mpz_root(d, d, z->m) != 0 && mpz_root(c, c, z->m) != 0;
    }
    if (!v->rational) {
        v->sign = scaled_zero(c, z, i, z->m * k);
        (void)mpz_root(c, c, z->m);
        mpz_set_ui(d, 1);
    }
}

/* Appends the root of absolute value v; `sign` is that of p before it. */
static clmodp_status append(clm_root_list *roots, const clm_poly *p, const magnitude *v, size_t k,
                            bool negative, int sign)
{
    clm_root r;

    clm_root_init(&r, p, mpq_numref(v->q), (long)k, sign);
    r.irrational = !v->rational;
    r.step = BITS;
    if (negative && v->rational)
        mpz_neg(r.c, r.c);
    else if (negative)
        mpz_com(r.c, r.c);
    if (v->rational)
        clm_root_set_rational(&r, r.c, mpq_denref(v->q));
    return clm_root_list_append(roots, &r);
}

/* Appends the roots whose m-th power is zero number i. The sign of g is positive before the first
 * of two zeros, and negative before the last one. */
static clmodp_status append_roots(clm_root_list *roots, const clm_poly *p, const zeros *z,
                                  const magnitude *v, size_t i, size_t k)
{
    clmodp_status st = CLMODP_OK;
    const int sign = i + 1 < z->count ? 1 : -1;

    if (v->sign >= 0)
        TRY(append(roots, p, v, k, false, sign));
    if (v->sign > 0 && z->m % 2 == 0)
        TRY(append(roots, p, v, k, true, -sign));
    if (v->sign < 0 && z->m % 2 == 1)
        TRY(append(roots, p, v, k, true, sign));
done:
    return st;
}

clmodp_status clm_radicals(clm_root_list *roots, const clm_poly *p)
{
    clmodp_status st = CLMODP_OK;
    magnitude v[2];
    zeros z;
    bool enough = false;
    size_t k = BITS;

    zeros_find(&z, p->f);
    mpq_inits(v[0].q, v[1].q, NULL);
    for (; !enough; k *= 2) {
        enough = true;
        for (size_t i = 0; i < z.count; i++) {
            magnitude_find(&v[i], &z, i, k);
            enough = enough && (v[i].rational || mpz_sizeinbase(mpq_numref(v[i].q), 2) >= BITS);
        }
        enough = enough && (z.count < 2 || v[0].sign != v[1].sign || v[0].rational ||
                            v[1].rational || !mpq_equal(v[0].q, v[1].q));
    }
    for (size_t i = 0; i < z.count; i++)
        TRY(append_roots(roots, p, &z, &v[i], i, k / 2));
done:
    mpq_clears(v[0].q, v[1].q, NULL);
    zeros_clear(&z);
    return st;
}

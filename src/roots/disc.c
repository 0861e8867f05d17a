/* Arithmetic of discs: ball arithmetic [Hoeven 2009]. */
#include "roots/disc.h"

#include "core/size.h"

#define RADIUS_BITS 10

void clm_disc_init(clm_disc *x)
{
    mpz_inits(x->re, x->im, x->radius, NULL);
    x->e = 0;
}

void clm_disc_clear(clm_disc *x)
{
    mpz_clears(x->re, x->im, x->radius, NULL);
}

void clm_disc_set(clm_disc *x, const clm_disc *a)
{
    mpz_set(x->re, a->re);
    mpz_set(x->im, a->im);
    mpz_set(x->radius, a->radius);
    x->e = a->e;
}

static void swap(clm_disc *x, clm_disc *y)
{
    const long e = x->e;

    mpz_swap(x->re, y->re);
    mpz_swap(x->im, y->im);
    mpz_swap(x->radius, y->radius);
    x->e = y->e;
    y->e = e;
}

bool clm_disc_is_zero(const clm_disc *x)
{
    return mpz_sgn(x->re) == 0 && mpz_sgn(x->im) == 0 && mpz_sgn(x->radius) == 0;
}

static size_t bits_of(const clm_disc *x)
{
    return clm_size_max(clm_size_max(mpz_sizeinbase(x->re, 2), mpz_sizeinbase(x->im, 2)),
                        mpz_sizeinbase(x->radius, 2));
}

long clm_disc_top(const clm_disc *x)
{
    return x->e + (long)bits_of(x);
}

void clm_disc_scale(clm_disc *x, long e)
{
    const mp_bitcnt_t shift = (mp_bitcnt_t)(e > x->e ? e - x->e : x->e - e);

    if (e <= x->e) {
        mpz_mul_2exp(x->re, x->re, shift);
        mpz_mul_2exp(x->im, x->im, shift);
        mpz_mul_2exp(x->radius, x->radius, shift);
    } else {
        mpz_fdiv_q_2exp(x->re, x->re, shift);
        mpz_fdiv_q_2exp(x->im, x->im, shift);
        mpz_cdiv_q_2exp(x->radius, x->radius, shift);
        mpz_add_ui(x->radius, x->radius, 2); /* each part lost less than 1 */
    }
    x->e = e;
}

void clm_disc_round(clm_disc *x, size_t bits)
{
    const size_t found = bits_of(x);

    if (found > bits)
        clm_disc_scale(x, x->e + (long)(found - bits));
}

void clm_disc_trim(clm_disc *x)
{
    const size_t found = mpz_sizeinbase(x->radius, 2);

    if (found > RADIUS_BITS)
        clm_disc_scale(x, x->e + (long)(found - RADIUS_BITS));
}

/* x := a + sign b */
static void add(clm_disc *x, const clm_disc *a, const clm_disc *b, int sign, size_t bits)
{
    clm_disc u, v;
    long e, top;

    clm_disc_init(&u);
    clm_disc_init(&v);
    clm_disc_set(&u, a);
    clm_disc_set(&v, b);
    if (sign < 0) {
        mpz_neg(v.re, v.re);
        mpz_neg(v.im, v.im);
    }
    if (clm_disc_is_zero(a)) {
        swap(&u, &v);
    } else if (!clm_disc_is_zero(b)) {
        e = u.e < v.e ? u.e : v.e;
        top = clm_disc_top(&u) > clm_disc_top(&v) ? clm_disc_top(&u) : clm_disc_top(&v);
        if (e < top - (long)bits)
            e = top - (long)bits;
        clm_disc_scale(&u, e);
        clm_disc_scale(&v, e);
        mpz_add(u.re, u.re, v.re);
        mpz_add(u.im, u.im, v.im);
        mpz_add(u.radius, u.radius, v.radius);
    }
    swap(x, &u);
    clm_disc_clear(&v);
    clm_disc_clear(&u);
}

void clm_disc_add(clm_disc *x, const clm_disc *a, const clm_disc *b, size_t bits)
{
    add(x, a, b, 1, bits);
}

void clm_disc_sub(clm_disc *x, const clm_disc *a, const clm_disc *b, size_t bits)
{
    add(x, a, b, -1, bits);
}

void clm_disc_mul(clm_disc *x, const clm_disc *a, const clm_disc *b, size_t bits)
{
    clm_disc y;
    mpz_t size;

    clm_disc_init(&y);
    mpz_mul(y.re, a->re, b->re);
    mpz_submul(y.re, a->im, b->im);
    mpz_mul(y.im, a->re, b->im);
    mpz_addmul(y.im, a->im, b->re);
    mpz_init(size);
    if (mpz_sgn(b->radius) != 0) { /* |a b - a' b'| <= |a| s + |b| r + r s */
        clm_disc_bounds(NULL, size, a);
        mpz_mul(y.radius, size, b->radius);
    }
    if (mpz_sgn(a->radius) != 0) {
        clm_disc_bounds(NULL, size, b);
        mpz_addmul(y.radius, size, a->radius);
    }
    mpz_clear(size);
    y.e = a->e + b->e;
    clm_disc_round(&y, bits);
    swap(x, &y);
    clm_disc_clear(&y);
}

bool clm_disc_invert(clm_disc *x, const clm_disc *a, size_t bits)
{
    /* |1/z - 1/m| <= r / (|m| (|m| - r)) for |z - m| <= r */
    mpz_t norm, low, radius;
    mp_bitcnt_t shift;
    bool apart;

    mpz_inits(norm, low, radius, NULL);
    clm_disc_bounds(low, NULL, a);
    apart = mpz_sgn(low) > 0;
    if (apart) {
        mpz_mul(norm, a->re, a->re);
        mpz_addmul(norm, a->im, a->im);
        shift = mpz_sizeinbase(norm, 2) / 2 + bits;
        mpz_mul_2exp(radius, a->radius, shift);
        mpz_add(x->radius, low, a->radius);
        mpz_mul(low, low, x->radius);
        mpz_mul_2exp(x->re, a->re, shift);
        mpz_fdiv_q(x->re, x->re, norm);
        mpz_mul_2exp(x->im, a->im, shift);
        mpz_fdiv_q(x->im, x->im, norm);
        mpz_neg(x->im, x->im);
        mpz_cdiv_q(radius, radius, low);
        mpz_add_ui(x->radius, radius, 2);
        x->e = -a->e - (long)shift;
        clm_disc_round(x, bits);
    }
    mpz_clears(norm, low, radius, NULL);
    return apart;
}

void clm_disc_bounds(mpz_ptr low, mpz_ptr high, const clm_disc *x)
{
    mpz_t part;

    mpz_init(part);
    if (low != NULL) {
        mpz_abs(low, mpz_cmpabs(x->re, x->im) > 0 ? x->re : x->im);
        mpz_sub(low, low, x->radius);
    }
    if (high != NULL) {
        mpz_abs(high, x->re);
        mpz_abs(part, x->im);
        mpz_add(high, high, part);
        mpz_add(high, high, x->radius);
    }
    mpz_clear(part);
}

bool clm_disc_is_accurate(const clm_disc *x, long bits, bool relative)
{
    const long width = x->e + 1 + (long)mpz_sizeinbase(x->radius, 2);
    mpz_t low;
    bool accurate;

    mpz_init(low);
    clm_disc_bounds(low, NULL, x);
    accurate = mpz_sgn(x->radius) == 0 || (!relative && width <= -bits) ||
               (relative && mpz_sgn(low) > 0 &&
                width <= x->e + (long)mpz_sizeinbase(low, 2) - 1 - bits);
    mpz_clear(low);
    return accurate;
}

void clm_disc_value(clm_disc *y, clm_disc *slope, const clmodp_zx *f, const clm_disc *z,
                    size_t bits)
{
    clm_disc value, derivative, c;

    clm_disc_init(&value);
    clm_disc_init(&derivative);
    clm_disc_init(&c);
    for (long i = clmodp_zx_degree(f); i >= 0; i--) {
        if (slope != NULL) {
            clm_disc_mul(&derivative, &derivative, z, bits);
            clm_disc_add(&derivative, &derivative, &value, bits);
        }
        mpz_set(c.re, clmodp_zx_coeff(f, (size_t)i));
        clm_disc_mul(&value, &value, z, bits);
        clm_disc_add(&value, &value, &c, bits);
    }
    swap(y, &value);
    if (slope != NULL)
        swap(slope, &derivative);
    clm_disc_clear(&c);
    clm_disc_clear(&derivative);
    clm_disc_clear(&value);
}

/* Steps z := m - f(m) / f'(Z) with the middle m of a disc Z, which contain all roots of Z.
 *
 * Let all roots but one, r, be at least R from the points x of a box, and d = n / R. Then
 * f = (x - r) h with |h'| <= d |h| and |h''| <= d^2 |h|. If all points of the box are within s of
 * each other, and d s <= 1/32, |f''| = |2 h' + (x - r) h''| <= 2.04 d |h|, and |h| <= 1.07 |f'| at
 * another point; so f' differs by at most 4 d t |f'| between points at a distance t. */
#include "roots/newton.h"

#include <stdlib.h>

#include "core/memory.h"
#include "roots/point_value.h"
#include "roots/shift.h"

/* Bits by which a box must be narrower than the distance of multiples of 1 / c, so that it hardly
 * contains one by chance. */
#define DOUBT_BITS 32
/* The radius of a box is at most 2^(apart - CONVERGENCE_BITS). */
#define CONVERGENCE_BITS 6

bool clm_newton_converges(const clm_box *box, const clm_newton *how)
{
    bool converges;
    clm_disc z;

    clm_disc_init(&z);
    clm_disc_set_box(&z, box, 1);
    converges = clm_box_is_point(box) ||
                z.e + (long)mpz_sizeinbase(z.radius, 2) <= how->apart - CONVERGENCE_BITS;
    clm_disc_clear(&z);
    return converges;
}

void clm_newton_widen_slope(clm_disc *slope, const clm_disc *z, const clm_newton *how)
{
    mpz_t change;

    mpz_init(change);
    clm_disc_bounds(NULL, change, slope);
    mpz_mul(change, change, z->radius);
    clm_shift(change, change, z->e - how->apart + 2);
    mpz_add(slope->radius, slope->radius, change);
    mpz_add_ui(slope->radius, slope->radius, 1);
    mpz_clear(change);
}

/* Returns the bits by which the lesser part, if it is not 0, is less than the greater one. */
static size_t bits_between_parts(const clm_disc *z)
{
    const size_t re = mpz_sizeinbase(z->re, 2), im = mpz_sizeinbase(z->im, 2);

    if (mpz_sgn(z->re) == 0 || mpz_sgn(z->im) == 0)
        return 0;
    return re > im ? re - im : im - re;
}

/* Takes a step, with f of `bits` bits. Returns whether the accuracy increased by a quarter. */
static bool step(clm_box *box, const clm_newton *how, const clmodp_zx *f, size_t bits)
{
    clm_disc z, centre, value, slope;
    clm_box next;
    bool better = false;
    long before;

    clm_disc_init(&z);
    clm_disc_init(&centre);
    clm_disc_init(&value);
    clm_disc_init(&slope);
    clm_box_init(&next);
    clm_disc_set_box(&z, box, bits);
    before = clm_disc_accuracy(&z);
    clm_disc_set(&centre, &z);
    mpz_set_ui(centre.radius, 0);
    clm_point_value(&value, &slope, f, &centre, bits - (size_t)(before > 0 ? before : 0));
    clm_newton_widen_slope(&slope, &z, how);
    clm_disc_set(&z, &centre);
    clm_point_value(&value, NULL, f, &z, bits);
    if (clm_disc_invert(&slope, &slope, bits)) {
        clm_disc_mul(&value, &value, &slope, bits);
        clm_disc_sub(&z, &z, &value, bits);
        clm_disc_trim(&z);
        clm_box_set_disc(&next, &z, clm_box_is_real(box), clm_box_is_imaginary(box));
        clm_box_intersect(box, &next);
        clm_disc_set_box(&z, box, bits);
        better = mpz_sgn(z.radius) == 0 ||
                 clm_disc_accuracy(&z) >= before + (before > 8 ? before / 4 : 2);
    }
    clm_box_clear(&next);
    clm_disc_clear(&slope);
    clm_disc_clear(&value);
    clm_disc_clear(&centre);
    clm_disc_clear(&z);
    return better;
}

/* Returns the bits of the next step: twice those that are accurate, but hardly more than the box
 * has to have in the end. */
static size_t next_bits(const clm_box *box, uint64_t bits, bool relative)
{
    clm_disc z;
    long now, last;

    clm_disc_init(&z);
    clm_disc_set_box(&z, box, 1);
    now = clm_disc_accuracy(&z) > 4 ? clm_disc_accuracy(&z) : 4;
    last = (long)bits + (relative ? (long)bits_between_parts(&z) : clm_disc_top(&z));
    clm_disc_clear(&z);
    return (size_t)(last > now && last < 2 * now ? last : 2 * now);
}

clmodp_status clm_newton_refine(clm_box *box, clm_newton *how, const clmodp_zx *f, uint64_t bits,
                                bool relative, const clm_poller *watch)
{
    while (!clm_box_is_narrow(box, bits, relative)) {
        if (clm_poller_stopped(watch))
            return CLMODP_CANCELLED;
        if (!step(box, how, f, next_bits(box, bits, relative) + how->guard))
            how->guard *= 2;
    }
    return CLMODP_OK;
}

/* Returns whether f((re + im i) / d) = 0: whether the least primitive polynomial m with this root
 * divides f. If so, the quotient's coefficients are integers, by Gauss, and hardly longer than
 * those of f, unlike the terms of Horner's rule. */
static bool vanishes(const clmodp_zx *f, mpz_srcptr re, mpz_srcptr im, mpz_srcptr d,
                     const clm_poller *watch)
{
    const int degree = mpz_sgn(im) == 0 ? 1 : 2;
    mpz_t m[3], quotient[2], rest; /* from the highest coefficient on; the latest two */
    bool zero = true;

    mpz_inits(quotient[0], quotient[1], rest, m[2], NULL);
    mpz_init_set(m[0], d);
    mpz_init(m[1]);
    mpz_neg(m[1], re);
    if (degree == 2) {
        mpz_mul(m[0], d, d);
        mpz_mul(m[1], m[1], d);
        mpz_mul_2exp(m[1], m[1], 1);
        mpz_mul(m[2], re, re);
        mpz_addmul(m[2], im, im);
    }
    mpz_gcd(rest, m[0], m[1]);
    mpz_gcd(rest, rest, m[2]);
    for (int k = 0; k < 3; k++)
        mpz_divexact(m[k], m[k], rest);
    for (long i = clmodp_zx_degree(f); zero && i >= 0 && !clm_poller_stopped(watch); i--) {
        mpz_set(rest, clmodp_zx_coeff(f, (size_t)i));
        mpz_submul(rest, m[1], quotient[0]);
        mpz_submul(rest, m[2], quotient[1]);
        zero = i < degree ? mpz_sgn(rest) == 0 : mpz_divisible_p(rest, m[0]) != 0;
        mpz_swap(quotient[0], quotient[1]);
        if (zero)
            mpz_divexact(quotient[0], rest, m[0]);
    }
    mpz_clears(m[0], m[1], m[2], quotient[0], quotient[1], rest, NULL);
    return zero;
}

/* Sets a to the least integer from c low / d on, and returns whether it is at most c high / d. */
static bool find_integer(mpz_ptr a, mpz_srcptr c, mpz_srcptr low, mpz_srcptr high, mpz_srcptr d)
{
    mpz_t first, last;
    bool found;

    mpz_inits(first, last, NULL);
    mpz_mul(first, c, low);
    mpz_cdiv_q(a, first, d);
    mpz_mul(first, a, d);
    mpz_mul(last, c, high);
    found = mpz_cmp(first, last) <= 0;
    mpz_clears(first, last, NULL);
    return found;
}

clmodp_status clm_newton_may_recognise(bool *may, const clmodp_zx *f)
{
    static const uint8_t primes[] = {5, 13, 17, 29, 37, 41, 53, 61, 73, 89, 97};
    clmodp_status st = CLMODP_OK;
    const size_t length = (size_t)clmodp_zx_degree(f) + 1;
    uint64_t *residues, modulus = 1; /* the product of the primes */

    NEW(NULL, residues, length);
    for (size_t k = 0; k < sizeof primes; k++)
        modulus *= primes[k];
    for (size_t i = 0; i < length; i++)
        residues[i] = mpz_fdiv_ui(clmodp_zx_coeff(f, i), modulus);
    *may = true;
    for (size_t k = 0; k < sizeof primes && *may; k++) {
        const uint64_t p = primes[k];
        uint64_t value = residues[length - 1] % p;

        if (value == 0)
            continue;
        value = 1;
        for (uint64_t x = 0; x < p && value != 0; x++) {
            value = 0;
            for (size_t i = length; i-- > 0;)
                value = (value * x + residues[i]) % p;
        }
        *may = value == 0;
    }
done:
    free(residues);
    return st;
}

clmodp_status clm_newton_recognise(clm_box *box, clm_newton *how, const clmodp_zx *f,
                                   const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    mpz_t c, a, b;

    mpz_inits(a, b, NULL);
    mpz_init_set(c, clmodp_zx_coeff(f, (size_t)clmodp_zx_degree(f)));
    mpz_abs(c, c);
    TRY(clm_newton_refine(box, how, f, mpz_sizeinbase(c, 2) + DOUBT_BITS, false, watch));
    if (find_integer(a, c, box->re[0], box->re[1], box->d) &&
        find_integer(b, c, box->im[0], box->im[1], box->d) && vanishes(f, a, b, c, watch)) {
        TRY(clm_poller_check(watch));
        mpz_set(box->d, c);
        for (int end = 0; end < 2; end++) {
            mpz_set(box->re[end], a);
            mpz_set(box->im[end], b);
        }
        clm_box_reduce(box);
    }
done:
    mpz_clears(c, a, b, NULL);
    return st;
}

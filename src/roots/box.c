/* Rectangles with rational ends. */
#include "roots/box.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "roots/decimal.h"

void clm_box_init(clm_box *box)
{
    mpz_inits(box->re[0], box->re[1], box->im[0], box->im[1], NULL);
    mpz_init_set_ui(box->d, 1);
}

void clm_box_clear(clm_box *box)
{
    mpz_clears(box->re[0], box->re[1], box->im[0], box->im[1], box->d, NULL);
}

void clm_box_set(clm_box *b, const clm_box *a)
{
    for (int end = 0; end < 2; end++) {
        mpz_set(b->re[end], a->re[end]);
        mpz_set(b->im[end], a->im[end]);
    }
    mpz_set(b->d, a->d);
}

void clm_box_swap(clm_box *a, clm_box *b)
{
    const clm_box box = *a;

    *a = *b;
    *b = box;
}

void clm_box_get(mpz_ptr real_low, mpz_ptr real_high, mpz_ptr imaginary_low,
                 mpz_ptr imaginary_high, mpz_ptr denominator, clm_box *box)
{
    mpz_swap(real_low, box->re[0]);
    mpz_swap(real_high, box->re[1]);
    mpz_swap(imaginary_low, box->im[0]);
    mpz_swap(imaginary_high, box->im[1]);
    mpz_swap(denominator, box->d);
}

void clm_box_reflect(clm_box *box)
{
    mpz_swap(box->im[0], box->im[1]);
    mpz_neg(box->im[0], box->im[0]);
    mpz_neg(box->im[1], box->im[1]);
}

void clm_box_reduce(clm_box *box)
{
    mpz_t common;

    if (!clm_box_is_point(box))
        return;
    mpz_init(common);
    mpz_gcd(common, box->re[0], box->im[0]);
    mpz_gcd(common, common, box->d);
    mpz_divexact(box->d, box->d, common);
    for (int end = 0; end < 2; end++) {
        mpz_divexact(box->re[end], box->re[end], common);
        mpz_divexact(box->im[end], box->im[end], common);
    }
    mpz_clear(common);
}

void clm_box_move(clm_box *box, mpz_srcptr c)
{
    for (int end = 0; end < 2; end++)
        mpz_addmul(box->re[end], box->d, c);
}

void clm_box_set_fraction(clm_box *box, mpz_srcptr numerator, mpz_srcptr denominator)
{
    mpz_set(box->re[0], numerator);
    if (mpz_sgn(denominator) < 0)
        mpz_neg(box->re[0], numerator);
    mpz_set(box->re[1], box->re[0]);
    mpz_set_ui(box->im[0], 0);
    mpz_set_ui(box->im[1], 0);
    mpz_abs(box->d, denominator);
    clm_box_reduce(box);
}

static void set_interval(mpz_t *ends, mpz_srcptr centre, mpz_srcptr radius, bool zero)
{
    mpz_set_ui(ends[0], 0);
    mpz_set_ui(ends[1], 0);
    if (zero)
        return;
    mpz_sub(ends[0], centre, radius);
    mpz_add(ends[1], centre, radius);
}

void clm_box_set_disc(clm_box *box, const clm_disc *z, bool real, bool imaginary)
{
    clm_disc s;

    clm_disc_init(&s);
    clm_disc_set(&s, z);
    if (s.e > 0)
        clm_disc_scale(&s, 0);
    set_interval(box->re, s.re, s.radius, imaginary);
    set_interval(box->im, s.im, s.radius, real);
    mpz_set_ui(box->d, 0);
    mpz_setbit(box->d, (mp_bitcnt_t)-s.e);
    clm_box_reduce(box);
    clm_disc_clear(&s);
}

/* Sets centre to the sum of the ends, and adds their distance to the radius. */
static void add_interval(mpz_ptr centre, mpz_ptr radius, const mpz_t *ends)
{
    mpz_add(centre, ends[0], ends[1]);
    mpz_add(radius, radius, ends[1]);
    mpz_sub(radius, radius, ends[0]);
}

void clm_disc_set_box(clm_disc *z, const clm_box *box, size_t bits)
{
    const mp_bitcnt_t shift = mpz_scan1(box->d, 0);
    mpz_t odd;

    mpz_init(odd);
    mpz_fdiv_q_2exp(odd, box->d, shift);
    mpz_set_ui(z->radius, 0);
    add_interval(z->re, z->radius, box->re);
    add_interval(z->im, z->radius, box->im);
    z->e = -1 - (long)shift;
    if (mpz_cmp_ui(odd, 1) != 0) { /* a point */
        clm_disc_scale(z, z->e - (long)(bits + mpz_sizeinbase(odd, 2)));
        mpz_fdiv_q(z->re, z->re, odd);
        mpz_fdiv_q(z->im, z->im, odd);
        mpz_set_ui(z->radius, 2);
    }
    mpz_clear(odd);
}

/* Multiplies the numerators and the denominator by c. */
static void expand(clm_box *box, mpz_srcptr c)
{
    for (int end = 0; end < 2; end++) {
        mpz_mul(box->re[end], box->re[end], c);
        mpz_mul(box->im[end], box->im[end], c);
    }
    mpz_mul(box->d, box->d, c);
}

/* Moves the ends to those of an interval of fractions with the same denominator, divided by c. */
static void narrow(mpz_t *ends, const mpz_t *other, mpz_srcptr c)
{
    mpz_t end;

    mpz_init(end);
    mpz_mul(end, other[0], c);
    if (mpz_cmp(end, ends[0]) > 0)
        mpz_set(ends[0], end);
    mpz_mul(end, other[1], c);
    if (mpz_cmp(end, ends[1]) < 0)
        mpz_set(ends[1], end);
    mpz_clear(end);
}

void clm_box_intersect(clm_box *a, const clm_box *b)
{
    mpz_t c;

    mpz_init_set_ui(c, 1);
    if (mpz_cmp(b->d, a->d) > 0) {
        mpz_divexact(c, b->d, a->d);
        expand(a, c);
    }
    mpz_divexact(c, a->d, b->d);
    narrow(a->re, b->re, c);
    narrow(a->im, b->im, c);
    clm_box_reduce(a);
    mpz_clear(c);
}

bool clm_box_is_point(const clm_box *box)
{
    return mpz_cmp(box->re[0], box->re[1]) == 0 && mpz_cmp(box->im[0], box->im[1]) == 0;
}

static bool is_zero(const mpz_t *ends)
{
    return mpz_sgn(ends[0]) == 0 && mpz_sgn(ends[1]) == 0;
}

bool clm_box_is_real(const clm_box *box)
{
    return is_zero(box->im);
}

bool clm_box_is_imaginary(const clm_box *box)
{
    return is_zero(box->re) && !is_zero(box->im);
}

/* Compares a / c with b / d. */
static int compare(mpz_srcptr a, mpz_srcptr c, mpz_srcptr b, mpz_srcptr d)
{
    mpz_t left, right;
    int order;

    mpz_inits(left, right, NULL);
    mpz_mul(left, a, d);
    mpz_mul(right, b, c);
    order = mpz_cmp(left, right);
    mpz_clears(left, right, NULL);
    return order;
}

bool clm_box_apart(const clm_box *a, const clm_box *b)
{
    return compare(a->re[1], a->d, b->re[0], b->d) < 0 ||
           compare(b->re[1], b->d, a->re[0], a->d) < 0 ||
           compare(a->im[1], a->d, b->im[0], b->d) < 0 ||
           compare(b->im[1], b->d, a->im[0], a->d) < 0;
}

int clm_box_order(const clm_box *a, const clm_box *b)
{
    int order = clm_box_is_real(b) - clm_box_is_real(a);

    if (order == 0)
        order = compare(a->re[0], a->d, b->re[0], b->d);
    return order != 0 ? order : compare(a->im[0], a->d, b->im[0], b->d);
}

static bool is_narrow(const mpz_t *ends, mpz_srcptr d, uint64_t bits, bool relative)
{
    mpz_t width;
    bool narrow;

    mpz_init(width);
    mpz_sub(width, ends[1], ends[0]);
    mpz_mul_2exp(width, width, bits);
    if (relative)
        narrow = is_zero(ends) || (mpz_sgn(ends[0]) * mpz_sgn(ends[1]) > 0 &&
                                   mpz_cmpabs(width, ends[mpz_sgn(ends[0]) < 0]) <= 0);
    else
        narrow = mpz_cmp(width, d) <= 0;
    mpz_clear(width);
    return narrow;
}

bool clm_box_is_narrow(const clm_box *box, uint64_t bits, bool relative)
{
    return clm_box_is_point(box) || (is_narrow(box->re, box->d, bits, relative) &&
                                     is_narrow(box->im, box->d, bits, relative));
}

long clm_box_least_exponent(const clm_box *box)
{
    long least = LONG_MAX;

    for (int part = 0; part < 2; part++) {
        const mpz_t *ends = part == 0 ? box->re : box->im;
        const int end = mpz_cmpabs(ends[1], ends[0]) > 0;
        const long size = (long)mpz_sizeinbase(ends[end], 2);

        if (!is_zero(ends) && size < least)
            least = size;
    }
    return least - (long)mpz_sizeinbase(box->d, 2);
}

/* Returns a new text of a number with these parts; NULL without memory. */
static char *join(const char *re, const char *im, bool real, bool imaginary)
{
    const bool minus = !imaginary && im[0] == '-';
    char *text = malloc(strlen(re) + strlen(im) + sizeof " + *i"), *rest = text;

    if (text == NULL)
        return NULL;
    if (!imaginary)
        rest = stpcpy(rest, re);
    if (real)
        return text;
    if (!imaginary)
        rest = stpcpy(rest, minus ? " - " : " + ");
    rest = stpcpy(rest, im + minus);
    (void)strcpy(rest, "*i");
    return text;
}

clmodp_status clm_box_to_text(char **text, const clm_box *box, size_t digits)
{
    clmodp_status st = CLMODP_OK;
    char *re = NULL, *im = NULL;

    *text = NULL;
    TRY(clm_interval_to_text(&re, box->re[0], box->re[1], box->d, digits));
    TRY(clm_interval_to_text(&im, box->im[0], box->im[1], box->d, digits));
    *text = join(re, im, clm_box_is_real(box), clm_box_is_imaginary(box));
    st = *text != NULL ? CLMODP_OK : CLMODP_HOST_MEMORY;
done:
    free(re);
    free(im);
    return st;
}

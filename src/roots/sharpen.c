/* Boxes by Weierstrass' correction. If all roots r_j but r are in known discs, f with the leading
 * coefficient c has r = z - f(z) / (c prod (z - r_j)). The value f(z) at an approximation z is
 * known from Smith's discs. As it is small, an error of the product matters little: r becomes
 * nearly as accurate as f(z). */
#include "roots/sharpen.h"

#include <float.h>
#include <math.h>

/* The largest relative errors of a factor, and of all factors together, in double precision. */
#define MOST_ERROR 0x1p-20
#define MOST_SUM 0.125

/* The product (part[0] + part[1] i) 2^e of complex numbers. `error` is the sum of bounds of their
 * relative errors. */
typedef struct product {
    double part[2], error;
    long e;
} product;

/* Multiplies p by z_k - r_j. Returns false if double precision is too rough. */
static bool multiply(product *p, const clm_aberth *d, size_t k, size_t j)
{
    const double *a = &d->near[2 * k], *b = &d->near[2 * j], old = p->part[0];
    const double re = a[0] - b[0], im = a[1] - b[1], length = sqrt(re * re + im * im);
    const double slack = 4 * DBL_EPSILON * (fabs(a[0]) + fabs(a[1]) + fabs(b[0]) + fabs(b[1]));
    const double error = (slack + d->size[j]) / length + 4 * DBL_EPSILON; /* of factor, product */
    int shift;

    if (!(length > 0x1p-500 && length < 0x1p500 && error < MOST_ERROR))
        return false;
    p->part[0] = old * re - p->part[1] * im;
    p->part[1] = old * im + p->part[1] * re;
    p->error += error;
    if (!(fabs(p->part[0]) + fabs(p->part[1]) > 0x1p-200 &&
          fabs(p->part[0]) + fabs(p->part[1]) < 0x1p200)) {
        (void)frexp(fmax(fabs(p->part[0]), fabs(p->part[1])), &shift);
        p->part[0] = ldexp(p->part[0], -shift);
        p->part[1] = ldexp(p->part[1], -shift);
        p->e += shift;
    }
    return true;
}

/* Sets the disc to the product. Its relative error is at most exp(error) - 1 < 1.1 error. */
static void set_product(clm_disc *x, const product *p)
{
    mpz_t error, most;

    clm_disc_set_double(x, p->part[0], p->part[1]);
    x->e += p->e;
    mpz_inits(error, most, NULL);
    mpz_set_d(error, ldexp(p->error, DBL_MANT_DIG + 1) + 1);
    clm_disc_bounds(NULL, most, x);
    mpz_mul(error, error, most);
    mpz_cdiv_q_2exp(x->radius, error, DBL_MANT_DIG);
    mpz_clears(error, most, NULL);
}

/* Sets x, which is exactly 0, to c prod (z_k - r_j). Returns false if the errors are too large. */
static bool multiply_all(clm_disc *x, const clm_aberth *d, size_t k)
{
    product p = {.part = {1, 0}};
    clm_disc t;

    clm_disc_init(&t);
    mpz_set(x->re, clmodp_zx_coeff(d->f, d->degree));
    for (size_t j = 0; j < d->degree; j++) {
        if (j == k || multiply(&p, d, k, j))
            continue;
        clm_disc_sub(&t, &d->z[k], &d->square[j], d->bits);
        clm_disc_mul(x, x, &t, d->bits);
    }
    if (p.error < MOST_SUM) {
        set_product(&t, &p);
        clm_disc_mul(x, x, &t, d->bits);
    }
    clm_disc_clear(&t);
    return p.error < MOST_SUM;
}

static clmodp_status sharpen_box(void *argument, size_t index, size_t thread)
{
    clm_aberth *d = argument;
    const size_t k = d->item[index];
    clm_box *box = &d->box[k], next;
    clm_disc x;

    (void)thread;
    clm_disc_init(&x);
    clm_box_init(&next);
    if (multiply_all(&x, d, k) && clm_disc_invert(&x, &x, d->bits)) {
        clm_disc_mul(&x, &x, &d->value[k], d->bits);
        clm_disc_sub(&x, &d->z[k], &x, d->bits + CLM_ABERTH_BITS);
        clm_disc_trim(&x);
        clm_box_set_disc(&next, &x, clm_box_is_real(box), clm_box_is_imaginary(box));
        clm_box_intersect(box, &next);
    }
    clm_box_clear(&next);
    clm_disc_clear(&x);
    return clm_poller_check(d->watch);
}

/* Replaces the square of a root, and that of its conjugate, by one about the box, and the size by
 * a bound of the distance of the root from the approximation. */
static void set_squares(clm_aberth *d, size_t k)
{
    const size_t mirror = d->mirror[k];
    clm_disc t;
    mpz_t most;

    clm_disc_init(&t);
    mpz_init(most);
    clm_disc_set_box(&d->square[k], &d->box[k], d->bits);
    clm_disc_set(&d->square[mirror], &d->square[k]);
    if (mirror != k)
        mpz_neg(d->square[mirror].im, d->square[k].im);
    clm_disc_sub(&t, &d->square[k], &d->z[k], d->bits);
    clm_disc_bounds(NULL, most, &t);
    mpz_swap(t.radius, most);
    d->size[k] = d->size[mirror] = clm_disc_radius(&t);
    mpz_clear(most);
    clm_disc_clear(&t);
}

clmodp_status clm_sharpen(clm_aberth *d)
{
    clmodp_status st = CLMODP_OK;

    for (int pass = 0; pass < 2; pass++) { /* the second one has smaller discs of other roots */
        size_t count = 0;

        for (size_t k = 0; k < d->degree; k++)
            if (d->state[k].boxed && !clm_box_is_point(&d->box[k]))
                d->item[count++] = k;
        TRY(clm_aberth_run(d, count, sharpen_box));
        for (size_t n = 0; n < count; n++)
            set_squares(d, d->item[n]);
    }
done:
    return st;
}

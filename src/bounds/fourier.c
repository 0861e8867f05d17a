/* Decimation in frequency [Gentleman, Sande 1966], in lanes, so that all passes are loops over as
 * many neighbours whatever the distance of what they combine: compilers make vectors of them. A
 * pass is two levels of butterflies, the same sums and products as in two passes with half of the
 * loads and stores.
 *
 * Where inputs end before the second half of a block begins, that is zero: a butterfly is a copy
 * and a product by a root, and only as many are done as there are inputs. */
#include "bounds/fourier.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

#define PI 3.14159265358979323846

/* Part of a loop over constant lanes, which has to be inlined for them to be constant. */
#define LANES __attribute__((always_inline)) static inline

enum { LANES_FEW = 2, LANES_MANY = CLM_FOURIER_LANES };

void clm_fourier_destroy(clm_fourier *fft)
{
    free(fft->root);
    free(fft->place);
    free(fft->re);
    free(fft->im);
    *fft = (clm_fourier){0};
}

clmodp_status clm_fourier_create(clm_error *error, clm_fourier *out, size_t points,
                                 size_t transforms)
{
    clmodp_status st = CLMODP_OK;
    clm_fourier fft = {.points = points,
                       .lanes = transforms < 2 * LANES_MANY ? LANES_FEW : LANES_MANY};

    for (size_t k = points; k > 1; k /= 2)
        fft.t++;
    NEW(error, fft.root, points);
    NEW(error, fft.place, points);
    NEW(error, fft.re, points * fft.lanes);
    NEW(error, fft.im, points * fft.lanes);
    for (size_t k = 0; k < points / 2; k++) {
        double angle = 2.0 * PI * (double)k / (double)points;

        fft.root[2 * k] = cos(angle);
        fft.root[2 * k + 1] = sin(angle);
    }
    for (size_t k = 1; k < points; k++)
        fft.place[k] = fft.place[k / 2] / 2 + (k % 2 == 0 ? 0 : (uint32_t)(points / 2));
    *out = fft;
    fft = (clm_fourier){0};
done:
    clm_fourier_destroy(&fft);
    return st;
}

void clm_fourier_clear(clm_fourier *fft)
{
    memset(fft->re, 0, fft->points * fft->lanes * sizeof *fft->re);
    memset(fft->im, 0, fft->points * fft->lanes * sizeof *fft->im);
}

/* What lanes have in common; all are loaded before the first is stored, so that compilers need
 * not know that they lie apart. */
typedef struct lanes {
    double re[LANES_MANY], im[LANES_MANY];
} lanes;

LANES void load(lanes *x, const clm_fourier *fft, size_t k, const size_t count)
{
    for (size_t l = 0; l < count; l++)
        x->re[l] = fft->re[k * count + l];
    for (size_t l = 0; l < count; l++)
        x->im[l] = fft->im[k * count + l];
}

LANES void store(clm_fourier *fft, size_t k, const lanes *x, const size_t count)
{
    for (size_t l = 0; l < count; l++)
        fft->re[k * count + l] = x->re[l];
    for (size_t l = 0; l < count; l++)
        fft->im[k * count + l] = x->im[l];
}

/* x := x w */
LANES void turn(lanes *x, const double *w, const size_t count)
{
    const double c = w[0], s = w[1];

    for (size_t l = 0; l < count; l++) {
        double re = x->re[l], im = x->im[l];

        x->re[l] = re * c - im * s;
        x->im[l] = re * s + im * c;
    }
}

/* (a, b) := (a + b, (a - b) w) */
LANES void butterfly(lanes *a, lanes *b, const double *w, const size_t count)
{
    for (size_t l = 0; l < count; l++) {
        double re = a->re[l] - b->re[l], im = a->im[l] - b->im[l];

        a->re[l] += b->re[l];
        a->im[l] += b->im[l];
        b->re[l] = re;
        b->im[l] = im;
    }
    turn(b, w, count);
}

/* A level whose blocks are 2 * half long and have inputs in the first `length` <= half. */
LANES void copying_level(clm_fourier *fft, size_t half, size_t length, const size_t count)
{
    const size_t step = fft->points / (2 * half);
    lanes x;

    for (size_t block = 0; block < fft->points; block += 2 * half)
        for (size_t k = 0; k < length; k++) {
            load(&x, fft, block + k, count);
            turn(&x, fft->root + 2 * k * step, count);
            store(fft, block + k + half, &x, count);
        }
}

LANES void level(clm_fourier *fft, size_t half, const size_t count)
{
    const size_t step = fft->points / (2 * half);
    lanes a, b;

    for (size_t block = 0; block < fft->points; block += 2 * half)
        for (size_t k = 0; k < half; k++) {
            load(&a, fft, block + k, count);
            load(&b, fft, block + k + half, count);
            butterfly(&a, &b, fft->root + 2 * k * step, count);
            store(fft, block + k, &a, count);
            store(fft, block + k + half, &b, count);
        }
}

/* The level of blocks of 4 * far, then that of 2 * far. */
LANES void two_levels(clm_fourier *fft, size_t far, const size_t count)
{
    const size_t step = fft->points / (4 * far);
    lanes x[4];

    for (size_t block = 0; block < fft->points; block += 4 * far)
        for (size_t k = 0; k < far; k++) {
            for (size_t i = 0; i < 4; i++)
                load(&x[i], fft, block + k + i * far, count);
            butterfly(&x[0], &x[2], fft->root + 2 * k * step, count);
            butterfly(&x[1], &x[3], fft->root + 2 * (k + far) * step, count);
            butterfly(&x[0], &x[1], fft->root + 4 * k * step, count);
            butterfly(&x[2], &x[3], fft->root + 4 * k * step, count);
            for (size_t i = 0; i < 4; i++)
                store(fft, block + k + i * far, &x[i], count);
        }
}

/* All levels; `count` lanes, a constant. */
LANES void run(clm_fourier *fft, size_t length, const size_t count)
{
    unsigned left = fft->t;

    for (; left > 0 && (size_t)1 << (left - 1) >= length; left--)
        copying_level(fft, (size_t)1 << (left - 1), length, count);
    if (left % 2 == 1)
        level(fft, (size_t)1 << --left, count);
    for (; left > 0; left -= 2)
        two_levels(fft, (size_t)1 << (left - 2), count);
}

void clm_fourier_run(clm_fourier *fft, size_t length)
{
    if (fft->lanes == LANES_MANY)
        run(fft, length, LANES_MANY);
    else
        run(fft, length, LANES_FEW);
}

/* Sizes of the transform that kernels and the host share. */
#ifndef CLM_FFT_SHAPE_H
#define CLM_FFT_SHAPE_H

#define FFT_CHUNK 8 /* complex numbers of a step, from either half */

/* Where the real part of number k is; its imaginary part is FFT_CHUNK behind it. */
#define FFT_AT(k) (2 * ((k) / FFT_CHUNK * FFT_CHUNK) + (k) % FFT_CHUNK)

#endif

/* The layout of complex numbers in fft.cl; kernels and host. */
#ifndef CLM_FFT_SHAPE_H
#define CLM_FFT_SHAPE_H

#define FFT_CHUNK 8 /* complex numbers of a step, in either half */

/* Index of the real part of number k; its imaginary part follows FFT_CHUNK later. */
#define FFT_AT(k) (2 * ((k) / FFT_CHUNK * FFT_CHUNK) + (k) % FFT_CHUNK)

#endif

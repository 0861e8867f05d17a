/* What launches of cl/fpx/fast/spectra*.cl are given. */
#ifndef CLM_FPX_FAST_SPECTRA_SHAPES_H
#define CLM_FPX_FAST_SPECTRA_SHAPES_H

#include "fpx/fast/spectra.h"

/* Words of so many spectra. */
size_t clm_spectra_words(const clm_ring *ring, size_t rows);

/* Words of the buffer as far as so many polynomials lie in it. */
size_t clm_run_end(clm_run run, size_t rows);

spectra_rows clm_spectra_rows(clm_run run, size_t low, size_t rows);

/* From a plan's primes to p. */
recombine_constants clm_ring_constants(const clm_ring_plan *how, u32 p);

#endif

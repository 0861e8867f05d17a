/* Spectra by one launch, where transforms are short. */
#ifndef CLM_FPX_FAST_SPECTRA_WHOLE_H
#define CLM_FPX_FAST_SPECTRA_WHOLE_H

#include "fpx/fast/spectra.h"

/* As clm_spectra_forward and clm_spectra_backward, for a plan that says so. */
clmodp_status clm_spectra_forward_whole(clmodp_context *ctx, const clm_ring *ring,
                                        const clm_spectra *to, clm_run from);
clmodp_status clm_spectra_backward_whole(clmodp_context *ctx, const clm_ring *ring, clm_run to,
                                         size_t low, const clm_spectra *products);

#endif

/* Sequences known by a rule, for known-answer tests of transforms. */
#ifndef CLM_FPX_KNOWN_RESIDUES_H
#define CLM_FPX_KNOWN_RESIDUES_H

#include <stddef.h>

#include "cl/arith/fp.h"

enum { CLM_KNOWN_MOST_RADIX = 9 };

/* For each radix a length whose passes it takes part in: alone and twice, so that twiddle factors
 * count, or before or behind another where it is no other. */
extern const size_t clm_known_length[CLM_KNOWN_MOST_RADIX + 1];

/* Residue i of sequence n, in Montgomery form. */
u32 clm_known_residue(size_t n, size_t i, fp_field f);

/* The value at x of the polynomial that has the residues of sequence n as coefficients. */
u32 clm_known_value(size_t n, size_t length, u32 x, fp_field f);

#endif

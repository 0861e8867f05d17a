/* The tables of transforms of one length over some primes. */
#ifndef CLM_FPX_NTT_FIELD_H
#define CLM_FPX_NTT_FIELD_H

#include "fpx/batch/ntt.h"

/* What transforms of one length need for some primes; release with clm_ntt_field_destroy ({0} is
 * safe). */
typedef struct clm_ntt_field {
    clm_ntt_plan plan;
    clm_buffer info;  /* prime_info[primes] */
    clm_buffer roots; /* [primes][length] */
    size_t primes;
} clm_ntt_field;

/* In:     prime   odd, below 2^31
 *         shift   of each prime's coset, canonical, not 0, an integer (NOT Montgomery); NULL: 1
 * Errors: INVALID (no plan; the length does not divide some p - 1; a shift that is no unit),
 *         LIMIT, HOST_MEMORY, DEVICE_MEMORY, DEVICE */
clmodp_status clm_ntt_field_create(clmodp_context *ctx, clm_ntt_field *out, const u32 *prime,
                                   const u32 *shift, size_t primes, size_t length);
void clm_ntt_field_destroy(clmodp_context *ctx, clm_ntt_field *field);

/* `lanes` lanes of `rows` sequences for each of the field's primes. */
clm_ntt_batch clm_ntt_field_batch(const clm_ntt_field *field, const clm_buffer *data,
                                  size_t lanes, size_t rows);

#endif

/* The coefficients of a polynomial over F_p, on the host, on the device, or both. */
#ifndef CLM_FPX_API_VALUE_H
#define CLM_FPX_API_VALUE_H

#include <stddef.h>
#include <stdint.h>

#include "fpx/batch/move.h"
#include "fpx/host/poly.h"
#include "fpx/host/wide.h"
#include "opencl/buffer.h"
#include "opencl/context.h"

/* Coefficients in one place or both, the last one not 0; all zero: the zero polynomial. */
typedef struct clm_value {
    size_t count;
    uint32_t *words;   /* on the host, or NULL; owned */
    uint64_t *wide;    /* the same for primes from 2^31 on, which have no words and no buffer */
    clm_buffer buffer; /* on the device, or {0}; owned */
    uint64_t lead, inverse; /* the last leading coefficient inverted in a short division, or 0 */
} clm_value;

/* May be called twice. */
void clm_value_destroy(clmodp_context *ctx, clm_value *v);

/* Allocates `count` undefined coefficients in *v, all zero before, on the host, of 64 bits if
 * `wide`, or on the device. Errors: HOST_MEMORY; DEVICE_MEMORY, LIMIT, DEVICE */
clmodp_status clm_value_on_host(clmodp_context *ctx, clm_value *v, size_t count, bool wide);
clmodp_status clm_value_on_device(clmodp_context *ctx, clm_value *v, size_t count);

/* Removes leading zeros after *v has been filled. Reads no more of the device than necessary.
 * Errors: HOST_MEMORY, DEVICE */
clmodp_status clm_value_trim(clmodp_context *ctx, clm_value *v);

/* Copies coefficients to the host or device, unless present. Pre: the device is open. Errors:
 * those of both kinds of memory, DEVICE */
clmodp_status clm_value_to_host(clmodp_context *ctx, clm_value *v);
clmodp_status clm_value_to_device(clmodp_context *ctx, clm_value *v);

/* *to, all zero before := the first count coefficients of from, without a transfer.
 * Pre: count <= from->count. Errors: as clm_value_to_host */
clmodp_status clm_value_copy(clmodp_context *ctx, clm_value *to, clm_value *from, size_t count);

/* Return the coefficients on the host, or NULL, and the bytes of each. */
static inline void *clm_value_words(const clm_value *v)
{
    return v->wide != NULL ? (void *)v->wide : v->words;
}

static inline size_t clm_value_word_bytes(const clm_value *v)
{
    return v->wide != NULL ? sizeof *v->wide : sizeof *v->words;
}

/* Returns coefficient k, on the host. */
static inline uint64_t clm_value_word(const clm_value *v, size_t k)
{
    return v->wide != NULL ? v->wide[k] : v->words[k];
}

static inline clm_host_poly clm_value_host(const clm_value *v)
{
    return (clm_host_poly){v->words, v->count};
}

static inline clm_wide_poly clm_value_wide(const clm_value *v)
{
    return (clm_wide_poly){v->wide, v->count};
}

static inline clm_poly clm_value_device(const clm_value *v)
{
    return (clm_poly){&v->buffer, v->count};
}

#endif

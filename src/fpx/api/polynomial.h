/* The inside of a polynomial over F_p: its coefficients are on the host, on the device, or on
 * both. */
#ifndef CLM_FPX_API_POLYNOMIAL_H
#define CLM_FPX_API_POLYNOMIAL_H

#include <clmodp/fpx.h>

#include "opencl/buffer.h"
#include "opencl/context.h"
#include "fpx/host/poly.h"
#include "fpx/schoolbook/plain.h"

/* All zero: the zero polynomial. Others are in at least one of two places; none ends in a 0. */
typedef struct clm_value {
    size_t count;
    uint32_t *words;   /* on the host, or NULL; owned */
    clm_buffer buffer; /* on the device, or {0}; owned */
} clm_value;

/* May be called twice. */
void clm_value_destroy(clmodp_context *ctx, clm_value *v);

/* *v, all zero before := room for `count` coefficients on the host, all 0, or on the device, to be
 * filled. Errors: HOST_MEMORY; DEVICE_MEMORY, LIMIT, DEVICE */
clmodp_status clm_value_on_host(clmodp_context *ctx, clm_value *v, size_t count);
clmodp_status clm_value_on_device(clmodp_context *ctx, clm_value *v, size_t count);

/* Leave out leading zeros, once it is filled. Reads of the device as much as it needs to see.
 * Errors: HOST_MEMORY, DEVICE */
clmodp_status clm_value_trim(clmodp_context *ctx, clm_value *v);

/* See that it is there, too. Pre: the device is open. Errors: those of both kinds of memory,
 * DEVICE */
clmodp_status clm_value_to_host(clmodp_context *ctx, clm_value *v);
clmodp_status clm_value_to_device(clmodp_context *ctx, clm_value *v);

/* *to, all zero before := the first count coefficients of from, which moves nothing.
 * Pre: count <= from->count. Errors: as clm_value_to_host */
clmodp_status clm_value_copy(clmodp_context *ctx, clm_value *to, clm_value *from, size_t count);

static inline clm_host_poly clm_value_host(const clm_value *v)
{
    return (clm_host_poly){v->words, v->count};
}

static inline clm_poly clm_value_device(const clm_value *v)
{
    return (clm_poly){&v->buffer, v->count};
}

struct clmodp_fpx {
    clmodp_context *context; /* that it was made for; the caller's */
    clm_modulus modulus;
    clm_value *value; /* owned, never NULL. Not part of the structure, because looking at a
                         polynomial may move coefficients */
};

/* INVALID unless a is there, of the context and prime of f. */
clmodp_status clm_fpx_check(clm_error *error, const clmodp_fpx *f, const clmodp_fpx *a);

/* f := *v, which gets what f was. */
void clm_fpx_swap(clmodp_fpx *f, clm_value *v);

#endif

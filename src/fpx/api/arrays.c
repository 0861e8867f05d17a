/* Coefficients in and out. */
#include <string.h>

#include "fpx/api/polynomial.h"

clmodp_status clmodp_fpx_upload(clmodp_fpx *f, const uint32_t *c, size_t count)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error;
    clm_value v = {0};

    if (f == NULL)
        return CLMODP_INVALID;
    error = &f->context->error;
    clm_error_clear(error);
    REQUIRE(error, c != NULL || count == 0);
    count = clm_host_count(c, count);
    if (count > CLMODP_FPX_MOST_COEFFICIENTS)
        FAIL(error, CLMODP_LIMIT, "%zu coefficients are too many", count);
    TRY(clm_value_on_host(f->context, &v, count));
    if (count > 0)
        memcpy(v.words, c, count * sizeof *c);
    /* The copy is checked, since another thread of the caller may change the array meanwhile. */
    for (size_t i = 0; i < count; i++)
        if (v.words[i] >= f->modulus.p)
            FAIL(error, CLMODP_INVALID, "coefficient %zu is %lu, not below the prime %lu", i,
                 (unsigned long)v.words[i], (unsigned long)f->modulus.p);
    TRY(clm_value_trim(f->context, &v));
    clm_fpx_swap(f, &v);
done:
    clm_value_destroy(f->context, &v);
    return clm_error_complete(error, st);
}

clmodp_status clmodp_fpx_download_part(const clmodp_fpx *f, uint32_t *c, size_t first,
                                       size_t count)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error;
    size_t own = 0; /* coefficients that are there */

    if (f == NULL)
        return CLMODP_INVALID;
    error = &f->context->error;
    clm_error_clear(error);
    REQUIRE(error, c != NULL || count == 0);
    if (first < f->value->count)
        own = f->value->count - first < count ? f->value->count - first : count;
    if (own > 0 && f->value->words != NULL)
        memcpy(c, f->value->words + first, own * sizeof *c);
    else if (own > 0)
        TRY(clm_buffer_read(f->context, &f->value->buffer, first * sizeof *c, c,
                            own * sizeof *c));
    for (size_t i = own; i < count; i++)
        c[i] = 0;
done:
    return clm_error_complete(error, st);
}

clmodp_status clmodp_fpx_download(const clmodp_fpx *f, uint32_t *c, size_t count)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error;

    if (f == NULL)
        return CLMODP_INVALID;
    error = &f->context->error;
    clm_error_clear(error);
    if (f->value->count > count)
        FAIL(error, CLMODP_INVALID, "%zu coefficients do not fit an array of %zu",
             f->value->count, count);
    return clmodp_fpx_download_part(f, c, 0, count);
done:
    return clm_error_complete(error, st);
}

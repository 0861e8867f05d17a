/* Memory for the coefficients of a polynomial, and copies between host and device. */
#include "fpx/api/value.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/size.h"

/* Words read at a time to find the leading coefficient, mostly the last word. */
#define TRIM_WORDS 1024

void clm_value_destroy(clmodp_context *ctx, clm_value *v)
{
    free(v->words);
    free(v->wide);
    clm_buffer_destroy(ctx, &v->buffer);
    *v = (clm_value){0};
}

clmodp_status clm_value_on_host(clmodp_context *ctx, clm_value *v, size_t count, bool wide)
{
    const size_t bytes = wide ? sizeof *v->wide : sizeof *v->words;
    void *const words = count > 0 ? clm_reallocate(NULL, count, bytes) : NULL;

    if (count > 0 && words == NULL)
        return clm_out_of_memory(&ctx->error, count, bytes);
    if (wide)
        v->wide = words;
    else
        v->words = words;
    v->count = count;
    return CLMODP_OK;
}

clmodp_status clm_value_on_device(clmodp_context *ctx, clm_value *v, size_t count)
{
    clmodp_status st = CLMODP_OK;

    if (count > 0)
        TRY(clm_buffer_create(ctx, &v->buffer, count, sizeof *v->words));
    v->count = count;
done:
    return st;
}

static clmodp_status trim_device(clmodp_context *ctx, clm_value *v)
{
    clmodp_status st = CLMODP_OK;
    uint32_t words[TRIM_WORDS];

    while (v->count > 0) {
        const size_t size = clm_size_min(v->count, TRIM_WORDS), first = v->count - size;
        size_t left;

        TRY(clm_buffer_read(ctx, &v->buffer, first * sizeof *words, words, size * sizeof *words));
        left = clm_host_count(words, size);
        v->count = first + left;
        if (left > 0)
            goto done;
    }
done:
    return st;
}

clmodp_status clm_value_trim(clmodp_context *ctx, clm_value *v)
{
    clmodp_status st = CLMODP_OK;

    if (v->wide != NULL)
        v->count = clm_wide_count(v->wide, v->count);
    else if (v->words != NULL)
        v->count = clm_host_count(v->words, v->count);
    else
        TRY(trim_device(ctx, v));
    if (v->count == 0)
        clm_value_destroy(ctx, v);
done:
    return st;
}

clmodp_status clm_value_to_host(clmodp_context *ctx, clm_value *v)
{
    clmodp_status st = CLMODP_OK;
    uint32_t *words = NULL;

    if (v->count == 0 || v->words != NULL || v->wide != NULL)
        return CLMODP_OK;
    NEW(&ctx->error, words, v->count);
    TRY(clm_buffer_read(ctx, &v->buffer, 0, words, v->count * sizeof *words));
    v->words = words;
    words = NULL;
done:
    free(words);
    return st;
}

clmodp_status clm_value_to_device(clmodp_context *ctx, clm_value *v)
{
    clmodp_status st = CLMODP_OK;

    if (v->count == 0 || v->buffer.mem != NULL)
        return CLMODP_OK;
    TRY(clm_buffer_load(ctx, &v->buffer, v->words, v->count, sizeof *v->words));
done:
    if (st != CLMODP_OK)
        clm_buffer_destroy(ctx, &v->buffer);
    return st;
}

clmodp_status clm_value_copy(clmodp_context *ctx, clm_value *to, clm_value *from, size_t count)
{
    clmodp_status st = CLMODP_OK;

    if (count == 0)
        goto done;
    if (clm_value_words(from) != NULL) {
        TRY(clm_value_on_host(ctx, to, count, from->wide != NULL));
        memcpy(clm_value_words(to), clm_value_words(from), count * clm_value_word_bytes(from));
    } else {
        TRY(clm_value_on_device(ctx, to, count));
        TRY(clm_move_poly(ctx, &to->buffer, 0, (clm_poly){&from->buffer, count}));
    }
    TRY(clm_value_trim(ctx, to));
done:
    return st;
}

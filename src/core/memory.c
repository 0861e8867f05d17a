/* Allocates host memory; the computation of sizes cannot overflow. */
#include "core/memory.h"

#include <string.h>

#include "core/size.h"
#include "portable/portable.h"

void *clm_allocate(size_t count, size_t size)
{
    void *block = calloc(count > 0 ? count : 1, size > 0 ? size : 1);

    if (count * size >= CLM_LARGE_PAGE) /* or NULL, if this overflows */
        clm_prefer_large_pages(block, count * size);
    return block;
}

void *clm_reallocate(void *block, size_t count, size_t size)
{
    size_t bytes;

    if (!clm_size_mul(&bytes, count, size))
        return NULL;
    block = realloc(block, bytes > 0 ? bytes : 1);
    if (bytes >= CLM_LARGE_PAGE)
        clm_prefer_large_pages(block, bytes);
    return block;
}

void *clm_grow(void *block, size_t *room, size_t count, size_t size)
{
    size_t larger = clm_size_max(count, *room + *room / 2);
    void *grown = clm_reallocate(block, larger, size);

    if (grown != NULL)
        *room = larger;
    return grown;
}

clmodp_status clm_copy_text(clm_error *error, char **out, const char *text)
{
    clmodp_status st = CLMODP_OK;

    *out = NULL;
    if (text == NULL)
        return CLMODP_OK;
    NEW(error, *out, strlen(text) + 1);
    memcpy(*out, text, strlen(text) + 1);
done:
    return st;
}

clmodp_status clm_string_reserve(clm_error *error, clm_string *string, size_t more)
{
    clmodp_status st = CLMODP_OK;
    size_t needed;

    if (!clm_size_add(&needed, string->length + 1, more))
        return clm_out_of_memory(error, SIZE_MAX, 1);
    GROW(error, string->text, string->room, needed);
done:
    return st;
}

clmodp_status clm_string_append(clm_error *error, clm_string *string, const char *bytes,
                                size_t count)
{
    clmodp_status st = CLMODP_OK;

    TRY(clm_string_reserve(error, string, count));
    memcpy(string->text + string->length, bytes, count);
    string->length += count;
    string->text[string->length] = '\0';
done:
    return st;
}

clmodp_status clm_out_of_memory(clm_error *error, size_t count, size_t size)
{
    return clm_fail(error, CLMODP_HOST_MEMORY,
                    "the host has no memory for %zu element%s of %zu byte%s; "
                    "use a smaller input or free some memory",
                    count, CLM_S(count), size, CLM_S(size));
}

/* Host memory: zeroed arrays whose size cannot overflow. Release with free(). */
#ifndef CLM_BASE_MEMORY_H
#define CLM_BASE_MEMORY_H

#include <stddef.h>
#include <stdlib.h>

#include "base/error.h"

/* `count` zeroed elements of `size` bytes (at least one byte); NULL when memory ends or
 * count * size overflows. */
void *clm_allocate(size_t count, size_t size);

/* Grow or shrink to `count` elements, keeping the contents (new bytes are not zeroed).
 * NULL on failure; the old block is then still valid. */
void *clm_reallocate(void *block, size_t count, size_t size);

/* HOST_MEMORY with a message that names the size asked for. */
clmodp_status clm_out_of_memory(clm_error *error, size_t count, size_t size);

/* pointer = `count` zeroed elements of its own type, or leave through `done`. */
#define NEW(error, pointer, count)                                              \
    do {                                                                        \
        (pointer) = clm_allocate((count), sizeof *(pointer));                   \
        if ((pointer) == NULL) {                                                \
            st = clm_out_of_memory((error), (count), sizeof *(pointer));        \
            goto done;                                                          \
        }                                                                       \
    } while (0)

#endif

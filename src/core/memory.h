/* Host memory: zeroed arrays whose size cannot overflow. Release with free(). */
#ifndef CLM_CORE_MEMORY_H
#define CLM_CORE_MEMORY_H

#include <stddef.h>
#include <stdlib.h>

#include "core/error.h"

/* `count` zeroed elements of `size` bytes (at least one byte); NULL when memory ends or
 * count * size overflows. */
CLM_LAB_API void *clm_allocate(size_t count, size_t size);

/* Grow or shrink to `count` elements, keeping the contents (new bytes are not zeroed).
 * NULL on failure; the old block is then still valid. */
void *clm_reallocate(void *block, size_t count, size_t size);

/* Grow to `count` elements or half as much again as *room, whichever is more, and tell *room.
 * NULL on failure; the old block and *room are then still valid. */
CLM_LAB_API void *clm_grow(void *block, size_t *room, size_t count, size_t size);

/* *out = a copy of a text, or NULL of NULL. Errors: HOST_MEMORY */
clmodp_status clm_copy_text(clm_error *error, char **out, const char *text);

/* HOST_MEMORY with a message that names the size asked for. */
CLM_LAB_API clmodp_status clm_out_of_memory(clm_error *error, size_t count, size_t size);

/* pointer = `count` zeroed elements of its own type, or leave through `done`. */
#define NEW(error, pointer, count)                                              \
    do {                                                                        \
        (pointer) = clm_allocate((count), sizeof *(pointer));                   \
        if ((pointer) == NULL) {                                                \
            st = clm_out_of_memory((error), (count), sizeof *(pointer));        \
            goto done;                                                          \
        }                                                                       \
    } while (0)

/* Make sure that pointer, an array of `room` elements, has room for `count`, or leave through
 * `done` with both as they were. */
#define GROW(error, pointer, room, count)                                           \
    do {                                                                            \
        if ((count) > (room)) {                                                     \
            void *grown_ = clm_grow((pointer), &(room), (count), sizeof *(pointer)); \
            if (grown_ == NULL) {                                                   \
                st = clm_out_of_memory((error), (count), sizeof *(pointer));        \
                goto done;                                                          \
            }                                                                       \
            (pointer) = grown_;                                                     \
        }                                                                           \
    } while (0)

#endif

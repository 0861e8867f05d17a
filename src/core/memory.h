/* Host memory: zeroed arrays, and strings that grow; sizes cannot overflow. Release with free. */
#ifndef CLM_CORE_MEMORY_H
#define CLM_CORE_MEMORY_H

#include <stddef.h>
#include <stdlib.h>

#include "core/error.h"

/* Allocates `count` zeroed elements of `size` bytes (at least one byte); NULL if memory is
 * exhausted or count * size overflows. */
CLM_LAB_API void *clm_allocate(size_t count, size_t size);

/* Resizes a block to `count` elements, keeping the contents (new bytes are not zeroed). Returns
 * NULL on failure, with the old block unchanged. */
void *clm_reallocate(void *block, size_t count, size_t size);

/* Grows a block to `count` elements or by half of *room, whichever is more, and updates *room.
 * Returns NULL on failure, with both unchanged. */
CLM_LAB_API void *clm_grow(void *block, size_t *room, size_t count, size_t size);

/* Sets *out to a copy of a text, or to NULL for NULL. Errors: HOST_MEMORY */
clmodp_status clm_copy_text(clm_error *error, char **out, const char *text);

/* A text that grows; all zero: empty. `text` ends in a zero byte once anything was appended. */
typedef struct clm_string {
    char *text;
    size_t length, room;
} clm_string;

/* Reserves memory for `more` bytes and a zero byte; appends bytes. Errors: HOST_MEMORY */
clmodp_status clm_string_reserve(clm_error *error, clm_string *string, size_t more);
clmodp_status clm_string_append(clm_error *error, clm_string *string, const char *bytes,
                                size_t count);

/* Returns HOST_MEMORY with a message that gives the requested size. */
CLM_LAB_API clmodp_status clm_out_of_memory(clm_error *error, size_t count, size_t size);

/* Sets pointer to `count` zeroed elements of its type, or leaves through `done`. */
#define NEW(error, pointer, count)                                              \
    do {                                                                        \
        (pointer) = clm_allocate((count), sizeof *(pointer));                   \
        if ((pointer) == NULL) {                                                \
            st = clm_out_of_memory((error), (count), sizeof *(pointer));        \
            goto done;                                                          \
        }                                                                       \
    } while (0)

/* Grows the array `pointer` of `room` elements to at least `count`, or leaves through `done` with
 * both unchanged. */
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

/* What finds seeds in a text, made on the host: a suffix array and a suffix tree.
 *
 * Letters are 0 to 3. A suffix is smaller than those that it is the beginning of. */
#ifndef CLM_STUDIES_SUFFIX_H
#define CLM_STUDIES_SUFFIX_H

#include "core/size.h"
#include "cl/studies/string_matching_shape.h"
#include "opencl/context.h"

typedef struct suffix_index {
    size_t m;    /* letters of the text */
    u32 *order;  /* places of suffixes, the smallest first */
    u64 *words;  /* text and tree, as cl/studies/string_matching_shape.h has them */
    size_t word_count;
} suffix_index;

/* The first node's first word. */
static inline size_t suffix_root(size_t m)
{
    return clm_round_up(m, STRING_NODE_WORDS);
}

/* As many letters as a seed has from a place on, the first one highest, and letters 0 behind the
 * text's end. */
u64 suffix_window(const unsigned char *letters, size_t m, size_t place);

/* Pre: 0 < m <= 2^28. What was made before a failure suffix_index_clear releases.
 * Cost: about linear for random letters; up to the third power of m for letters that repeat.
 * Errors: INVALID, HOST_MEMORY */
clmodp_status suffix_index_create(clmodp_context *ctx, suffix_index *out,
                                  const unsigned char *letters, size_t m);

void suffix_index_clear(suffix_index *index);

#endif

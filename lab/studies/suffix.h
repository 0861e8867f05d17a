/* An index that finds seeds in a text, built on the host: a suffix array and a suffix tree.
 *
 * Letters are 0 to 3. A proper prefix of a suffix is smaller than the suffix. */
#ifndef CLM_STUDIES_SUFFIX_H
#define CLM_STUDIES_SUFFIX_H

#include "core/size.h"
#include "cl/studies/string_matching_shape.h"
#include "opencl/context.h"

typedef struct suffix_index {
    size_t m;    /* letters of the text */
    u32 *order;  /* places of the suffixes in ascending order */
    u64 *words;  /* text and tree, laid out as in cl/studies/string_matching_shape.h */
    size_t word_count;
} suffix_index;

/* Returns the index of the first word of the first node. */
static inline size_t suffix_root(size_t m)
{
    return clm_round_up(m, STRING_NODE_WORDS);
}

/* Returns the letters of a seed's length from a place on, the first one highest, with letters 0
 * behind the text's end. */
u64 suffix_window(const unsigned char *letters, size_t m, size_t place);

/* Pre: 0 < m <= 2^28. After a failure suffix_index_clear releases the partial index.
 * Cost: about linear for random letters; up to the third power of m for repeating letters.
 * Errors: INVALID, HOST_MEMORY */
clmodp_status suffix_index_create(clmodp_context *ctx, suffix_index *out,
                                  const unsigned char *letters, size_t m);

void suffix_index_clear(suffix_index *index);

#endif

/* Constants of string_matching.cl, and the layout of a text with its suffix tree; kernels and
 * host. */
#ifndef CLM_STRING_MATCHING_SHAPE_H
#define CLM_STRING_MATCHING_SHAPE_H

#include "../arith/fp.h"

#define STRING_SEED 31  /* letters of a seed, two bits each: differences have correct signs */
#define STRING_SEEDS 64 /* seeds of a read */

#define STRING_NONE 0xffffffffu /* no match */

/* Text and tree are one array of words. First, for each place in the text, a seed's letters from
 * there on: the first one highest, with letters 0 behind the text's end. Then nodes, each half a
 * cache line and so one access. A search's state is the index of a word, a node's first or a
 * leaf's place, loaded before the search knows which. */
#define STRING_NODE_WORDS 4

typedef struct string_node {
    u64 head;     /* common prefix of all suffixes below; from bit 32 on a place of one */
    u32 child[4]; /* by the letter behind the prefix; the text's last place if there is no child,
                     since no seed begins there */
    u64 unused;
} string_node;

#endif

/* Lengths of string matching, and a text with its suffix tree, that kernels and the host share. */
#ifndef CLM_STRING_MATCHING_SHAPE_H
#define CLM_STRING_MATCHING_SHAPE_H

#include "../arith/fp.h"

#define STRING_SEED 31  /* letters of a seed, two bits each: signs tell which of two is smaller */
#define STRING_SEEDS 64 /* of a read */

#define STRING_NONE 0xffffffffu /* no place */

/* Text and tree are one array of words: for each place the letters from there on, as many as a
 * seed has, the first one highest, with letters 0 behind the text's end; and then nodes, each half
 * a line of a cache, so that all that a search wants of one is one access. Where a search goes is
 * the number of a word, of a node's first one or of a leaf's place: it reads before it knows which
 * of them. */
#define STRING_NODE_WORDS 4

typedef struct string_node {
    u64 head;     /* letters that all suffixes below begin with, and from bit 32 on a place where
                     one does */
    u32 child[4]; /* by the letter behind these; the text's last place where there is none, since
                     no seed begins there */
    u64 unused;
} string_node;

#endif

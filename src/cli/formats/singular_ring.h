/* Singular's rings, and its short form of monomials, x2y for x^2*y. */
#ifndef CLI_SINGULAR_RING_H
#define CLI_SINGULAR_RING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/formats/foreign.h"

enum { RING_MOST = 64 }; /* variables */

/* All zero: none is declared, and every letter is a variable. */
typedef struct singular_ring {
    bool declared;
    bool integers;    /* coefficients are those of ZZ: Singular's / is no division by rationals */
    const char *text; /* where the names stand */
    size_t name[RING_MOST], name_end[RING_MOST];
    size_t names;
} singular_ring;

/* Read `coefficients, variables, ordering`, what stands behind `ring R =`; f has the
 * characteristic then. Errors: EXIT_USAGE */
int cli_singular_ring_read(singular_ring *out, foreign *f, const char *text, size_t at,
                           size_t end, failure *why);

/* Append an expression as this program has it. Errors: EXIT_USAGE (what is no variable, and what
 * two readers may understand in two ways) */
int cli_singular_put(foreign *f, const singular_ring *ring, const char *text, size_t at,
                     size_t end, failure *why);

#endif

/* Files of other systems: the polynomials in them, as expressions of this program. */
#ifndef CLI_FORMATS_FOREIGN_H
#define CLI_FORMATS_FOREIGN_H

#include <stddef.h>
#include <stdint.h>

#include "cli/failure.h"
#include "cli/source.h"
#include "cli/text.h"

/* What --from names. */
typedef enum foreign_system {
    FOREIGN_AUTO, /* what only one of them can be is taken for that, anything else for EXPR */
    FOREIGN_EXPR, /* this program's own: all of it is one polynomial */
    FOREIGN_MAPLE,
    FOREIGN_SINGULAR,
    FOREIGN_MSOLVE
} foreign_system;

enum { FOREIGN_MOST = 64 }; /* polynomials of a file */

/* All zero: empty. */
typedef struct foreign {
    foreign_system system;
    const source *in;
    source part[FOREIGN_MOST]; /* a polynomial each */
    size_t at[FOREIGN_MOST];   /* where it begins in `text` */
    size_t count;
    uint64_t characteristic;   /* 0: of the rationals, or none is told */
    text_buffer text;          /* of all parts */
} foreign;

#endif

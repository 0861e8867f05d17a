/* Polynomials of files of other systems, read as expressions of this program. */
#ifndef CLI_FORMATS_IMPORT_H
#define CLI_FORMATS_IMPORT_H

#include <stddef.h>
#include <stdint.h>

#include "cli/failure.h"
#include "cli/input_file.h"
#include "cli/text.h"

/* The systems named by --from. */
typedef enum foreign_system {
    FOREIGN_AUTO, /* recognised by unambiguous syntax, otherwise EXPR */
    FOREIGN_EXPR, /* this program's own: the whole file is one polynomial */
    FOREIGN_MAPLE,
    FOREIGN_SINGULAR,
    FOREIGN_MSOLVE
} foreign_system;

enum { FOREIGN_MOST = 64 }; /* polynomials in a file */

/* The polynomials of a file. All zero: empty. */
typedef struct foreign {
    foreign_system system;
    const source *in;
    source part[FOREIGN_MOST]; /* one polynomial each */
    size_t at[FOREIGN_MOST];   /* its offset in `text` */
    size_t count;
    size_t listed[FOREIGN_MOST]; /* indices of polynomials of lists of names, in their order */
    size_t listings;
    uint64_t characteristic;   /* 0: of the rationals, or not stated */
    text_buffer text;          /* of all parts */
} foreign;

#endif

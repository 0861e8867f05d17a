/* Finds the system that a file is of, and has its reader read it. */
#include "cli/formats/foreign.h"

#include "cli/formats/foreign_reader.h"

/* The whole source as it is. */
static int take_whole_source(foreign *f, failure *why)
{
    (void)why;
    f->part[0] = *f->in;
    f->count = 1;
    return EXIT_OK;
}

static foreign_system recognise(const source *in)
{
    return cli_msolve_is(in)     ? FOREIGN_MSOLVE
           : cli_singular_is(in) ? FOREIGN_SINGULAR
           : cli_maple_is(in)    ? FOREIGN_MAPLE : FOREIGN_EXPR;
}

int cli_foreign_read(foreign *out, const source *in, foreign_system system, failure *why)
{
    static int (*const readers[])(foreign *, failure *) = {
        [FOREIGN_EXPR] = take_whole_source,
        [FOREIGN_MAPLE] = cli_maple_read,
        [FOREIGN_SINGULAR] = cli_singular_read,
        [FOREIGN_MSOLVE] = cli_msolve_read,
    };
    int code;

    out->in = in;
    out->system = system == FOREIGN_AUTO ? recognise(in) : system;
    code = readers[out->system](out, why);
    if (out->text.failed)
        return cli_fail(why, EXIT_FAILED, "out of memory");
    for (size_t k = 0; k < out->count && out->system != FOREIGN_EXPR; k++) {
        const size_t end = k + 1 < out->count ? out->at[k + 1] : out->text.length;

        out->part[k].text = out->text.bytes + out->at[k];
        out->part[k].length = end - out->at[k];
    }
    if (code == EXIT_OK && out->count == 0)
        return cli_foreign_fail(why, in, in->length, "expected a polynomial, found the end");
    return code;
}

void cli_foreign_clear(foreign *f)
{
    cli_text_clear(&f->text);
    f->count = 0;
}

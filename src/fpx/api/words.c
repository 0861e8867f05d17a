/* Calls on plain arrays: polynomials for as long as the call takes. */
#include "fpx/api/polynomial.h"

enum { POLYNOMIALS = 4 };

/* a, b, and two results. */
typedef struct guests {
    clmodp_fpx *f[POLYNOMIALS];
} guests;

static void guests_leave(guests *g)
{
    for (int k = 0; k < POLYNOMIALS; k++)
        clmodp_fpx_destroy(g->f[k]);
}

/* a and b as polynomials, and results that are 0. Errors: as clmodp_fpx_upload */
static clmodp_status guests_enter(guests *g, clmodp_context *context, clmodp_fpx_words a,
                                  clmodp_fpx_words b, uint32_t p)
{
    clmodp_status st = CLMODP_OK;

    *g = (guests){{NULL}};
    for (int k = 0; k < POLYNOMIALS; k++)
        TRY(clmodp_fpx_create(context, &g->f[k], p));
    TRY(clmodp_fpx_upload(g->f[0], a.c, a.count));
    TRY(clmodp_fpx_upload(g->f[1], b.c, b.count));
done:
    return st;
}

/* Refused with a message unless the pointer is one. */
static clmodp_status require_pointer(clmodp_context *context, const void *pointer)
{
    clmodp_status st = CLMODP_OK;

    REQUIRE(&context->error, pointer != NULL);
done:
    return st;
}

clmodp_status clmodp_fpx_mul_words(clmodp_context *context, uint32_t *product, clmodp_fpx_words a,
                                   clmodp_fpx_words b, uint32_t p,
                                   const clmodp_fpx_options *options)
{
    clmodp_status st = CLMODP_OK;
    const bool none = a.count == 0 || b.count == 0;
    guests g;

    TRY(guests_enter(&g, context, a, b, p));
    TRY(clmodp_fpx_mul(g.f[2], g.f[0], g.f[1], options));
    if (!none)
        TRY(require_pointer(context, product));
    if (!none)
        TRY(clmodp_fpx_download(g.f[2], product, a.count + b.count - 1));
done:
    guests_leave(&g);
    return st;
}

clmodp_status clmodp_fpx_divrem_words(clmodp_context *context, uint32_t *quotient,
                                      uint32_t *remainder, clmodp_fpx_words a, clmodp_fpx_words b,
                                      uint32_t p, const clmodp_fpx_options *options)
{
    clmodp_status st = CLMODP_OK;
    guests g;

    TRY(guests_enter(&g, context, a, b, p));
    TRY(clmodp_fpx_divrem(g.f[2], g.f[3], g.f[0], g.f[1], options));
    if (quotient != NULL)
        TRY(clmodp_fpx_download(g.f[2], quotient, a.count));
    if (remainder != NULL)
        TRY(clmodp_fpx_download(g.f[3], remainder, b.count));
done:
    guests_leave(&g);
    return st;
}

clmodp_status clmodp_fpx_gcd_words(clmodp_context *context, uint32_t *g, size_t *count,
                                   clmodp_fpx_words a, clmodp_fpx_words b, uint32_t p,
                                   const clmodp_fpx_options *options)
{
    clmodp_status st = CLMODP_OK;
    guests all;

    TRY(guests_enter(&all, context, a, b, p));
    TRY(require_pointer(context, count));
    TRY(clmodp_fpx_gcd(all.f[2], all.f[0], all.f[1], options));
    *count = clmodp_fpx_count(all.f[2]);
    TRY(clmodp_fpx_download(all.f[2], g, *count));
done:
    guests_leave(&all);
    return st;
}

clmodp_status clmodp_fpx_resultant_words(clmodp_context *context, uint32_t *r, clmodp_fpx_words a,
                                         clmodp_fpx_words b, uint32_t p,
                                         const clmodp_fpx_options *options)
{
    clmodp_status st = CLMODP_OK;
    guests g;

    TRY(guests_enter(&g, context, a, b, p));
    TRY(clmodp_fpx_resultant(r, g.f[0], g.f[1], options));
done:
    guests_leave(&g);
    return st;
}

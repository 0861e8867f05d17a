/* Context and checks for tests of clmodp/fpx.h. */
#ifndef TESTS_SUPPORT_FPX_H
#define TESTS_SUPPORT_FPX_H

#include <stdlib.h>
#include <string.h>

#include <clmodp/fpx.h>

#include "ref/euclid.h"
#include "support/context.h"

/* The context shared by all tests of a program. */
static clmodp_context *context;

static inline int fpx_set_up(void **state)
{
    context = context_open(NULL);
    *state = context;
    return 0;
}

/* Fails the test with the context's message unless the call succeeds. */
#define OK(call)                                                                 \
    do {                                                                         \
        const clmodp_status ok_status_ = (call);                                 \
        if (ok_status_ != CLMODP_OK)                                             \
            fail_msg("%s: %d: %s", #call, ok_status_, clmodp_context_message(context)); \
    } while (0)

static inline clmodp_fpx *fpx_of(ref_poly a, uint32_t p)
{
    clmodp_fpx *f;

    OK(clmodp_fpx_create(context, &f, p));
    OK(clmodp_fpx_upload(f, a.c, a.count));
    return f;
}

/* Compares three parts, the last of which reaches beyond the end. */
static inline void assert_parts(const clmodp_fpx *f, ref_poly whole)
{
    const size_t length = whole.count / 3 + 1;
    ref_poly part = ref_new(length);

    for (size_t first = 0; first < 3 * length; first += length) {
        OK(clmodp_fpx_download_part(f, part.c, first, length));
        for (size_t i = 0; i < length; i++)
            assert_int_equal(part.c[i], first + i < whole.count ? whole.c[first + i] : 0);
    }
    ref_clear(&part);
}

static inline void assert_is(const clmodp_fpx *f, ref_poly expected, const char *what)
{
    ref_poly got = ref_new(clmodp_fpx_count(f));

    ref_trim(&expected);
    OK(clmodp_fpx_download(f, got.c, got.count));
    if (got.count != expected.count ||
        (got.count > 0 && memcmp(got.c, expected.c, got.count * sizeof *got.c) != 0))
        fail_msg("%s modulo %u: %zu coefficients, wanted %zu", what,
                 (unsigned)clmodp_fpx_modulus(f), got.count, expected.count);
    assert_parts(f, got);
    ref_clear(&got);
}

#endif

/* A polynomial whose values are known in closed form, and back. */
#include "fpx/fast/tree_trust.h"

#include <string.h>

#include "fpx/fast/interpolate.h"

/* c (1 + x + ... + x^(POINTS - 1)) is c (z^POINTS - 1) / (z - 1) at z = 2, 3, ... Two levels above
 * the leaves. */
enum { POINTS = 250 };

/* The first has the roots of unity, the second needs three other primes. */
static const u32 primes[] = {2013265921, 2147483629};

typedef struct trial {
    clmodp_context *ctx;
    clm_modulus m;
    u32 c, points[POINTS], values[POINTS], words[POINTS];
    clm_tree tree;
    clm_buffer a, out;
} trial;

static clmodp_status wrong(const trial *t, const char *what)
{
    return clm_trust_wrong(t->ctx, what, "a polynomial with many points");
}

static clmodp_status compare(trial *t, const u32 *expected, const char *what)
{
    return memcmp(t->words, expected, sizeof t->words) == 0 ? CLMODP_OK : wrong(t, what);
}

static void prepare(trial *t, u32 p)
{
    t->m = clm_modulus_of(p);
    t->c = p - 12345;
    for (u32 k = 0; k < POINTS; k++) {
        const u32 z = k + 2, power = clm_modulus_power(z, POINTS, &t->m);
        const u32 sum = clm_modulus_mul(clm_modulus_sub(power, 1, &t->m),
                                        clm_modulus_inverse(z - 1, &t->m), &t->m);

        t->points[k] = z;
        t->values[k] = clm_modulus_mul(t->c, sum, &t->m);
    }
}

static clmodp_status evaluate(trial *t)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = t->ctx;

    TRY(clm_tree_create(ctx, &t->tree, t->points, POINTS, t->m.p));
    TRY(clm_buffer_create(ctx, &t->a, POINTS, sizeof(u32)));
    TRY(clm_buffer_create(ctx, &t->out, t->tree.plan.points, sizeof(u32)));
    TRY(clm_buffer_fill(ctx, &t->a, t->c, POINTS));
    TRY(clm_tree_evaluate(&t->tree, &t->out, (clm_poly){&t->a, POINTS}));
    TRY(clm_buffer_read(ctx, &t->out, 0, t->words, sizeof t->words));
    TRY(compare(t, t->values, "value"));
done:
    clm_buffer_destroy(ctx, &t->out);
    clm_buffer_destroy(ctx, &t->a);
    clm_tree_destroy(&t->tree);
    return st;
}

static clmodp_status interpolate(trial *t)
{
    clmodp_status st = CLMODP_OK;
    size_t twice;

    TRY(clm_fast_interpolate(t->ctx, &t->out, &twice, t->points, t->values, POINTS, &t->m));
    if (twice < POINTS)
        TRY(wrong(t, "slope"));
    TRY(clm_buffer_read(t->ctx, &t->out, 0, t->words, sizeof t->words));
    for (size_t k = 0; k < POINTS; k++)
        t->values[k] = t->c;
    TRY(compare(t, t->values, "coefficient"));
done:
    clm_buffer_destroy(t->ctx, &t->out);
    return st;
}

static clmodp_status check(clmodp_context *ctx, const void *subject)
{
    clmodp_status st = CLMODP_OK;
    trial t = {.ctx = ctx};

    (void)subject;
    for (size_t k = 0; k < sizeof primes / sizeof *primes; k++) {
        prepare(&t, primes[k]);
        TRY(evaluate(&t));
        TRY(interpolate(&t));
    }
done:
    return st;
}

static const char *const names[] = {"fpx/fast/tree.cl", "fpx/fast/spectra.cl",
                                    "fpx/batch/roots.cl", "fpx/fast/spectra_whole.cl",
                                    "fpx/fast/newton.cl", "fpx/batch/move.cl"};
static const clm_kernel_files files = {names, sizeof names / sizeof *names};
const clm_trust clm_tree_trust = {"known values of a polynomial are right", &files, check, NULL,
                                  false};

/* Tests polynomials over F_p against other systems, with lengths too large for the slow reference.
 * Skipped if no system was found. */
#include "peers/fpx_library.h"

#include "core/random.h"
#include "support/fpx.h"
#include "support/skip.h"

static const uint32_t primes[] = {2, 65537, 2013265921, 2147483647};
#define PRIMES (sizeof primes / sizeof *primes)

/* Two polynomials, and distinct points. */
typedef struct inputs {
    ref_poly a, b, points;
} inputs;

static inputs create(size_t n, size_t m, size_t common, uint32_t p)
{
    clm_random random = {n + m + common + p};
    ref_poly words[3] = {ref_new(n - common), ref_new(m - common), ref_new(common + 1)};
    inputs in;

    for (size_t k = 0; k < 3; k++) {
        for (size_t i = 0; i < words[k].count; i++)
            words[k].c[i] = (uint32_t)clm_random_below(&random, p);
        words[k].c[words[k].count - 1] = 1;
    }
    in = (inputs){ref_product(words[0], words[2], p), ref_product(words[1], words[2], p),
                  ref_new(n < p ? n : p)};
    for (size_t i = 0; i < in.points.count; i++) /* p is not 7 */
        in.points.c[i] = (uint32_t)((uint64_t)i * 7 % p);
    for (size_t k = 0; k < 3; k++)
        ref_clear(&words[k]);
    return in;
}

static void clear(inputs *in)
{
    ref_clear(&in->points);
    ref_clear(&in->b);
    ref_clear(&in->a);
}

/* Returns the library's result, by an algorithm or its own choice. */
static clmodp_fpx *compute(const peer_job *job, clmodp_fpx_algorithm algorithm)
{
    clmodp_fpx *f = fpx_of((ref_poly){(uint32_t *)(uintptr_t)job->a, job->n}, job->p);
    clmodp_fpx *g = fpx_of((ref_poly){(uint32_t *)(uintptr_t)job->b, job->m}, job->p), *out;
    clmodp_fpx_options options;

    clmodp_fpx_options_init(&options);
    options.algorithm = algorithm;
    OK(clmodp_fpx_create(context, &out, job->p));
    OK(fpx_library(out, NULL, f, g, job, &options));
    clmodp_fpx_destroy(g);
    clmodp_fpx_destroy(f);
    return out;
}

static void check(const inputs *in, peer_operation operation, uint32_t p)
{
    const bool points = operation == PEER_EVALUATE || operation == PEER_INTERPOLATE;
    const ref_poly b = points ? in->points : in->b;
    double seconds;
    peer_job job = {.operation = operation, .p = p, .a = in->a.c, .b = b.c,
                    .n = points ? b.count : in->a.count, .m = b.count, .runs = 1, .threads = 1,
                    .longest = 60, .seconds = &seconds};
    clmodp_fpx *chosen, *fast;
    ref_poly result = ref_new(job.n + job.m);
    size_t count;
    const fpx_peer *peers = fpx_peer_list(&count);

    job.result = result.c;
    chosen = compute(&job, CLMODP_FPX_AUTO);
    fast = p > 2 ? compute(&job, CLMODP_FPX_FAST) : NULL;
    for (size_t k = 0; k < count; k++) {
        peers[k].run(&job);
        assert_is(chosen, (ref_poly){job.result, job.count}, peers[k].name);
        if (fast != NULL)
            assert_is(fast, (ref_poly){job.result, job.count}, peers[k].name);
    }
    ref_clear(&result);
    clmodp_fpx_destroy(fast);
    clmodp_fpx_destroy(chosen);
}

static void test_operations(void **state)
{
    static const size_t sizes[][3] = {{300, 200, 0}, {3000, 3000, 0}, {9000, 4000, 100}};
    size_t count;

    (void)state;
    (void)fpx_peer_list(&count);
    SKIP_UNLESS(count > 0, "neither FLINT nor NTL was found");
    for (size_t i = 0; i < PRIMES; i++)
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
            inputs in = create(sizes[k][0], sizes[k][1], sizes[k][2], primes[i]);

            for (int o = PEER_MUL; o <= PEER_INVMOD; o++)
                check(&in, (peer_operation)o, primes[i]);
            clear(&in);
        }
}

TESTS_BETWEEN(fpx_set_up, context_tear_down, cmocka_unit_test(test_operations));

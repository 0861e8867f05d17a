/* Tests clmodp/fpx_batch_opencl.h against schoolbook arithmetic, pair by pair: both layouts, short
 * and zero polynomials, sub-buffers, events, and refusals. */
#include <clmodp/fpx_batch_opencl.h>

#include "opencl/context.h"
#include "support/fpx.h"
#include "support/gate.h"

#define UNTOUCHED 0xdeadbeefu /* words between arrays */
#define GAP 5
#define ORIGIN 4096 /* bytes; where sub-buffers begin */

static clmodp_context *owner; /* of the OpenCL context */
static size_t tile;

/* A batch, and its memory on the device. */
typedef struct batch {
    clmodp_fpx_array_pairs pairs;
    ref_poly *a, *b;
    cl_mem whole, operands, results; /* `operands` may be a part of `whole` */
    clmodp_cl_array out[4];
    uint32_t *words; /* all results */
    size_t count;
} batch;

static int set_up(void **state)
{
    char message[1024] = "";

    (void)state;
    owner = context_open(NULL);
    if (clmodp_context_create_from_queue(&context, owner->queue, NULL, message, sizeof message) !=
        CLMODP_OK)
        fail_msg("%s", message);
    OK(clmodp_fpx_arrays_tile(context, &tile));
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    clmodp_context_destroy(context);
    clmodp_context_destroy(owner);
    return 0;
}

static size_t words_of(const batch *b, size_t count)
{
    const size_t n = b->pairs.count;

    return (b->pairs.layout == CLMODP_FPX_TILES ? (n + tile - 1) / tile * tile : n) * count;
}

static size_t place(const batch *b, size_t k, size_t i, size_t count)
{
    return b->pairs.layout == CLMODP_FPX_TILES ? (k / tile * count + i) * tile + k % tile
                                               : k * count + i;
}

/* Makes a pair of at most these numbers of coefficients; kinds of pairs take turns. */
static void make_pair(clm_random *random, batch *b, size_t k)
{
    const size_t n = b->pairs.a_coefficients, m = b->pairs.b_coefficients;
    const uint32_t p = b->pairs.p;
    const size_t kind = k % 8, least = n < m ? n : m;
    ref_poly f = ref_random(random, n, p), g = ref_random(random, m, p);

    if (kind == 1 || kind == 2) { /* shorter */
        ref_clear(&f);
        ref_clear(&g);
        f = ref_random(random, (size_t)clm_random_below(random, n + 1), p);
        g = ref_random(random, (size_t)clm_random_below(random, m + 1), p);
    } else if (kind == 3) { /* with a common factor */
        ref_poly c = ref_random(random, 1 + (size_t)clm_random_below(random, least), p);
        ref_poly d = ref_random(random, n + 1 - c.count, p);
        ref_poly e = ref_random(random, m + 1 - c.count, p);

        ref_clear(&f);
        ref_clear(&g);
        f = ref_product(c, d, p);
        g = ref_product(c, e, p);
        ref_clear(&e);
        ref_clear(&d);
        ref_clear(&c);
    } else if (kind == 4) { /* with gaps */
        for (size_t i = 1; i + 1 < n; i++)
            f.c[i] = i % 3 == 0 ? f.c[i] : 0;
        for (size_t i = 1; i + 1 < m; i++)
            g.c[i] = i % 4 == 0 ? g.c[i] : 0;
    } else if (kind == 5) { /* equal, as far as possible */
        memcpy(f.c, g.c, least * sizeof *f.c);
    }
    ref_trim(&f);
    ref_trim(&g);
    b->a[k] = f;
    b->b[k] = g;
}

static cl_mem buffer(cl_mem_flags flags, size_t count, const uint32_t *words)
{
    cl_int code;
    cl_mem memory = clCreateBuffer(owner->cl, flags | CL_MEM_COPY_HOST_PTR, count * sizeof *words,
                                   (void *)(uintptr_t)words, &code);

    assert_int_equal(code, CL_SUCCESS);
    return memory;
}

/* Creates random pairs, in a part of a buffer if `part`. */
static batch create(size_t count, size_t n, size_t m, uint32_t p, clmodp_fpx_layout layout,
                    bool part)
{
    batch b = {.pairs = {.count = count, .p = p, .layout = layout, .a_coefficients = n,
                         .b_coefficients = m}};
    clm_random random = {count + n + p};
    const size_t skipped = part ? ORIGIN / sizeof(uint32_t) : 0;
    const size_t a = words_of(&b, n), all = skipped + a + words_of(&b, m) + 3 * GAP;
    uint32_t *words = calloc(all, sizeof *words);

    b.pairs.a = (clmodp_cl_array){.offset = GAP, .count = a};
    b.pairs.b = (clmodp_cl_array){.offset = a + 2 * GAP, .count = words_of(&b, m)};
    b.a = calloc(count + 1, sizeof *b.a);
    b.b = calloc(count + 1, sizeof *b.b);
    assert_true(words != NULL && b.a != NULL && b.b != NULL);
    for (size_t i = 0; i < all; i++) /* gaps and unused lanes */
        words[i] = UNTOUCHED;
    for (size_t k = 0; k < count; k++) {
        make_pair(&random, &b, k);
        for (size_t i = 0; i < n; i++)
            words[skipped + b.pairs.a.offset + place(&b, k, i, n)] =
                i < b.a[k].count ? b.a[k].c[i] : 0;
        for (size_t i = 0; i < m; i++)
            words[skipped + b.pairs.b.offset + place(&b, k, i, m)] =
                i < b.b[k].count ? b.b[k].c[i] : 0;
    }
    b.whole = b.operands = buffer(CL_MEM_READ_ONLY, all, words);
    if (part) {
        const cl_buffer_region region = {ORIGIN, (all - skipped) * sizeof *words};
        cl_int code;

        b.operands = clCreateSubBuffer(b.whole, CL_MEM_READ_ONLY, CL_BUFFER_CREATE_TYPE_REGION,
                                       &region, &code);
        assert_int_equal(code, CL_SUCCESS);
    }
    b.pairs.a.memory = b.pairs.b.memory = b.operands;
    free(words);
    return b;
}

/* Makes memory for results of these numbers of coefficients; 0: one word. */
static void make_results(batch *b, const size_t *counts, size_t results)
{
    b->count = GAP;
    for (size_t k = 0; k < results; k++) {
        b->out[k].offset = b->count;
        b->out[k].count = counts[k] == 0 ? b->pairs.count : words_of(b, counts[k]);
        b->count += b->out[k].count + GAP;
    }
    b->words = realloc(b->words, b->count * sizeof *b->words);
    assert_non_null(b->words);
    for (size_t k = 0; k < b->count; k++)
        b->words[k] = UNTOUCHED;
    if (b->results != NULL)
        clReleaseMemObject(b->results);
    b->results = buffer(CL_MEM_WRITE_ONLY, b->count, b->words);
    for (size_t k = 0; k < results; k++)
        b->out[k].memory = b->results;
}

static void fetch(batch *b)
{
    assert_int_equal(clEnqueueReadBuffer(owner->queue, b->results, CL_TRUE, 0,
                                         b->count * sizeof *b->words, b->words, 0, NULL, NULL),
                     CL_SUCCESS);
}

static void destroy(batch *b)
{
    for (size_t k = 0; k < b->pairs.count; k++) {
        ref_clear(&b->a[k]);
        ref_clear(&b->b[k]);
    }
    free(b->a);
    free(b->b);
    free(b->words);
    if (b->operands != b->whole)
        clReleaseMemObject(b->operands);
    clReleaseMemObject(b->whole);
    if (b->results != NULL)
        clReleaseMemObject(b->results);
}

/* Returns pair k's polynomial of `count` coefficients in result j, and marks its words. */
static ref_poly take(batch *b, size_t j, size_t k, size_t count)
{
    ref_poly f = ref_new(count);

    for (size_t i = 0; i < count; i++) {
        uint32_t *word = b->words + b->out[j].offset + place(b, k, i, count);

        f.c[i] = *word;
        *word = UNTOUCHED;
    }
    ref_trim(&f);
    return f;
}

static uint32_t take_word(batch *b, size_t j, size_t k)
{
    const uint32_t word = b->words[b->out[j].offset + k];

    b->words[b->out[j].offset + k] = UNTOUCHED;
    return word;
}

static void assert_same(const batch *b, ref_poly got, ref_poly expected, const char *what,
                        size_t k)
{
    if (got.count != expected.count ||
        (got.count > 0 && memcmp(got.c, expected.c, got.count * sizeof *got.c) != 0))
        fail_msg("%s of pair %zu of %zu, %zu and %zu coefficients of %zu and %zu modulo %u, "
                 "layout %d", what, k, b->pairs.count, b->a[k].count, b->b[k].count,
                 b->pairs.a_coefficients, b->pairs.b_coefficients, b->pairs.p, b->pairs.layout);
}

/* Takes a result, and compares it. */
static void expect(batch *b, size_t j, size_t k, size_t count, ref_poly expected, const char *what)
{
    ref_poly got = take(b, j, k, count);

    assert_same(b, got, expected, what, k);
    ref_clear(&got);
}

/* No word outside the results was written. */
static void assert_untouched(const batch *b)
{
    for (size_t i = 0; i < b->count; i++)
        if (b->words[i] != UNTOUCHED)
            fail_msg("word %zu was written", i);
}

static void check_products(batch *b)
{
    const size_t room = b->pairs.a_coefficients + b->pairs.b_coefficients;

    make_results(b, &room, 1);
    OK(clmodp_fpx_mul_arrays(context, &b->out[0], &b->pairs, NULL));
    fetch(b);
    for (size_t k = 0; k < b->pairs.count; k++) {
        ref_poly product = ref_product(b->a[k], b->b[k], b->pairs.p);

        expect(b, 0, k, room, product, "the product");
        ref_clear(&product);
    }
    assert_untouched(b);
}

static void check_quotients(batch *b)
{
    const size_t n = b->pairs.a_coefficients, m = b->pairs.b_coefficients;

    make_results(b, (const size_t[]){n, m}, 2);
    OK(clmodp_fpx_divrem_arrays(context, &b->out[0], &b->out[1], &b->pairs, NULL));
    fetch(b);
    for (size_t k = 0; k < b->pairs.count; k++) {
        ref_poly quotient = ref_new(n), rest = ref_new(m);

        memset(quotient.c, 255, n * sizeof *quotient.c);
        memset(rest.c, 255, m * sizeof *rest.c);
        if (b->b[k].count > 0) {
            ref_clear(&quotient);
            ref_clear(&rest);
            ref_divide(&quotient, &rest, b->a[k], b->b[k], b->pairs.p);
        }
        expect(b, 0, k, n, quotient, "the quotient");
        expect(b, 1, k, m, rest, "the remainder");
        ref_clear(&rest);
        ref_clear(&quotient);
    }
    assert_untouched(b);
}

/* Checks u a + v b = g, and the lengths of u and v. */
static void check_cofactors(batch *b, size_t k, size_t room, ref_poly g)
{
    const uint32_t p = b->pairs.p;
    const ref_poly f = b->a[k], h = b->b[k];
    ref_poly u = take(b, 1, k, room), v = take(b, 2, k, room);
    ref_poly uf = ref_product(u, f, p), vh = ref_product(v, h, p);
    ref_poly rest = ref_difference(g, uf, p), none = ref_difference(rest, vh, p);

    assert_same(b, none, (ref_poly){NULL, 0}, "the sum with cofactors", k);
    if (f.count > 0 && h.count > 0)
        assert_true(u.count <= h.count - g.count && v.count <= (f.count > g.count
                                                                     ? f.count - g.count : 1));
    ref_clear(&none);
    ref_clear(&rest);
    ref_clear(&vh);
    ref_clear(&uf);
    ref_clear(&v);
    ref_clear(&u);
}

static void check_divisors(batch *b)
{
    const uint32_t p = b->pairs.p;
    const size_t n = b->pairs.a_coefficients, m = b->pairs.b_coefficients, room = n > m ? n : m;

    for (int cofactors = 0; cofactors < 2; cofactors++) {
        const size_t last = cofactors ? 3 : 1;

        make_results(b, cofactors ? (const size_t[]){room, room, room, 0}
                                  : (const size_t[]){room, 0}, last + 1);
        if (cofactors)
            OK(clmodp_fpx_xgcd_arrays(context, &b->out[0], &b->out[1], &b->out[2], &b->out[3],
                                      &b->pairs, NULL));
        else
            OK(clmodp_fpx_gcd_arrays(context, &b->out[0], &b->out[1], &b->pairs, NULL));
        fetch(b);
        for (size_t k = 0; k < b->pairs.count; k++) {
            ref_poly g = {0}, u = {0};

            ref_gcd(&g, &u, b->a[k], b->b[k], p);
            assert_int_equal(take_word(b, last, k), g.count);
            expect(b, 0, k, room, g, "the gcd");
            if (cofactors)
                check_cofactors(b, k, room, g);
            ref_clear(&u);
            ref_clear(&g);
        }
        assert_untouched(b);
    }
}

static void check_resultants(batch *b)
{
    const size_t word = 0;

    make_results(b, &word, 1);
    OK(clmodp_fpx_resultant_arrays(context, &b->out[0], &b->pairs, NULL));
    fetch(b);
    for (size_t k = 0; k < b->pairs.count; k++) {
        const uint32_t expected = ref_euclid_resultant(b->a[k], b->b[k], b->pairs.p);
        const uint32_t got = take_word(b, 0, k);

        if (got != expected)
            fail_msg("the resultant of pair %zu, %zu and %zu coefficients modulo %u: %u, not %u",
                     k, b->a[k].count, b->b[k].count, b->pairs.p, got, expected);
    }
    assert_untouched(b);
}

static void check(size_t count, size_t n, size_t m, uint32_t p)
{
    for (int layout = 0; layout < 2; layout++) {
        batch b = create(count, n, m, p, (clmodp_fpx_layout)layout, n % 2 == 0);

        check_products(&b);
        check_quotients(&b);
        check_divisors(&b);
        check_resultants(&b);
        destroy(&b);
    }
}

static void test_sizes(void **state)
{
    (void)state;
    check(0, 3, 2, 998244353);
    check(1, 20, 12, 998244353);
    check(tile - 1, 9, 17, 998244353);
    check(tile, 1, 6, 998244353);
    check(tile + 1, 6, 1, 998244353);
    check(3 * tile + 5, 33, 30, 998244353);
}

static void test_primes(void **state)
{
    static const uint32_t primes[] = {3, 5, 65537, 1717986917, 2013265921, 2147483647};

    (void)state;
    for (size_t k = 0; k < sizeof primes / sizeof *primes; k++)
        check(tile + 7, 12 + k, 14, primes[k]);
}

/* Several parts, since the rows of all tiles are longer than a stripe. */
static void test_parts(void **state)
{
    const size_t stripe = context->tuning.stripe_bytes;
    batch b;

    (void)state;
    context->tuning.stripe_bytes = tile * 1000;
    b = create(7 * tile + 3, 40, 20, 998244353, CLMODP_FPX_TILES, false);
    check_products(&b);
    check_quotients(&b);
    check_divisors(&b);
    check_resultants(&b);
    destroy(&b);
    context->tuning.stripe_bytes = stripe;
}

/* Nothing is computed before the events waited for. */
static void test_events(void **state)
{
    batch b = create(tile + 2, 8, 7, 1000003, CLMODP_FPX_ROWS, false);
    const size_t word = 0;
    cl_event gate = gate_create(owner), done = NULL;
    const clmodp_cl_events events = {1, &gate, &done};

    (void)state;
    make_results(&b, &word, 1);
    OK(clmodp_fpx_resultant_arrays(context, &b.out[0], &b.pairs, &events));
    gate_open(gate, done);
    fetch(&b);
    assert_int_equal(take_word(&b, 0, 0), ref_euclid_resultant(b.a[0], b.b[0], b.pairs.p));
    destroy(&b);
}

#define REFUSED(call) assert_int_equal((call), CLMODP_INVALID)

static void test_wrong(void **state)
{
    batch b = create(tile + 2, 8, 7, 1000003, CLMODP_FPX_TILES, false);
    const size_t rooms[] = {8, 8, 8, 0};
    const clmodp_cl_events bad = {1, NULL, NULL};
    clmodp_fpx_array_pairs wrong = b.pairs;
    clmodp_cl_array other;

    (void)state;
    make_results(&b, rooms, 4);
#define RESULTANTS(pairs, events) \
    clmodp_fpx_resultant_arrays(context, &b.out[3], (pairs), (events))
    REFUSED(clmodp_fpx_resultant_arrays(NULL, &b.out[3], &b.pairs, NULL));
    REFUSED(clmodp_fpx_arrays_tile(context, NULL));
    REFUSED(RESULTANTS(NULL, NULL));
    REFUSED(RESULTANTS(&b.pairs, &bad));
    for (uint32_t p = 0; p < 4; p++) {
        wrong.p = (const uint32_t[]){0, 2, 1000001, 2147483659u}[p];
        REFUSED(RESULTANTS(&wrong, NULL));
    }
    wrong = b.pairs;
    wrong.layout = (clmodp_fpx_layout)2;
    REFUSED(RESULTANTS(&wrong, NULL));
    wrong = b.pairs;
    wrong.a.count--;
    REFUSED(RESULTANTS(&wrong, NULL));
    wrong = b.pairs;
    wrong.b_coefficients = 0;
    REFUSED(RESULTANTS(&wrong, NULL));
    wrong.b_coefficients = CLMODP_FPX_BATCH_MOST_COEFFICIENTS + 1;
    assert_int_equal(RESULTANTS(&wrong, NULL), CLMODP_LIMIT);
    wrong = b.pairs;
    wrong.count = SIZE_MAX / 2;
    assert_int_equal(RESULTANTS(&wrong, NULL), CLMODP_LIMIT);
    wrong = b.pairs;
    wrong.a.memory = b.results; /* cannot be read */
    REFUSED(RESULTANTS(&wrong, NULL));
    other = b.out[0];
    other.count++;
    REFUSED(clmodp_fpx_gcd_arrays(context, &other, &b.out[3], &b.pairs, NULL));
    REFUSED(clmodp_fpx_gcd_arrays(context, NULL, &b.out[3], &b.pairs, NULL));
    REFUSED(clmodp_fpx_xgcd_arrays(context, &b.out[0], &b.out[1], &b.out[1], &b.out[3], &b.pairs,
                                   NULL));
    REFUSED(clmodp_fpx_gcd_arrays(context, &b.pairs.a, &b.out[3], &b.pairs, NULL));
    fetch(&b);
    assert_untouched(&b);
    destroy(&b);
}

TESTS_BETWEEN(set_up, tear_down, cmocka_unit_test(test_sizes), cmocka_unit_test(test_primes),
              cmocka_unit_test(test_parts), cmocka_unit_test(test_events),
              cmocka_unit_test(test_wrong));

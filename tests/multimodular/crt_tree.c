/* Tests CRT reconstruction by trees against the incremental formula for two moduli. */
#include "multimodular/crt_tree.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "core/random.h"
#include "support/assertions.h"
#include "support/small.h"

/* A set of moduli, values modulo their product, and their residues. */
typedef struct problem {
    uint32_t *primes;
    size_t n;
    size_t count;
    size_t stride;
    uint32_t *residues;
    mpz_t *values;
    mpz_ptr *pointers;
    mpz_t product;
} problem;

static bool is_prime(uint32_t n)
{
    mpz_t z;
    bool prime;

    mpz_init_set_ui(z, n);
    prime = mpz_probab_prime_p(z, 25) > 0;
    mpz_clear(z);
    return prime;
}

/* Creates n primes, downwards from below 2^bits. */
static void problem_start(problem *p, size_t n, size_t count, size_t stride, unsigned bits)
{
    uint32_t candidate = (uint32_t)1 << bits;

    p->n = n;
    p->count = count;
    p->stride = stride;
    p->primes = calloc(n, sizeof *p->primes);
    p->residues = malloc((n * stride + 1) * sizeof *p->residues);
    p->values = calloc(count, sizeof *p->values);
    p->pointers = calloc(count, sizeof *p->pointers);
    mpz_init_set_ui(p->product, 1);
    for (size_t i = 0; i < n; i++) {
        do
            candidate--;
        while (!is_prime(candidate));
        p->primes[i] = candidate;
        mpz_mul_ui(p->product, p->product, candidate);
    }
    for (size_t k = 0; k < count; k++) {
        mpz_init(p->values[k]);
        p->pointers[k] = p->values[k];
    }
    /* Words between the rows must not matter. */
    memset(p->residues, 0xa5, n * stride * sizeof *p->residues);
}

static void problem_stop(problem *p)
{
    for (size_t k = 0; k < p->count; k++)
        mpz_clear(p->values[k]);
    mpz_clear(p->product);
    free(p->pointers);
    free(p->values);
    free(p->residues);
    free(p->primes);
}

static void put(problem *p, size_t k, const mpz_t value)
{
    for (size_t i = 0; i < p->n; i++)
        p->residues[i * p->stride + k] = (uint32_t)mpz_fdiv_ui(value, p->primes[i]);
}

static void crt(problem *p, size_t threads)
{
    clm_error error = {CLMODP_OK, ""};
    clm_product_tree *tree = NULL;

    if (clm_product_tree_create(&error, &tree, p->primes, p->n, threads, NULL) != CLMODP_OK ||
        clm_crt_tree(&error, tree, p->pointers, p->count, p->residues, p->stride, threads, NULL) !=
            CLMODP_OK)
        fail_msg("%zu primes, %zu values: %s", p->n, p->count, error.message);
    clm_product_tree_destroy(tree);
}

/* Sets out to the value of column k in (-P/2, P/2], one prime after the other. */
static void reference(mpz_t out, const problem *p, size_t k)
{
    mpz_t modulus, prime, step;

    mpz_inits(modulus, prime, step, NULL);
    mpz_set_ui(modulus, 1);
    mpz_set_ui(out, 0);
    for (size_t i = 0; i < p->n; i++) {
        mpz_set_ui(prime, p->primes[i]);
        mpz_set_ui(step, p->residues[i * p->stride + k]);
        mpz_sub(step, step, out);
        {
            mpz_t inverse;

            mpz_init(inverse);
            mpz_invert(inverse, modulus, prime);
            mpz_mul(step, step, inverse);
            mpz_clear(inverse);
        }
        mpz_fdiv_r(step, step, prime);
        mpz_addmul(out, step, modulus);
        mpz_mul(modulus, modulus, prime);
    }
    mpz_mul_2exp(step, out, 1);
    if (mpz_cmp(step, modulus) > 0)
        mpz_sub(out, out, modulus);
    mpz_clears(modulus, prime, step, NULL);
}

/* Checks the smallest and largest values, with their neighbours, for n primes. */
static void check_edges(size_t n, unsigned bits)
{
    problem p;
    mpz_t edges[9], half;

    problem_start(&p, n, 9, 9 + n % 3, bits);
    mpz_init(half);
    mpz_fdiv_q_2exp(half, p.product, 1); /* (P - 1) / 2, for P odd */
    for (long i = 0; i < 9; i++) {
        static const int scale[9] = {0, 0, 0, 1, -1, 1, -1, 1, -1};
        static const int offset[9] = {0, 1, -1, 0, 0, -1, 1, -2, 2};

        mpz_init(edges[i]);
        mpz_mul_si(edges[i], half, scale[i]);
        if (offset[i] >= 0)
            mpz_add_ui(edges[i], edges[i], (unsigned)offset[i]);
        else
            mpz_sub_ui(edges[i], edges[i], (unsigned)-offset[i]);
        put(&p, (size_t)i, edges[i]);
    }
    crt(&p, 1);
    for (size_t i = 0; i < 9; i++) {
        if (mpz_cmp(edges[i], p.values[i]) != 0)
            fail_msg("edge %zu of %zu primes below 2^%u", i, n, bits);
        mpz_clear(edges[i]);
    }
    mpz_clear(half);
    problem_stop(&p);
}

static void edges(void **state)
{
    (void)state;
    for (size_t n = 1; n <= 70; n += small_tests() ? 5 : 1)
        check_edges(n, 31);
    for (size_t n = 1; n <= 40; n += small_tests() ? 5 : 1)
        check_edges(n, 10);
    check_edges(903, 31);
}

/* Checks random residues of `count` values, with as many unused columns between the rows. */
static void check_random(size_t n, size_t count, unsigned bits, uint64_t seed, size_t threads)
{
    clm_random random = {seed};
    problem p;
    mpz_t expected;

    problem_start(&p, n, count, 2 * count, bits);
    mpz_init(expected);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < count; k++)
            p.residues[i * p.stride + k] = (uint32_t)clm_random_below(&random, p.primes[i]);
    crt(&p, threads);
    for (size_t k = 0; k < count; k++) {
        reference(expected, &p, k);
        if (mpz_cmp(expected, p.values[k]) != 0)
            fail_msg("value %zu of %zu, %zu primes below 2^%u, seed %llu", k, count, n, bits,
                     (unsigned long long)seed);
    }
    mpz_clear(expected);
    problem_stop(&p);
}

static void random_values(void **state)
{
    static const size_t counts[] = {1, 15, 16, 17, 33};

    (void)state;
    for (size_t n = 1; n <= 70; n += small_tests() ? 5 : 1)
        for (size_t c = 0; c < 5; c++)
            check_random(n, counts[c], c % 2 == 0 ? 31 : 12, n * 8 + c, 1 + c % 3);
    check_random(255, 20, 31, 1, 2);
    check_random(256, 20, 31, 2, 2);
    check_random(903, 40, 31, 3, 3);
}

static void small_primes(void **state)
{
    static const uint32_t primes[] = {2, 7, 3, 5};
    clm_error error = {CLMODP_OK, ""};
    clm_product_tree *tree = NULL;
    uint32_t residues[4];
    mpz_t value;
    mpz_ptr pointer = value;

    (void)state;
    mpz_init(value);
    assert_int_equal(clm_product_tree_create(&error, &tree, primes, 4, 1, NULL), CLMODP_OK);
    for (int v = -104; v <= 105; v++) {
        for (size_t i = 0; i < 4; i++)
            residues[i] = (uint32_t)((v + 210) % (int)primes[i]);
        assert_int_equal(clm_crt_tree(&error, tree, &pointer, 1, residues, 1, 1, NULL), CLMODP_OK);
        assert_int_equal(mpz_get_si(value), v);
    }
    clm_product_tree_destroy(tree);
    mpz_clear(value);
}

/* A previous long value is overwritten, and unreduced words represent their class. */
static void reuse(void **state)
{
    static const uint32_t primes[] = {2147483647, 101};
    clm_error error = {CLMODP_OK, ""};
    clm_product_tree *tree = NULL;
    uint32_t residues[2] = {2147483647u + 5, 4294967295u - 4294967295u % 101 + 5 - 101};
    mpz_t value;
    mpz_ptr pointer = value;

    (void)state;
    mpz_init(value);
    mpz_setbit(value, 5000);
    assert_int_equal(clm_product_tree_create(&error, &tree, primes, 2, 1, NULL), CLMODP_OK);
    assert_int_equal(clm_crt_tree(&error, tree, &pointer, 1, residues, 1, 1, NULL), CLMODP_OK);
    assert_int_equal(mpz_cmp_ui(value, 5), 0);
    assert_int_equal(clm_crt_tree(&error, tree, &pointer, 0, NULL, 0, 1, NULL), CLMODP_OK);
    clm_product_tree_destroy(tree);
    mpz_clear(value);
}

static void refusals(void **state)
{
    static const uint32_t twice[] = {7, 5, 7}, small[] = {3, 1}, large[] = {2147483648u};
    static const uint32_t fine[] = {3, 5};
    uint32_t far[80];
    clm_error error = {CLMODP_OK, ""};
    clm_product_tree *tree = NULL;
    mpz_ptr none[3] = {NULL, NULL, NULL};

    (void)state;
    assert_int_equal(clm_product_tree_create(&error, &tree, fine, 0, 1, NULL), CLMODP_INVALID);
    assert_int_equal(clm_product_tree_create(&error, &tree, fine, SIZE_MAX / 4, 1, NULL),
                     CLMODP_LIMIT);
    assert_int_equal(clm_product_tree_create(&error, &tree, twice, 3, 1, NULL), CLMODP_INVALID);
    assert_int_equal(clm_product_tree_create(&error, &tree, small, 2, 1, NULL), CLMODP_INVALID);
    assert_int_equal(clm_product_tree_create(&error, &tree, large, 1, 1, NULL), CLMODP_INVALID);
    assert_true(strlen(error.message) > 0);

    /* One prime occurs in different leaves. */
    for (uint32_t i = 0, candidate = 1000; i < 80; candidate++)
        if (is_prime(candidate))
            far[i++] = candidate;
    far[79] = far[0];
    assert_int_equal(clm_product_tree_create(&error, &tree, far, 80, 1, NULL), CLMODP_INVALID);
    assert_null(tree);

    assert_int_equal(clm_product_tree_create(&error, &tree, fine, 2, 1, NULL), CLMODP_OK);
    assert_int_equal(clm_crt_tree(&error, tree, none, 3, fine, 2, 1, NULL), CLMODP_INVALID);
    assert_int_equal(clm_crt_tree(&error, tree, none, 3, fine, SIZE_MAX / 4, 1, NULL),
                     CLMODP_LIMIT);
    clm_product_tree_destroy(tree);
    clm_product_tree_destroy(NULL);
}

TESTS(cmocka_unit_test(edges), cmocka_unit_test(random_values), cmocka_unit_test(small_primes),
      cmocka_unit_test(reuse), cmocka_unit_test(refusals));

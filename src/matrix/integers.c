/* Determinants of matrices of integers, from a divisor of their largest invariant factor.
 *
 * Let v be a random vector of zeros and ones, and s the sum of random components of the solution
 * of A x = v. The denominator of s divides the largest invariant factor of A, and is rarely much
 * smaller; this factor divides the determinant, and for most matrices is nearly all of it.
 *
 * Each thread computes s modulo a power of another prime. Hadamard's inequality, for A with a
 * column replaced by v, bounds the numerator of s, so that s follows from its value modulo the
 * product of these powers. The quotient of the determinant by the denominator d follows from
 * images modulo these and further primes, whose product exceeds twice Hadamard's bound over d. */
#include "matrix/integers.h"

#include <stdlib.h>

#include "arith/prime.h"
#include "core/memory.h"
#include "core/random.h"
#include "core/size.h"
#include "matrix/fraction.h"
#include "matrix/padic.h"
#include "opencl/buffer.h"
#include "opencl/queue.h"
#include "polynomials/zx.h"
#include "polynomials/zxy.h"

/* Primes are greater than 2^60. */
#define BITS_OF_PRIME 60

/* The other invariant factors may have 1 / PART of the determinant's bits in primes: else engines
 * take less time. */
enum { PART = 150 };

/* Entries times bits of the determinant from which several threads pay. */
#define THREADED 5e6

typedef struct search {
    clmodp_context *context;
    const clmodp_zxy *a;
    size_t n;
    clm_digits integers;   /* A, or its transpose if the rows' bound is smaller */
    bool transposed;
    size_t longest;        /* bits of an integer */
    size_t bits;           /* of Hadamard's bound on the determinant */
    size_t threads;
    size_t primes, powers; /* the most primes, and the first ones, whose powers are used */
    size_t digits;         /* of a solution: the exponent of these powers */
    uint64_t *prime, *image;
    size_t first;          /* prime of the first work */
    mpz_t *value;          /* of s, modulo the powers */
    unsigned char *choice; /* of v and s, as for clm_padic_solve */
    bool singular;         /* the determinant is proved to be 0 */
    clm_poller *watch;
} search;

bool clm_integer_determinant_suits(size_t n, size_t bits, size_t entries)
{
    const size_t least = bits < 30 ? 17 - bits / 10 : bits < 130 ? 14 : 14 + (bits - 130) / 4;

    return n >= least && entries >= n * n / 4;
}

/* Sets the product of the squares of the norms of all rows or, by columns, of all columns. */
static clmodp_status multiply_norms(mpz_t product, const search *s, bool columns)
{
    clmodp_status st = CLMODP_OK;
    mpz_t *norm;

    NEW(&s->context->error, norm, s->n);
    for (size_t k = 0; k < s->n; k++)
        mpz_init(norm[k]);
    for (size_t k = 0; k < s->a->length; k++) {
        const clm_term *term = &s->a->term[k];

        mpz_addmul(norm[columns ? term->j % s->n : term->j / s->n], term->c, term->c);
    }
    mpz_set_ui(product, 1);
    for (size_t k = 0; k < s->n; k++) {
        mpz_mul(product, product, norm[k]);
        mpz_clear(norm[k]);
    }
    free(norm);
done:
    return st;
}

/* Bounds the determinant, and chooses primes. */
static clmodp_status bound(search *s)
{
    clmodp_status st = CLMODP_OK;
    const size_t n_bits = clm_size_bits(s->n);
    mpz_t rows, columns;

    mpz_inits(rows, columns, NULL);
    TRY(multiply_norms(rows, s, false));
    TRY(multiply_norms(columns, s, true));
    s->transposed = mpz_cmp(rows, columns) < 0;
    s->bits = (mpz_sizeinbase(s->transposed ? rows : columns, 2) + 1) / 2;
    s->threads = s->context->threads;
    if ((double)s->n * (double)s->n * (double)s->bits < THREADED)
        s->threads = 1;
    s->powers = s->threads;
    s->digits = clm_div_up(2 * s->bits + 2 * n_bits + 1, BITS_OF_PRIME * s->powers) + 1;
done:
    mpz_clears(rows, columns, NULL);
    return st;
}

/* Tests whether the limits suffice. */
static bool fits(const search *s, uint64_t max_result)
{
    const size_t n = s->n, words = clm_digits_words(n, s->longest) + s->powers;

    return s->bits / 8 < max_result &&
           clm_size_times(2 * n * n, words) < clm_memory_left(s->context) / sizeof(uint64_t);
}

/* Sets the entries. */
static clmodp_status read_integers(search *s)
{
    clmodp_status st = CLMODP_OK;

    TRY(clm_digits_create(&s->context->error, &s->integers, s->n, s->n, s->longest));
    for (size_t k = 0; k < s->a->length; k++) {
        const clm_term *term = &s->a->term[k];
        const size_t i = term->j / s->n, j = term->j % s->n;

        clm_digits_set(&s->integers, s->transposed ? j : i, s->transposed ? i : j, term->c);
    }
done:
    return st;
}

/* Eliminates modulo a prime and, if it is one of the first ones, solves modulo its power; or
 * proves that the matrix is singular, if its determinant is 0 modulo the prime. */
static clmodp_status work(void *argument, size_t item, size_t thread)
{
    clmodp_status st = CLMODP_OK;
    search *s = argument;
    const size_t index = s->first + item;
    clm_padic padic = {.lu = NULL};
    uint64_t *digits = NULL;

    (void)thread;
    TRY(clm_padic_create(NULL, &padic, &s->integers, s->prime[index], s->watch));
    s->image[index] = clm_mont64_from(padic.found.determinant, &padic.field);
    if (index >= s->powers)
        goto done;
    if (s->image[index] == 0) {
        if (index == 0)
            TRY(clm_padic_vanishes(NULL, &s->singular, &padic, s->bits / BITS_OF_PRIME + 1, 0));
        goto done;
    }
    NEW(NULL, digits, 2 * s->digits);
    TRY(clm_padic_solve(NULL, &padic, digits, s->digits, s->choice));
    for (size_t k = s->digits; k-- > 0;) {
        mpz_t digit;

        mpz_roinit_n(digit, (mp_limb_t *)digits + 2 * k, 2);
        mpz_mul_ui(s->value[index], s->value[index], padic.field.p);
        mpz_add(s->value[index], s->value[index], digit);
    }
done:
    free(digits);
    clm_padic_destroy(&padic);
    return st;
}

/* Sets x, known modulo m, to its value modulo m p^count that is `image` modulo p^count, and m to
 * m p^count. Returns false if m and p have a common factor. */
static bool combine(mpz_t x, mpz_t m, mpz_srcptr image, uint64_t p, size_t count)
{
    mpz_t power, t;
    bool done;

    mpz_inits(power, t, NULL);
    mpz_ui_pow_ui(power, p, count);
    done = mpz_invert(t, m, power) != 0;
    if (done) {
        mpz_sub(power, image, x);
        mpz_mul(t, t, power);
        mpz_ui_pow_ui(power, p, count);
        mpz_mod(t, t, power);
        mpz_addmul(x, m, t);
        mpz_mul(m, m, power);
    }
    mpz_clears(power, t, NULL);
    return done;
}

/* Finds images modulo `count` primes from `first` on, and solutions modulo the powers of
 * the first ones. */
static clmodp_status find_images(search *s, size_t first, size_t count)
{
    clmodp_context *const ctx = s->context;
    clm_poller watch = CLM_PROGRESS_POLLER(ctx, 0.0);
    clmodp_status st;

    (void)clm_primes_descending(s->prime, first + count, CLM_PADIC_BELOW - 1,
                                (uint64_t)1 << BITS_OF_PRIME);
    s->first = first;
    s->watch = ctx->call->progress != NULL ? &watch : NULL;
    st = clm_parallel_watched(count, s->threads, work, s, s->watch);
    if (st == CLMODP_HOST_MEMORY)
        return clm_fail(&ctx->error, st, "no memory for a matrix of %zu rows", s->n);
    return st;
}

/* Sets d to a divisor of the determinant; to 0 if a prime divides it. */
static clmodp_status find_divisor(search *s, mpz_t d)
{
    clmodp_status st = CLMODP_OK;
    mpz_t x, m;

    mpz_init(x);
    mpz_init_set_ui(m, 1);
    TRY(find_images(s, 0, s->powers));
    mpz_set_ui(d, 0);
    for (size_t k = 0; k < s->powers; k++)
        if (s->image[k] == 0 || !combine(x, m, s->value[k], s->prime[k], s->digits))
            goto done;
    clm_find_denominator(d, x, m, s->bits + 2 * clm_size_bits(s->n));
done:
    mpz_clears(x, m, NULL);
    return st;
}

/* Sets d to the determinant, from the images and a divisor, which the primes do not divide. */
static clmodp_status combine_images(search *s, mpz_t d, size_t count)
{
    clmodp_status st = CLMODP_OK;
    mpz_t x, m, t;

    mpz_inits(x, t, NULL);
    mpz_init_set_ui(m, 1);
    for (size_t k = 0; k < count; k++) {
        const clm_mont64 field = clm_mont64_of(s->prime[k]);
        const uint64_t inverse =
            clm_mont64_inv(clm_mont64_to(mpz_fdiv_ui(d, field.p), &field), &field);

        mpz_set_ui(t, clm_mont64_mul(s->image[k], inverse, &field));
        (void)combine(x, m, t, field.p, 1);
    }
    mpz_mul_2exp(t, x, 1);
    if (mpz_cmp(t, m) > 0)
        mpz_sub(x, x, m);
    mpz_mul(d, d, x);
    if (mpz_fdiv_ui(d, s->prime[count]) != s->image[count])
        st = clm_fail(&s->context->error, CLMODP_CORRUPT,
                      "a determinant is wrong modulo %llu: the machine or its memory is faulty; "
                      "try again", (unsigned long long)s->prime[count]);
    mpz_clears(x, m, t, NULL);
    return st;
}

/* Sets d to the determinant and *done, unless other ways are faster. */
static clmodp_status find(search *s, bool *done, mpz_t d)
{
    clmodp_status st = CLMODP_OK;
    clm_random random = {s->n};
    size_t needed;

    for (size_t k = 0; k < s->n; k++)
        s->choice[k] = (unsigned char)(clm_random_next(&random) >> 62);
    TRY(find_divisor(s, d));
    *done = s->singular;
    if (mpz_sgn(d) == 0)
        goto done;
    needed = clm_div_up(s->bits + 3 - clm_size_min(mpz_sizeinbase(d, 2), s->bits), BITS_OF_PRIME);
    needed = clm_size_max(needed, s->powers);
    if (needed >= s->primes)
        goto done;
    TRY(find_images(s, s->powers, needed + 1 - s->powers));
    for (size_t k = s->powers; k < needed; k++)
        if (mpz_fdiv_ui(d, s->prime[k]) == 0)
            goto done;
    TRY(combine_images(s, d, needed));
    *done = true;
done:
    return st;
}

clmodp_status clm_integer_determinant(clmodp_context *ctx, bool *done, clmodp_zx *r,
                                      const clmodp_zxy *a, size_t n, uint64_t max_result)
{
    clmodp_status st = CLMODP_OK;
    search s = {.context = ctx, .a = a, .n = n};
    mpz_t *coeff, d;

    *done = false;
    if (clmodp_zxy_degree_x(a) > 0)
        return CLMODP_OK;
    for (size_t k = 0; k < a->length; k++)
        s.longest = clm_size_max(s.longest, mpz_sizeinbase(a->term[k].c, 2));
    if (!clm_integer_determinant_suits(n, s.longest, a->length))
        return CLMODP_OK;
    mpz_init(d);
    TRY(bound(&s));
    if (!fits(&s, max_result))
        goto done;
    TRY(read_integers(&s));
    s.primes = s.powers + s.bits / PART + 2;
    NEW(&ctx->error, s.prime, 2 * s.primes);
    s.image = s.prime + s.primes;
    NEW(&ctx->error, s.choice, n);
    NEW(&ctx->error, s.value, s.powers);
    for (size_t k = 0; k < s.powers; k++)
        mpz_init(s.value[k]);
    TRY(find(&s, done, d));
    if (*done) {
        TRY(clm_zx_resize(r, &coeff, 1));
        mpz_swap(coeff[0], d);
        clm_zx_trim(r);
    }
done:
    for (size_t k = 0; s.value != NULL && k < s.powers; k++)
        mpz_clear(s.value[k]);
    free(s.value);
    free(s.choice);
    free(s.prime);
    clm_digits_destroy(&s.integers);
    mpz_clear(d);
    return st;
}

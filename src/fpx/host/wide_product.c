/* Products of polynomials with residues of 64 bits: schoolbook, Karatsuba's algorithm, or
 * transforms modulo primes near 2^27 and the Chinese remainder theorem. */
#include "fpx/host/wide.h"

#include <string.h>

#include "core/memory.h"
#include "core/size.h"
#include "fpx/host/product.h"
#include "fpx/host/transform.h"

/* The fewest coefficients of the shorter factor for Karatsuba's algorithm. */
#define SPLIT 64

/* The fewest primes of transforms; the most coefficients of the shorter factor without them. */
enum { LEAST_PRIMES = 3, MOST_SHORT = 576 };

/* weights[n][k]: the inverse of P / p_k modulo p_k, for the product P of n lazy primes. */
static const uint32_t weights[][CLM_LAZY_PRIMES] = {
    [LEAST_PRIMES] = {71188477, 141525361, 70401685},
    {43296232, 140099761, 24417778, 73728888},
    {50513725, 102191761, 50896539, 21685453, 55206605},
    {68232387, 117298805, 47584492, 61843867, 90278650, 32357195}};

/* ---- schoolbook and Karatsuba's algorithm: the second factor is in Montgomery form ---- */

/* Returns the sum of a[i] b[-i], i < count, modulo p 2^64, below 2 p 2^64. Eight products are
 * below that, so that no sum exceeds 2^128. */
static inline clm_u128 sum_of_products(const uint64_t *a, const uint64_t *b, size_t count,
                                       const clm_mont64 *f)
{
    clm_u128 sum = 0;

    for (; count >= 8; count -= 8, a += 8, b -= 8) {
        for (size_t i = 0; i < 8; i += 4) {
            const uint64_t *const x = a + i, *const y = b - i;

            sum += (clm_u128)x[0] * y[0];
            sum += (clm_u128)x[1] * *(y - 1);
            sum += (clm_u128)x[2] * *(y - 2);
            sum += (clm_u128)x[3] * *(y - 3);
        }
        sum = clm_u128_fold(sum, 2 * f->p);
    }
    for (size_t i = 0; i < count; i++, b--)
        sum += (clm_u128)a[i] * *b;
    return clm_u128_fold(sum, 2 * f->p);
}

uint64_t clm_wide_convolve(const uint64_t *a, const uint64_t *b, size_t count,
                           const clm_mont64 *f)
{
    return clm_mont64_reduce(clm_u128_fold(sum_of_products(a, b, count, f), f->p), f);
}

/* product := coefficients of a square, times 2^-64; its products are computed once.
 * In: b  a in Montgomery form */
static void square_terms(uint64_t *product, clm_wide_poly a, const uint64_t *b, size_t low,
                         size_t count, const clm_mont64 *f)
{
    for (size_t k = low; k < low + count; k++) {
        const size_t first = k < a.count ? 0 : k - a.count + 1, half = (k + 1) / 2;
        clm_u128 sum = 0;

        if (first < half)
            sum = 2 * sum_of_products(a.c + first, b + (k - first), half - first, f);
        sum = clm_u128_fold(sum, 2 * f->p);
        if (k % 2 == 0 && k / 2 < a.count)
            sum += (clm_u128)a.c[k / 2] * b[k / 2]; /* at most 3 p 2^64 */
        sum = clm_u128_fold(clm_u128_fold(sum, 2 * f->p), f->p);
        product[k - low] = clm_mont64_reduce(sum, f);
    }
}

void clm_wide_product_terms(uint64_t *product, clm_wide_poly a, clm_wide_poly b, size_t low,
                            size_t count, const clm_mont64 *f)
{
    for (size_t k = low; k < low + count; k++) {
        const size_t first = k < b.count ? 0 : k - b.count + 1;
        const size_t end = clm_size_min(k + 1, a.count);

        product[k - low] =
            first < end ? clm_wide_convolve(a.c + first, b.c + (k - first), end - first, f) : 0;
    }
}

/* to[i] := a[i] + b[i], with zeros after the `count` of b. */
static void add(uint64_t *to, const uint64_t *a, size_t length, const uint64_t *b, size_t count,
                const clm_mont64 *f)
{
    for (size_t i = 0; i < count; i++)
        to[i] = clm_mont64_add(a[i], b[i], f);
    if (count < length)
        memcpy(to + count, a + count, (length - count) * sizeof *to);
}

/* product[0 .. 2 n - 2] := a b, n coefficients each. work: 4 n + 256 words.
 * Source: [Gathen, Gerhard 2013, 8.1] */
static void karatsuba(uint64_t *product, const uint64_t *a, const uint64_t *b, size_t n,
                      uint64_t *work, const clm_mont64 *f)
{
    const size_t half = clm_div_up(n, 2), rest = n - half;
    uint64_t *const middle = work + 2 * half, *const high = product + 2 * half;

    if (n < SPLIT) {
        clm_wide_product_terms(product, (clm_wide_poly){a, n}, (clm_wide_poly){b, n}, 0, 2 * n - 1,
                               f);
        return;
    }
    add(work, a, half, a + half, rest, f);
    add(work + half, b, half, b + half, rest, f);
    karatsuba(middle, work, work + half, half, work + 4 * half, f);
    karatsuba(product, a, b, half, work + 4 * half, f);
    product[2 * half - 1] = 0;
    karatsuba(high, a + half, b + half, rest, work + 4 * half, f);
    for (size_t i = 0; i < 2 * half - 1; i++)
        middle[i] = clm_mont64_sub(clm_mont64_sub(middle[i], product[i], f),
                                   i < 2 * rest - 1 ? high[i] : 0, f);
    for (size_t i = 0; i < 2 * half - 1; i++)
        product[half + i] = clm_mont64_add(product[half + i], middle[i], f);
}

/* product := a b. Pre: a is not shorter than b */
static clmodp_status multiply_split(clm_error *error, uint64_t *product, clm_wide_poly a,
                                    clm_wide_poly b, const clm_mont64 *f)
{
    clmodp_status st = CLMODP_OK;
    const size_t m = b.count;
    uint64_t *work;

    NEW(error, work, 6 * m + 256);
    memset(product, 0, (a.count + m - 1) * sizeof *product);
    for (size_t at = 0; at < a.count; at += m) {
        const size_t count = clm_size_min(m, a.count - at);

        if (count == m)
            karatsuba(work, a.c + at, b.c, m, work + 2 * m, f);
        else
            clm_wide_product_terms(work, (clm_wide_poly){a.c + at, count}, b, 0, count + m - 1, f);
        add(product + at, work, count + m - 1, product + at, count + m - 1, f);
    }
done:
    free(work);
    return st;
}

/* ---- schoolbook by vectors, for halves of 28 bits ---- */

enum { HALF = 28, MOST_BITS = 55, LEAST_VECTOR = 20, LEAST_LANES = 8 };

static uint64_t halves_of(uint64_t c)
{
    return (c & ((UINT64_C(1) << HALF) - 1)) | c >> HALF << 32;
}

/* Sums of 255 products of halves are below 2^64. The second factor is in Montgomery form.
 * Pre: a is not shorter than b, and vectors apply */
static clmodp_status multiply_by_vectors(clm_error *error, uint64_t *product, clm_wide_poly a,
                                         clm_wide_poly b, size_t low, size_t count,
                                         const clm_mont64 *f)
{
    clmodp_status st = CLMODP_OK;
    const clm_transform_functions *const vectors = clm_transforms(clm_vector_level_best());
    const size_t lanes = vectors->lanes, room = count + lanes;
    uint64_t *of_a = NULL, *of_b, *sums;

    NEW(error, of_a, a.count + (b.count + 2 * lanes) + 3 * room);
    of_b = of_a + a.count + lanes;
    sums = of_b + b.count + lanes;
    for (size_t i = 0; i < a.count; i++)
        of_a[i] = halves_of(a.c[i]);
    for (size_t i = 0; i < b.count; i++)
        of_b[i] = halves_of(clm_mont64_to(b.c[i], f));
    vectors->convolve_halves(sums, sums + room, sums + 2 * room, of_a, a.count, of_b, b.count, low,
                             count);
    for (size_t k = 0; k < count; k++)
        product[k] = clm_mont64_reduce(sums[k] + ((clm_u128)sums[room + k] << HALF) +
                                           ((clm_u128)sums[2 * room + k] << 2 * HALF),
                                       f);
done:
    free(of_a);
    return st;
}

/* ---- transforms ---- */

/* Returns the number of lazy primes whose product exceeds twice the absolute value of sums of n
 * products of balanced residues. */
static size_t primes_for(size_t n, const clm_mont64 *f)
{
    const double least = 0.501 * (double)n * (double)f->p * (double)f->p;
    double product = (double)clm_lazy_primes[0] * clm_lazy_primes[1] * clm_lazy_primes[2];
    size_t k = LEAST_PRIMES;

    for (; k < CLM_LAZY_PRIMES && product < least; k++)
        product *= clm_lazy_primes[k];
    return k;
}

static clm_wide_crt crt_of(size_t count, const clm_mont64 *f)
{
    const uint64_t mask = (UINT64_C(1) << 31) - 1;
    clm_wide_crt c = {.primes = count};
    uint64_t below = f->one, above[CLM_LAZY_PRIMES], minus;

    above[count - 1] = f->one; /* products of the later primes, Montgomery form */
    for (size_t k = count - 1; k > 0; k--)
        above[k - 1] = clm_mont64_mul(above[k], clm_mont64_to(clm_lazy_primes[k], f), f);
    for (size_t k = 0; k < count; k++) {
        const uint64_t p = clm_lazy_primes[k], cofactor = clm_mont64_mul(below, above[k], f);

        c.of[k].p = p;
        c.of[k].weight = weights[count][k];
        c.of[k].quotient = (c.of[k].weight << 32) / p;
        c.of[k].inverse = (UINT64_C(1) << 58) / p;
        c.of[k].low = cofactor & mask;
        c.of[k].high = cofactor >> 31;
        below = clm_mont64_mul(below, clm_mont64_to(p, f), f);
    }
    minus = clm_mont64_neg(below, f);
    c.low = minus & mask;
    c.high = minus >> 31;
    return c;
}

/* Coefficients of each task that combines images. */
#define CHUNK ((size_t)2048)

/* Fewer coefficients of a result are computed on one thread. */
#define THREADS_COUNT ((size_t)1 << 14)

enum { MOST_FACTORS = 8, MOST_RESULTS = 4 };

/* A product of matrices by its images modulo lazy primes; the threads share the primes. */
typedef struct images {
    const clm_transform_functions *vectors;
    const clm_mont64 *field;
    clm_wide_poly factors[MOST_FACTORS];
    clm_host_matrices shape;
    size_t results, low, count, periods[CLM_LAZY_PRIMES];
    bool wrapped;
    clm_wide_crt crt;
    uint64_t *const *out;
    uint32_t *words, *residues; /* of each thread; [primes][results] images */
    size_t inputs, room;        /* words of a thread for all factors, and for products */
    size_t stride;              /* words from one image to the next */
    size_t threads;             /* for each image */
    const clm_poller *watch;
    clm_error errors[CLM_LAZY_PRIMES];
} images;

static clmodp_status make_image(void *argument, size_t k, size_t thread)
{
    clmodp_status st = CLMODP_OK;
    images *s = argument;
    const clm_modulus m = clm_modulus_of(clm_lazy_primes[k]);
    const fp_field f = clm_field(m.p);
    uint32_t *to = s->words + thread * (s->inputs + s->room), *out[MOST_RESULTS];
    const clm_product_memory memory = {to + s->inputs, s->room};
    const size_t left = s->shape.rows * s->shape.inner;
    clm_host_matrices matrices = s->shape;
    clm_host_poly narrow[MOST_FACTORS];

    for (size_t i = 0; i < left + s->shape.inner * s->shape.columns; i++) {
        const clm_wide_poly a = s->factors[i];

        if (i > 0 && a.c == s->factors[0].c && a.count == s->factors[0].count) {
            narrow[i] = narrow[0];
            continue;
        }
        s->vectors->reduce_wide(to, a.c, a.count, s->field->p, &f);
        narrow[i] = (clm_host_poly){to, a.count};
        to += a.count;
    }
    for (size_t i = 0; i < s->results; i++)
        out[i] = s->residues + (k * s->results + i) * s->stride;
    matrices.a = narrow;
    matrices.b = narrow + left;
    matrices.memory = &memory;
    matrices.period = s->wrapped ? &s->periods[k] : NULL;
    if (s->wrapped || s->results > 1 || s->shape.inner > 1)
        TRY(clm_host_combine(&s->errors[k], out, s->count, &matrices, &m, s->threads, s->watch));
    else
        TRY(clm_host_product_in(&memory, &s->errors[k], out[0], narrow[0], narrow[1], s->low,
                                s->count, &m, s->threads, s->watch));
done:
    return st;
}

static clmodp_status combine_chunk(void *argument, size_t index, size_t thread)
{
    enum { BLOCK = 256, VECTOR = 16 };
    const images *s = argument;
    const size_t chunks = clm_div_up(s->count, CHUNK), i = index / chunks;
    const size_t first = index % chunks * CHUNK, end = clm_size_min(first + CHUNK, s->count);
    uint64_t low[BLOCK + VECTOR], high[BLOCK + VECTOR], *const to = s->out[i];

    (void)thread;
    for (size_t at = first; at < end; at += BLOCK) {
        const size_t count = clm_size_min(BLOCK, end - at);

        s->vectors->join_wide(low, high, &s->crt, s->residues + i * s->stride + at,
                              s->results * s->stride, count);
        for (size_t n = 0; n < count; n++)
            to[at + n] = clm_mont64_reduce(((clm_u128)high[n] << 31) + low[n], s->field);
    }
    return clm_poller_check(s->watch);
}

static size_t longest_of(const clm_wide_poly *list, size_t count)
{
    size_t most = 0;

    for (size_t k = 0; k < count; k++)
        most = clm_size_max(most, list[k].count);
    return most;
}

/* Computes the results of `s`, sums of at most `terms` products. All memory is one block, which a
 * C library keeps for the next call rather than return it to the system (subproducts.c). */
static clmodp_status run_images(clm_error *error, images *s, size_t terms, size_t threads)
{
    clmodp_status st = CLMODP_OK;
    const size_t factors = s->shape.inner * (s->shape.rows + s->shape.columns);
    const size_t primes = primes_for(terms, s->field);
    size_t outer, words;

    s->vectors = clm_transforms(clm_vector_level_best());
    s->results = s->shape.rows * s->shape.columns;
    s->crt = crt_of(primes, s->field);
    threads = s->count < THREADS_COUNT ? 1 : threads;
    outer = clm_size_min(threads, primes);
    s->threads = threads / outer;
    s->inputs = 0;
    for (size_t i = 0; i < factors; i++)
        s->inputs += s->factors[i].count;
    s->room = clm_product_memory_words(
        longest_of(s->factors, s->shape.rows * s->shape.inner),
        longest_of(s->factors + s->shape.rows * s->shape.inner, s->shape.inner * s->shape.columns),
        &s->shape);
    s->stride = clm_round_up(s->count, 16);
    words = outer * (s->inputs + s->room) + primes * s->results * s->stride + 16;
    s->words = clm_reallocate(NULL, words, sizeof *s->words);
    if (s->words == NULL)
        return clm_out_of_memory(error, words, sizeof *s->words);
    s->residues = s->words + outer * (s->inputs + s->room);
    for (size_t k = 0; k < primes; k++)
        clm_error_clear(&s->errors[k]);
    st = clm_parallel_for(primes, outer, make_image, s);
    for (size_t k = 0; k < primes && st != CLMODP_OK; k++)
        if (s->errors[k].status == st)
            *error = s->errors[k];
    TRY(st);
    TRY(clm_parallel_for(s->results * clm_div_up(s->count, CHUNK), threads, combine_chunk, s));
done:
    free(s->words);
    return st;
}

/* Sets the shape and factors of a product of matrices. */
static void set_factors(images *s, const clm_wide_matrices *of, const clm_mont64 *f,
                        const clm_poller *watch)
{
    const size_t left = of->rows * of->inner, right = of->inner * of->columns;

    s->shape = (clm_host_matrices){.rows = of->rows, .inner = of->inner, .columns = of->columns};
    for (size_t i = 0; i < left; i++)
        s->factors[i] = of->a[i];
    for (size_t i = 0; i < right; i++)
        s->factors[left + i] = of->b[i];
    s->field = f;
    s->watch = watch;
    s->low = 0;
    s->wrapped = of->period != NULL;
}

/* Returns the most terms of a coefficient of a product modulo y^N - 1, N >= count. */
static size_t wrapped_terms(size_t n, size_t m, size_t count)
{
    const size_t longer = clm_size_max(n, m), shorter = clm_size_min(n, m);

    return clm_size_min(longer, clm_size_times(shorter, clm_div_up(longer, count)));
}

/* ---- the choice ---- */

/* Pre: a is not shorter than b, of at most MOST_SHORT coefficients. */
static clmodp_status multiply_short(clm_error *error, uint64_t *product, clm_wide_poly a,
                                    clm_wide_poly b, size_t low, size_t count, const clm_mont64 *f)
{
    clmodp_status st = CLMODP_OK;
    const size_t full = b.count > 0 ? a.count + b.count - 1 : 0;
    const bool square = a.c == b.c && a.count == b.count;
    uint64_t by[MOST_SHORT], *all = NULL;

    for (size_t k = 0; k < b.count; k++)
        by[k] = clm_mont64_to(b.c[k], f);
    b.c = by;
    if (square && b.count < 2 * SPLIT) {
        square_terms(product, a, by, low, count, f);
    } else if (b.count < SPLIT || count < full / 3 * 2 || low + count > full) {
        clm_wide_product_terms(product, a, b, low, count, f);
    } else if (count == full) {
        TRY(multiply_split(error, product, a, b, f));
    } else {
        NEW(error, all, full);
        TRY(multiply_split(error, all, a, b, f));
        memcpy(product, all + low, count * sizeof *product);
    }
done:
    free(all);
    return st;
}

/* Tests whether a product is computed by vectors of halves. Transforms take less time for longer
 * factors, products of words than by vectors of 128 bits. */
static bool vectors_apply(size_t shorter, const clm_mont64 *f)
{
    const size_t lanes = clm_transforms(clm_vector_level_best())->lanes;

    return f->p >> MOST_BITS == 0 && shorter >= LEAST_VECTOR && lanes >= LEAST_LANES &&
           shorter <= (lanes >= 16 ? 52 + 20 * primes_for(shorter, f) : 112);
}

/* Tests whether a product is computed by transforms. */
static bool is_long(size_t shorter, const clm_mont64 *f)
{
    if (shorter < SPLIT / 2)
        return false;
    const size_t lanes = clm_transforms(clm_vector_level_best())->lanes;
    const size_t most = 32 + 8 * clm_size_min(primes_for(shorter, f), 5);

    return !vectors_apply(shorter, f) && shorter > (lanes >= 16  ? most
                                                    : lanes >= 8 ? most / 2 * 3
                                                                 : MOST_SHORT);
}

clmodp_status clm_wide_product(clm_error *error, uint64_t *product, clm_wide_poly a,
                               clm_wide_poly b, size_t low, size_t count, const clm_mont64 *f,
                               size_t threads, const clm_poller *watch)
{
    const clm_wide_poly longer = a.count < b.count ? b : a, shorter = a.count < b.count ? a : b;

    if (is_long(shorter.count, f)) {
        images s;

        set_factors(&s, &(clm_wide_matrices){&a, &b, 1, 1, 1, NULL}, f, watch);
        s.low = low;
        s.count = count;
        s.out = &product;
        return run_images(error, &s, shorter.count, threads);
    }
    if (vectors_apply(shorter.count, f))
        return multiply_by_vectors(error, product, longer, shorter, low, count, f);
    if (clm_poller_stopped(watch))
        return CLMODP_CANCELLED;
    return multiply_short(error, product, longer, shorter, low, count, f);
}

clmodp_status clm_wide_combine(clm_error *error, uint64_t *const *out, size_t count,
                               const clm_wide_matrices *of, const clm_mont64 *f, size_t threads,
                               const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    const size_t n = longest_of(of->a, of->rows * of->inner);
    const size_t m = longest_of(of->b, of->inner * of->columns);
    uint64_t *one = NULL;
    images s;

    if (is_long(clm_size_min(n, m), f)) {
        set_factors(&s, of, f, watch);
        s.count = count;
        s.out = out;
        TRY(run_images(error, &s, of->inner * wrapped_terms(n, m, count), threads));
        if (of->period != NULL)
            *of->period = s.periods[0]; /* depends on lengths alone */
        goto done;
    }
    if (of->period != NULL)
        *of->period = n + m;
    if (of->inner > 1)
        NEW(error, one, count);
    for (size_t i = 0; i < of->rows * of->columns; i++)
        for (size_t j = 0; j < of->inner; j++) {
            const clm_wide_poly a = of->a[i / of->columns * of->inner + j];
            const clm_wide_poly b = of->b[j * of->columns + i % of->columns];

            TRY(clm_wide_product(error, j == 0 ? out[i] : one, a, b, 0, count, f, 1, watch));
            if (j > 0)
                add(out[i], out[i], count, one, count, f);
        }
done:
    free(one);
    return st;
}

/* Plans of products on the host, and their costs. */
#include "fpx/host/product_plan.h"

#include "core/size.h"
#include "fpx/host/product.h"

/* The most coefficients of the shorter factor for schoolbook, and if p is a lazy prime. */
#define SHORT CLM_CONVOLVE_SHORTER
#define SHORT_LAZY 47
/* The time of transforms that are not lazy, relative to those that are. */
#define STRICT 1.25
/* Words of all transforms that stay in caches; FAR_WORDS more take twice as long. */
#define CACHED_WORDS 524288.0
#define FAR_WORDS 4194304.0
/* Words of the transforms of one factor for which quarters are faster, on threads and on one. */
#define THREADS_WORDS ((size_t)1 << 17)
#define QUARTERS_WORDS ((size_t)1 << 20)

const uint32_t clm_lazy_primes[CLM_LAZY_PRIMES] = {142344193, 141557761, 140771329,
                                                   138412033, 136314881, 132120577};

/* Primes for longer transforms: p - 1 is divisible by CLM_TRANSFORM_SIZE; p < 2^30, so that three
 * digits of Garner's algorithm fit its sums. */
static const uint32_t long_primes[] = {998244353, 897581057, 754974721};

/* Returns the index of a lazy prime, or CLM_LAZY_PRIMES. They decrease. */
static size_t lazy_index(uint32_t p)
{
    size_t k = p > clm_lazy_primes[0] ? CLM_LAZY_PRIMES : 0;

    while (k < CLM_LAZY_PRIMES && clm_lazy_primes[k] != p)
        k++;
    return k;
}

size_t clm_product_most_short(uint32_t p)
{
    return lazy_index(p) < CLM_LAZY_PRIMES ? SHORT_LAZY : SHORT;
}

uint32_t clm_product_prime(const clm_product_plan *t, size_t k, uint32_t p)
{
    if (t->primes == 0)
        return p;
    return t->lazy ? clm_lazy_primes[t->first + k] : long_primes[k];
}

/* Takes primes whose product exceeds twice the absolute value of sums of `terms` products of
 * balanced residues, or p if it is a lazy one of them or faster. */
static void set_primes(clm_product_plan *t, size_t terms, uint32_t p)
{
    double rest = 1.001 * (double)terms * 0.5 * p * p;

    t->lazy = t->size <= CLM_TRANSFORM_LAZY_SIZE;
    t->primes = 1;
    t->first = lazy_index(p);
    if (t->lazy && t->first < CLM_LAZY_PRIMES)
        return;
    t->first = 0;
    for (size_t k = 0; k == 0 || rest >= 1.0; k++) {
        t->primes = k + 1;
        rest /= clm_product_prime(t, k, p);
    }
    if (t->primes > 1 && (p - 1) % t->size == 0) {
        t->primes = 0;
        t->lazy = false;
    }
}

/* Sets sizes for products of n and m coefficients. Leaves are rounded to eighths, so that the
 * tree's nodes are cut only near its root. */
static void set_sizes(clm_product_plan *t, size_t n, size_t m)
{
    t->n = n;
    t->m = m;
    t->leaves = clm_div_up(n + m - 1, t->vectors->lanes);
    t->size = 1;
    while (t->size < t->leaves)
        t->size *= 2;
    t->leaves = clm_round_up(t->leaves, t->size < 8 ? 1 : t->size / 8);
}

/* The most coefficients of both factors for which a transform is not too long. */
static size_t most_whole(const clm_transform_functions *vectors)
{
    return CLM_TRANSFORM_SIZE * vectors->lanes / 2;
}

clm_product_plan clm_product_plan_of(const clm_transform_functions *vectors, size_t n, size_t m,
                                     uint32_t p)
{
    clm_product_plan t = {.vectors = vectors};
    const size_t most = most_whole(vectors);

    m = clm_size_min(m, most);
    n = clm_size_min(n, most);
    if (n / 4 > m)
        n = clm_size_min(n, clm_size_max(3 * m, 2048));
    set_sizes(&t, n, m);
    set_primes(&t, m, p);
    return t;
}

static size_t transform_words(const clm_product_plan *t)
{
    return t->size * t->vectors->lanes * clm_size_max(t->primes, 1);
}

size_t clm_product_quarters(const clm_product_plan *t, size_t count)
{
    return count <= 3 * (t->size / 4 * t->vectors->lanes) ? 3 : 4;
}

bool clm_product_is_quartered(const clm_product_plan *t, size_t n, size_t m, uint32_t p,
                              size_t threads)
{
    return p != 2 && t->n >= n && t->m >= m && t->size >= 64 &&
           transform_words(t) >= (threads > 1 ? THREADS_WORDS : QUARTERS_WORDS);
}

/* Reduction modulo the first leaves, unlike modulo y^size - 1, depends on the prime. So wrapped
 * results and transforms modulo the primes above take all leaves, or else a truncated transform as
 * long as the product. */
size_t clm_product_plan_combined(clm_product_plan *t, size_t n, size_t k, size_t inner,
                                 size_t count, bool wrapped, uint32_t p)
{
    clm_product_plan whole = *t;

    set_sizes(t, count, 1);
    set_sizes(&whole, n, k);
    set_primes(t, clm_size_times(inner, clm_size_max(n, k)), p);
    if (t->primes > 0 || wrapped)
        t->leaves = t->size;
    if (whole.leaves >= t->leaves)
        return t->size * t->vectors->lanes;
    whole.first = t->first;
    whole.primes = t->primes;
    whole.lazy = t->lazy;
    *t = whole;
    return n + k;
}

bool clm_product_is_separate(const clm_product_plan *t, size_t n, size_t k, size_t count,
                             bool single, uint32_t p)
{
    const size_t shorter = clm_size_min(n, k);
    clm_product_plan wrapped = *t;

    if (shorter <= clm_product_most_short(p) || n + k <= count)
        return true;
    if (!single)
        return shorter > count || n + k > CLM_TRANSFORM_LAZY_SIZE;
    if (clm_size_max(count, clm_size_max(n, k)) > CLM_TRANSFORM_SIZE * t->vectors->lanes)
        return true;
    set_sizes(&wrapped, count, 1);
    return shorter > wrapped.size * t->vectors->lanes;
}

/* Costs were measured with vectors of 16 lanes. */
double clm_host_vector_slowdown(void)
{
    return (double)CLM_MOST_LANES / (double)clm_transforms(clm_vector_level_best())->lanes;
}

/* The cost of `products` products, by quarters (their number, or 0) on `threads` threads. */
static clm_amounts transforms_cost(const clm_product_plan *t, double products, size_t quarters,
                                   size_t threads)
{
    const double primes = (double)clm_size_max(t->primes, 1);
    const double times = t->lazy ? 1.0 : STRICT;
    double stages = 0, words = products * times * (double)(t->leaves * t->vectors->lanes);
    clm_amounts all = {.of = {[CLM_OP_HOST_ROOT] = (double)t->size * primes,
                              [CLM_OP_HOST_TRANSFORMS] = primes}};

    for (size_t size = 1; size < t->size; size *= 2)
        stages++;
    if (quarters > 0) {
        const size_t tasks = clm_size_max(t->primes, 1) * quarters;

        words = times * (double)(t->size / 4 * t->vectors->lanes) *
                (double)clm_div_up(tasks, clm_size_min(threads, tasks));
        all.of[CLM_OP_THREAD] = threads > 1 ? 2.0 : 0.0;
    } else {
        words *= primes;
        if (words > CACHED_WORDS)
            stages *= 1.0 + (words - CACHED_WORDS) / FAR_WORDS;
    }
    words *= clm_host_vector_slowdown();
    all.of[CLM_OP_HOST_STAGE_WORD] = 3.0 * stages * words;
    all.of[CLM_OP_HOST_LEAF_WORD] = words;
    return all;
}

clm_amounts clm_host_product_cost(size_t n, size_t m, uint32_t p, size_t threads)
{
    const size_t longer = clm_size_max(n, m), shorter = clm_size_min(n, m);
    clm_amounts all = {.of = {0}};
    clm_product_plan t;

    if (shorter <= clm_product_most_short(p)) {
        all.of[CLM_OP_HOST_SHORT_PAIR] = (double)n * (double)m * clm_host_vector_slowdown();
        return all;
    }
    t = clm_product_plan_of(clm_transforms(clm_vector_level_best()), longer, shorter, p);
    return transforms_cost(&t,
                           (double)clm_div_up(longer, t.n) * (double)clm_div_up(shorter, t.m),
                           clm_product_is_quartered(&t, longer, shorter, p, threads)
                               ? clm_product_quarters(&t, n + m - 1)
                               : 0,
                           threads);
}

clm_amounts clm_host_wrapped_cost(size_t count, size_t n, size_t m, uint32_t p, size_t threads)
{
    clm_product_plan t = {.vectors = clm_transforms(clm_vector_level_best())};

    if (clm_product_is_separate(&t, n, m, count, true, p))
        return clm_host_product_cost(clm_size_min(n, count), clm_size_min(m, count), p, threads);
    (void)clm_product_plan_combined(&t, n, m, 1, count, true, p);
    return transforms_cost(&t, 1.0,
                           clm_product_is_quartered(&t, 0, 0, p, threads)
                               ? clm_product_quarters(&t, n + m - 1)
                               : 0,
                           threads);
}

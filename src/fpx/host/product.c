/* Chooses the method of a product on the host, and the primes of its transforms. */
#include "fpx/host/product.h"

#include <string.h>

#include "core/memory.h"
#include "core/size.h"
#include "fpx/host/arithmetic.h"
#include "fpx/host/transform.h"

/* The most coefficients of the shorter factor for schoolbook, and modulo lazy primes. */
#define SHORT CLM_CONVOLVE_SHORTER
#define SHORT_LAZY 47
#define MOST_LANES 16
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

/* Elements of order CLM_TRANSFORM_LAZY_SIZE modulo these. */
static const uint32_t lazy_roots[CLM_LAZY_PRIMES] = {31558805, 106948838, 115103859,
                                                     41083760, 87091253, 13177471};

/* Primes for longer transforms: p - 1 is divisible by CLM_TRANSFORM_SIZE; p < 2^30, so that three
 * digits of Garner's algorithm fit its sums. */
static const uint32_t long_primes[] = {998244353, 897581057, 754974721};

/* The method for blocks of at most n and m coefficients, n >= m: transforms modulo p (primes = 0),
 * `primes` lazy primes from the first one on, which may be p, or as many long primes. */
typedef struct plan {
    const clm_transform_functions *vectors;
    size_t n, m;
    size_t leaves, size; /* vectors of a transform */
    size_t first, primes;
    bool lazy;
} plan;

/* Returns the index of a lazy prime, or CLM_LAZY_PRIMES. They decrease. */
static size_t lazy_index(uint32_t p)
{
    size_t k = p > clm_lazy_primes[0] ? CLM_LAZY_PRIMES : 0;

    while (k < CLM_LAZY_PRIMES && clm_lazy_primes[k] != p)
        k++;
    return k;
}

/* Returns the most coefficients of the shorter factor for products by schoolbook. */
static size_t most_short(uint32_t p)
{
    return lazy_index(p) < CLM_LAZY_PRIMES ? SHORT_LAZY : SHORT;
}

/* Returns prime k of the transforms. */
static uint32_t prime_of(const plan *t, size_t k, uint32_t p)
{
    if (t->primes == 0)
        return p;
    return t->lazy ? clm_lazy_primes[t->first + k] : long_primes[k];
}

/* Returns whether the transforms are modulo p itself. */
static bool is_exact(const plan *t, uint32_t p)
{
    return prime_of(t, 0, p) == p;
}

/* Takes primes whose product exceeds twice the absolute value of sums of `terms` products of
 * balanced residues, or p if it is a lazy one of them or faster. */
static void set_primes(plan *t, size_t terms, uint32_t p)
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
        rest /= prime_of(t, k, p);
    }
    if (t->primes > 1 && (p - 1) % t->size == 0) {
        t->primes = 0;
        t->lazy = false;
    }
}

/* Sets sizes for products of n and m coefficients. Leaves are rounded to eighths, so that the
 * tree's nodes are cut only near its root. */
static void set_sizes(plan *t, size_t n, size_t m)
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

/* Cuts longer factors into blocks: both if a transform would be too long, and one much longer than
 * the other. */
static plan plan_of(const clm_transform_functions *vectors, size_t n, size_t m, uint32_t p)
{
    plan t = {.vectors = vectors};
    const size_t most = most_whole(vectors);

    m = clm_size_min(m, most);
    n = clm_size_min(n, most);
    if (n / 4 > m)
        n = clm_size_min(n, clm_size_max(3 * m, 2048));
    set_sizes(&t, n, m);
    set_primes(&t, m, p);
    return t;
}

static size_t transform_words(const plan *t)
{
    return t->size * t->vectors->lanes * clm_size_max(t->primes, 1);
}

static clm_transform_root root_of(uint32_t word, fp_field f)
{
    return (clm_transform_root){word, word * f.pinv};
}

/* Computes the constants of transforms modulo p: root is of order t->size. */
static void set_roots(clm_transform *t, uint32_t p, uint32_t root)
{
    const fp_field f = clm_field(p);
    uint32_t powers[32], scale = f.r2;
    const uint32_t half = fp_to((p + 1) / 2, f);
    size_t depth = 0;

    t->field = f;
    t->half = root_of(half, f);
    for (size_t size = t->size; size > 1; size /= 2, root = fp_mul(root, root, f)) {
        powers[depth++] = root;
        scale = fp_mul(scale, half, f);
    }
    t->scale = root_of(scale, f);
    t->roots[t->size / 2] = root_of(p - f.one, f);
    t->roots[0] = root_of(f.one, f);
    for (size_t count = 1; count < t->size / 2; count *= 2) {
        const uint32_t factor = powers[--depth - 1];

        for (size_t k = 0; k < count; k++)
            t->roots[count + k] = root_of(fp_mul(t->roots[k].word, factor, f), f);
    }
}

/* Sets the constants of transforms modulo prime k. */
static void set_transform(clm_transform *t, const plan *of, uint32_t p, size_t k)
{
    const uint32_t prime = prime_of(of, k, p);
    const fp_field f = clm_field(prime);
    uint32_t root;

    t->size = of->size;
    t->lazy = of->lazy;
    t->target = p;
    if (t->lazy) {
        root = fp_to(lazy_roots[of->first + k], f);
        for (size_t size = CLM_TRANSFORM_LAZY_SIZE; size > of->size; size /= 2)
            root = fp_mul(root, root, f);
    } else {
        root = clm_field_root(f, (uint32_t)of->size);
    }
    set_roots(t, prime, root);
}

static clm_garner garner_of(const plan *t, uint32_t p)
{
    clm_garner g = {.primes = t->primes, .target = clm_field(p)};
    uint64_t product = g.target.one, all = 1;

    for (size_t k = 0; k < t->primes; k++) {
        const fp_field f = clm_field(prime_of(t, k, p));

        g.fields[k] = f;
        g.products[k] = (uint32_t)product;
        product = product * f.p % p;
        all = all * f.p % p;
        for (size_t i = 0; i < k; i++)
            g.inverses[k][i] =
                root_of(fp_to((uint32_t)clm_invmod64(g.fields[i].p % f.p, f.p), f), f);
    }
    g.all = (uint32_t)all;
    return g;
}

/* Words of the longest vectors, to whose multiples memory is aligned: loads of unaligned vectors
 * touch two lines of the cache. */
#define ALIGNMENT ((size_t)MOST_LANES)

static uint32_t *aligned(uint32_t *words)
{
    return words + (0 - (uintptr_t)words / sizeof *words) % ALIGNMENT;
}

/* Words of a table of roots. */
static size_t roots_words(const plan *t)
{
    return clm_round_up(t->size + 2, ALIGNMENT);
}

/* Values of the first factors, prepared values of the second ones, and residues of the results
 * modulo each prime; and memory to be released. */
typedef struct room {
    uint32_t *own, *a, *b, *residues;
    clm_transform transform;
} room;

static clmodp_status make_room(clm_error *error, room *r, const plan *t,
                               const clm_host_matrices *f)
{
    const size_t vector = t->size * t->vectors->lanes, primes = clm_size_max(t->primes, 1);
    const size_t first = f->rows * f->inner * vector;
    const size_t second = f->inner * f->columns * (2 * t->leaves + 1) * t->vectors->lanes;
    const size_t words =
        ALIGNMENT + roots_words(t) + first + second + primes * f->rows * f->columns * vector;

    const bool given = f->memory != NULL && f->memory->count >= words;
    uint32_t *const all = given ? f->memory->words : clm_reallocate(NULL, words, sizeof *all);

    *r = (room){.own = given ? NULL : all};
    if (all == NULL)
        return clm_out_of_memory(error, words, sizeof *all);
    r->transform.roots = (clm_transform_root *)(void *)aligned(all);
    r->a = aligned(all) + roots_words(t);
    r->b = r->a + first;
    r->residues = r->b + second;
    return CLMODP_OK;
}

/* to[] := the product modulo the prime of r->transform, as values. */
static void multiply_values(room *r, uint32_t *to, const plan *t, const clm_host_matrices *f)
{
    const clm_transform_functions *vectors = t->vectors;
    const size_t size = t->size * vectors->lanes, prepared = (2 * t->leaves + 1) * vectors->lanes;

    for (size_t k = 0; k < f->inner * f->columns; k++) {
        vectors->forward(r->a, &r->transform, t->leaves, f->b[k].c, f->b[k].count);
        vectors->spread(r->b + k * prepared, r->a, &r->transform, t->leaves);
    }
    for (size_t k = 0, shared = f->rows * f->inner * f->columns; k < f->rows * f->inner; k++)
        if (f->a[k].c != f->b[0].c || f->a[k].count != f->b[0].count || shared > 1)
            vectors->forward(r->a + k * size, &r->transform, t->leaves, f->a[k].c, f->a[k].count);
    for (size_t i = 0; i < f->rows; i++)
        for (size_t j = 0; j < f->columns; j++)
            for (size_t k = 0; k < f->inner; k++)
                vectors->multiply(
                    to + (i * f->columns + j) * size, r->a + (i * f->inner + k) * size,
                    r->b + (k * f->columns + j) * prepared, &r->transform, t->leaves, k > 0);
}

/* Sets the residues modulo the first prime to the products, `count` coefficients each. */
static clmodp_status multiply_block(room *r, const plan *t, const clm_host_matrices *f,
                                    size_t count, uint32_t p, const clm_poller *watch)
{
    const size_t size = t->size * t->vectors->lanes, results = f->rows * f->columns;

    for (size_t k = 0; k < clm_size_max(t->primes, 1); k++) {
        uint32_t *to = r->residues + k * results * size;

        if (clm_poller_stopped(watch))
            return CLMODP_CANCELLED;
        if (t->primes > 1 || r->transform.size == 0)
            set_transform(&r->transform, t, p, k);
        multiply_values(r, to, t, f);
        for (size_t i = 0; i < results; i++)
            t->vectors->inverse(to + i * size, &r->transform, t->leaves);
    }
    if (p == 2) { /* Montgomery's reduction needs odd primes */
        for (size_t k = 0; k < results * size; k++)
            r->residues[k] &= 1;
    } else if (!is_exact(t, p)) {
        const clm_garner g = garner_of(t, p);

        for (size_t i = 0; i < results; i++) {
            uint32_t *of[CLM_TRANSFORM_PRIMES];

            for (size_t k = 0; k < t->primes; k++)
                of[k] = r->residues + (k * results + i) * size;
            t->vectors->garner(of[0], &g, of, count);
        }
    }
    return CLMODP_OK;
}

/* The wanted part of a product, which replaces words (0), or is added (1) or subtracted (-1). */
typedef struct window {
    uint32_t *to;
    size_t low, count;
    const clm_modulus *m;
    int sign;
    const clm_transform_functions *vectors;
} window;

/* Adds or subtracts the product of two blocks, with its constant term at x^at. */
static void add_block(const window *w, const uint32_t *words, size_t count, size_t at)
{
    const size_t first = clm_size_max(at, w->low);
    const size_t end = clm_size_min(at + count, w->low + w->count);

    for (size_t k = first; k < end; k++) {
        const uint32_t by = words[k - at], old = w->to[k - w->low];
        const uint32_t least = w->sign < 0 ? by : w->m->p - by; /* leaves no negative number */

        w->to[k - w->low] = old >= least ? old - least : old - least + w->m->p;
    }
}

static clm_host_poly block_of(clm_host_poly a, size_t first, size_t most)
{
    return (clm_host_poly){a.c + first, clm_size_min(most, a.count - first)};
}

/* Pre: a is not shorter than b, which is not 0. */
static clmodp_status multiply_blocks(clm_error *error, const window *w, const plan *t,
                                     clm_host_poly a, clm_host_poly b, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    clm_host_poly f, g;
    const clm_host_matrices pair = {&f, &g, 1, 1, 1, NULL, NULL};
    const bool single = w->sign == 0 && a.count <= t->n && b.count <= t->m;
    room r;

    TRY(make_room(error, &r, t, &pair));
    if (w->sign == 0 && !single)
        memset(w->to, 0, w->count * sizeof *w->to);
    for (size_t j = 0; j < b.count; j += t->m)
        for (size_t i = 0; i < a.count; i += t->n) {
            size_t count;

            f = block_of(a, i, t->n);
            g = block_of(b, j, t->m);
            count = f.count + g.count - 1;
            if (i + j >= w->low + w->count || i + j + count <= w->low)
                continue;
            TRY(multiply_block(&r, t, &pair, count, w->m->p, watch));
            if (single)
                memcpy(w->to, r.residues + w->low, w->count * sizeof *w->to);
            else
                add_block(w, r.residues, count, i + j);
        }
done:
    free(r.own);
    return st;
}

/* A long product by quarters of transforms (transform.h), modulo each prime, on threads. */
typedef struct quartered {
    const window *window;
    plan plan;
    clm_host_poly a, b;
    size_t quarters, quarter; /* of a transform; words of one */
    uint32_t *values;         /* [primes][quarters] */
    uint32_t *rooms;          /* of each thread */
    clm_transform transforms[CLM_TRANSFORM_PRIMES];
    clm_garner garner;
    const clm_poller *watch;
} quartered;

/* The quarters of a transform that determine `count` coefficients. */
static size_t quarters_of(const plan *t, size_t count)
{
    return count <= 3 * (t->size / 4 * t->vectors->lanes) ? 3 : 4;
}

/* Vectors of each quarter in a task of quarters_join. */
#define COLUMNS ((size_t)256)

static clmodp_status quarters_multiply(void *argument, size_t index, size_t thread)
{
    const quartered *s = argument;
    const clm_transform_functions *vectors = s->window->vectors;
    const clm_transform *t = &s->transforms[index / s->quarters];
    uint32_t *to = s->values + index * s->quarter;

    if (clm_poller_stopped(s->watch))
        return CLMODP_CANCELLED;
    vectors->multiply_quarter(to, s->rooms + thread * vectors->quarter_room(t), t,
                              index % s->quarters, s->a.c, s->a.count, s->b.c, s->b.count);
    return CLMODP_OK;
}

static clmodp_status quarters_join(void *argument, size_t index, size_t thread)
{
    const quartered *s = argument;
    const window *w = s->window;
    const size_t first = index * COLUMNS, lanes = w->vectors->lanes;
    const size_t columns = clm_size_min(COLUMNS, s->plan.size / 4 - first);
    const size_t primes = clm_size_max(s->plan.primes, 1);
    uint32_t *of[CLM_TRANSFORM_PRIMES];

    (void)thread;
    for (size_t k = 0; k < primes; k++)
        w->vectors->join(s->values + k * s->quarters * s->quarter, &s->transforms[k], s->quarters,
                         first, columns);
    for (size_t i = 0; i < s->quarters; i++) {
        const size_t at = i * s->quarter + first * lanes, end = at + columns * lanes;
        const size_t from = clm_size_max(at, w->low), to = clm_size_min(end, w->low + w->count);

        if (from >= to)
            continue;
        for (size_t k = 0; k < primes; k++)
            of[k] = s->values + k * s->quarters * s->quarter + at;
        if (!is_exact(&s->plan, w->m->p))
            w->vectors->garner(of[0], &s->garner, of, columns * lanes);
        if (w->sign != 0)
            add_block(w, of[0], columns * lanes, at);
        else
            memcpy(w->to + (from - w->low), of[0] + (from - at), (to - from) * sizeof *w->to);
    }
    return CLMODP_OK;
}

/* Tests whether a product of n and m coefficients is fast by quarters on `threads` threads. */
static bool is_quartered(const plan *t, size_t n, size_t m, uint32_t p, size_t threads)
{
    return p != 2 && t->n >= n && t->m >= m && t->size >= 64 &&
           transform_words(t) >= (threads > 1 ? THREADS_WORDS : QUARTERS_WORDS);
}

/* Replaces the window by its part of the product. Pre: is_quartered */
static clmodp_status multiply_quartered(clm_error *error, const window *w, const plan *t,
                                        clm_host_poly a, clm_host_poly b, size_t threads,
                                        const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    const size_t lanes = t->vectors->lanes, primes = clm_size_max(t->primes, 1);
    quartered s = {.window = w, .plan = *t, .a = a, .b = b, .quarter = t->size / 4 * lanes,
                   .watch = watch};
    uint32_t *all;
    size_t scratch, words;

    s.quarters = quarters_of(t, a.count + b.count - 1);
    s.transforms[0].size = t->size;
    scratch = t->vectors->quarter_room(&s.transforms[0]);
    threads = clm_size_min(threads, primes * s.quarters);
    words = ALIGNMENT + primes * (roots_words(t) + s.quarters * s.quarter) + threads * scratch;
    all = clm_reallocate(NULL, words, sizeof *all);
    if (all == NULL)
        return clm_out_of_memory(error, words, sizeof *all);
    for (size_t k = 0; k < primes; k++) {
        s.transforms[k].roots =
            (clm_transform_root *)(void *)(aligned(all) + k * roots_words(t));
        set_transform(&s.transforms[k], t, w->m->p, k);
    }
    s.values = aligned(all) + primes * roots_words(t);
    s.rooms = s.values + primes * s.quarters * s.quarter;
    if (!is_exact(t, w->m->p))
        s.garner = garner_of(t, w->m->p);
    TRY(clm_parallel_for(primes * s.quarters, threads, quarters_multiply, &s));
    TRY(clm_parallel_for(clm_div_up(t->size / 4, COLUMNS), threads, quarters_join, &s));
done:
    free(all);
    return st;
}

/* Pre: 0 < b.count <= SHORT, p is odd. */
static clmodp_status multiply_chunks(const window *w, clm_host_poly a, clm_host_poly b,
                                     const clm_poller *watch)
{
    enum { CHUNK = CLM_CONVOLVE_LONGER - CLM_CONVOLVE_SHORTER };
    const size_t end = w->low + w->count;

    for (size_t at = w->low; at < end; at += CHUNK) {
        const size_t first = at < b.count ? 0 : at - (b.count - 1);
        const size_t last = clm_size_min(at + CHUNK, a.count);

        if (clm_poller_stopped(watch))
            return CLMODP_CANCELLED;
        w->vectors->convolve(w->to + (at - w->low), b.c, b.count, a.c + first, last - first,
                             at - first, clm_size_min(CHUNK, end - at), &w->m->field, w->sign);
    }
    return CLMODP_OK;
}

/* Replaces, or adds or subtracts, a part of a product, or 0 beyond its ends. */
static clmodp_status multiply(clm_error *error, window *w, clm_host_poly a, clm_host_poly b,
                              size_t threads, const clm_poller *watch)
{
    const bool none = a.count == 0 || b.count == 0;
    const size_t all = none ? 0 : a.count + b.count - 1;
    const size_t count = w->low < all ? clm_size_min(w->count, all - w->low) : 0;
    const clm_host_poly longer = a.count < b.count ? b : a, shorter = a.count < b.count ? a : b;
    const uint32_t p = w->m->p;

    if (w->sign == 0 && count < w->count)
        memset(w->to + count, 0, (w->count - count) * sizeof *w->to);
    w->count = count;
    if (count == 0)
        return CLMODP_OK;
    if (p == 2 && clm_host_is_short(a.count, b.count)) {
        clm_host_multiply_short(w->to, a, b, w->low, count, w->m, w->sign);
        return CLMODP_OK;
    }
    if (shorter.count > most_short(p) || p == 2) {
        const clm_host_poly f = block_of(longer, 0, w->low + count);
        const clm_host_poly g = block_of(shorter, 0, w->low + count);
        const plan t = plan_of(w->vectors, f.count, g.count, p);

        return is_quartered(&t, f.count, g.count, p, threads)
                   ? multiply_quartered(error, w, &t, f, g, threads, watch)
                   : multiply_blocks(error, w, &t, f, g, watch);
    }
    return multiply_chunks(w, longer, shorter, watch);
}

clmodp_status clm_host_product_at(clm_vector_level level, clm_error *error, uint32_t *product,
                                  clm_host_poly a, clm_host_poly b, size_t low, size_t count,
                                  const clm_modulus *m, size_t threads, const clm_poller *watch)
{
    window w = {product, low, count, m, 0, clm_transforms(level)};

    return multiply(error, &w, a, b, threads, watch);
}

clmodp_status clm_host_product(clm_error *error, uint32_t *product, clm_host_poly a,
                               clm_host_poly b, size_t low, size_t count, const clm_modulus *m,
                               size_t threads, const clm_poller *watch)
{
    return clm_host_product_at(clm_vector_level_best(), error, product, a, b, low, count, m,
                               threads, watch);
}

clmodp_status clm_host_add_product(clm_error *error, int sign, uint32_t *to, clm_host_poly a,
                                   clm_host_poly b, size_t count, const clm_modulus *m,
                                   size_t threads, const clm_poller *watch)
{
    window w = {to, 0, count, m, sign, clm_transforms(clm_vector_level_best())};

    return multiply(error, &w, a, b, threads, watch);
}

static size_t longest_of(const clm_host_poly *list, size_t count)
{
    size_t most = 0;

    for (size_t k = 0; k < count; k++)
        most = clm_size_max(most, list[k].count);
    return most;
}

/* Sets the transform for sums of `inner` products of n and k coefficients, which modulo p have at
 * most `count`, no less than one of n and k, or which are `wrapped`. Reduction modulo the first
 * leaves, unlike modulo y^size - 1, depends on the prime. So wrapped results and transforms by
 * lazy primes take all leaves, or else a truncated transform as long as the product. Returns the
 * period. */
static size_t set_combination(plan *t, size_t n, size_t k, size_t inner, size_t count,
                              bool wrapped, uint32_t p)
{
    plan whole = *t;

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

/* Tests whether a combination of factors of n and k coefficients, or with `single` a wrapped
 * product, is computed product by product, without shared transforms. */
static bool is_separate(const plan *t, size_t n, size_t k, size_t count, bool single, uint32_t p)
{
    const size_t shorter = clm_size_min(n, k);
    plan wrapped = *t;

    if (shorter <= most_short(p) || n + k <= count)
        return true;
    if (!single)
        return shorter > count || n + k > CLM_TRANSFORM_LAZY_SIZE;
    if (clm_size_max(count, clm_size_max(n, k)) > CLM_TRANSFORM_SIZE * t->vectors->lanes)
        return true;
    set_sizes(&wrapped, count, 1);
    return shorter > wrapped.size * t->vectors->lanes;
}

clmodp_status clm_host_combine(clm_error *error, uint32_t *const *out, size_t count,
                               const clm_host_matrices *f, const clm_modulus *m,
                               size_t threads, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    const size_t n = longest_of(f->a, f->rows * f->inner), results = f->rows * f->columns;
    const size_t k = longest_of(f->b, f->inner * f->columns);
    const bool single = f->period != NULL && f->inner * results == 1;
    size_t period = n + k;
    plan t = {.vectors = clm_transforms(clm_vector_level_best())};
    room r = {0};

    if (is_separate(&t, n, k, count, single, m->p)) {
        for (size_t i = 0; i < results; i++) {
            const clm_host_poly *a = f->a + i / f->columns * f->inner, *b = f->b + i % f->columns;

            if (f->period != NULL && f->inner == 1 && !single) {
                TRY(clm_host_wrapped_product(error, out[i], count, &period, *a, *b, m, threads,
                                             watch));
                continue;
            }
            TRY(clm_host_product(error, out[i], *a, *b, 0, count, m, threads, watch));
            for (size_t j = 1; j < f->inner; j++)
                TRY(clm_host_add_product(error, 1, out[i], a[j], b[j * f->columns], count, m,
                                         threads, watch));
        }
        goto done;
    }
    period = set_combination(&t, n, k, f->inner, count, f->period != NULL, m->p);
    if (single && is_quartered(&t, 0, 0, m->p, threads)) {
        const window w = {out[0], 0, count, m, 0, t.vectors};

        TRY(multiply_quartered(error, &w, &t, f->a[0], f->b[0], threads, watch));
        goto done;
    }
    TRY(make_room(error, &r, &t, f));
    TRY(multiply_block(&r, &t, f, count, m->p, watch));
    for (size_t i = 0; i < results; i++)
        memcpy(out[i], r.residues + i * t.size * t.vectors->lanes, count * sizeof **out);
done:
    if (f->period != NULL)
        *f->period = period;
    free(r.own);
    return st;
}

clmodp_status clm_host_wrapped_product(clm_error *error, uint32_t *out, size_t count,
                                       size_t *period, clm_host_poly a, clm_host_poly b,
                                       const clm_modulus *m, size_t threads,
                                       const clm_poller *watch)
{
    return clm_host_combine(error, &out, count,
                            &(clm_host_matrices){&a, &b, 1, 1, 1, period, NULL}, m, threads,
                            watch);
}

/* The time for a word with shorter vectors than those of 16 lanes for which costs were measured:
 * with 8 lanes of AVX2 1.5 in transforms, and 1.8 in sums of products. */
static double stage_slowdown(const clm_transform_functions *vectors)
{
    return 0.5 + 0.5 * (double)MOST_LANES / (double)vectors->lanes;
}

double clm_host_pair_slowdown(void)
{
    return (double)MOST_LANES / (double)clm_transforms(clm_vector_level_best())->lanes;
}

/* The cost of `products` products, by quarters (their number, or 0) on `threads` threads. */
static clm_amounts transforms_cost(const plan *t, double products, size_t quarters,
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
    all.of[CLM_OP_HOST_STAGE_WORD] = 3.0 * stages * words * stage_slowdown(t->vectors);
    all.of[CLM_OP_HOST_LEAF_WORD] = words;
    return all;
}

clm_amounts clm_host_product_cost(size_t n, size_t m, uint32_t p, size_t threads)
{
    const size_t longer = clm_size_max(n, m), shorter = clm_size_min(n, m);
    clm_amounts all = {.of = {0}};
    plan t;

    if (shorter <= most_short(p)) {
        all.of[p == 2 ? CLM_OP_HOST_PRODUCT : CLM_OP_HOST_SHORT_PAIR] =
            (double)n * (double)m * clm_host_pair_slowdown();
        return all;
    }
    t = plan_of(clm_transforms(clm_vector_level_best()), longer, shorter, p);
    return transforms_cost(
        &t, (double)clm_div_up(longer, t.n) * (double)clm_div_up(shorter, t.m),
        is_quartered(&t, longer, shorter, p, threads) ? quarters_of(&t, n + m - 1) : 0, threads);
}

clm_amounts clm_host_wrapped_cost(size_t count, size_t n, size_t m, uint32_t p, size_t threads)
{
    plan t = {.vectors = clm_transforms(clm_vector_level_best())};

    if (is_separate(&t, n, m, count, true, p))
        return clm_host_product_cost(clm_size_min(n, count), clm_size_min(m, count), p, threads);
    (void)set_combination(&t, n, m, 1, count, true, p);
    return transforms_cost(&t, 1.0,
                           is_quartered(&t, 0, 0, p, threads) ? quarters_of(&t, n + m - 1) : 0,
                           threads);
}

/* Products of polynomials on the host: by transforms, of blocks or in quarters, or schoolbook. */
#include "fpx/host/product.h"

#include <string.h>

#include "core/memory.h"
#include "core/size.h"
#include "fpx/host/arithmetic.h"
#include "fpx/host/product_plan.h"
#include "fpx/host/transform.h"

/* Elements of order CLM_TRANSFORM_LAZY_SIZE modulo the lazy primes. */
static const uint32_t lazy_roots[CLM_LAZY_PRIMES] = {31558805, 106948838, 115103859,
                                                     41083760, 87091253, 13177471};

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
static void set_transform(clm_transform *t, const clm_product_plan *of, uint32_t p, size_t k)
{
    const uint32_t prime = clm_product_prime(of, k, p);
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

static clm_garner garner_of(const clm_product_plan *t, uint32_t p)
{
    clm_garner g = {.primes = t->primes, .target = clm_field(p)};
    uint64_t product = g.target.one, all = 1;

    for (size_t k = 0; k < t->primes; k++) {
        const fp_field f = clm_field(clm_product_prime(t, k, p));

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
#define ALIGNMENT ((size_t)CLM_MOST_LANES)

static uint32_t *aligned(uint32_t *words)
{
    return words + (0 - (uintptr_t)words / sizeof *words) % ALIGNMENT;
}

/* Words of a table of roots. */
static size_t roots_words(const clm_product_plan *t)
{
    return clm_round_up(t->size + 2, ALIGNMENT);
}

/* Values of the first factors, prepared values of the second ones, and residues of the results
 * modulo each prime; and memory to be released. */
typedef struct room {
    uint32_t *own, *a, *b, *residues;
    clm_transform transform;
} room;

static size_t room_words(const clm_product_plan *t, const clm_host_matrices *f)
{
    const size_t vector = t->size * t->vectors->lanes, primes = clm_size_max(t->primes, 1);
    const size_t second = f->inner * f->columns * (2 * t->leaves + 1) * t->vectors->lanes;

    return ALIGNMENT + roots_words(t) + f->rows * f->inner * vector + second +
           primes * f->rows * f->columns * vector;
}

/* Returns `words` words of the given memory, or else of new memory, which becomes *own. */
static uint32_t *words_of(uint32_t **own, const clm_product_memory *given, size_t words)
{
    const bool fits = given != NULL && given->count >= words;

    *own = fits ? NULL : clm_reallocate(NULL, words, sizeof **own);
    return fits ? given->words : *own;
}

static clmodp_status make_room(clm_error *error, room *r, const clm_product_plan *t,
                               const clm_host_matrices *f)
{
    const size_t words = room_words(t, f), vector = t->size * t->vectors->lanes;
    uint32_t *all;

    *r = (room){.own = NULL};
    all = words_of(&r->own, f->memory, words);
    if (all == NULL)
        return clm_out_of_memory(error, words, sizeof *all);
    r->transform.roots = (clm_transform_root *)(void *)aligned(all);
    r->a = aligned(all) + roots_words(t);
    r->b = r->a + f->rows * f->inner * vector;
    r->residues = r->b + f->inner * f->columns * (2 * t->leaves + 1) * t->vectors->lanes;
    return CLMODP_OK;
}

size_t clm_product_memory_words(size_t n, size_t k, const clm_host_matrices *f)
{
    clm_product_plan t = {.vectors = clm_transforms(clm_vector_level_best())};

    (void)clm_product_plan_combined(&t, n, k, 1, n + k - 1, true, clm_lazy_primes[0]);
    return t.lazy ? room_words(&t, f) : 0;
}

/* to[] := the product modulo the prime of r->transform, as values. */
static void multiply_values(room *r, uint32_t *to, const clm_product_plan *t,
                            const clm_host_matrices *f)
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
static clmodp_status multiply_block(room *r, const clm_product_plan *t, const clm_host_matrices *f,
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
    } else if (!clm_product_is_exact(t, p)) {
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
    const clm_product_memory *memory;
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
static clmodp_status multiply_blocks(clm_error *error, const window *w, const clm_product_plan *t,
                                     clm_host_poly a, clm_host_poly b, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    clm_host_poly f, g;
    const clm_host_matrices pair = {&f, &g, 1, 1, 1, NULL, w->memory};
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
    clm_product_plan plan;
    clm_host_poly a, b;
    size_t quarters, quarter; /* of a transform; words of one */
    uint32_t *values;         /* [primes][quarters] */
    uint32_t *rooms;          /* of each thread */
    clm_transform transforms[CLM_TRANSFORM_PRIMES];
    clm_garner garner;
    const clm_poller *watch;
} quartered;

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
        if (!clm_product_is_exact(&s->plan, w->m->p))
            w->vectors->garner(of[0], &s->garner, of, columns * lanes);
        if (w->sign != 0)
            add_block(w, of[0], columns * lanes, at);
        else
            memcpy(w->to + (from - w->low), of[0] + (from - at), (to - from) * sizeof *w->to);
    }
    return CLMODP_OK;
}

/* Replaces the window by its part of the product. Pre: clm_product_is_quartered */
static clmodp_status multiply_quartered(clm_error *error, const window *w,
                                        const clm_product_plan *t, clm_host_poly a,
                                        clm_host_poly b, size_t threads, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    const size_t lanes = t->vectors->lanes, primes = clm_size_max(t->primes, 1);
    quartered s = {.window = w, .plan = *t, .a = a, .b = b, .quarter = t->size / 4 * lanes,
                   .watch = watch};
    uint32_t *all, *own;
    size_t scratch, words;

    s.quarters = clm_product_quarters(t, a.count + b.count - 1);
    s.transforms[0].size = t->size;
    scratch = t->vectors->quarter_room(&s.transforms[0]);
    threads = clm_size_min(threads, primes * s.quarters);
    words = ALIGNMENT + primes * (roots_words(t) + s.quarters * s.quarter) + threads * scratch;
    all = words_of(&own, w->memory, words);
    if (all == NULL)
        return clm_out_of_memory(error, words, sizeof *all);
    for (size_t k = 0; k < primes; k++) {
        s.transforms[k].roots =
            (clm_transform_root *)(void *)(aligned(all) + k * roots_words(t));
        set_transform(&s.transforms[k], t, w->m->p, k);
    }
    s.values = aligned(all) + primes * roots_words(t);
    s.rooms = s.values + primes * s.quarters * s.quarter;
    if (!clm_product_is_exact(t, w->m->p))
        s.garner = garner_of(t, w->m->p);
    TRY(clm_parallel_for(primes * s.quarters, threads, quarters_multiply, &s));
    TRY(clm_parallel_for(clm_div_up(t->size / 4, COLUMNS), threads, quarters_join, &s));
done:
    free(own);
    return st;
}

/* Pre: 0 < b.count <= CLM_CONVOLVE_SHORTER. */
static clmodp_status multiply_chunks(const window *w, clm_host_poly a, clm_host_poly b,
                                     const clm_poller *watch)
{
    enum { CHUNK = CLM_CONVOLVE_LONGER - CLM_CONVOLVE_SHORTER };
    const size_t end = w->low + w->count;

    for (size_t at = w->low; at < end; at += CHUNK) {
        const size_t first = at < b.count ? 0 : at - (b.count - 1);
        const clm_host_poly chunk = block_of(a, first, at + CHUNK - first);
        const size_t count = clm_size_min(CHUNK, end - at);
        uint32_t *const to = w->to + (at - w->low);

        if (clm_poller_stopped(watch))
            return CLMODP_CANCELLED;
        if (w->m->p == 2)
            clm_host_multiply_short(to, b, chunk, at - first, count, w->m, w->sign);
        else
            w->vectors->convolve(to, b.c, b.count, chunk.c, chunk.count, at - first, count,
                                 &w->m->field, w->sign);
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
    if (shorter.count > clm_product_most_short(p)) {
        const clm_host_poly f = block_of(longer, 0, w->low + count);
        const clm_host_poly g = block_of(shorter, 0, w->low + count);
        const clm_product_plan t = clm_product_plan_of(w->vectors, f.count, g.count, p);

        return clm_product_is_quartered(&t, f.count, g.count, p, threads)
                   ? multiply_quartered(error, w, &t, f, g, threads, watch)
                   : multiply_blocks(error, w, &t, f, g, watch);
    }
    return multiply_chunks(w, longer, shorter, watch);
}

clmodp_status clm_host_product_at(clm_vector_level level, clm_error *error, uint32_t *product,
                                  clm_host_poly a, clm_host_poly b, size_t low, size_t count,
                                  const clm_modulus *m, size_t threads, const clm_poller *watch)
{
    window w = {product, low, count, m, 0, clm_transforms(level), NULL};

    return multiply(error, &w, a, b, threads, watch);
}

clmodp_status clm_host_product_in(const clm_product_memory *memory, clm_error *error,
                                  uint32_t *product, clm_host_poly a, clm_host_poly b, size_t low,
                                  size_t count, const clm_modulus *m, size_t threads,
                                  const clm_poller *watch)
{
    window w = {product, low, count, m, 0, clm_transforms(clm_vector_level_best()), memory};

    return multiply(error, &w, a, b, threads, watch);
}

clmodp_status clm_host_product(clm_error *error, uint32_t *product, clm_host_poly a,
                               clm_host_poly b, size_t low, size_t count, const clm_modulus *m,
                               size_t threads, const clm_poller *watch)
{
    return clm_host_product_in(NULL, error, product, a, b, low, count, m, threads, watch);
}

clmodp_status clm_host_add_product(clm_error *error, int sign, uint32_t *to, clm_host_poly a,
                                   clm_host_poly b, size_t count, const clm_modulus *m,
                                   size_t threads, const clm_poller *watch)
{
    window w = {to, 0, count, m, sign, clm_transforms(clm_vector_level_best()), NULL};

    return multiply(error, &w, a, b, threads, watch);
}

static size_t longest_of(const clm_host_poly *list, size_t count)
{
    size_t most = 0;

    for (size_t k = 0; k < count; k++)
        most = clm_size_max(most, list[k].count);
    return most;
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
    clm_product_plan t = {.vectors = clm_transforms(clm_vector_level_best())};
    room r = {0};

    if (clm_product_is_separate(&t, n, k, count, single, m->p)) {
        for (size_t i = 0; i < results; i++) {
            const clm_host_poly *a = f->a + i / f->columns * f->inner, *b = f->b + i % f->columns;

            if (f->period != NULL && f->inner == 1 && !single) {
                TRY(clm_host_wrapped_product(error, out[i], count, &period, *a, *b, m, threads,
                                             watch));
                continue;
            }
            TRY(clm_host_product_in(f->memory, error, out[i], *a, *b, 0, count, m, threads,
                                    watch));
            for (size_t j = 1; j < f->inner; j++)
                TRY(clm_host_add_product(error, 1, out[i], a[j], b[j * f->columns], count, m,
                                         threads, watch));
        }
        goto done;
    }
    period = clm_product_plan_combined(&t, n, k, f->inner, count, f->period != NULL, m->p);
    if (single && clm_product_is_quartered(&t, 0, 0, m->p, threads)) {
        const window w = {out[0], 0, count, m, 0, t.vectors, f->memory};

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

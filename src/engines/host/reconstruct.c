/* CRT reconstruction on the host: mixed radix digits in blocks of primes, combined in pairs. */
#include "engines/host/plan.h"

#include <stdlib.h>

#include "core/memory.h"
#include "core/size.h"
#include "polynomials/zx.h"

enum { BLOCK = 16 }; /* primes */

/* Values processed by a thread at a time. */
#define COLUMNS 32

/* Primes first ... first + count - 1; a block if few, else with halves `left` and left + 1. */
typedef struct node {
    size_t first, count, left;
    mpz_t product;
    mpz_t inverse; /* of the left half's product modulo the right half's; unused in blocks */
} node;

/* A prime within its block. */
typedef struct digit {
    clm_mont64 field;
    uint64_t before[BLOCK]; /* preceding primes of the block, Montgomery */
    uint64_t inverse;       /* inverse of their product, Montgomery */
} digit;

typedef struct crt {
    node *nodes;
    size_t count; /* of nodes */
    digit *digits;
    mpz_t half; /* half the product of all primes, rounded down */
    mpz_ptr const *values;
    size_t columns, stride;
    const uint64_t *residues;
    const clm_poller *watch;
} crt;

static clmodp_status build_block(crt *l, node *n, const uint64_t *prime, const clm_poller *watch)
{
    for (size_t i = 0; i < n->count; i++) {
        digit *d = &l->digits[n->first + i];
        uint64_t product;

        if (clm_poller_stopped(watch))
            return CLMODP_CANCELLED;
        d->field = clm_mont64_of(prime[n->first + i]);
        product = d->field.one;
        for (size_t k = 0; k < i; k++) {
            d->before[k] = clm_mont64_to(prime[n->first + k], &d->field);
            product = clm_mont64_mul(product, d->before[k], &d->field);
        }
        d->inverse = clm_mont64_inv(product, &d->field);
        if (i == 0)
            mpz_set_ui(n->product, prime[n->first]);
        else
            mpz_mul_ui(n->product, n->product, prime[n->first + i]);
    }
    return CLMODP_OK;
}

/* Builds a node and its descendants. Pre: memory for 2 count nodes. */
static clmodp_status build_node(crt *l, size_t at, const uint64_t *prime, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    node *n = &l->nodes[at], *left;

    if (n->count <= BLOCK)
        return build_block(l, n, prime, watch);
    n->left = l->count;
    left = &l->nodes[n->left];
    for (size_t k = 0; k < 2; k++) {
        const size_t half = n->count / 2;

        left[k] = (node){.first = n->first + (k == 0 ? 0 : half),
                         .count = k == 0 ? half : n->count - half};
        mpz_init(left[k].product);
        mpz_init(left[k].inverse);
        l->count++;
    }
    TRY(build_node(l, n->left, prime, watch));
    TRY(build_node(l, n->left + 1, prime, watch));
    mpz_mul(n->product, left[0].product, left[1].product);
    (void)mpz_invert(n->inverse, left[0].product, left[1].product); /* exists, as all are primes */
done:
    return st;
}

static void crt_destroy(crt *l)
{
    for (size_t k = 0; k < l->count; k++) {
        mpz_clear(l->nodes[k].product);
        mpz_clear(l->nodes[k].inverse);
    }
    mpz_clear(l->half);
    free(l->nodes);
    free(l->digits);
}

/* Computes the data that depend on primes only, in empty tables; destroy it also on failure. */
static clmodp_status crt_prepare(clm_error *error, crt *l, const uint64_t *prime, size_t count,
                                 const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;

    NEW(error, l->digits, count);
    NEW(error, l->nodes, 2 * clm_div_up(count, BLOCK / 2));
    l->nodes[0] = (node){.count = count};
    mpz_init(l->nodes[0].product);
    mpz_init(l->nodes[0].inverse);
    l->count = 1;
    TRY(build_node(l, 0, prime, watch));
    mpz_fdiv_q_2exp(l->half, l->nodes[0].product, 1);
done:
    return st;
}

/* Sets value to the integer in [0, product) with these residues modulo the primes of a block. */
static void reconstruct_block(const crt *l, const node *n, mpz_ptr value, size_t column)
{
    const digit *d = &l->digits[n->first];
    const uint64_t *residues = l->residues + n->first * l->stride + column;
    uint64_t a[BLOCK];
    mp_limb_t *limbs = mpz_limbs_write(value, (mp_size_t)n->count);
    mp_size_t size = 1;

    for (size_t i = 0; i < n->count; i++) {
        const clm_mont64 *f = &d[i].field;
        uint64_t sum = 0;

        for (size_t k = i; k-- > 0;) {
            const uint64_t here = a[k] - (a[k] >= f->p ? f->p : 0); /* primes are near 2^62 */

            sum = clm_mont64_add(clm_mont64_mul(sum, d[i].before[k], f), here, f);
        }
        a[i] = residues[i * l->stride];
        if (i > 0)
            a[i] = clm_mont64_mul(clm_mont64_sub(a[i], sum, f), d[i].inverse, f);
    }
    limbs[0] = a[n->count - 1];
    for (size_t i = n->count - 1; i-- > 0;) {
        const mp_limb_t carry = mpn_mul_1(limbs, limbs, size, d[i].field.p);

        if (carry != 0)
            limbs[size++] = carry;
        if (mpn_add_1(limbs, limbs, size, a[i]) != 0)
            limbs[size++] = 1;
    }
    mpz_limbs_finish(value, size);
}

/* The same for any node: X = X_0 + P_0 ((X_1 - X_0) / P_0 mod P_1). */
static void reconstruct_node(const crt *l, size_t at, mpz_ptr value, size_t column)
{
    const node *n = &l->nodes[at];
    mpz_t right;

    if (n->count <= BLOCK) {
        reconstruct_block(l, n, value, column);
        return;
    }
    mpz_init(right);
    reconstruct_node(l, n->left, value, column);
    reconstruct_node(l, n->left + 1, right, column);
    mpz_sub(right, right, value);
    mpz_mul(right, right, n->inverse);
    mpz_fdiv_r(right, right, l->nodes[n->left + 1].product);
    mpz_addmul(value, right, l->nodes[n->left].product);
    mpz_clear(right);
}

/* Reconstructs some values, in (-P/2, P/2]. */
static clmodp_status reconstruct_columns(void *argument, size_t index, size_t thread)
{
    const crt *l = argument;
    const size_t end = clm_size_min((index + 1) * COLUMNS, l->columns);

    (void)thread;
    for (size_t column = index * COLUMNS; column < end; column++) {
        if (clm_poller_stopped(l->watch))
            return CLMODP_CANCELLED;
        reconstruct_node(l, 0, l->values[column], column);
        if (mpz_cmp(l->values[column], l->half) > 0)
            mpz_sub(l->values[column], l->values[column], l->nodes[0].product);
    }
    return CLMODP_OK;
}

typedef struct building {
    clm_error *error;
    crt *crt;
    const uint64_t *prime;
    size_t count;
    const clm_poller *watch;
} building;

static clmodp_status build_all(void *argument, size_t index, size_t thread)
{
    const building *b = argument;

    (void)index;
    (void)thread;
    return crt_prepare(b->error, b->crt, b->prime, b->count, b->watch);
}

/* Reconstructs one output, in its window of the plan's, from the primes its bounds require. */
static clmodp_status reconstruct_output(clmodp_context *ctx, clmodp_zx *r, clm_numbers *numbers,
                                        const clm_plan *plan, const clm_images *images,
                                        size_t output, const clm_bounds *own, size_t primes)
{
    clmodp_status st = CLMODP_OK;
    const size_t width = (size_t)(own->degree - own->valuation) + 1;
    const size_t first = (size_t)(own->valuation - images->first_exponent);
    clm_progress_at at = {ctx, (double)primes / (double)plan->primes};
    clm_poller watch = {.ask = clm_progress_poll, .user = &at};
    const clm_amounts cost = clm_host_reconstruct_cost((double)width, (double)primes);
    const bool watched = clm_nanoseconds(&cost, &ctx->costs) > clm_limit_ns(CLM_LIMIT_THREADS);
    crt l = {0};
    building b = {&ctx->error, &l, clm_host_plan_of(plan)->prime, primes,
                  watched ? &watch : NULL};

    mpz_init(l.half);
    TRY(watched ? clm_parallel_watched(1, 1, build_all, &b, &watch) : build_all(&b, 0, 0));
    l.values = numbers->pointer;
    l.columns = width;
    l.stride = images->width;
    l.residues = (const uint64_t *)clm_image(images, output, 0) + first;
    l.watch = b.watch;
    TRY(clm_parallel_watched(clm_div_up(width, COLUMNS), watched ? ctx->threads : 1,
                             reconstruct_columns, &l, watched ? &watch : NULL));
    TRY(clm_numbers_move(r, numbers, 0, width, own->valuation));
done:
    crt_destroy(&l);
    return st;
}

clmodp_status clm_host_reconstruct(clmodp_context *ctx, const clm_plan *plan,
                                   const clm_images *images, clm_reconstruction *l)
{
    clmodp_status st = CLMODP_OK;
    double began = clm_clock_seconds();
    clm_numbers numbers = {0};

    TRY(clm_numbers_create(&ctx->error, &numbers, plan->width));
    for (size_t n = 0; n < plan->outputs; n++) {
        const clm_bounds *own = l->each != NULL ? &l->each[n] : &plan->bounds;

        if (!own->zero)
            TRY(reconstruct_output(ctx, l->results[n], &numbers, plan, images, n, own,
                                   l->each != NULL ? clm_plan_primes(plan, own->height_bits)
                                                   : l->primes));
    }
    l->method = "tree";
    l->counts = (clm_counts){0};
    clm_stage_end(l->counts.times.host, CLM_STAGE_CRT, &began);
done:
    clm_numbers_destroy(&numbers);
    return st;
}

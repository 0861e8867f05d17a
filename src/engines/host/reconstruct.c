/* CRT reconstruction by Lagrange's formula in blocks of primes, combined in pairs.
 *
 * With d_i = r_i (P / p_i)^-1 mod p_i for residues r_i, the sum A of d_i P / p_i is the result
 * modulo P, and A < N P. For halves A = A_0 P_1 + A_1 P_0. All P / p_i modulo p_i are their sum
 * modulo p_i, which is A for d_i = 1. Moduli are below 2^62, so that A has at most N limbs. */
#include "engines/host/plan.h"

#include <stdlib.h>

#include "arith/prime.h"
#include "core/memory.h"
#include "core/size.h"
#include "multimodular/product_tree.h"
#include "polynomials/zx.h"

enum { BLOCK = 16 }; /* primes */

/* Most values processed by a thread at a time. */
#define COLUMNS 32

/* Primes first ... first + count - 1; a block if few, else with halves `left` and left + 1. */
typedef struct node {
    size_t first, count, left;
    mp_limb_t *product; /* `count` limbs */
} node;

/* A modulus. */
typedef struct digit {
    clm_mont64 field;
    uint64_t factor;           /* (P / p_i)^-1 modulo p_i, Montgomery */
    mp_limb_t cofactor[BLOCK]; /* the product of the other primes of its block */
} digit;

typedef struct crt {
    node *nodes;
    size_t count; /* of nodes */
    digit *digits;
    mp_limb_t *limbs; /* of all products */
    size_t used;
    mp_limb_t *scratch; /* for each thread, four times as many limbs as primes */
    mpz_t product, half; /* P, and half of it, rounded down */
    mpz_ptr const *values;
    size_t columns, stride;
    size_t each; /* columns of a work item */
    const uint64_t *residues; /* NULL: every d_i is 1 */
    const clm_poller *watch;
} crt;

/* Multiplies a number of *size limbs, with room for another, by a word. */
static void multiply_word(mp_limb_t *limbs, mp_size_t *size, uint64_t word)
{
    const mp_limb_t carry = mpn_mul_1(limbs, limbs, *size, word);

    if (carry != 0)
        limbs[(*size)++] = carry;
}

static void build_block(crt *c, node *n, const uint64_t *prime)
{
    mp_size_t size = 1;

    for (size_t i = 0; i < n->count; i++) {
        digit *d = &c->digits[n->first + i];

        d->field = clm_mont64_of(prime[n->first + i]);
        d->cofactor[0] = 1;
        size = 1;
        for (size_t k = 0; k < n->count; k++)
            if (k != i)
                multiply_word(d->cofactor, &size, prime[n->first + k]);
    }
    mpn_copyi(n->product, c->digits[n->first].cofactor, (mp_size_t)n->count);
    size = (mp_size_t)clm_size_max(n->count - 1, 1);
    while (size > 1 && n->product[size - 1] == 0)
        size--;
    multiply_word(n->product, &size, prime[n->first]);
}

/* Builds a node and its descendants. Pre: memory for 2 count nodes and all products. */
static clmodp_status build_node(crt *c, size_t at, const uint64_t *prime, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    node *n = &c->nodes[at], *left;

    if (clm_poller_stopped(watch))
        return CLMODP_CANCELLED;
    n->product = c->limbs + c->used;
    c->used += n->count;
    if (n->count <= BLOCK) {
        build_block(c, n, prime);
        return CLMODP_OK;
    }
    n->left = c->count;
    left = &c->nodes[n->left];
    for (size_t k = 0; k < 2; k++) {
        const size_t half = n->count / 2;

        left[k] = (node){.first = n->first + (k == 0 ? 0 : half),
                         .count = k == 0 ? half : n->count - half};
        c->count++;
    }
    TRY(build_node(c, n->left, prime, watch));
    TRY(build_node(c, n->left + 1, prime, watch));
    clm_limbs_multiply(n->product, left[0].product, left[0].count, left[1].product, left[1].count);
done:
    return st;
}

/* Sets out, n->count limbs, to A of a node's primes for the residues of a column.
 * In: scratch  4 n->count limbs */
static void sum_node(const crt *c, size_t at, mp_limb_t *out, size_t column, mp_limb_t *scratch)
{
    const node *n = &c->nodes[at], *left = &c->nodes[n->left];
    mp_limb_t *const parts = scratch, *const product = scratch + n->count;

    if (n->count > BLOCK) {
        sum_node(c, n->left, parts, column, product);
        sum_node(c, n->left + 1, parts + left->count, column, product);
        clm_limbs_multiply(out, parts, left->count, left[1].product, left[1].count);
        clm_limbs_multiply(product, parts + left->count, left[1].count, left->product,
                           left->count);
        (void)mpn_add_n(out, out, product, (mp_size_t)n->count);
        return;
    }
    mpn_zero(out, (mp_size_t)n->count);
    for (size_t i = 0; i < n->count; i++) {
        const digit *d = &c->digits[n->first + i];
        const uint64_t word =
            c->residues == NULL
                ? 1
                : clm_mont64_mul(c->residues[(n->first + i) * c->stride + column], d->factor,
                                 &d->field);

        (void)mpn_addmul_1(out, d->cofactor, (mp_size_t)n->count, word);
    }
}

/* Sets the factors of a node's primes from the sum of all P / p_i modulo the parent. */
static clmodp_status find_factors(crt *c, size_t at, mpz_srcptr sum, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    const node *n = &c->nodes[at];
    mpz_t own, product;

    mpz_init(own);
    mpz_roinit_n(product, n->product, (mp_size_t)n->count);
    mpz_fdiv_r(own, sum, product);
    if (clm_poller_stopped(watch)) {
        st = CLMODP_CANCELLED;
    } else if (n->count > BLOCK) {
        TRY(find_factors(c, n->left, own, watch));
        TRY(find_factors(c, n->left + 1, own, watch));
    } else {
        for (size_t i = n->first; i < n->first + n->count; i++) {
            const uint64_t p = c->digits[i].field.p;

            c->digits[i].factor =
                clm_mont64_to(clm_invmod64(mpz_fdiv_ui(own, p), p), &c->digits[i].field);
        }
    }
done:
    mpz_clear(own);
    return st;
}

static void crt_destroy(crt *c)
{
    mpz_clear(c->product);
    mpz_clear(c->half);
    free(c->limbs);
    free(c->scratch);
    free(c->nodes);
    free(c->digits);
}

/* Sets a value to A of all primes for the residues of a column. */
static void sum_all(const crt *c, mpz_ptr value, size_t column, size_t thread)
{
    const size_t count = c->nodes[0].count;

    sum_node(c, 0, mpz_limbs_write(value, (mp_size_t)count), column,
             c->scratch + 4 * count * thread);
    mpz_limbs_finish(value, (mp_size_t)count);
}

/* Computes the primes' data in empty tables; destroy also on failure. */
static clmodp_status crt_prepare(clm_error *error, crt *c, const uint64_t *prime, size_t count,
                                 size_t threads, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    size_t levels = 2;
    mpz_t sum, all;

    mpz_init(sum);
    for (size_t k = count; k > 1; k /= 2)
        levels++;
    NEW(error, c->digits, count);
    NEW(error, c->nodes, 2 * clm_div_up(count, BLOCK / 2));
    NEW(error, c->limbs, count * levels);
    NEW(error, c->scratch, 4 * count * threads);
    c->nodes[0] = (node){.count = count};
    c->count = 1;
    TRY(build_node(c, 0, prime, watch));
    sum_all(c, sum, 0, 0);
    TRY(find_factors(c, 0, sum, watch));
    mpz_set(c->product, mpz_roinit_n(all, c->nodes[0].product, (mp_size_t)count));
    mpz_fdiv_q_2exp(c->half, c->product, 1);
done:
    mpz_clear(sum);
    return st;
}

static clmodp_status reconstruct_columns(void *argument, size_t index, size_t thread)
{
    const crt *c = argument;
    const size_t end = clm_size_min((index + 1) * c->each, c->columns);

    for (size_t column = index * c->each; column < end; column++) {
        mpz_ptr value = c->values[column];

        if (clm_poller_stopped(c->watch))
            return CLMODP_CANCELLED;
        sum_all(c, value, column, thread);
        mpz_fdiv_r(value, value, c->product);
        if (mpz_cmp(value, c->half) > 0)
            mpz_sub(value, value, c->product);
    }
    return CLMODP_OK;
}

typedef struct building {
    clm_error *error;
    crt *crt;
    const uint64_t *prime;
    size_t count, threads;
    const clm_poller *watch;
} building;

static clmodp_status build_all(void *argument, size_t index, size_t thread)
{
    const building *b = argument;

    (void)index;
    (void)thread;
    return crt_prepare(b->error, b->crt, b->prime, b->count, b->threads, b->watch);
}

/* Reconstructs one output, in its window, from the primes its bounds require. */
static clmodp_status reconstruct_output(clmodp_context *ctx, clmodp_zx *r, clm_numbers *numbers,
                                        const clm_plan *plan, const clm_images *images,
                                        size_t output, const clm_bounds *own, size_t primes)
{
    clmodp_status st = CLMODP_OK;
    const size_t width = (size_t)(own->degree - own->valuation) + 1;
    const size_t first = (size_t)(own->valuation - images->first_exponent);
    clm_poller watch = CLM_PROGRESS_POLLER(ctx, (double)primes / (double)plan->primes);
    const clm_amounts cost = clm_host_reconstruct_cost((double)width, (double)primes);
    const bool watched = clm_nanoseconds(&cost, &ctx->costs) > clm_limit_ns(CLM_LIMIT_THREADS);
    crt c = {0};
    building b = {&ctx->error, &c, clm_host_plan_of(plan)->prime, primes,
                  watched ? ctx->threads : 1, watched ? &watch : NULL};

    mpz_init(c.product);
    mpz_init(c.half);
    TRY(watched ? clm_parallel_watched(1, 1, build_all, &b, &watch) : build_all(&b, 0, 0));
    c.values = numbers->pointer;
    c.columns = width;
    c.each = clm_size_min(COLUMNS, clm_div_up(width, b.threads));
    c.stride = images->width;
    c.residues = (const uint64_t *)clm_image(images, output, 0) + first;
    c.watch = b.watch;
    TRY(clm_parallel_watched(clm_div_up(width, c.each), b.threads,
                             reconstruct_columns, &c, watched ? &watch : NULL));
    TRY(clm_numbers_move(r, numbers, 0, width, own->valuation));
done:
    crt_destroy(&c);
    return st;
}

clmodp_status clm_host_reconstruct(clmodp_context *ctx, const clm_plan *plan,
                                   const clm_images *images, clm_reconstruction *to)
{
    clmodp_status st = CLMODP_OK;
    double began = clm_clock_seconds();
    clm_numbers numbers = {0};

    TRY(clm_numbers_create(&ctx->error, &numbers, plan->width));
    for (size_t n = 0; n < plan->outputs; n++) {
        const clm_bounds *own = to->each != NULL ? &to->each[n] : &plan->bounds;

        if (!own->zero)
            TRY(reconstruct_output(ctx, to->results[n], &numbers, plan, images, n, own,
                                   to->each != NULL ? clm_plan_primes(plan, own->height_bits)
                                                   : to->primes));
    }
    to->method = "tree";
    to->counts = (clm_counts){0};
    clm_stage_end(to->counts.times.host, CLM_STAGE_CRT, &began);
done:
    clm_numbers_destroy(&numbers);
    return st;
}

/* Computes pairs of a batch on threads of the host. */
#include "fpx/api/batch.h"

#include <math.h>
#include <string.h>

#include "core/memory.h"
#include "core/size.h"
#include "fpx/host/arithmetic.h"
#include "fpx/host/product.h"
#include "opencl/context.h"

/* Pairs per block of a thread. */
#define BLOCK 64

typedef struct host_work {
    clm_fpx_batch *batch;
    const clm_poller *watch;
    clm_error *errors; /* of each thread */
    size_t *failed;    /* of each thread: the index of the failed pair */
} host_work;

/* The operands of a pair, and their positions in the lists. */
typedef struct host_pair {
    clm_error *error;
    clm_host_poly a, b;
    size_t a_begin, b_begin, a_room, b_room;
    const clm_modulus *modulus;
    const uint32_t *inverse; /* of the leading coefficient of b, or NULL */
    const clm_poller *watch;
} host_pair;

static host_pair pair_at(const host_work *w, size_t k, clm_error *error,
                         const clm_modulus *modulus)
{
    const clm_fpx_batch *b = w->batch;
    const clmodp_fpx_list at = b->pairs->a, bt = b->pairs->b;
    host_pair o = {.error = error, .a_begin = at.begin[k], .b_begin = bt.begin[k],
             .a_room = at.begin[k + 1] - at.begin[k], .b_room = bt.begin[k + 1] - bt.begin[k],
             .modulus = modulus, .watch = w->watch};

    o.a = (clm_host_poly){b->a_count[k] == 0 ? NULL : at.c + o.a_begin, b->a_count[k]};
    o.b = (clm_host_poly){b->b_count[k] == 0 ? NULL : bt.c + o.b_begin, b->b_count[k]};
    return o;
}

/* Clears to[from ... room - 1], if requested. */
static void clear_words(uint32_t *to, size_t from, size_t room)
{
    if (to != NULL && room > from)
        memset(to + from, 0, (room - from) * sizeof *to);
}

static clmodp_status multiply_pair(const clm_batch_outputs *out, const host_pair *o)
{
    uint32_t *product = out->first + o->a_begin + o->b_begin;
    const size_t count = o->a.count + o->b.count - 1, room = o->a_room + o->b_room;

    if (!clm_host_is_short(o->a.count, o->b.count))
        return clm_host_product(o->error, product, o->a, o->b, 0, room, o->modulus, 1, o->watch);
    clm_host_multiply_short(product, o->a, o->b, 0, count, o->modulus, 0);
    product[count] = 0;
    clear_words(product, count + 1, room);
    return CLMODP_OK;
}

static clmodp_status divide_pair(const clm_batch_outputs *out, const host_pair *o, size_t k)
{
    clmodp_status st = CLMODP_OK;
    const size_t n = o->a.count, m = o->b.count, count = n >= m ? n - m + 1 : 0;
    uint32_t *quotient = out->first == NULL ? NULL : out->first + o->a_begin, *own_quotient = NULL;
    uint32_t *rest = out->second == NULL ? NULL : out->second + o->b_begin;

    if (m == 0)
        FAIL(o->error, CLMODP_DOMAIN, "pair %zu: division by the zero polynomial", k);
    clear_words(quotient, count, o->a_room);
    clear_words(rest, clm_size_min(n, m - 1), o->b_room);
    if (quotient == NULL) {
        NEW(o->error, own_quotient, count);
        quotient = own_quotient;
    }
    TRY(clm_host_divide_with(o->error, quotient, rest, o->a, o->b,
                             clm_size_min(count, m) > CLM_SHORT_QUOTIENT ? NULL : o->inverse,
                             o->modulus, 1, o->watch));
done:
    free(own_quotient);
    return st;
}

static clmodp_status gcd_pair(const clm_batch_outputs *out, const host_pair *o, size_t k)
{
    clmodp_status st = CLMODP_OK;
    uint32_t *own = NULL;
    clm_host_result g = {NULL, 0};

    out->counts[k] = 0;
    if (o->a.count + o->b.count == 0)
        goto done;
    if (out->first == NULL)
        NEW(o->error, own, clm_size_max(o->a.count, o->b.count));
    g.c = own != NULL ? own : out->first + o->a_begin + o->b_begin;
    TRY(clm_host_gcd(o->error, &g, NULL, o->a, o->b, o->modulus, 1, o->watch));
    out->counts[k] = g.count;
done:
    free(own);
    return st;
}

/* to[0 ... room - 1] := the polynomial and zeros, if requested. */
static void put_words(uint32_t *to, const host_pair *o, const uint32_t *c, size_t count)
{
    if (to == NULL)
        return;
    to += o->a_begin + o->b_begin;
    if (count > 0)
        memcpy(to, c, count * sizeof *to);
    clear_words(to, count, o->a_room + o->b_room);
}

/* *v := (g - u a) / b, an exact quotient, and its length; owned by the caller. b is not 0. */
static clmodp_status pair_cofactor(uint32_t **v, size_t *count, const host_pair *o,
                                   clm_host_poly g, clm_host_poly u)
{
    clmodp_status st = CLMODP_OK;
    const size_t product = u.count + o->a.count;
    const size_t room = clm_size_max(clm_size_max(product, g.count), o->b.count);
    uint32_t *sum = NULL;
    size_t terms;

    NEW(o->error, sum, room);
    NEW(o->error, *v, room);
    memcpy(sum, g.c, g.count * sizeof *sum);
    TRY(clm_host_add_product(o->error, -1, sum, u, o->a, room, o->modulus, 1, o->watch));
    terms = clm_host_count(sum, room);
    *count = terms < o->b.count ? 0 : terms - o->b.count + 1;
    TRY(clm_host_divide(o->error, *v, sum, (clm_host_poly){sum, terms}, o->b, o->modulus,
                        1, o->watch));
done:
    free(sum);
    return st;
}

static clmodp_status cofactors_pair(const clm_batch_outputs *out, const host_pair *o, size_t k)
{
    clmodp_status st = CLMODP_OK;
    const size_t n = o->a.count, m = o->b.count;
    uint32_t *words = NULL, *v = NULL;
    clm_host_result g = {NULL, 0}, u = {NULL, 0};
    size_t count = 0;

    if (n + m > 0) {
        NEW(o->error, words, clm_size_max(n, m) + m + 1);
        g.c = words;
        u.c = words + clm_size_max(n, m);
        TRY(clm_host_gcd(o->error, &g, &u, o->a, o->b, o->modulus, 1, o->watch));
    }
    if (m > 0)
        TRY(pair_cofactor(&v, &count, o, (clm_host_poly){g.c, g.count},
                          (clm_host_poly){u.c, u.count}));
    put_words(out->first, o, g.c, g.count);
    put_words(out->second, o, u.c, u.count);
    put_words(out->third, o, v, count);
    if (out->counts != NULL)
        out->counts[k] = g.count;
done:
    free(v);
    free(words);
    return st;
}

static clmodp_status compute_pair(host_work *w, size_t k, const host_pair *o)
{
    clmodp_status st = CLMODP_OK;
    const clm_batch_outputs *out = &w->batch->out;

    switch (w->batch->operation) {
    case CLM_PAIRS_MULTIPLY: TRY(multiply_pair(out, o)); break;
    case CLM_PAIRS_DIVIDE: TRY(divide_pair(out, o, k)); break;
    case CLM_PAIRS_EUCLID:
        if (out->counts != NULL)
            TRY(gcd_pair(out, o, k));
        if (out->resultants != NULL)
            TRY(clm_host_resultant(o->error, &out->resultants[k], o->a, o->b, o->modulus, 1,
                                   o->watch));
        break;
    case CLM_PAIRS_COFACTORS: TRY(cofactors_pair(out, o, k));
    }
done:
    return st;
}

/* Inverts the leading coefficients of b for the pairs of a block with one prime, together. */
static void invert_leads(const clm_fpx_batch *b, uint32_t *inverses, size_t first, size_t end,
                         const clm_modulus *m)
{
    const clmodp_fpx_list list = b->pairs->b;
    uint32_t leads[BLOCK];

    for (size_t k = first; k < end; k++)
        leads[k - first] = b->b_count[k] > 0 ? list.c[list.begin[k] + b->b_count[k] - 1] : 1;
    (void)clm_host_inverses(inverses, leads, end - first, m);
}

static clmodp_status run_block(void *argument, size_t index, size_t thread)
{
    host_work *w = argument;
    const clm_fpx_batch *b = w->batch;
    const size_t first = index * BLOCK, end = clm_size_min(first + BLOCK, b->pairs->count);
    const bool together = b->operation == CLM_PAIRS_DIVIDE && b->pairs->prime_count == 1;
    clm_modulus modulus = clm_modulus_of(clm_batch_prime(b, first));
    uint32_t inverses[BLOCK];

    if (together)
        invert_leads(b, inverses, first, end, &modulus);
    for (size_t k = first; k < end; k++) {
        host_pair o;
        clmodp_status st;

        if (!b->on_host[k])
            continue;
        if (clm_poller_stopped(w->watch))
            return CLMODP_CANCELLED;
        if (clm_batch_prime(b, k) != modulus.p)
            modulus = clm_modulus_of(clm_batch_prime(b, k));
        o = pair_at(w, k, &w->errors[thread], &modulus);
        o.inverse = together ? &inverses[k - first] : NULL;
        st = compute_pair(w, k, &o);
        if (st != CLMODP_OK) {
            w->failed[thread] = k;
            return st;
        }
    }
    return CLMODP_OK;
}

/* Selects the message about the first failed pair. */
static void explain_first(const host_work *w, clmodp_context *ctx, clmodp_status st,
                          size_t threads)
{
    size_t least = SIZE_MAX;

    for (size_t t = 0; t < threads; t++)
        if (w->errors[t].status == st && w->failed[t] < least) {
            least = w->failed[t];
            ctx->error = w->errors[t];
        }
}

/* Returns the threads that short work is worth. */
static size_t threads_for(const clm_fpx_batch *b)
{
    const size_t most = b->left < BLOCK ? 1 : b->call.context->threads;
    double work = CLM_BATCH_PAIR_WORK * (double)b->left;

    for (size_t k = 0; most > 1 && k < b->pairs->count; k++)
        work += b->on_host[k] ? clm_batch_work(b, k) : 0;
    return (size_t)fmin((double)most, clm_threads_worth(CLM_OP_HOST_PRODUCT, work));
}

clmodp_status clm_batch_on_host(clm_fpx_batch *b)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = b->call.context;
    const size_t blocks = clm_div_up(b->pairs->count, BLOCK);
    const size_t threads = threads_for(b);
    clm_poller watch = CLM_PROGRESS_POLLER(ctx, ctx->call->fraction);
    host_work w = {.batch = b, .watch = ctx->call->progress == NULL ? NULL : &watch};

    NEW(&ctx->error, w.errors, threads);
    NEW(&ctx->error, w.failed, threads);
    st = clm_parallel_watched(blocks, threads, run_block, &w,
                              ctx->call->progress == NULL ? NULL : &watch);
    if (st != CLMODP_OK)
        explain_first(&w, ctx, st, threads);
done:
    free(w.failed);
    free(w.errors);
    return st;
}

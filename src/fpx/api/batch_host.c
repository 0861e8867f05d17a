/* Pairs of a batch on threads of the host. */
#include <string.h>

#include "base/memory.h"
#include "base/size.h"
#include "fpx/host/divide.h"
#include "fpx/host/gcd.h"
#include "fpx/host/multiply.h"
#include "fpx/api/batch.h"

/* Pairs that a thread takes at a time. */
#define BLOCK 64

typedef struct work {
    clm_fpx_batch *batch;
    const clm_watch *watch;
    clm_error *errors; /* of each thread */
    size_t *failed;    /* of each thread: the pair that the error is about */
} work;

/* A pair, and where it stands. */
typedef struct one {
    clm_error *error;
    clm_host_poly a, b;
    size_t a_begin, b_begin, a_room, b_room;
    clm_modulus modulus;
    const clm_watch *watch;
} one;

static one of_pair(const work *w, size_t k, clm_error *error)
{
    const clm_fpx_batch *b = w->batch;
    const clmodp_fpx_list at = b->pairs->a, bt = b->pairs->b;
    one o = {.error = error, .a_begin = at.begin[k], .b_begin = bt.begin[k],
             .a_room = at.begin[k + 1] - at.begin[k], .b_room = bt.begin[k + 1] - bt.begin[k],
             .modulus = clm_modulus_of(clm_batch_prime(b, k)), .watch = w->watch};

    o.a = (clm_host_poly){b->a_count[k] == 0 ? NULL : at.c + o.a_begin, b->a_count[k]};
    o.b = (clm_host_poly){b->b_count[k] == 0 ? NULL : bt.c + o.b_begin, b->b_count[k]};
    return o;
}

static clmodp_status multiply(const clm_batch_outputs *out, const one *o)
{
    uint32_t *product = out->first + o->a_begin + o->b_begin;
    const size_t room = o->a_room + o->b_room;
    const bool none = o->a.count == 0 || o->b.count == 0;
    const size_t count = none ? 0 : o->a.count + o->b.count - 1;

    if (room > 0)
        memset(product + count, 0, (room - count) * sizeof *product);
    return clm_host_multiply(product, o->a, o->b, &o->modulus, o->watch);
}

/* to[from ...] := 0. */
static void clear(uint32_t *to, size_t from, size_t room)
{
    if (to != NULL && room > from)
        memset(to + from, 0, (room - from) * sizeof *to);
}

static clmodp_status divide(const clm_batch_outputs *out, const one *o, size_t k)
{
    clmodp_status st = CLMODP_OK;
    const size_t n = o->a.count, m = o->b.count, count = n >= m ? n - m + 1 : 0;
    uint32_t *quotient = out->first == NULL ? NULL : out->first + o->a_begin, *own_quotient = NULL;
    uint32_t *rest = out->second == NULL ? NULL : out->second + o->b_begin, *own_rest = NULL;

    if (m == 0)
        FAIL(o->error, CLMODP_DOMAIN, "pair %zu: division by the zero polynomial", k);
    clear(quotient, count, o->a_room);
    clear(rest, clm_size_min(n, m - 1), o->b_room);
    if (quotient == NULL) {
        NEW(o->error, own_quotient, count);
        quotient = own_quotient;
    }
    if (rest == NULL) {
        NEW(o->error, own_rest, m);
        rest = own_rest;
    }
    TRY(clm_host_divide(quotient, rest, o->a, o->b, &o->modulus, o->watch));
done:
    free(own_rest);
    free(own_quotient);
    return st;
}

static clmodp_status divisor(const clm_batch_outputs *out, const one *o, size_t k)
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
    TRY(clm_host_gcd(o->error, &g, NULL, o->a, o->b, &o->modulus, o->watch));
    out->counts[k] = g.count;
done:
    free(own);
    return st;
}

/* to[0 ... room - 1] := the polynomial, if it is wanted. */
static void put(uint32_t *to, const one *o, const uint32_t *c, size_t count)
{
    if (to == NULL)
        return;
    to += o->a_begin + o->b_begin;
    if (count > 0)
        memcpy(to, c, count * sizeof *to);
    clear(to, count, o->a_room + o->b_room);
}

/* *v := (g - u a) / b, which leaves nothing, and its count; owned by the caller. b is not 0. */
static clmodp_status other_cofactor(uint32_t **v, size_t *count, const one *o, clm_host_poly g,
                                    clm_host_poly u)
{
    clmodp_status st = CLMODP_OK;
    const size_t product = u.count + o->a.count;
    const size_t room = clm_size_max(clm_size_max(product, g.count), o->b.count);
    uint32_t *sum = NULL;
    size_t terms;

    NEW(o->error, sum, room);
    NEW(o->error, *v, room);
    memcpy(sum, g.c, g.count * sizeof *sum);
    if (u.count > 0 && o->a.count > 0)
        clm_host_subtract_product(sum, u, o->a, &o->modulus);
    terms = clm_host_count(sum, room);
    *count = terms < o->b.count ? 0 : terms - o->b.count + 1;
    TRY(clm_host_divide(*v, sum, (clm_host_poly){sum, terms}, o->b, &o->modulus, o->watch));
done:
    free(sum);
    return st;
}

static clmodp_status cofactors(const clm_batch_outputs *out, const one *o, size_t k)
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
        TRY(clm_host_gcd(o->error, &g, &u, o->a, o->b, &o->modulus, o->watch));
    }
    if (m > 0)
        TRY(other_cofactor(&v, &count, o, (clm_host_poly){g.c, g.count},
                           (clm_host_poly){u.c, u.count}));
    put(out->first, o, g.c, g.count);
    put(out->second, o, u.c, u.count);
    put(out->third, o, v, count);
    if (out->counts != NULL)
        out->counts[k] = g.count;
done:
    free(v);
    free(words);
    return st;
}

static clmodp_status compute(work *w, size_t k, clm_error *error)
{
    clmodp_status st = CLMODP_OK;
    const clm_batch_outputs *out = &w->batch->out;
    const one o = of_pair(w, k, error);

    switch (w->batch->operation) {
    case CLM_MANY_MULTIPLY: TRY(multiply(out, &o)); break;
    case CLM_MANY_DIVIDE: TRY(divide(out, &o, k)); break;
    case CLM_MANY_EUCLID:
        if (out->counts != NULL)
            TRY(divisor(out, &o, k));
        if (out->resultants != NULL)
            TRY(clm_host_resultant(error, &out->resultants[k], o.a, o.b, &o.modulus, o.watch));
        break;
    case CLM_MANY_COFACTORS: TRY(cofactors(out, &o, k));
    }
done:
    return st;
}

static clmodp_status run_block(void *argument, size_t index, size_t thread)
{
    work *w = argument;
    const size_t end = clm_size_min((index + 1) * BLOCK, w->batch->pairs->count);

    for (size_t k = index * BLOCK; k < end; k++) {
        clmodp_status st;

        if (!w->batch->on_host[k])
            continue;
        if (clm_watch_stopped(w->watch))
            return CLMODP_CANCELLED;
        st = compute(w, k, &w->errors[thread]);
        if (st != CLMODP_OK) {
            w->failed[thread] = k;
            return st;
        }
    }
    return CLMODP_OK;
}

/* The message about the pair that comes first. */
static void explain(const work *w, clmodp_context *ctx, clmodp_status st, size_t threads)
{
    size_t least = SIZE_MAX;

    for (size_t t = 0; t < threads; t++)
        if (w->errors[t].status == st && w->failed[t] < least) {
            least = w->failed[t];
            ctx->error = w->errors[t];
        }
}

clmodp_status clm_batch_on_host(clm_fpx_batch *b)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = &b->call.context;
    const size_t blocks = clm_div_up(b->pairs->count, BLOCK);
    const size_t threads = b->left < BLOCK ? 1 : ctx->threads;
    clm_progress_at at = {.context = ctx, .fraction = ctx->fraction};
    clm_watch watch = {.ask = clm_progress_ask, .user = &at};
    work w = {.batch = b, .watch = ctx->progress == NULL ? NULL : &watch};

    NEW(&ctx->error, w.errors, threads);
    NEW(&ctx->error, w.failed, threads);
    st = clm_parallel_watched(blocks, threads, run_block, &w,
                              ctx->progress == NULL ? NULL : &watch);
    if (st != CLMODP_OK)
        explain(&w, ctx, st, threads);
done:
    free(w.failed);
    free(w.errors);
    return st;
}

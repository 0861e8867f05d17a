/* Public calls on batches of pairs of short polynomials: assigns pairs to host or device, and
 * computes the host's on its threads. */
#include "fpx/api/batch.h"

#include <math.h>
#include <string.h>

#include "arith/prime.h"
#include "core/memory.h"
#include "core/size.h"
#include "cl/fpx/batch/euclid_shape.h"
#include "opencl/context.h"
#include "fpx/api/choice.h"
#include "fpx/host/arithmetic.h"
#include "fpx/host/product.h"
#include "fpx/pairs/pairs.h"

/* Pairs per block of a thread. */
#define BLOCK 64

/* The work of a pair of polynomials beside products of coefficients, in such products. */
#define PAIR_WORK 100.0

/* Words that a thread checks at a time, in 20 us. */
#define WORDS_OF_THREAD ((size_t)1 << 17)

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
    double work = PAIR_WORK * (double)b->left;

    for (size_t k = 0; most > 1 && k < b->pairs->count; k++)
        work += b->on_host[k] ? clm_batch_work(b, k) : 0;
    return (size_t)fmin((double)most, clm_threads_worth(CLM_OP_HOST_PRODUCT, work));
}

/* Computes the host's pairs. Errors: DOMAIN, HOST_MEMORY, CANCELLED */
static clmodp_status batch_on_host(clm_fpx_batch *b)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = b->call.context;
    const size_t blocks = clm_div_up(b->pairs->count, BLOCK);
    const size_t threads = threads_for(b);
    clm_progress_at at = {.context = ctx, .fraction = ctx->call->fraction};
    clm_poller watch = {.ask = clm_progress_poll, .user = &at};
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

/* If the library chooses, at most one in FEW_ABNORMAL remainder sequences on the device may be
 * abnormal; the host repeats these. */
#define FEW_ABNORMAL 16

/* Returns whether the device has an algorithm for pair k and, if the library chooses, is expected
 * to return few pairs to the host. */
static bool device_serves(const clm_fpx_batch *b, size_t k, bool may_choose)
{
    const uint32_t n = b->a_count[k], m = b->b_count[k], p = clm_batch_prime(b, k);

    if (p == 2)
        return false;
    switch (b->operation) {
    case CLM_PAIRS_MULTIPLY: return n >= 1 && m >= 1;
    case CLM_PAIRS_DIVIDE: return n >= m && m >= 2;
    case CLM_PAIRS_EUCLID:
    case CLM_PAIRS_COFACTORS: break;
    }
    return n >= 2 && m >= 2 && !(may_choose && p / FEW_ABNORMAL < clm_size_min(n, m));
}

static clm_amounts pairs_cost(clm_pair_operation operation, double work)
{
    switch (operation) {
    case CLM_PAIRS_MULTIPLY: return clm_pairs_multiply_cost(work);
    case CLM_PAIRS_DIVIDE: return clm_pairs_divide_cost(work);
    case CLM_PAIRS_COFACTORS: return clm_pairs_cofactors_cost(work);
    case CLM_PAIRS_EUCLID: break;
    }
    return clm_pairs_euclid_cost(work);
}

static double batch_nanoseconds(const clm_fpx_batch *b, const clm_amounts *amounts)
{
    return clm_device_elapsed(b->call.context, amounts);
}

/* The host's time for a pair of coefficients of a product, or of a division, relative to one of
 * long vectors; PAIR_WORK is added for each pair of polynomials. */
#define VECTORS_OF_PRODUCT 1.2
#define VECTORS_OF_DIVISION 3.0

/* Returns whether the device is predicted to be faster for its pairs. Cofactors double the host's
 * time for Euclid's algorithm. */
static bool device_pays(const clm_fpx_batch *b)
{
    const clmodp_context *ctx = b->call.context;
    const bool euclid = b->operation == CLM_PAIRS_EUCLID,
               both = b->operation == CLM_PAIRS_COFACTORS;
    double work = 0, squares = 0, steps = 0, words = 0, on_host, on_device;
    clm_amounts host = {{0}}, device;

    for (size_t k = 0; k < b->pairs->count; k++) {
        const double n = b->a_count[k], m = b->b_count[k], least = n < m ? n : m;

        if (b->on_host[k])
            continue;
        work += clm_batch_work(b, k);
        squares += least * least;
        steps += least;
        words += (both ? 4 : 2) * (n + m);
    }
    device = pairs_cost(b->operation, work);
    if (euclid || both)
        work += (CLM_FPX_REMAINDER_PAIR - 1) * squares;
    if (euclid || both) {
        host.of[CLM_OP_HOST_PRODUCT] = work * (both ? 2 : 1);
        host.of[CLM_OP_HOST_REMAINDER] = steps;
    } else {
        host.of[CLM_OP_HOST_PRODUCT] = PAIR_WORK * (double)(b->pairs->count - b->left);
        host.of[CLM_OP_HOST_SHORT_PAIR] =
            work * clm_host_pair_slowdown() *
            (b->operation == CLM_PAIRS_DIVIDE ? VECTORS_OF_DIVISION : VECTORS_OF_PRODUCT);
    }
    device.of[CLM_OP_MOVED_WORD] += words;
    device.of[CLM_OP_FPX_CALL] += 1;
    device.of[CLM_OP_WAIT] += 4;
    on_host = clm_elapsed(&host, &ctx->costs, 1.0, (double)ctx->threads);
    on_device = batch_nanoseconds(b, &device);
    if (on_device + clm_initialisation_cost(ctx) < on_host)
        return true;
    if (on_device < on_host)
        clm_initialisation_missed(ctx, on_host - on_device);
    return false;
}

static void leave_all(clm_fpx_batch *b)
{
    for (size_t k = 0; k < b->pairs->count; k++)
        clm_batch_leave(b, k);
}

static clmodp_status open_batch_device(clm_fpx_batch *b)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = b->call.context;
    const clm_amounts one = pairs_cost(b->operation, 1);
    bool of_kind[2] = {false, false};

    TRY(clm_context_open(ctx));
    b->seconds_of_one = 1e-9 * batch_nanoseconds(b, &one);
    for (size_t k = 0; k < b->pairs->count; k++)
        if (!b->on_host[k])
            of_kind[clm_batch_prime(b, k) > EUCLID_PRIME_MAX] = true;
    for (int large = 0; large < 2; large++)
        if (of_kind[large]) {
            const clm_self_test *need = clm_pairs_self_test(b->operation, large != 0);

            TRY(clm_self_tests_ensure(ctx, &need, 1));
        }
done:
    return st;
}

static clmodp_status check_batch_wanted(const clm_fpx_batch *b, clm_error *error)
{
    clmodp_status st = CLMODP_OK;
    const clmodp_fpx_options *options = &b->call.options;

    if (options->algorithm == CLMODP_FPX_FAST)
        FAIL(error, CLMODP_UNSUPPORTED, "algorithm FAST does not support batches; choose another, "
             "or AUTO");
    if ((options->s | options->group | options->span) != 0)
        FAIL(error, CLMODP_INVALID, "batches have no parameters s, group and span");
    if (options->algorithm == CLMODP_FPX_SCHOOLBOOK)
        for (size_t k = 0; k < b->pairs->count; k++) /* without pairs nothing is checked */
            if (clm_batch_prime(b, k) == 2)
                FAIL(error, CLMODP_INVALID,
                     "algorithm SCHOOLBOOK requires odd primes, but the prime "
                     "of pair %zu is 2",
                     k);
done:
    return st;
}

/* Assigns pairs to the host, and opens the device for all others. */
static clmodp_status choose_places(clm_fpx_batch *b)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = b->call.context;
    const clmodp_fpx_algorithm wanted = b->call.options.algorithm;
    const bool open = wanted == CLMODP_FPX_AUTO;

    TRY(clm_progress(ctx, 0));
    TRY(check_batch_wanted(b, &ctx->error));
    for (size_t k = 0; k < b->pairs->count; k++)
        if (!device_serves(b, k, open))
            clm_batch_leave(b, k);
    if (wanted == CLMODP_FPX_HOST || (open && (ctx->host_only || !device_pays(b))))
        leave_all(b);
    if (b->left == b->pairs->count)
        goto done;
    st = open_batch_device(b);
    if (st == CLMODP_NO_DEVICE && open) {
        clm_error_clear(&ctx->error);
        clm_initialisation_failed(ctx);
        leave_all(b);
        st = CLMODP_OK;
    }
    TRY(st);
    if (b->left < b->pairs->count)
        b->call.report.algorithm = CLMODP_FPX_SCHOOLBOOK;
done:
    return st;
}

/* ---- checks of the caller's arrays ---- */

typedef unsigned long ul;

static clmodp_status check_prime(clm_error *error, uint32_t p, size_t k)
{
    clmodp_status st = CLMODP_OK;

    if (p >= (uint32_t)1 << 31 || !clm_is_prime_u32(p))
        FAIL(error, CLMODP_INVALID, "prime %zu is %lu, which is not a prime below 2^31", k, (ul)p);
done:
    return st;
}

static clmodp_status check_primes(const clm_fpx_batch *b, clm_error *error)
{
    clmodp_status st = CLMODP_OK;
    const clmodp_fpx_pairs *pairs = b->pairs;

    REQUIRE(error, pairs->primes != NULL);
    if (pairs->prime_count != 1 && pairs->prime_count != pairs->count)
        FAIL(error, CLMODP_INVALID, "%zu primes for %zu pairs: there must be one for each, or one "
             "for all", pairs->prime_count, pairs->count);
    for (size_t k = 0; k < pairs->prime_count; k++)
        if (k == 0 || pairs->primes[k] != pairs->primes[k - 1])
            TRY(check_prime(error, pairs->primes[k], k));
done:
    return st;
}

/* Returns whether all words are below p < 2^31: each word and its sum with 2^31 - p have an upper
 * bit of 0. Two words are added at once, since only an invalid word produces a carry. */
static bool are_residues(const uint32_t *c, size_t count, uint32_t p)
{
    const uint64_t upper = UINT64_C(0x8000000080000000);
    const uint64_t complement = (((uint64_t)1 << 31) - p) * (((uint64_t)1 << 32) + 1);
    uint64_t bits = 0;
    size_t k = 0;

    for (; k + 2 <= count; k += 2) {
        uint64_t two;

        memcpy(&two, c + k, sizeof two);
        bits |= two | (two + complement);
    }
    if (k < count)
        bits |= c[k] | (uint32_t)(c[k] + (uint32_t)complement);
    return (bits & upper) == 0;
}

/* Checks the offsets of a list. */
static clmodp_status check_list(clm_error *error, const clmodp_fpx_list *l, size_t count,
                                const char *name)
{
    clmodp_status st = CLMODP_OK;
    const clmodp_fpx_list list = *l;

    if (list.begin == NULL || list.begin[0] != 0)
        FAIL(error, CLMODP_INVALID, "list %s needs an array `begin` of offsets, the first one 0",
             name);
    for (size_t k = 0; k < count; k++) {
        const size_t from = list.begin[k], to = list.begin[k + 1];

        if (to < from)
            FAIL(error, CLMODP_INVALID, "polynomial %zu of list %s begins at %zu and ends at %zu",
                 k, name, from, to);
        if (to - from > CLMODP_FPX_BATCH_MOST_COEFFICIENTS)
            FAIL(error, CLMODP_LIMIT, "polynomial %zu of list %s has %zu coefficients, more than "
                 "the limit of %zu for batches; compute longer polynomials one by one", k, name,
                 to - from, CLMODP_FPX_BATCH_MOST_COEFFICIENTS);
        if (to > from && list.c == NULL)
            FAIL(error, CLMODP_INVALID, "list %s has no coefficients", name);
    }
done:
    return st;
}

/* A list whose offsets are checked. */
typedef struct list_reading {
    const clm_fpx_batch *batch;
    const clmodp_fpx_list *list;
    const char *name;
    uint32_t *counts;
    clm_error *error; /* NULL: no message */
    size_t each;      /* polynomials of a block */
} list_reading;

/* Checks the coefficients of a block; counts[k] := the length of polynomial k. */
static clmodp_status read_block(void *argument, size_t index, size_t thread)
{
    clmodp_status st = CLMODP_OK;
    const list_reading *r = argument;
    const size_t end = clm_size_min((index + 1) * r->each, r->batch->pairs->count);

    (void)thread;
    for (size_t k = index * r->each; k < end; k++) {
        const size_t words = r->list->begin[k + 1] - r->list->begin[k];
        const uint32_t *c = words == 0 ? NULL : r->list->c + r->list->begin[k];
        const uint32_t p = clm_batch_prime(r->batch, k);

        if (!are_residues(c, words, p))
            FAIL(r->error, CLMODP_INVALID, "polynomial %zu of list %s has a coefficient that is "
                 "not below the prime %lu", k, r->name, (ul)p);
        r->counts[k] = words == 0 ? 0 : (uint32_t)clm_host_count(c, words);
    }
done:
    return st;
}

/* Checks a list; counts[k] := the length of polynomial k. */
static clmodp_status read_list(const clm_fpx_batch *b, clm_error *error, uint32_t *counts,
                               const clmodp_fpx_list *list, const char *name)
{
    clmodp_status st = CLMODP_OK;
    const size_t count = b->pairs->count;
    list_reading r = {b, list, name, counts, NULL, count};
    size_t blocks;

    TRY(check_list(error, list, count, name));
    blocks = clm_size_min(clm_div_up(list->begin[count], WORDS_OF_THREAD), count);
    r.each = clm_div_up(count, clm_size_max(blocks, 1));
    if (blocks > 1 && clm_parallel_for(clm_div_up(count, r.each), b->call.context->threads,
                                       read_block, &r) == CLMODP_OK)
        goto done;
    r.error = error; /* one thread explains the failure */
    r.each = count;
    st = read_block(&r, 0, 0);
done:
    return st;
}

/* Checks the pairs, and counts coefficients. Errors: INVALID, LIMIT, HOST_MEMORY */
static clmodp_status read_batch(clm_fpx_batch *b)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &b->call.context->error;
    const clmodp_fpx_pairs *pairs = b->pairs;

    if (pairs->count > INT32_MAX)
        FAIL(error, CLMODP_LIMIT, "%zu pairs are too many for a batch", pairs->count);
    NEW(error, b->a_count, pairs->count);
    NEW(error, b->b_count, pairs->count);
    NEW(error, b->on_host, pairs->count);
    if (pairs->count == 0)
        goto done;
    TRY(check_primes(b, error));
    TRY(read_list(b, error, b->a_count, &pairs->a, "a"));
    TRY(read_list(b, error, b->b_count, &pairs->b, "b"));
done:
    return st;
}

/* ---- public calls ---- */

static clmodp_status compute_batch(clm_fpx_batch *b)
{
    clmodp_status st = CLMODP_OK;

    TRY(read_batch(b));
    TRY(choose_places(b));
    if (b->left < b->pairs->count)
        TRY(clm_batch_on_device(b));
    if (b->left > 0)
        TRY(batch_on_host(b));
done:
    return st;
}

/* Makes a call; `there`: whether the required outputs are not NULL. */
static clmodp_status run_batch(clmodp_context *context, clm_pair_operation operation,
                               clm_batch_outputs out, bool there, const clmodp_fpx_pairs *pairs,
                               const clmodp_fpx_options *options)
{
    clmodp_status st = CLMODP_OK;
    clm_fpx_batch b = {.operation = operation, .out = out, .pairs = pairs};

    TRY(clm_fpx_begin_in(&b.call, context, options, out.report));
    REQUIRE(&b.call.context->error, pairs != NULL);
    REQUIRE(&b.call.context->error, there || pairs->count == 0);
    TRY(compute_batch(&b));
done:
    free(b.on_host);
    free(b.b_count);
    free(b.a_count);
    return clm_fpx_end(&b.call, st);
}

clmodp_status clmodp_fpx_mul_batch(clmodp_context *context, uint32_t *products,
                                   clmodp_fpx_report *report, const clmodp_fpx_pairs *pairs,
                                   const clmodp_fpx_options *options)
{
    return run_batch(context, CLM_PAIRS_MULTIPLY,
                     (clm_batch_outputs){.first = products, .report = report}, products != NULL,
                     pairs, options);
}

clmodp_status clmodp_fpx_divrem_batch(clmodp_context *context, uint32_t *quotients,
                                      uint32_t *remainders, clmodp_fpx_report *report,
                                      const clmodp_fpx_pairs *pairs,
                                      const clmodp_fpx_options *options)
{
    return run_batch(
        context, CLM_PAIRS_DIVIDE,
        (clm_batch_outputs){.first = quotients, .second = remainders, .report = report}, true,
        pairs, options);
}

clmodp_status clmodp_fpx_gcd_batch(clmodp_context *context, uint32_t *divisors, size_t *counts,
                                   clmodp_fpx_report *report, const clmodp_fpx_pairs *pairs,
                                   const clmodp_fpx_options *options)
{
    return run_batch(context, CLM_PAIRS_EUCLID,
                     (clm_batch_outputs){.first = divisors, .counts = counts, .report = report},
                     counts != NULL, pairs, options);
}

clmodp_status clmodp_fpx_xgcd_batch(clmodp_context *context, uint32_t *divisors, uint32_t *u,
                                    uint32_t *v, size_t *counts, clmodp_fpx_report *report,
                                    const clmodp_fpx_pairs *pairs,
                                    const clmodp_fpx_options *options)
{
    return run_batch(
        context, CLM_PAIRS_COFACTORS,
        (clm_batch_outputs){
            .first = divisors, .second = u, .third = v, .counts = counts, .report = report},
        true, pairs, options);
}

clmodp_status clmodp_fpx_resultant_batch(clmodp_context *context, uint32_t *resultants,
                                         clmodp_fpx_report *report, const clmodp_fpx_pairs *pairs,
                                         const clmodp_fpx_options *options)
{
    return run_batch(context, CLM_PAIRS_EUCLID,
                     (clm_batch_outputs){.resultants = resultants, .report = report},
                     resultants != NULL, pairs, options);
}

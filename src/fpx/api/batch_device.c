/* Computes pairs of a batch on the device, as many at a time as fit its memory. */
#include <math.h>
#include <string.h>

#include "arith/prime.h"
#include "cl/fpx/batch/euclid_shape.h"
#include "core/memory.h"
#include "core/size.h"
#include "fpx/api/batch.h"
#include "fpx/pairs/pairs.h"
#include "opencl/buffer.h"

/* The share of free memory planned for pairs, since tiles are padded to the longest pair and to
 * all lanes. If memory does not suffice, half as many pairs are tried. */
#define SHARE 0.7

/* Seconds of work between two checks for cancellation. */
#define PART_SECONDS 0.05

/* Most bytes of a part on a CPU, so that caches keep them between packing, kernel and reading:
 * products of 16 coefficients then take 0.6 of the time. */
#define CACHED_BYTES 0x1p24
#define CACHED_BYTES_OF_UNIT 0x1p21

/* Consecutive pairs, and their data on the device: the words of all a, then of all b. */
typedef struct part {
    size_t from, to;
    size_t a_words, b_words;
    clm_buffer words, fields, results;
    fp_field *of_primes;
    pair_lane *lanes;
    clm_pair_batch batch;
} part;

static void part_destroy(clmodp_context *ctx, part *t)
{
    clm_scratches_destroy(ctx, &t->results, &t->fields, &t->words);
    free(t->lanes);
    free(t->of_primes);
    t->lanes = NULL;
    t->of_primes = NULL;
}

static size_t tile_copies(const clm_fpx_batch *b)
{
    switch (b->operation) {
    case CLM_PAIRS_MULTIPLY: return CLM_PAIRS_MULTIPLY_COPIES;
    case CLM_PAIRS_COFACTORS: return CLM_PAIRS_COFACTORS_COPIES;
    case CLM_PAIRS_DIVIDE:
    case CLM_PAIRS_EUCLID: break;
    }
    return 1;
}

static double pair_bytes(const clm_fpx_batch *b, size_t k)
{
    const clmodp_fpx_pairs *pairs = b->pairs;
    const size_t n = clm_size_max(b->a_count[k], b->b_count[k]);
    const size_t m = clm_size_min(b->a_count[k], b->b_count[k]);
    const double words = (double)(pairs->a.begin[k + 1] - pairs->a.begin[k]) +
                         (double)(pairs->b.begin[k + 1] - pairs->b.begin[k]);

    return (b->operation == CLM_PAIRS_COFACTORS ? 16.0 : 8.0) * words + 12.0 + sizeof(fp_field) +
           (b->on_host[k] ? 0 : clm_pairs_bytes(n, m, tile_copies(b)));
}

/* The most bytes of a part. */
static double part_bytes(const clmodp_context *ctx)
{
    const double most = SHARE * (double)clm_memory_left(ctx);

    return ctx->tuning.vector_width == 1
               ? most
               : fmin(most, fmax(CACHED_BYTES, CACHED_BYTES_OF_UNIT * clm_device_units(ctx)));
}

/* The end of the longest part from `from` on, one pair at least, that should fit and be short. */
static size_t part_end(const clm_fpx_batch *b, size_t from)
{
    const clmodp_context *ctx = b->call.context;
    const double most = part_bytes(ctx);
    double bytes = 0, words = 0, seconds = 0;
    size_t k = from;

    for (; k < b->pairs->count; k++) {
        bytes += pair_bytes(b, k);
        words += pair_bytes(b, k) / 4;
        if (k > from && (bytes > most || words > INT32_MAX || seconds > PART_SECONDS))
            break;
        seconds += b->on_host[k] ? 0 : b->seconds_of_one * clm_batch_work(b, k);
    }
    return k;
}

static pair_lane lane_of_pair(const clm_fpx_batch *b, const part *t, size_t k)
{
    const clmodp_fpx_list a = b->pairs->a, c = b->pairs->b;
    const size_t a_at = a.begin[k] - a.begin[t->from], b_at = c.begin[k] - c.begin[t->from];
    const bool exchange = b->operation != CLM_PAIRS_DIVIDE && b->a_count[k] < b->b_count[k];
    const uint32_t n = b->a_count[k] - 1, m = b->b_count[k] - 1;
    pair_lane lane = {.pair = (u32)(k - t->from),
                      .field = (u32)(b->pairs->prime_count == 1 ? 0 : k - t->from),
                      .exchanged = exchange, .negate = !exchange && n % 2 != 0 && m % 2 != 0};

    lane.a = (u32)(exchange ? t->a_words + b_at : a_at);
    lane.b = (u32)(exchange ? a_at : t->a_words + b_at);
    lane.n = exchange ? m : n;
    lane.m = exchange ? n : m;
    lane.firsts = (u32)(a.begin[k + 1] - a.begin[k]);
    lane.seconds = (u32)(c.begin[k + 1] - c.begin[k]);
    if (b->operation == CLM_PAIRS_DIVIDE) {
        lane.first = (u32)a_at;
        lane.second = (u32)(t->a_words + b_at);
    } else {
        lane.first = (u32)(a_at + b_at);
        lane.firsts += lane.seconds;
    }
    return lane;
}

static clmodp_status make_fields(clm_fpx_batch *b, part *t)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = b->call.context;
    const size_t primes = b->pairs->prime_count == 1 ? 1 : t->to - t->from;

    NEW(&ctx->error, t->of_primes, primes);
    for (size_t k = 0; k < primes; k++) {
        const uint32_t p = clm_batch_prime(b, t->from + k);

        if (k > 0 && t->of_primes[k - 1].p == p)
            t->of_primes[k] = t->of_primes[k - 1];
        else if (p != 2) /* pairs modulo 2 are computed by the host */
            t->of_primes[k] = clm_field(p);
        t->batch.operands.large |= p > EUCLID_PRIME_MAX;
    }
    TRY(clm_scratch_load(ctx, &t->fields, t->of_primes, primes, sizeof *t->of_primes));
    t->batch.operands.fields = &t->fields;
    t->batch.operands.primes = primes;
done:
    return st;
}

static clmodp_status send_part(clm_fpx_batch *b, part *t)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = b->call.context;
    const clmodp_fpx_list a = b->pairs->a, c = b->pairs->b;
    const size_t words = t->a_words + t->b_words;

    TRY(clm_scratch_create(ctx, &t->words, words, sizeof(u32)));
    TRY(clm_buffer_write_words(ctx, &t->words, 0, a.c + a.begin[t->from], t->a_words));
    TRY(clm_buffer_write_words(ctx, &t->words, t->a_words, c.c + c.begin[t->from], t->b_words));
    t->batch.operands.a = t->batch.operands.b = &t->words;
    t->batch.operands.a_words = t->batch.operands.b_words = words;
done:
    return st;
}

/* Computes products, or quotients and remainders, and reads them to the caller's memory. */
static clmodp_status compute_words(clm_fpx_batch *b, part *t)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = b->call.context;
    const clmodp_fpx_list a = b->pairs->a, c = b->pairs->b;
    const size_t words = t->batch.operands.a_words;
    const clm_batch_outputs *out = &b->out;

    TRY(clm_scratch_create(ctx, &t->results, words, sizeof(u32)));
    if (b->operation == CLM_PAIRS_MULTIPLY) {
        TRY(clm_pairs_multiply(ctx, &t->results, words, &t->batch));
        TRY(clm_buffer_read_words(ctx, &t->results, 0,
                                  out->first + a.begin[t->from] + c.begin[t->from], words));
        goto done;
    }
    TRY(clm_pairs_divide(ctx, &t->results, words, &t->batch));
    if (out->first != NULL && t->a_words > 0)
        TRY(clm_buffer_read_words(ctx, &t->results, 0, out->first + a.begin[t->from],
                                  t->a_words));
    if (out->second != NULL && t->b_words > 0)
        TRY(clm_buffer_read_words(ctx, &t->results, t->a_words, out->second + c.begin[t->from],
                                  t->b_words));
done:
    return st;
}

/* Stores the divisor of pair k, or assigns the pair to the host. */
static void keep_divisor(clm_fpx_batch *b, const clm_pair_results *found, size_t k, size_t from)
{
    const uint32_t degree = found->degrees[k - from], one = 1;
    uint32_t *to;

    if (degree == PAIRS_ABNORMAL)
        clm_batch_leave(b, k);
    if (degree == PAIRS_ABNORMAL || b->out.counts == NULL)
        return;
    b->out.counts[k] = (size_t)degree + 1;
    if (b->out.first == NULL)
        return;
    to = b->out.first + b->pairs->a.begin[k] + b->pairs->b.begin[k];
    memcpy(to, degree == 0 ? &one : found->divisors + found->places[k - from],
           b->out.counts[k] * sizeof *to);
}

static clmodp_status compute_euclid(clm_fpx_batch *b, part *t)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = b->call.context;
    const size_t count = t->to - t->from;
    clm_pair_results found = {0};

    NEW(&ctx->error, found.degrees, count);
    if (b->out.resultants != NULL)
        NEW(&ctx->error, found.resultants, count);
    if (b->out.first != NULL)
        NEW(&ctx->error, found.places, count);
    TRY(clm_pairs_euclid(ctx, &found, &t->batch));
    for (size_t k = t->from; k < t->to; k++) {
        if (b->on_host[k])
            continue;
        if (found.resultants != NULL)
            b->out.resultants[k] = found.resultants[k - t->from];
        keep_divisor(b, &found, k, t->from);
    }
done:
    free(found.divisors);
    free(found.places);
    free(found.resultants);
    free(found.degrees);
    return st;
}

/* Reads one of three results of all pairs, if requested. */
static clmodp_status fetch_part(clm_fpx_batch *b, part *t, uint32_t *to, size_t number)
{
    const size_t words = t->batch.operands.a_words;

    if (to == NULL)
        return CLMODP_OK;
    to += b->pairs->a.begin[t->from] + b->pairs->b.begin[t->from];
    return clm_buffer_read_words(b->call.context, &t->results, number * words, to, words);
}

static clmodp_status compute_cofactors(clm_fpx_batch *b, part *t)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = b->call.context;
    const size_t count = t->to - t->from, words = t->batch.operands.a_words;
    clm_buffer of_degrees = {0};
    uint32_t *degrees = NULL;

    NEW(&ctx->error, degrees, count);
    TRY(clm_scratch_create(ctx, &of_degrees, count, sizeof *degrees));
    TRY(clm_scratch_create(ctx, &t->results, clm_size_times(3, words), sizeof(u32)));
    TRY(clm_pairs_cofactors(ctx, &of_degrees, &t->results, words, &t->batch));
    TRY(clm_buffer_read(ctx, &of_degrees, 0, degrees, count * sizeof *degrees));
    TRY(fetch_part(b, t, b->out.first, 0));
    TRY(fetch_part(b, t, b->out.second, 1));
    TRY(fetch_part(b, t, b->out.third, 2));
    for (size_t k = t->from; k < t->to; k++) {
        const uint32_t degree = degrees[k - t->from];

        if (b->on_host[k])
            continue;
        if (degree == PAIRS_ABNORMAL)
            clm_batch_leave(b, k);
        else if (b->out.counts != NULL)
            b->out.counts[k] = (size_t)degree + 1;
    }
done:
    clm_scratch_destroy(ctx, &of_degrees);
    free(degrees);
    return st;
}

/* Computes pairs from ... to - 1. */
static clmodp_status compute_part(clm_fpx_batch *b, size_t from, size_t to)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = b->call.context;
    const clmodp_fpx_list a = b->pairs->a, c = b->pairs->b;
    part t = {.from = from, .to = to, .a_words = a.begin[to] - a.begin[from],
              .b_words = c.begin[to] - c.begin[from]};

    NEW(&ctx->error, t.lanes, to - from);
    for (size_t k = from; k < to; k++)
        if (!b->on_host[k])
            t.lanes[t.batch.pairs_count++] = lane_of_pair(b, &t, k);
    if (t.batch.pairs_count == 0)
        goto done;
    t.batch.pairs = t.lanes;
    t.batch.numbers = to - from;
    TRY(make_fields(b, &t));
    TRY(send_part(b, &t));
    switch (b->operation) {
    case CLM_PAIRS_MULTIPLY:
    case CLM_PAIRS_DIVIDE: TRY(compute_words(b, &t)); break;
    case CLM_PAIRS_EUCLID: TRY(compute_euclid(b, &t)); break;
    case CLM_PAIRS_COFACTORS: TRY(compute_cofactors(b, &t));
    }
done:
    part_destroy(ctx, &t);
    return st;
}

clmodp_status clm_batch_on_device(clm_fpx_batch *b)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = b->call.context;
    const size_t count = b->pairs->count;

    for (size_t from = 0, to; from < count; from = to) {
        TRY(clm_progress(ctx, (double)from / (double)count));
        to = part_end(b, from);
        while ((st = compute_part(b, from, to)) == CLMODP_DEVICE_MEMORY && to - from > 1) {
            clm_error_clear(&ctx->error);
            to = from + (to - from) / 2;
        }
        TRY(st);
    }
done:
    return st;
}

/* Remainders modulo products of blocks of primes; costs, choice and runs of both methods of
 * reduction. */
#include "multimodular/reduction.h"

#include <math.h>
#include <string.h>

#include "core/size.h"
#include "cost/cost.h"
#include "multimodular/limbs.h"
#include "multimodular/reduce.h"
#include "opencl/queue.h"

/* Remainders of long integers modulo products of blocks of primes, on host threads.
 *
 * The blocks of a range are the leaves of a product tree. An integer c is folded modulo the
 * product P of the range, piece by piece. From there down a node with product P_v has the fraction
 * c / P_v mod 1: a child's is its parent's times the other child's product, mod 1, by one
 * multiplication and no division. At a leaf the fraction times the product is the remainder.
 *
 * All products have `limbs` limbs per block, with zeros on top. Truncating a fraction to one limb
 * more than its node's product then adds at most 1 to the error of its last limb at each level. So
 * at a leaf the product is below the remainder, or the leaf's product in place of 0, by less than
 * 1. */

/* The tree of a range, and memory for remainders. */
typedef struct clm_remainders {
    clm_remainder_shape shape;
    size_t blocks;        /* of the current range */
    clm_staging products; /* [level][block][limb]: a node's at its first block */
    clm_staging scratch;  /* of each thread */
    clm_staging results;  /* [value][block][limb] */
    size_t threads, scratch_limbs;
} clm_remainders;

/* A node: blocks first ... first + count - 1 of the range. */
typedef struct tree_node {
    size_t level, first, count;
} tree_node;

static size_t levels_of(size_t blocks)
{
    return blocks > 1 ? 1 + clm_size_bits(blocks - 1) : 1;
}

static tree_node left_of(tree_node n)
{
    return (tree_node){n.level + 1, n.first, n.count / 2};
}

static tree_node right_of(tree_node n)
{
    return (tree_node){n.level + 1, n.first + n.count / 2, n.count - n.count / 2};
}

/* Returns the node at the end of the path `index`, with bits 1 to the right; count = 0 if none. */
static tree_node node_at(size_t blocks, size_t level, size_t index)
{
    tree_node n = {0, 0, blocks};

    while (n.level < level) {
        if (n.count == 1)
            return (tree_node){level, 0, 0};
        n = index >> (level - 1 - n.level) & 1 ? right_of(n) : left_of(n);
    }
    return n;
}

static mp_limb_t *product_of(const clm_remainders *r, tree_node n)
{
    return (mp_limb_t *)r->products.data +
           (n.level * r->shape.blocks + n.first) * r->shape.limbs;
}

/* Returns the scratch limbs for one value: a dividend of twice the range's limbs, a quotient, and
 * products on all levels, of 3/2, 3/4, ... of the range's limbs and up to two blocks more. */
static size_t scratch_limbs(const clm_remainder_shape *shape)
{
    const size_t n = shape->blocks * shape->limbs;

    return 6 * n + (2 * shape->limbs + 2) * (levels_of(shape->blocks) + 1) + 16;
}

/* Returns a shape with `blocks` blocks of `block` primes below 2^bits. */
static clm_remainder_shape remainder_shape_of(size_t block, size_t blocks, unsigned bits)
{
    return (clm_remainder_shape){block, blocks, clm_div_up(block * bits, GMP_NUMB_BITS)};
}

static uint64_t remainders_bytes(const clm_remainder_shape *shape, size_t values, size_t threads)
{
    const uint64_t n = (uint64_t)shape->blocks * shape->limbs;

    return sizeof(mp_limb_t) * (n * levels_of(shape->blocks) + n * values +
                                (uint64_t)threads * scratch_limbs(shape));
}

static void remainders_destroy(clmodp_context *ctx, clm_remainders *remainders)
{
    clm_staging_destroy(ctx, &remainders->products);
    clm_staging_destroy(ctx, &remainders->scratch);
    clm_staging_destroy(ctx, &remainders->results);
    *remainders = (clm_remainders){0};
}

/* Allocates memory. Release with remainders_destroy ({0} is safe). Errors: LIMIT, DEVICE_MEMORY,
 * HOST_MEMORY */
static clmodp_status remainders_create(clmodp_context *ctx, clm_remainders *out,
                                       const clm_remainder_shape *shape, size_t values)
{
    clmodp_status st = CLMODP_OK;
    const size_t n = shape->blocks * shape->limbs;
    clm_remainders r = {.shape = *shape};

    r.threads = clm_size_min(ctx->threads, values);
    r.scratch_limbs = scratch_limbs(shape);
    TRY(clm_staging_create(ctx, &r.products, n * levels_of(shape->blocks), sizeof(mp_limb_t)));
    TRY(clm_staging_create(ctx, &r.scratch, r.threads * r.scratch_limbs, sizeof(mp_limb_t)));
    TRY(clm_staging_create(ctx, &r.results, n * values, sizeof(mp_limb_t)));
    *out = r;
    r = (clm_remainders){0};
done:
    remainders_destroy(ctx, &r);
    return st;
}

typedef struct tree_growth {
    clm_remainders *r;
    clm_prime_words primes;
    size_t first, count;
    size_t level;
    const clm_poller *watch;
} tree_growth;

/* Sets out to the product of a block's primes, in shape.limbs limbs, by as many primes as fit a
 * limb. */
static void multiply_block(const tree_growth *job, size_t block, mp_limb_t *out)
{
    const size_t from = block * job->r->shape.block;
    const size_t end = clm_size_min(from + job->r->shape.block, job->count);
    size_t limbs = 1;

    memset(out, 0, job->r->shape.limbs * sizeof *out);
    out[0] = 1;
    for (size_t i = from; i < end;) {
        mp_limb_t factor = clm_prime_word(job->primes, job->first + i++), more, carry;

        while (i < end && !__builtin_mul_overflow(
                              factor, clm_prime_word(job->primes, job->first + i), &more))
            factor = more, i++;
        carry = mpn_mul_1(out, out, (mp_size_t)limbs, factor);
        if (carry != 0)
            out[limbs++] = carry;
    }
}

static clmodp_status grow_node(void *argument, size_t index, size_t thread)
{
    const tree_growth *job = argument;
    const clm_remainders *r = job->r;
    const tree_node n = node_at(r->blocks, job->level, index);
    const tree_node left = left_of(n), right = right_of(n);

    (void)thread;
    if (clm_poller_stopped(job->watch))
        return CLMODP_CANCELLED;
    if (n.count == 1)
        multiply_block(job, n.first, product_of(r, n));
    else if (n.count > 1)
        clm_limbs_multiply(product_of(r, n), product_of(r, left), left.count * r->shape.limbs,
                           product_of(r, right), right.count * r->shape.limbs);
    return CLMODP_OK;
}

/* Computes the tree of a range, primes `first` ... `first` + `count` - 1.
 *
 * In:     count  at most shape.block * shape.blocks; the last block may have fewer
 * Cost:   M(n) log(n) / 2 for n limbs of the product
 * Errors: the watch's status, HOST_MEMORY */
static clmodp_status remainders_grow(clm_remainders *remainders, clm_prime_words primes,
                                     size_t first, size_t count, clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    tree_growth job = {remainders, primes, first, count, 0, watch};

    remainders->blocks = clm_div_up(count, remainders->shape.block);
    for (size_t level = levels_of(remainders->blocks); level-- > 0;) {
        job.level = level;
        TRY(clm_parallel_watched((size_t)1 << level, remainders->threads, grow_node, &job, watch));
    }
done:
    return st;
}

typedef struct descent {
    const clm_remainders *r;
    const mpz_srcptr *values;
    mpz_t *out;
    size_t stride;
    const clm_poller *watch;
} descent;

/* Sets low[m ... 2m-1] := |value| mod P, P of m limbs, the last not 0; low[0 ... m-1] is scratch.
 * False if stopped. */
static bool fold_value(const descent *job, mpz_srcptr value, const mp_limb_t *product, size_t m,
                       mp_limb_t *low, mp_limb_t *quotient)
{
    const size_t limbs = mpz_size(value), top = limbs % m;
    const mp_limb_t *from = mpz_limbs_read(value) + (limbs - top);
    mp_limb_t *high = low + m;

    memset(high, 0, m * sizeof *high);
    memcpy(high, from, top * sizeof *high);
    for (size_t left = limbs / m; left > 0; left--) {
        if (clm_poller_stopped(job->watch))
            return false;
        from -= m;
        mpn_copyi(low, from, (mp_size_t)m);
        mpn_tdiv_qr(quotient, low, 0, low, (mp_size_t)(2 * m), product, (mp_size_t)m);
        mpn_copyi(high, low, (mp_size_t)m);
    }
    return true;
}

/* Sets out to the remainder at a leaf: the product of fraction and block, rounded up. */
static void finish_leaf(const clm_remainders *r, tree_node n, const mp_limb_t *fraction,
                        mp_limb_t *out, mp_limb_t *scratch)
{
    const mp_size_t limbs = (mp_size_t)r->shape.limbs;
    mp_limb_t *high = scratch + limbs + 1;

    mpn_mul(scratch, fraction, limbs + 1, product_of(r, n), limbs);
    if (mpn_zero_p(scratch, limbs + 1))
        mpn_copyi(out, high, limbs);
    else
        (void)mpn_add_1(out, high, limbs, 1); /* at most the block's product */
}

/* Sets out[block][limb] for all blocks below a node, from its fraction in one limb more than its
 * product; false if stopped. */
static bool descend_to_leaves(const descent *job, tree_node n, const mp_limb_t *fraction,
                              mp_limb_t *out, mp_limb_t *scratch)
{
    const clm_remainders *r = job->r;
    const tree_node child[2] = {left_of(n), right_of(n)};

    if (n.count == 1) {
        finish_leaf(r, n, fraction, out + n.first * r->shape.limbs, scratch);
        return true;
    }
    for (size_t c = 0; c < 2; c++) {
        const size_t others = child[1 - c].count * r->shape.limbs;
        const size_t length = n.count * r->shape.limbs + 1;

        if (clm_poller_stopped(job->watch))
            return false;
        mpn_mul(scratch, fraction, (mp_size_t)length, product_of(r, child[1 - c]),
                (mp_size_t)others);
        if (!descend_to_leaves(job, child[c], scratch + others, out, scratch + length + others))
            return false;
    }
    return true;
}

/* Computes the remainders of one value longer than a block; false if stopped. */
static bool find_value(const descent *job, mpz_srcptr value, mp_limb_t *out, mp_limb_t *scratch)
{
    const clm_remainders *r = job->r;
    const tree_node root = {0, 0, r->blocks};
    const mp_limb_t *product = product_of(r, root);
    const size_t n = r->blocks * r->shape.limbs;
    mp_limb_t *dividend = scratch, *quotient = dividend + 2 * n + 1;
    size_t m = n;

    while (product[m - 1] == 0)
        m--;
    /* The remainder lies above n + 1 zeros; fold_value uses m of these limbs. */
    if (!fold_value(job, value, product, m, dividend + n + 1 - m, quotient) ||
        clm_poller_stopped(job->watch))
        return false;
    if (r->blocks == 1) {
        memset(out, 0, n * sizeof *out);
        mpn_copyi(out, dividend + n + 1, (mp_size_t)m);
        return true;
    }
    memset(dividend, 0, (n + 1) * sizeof *dividend);
    mpn_tdiv_qr(quotient, dividend, 0, dividend, (mp_size_t)(n + 1 + m), product, (mp_size_t)m);
    return descend_to_leaves(job, root, quotient, out, quotient + n + 2);
}

static clmodp_status find_remainders_of(void *argument, size_t index, size_t thread)
{
    const descent *job = argument;
    const clm_remainders *r = job->r;
    const size_t limbs = r->shape.limbs;
    mp_limb_t *results = (mp_limb_t *)r->results.data + index * r->shape.blocks * limbs;
    mp_limb_t *scratch = (mp_limb_t *)r->scratch.data + thread * r->scratch_limbs;
    mpz_srcptr value = job->values[index];
    const bool is_long = value != NULL && mpz_size(value) > limbs;

    if (is_long && !find_value(job, value, results, scratch))
        return CLMODP_CANCELLED;
    for (size_t b = 0; b < r->blocks; b++) {
        mp_size_t size = (mp_size_t)limbs;
        const mp_limb_t *from = results + b * limbs;

        if (!is_long) {
            from = value != NULL ? mpz_limbs_read(value) : results;
            size = value != NULL ? (mp_size_t)mpz_size(value) : 0;
        }
        mpz_roinit_n(job->out[b * job->stride + index], from,
                     value != NULL && mpz_sgn(value) < 0 ? -size : size);
    }
    return CLMODP_OK;
}

/* Sets out[b * stride + k] = values[k] modulo the product of block b, for all blocks of the range
 * and k < count, with the sign of values[k]; the block's product may represent 0. Integers of at
 * most `limbs` limbs are not reduced.
 *
 * Out:    out     views, not to be cleared, valid until the next call or the end of the values
 * In:     values  NULL represents 0
 *         count   at most `values` of remainders_create
 * Cost:   for each value of l limbs l / n divisions of 2n limbs by n, n the range's limbs; with
 *         several blocks one more, and on log2(blocks) levels two products per node, of its limbs
 *         by half as many
 * Errors: the watch's status, HOST_MEMORY
 * Source: scaled remainder trees [Bernstein 2004]; the remainder tree is algorithm 10.16 of
 *         [Gathen, Gerhard 2013] */
static clmodp_status remainders_find(clm_remainders *remainders, mpz_t *out, size_t stride,
                                     const mpz_srcptr *values, size_t count, clm_poller *watch)
{
    descent job = {remainders, values, out, stride, watch};

    return clm_parallel_watched(count, remainders->threads, find_remainders_of, &job, watch);
}

/* ---- costs ---- */

/* Most limbs of a range: a division by its product, the longest step without a stop, takes some
 * 0.1 s. */
#define MOST_LIMBS ((size_t)1 << 16)

/* Numbers of primes of a block to try. */
#define LEAST_BLOCK ((size_t)256)
#define MOST_BLOCK ((size_t)1 << 16)

/* Returns the device's cost for a residue type; NULL: the default engine's. */
static clm_amounts device_cost(const clm_residue_type *type, double words, double primes)
{
    return type == NULL ? clm_reduce_cost(words, primes) : clm_reduce_words_cost(words, primes);
}

clm_reduction_load clm_reduction_load_of(const clmodp_context *ctx, const mpz_srcptr *values,
                                         size_t count, const clm_residue_type *type)
{
    clm_reduction_load load = {.values = values, .count = count, .tile = ctx->tuning.tile,
                               .type = type, .costs = &ctx->costs, .units = clm_device_units(ctx),
                               .threads = (double)ctx->threads};

    for (size_t first = 0; first < count; first += load.tile) {
        const size_t longest = clm_integers_longest(values + first,
                                                    clm_size_min(load.tile, count - first));

        load.words += (uint64_t)longest * load.tile;
        load.longest = clm_size_max(load.longest, longest);
    }
    return load;
}

double clm_reduction_whole_ns(const clm_reduction_load *load, size_t primes)
{
    const clm_amounts all = device_cost(load->type, (double)load->words, (double)primes);

    return clm_elapsed(&all, load->costs, load->units, load->threads);
}

/* Sets *shape for blocks * block primes below 2^bits; false if not worth trying. */
static bool reduction_worth_trying(clm_remainder_shape *shape, size_t block, size_t blocks,
                                   unsigned bits, size_t primes)
{
    *shape = remainder_shape_of(block, blocks, bits);
    return (blocks == 1 || block * (blocks / 2) < primes) && blocks * shape->limbs <= MOST_LIMBS;
}

/* Adds the cost of one range, for one value of `limbs` limbs. */
static void add_range(clm_amounts *to, const clm_remainder_shape *shape, double limbs)
{
    const double n = (double)(shape->blocks * shape->limbs);
    double *products = &to->of[CLM_OP_LIMB_PRODUCT];

    *products += clm_limb_division(n) * fmax(limbs / n - 1, 0);
    to->of[CLM_OP_COPIED_LIMB] += limbs;
    if (shape->blocks > 1)
        *products += clm_limb_division(n);
    for (double nodes = 1; nodes < (double)shape->blocks; nodes *= 2)
        *products += 2 * nodes * clm_limb_uneven(n / nodes / 2);
}

static double reduction_blocks_ns(const clm_reduction_load *load, size_t primes,
                                  const clm_remainder_shape *shape)
{
    const double count = (double)primes;
    const double ranges = fmax(count / (double)(shape->block * shape->blocks), 1);
    const size_t most = 2 * shape->limbs;
    clm_amounts range = {.of = {0.0}}, all;
    double words = 0;

    range.of[CLM_OP_LIMB_PRODUCT] =
        clm_limb_tree((double)(shape->blocks * shape->limbs));
    for (size_t first = 0; first < load->count; first += load->tile) {
        const mpz_srcptr *values = load->values + first;
        const size_t in_tile = clm_size_min(load->tile, load->count - first);
        const size_t tile_words = clm_size_min(clm_integers_longest(values, in_tile), most);

        words += (double)(tile_words * load->tile);
        for (size_t i = 0; i < in_tile; i++) {
            const size_t length = clm_integers_longest(&values[i], 1);

            if (length > most)
                add_range(&range, shape, (double)length / 2);
        }
    }
    all = device_cost(load->type, words, count);
    all.of[CLM_OP_SENT_WORD] = words * count / (double)shape->block;
    clm_amounts_add(&all, &range, ranges);
    return clm_elapsed(&all, load->costs, load->units, load->threads);
}

/* Returns the primes of a launch of CLM_LIMIT_LAUNCH, for tiles of `words` words in total. */
static uint64_t reduction_launch_primes(const clmodp_context *ctx, const clm_residue_type *type,
                                        uint64_t words)
{
    const clm_amounts one = device_cost(type, (double)(words + 1), 1.0);

    return 1 + (uint64_t)(clm_limit_ns(CLM_LIMIT_LAUNCH) /
                          clm_elapsed(&one, &ctx->costs, clm_device_units(ctx), 1.0));
}

/* ---- reductions ---- */

#define WORD sizeof(uint32_t)
#define LIMB_WORDS (sizeof(mp_limb_t) / WORD)

/* Returns the bytes of the remainders of a batch in whole tiles, on the device. */
static uint64_t batch_bytes(const clmodp_context *ctx, const clm_remainder_shape *shape,
                            size_t batch)
{
    return clm_integers_bytes(ctx, clm_round_up(batch, ctx->tuning.tile) * shape->blocks,
                              shape->limbs * LIMB_WORDS);
}

/* Returns the bytes of a run with batches of this size: of remainders, and views of them. */
static uint64_t run_bytes(const clmodp_context *ctx, const clm_remainder_shape *shape,
                          size_t batch)
{
    const uint64_t views = (uint64_t)clm_round_up(batch, ctx->tuning.tile) * shape->blocks;

    return remainders_bytes(shape, batch, clm_size_min(ctx->threads, batch)) +
           views * (sizeof(mpz_t) + sizeof(mpz_srcptr)) + batch_bytes(ctx, shape, batch);
}

/* Returns the size of the greatest batch that leaves most of the memory free, or 0. */
static size_t choose_batch(const clmodp_context *ctx, const clm_remainder_shape *shape,
                           size_t count)
{
    const size_t tile = ctx->tuning.tile;
    const uint64_t budget = clm_memory_left(ctx) / 4;
    size_t batch = count;

    while (run_bytes(ctx, shape, batch) > budget ||
           batch_bytes(ctx, shape, batch) > ctx->device.max_allocation) {
        if (batch <= tile)
            return 0;
        batch = clm_round_up(batch / 2, tile);
    }
    return batch;
}

/* Sets shape and batch, or leaves both 0. */
static void choose_shape(const clmodp_context *ctx, clm_reduction *r,
                         const clm_reduction_plan *plan)
{
    const unsigned bits = (unsigned)(64 - __builtin_clzll(plan->greatest | 1));
    const clm_reduction_load load = clm_reduction_load_of(ctx, r->values, r->count, plan->type);
    double least = clm_reduction_whole_ns(&load, plan->primes);
    clm_remainder_shape shape;

    if (plan->shape.block == SIZE_MAX || r->count == 0 ||
        (plan->shape.block == 0 && least < clm_limit_ns(CLM_LIMIT_REDUCTION)))
        return;
    if (plan->shape.block > 0) {
        r->shape = remainder_shape_of(plan->shape.block, plan->shape.blocks, bits);
        r->batch = choose_batch(ctx, &r->shape, r->count);
        if (r->batch == 0)
            r->shape = (clm_remainder_shape){0};
        return;
    }
    /* A prime is about a word: integers with fewer words than a block's primes gain nothing. */
    for (size_t block = LEAST_BLOCK; load.longest > block && block <= MOST_BLOCK;
         block *= 2)
        for (size_t blocks = 1;
             reduction_worth_trying(&shape, block, blocks, bits, plan->primes); blocks *= 2) {
            const double cost = reduction_blocks_ns(&load, plan->primes, &shape);
            const size_t batch = cost < least ? choose_batch(ctx, &shape, r->count) : 0;

            if (batch == 0)
                continue;
            least = cost;
            r->shape = shape;
            r->batch = batch;
        }
}

clmodp_status clm_reduction_create(clmodp_context *ctx, clm_reduction *out,
                                   const mpz_srcptr *values, size_t count,
                                   const clm_reduction_plan *plan, clm_tables *tables)
{
    clmodp_status st = CLMODP_OK;

    *out = (clm_reduction){.values = values, .count = count};
    choose_shape(ctx, out, plan);
    if (out->shape.blocks == 0) {
        TRY(clm_integers_create(ctx, &out->whole, values, count, tables));
    } else {
        const uint64_t bytes = run_bytes(ctx, &out->shape, out->batch);

        TRY(clm_memory_take(ctx, (size_t)bytes));
        out->reserve = bytes;
    }
done:
    if (st != CLMODP_OK)
        clm_reduction_destroy(ctx, out);
    return st;
}

void clm_reduction_destroy(clmodp_context *ctx, clm_reduction *reduction)
{
    clm_integers_destroy(ctx, &reduction->whole);
    clm_memory_give(ctx, (size_t)reduction->reserve);
    *reduction = (clm_reduction){0};
}

/* Reduces in launches short enough for cancellation; `words`: of limbs in an average set. */
static clmodp_status launch_reduction(clmodp_context *ctx, const clm_reduction_target *target,
                                      const clm_integers *integers, reduce_part part,
                                      uint64_t words, double progress)
{
    clmodp_status st = CLMODP_OK;
    const uint64_t piece = clm_round_up(reduction_launch_primes(ctx, target->type, words),
                                        REDUCE_PRIMES);
    const double seconds = 1e-9 * clm_limit_ns(CLM_LIMIT_LAUNCH) / (double)piece;
    const u32 end = part.end;

    while (part.first < end) {
        part.end = end - part.first > piece ? part.first + (u32)piece : end;
        TRY(clm_throttle_begin_batch(ctx, seconds * (double)(part.end - part.first), progress));
        if (target->type == NULL)
            TRY(clm_reduce(ctx, target->residues, integers, target->info, &part));
        else
            TRY(clm_reduce_words(ctx, target->kind, target->residues, integers, target->info,
                                 &part));
        part.first = part.end;
    }
done:
    return st;
}

typedef struct blocks_run {
    const clm_reduction *reduction;
    const clm_reduction_target *target;
    clm_remainders remainders;
    clm_staging views, pointers; /* of the remainders, [block][integer] */
    clm_poller watch;
    double progress;
} blocks_run;

/* Reduces a batch modulo the primes of a range, given by part. */
static clmodp_status run_batch(clmodp_context *ctx, blocks_run *r, reduce_part part)
{
    clmodp_status st = CLMODP_OK;
    const size_t stride = clm_round_up(part.count, ctx->tuning.tile);
    const size_t blocks = r->remainders.blocks;
    const size_t words = r->reduction->shape.limbs * LIMB_WORDS * stride;
    mpz_t *views = r->views.data;
    mpz_srcptr *pointers = r->pointers.data;
    clm_integers integers = {0};

    TRY(remainders_find(&r->remainders, views, stride, r->reduction->values + part.place,
                        part.count, &r->watch));
    for (size_t b = 0; b < blocks; b++)
        for (size_t k = 0; k < stride; k++)
            pointers[b * stride + k] = k < part.count ? views[b * stride + k] : NULL;
    TRY(clm_integers_create(ctx, &integers, pointers, blocks * stride, NULL));
    TRY(launch_reduction(ctx, r->target, &integers, part, words, r->progress));
    TRY(clm_finish(ctx));
done:
    clm_integers_destroy(ctx, &integers);
    return st;
}

static clmodp_status run_blocks(clmodp_context *ctx, blocks_run *r, clm_prime_words primes,
                                size_t first, size_t count)
{
    clmodp_status st = CLMODP_OK;
    const clm_reduction *reduction = r->reduction;
    const clm_remainder_shape *shape = &reduction->shape;
    const size_t entries = clm_round_up(reduction->batch, ctx->tuning.tile) * shape->blocks;
    const size_t ranges = clm_div_up(count, shape->block * shape->blocks);
    const size_t range = clm_round_up(clm_div_up(count, ranges), shape->block); /* of even sizes */

    TRY(remainders_create(ctx, &r->remainders, shape, reduction->batch));
    TRY(clm_staging_create(ctx, &r->views, entries, sizeof(mpz_t)));
    TRY(clm_staging_create(ctx, &r->pointers, entries, sizeof(mpz_srcptr)));
    for (size_t start = 0; start < count; start += range) {
        const size_t here = clm_size_min(range, count - start);

        TRY(remainders_grow(&r->remainders, primes, first + start, here, &r->watch));
        for (size_t place = 0; place < reduction->count; place += reduction->batch)
            TRY(run_batch(ctx, r,
                          (reduce_part){.first = (u32)start, .end = (u32)(start + here),
                                        .start = (u32)start, .block = (u32)shape->block,
                                        .count = (u32)clm_size_min(reduction->batch,
                                                                   reduction->count - place),
                                        .place = (u32)place, .stride = (u32)reduction->count}));
    }
done:
    clm_staging_destroy(ctx, &r->pointers);
    clm_staging_destroy(ctx, &r->views);
    remainders_destroy(ctx, &r->remainders);
    return st;
}

clmodp_status clm_reduction_run(clmodp_context *ctx, clm_reduction *reduction,
                                const clm_reduction_target *target, clm_prime_words primes,
                                size_t first, size_t count, double progress)
{
    blocks_run r = {.reduction = reduction, .target = target,
                    .watch = CLM_PROGRESS_POLLER(ctx, progress), .progress = progress};
    const uint64_t reserve = reduction->reserve;
    clmodp_status st;

    if (reduction->shape.blocks == 0)
        return launch_reduction(ctx, target, &reduction->whole,
                                clm_reduce_all(&reduction->whole, count), reduction->whole.words,
                                progress);
    clm_memory_give(ctx, (size_t)reserve); /* freed for the buffers of the run */
    st = run_blocks(ctx, &r, primes, first, count);
    if (st == CLMODP_HOST_MEMORY)
        (void)clm_fail(&ctx->error, st, "the host has no memory to reduce %zu integers",
                       reduction->count);
    (void)clm_memory_take(ctx, (size_t)reserve); /* succeeds, since all of it was returned */
    return st;
}

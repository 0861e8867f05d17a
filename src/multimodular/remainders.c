/* Product trees level by level, and fractions down them. */
#include "multimodular/remainders.h"

#include <string.h>

#include "base/size.h"
#include "multimodular/limbs.h"

/* One node of the tree: blocks first ... first + count - 1 of the range. */
typedef struct node {
    size_t level, first, count;
} node;

static size_t levels_of(size_t blocks)
{
    size_t levels = 1;

    while (((size_t)1 << (levels - 1)) < blocks)
        levels++;
    return levels;
}

static node left_of(node n)
{
    return (node){n.level + 1, n.first, n.count / 2};
}

static node right_of(node n)
{
    return (node){n.level + 1, n.first + n.count / 2, n.count - n.count / 2};
}

/* The node that the bits of `index` lead to, 1 to the right; with count = 0 if there is none. */
static node node_at(size_t blocks, size_t level, size_t index)
{
    node n = {0, 0, blocks};

    while (n.level < level) {
        if (n.count == 1)
            return (node){level, 0, 0};
        n = index >> (level - 1 - n.level) & 1 ? right_of(n) : left_of(n);
    }
    return n;
}

static mp_limb_t *product_of(const clm_remainders *r, node n)
{
    return (mp_limb_t *)r->products.data +
           (n.level * r->shape.blocks + n.first) * r->shape.limbs;
}

/* Limbs of scratch for one value: a dividend of twice the range's and a quotient, and products
 * all the way down, of 3/2, 3/4, ... of the range's and up to two blocks more. */
static size_t scratch_limbs(const clm_remainder_shape *shape)
{
    const size_t n = shape->blocks * shape->limbs;

    return 6 * n + (2 * shape->limbs + 2) * (levels_of(shape->blocks) + 1) + 16;
}

clm_remainder_shape clm_remainder_shape_of(size_t block, size_t blocks, unsigned bits)
{
    return (clm_remainder_shape){block, blocks, clm_div_up(block * bits, GMP_NUMB_BITS)};
}

uint64_t clm_remainders_bytes(const clm_remainder_shape *shape, size_t values, size_t threads)
{
    const uint64_t n = (uint64_t)shape->blocks * shape->limbs;

    return sizeof(mp_limb_t) * (n * levels_of(shape->blocks) + n * values +
                                (uint64_t)threads * scratch_limbs(shape));
}

clmodp_status clm_remainders_create(clmodp_context *ctx, clm_remainders *out,
                                    const clm_remainder_shape *shape, size_t values)
{
    clmodp_status st = CLMODP_OK;
    const size_t n = shape->blocks * shape->limbs;
    clm_remainders r = {.shape = *shape, .values = values};

    r.threads = clm_size_min(ctx->threads, values);
    r.scratch_limbs = scratch_limbs(shape);
    TRY(clm_staging_create(ctx, &r.products, n * levels_of(shape->blocks), sizeof(mp_limb_t)));
    TRY(clm_staging_create(ctx, &r.scratch, r.threads * r.scratch_limbs, sizeof(mp_limb_t)));
    TRY(clm_staging_create(ctx, &r.results, n * values, sizeof(mp_limb_t)));
    *out = r;
    r = (clm_remainders){0};
done:
    clm_remainders_destroy(ctx, &r);
    return st;
}

void clm_remainders_destroy(clmodp_context *ctx, clm_remainders *remainders)
{
    clm_staging_destroy(ctx, &remainders->products);
    clm_staging_destroy(ctx, &remainders->scratch);
    clm_staging_destroy(ctx, &remainders->results);
    *remainders = (clm_remainders){0};
}

typedef struct growing {
    clm_remainders *r;
    clm_prime_words primes;
    size_t first, count;
    size_t level;
    const clm_watch *watch;
} growing;

/* out = the product of a block's primes, in shape.limbs limbs: as many at a time as fit a limb. */
static void multiply_block(const growing *job, size_t block, mp_limb_t *out)
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
    const growing *job = argument;
    const clm_remainders *r = job->r;
    const node n = node_at(r->blocks, job->level, index);
    const node left = left_of(n), right = right_of(n);

    (void)thread;
    if (clm_watch_stopped(job->watch))
        return CLMODP_CANCELLED;
    if (n.count == 1)
        multiply_block(job, n.first, product_of(r, n));
    else if (n.count > 1)
        clm_limbs_multiply(product_of(r, n), product_of(r, left), left.count * r->shape.limbs,
                           product_of(r, right), right.count * r->shape.limbs);
    return CLMODP_OK;
}

clmodp_status clm_remainders_grow(clm_remainders *remainders, clm_prime_words primes, size_t first,
                                  size_t count, clm_watch *watch)
{
    clmodp_status st = CLMODP_OK;
    growing job = {remainders, primes, first, count, 0, watch};

    remainders->blocks = clm_div_up(count, remainders->shape.block);
    for (size_t level = levels_of(remainders->blocks); level-- > 0;) {
        job.level = level;
        TRY(clm_parallel_watched((size_t)1 << level, remainders->threads, grow_node, &job, watch));
    }
done:
    return st;
}

typedef struct finding {
    const clm_remainders *r;
    const mpz_srcptr *values;
    size_t count;
    mpz_t *out;
    size_t stride;
    const clm_watch *watch;
} finding;

/* low[m ... 2m-1] := |value| mod P, where P has m limbs, the last not 0; low[0 ... m-1] is
 * scratch. False if stopped. */
static bool fold(const finding *job, mpz_srcptr value, const mp_limb_t *product, size_t m,
                 mp_limb_t *low, mp_limb_t *quotient)
{
    const size_t limbs = mpz_size(value), top = limbs % m;
    const mp_limb_t *from = mpz_limbs_read(value) + (limbs - top);
    mp_limb_t *high = low + m;

    memset(high, 0, m * sizeof *high);
    memcpy(high, from, top * sizeof *high);
    for (size_t left = limbs / m; left > 0; left--) {
        if (clm_watch_stopped(job->watch))
            return false;
        from -= m;
        mpn_copyi(low, from, (mp_size_t)m);
        mpn_tdiv_qr(quotient, low, 0, low, (mp_size_t)(2 * m), product, (mp_size_t)m);
        mpn_copyi(high, low, (mp_size_t)m);
    }
    return true;
}

/* out = the remainder at a leaf: the product of fraction and block, rounded up. */
static void finish_leaf(const clm_remainders *r, node n, const mp_limb_t *fraction,
                        mp_limb_t *out, mp_limb_t *scratch)
{
    const mp_size_t limbs = (mp_size_t)r->shape.limbs;
    mp_limb_t *high = scratch + limbs + 1;

    mpn_mul(scratch, fraction, limbs + 1, product_of(r, n), limbs);
    if (mpn_zero_p(scratch, limbs + 1))
        mpn_copyi(out, high, limbs);
    else
        (void)mpn_add_1(out, high, limbs, 1); /* no more than the block's product */
}

/* out[block][limb] for all blocks below a node, from its fraction in one limb more than its
 * product; false if stopped. */
static bool descend(const finding *job, node n, const mp_limb_t *fraction, mp_limb_t *out,
                    mp_limb_t *scratch)
{
    const clm_remainders *r = job->r;
    const node child[2] = {left_of(n), right_of(n)};

    if (n.count == 1) {
        finish_leaf(r, n, fraction, out + n.first * r->shape.limbs, scratch);
        return true;
    }
    for (size_t c = 0; c < 2; c++) {
        const size_t others = child[1 - c].count * r->shape.limbs;
        const size_t length = n.count * r->shape.limbs + 1;

        if (clm_watch_stopped(job->watch))
            return false;
        mpn_mul(scratch, fraction, (mp_size_t)length, product_of(r, child[1 - c]),
                (mp_size_t)others);
        if (!descend(job, child[c], scratch + others, out, scratch + length + others))
            return false;
    }
    return true;
}

/* The remainders of one value that is longer than a block; false if stopped. */
static bool find_value(const finding *job, mpz_srcptr value, mp_limb_t *out, mp_limb_t *scratch)
{
    const clm_remainders *r = job->r;
    const node root = {0, 0, r->blocks};
    const mp_limb_t *product = product_of(r, root);
    const size_t n = r->blocks * r->shape.limbs;
    mp_limb_t *dividend = scratch, *quotient = dividend + 2 * n + 1;
    size_t m = n;

    while (product[m - 1] == 0)
        m--;
    /* The remainder stands on top of n + 1 limbs that become zeros, and m of them serve fold. */
    if (!fold(job, value, product, m, dividend + n + 1 - m, quotient) ||
        clm_watch_stopped(job->watch))
        return false;
    if (r->blocks == 1) {
        memset(out, 0, n * sizeof *out);
        mpn_copyi(out, dividend + n + 1, (mp_size_t)m);
        return true;
    }
    memset(dividend, 0, (n + 1) * sizeof *dividend);
    mpn_tdiv_qr(quotient, dividend, 0, dividend, (mp_size_t)(n + 1 + m), product, (mp_size_t)m);
    return descend(job, root, quotient, out, quotient + n + 2);
}

static clmodp_status find_one(void *argument, size_t index, size_t thread)
{
    const finding *job = argument;
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

clmodp_status clm_remainders_find(clm_remainders *remainders, mpz_t *out, size_t stride,
                                  const mpz_srcptr *values, size_t count, clm_watch *watch)
{
    finding job = {remainders, values, count, out, stride, watch};

    return clm_parallel_watched(count, remainders->threads, find_one, &job, watch);
}

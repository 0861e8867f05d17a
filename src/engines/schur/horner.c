/* Horner's scheme for mixed radix digits, on limbs.
 *
 * As many digits as a limb has room for are taken together, with the product of their primes
 * as one radix. Long numbers are split in halves, which are worth
 *
 *     v = v_low + P_low v_high
 *
 * with P_low the product of the radices of the lower half; so most of the work is GMP's
 * multiplication. The products are those of a tree, root first; its leaves are Horner's. */
#include "engines/schur/horner.h"

#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "base/size.h"
#include "cost/rates.h"

_Static_assert(GMP_NUMB_BITS == 64, "groups of digits fill limbs of 64 bits");

#define COUNT_LIMIT ((size_t)1 << 27)

/* Groups of digits of a leaf, where numbers are split. 8 to 32 differ by 5 % for 256 primes. */
enum { LEAF_GROUPS = 32 };

enum { ITEM_VALUES = 8 }; /* values a work item */

/* Digits first ... first + digits - 1, one limb together. */
typedef struct group {
    size_t first, digits;
    mp_limb_t radix;
} group;

/* Groups first ... first + groups - 1. */
typedef struct node {
    size_t first, groups;
    size_t low, high;   /* indices of nodes; 0 for a leaf */
    size_t limbs;       /* of the product, at most `groups` */
    mp_limb_t *product; /* into clm_horner.store; zeros behind it up to `groups` */
} node;

struct clm_horner {
    uint64_t *primes;
    size_t count;
    group *groups;
    size_t group_count;
    node *nodes; /* the root first, every node before its halves */
    size_t node_count;
    mp_limb_t *store;
    mp_limb_t *half; /* floor(P / 2), group_count limbs */
};

/* Cut the digits into groups. */
static void form_groups(clm_horner *h)
{
    for (size_t i = 0; i < h->count; i++) {
        group *last = &h->groups[h->group_count];
        mp_limb_t radix;

        if (i > 0 && !__builtin_mul_overflow(last[-1].radix, h->primes[i], &radix)) {
            last[-1].radix = radix;
            last[-1].digits++;
        } else {
            *last = (group){i, 1, h->primes[i]};
            h->group_count++;
        }
    }
}

/* A new node and all below it; returns its index. *used counts limbs of the store. */
static size_t plant(clm_horner *h, size_t first, size_t groups, bool split, size_t *used)
{
    size_t index = h->node_count++;
    node *self = &h->nodes[index];

    *self = (node){.first = first, .groups = groups};
    *used += groups;
    if (split && groups > LEAF_GROUPS) {
        self->low = plant(h, first, groups / 2, split, used);
        self->high = plant(h, first + groups / 2, groups - groups / 2, split, used);
    }
    return index;
}

/* a * b, an + bn limbs; GMP wants the longer factor first. */
static void multiply(mp_limb_t *out, const mp_limb_t *a, size_t an, const mp_limb_t *b, size_t bn)
{
    if (an >= bn)
        mpn_mul(out, a, (mp_size_t)an, b, (mp_size_t)bn);
    else
        mpn_mul(out, b, (mp_size_t)bn, a, (mp_size_t)an);
}

/* All products, halves before the whole. */
static void find_products(clm_horner *h)
{
    mp_limb_t *store = h->store;

    for (size_t i = h->node_count; i-- > 0;) {
        node *self = &h->nodes[i];
        const node *low = &h->nodes[self->low], *high = &h->nodes[self->high];

        self->product = store;
        store += self->groups;
        if (self->low != 0) {
            multiply(self->product, low->product, low->limbs, high->product, high->limbs);
            self->limbs = low->limbs + high->limbs;
        } else {
            self->product[0] = 1;
            self->limbs = 1;
            for (size_t g = 0; g < self->groups; g++) {
                mp_limb_t carry = mpn_mul_1(self->product, self->product, (mp_size_t)self->limbs,
                                            h->groups[self->first + g].radix);

                if (carry != 0)
                    self->product[self->limbs++] = carry;
            }
        }
        while (self->product[self->limbs - 1] == 0)
            self->limbs--;
    }
    mpn_rshift(h->half, h->nodes[0].product, (mp_size_t)h->group_count, 1);
}

static bool in_range(const uint64_t *primes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (primes[i] < 2 || primes[i] >> 63 != 0)
            return false;
    return true;
}

clmodp_status clm_horner_create(clm_error *error, clm_horner **out, const uint64_t *primes,
                                size_t count, bool split)
{
    clmodp_status st = CLMODP_OK;
    clm_horner *h = NULL;
    size_t used = 0;

    REQUIRE(error, count >= 1);
    if (count >= COUNT_LIMIT)
        FAIL(error, CLMODP_LIMIT, "%zu digits an integer; fewer than %zu are possible", count,
             COUNT_LIMIT);
    REQUIRE(error, in_range(primes, count));
    NEW(error, h, 1);
    h->count = count;
    NEW(error, h->primes, count);
    memcpy(h->primes, primes, count * sizeof *primes);
    NEW(error, h->groups, count);
    form_groups(h);
    NEW(error, h->nodes, 4 * (h->group_count / LEAF_GROUPS) + 1);
    plant(h, 0, h->group_count, split, &used);
    NEW(error, h->store, used);
    NEW(error, h->half, h->group_count);
    find_products(h);
    *out = h;
    h = NULL;
done:
    clm_horner_destroy(h);
    return st;
}

void clm_horner_destroy(clm_horner *horner)
{
    if (horner == NULL)
        return;
    free(horner->half);
    free(horner->store);
    free(horner->nodes);
    free(horner->groups);
    free(horner->primes);
    free(horner);
}

typedef struct run {
    const clm_horner *horner;
    mpz_ptr const *values;
    size_t count;
    const unsigned char *digits;
    size_t word_bytes;
    mp_limb_t *scratch;
    size_t scratch_limbs; /* a thread */
} run;

/* The number that the digits of one group make, below its radix. */
static mp_limb_t group_value(const run *r, const void *digits, const group *g)
{
    const uint64_t *prime = r->horner->primes + g->first;
    mp_limb_t v = 0;

    for (size_t i = g->digits; i-- > 0;)
        v = v * prime[i] + (r->word_bytes == sizeof(uint64_t)
                                ? ((const uint64_t *)digits)[g->first + i]
                                : ((const uint32_t *)digits)[g->first + i]);
    return v;
}

/* out = the value of a node, `groups` limbs. */
static void evaluate(const run *r, const void *digits, size_t index, mp_limb_t *out,
                     mp_limb_t *scratch)
{
    const node *self = &r->horner->nodes[index];
    const group *groups = r->horner->groups + self->first;
    size_t limbs = 0;

    if (self->low != 0) {
        const node *low = &r->horner->nodes[self->low], *high = &r->horner->nodes[self->high];
        mp_limb_t *v_low = scratch, *v_high = v_low + low->groups, *rest = v_high + high->groups;

        evaluate(r, digits, self->low, v_low, rest);
        evaluate(r, digits, self->high, v_high, rest);
        multiply(out, v_high, high->groups, low->product, low->groups);
        mpn_add(out, out, (mp_size_t)self->groups, v_low, (mp_size_t)low->groups);
        return;
    }
    for (size_t g = self->groups; g-- > 0; limbs++) {
        mp_limb_t carry = 0;

        if (limbs > 0)
            carry = mpn_mul_1(out, out, (mp_size_t)limbs, groups[g].radix);
        out[limbs] = carry;
        mpn_add_1(out, out, (mp_size_t)limbs + 1, group_value(r, digits, &groups[g]));
    }
}

static clmodp_status evaluate_values(void *argument, size_t index, size_t thread)
{
    const run *r = argument;
    const clm_horner *h = r->horner;
    const mp_size_t n = (mp_size_t)h->group_count;
    mp_limb_t *v = r->scratch + thread * r->scratch_limbs;
    size_t end = clm_size_min((index + 1) * ITEM_VALUES, r->count);

    for (size_t k = index * ITEM_VALUES; k < end; k++) {
        mp_limb_t *out = mpz_limbs_write(r->values[k], n);
        bool negative;

        evaluate(r, r->digits + k * h->count * r->word_bytes, 0, v, v + n);
        negative = mpn_cmp(v, h->half, n) > 0;
        if (negative)
            mpn_sub_n(out, h->nodes[0].product, v, n);
        else
            mpn_copyi(out, v, n);
        mpz_limbs_finish(r->values[k], negative ? -n : n);
    }
    return CLMODP_OK;
}

clmodp_status clm_horner_run(clmodp_context *ctx, const clm_horner *horner,
                             mpz_ptr const *values, size_t count, const void *digits,
                             size_t word_bytes, double progress)
{
    clmodp_status st = CLMODP_OK;
    const size_t n = horner->group_count, row = horner->count * word_bytes;
    run r = {.horner = horner, .word_bytes = word_bytes, .scratch_limbs = 3 * n + 128};
    size_t threads = ctx->threads, limbs, stripe;
    const double steps = (double)count * (double)n * (double)(n / 2 + 1);
    const double worth = clm_threads_worth(CLM_OP_DIGIT_STEP, steps) +
                         clm_threads_worth(CLM_OP_DIGIT_VALUE, (double)count) - 1.0;

    REQUIRE(&ctx->error, word_bytes == sizeof(uint32_t) || word_bytes == sizeof(uint64_t));
    if (!clm_size_mul(&limbs, row, count))
        FAIL(&ctx->error, CLMODP_LIMIT, "%zu value%s of %zu digit%s do not fit the memory",
             count, CLM_S(count), horner->count, CLM_S(horner->count));
    threads = clm_size_min(threads, clm_div_up(count, ITEM_VALUES));
    if ((double)threads > worth)
        threads = (size_t)worth;
    if (!clm_size_mul(&limbs, threads, r.scratch_limbs))
        FAIL(&ctx->error, CLMODP_LIMIT, "%zu threads are too many", threads);
    NEW(&ctx->error, r.scratch, limbs);
    stripe = clm_size_max(clm_div_up(count, 32), 4 * threads * ITEM_VALUES);
    for (size_t first = 0; first < count; first += r.count) {
        TRY(clm_progress(ctx, progress));
        r.count = clm_size_min(stripe, count - first);
        r.values = values + first;
        r.digits = (const unsigned char *)digits + first * row;
        if (clm_parallel_for(clm_div_up(r.count, ITEM_VALUES), threads, evaluate_values, &r) !=
            CLMODP_OK)
            FAIL(&ctx->error, CLMODP_HOST_MEMORY, "the host has no memory for %zu thread%s",
                 threads, CLM_S(threads));
    }
done:
    free(r.scratch);
    return st;
}

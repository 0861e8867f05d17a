/* Chinese remaindering of many values with the same primes.
 *
 * With P the product of the primes and y_i = x_i (P/p_i)^-1 mod p_i, the value is
 * sum_i y_i P/p_i modulo P. The sum is built over a tree of the primes: a node stands for
 * the primes below it, with product P_node, and holds v_node = sum y_i P_node/p_i, so that
 *
 *                 v = v_left P_right + v_right P_left
 *                /                                   \
 *         v_left                                      v_right
 *        /      \                                    /       \
 *   leaf: sum over at most 16 digits d of d P_leaf/p         ...
 *
 * A digit covers two primes p, q: d = y_p q + y_q p < 2pq < 2^63 stands for the part
 * d P/(pq), so one limb multiplies where two half-filled ones would. Nothing is reduced on
 * the way: v_node < 2 (number of digits) P_node needs one limb more than P_node. One
 * division by P at the root ends it. */
#include "multimodular/lift.h"

#include <stdbool.h>
#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "base/size.h"

_Static_assert(GMP_NUMB_BITS == 64, "a digit of two 31-bit primes needs 64-bit limbs");

enum {
    LEAF_DIGITS = 16, /* digits of a leaf; 8 to 32 differ by less than 3 % */
    BLOCK = 16        /* values a work item; one cache line of each row of residues */
};

#define COUNT_LIMIT ((size_t)1 << 27) /* there are fewer primes below 2^31 */

/* One prime. */
typedef struct modulus {
    uint32_t prime;
    uint32_t inverse;  /* (P / prime)^-1 mod prime */
    uint32_t quotient; /* floor(inverse * 2^32 / prime) */
    uint32_t mate;     /* the other prime of the digit, 1 if there is none */
} modulus;

/* The digits first ... first + digits - 1. */
typedef struct node {
    size_t first;
    size_t digits;
    size_t left, right;   /* indices; left = 0 for a leaf (the root is nobody's child) */
    size_t limbs;         /* of the product */
    size_t scratch;       /* limbs that combining below this node needs */
    mp_limb_t *product;   /* into clm_lift.store */
    mp_limb_t *cofactors; /* leaf: product / (primes of digit j), `limbs` limbs each */
} node;

struct clm_lift {
    size_t count;   /* primes */
    size_t digits;  /* ceil(count / 2) */
    modulus *moduli;
    node *nodes;    /* the root first, every node before its children */
    size_t node_count;
    mp_limb_t *store; /* products and cofactors */
    mp_limb_t *half;  /* floor(P / 2), as long as P */
};

/* The nodes of a tree over n digits. Leaves have more than LEAF_DIGITS / 2 digits, unless
 * there is one only. */
static size_t tree_nodes(size_t n)
{
    return 4 * (n / LEAF_DIGITS) + 1;
}

/* Lay out the tree below a new node; returns its index. `used` counts limbs of the store,
 * whose addresses are filled in later. A product of d digits has at most d limbs. */
static size_t plant(clm_lift *lift, size_t first, size_t digits, size_t *used)
{
    size_t index = lift->node_count++;
    node *self = &lift->nodes[index];

    self->first = first;
    self->digits = digits;
    *used += digits;
    if (digits <= LEAF_DIGITS) {
        *used += digits * digits;
        return index;
    }
    self->left = plant(lift, first, digits / 2, used);
    self->right = plant(lift, first + digits / 2, digits - digits / 2, used);
    return index;
}

/* The product of the primes of digit j: they are each other's mates. */
static mp_limb_t digit_product(const clm_lift *lift, size_t j)
{
    return (mp_limb_t)lift->moduli[2 * j].prime * lift->moduli[2 * j].mate;
}

/* out = the product of the digits' primes of a leaf, except those of digit `skip`;
 * returns its length. out has room for leaf->digits limbs. */
static size_t leaf_product(const clm_lift *lift, const node *leaf, size_t skip, mp_limb_t *out)
{
    size_t limbs = 1;

    out[0] = 1;
    for (size_t j = 0; j < leaf->digits; j++) {
        mp_limb_t high;

        if (j == skip)
            continue;
        high = mpn_mul_1(out, out, (mp_size_t)limbs, digit_product(lift, leaf->first + j));
        if (high != 0)
            out[limbs++] = high;
    }
    return limbs;
}

/* out = a * b, an + bn limbs, with GMP's rule that the longer factor comes first. */
static void multiply(mp_limb_t *out, const mp_limb_t *a, size_t an, const mp_limb_t *b,
                     size_t bn)
{
    if (an >= bn)
        mpn_mul(out, a, (mp_size_t)an, b, (mp_size_t)bn);
    else
        mpn_mul(out, b, (mp_size_t)bn, a, (mp_size_t)an);
}

/* Products and cofactors, children before parents. */
static void grow(clm_lift *lift, mp_limb_t *store)
{
    for (size_t i = lift->node_count; i-- > 0;) {
        node *self = &lift->nodes[i];
        const node *l = &lift->nodes[self->left];
        const node *r = &lift->nodes[self->right];

        self->product = store;
        store += self->digits;
        if (self->left != 0) {
            multiply(self->product, l->product, l->limbs, r->product, r->limbs);
            self->limbs = l->limbs + r->limbs;
            self->limbs -= self->product[self->limbs - 1] == 0;
            self->scratch = l->limbs + r->limbs + 4 +
                            clm_size_max(clm_size_max(l->scratch, r->scratch),
                                         l->limbs + r->limbs + 1);
            continue;
        }
        self->limbs = leaf_product(lift, self, SIZE_MAX, self->product);
        self->cofactors = store;
        for (size_t j = 0; j < self->digits; j++)
            leaf_product(lift, self, j, self->cofactors + j * self->limbs);
        store += self->digits * self->digits;
    }
}

/* rest[i] = (P / P_i) mod P_i for every node i, from the root down. */
static void descend(const clm_lift *lift, mpz_t *rest)
{
    mpz_set_ui(rest[0], 1);
    for (size_t i = 0; i < lift->node_count; i++) {
        const node *self = &lift->nodes[i];
        size_t children[2] = {self->left, self->right};

        for (size_t c = 0; c < 2 && self->left != 0; c++) {
            const node *child = &lift->nodes[children[c]];
            const node *other = &lift->nodes[children[1 - c]];
            mpz_ptr here = rest[children[c]];
            mpz_t p, q;

            mpz_tdiv_r(here, rest[i], mpz_roinit_n(p, child->product, (mp_size_t)child->limbs));
            mpz_mul(here, here, mpz_roinit_n(q, other->product, (mp_size_t)other->limbs));
            mpz_tdiv_r(here, here, p);
        }
        if (self->left != 0)
            mpz_realloc2(rest[i], 1); /* not needed any more */
    }
}

typedef struct inversion {
    const clm_lift *lift;
    mpz_t *rest; /* of each node */
} inversion;

/* a^-1 mod p; false if there is none. Source: extended Euclid */
static bool invert(uint32_t *out, uint32_t a, uint32_t p)
{
    int64_t r0 = p, r1 = a, s0 = 0, s1 = 1; /* r = s a mod p */

    while (r1 != 0) {
        int64_t q = r0 / r1, r2 = r0 - q * r1, s2 = s0 - q * s1;

        r0 = r1, r1 = r2;
        s0 = s1, s1 = s2;
    }
    *out = (uint32_t)(s0 < 0 ? s0 + p : s0);
    return r0 == 1;
}

/* The inverses of one leaf's primes. */
static clmodp_status invert_leaf(void *argument, size_t index, size_t worker)
{
    const inversion *job = argument;
    const clm_lift *lift = job->lift;
    const node *leaf = &lift->nodes[index];
    size_t first = 2 * leaf->first;
    size_t end = clm_size_min(first + 2 * leaf->digits, lift->count);

    (void)worker;
    if (leaf->left != 0)
        return CLMODP_OK;
    for (size_t i = first; i < end; i++) {
        modulus *m = &lift->moduli[i];
        uint64_t rest = mpz_fdiv_ui(job->rest[index], m->prime);

        for (size_t j = first; j < end; j++)
            if (j != i)
                rest = rest * (lift->moduli[j].prime % m->prime) % m->prime;
        if (!invert(&m->inverse, (uint32_t)rest, m->prime))
            return CLMODP_INVALID;
        m->quotient = (uint32_t)(((uint64_t)m->inverse << 32) / m->prime);
    }
    return CLMODP_OK;
}

/* Every modulus's inverse and quotient. */
static clmodp_status find_inverses(clm_error *error, clm_lift *lift, size_t threads)
{
    clmodp_status st = CLMODP_OK;
    inversion job = {.lift = lift};
    size_t ready = 0;

    NEW(error, job.rest, lift->node_count);
    for (; ready < lift->node_count; ready++)
        mpz_init(job.rest[ready]);
    descend(lift, job.rest);
    /* A thread costs some 30 us, which 30 leaves of 32 primes outweigh. */
    threads = clm_size_min(clm_thread_count(threads), 1 + lift->node_count / 64);
    st = clm_parallel_for(lift->node_count, threads, invert_leaf, &job);
    if (st == CLMODP_INVALID)
        FAIL(error, st, "the moduli to lift from must have no common factor");
    if (st != CLMODP_OK)
        FAIL(error, st, "the host has no memory for threads");
done:
    while (ready > 0)
        mpz_clear(job.rest[--ready]);
    free(job.rest);
    return st;
}

static bool all_in_range(const uint32_t *primes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (primes[i] < 2 || primes[i] >= (uint32_t)1 << 31)
            return false;
    return true;
}

clmodp_status clm_lift_create(clm_error *error, clm_lift **out, const uint32_t *primes,
                              size_t count, size_t threads)
{
    clmodp_status st = CLMODP_OK;
    clm_lift *lift = NULL;
    size_t used = 0;

    REQUIRE(error, count >= 1);
    if (count > COUNT_LIMIT)
        FAIL(error, CLMODP_LIMIT, "%zu primes to lift from; at most %zu are possible", count,
             COUNT_LIMIT);
    REQUIRE(error, all_in_range(primes, count));

    NEW(error, lift, 1);
    lift->count = count;
    lift->digits = clm_div_up(count, 2);
    NEW(error, lift->moduli, count);
    for (size_t i = 0; i < count; i++) {
        lift->moduli[i].prime = primes[i];
        lift->moduli[i].mate = (i ^ 1) < count ? primes[i ^ 1] : 1;
    }
    NEW(error, lift->nodes, tree_nodes(lift->digits));
    plant(lift, 0, lift->digits, &used);
    NEW(error, lift->store, used);
    grow(lift, lift->store);
    NEW(error, lift->half, lift->nodes[0].limbs);
    mpn_rshift(lift->half, lift->nodes[0].product, (mp_size_t)lift->nodes[0].limbs, 1);
    TRY(find_inverses(error, lift, threads));
    *out = lift;
    lift = NULL;
done:
    clm_lift_destroy(lift);
    return st;
}

void clm_lift_destroy(clm_lift *lift)
{
    if (lift == NULL)
        return;
    free(lift->half);
    free(lift->store);
    free(lift->nodes);
    free(lift->moduli);
    free(lift);
}

/* out = v of node `index`, limbs + 1 limbs long; out has room for limbs + 2. */
static void combine(const clm_lift *lift, size_t index, const mp_limb_t *digits,
                    mp_limb_t *out, mp_limb_t *scratch)
{
    const node *self = &lift->nodes[index];
    const node *l = &lift->nodes[self->left];
    const node *r = &lift->nodes[self->right];
    mp_limb_t *vl = scratch, *vr = vl + l->limbs + 2, *rest = vr + r->limbs + 2;
    size_t n = self->limbs;

    if (self->left == 0) {
        const mp_limb_t *d = digits + self->first;

        out[n] = mpn_mul_1(out, self->cofactors, (mp_size_t)n, d[0]);
        for (size_t j = 1; j < self->digits; j++)
            out[n] += mpn_addmul_1(out, self->cofactors + j * n, (mp_size_t)n, d[j]);
        return;
    }
    combine(lift, self->left, digits, vl, rest);
    combine(lift, self->right, digits, vr, rest);
    multiply(out, vl, l->limbs + 1, r->product, r->limbs);
    multiply(rest, vr, r->limbs + 1, l->product, l->limbs);
    mpn_add_n(out, out, rest, (mp_size_t)(l->limbs + r->limbs + 1));
}

typedef struct lifting {
    const clm_lift *lift;
    mpz_ptr const *values;
    size_t count;
    const uint32_t *residues;
    size_t stride;
    mp_limb_t *scratch;
    size_t scratch_limbs; /* a worker */
} lifting;

/* digits[k * lift->digits + j] = digit j of value first + k, for `block` values. */
static void find_digits(const lifting *job, mp_limb_t *digits, size_t first, size_t block)
{
    const clm_lift *lift = job->lift;

    memset(digits, 0, block * lift->digits * sizeof *digits);
    for (size_t i = 0; i < lift->count; i++) {
        const modulus m = lift->moduli[i];
        const uint32_t *x = job->residues + i * job->stride + first;

        for (size_t k = 0; k < block; k++) {
            /* x * inverse - q * prime is in [0, 2 prime) for every word x. [Shoup, NTL] */
            uint32_t q = (uint32_t)(((uint64_t)x[k] * m.quotient) >> 32);
            uint32_t y = x[k] * m.inverse - q * m.prime;

            y = y >= m.prime ? y - m.prime : y;
            digits[k * lift->digits + i / 2] += (mp_limb_t)y * m.mate;
        }
    }
}

/* value = v mod P in (-P/2, P/2]; v has limbs + 1 limbs, rest room for 2. */
static void finish(const clm_lift *lift, mpz_ptr value, const mp_limb_t *v, mp_limb_t *rest)
{
    const node *root = &lift->nodes[0];
    mp_size_t n = (mp_size_t)root->limbs;
    mp_limb_t *out = mpz_limbs_write(value, n);
    int negative;

    mpn_tdiv_qr(rest, out, 0, v, n + 1, root->product, n);
    negative = mpn_cmp(out, lift->half, n) > 0;
    if (negative)
        mpn_sub_n(out, root->product, out, n);
    mpz_limbs_finish(value, negative ? -n : n);
}

static clmodp_status lift_block(void *argument, size_t index, size_t worker)
{
    const lifting *job = argument;
    const clm_lift *lift = job->lift;
    size_t first = index * BLOCK;
    size_t block = clm_size_min(BLOCK, job->count - first);
    mp_limb_t *digits = job->scratch + worker * job->scratch_limbs;
    mp_limb_t *v = digits + BLOCK * lift->digits;
    mp_limb_t *rest = v + lift->nodes[0].limbs + 2;

    find_digits(job, digits, first, block);
    for (size_t k = 0; k < block; k++) {
        combine(lift, 0, digits + k * lift->digits, v, rest);
        finish(lift, job->values[first + k], v, rest);
    }
    return CLMODP_OK;
}

clmodp_status clm_lift_run(clm_error *error, const clm_lift *lift, mpz_ptr const *values,
                           size_t count, const uint32_t *residues, size_t stride,
                           size_t threads)
{
    clmodp_status st = CLMODP_OK;
    lifting job = {lift, values, count, residues, stride, NULL, 0};
    const node *root = &lift->nodes[0];
    size_t words, bytes, work;

    REQUIRE(error, lift->count == 1 || stride >= count);
    if (!clm_size_mul(&words, lift->count, clm_size_max(stride, count)) ||
        !clm_size_mul(&bytes, words, sizeof *residues))
        FAIL(error, CLMODP_LIMIT, "%zu values modulo %zu primes do not fit the memory", count,
             lift->count);
    if (count == 0)
        goto done;

    /* A thread costs some 30 us; a limb product less than 1 ns. */
    if (!clm_size_mul(&work, count, lift->count * (root->limbs / 2 + 10)))
        work = SIZE_MAX;
    threads = clm_size_min(clm_thread_count(threads), clm_div_up(count, BLOCK));
    threads = clm_size_min(threads, 1 + work / 200000);

    /* Room for the digits, the value and the combining; a cache line and more between
     * the workers. */
    job.scratch_limbs = (BLOCK + 1) * lift->digits + clm_size_max(root->scratch, root->limbs) + 32;
    if (!clm_size_mul(&words, threads, job.scratch_limbs))
        FAIL(error, CLMODP_LIMIT, "%zu threads are too many", threads);
    NEW(error, job.scratch, words);
    if (clm_parallel_for(clm_div_up(count, BLOCK), threads, lift_block, &job) != CLMODP_OK)
        FAIL(error, CLMODP_HOST_MEMORY, "the host has no memory for %zu threads", threads);
done:
    free(job.scratch);
    return st;
}

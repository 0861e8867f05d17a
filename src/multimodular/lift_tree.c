/* Products, cofactors and inverses of the primes to lift from: see lift.c for their use. */
#include "multimodular/lift_tree.h"

#include <stdbool.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "base/size.h"

enum { LEAF_DIGITS = 16 }; /* digits of a leaf; 4 to 32 differ by a few per cent */

#define COUNT_LIMIT ((size_t)1 << 27) /* there are fewer primes below 2^31 */

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
    clm_lift_node *self = &lift->nodes[index];

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
static size_t leaf_product(const clm_lift *lift, const clm_lift_node *leaf, size_t skip,
                           mp_limb_t *out)
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

/* Products and cofactors, children before parents. */
static void grow(clm_lift *lift, mp_limb_t *store)
{
    for (size_t i = lift->node_count; i-- > 0;) {
        clm_lift_node *self = &lift->nodes[i];
        const clm_lift_node *l = &lift->nodes[self->left];
        const clm_lift_node *r = &lift->nodes[self->right];

        self->product = store;
        store += self->digits;
        if (self->left != 0) {
            clm_lift_multiply(self->product, l->product, l->limbs, r->product, r->limbs);
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
        const clm_lift_node *self = &lift->nodes[i];
        size_t children[2] = {self->left, self->right};

        for (size_t c = 0; c < 2 && self->left != 0; c++) {
            const clm_lift_node *child = &lift->nodes[children[c]];
            const clm_lift_node *other = &lift->nodes[children[1 - c]];
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
    mpz_t *rest; /* of each clm_lift_node */
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
    const clm_lift_node *leaf = &lift->nodes[index];
    size_t first = 2 * leaf->first;
    size_t end = clm_size_min(first + 2 * leaf->digits, lift->count);

    (void)worker;
    if (leaf->left != 0)
        return CLMODP_OK;
    for (size_t i = first; i < end; i++) {
        clm_lift_modulus *m = &lift->moduli[i];
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

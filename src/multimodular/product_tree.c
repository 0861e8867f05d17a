/* Products of long integers that a watch can stop; a tree's products, cofactors and inverses. */
#include "multimodular/product_tree.h"

#include <stdbool.h>
#include <string.h>

#include "core/memory.h"
#include "core/size.h"

size_t clm_limbs_scratch(size_t n)
{
    return 2 * clm_size_min(n, CLM_LIMBS_PIECE) + 2;
}

bool clm_limbs_multiply_watched(mp_limb_t *out, const mp_limb_t *a, size_t an,
                                const mp_limb_t *b, size_t bn, mp_limb_t *scratch,
                                const clm_poller *watch)
{
    if (clm_poller_stopped(watch))
        return false;
    if (an <= CLM_LIMBS_PIECE && bn <= CLM_LIMBS_PIECE) {
        clm_limbs_multiply(out, a, an, b, bn);
        return true;
    }
    memset(out, 0, (an + bn) * sizeof *out);
    for (size_t i = 0; i < an; i += CLM_LIMBS_PIECE)
        for (size_t j = 0; j < bn; j += CLM_LIMBS_PIECE) {
            const size_t in = clm_size_min(CLM_LIMBS_PIECE, an - i);
            const size_t jn = clm_size_min(CLM_LIMBS_PIECE, bn - j);

            if (clm_poller_stopped(watch))
                return false;
            clm_limbs_multiply(scratch, a + i, in, b + j, jn);
            mpn_add(out + i + j, out + i + j, (mp_size_t)(an + bn - i - j), scratch,
                    (mp_size_t)(in + jn));
        }
    return true;
}

bool clm_limbs_reduce_watched(mpz_ptr a, const mp_limb_t *b, size_t n, mp_limb_t *scratch,
                              const clm_poller *watch)
{
    size_t size = mpz_size(a);
    mp_limb_t *limbs = mpz_limbs_modify(a, (mp_size_t)size);
    bool stopped = clm_poller_stopped(watch);

    while (size > n && !stopped) {
        const size_t more = clm_size_min(size - n, CLM_LIMBS_PIECE / 2);
        mp_limb_t *top = limbs + (size - n - more);

        mpn_tdiv_qr(scratch, top, 0, top, (mp_size_t)(n + more), b, (mp_size_t)n);
        size -= more;
        stopped = clm_poller_stopped(watch);
    }
    if (size == n && !stopped && mpn_cmp(limbs, b, (mp_size_t)n) >= 0)
        mpn_tdiv_qr(scratch, limbs, 0, limbs, (mp_size_t)n, b, (mp_size_t)n);
    mpz_limbs_finish(a, (mp_size_t)size);
    return !stopped;
}

enum { LEAF_DIGITS = 16 }; /* digits of a leaf; 4 to 32 differ by a few per cent */

enum { WATCHED_NODES = 1024 }; /* tens of milliseconds */

#define COUNT_LIMIT ((size_t)1 << 27) /* above the number of primes below 2^31 */

/* Bounds the nodes of a tree over n digits. Several leaves have more than LEAF_DIGITS / 2 each. */
static size_t tree_nodes(size_t n)
{
    return 4 * (n / LEAF_DIGITS) + 1;
}

/* Lays out the tree below a new node; returns its index. `used` counts limbs of the store,
 * addressed later. A product of d digits has at most d limbs. */
static size_t add_node(clm_product_tree *tree, size_t first, size_t digits, size_t *used)
{
    size_t index = tree->node_count++;
    clm_tree_node *self = &tree->nodes[index];

    self->first = first;
    self->digits = digits;
    *used += digits;
    if (digits <= LEAF_DIGITS) {
        *used += digits * digits;
        return index;
    }
    self->left = add_node(tree, first, digits / 2, used);
    self->right = add_node(tree, first + digits / 2, digits - digits / 2, used);
    return index;
}

/* Returns the product of digit j's primes, each other's mates. */
static mp_limb_t digit_product(const clm_product_tree *tree, size_t j)
{
    return (mp_limb_t)tree->moduli[2 * j].prime * tree->moduli[2 * j].mate;
}

/* Sets out to the product of the digits' primes of a leaf, except digit `skip`; returns its
 * length. out has space for leaf->digits limbs. */
static size_t leaf_product(const clm_product_tree *tree, const clm_tree_node *leaf,
                           size_t skip, mp_limb_t *out)
{
    size_t limbs = 1;

    out[0] = 1;
    for (size_t j = 0; j < leaf->digits; j++) {
        mp_limb_t high;

        if (j == skip)
            continue;
        high = mpn_mul_1(out, out, (mp_size_t)limbs, digit_product(tree, leaf->first + j));
        if (high != 0)
            out[limbs++] = high;
    }
    return limbs;
}

/* Assigns storage to every product and cofactor. */
static void place_products(clm_product_tree *tree)
{
    mp_limb_t *store = tree->store;

    for (size_t i = 0; i < tree->node_count; i++) {
        clm_tree_node *self = &tree->nodes[i];

        self->product = store;
        store += self->digits;
        if (self->left == 0) {
            self->cofactors = store;
            store += self->digits * self->digits;
        }
    }
}

/* Work on a tree: whole subtrees, each on a thread, and the levels above them. */
typedef struct tree_work {
    clm_product_tree *tree;
    mpz_t *rest;          /* of each node */
    mp_limb_t *scratch;   /* of each thread */
    size_t scratch_limbs;
    size_t threads;
    clm_poller *watch;
    size_t *nodes;        /* at the current depth */
    bool (*on_node)(const struct tree_work *job, size_t node, mp_limb_t *scratch);
} tree_work;

enum { SUBTREE_DEPTH = 6 };

/* Computes the product and cofactors of one node from its children's; false if stopped. */
static bool grow_node(const tree_work *job, size_t index, mp_limb_t *scratch)
{
    const clm_product_tree *tree = job->tree;
    clm_tree_node *self = &tree->nodes[index];
    const clm_tree_node *l = &tree->nodes[self->left];
    const clm_tree_node *r = &tree->nodes[self->right];

    if (self->left != 0) {
        if (!clm_limbs_multiply_watched(self->product, l->product, l->limbs, r->product,
                                        r->limbs, scratch, job->watch))
            return false;
        self->limbs = l->limbs + r->limbs;
        self->limbs -= self->product[self->limbs - 1] == 0;
        self->scratch = l->limbs + r->limbs + 4 +
                        clm_size_max(self->limbs + 2, clm_size_max(l->scratch, r->scratch));
        return true;
    }
    self->limbs = leaf_product(tree, self, SIZE_MAX, self->product);
    for (size_t j = 0; j < self->digits; j++)
        leaf_product(tree, self, j, self->cofactors + j * self->limbs);
    return true;
}

/* Computes rest = (P / P_child) mod P_child of a child from its parent's rest. */
static bool descend_to(const tree_work *job, size_t parent, size_t child, size_t other,
                       mp_limb_t *scratch)
{
    const clm_tree_node *self = &job->tree->nodes[child], *sibling = &job->tree->nodes[other];
    mpz_ptr here = job->rest[child];
    mpz_t product;
    size_t n;
    bool ready;

    mpz_set(here, job->rest[parent]);
    if (!clm_limbs_reduce_watched(here, self->product, self->limbs, scratch, job->watch))
        return false;
    n = mpz_size(here);
    if (n == 0) /* a common factor; 0 has no inverse */
        return true;
    mpz_init(product);
    ready = clm_limbs_multiply_watched(mpz_limbs_write(product, (mp_size_t)(n + sibling->limbs)),
                                       sibling->product, sibling->limbs, mpz_limbs_read(here), n,
                                       scratch, job->watch);
    if (ready) {
        mpz_limbs_finish(product, (mp_size_t)(n + sibling->limbs));
        mpz_swap(here, product);
        ready = clm_limbs_reduce_watched(here, self->product, self->limbs, scratch, job->watch);
    }
    mpz_clear(product);
    return ready;
}

/* Sets rest[i] = (P / P_i) mod P_i for the children i of a node with known rest. */
static bool descend_from(const tree_work *job, size_t index, mp_limb_t *scratch)
{
    const clm_tree_node *self = &job->tree->nodes[index];

    if (self->left == 0)
        return true;
    if (!descend_to(job, index, self->left, self->right, scratch) ||
        !descend_to(job, index, self->right, self->left, scratch))
        return false;
    mpz_realloc2(job->rest[index], 1); /* no longer needed */
    return true;
}

static clmodp_status work_on_node(void *argument, size_t index, size_t thread)
{
    const tree_work *job = argument;
    mp_limb_t *scratch = job->scratch + thread * job->scratch_limbs;

    if (job->tree->nodes[job->nodes[index]].left == 0)
        return CLMODP_OK; /* a separate subtree */
    return job->on_node(job, job->nodes[index], scratch) ? CLMODP_OK : CLMODP_CANCELLED;
}

/* Processes a subtree's nodes, behind its root, downwards or upwards. */
static clmodp_status work_on_subtree(void *argument, size_t index, size_t thread)
{
    const tree_work *job = argument;
    mp_limb_t *scratch = job->scratch + thread * job->scratch_limbs;
    const size_t root = job->nodes[index];
    size_t last = root;

    while (job->tree->nodes[last].left != 0)
        last = job->tree->nodes[last].right;
    for (size_t k = 0; k <= last - root; k++)
        if (!job->on_node(job, job->on_node == grow_node ? last - k : root + k, scratch))
            return CLMODP_CANCELLED;
    return CLMODP_OK;
}

static clmodp_status work_at_depth(tree_work *job, size_t depth)
{
    const size_t count = clm_tree_blocks(job->tree, depth, job->nodes);

    return clm_parallel_watched(count, job->threads,
                                depth == SUBTREE_DEPTH ? work_on_subtree : work_on_node, job,
                                job->watch);
}

/* Computes products from the leaves up, or rests from the root down. */
static clmodp_status work_on_tree(tree_work *job)
{
    clmodp_status st = CLMODP_OK;
    const bool up = job->on_node == grow_node;

    for (size_t k = 0; k <= SUBTREE_DEPTH && st == CLMODP_OK; k++)
        st = work_at_depth(job, up ? SUBTREE_DEPTH - k : k);
    return st;
}

/* Finds a^-1 mod p; false if it does not exist. Source: extended Euclid */
static bool invert_word(uint32_t *out, uint32_t a, uint32_t p)
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

static clmodp_status invert_leaf(void *argument, size_t index, size_t thread)
{
    const tree_work *job = argument;
    const clm_product_tree *tree = job->tree;
    const clm_tree_node *leaf = &tree->nodes[index];
    size_t first = 2 * leaf->first;
    size_t end = clm_size_min(first + 2 * leaf->digits, tree->count);

    (void)thread;
    if (leaf->left != 0)
        return CLMODP_OK;
    for (size_t i = first; i < end; i++) {
        clm_tree_prime *m = &tree->moduli[i];
        uint64_t rest = mpz_fdiv_ui(job->rest[index], m->prime);

        for (size_t j = first; j < end; j++)
            if (j != i)
                rest = rest * (tree->moduli[j].prime % m->prime) % m->prime;
        if (!invert_word(&m->inverse, (uint32_t)rest, m->prime))
            return CLMODP_INVALID;
        m->quotient = (uint32_t)(((uint64_t)m->inverse << 32) / m->prime);
    }
    return CLMODP_OK;
}

/* Computes the inverse and quotient of every modulus. */
static clmodp_status find_inverses(clm_error *error, tree_work *job)
{
    clmodp_status st = CLMODP_OK;
    clm_product_tree *tree = job->tree;
    size_t ready = 0;

    NEW(error, job->rest, tree->node_count);
    for (; ready < tree->node_count; ready++)
        mpz_init(job->rest[ready]);
    mpz_set_ui(job->rest[0], 1);
    job->on_node = descend_from;
    TRY(work_on_tree(job));
    st = clm_parallel_watched(tree->node_count, job->threads, invert_leaf, job, job->watch);
    if (st == CLMODP_INVALID)
        FAIL(error, st, "the moduli of the CRT reconstruction must have no common factor");
done:
    while (ready > 0)
        mpz_clear(job->rest[--ready]);
    free(job->rest);
    return st;
}

static clmodp_status fill_tree(clm_error *error, clm_product_tree *tree, size_t threads,
                               clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    tree_work job = {.tree = tree, .on_node = grow_node,
                  .scratch_limbs = clm_limbs_scratch(tree->digits + 1)};

    /* A thread costs some 30 us, less than 30 leaves of 32 primes. */
    job.threads = clm_size_min(threads, 1 + tree->node_count / 64);
    job.watch = tree->node_count < WATCHED_NODES ? NULL : watch;
    NEW(error, job.scratch, job.threads * job.scratch_limbs);
    NEW(error, job.nodes, (size_t)1 << SUBTREE_DEPTH);
    TRY(work_on_tree(&job));
    TRY(find_inverses(error, &job));
done:
    if (st == CLMODP_HOST_MEMORY)
        (void)clm_fail(error, st,
                       "the host has no memory for the primes of the CRT reconstruction");
    free(job.nodes);
    free(job.scratch);
    return st;
}

static bool all_in_range(const uint32_t *primes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (primes[i] < 2 || primes[i] >= (uint32_t)1 << 31)
            return false;
    return true;
}

clmodp_status clm_product_tree_create(clm_error *error, clm_product_tree **out,
                                      const uint32_t *primes, size_t count, size_t threads,
                                      clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    clm_product_tree *tree = NULL;
    size_t used = 0;

    REQUIRE(error, count >= 1);
    if (count > COUNT_LIMIT)
        FAIL(error, CLMODP_LIMIT, "%zu primes for CRT reconstruction; at most %zu are possible",
             count, COUNT_LIMIT);
    REQUIRE(error, all_in_range(primes, count));

    NEW(error, tree, 1);
    tree->count = count;
    tree->digits = clm_div_up(count, 2);
    NEW(error, tree->moduli, count);
    for (size_t i = 0; i < count; i++) {
        tree->moduli[i].prime = primes[i];
        tree->moduli[i].mate = (i ^ 1) < count ? primes[i ^ 1] : 1;
    }
    NEW(error, tree->nodes, tree_nodes(tree->digits));
    add_node(tree, 0, tree->digits, &used);
    NEW(error, tree->store, used);
    place_products(tree);
    TRY(fill_tree(error, tree, threads, watch));
    NEW(error, tree->half, tree->nodes[0].limbs);
    mpn_rshift(tree->half, tree->nodes[0].product, (mp_size_t)tree->nodes[0].limbs, 1);
    *out = tree;
    tree = NULL;
done:
    clm_product_tree_destroy(tree);
    return st;
}

size_t clm_tree_block(const clm_product_tree *tree, size_t depth, size_t prime)
{
    size_t node = 0;

    for (; depth > 0 && tree->nodes[node].left != 0; depth--) {
        const clm_tree_node *self = &tree->nodes[node];

        node = prime / 2 < tree->nodes[self->right].first ? self->left : self->right;
    }
    return node;
}

size_t clm_tree_blocks(const clm_product_tree *tree, size_t depth, size_t *nodes)
{
    size_t count = 0;

    for (size_t prime = 0; prime < tree->count; count++) {
        const size_t node = clm_tree_block(tree, depth, prime);

        if (nodes != NULL)
            nodes[count] = node;
        (void)clm_tree_primes(tree, node, &prime);
    }
    return count;
}

void clm_product_tree_destroy(clm_product_tree *tree)
{
    if (tree == NULL)
        return;
    free(tree->half);
    free(tree->store);
    free(tree->nodes);
    free(tree->moduli);
    free(tree);
}

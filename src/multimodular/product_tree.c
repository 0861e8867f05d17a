/* Computes the products, cofactors and inverses of a product tree. */
#include "multimodular/product_tree.h"

#include <stdbool.h>
#include <string.h>

#include "arith/prime.h"
#include "core/memory.h"
#include "core/size.h"
#include "multimodular/crt_tree.h"
#include "multimodular/limbs.h"

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

/* Sets out to the product of a leaf's digits, except digit `skip`; returns its length. out has
 * space for leaf->digits limbs. */
static size_t leaf_product(const clm_product_tree *tree, const clm_tree_node *leaf,
                           size_t skip, mp_limb_t *out)
{
    size_t limbs = 1;

    out[0] = 1;
    for (size_t j = 0; j < leaf->digits; j++) {
        mp_limb_t high;

        if (j == skip)
            continue;
        high = mpn_mul_1(out, out, (mp_size_t)limbs, tree->digit[leaf->first + j]);
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
    uint64_t *inverse;    /* of each digit, or NULL */
    mpz_t *remainder;     /* of each node */
    mp_limb_t *scratch;   /* of each thread */
    size_t scratch_limbs;
    size_t threads;
    size_t subtrees;      /* their depth */
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

/* Finds the remainders of a node's children from that of the node, which is the sum of all P /
 * digit modulo the node's product. */
static bool descend_from(const tree_work *job, size_t index, mp_limb_t *scratch)
{
    const clm_tree_node *nodes = job->tree->nodes, *self = &nodes[index];
    const size_t child[2] = {self->left, self->right};

    if (self->left == 0)
        return true;
    for (size_t k = 0; k < 2; k++) {
        mpz_set(job->remainder[child[k]], job->remainder[index]);
        if (!clm_limbs_reduce_watched(job->remainder[child[k]], nodes[child[k]].product,
                                      nodes[child[k]].limbs, scratch, job->watch))
            return false;
    }
    mpz_realloc2(job->remainder[index], 1); /* no longer needed */
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
                                depth == job->subtrees ? work_on_subtree : work_on_node, job,
                                job->watch);
}

/* Computes products from the leaves up, or remainders from the root down. */
static clmodp_status work_on_tree(tree_work *job)
{
    clmodp_status st = CLMODP_OK;
    const bool up = job->on_node == grow_node;

    for (size_t k = 0; k <= job->subtrees && st == CLMODP_OK; k++)
        st = work_at_depth(job, up ? job->subtrees - k : k);
    return st;
}

static void set_ones(const void *source, mp_limb_t *digits, size_t first, size_t count)
{
    const clm_product_tree *tree = source;

    (void)first;
    for (size_t k = 0; k < count * tree->digits; k++)
        digits[k] = 1;
}

/* Sets the root's remainder, the sum of all P / digit. Modulo a digit it is P / digit, since the
 * other terms are multiples. */
static clmodp_status sum_cofactors(clm_error *error, const tree_work *job)
{
    const clm_tree_node *root = &job->tree->nodes[0];
    const clm_crt_blocks ones = {.prepare = set_ones, .source = job->tree};
    mpz_ptr sum = job->remainder[0];
    const clmodp_status st = clm_crt_combine(error, job->tree, &ones, &sum, 1, 1, job->watch);
    mpz_t product;

    if (st == CLMODP_OK && mpz_sgn(sum) < 0)
        mpz_add(sum, sum, mpz_roinit_n(product, root->product, (mp_size_t)root->limbs));
    return st;
}

/* Sets the inverse of P / prime, and its quotient, from P / digit. False: a common factor. */
static bool invert_prime(clm_tree_prime *m, uint64_t remainder)
{
    const uint32_t own = (uint32_t)(remainder % m->prime * (m->mate % m->prime) % m->prime);

    m->inverse = clm_invmod32(own, m->prime);
    m->quotient = (uint32_t)(((uint64_t)m->inverse << 32) / m->prime);
    return (uint64_t)m->inverse * own % m->prime == 1;
}

static clmodp_status invert_leaf(void *argument, size_t index, size_t thread)
{
    const tree_work *job = argument;
    const clm_product_tree *tree = job->tree;
    const clm_tree_node *leaf = &tree->nodes[index];

    (void)thread;
    for (size_t j = leaf->first; leaf->left == 0 && j < leaf->first + leaf->digits; j++) {
        const uint64_t remainder = mpz_fdiv_ui(job->remainder[index], tree->digit[j]);

        if (job->inverse != NULL)
            job->inverse[j] = clm_invmod64(remainder, tree->digit[j]);
        for (size_t i = 2 * j; i < clm_size_min(2 * j + 2, tree->count); i++)
            if (!invert_prime(&tree->moduli[i], remainder))
                return CLMODP_INVALID;
    }
    return CLMODP_OK;
}

/* Computes the inverses of all moduli. */
static clmodp_status find_inverses(clm_error *error, tree_work *job)
{
    clmodp_status st = CLMODP_OK;
    clm_product_tree *tree = job->tree;
    size_t ready = 0;

    NEW(error, job->remainder, tree->node_count);
    for (; ready < tree->node_count; ready++)
        mpz_init(job->remainder[ready]);
    TRY(sum_cofactors(error, job));
    job->on_node = descend_from;
    TRY(work_on_tree(job));
    st = clm_parallel_watched(tree->node_count, job->threads, invert_leaf, job, job->watch);
    if (st == CLMODP_INVALID)
        FAIL(error, st, "the moduli of the CRT reconstruction must have no common factor");
done:
    while (ready > 0)
        mpz_clear(job->remainder[--ready]);
    free(job->remainder);
    return st;
}

/* Completes a tree of given digits: its nodes, and the inverses that are asked for. */
static clmodp_status fill_tree(clm_error *error, clm_product_tree *tree, uint64_t *inverse,
                               size_t threads, clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    tree_work job = {.tree = tree, .inverse = inverse, .on_node = grow_node,
                     .scratch_limbs = clm_limbs_scratch(tree->digits + 1)};
    size_t used = 0;

    NEW(error, tree->nodes, tree_nodes(tree->digits));
    add_node(tree, 0, tree->digits, &used);
    NEW(error, tree->store, used);
    place_products(tree);
    /* A thread costs some 30 us, less than 30 leaves of 32 primes. */
    job.threads = clm_size_min(threads, 1 + tree->node_count / 64);
    job.subtrees = job.threads > 1 ? SUBTREE_DEPTH : 0;
    job.watch = tree->node_count < WATCHED_NODES ? NULL : watch;
    NEW(error, job.scratch, job.threads * job.scratch_limbs);
    NEW(error, job.nodes, (size_t)1 << SUBTREE_DEPTH);
    TRY(work_on_tree(&job));
    NEW(error, tree->half, tree->nodes[0].limbs);
    mpn_rshift(tree->half, tree->nodes[0].product, (mp_size_t)tree->nodes[0].limbs, 1);
    if (tree->count > 0 || inverse != NULL)
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

    REQUIRE(error, count >= 1);
    if (count > COUNT_LIMIT)
        FAIL(error, CLMODP_LIMIT, "%zu primes for CRT reconstruction; at most %zu are possible",
             count, COUNT_LIMIT);
    REQUIRE(error, all_in_range(primes, count));

    NEW(error, tree, 1);
    tree->count = count;
    tree->digits = clm_div_up(count, 2);
    NEW(error, tree->moduli, count);
    NEW(error, tree->digit, tree->digits);
    for (size_t i = 0; i < count; i++) {
        tree->moduli[i].prime = primes[i];
        tree->moduli[i].mate = (i ^ 1) < count ? primes[i ^ 1] : 1;
        tree->digit[i / 2] = (mp_limb_t)primes[i] * tree->moduli[i].mate;
    }
    TRY(fill_tree(error, tree, NULL, threads, watch));
    *out = tree;
    tree = NULL;
done:
    clm_product_tree_destroy(tree);
    return st;
}

clmodp_status clm_product_tree_create_words(clm_error *error, clm_product_tree **out,
                                            uint64_t *inverse, const uint64_t *moduli,
                                            size_t count, size_t threads, clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    clm_product_tree *tree = NULL;

    REQUIRE(error, count >= 1);
    NEW(error, tree, 1);
    tree->digits = count;
    NEW(error, tree->digit, count);
    for (size_t j = 0; j < count; j++)
        tree->digit[j] = moduli[j];
    TRY(fill_tree(error, tree, inverse, threads, watch));
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

    for (size_t digit = 0; digit < tree->digits; count++) {
        const size_t node = clm_tree_block(tree, depth, 2 * digit);

        if (nodes != NULL)
            nodes[count] = node;
        digit += tree->nodes[node].digits;
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
    free(tree->digit);
    free(tree->moduli);
    free(tree);
}

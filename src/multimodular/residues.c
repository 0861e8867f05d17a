/* Reduces integers modulo products of primes, by a tree, until they are short enough for vectors
 * of primes. */
#include "multimodular/residues.h"

#include <string.h>

#include "arith/prime.h"
#include "core/memory.h"
#include "core/size.h"

CLM_VECTOR_CHOICE(clm_limb_functions, clm_limbs);

/* Limbs up to which vectors are faster than divisions by products; and most lanes. */
enum { SHORT = 32, MOST_LANES = 16 };

void clm_moduli_clear(clm_moduli *r)
{
    clm_product_tree_destroy(r->tree);
    free(r->fields);
    free(r->powers);
    *r = (clm_moduli){0};
}

clmodp_status clm_moduli_create(clm_error *error, clm_moduli *out, const uint32_t *primes,
                                  size_t count, size_t longest, clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    const clm_limb_functions *const vectors = clm_limbs(clm_vector_level_best());
    const size_t rounded = clm_round_up(count, vectors->lanes);
    const size_t digits = clm_limb_digits(clm_size_min(longest, SHORT));

    *out = (clm_moduli){.count = count, .vectors = vectors, .watch = watch};
    out->most = clm_size_min(longest, SHORT);
    NEW(error, out->fields, rounded);
    NEW(error, out->powers, clm_size_times(rounded, digits));
    if (longest > SHORT)
        TRY(clm_product_tree_create(error, &out->tree, primes, count, 1, watch));
    for (size_t k = 0; k < rounded; k++)
        out->fields[k] = clm_field(primes[clm_size_min(k, count - 1)]);
    for (size_t k = 0; k < rounded; k += vectors->lanes)
        vectors->powers(out->powers + k * digits, digits, out->fields + k, false);
done:
    if (st != CLMODP_OK)
        clm_moduli_clear(out);
    return st;
}

/* Sets the residues modulo primes k up to `end`, by vectors that have these and some others. */
static void reduce_short(const clm_moduli *r, uint32_t *residues, size_t stride, size_t k,
                         size_t end, mpz_srcptr c)
{
    const size_t lanes = r->vectors->lanes, digits = clm_limb_digits(r->most);
    const clm_limb_integer integer = {mpz_limbs_read(c), mpz_size(c), mpz_sgn(c) < 0};

    while (k < end) {
        const size_t first = k / lanes * lanes;
        uint32_t of[MOST_LANES];

        r->vectors->reduce(of, &integer, 1, r->powers + first * digits, r->fields + first);
        for (; k < end && k < first + lanes; k++)
            residues[k * stride] = of[k - first];
    }
}

/* Sets the residues modulo the primes of a node. A leaf's product is short. */
static clmodp_status reduce_below(const clm_moduli *r, uint32_t *residues, size_t stride,
                                  size_t node, mpz_srcptr c)
{
    clmodp_status st = CLMODP_OK;
    const clm_tree_node *self = &r->tree->nodes[node];
    size_t end;
    const size_t first = clm_tree_primes(r->tree, node, &end);
    mpz_t rest, product;

    mpz_init(rest);
    TRY(clm_poller_check(r->watch));
    if (mpz_size(c) > clm_size_max(self->limbs + 1, r->most)) {
        mpz_tdiv_r(rest, c, mpz_roinit_n(product, self->product, (mp_size_t)self->limbs));
        c = rest;
    }
    if (mpz_size(c) <= r->most) {
        reduce_short(r, residues, stride, first, end, c);
        goto done;
    }
    TRY(reduce_below(r, residues, stride, self->left, c));
    TRY(reduce_below(r, residues, stride, self->right, c));
done:
    mpz_clear(rest);
    return st;
}

clmodp_status clm_moduli_reduce(const clm_moduli *r, uint32_t *residues, size_t stride,
                              mpz_srcptr c)
{
    if (mpz_size(c) > r->most)
        return reduce_below(r, residues, stride, 0, c);
    reduce_short(r, residues, stride, 0, r->count, c);
    return clm_poller_check(r->watch);
}

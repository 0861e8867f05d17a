/* Expands determinants with few terms by minors: exponents of all variables are packed into one
 * word, and rows taken in an order in which few sets of columns can be reached. */
#include "matrix/sparse.h"

#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "core/size.h"
#include "opencl/buffer.h"
#include "opencl/queue.h"
#include "polynomials/minors.h"
#include "polynomials/mpoly.h"

/* Times in ns: a determinant at a point takes POINT + PRODUCT n^3 for each prime of 62 bits
 * (bench/matrices, engine HOST); no expansion takes more than MOST. */
#define POINT 500.0
#define PRODUCT 0.02
#define MOST 1e10

typedef struct sparse {
    clmodp_context *ctx;
    const clm_view *view;
    const clm_matrix_packing *packing;
    mpz_srcptr modulus; /* NULL: over Q */
    double bits;        /* |coefficients| of the numerator are below 2^(bits - 1) */
    size_t limbs;
    double entry_limbs; /* of the longest coefficient of an entry */
    size_t row[CLM_MINORS_ORDER]; /* of the view, in the order of expansion */
    uint64_t columns[CLM_MINORS_ORDER];
    mpz_ptr denominator; /* of the determinant */
    clm_sparse *entry;  /* by order of expansion and column */
    size_t packed;      /* rows of them that are set */
    double highest;     /* exponent in the next row */
} sparse;

/* Bounds coefficients: the numerator of a row has fewer than terms 2^(longest + denominators) in
 * the sum of its absolute values. */
static void count_bits(sparse *s)
{
    const clm_view *view = s->view;

    s->bits = 3.0;
    for (size_t i = 0; i < view->n; i++) {
        size_t longest = 0, terms = 1, denominators = 0;

        for (size_t j = 0; j < view->n; j++) {
            const clm_entry *e = clm_view_entry(view, i, j);

            for (size_t t = 0; e->f != NULL && t < e->f->length; t++, terms++)
                longest = clm_size_max(longest,
                                       mpz_sizeinbase(clm_mpoly_coefficient(e->f, t), 2));
            if (e->f != NULL && mpz_cmp_ui(e->denominator, 1) != 0)
                denominators += mpz_sizeinbase(e->denominator, 2);
        }
        longest += denominators;
        if (s->modulus != NULL)
            longest = mpz_sizeinbase(s->modulus, 2);
        s->bits += (double)longest + log2((double)terms);
        s->entry_limbs = fmax(s->entry_limbs, 1.0 + floor((double)longest / 64.0));
    }
    s->limbs = (size_t)(s->bits / 64.0) + 1;
}

/* Orders rows, those with the fewest new columns first. Returns whether this is an odd
 * permutation. */
static bool order_rows(sparse *s)
{
    const size_t n = s->view->n;
    uint64_t columns[CLM_MINORS_ORDER] = {0}, seen = 0;
    bool odd = false;

    for (size_t k = 0; k < n * n; k++)
        columns[k / n] |= (uint64_t)(clm_view_entry(s->view, k / n, k % n)->f != NULL) << k % n;
    for (size_t i = 0; i < n; i++)
        s->row[i] = i;
    for (size_t i = 0; i < n; i++) {
        size_t best = i, row;

        for (size_t k = i + 1; k < n; k++)
            if (__builtin_popcountll(columns[s->row[k]] & ~seen) <
                __builtin_popcountll(columns[s->row[best]] & ~seen))
                best = k;
        row = s->row[best];
        s->row[best] = s->row[i];
        s->row[i] = row;
        s->columns[i] = columns[row];
        seen |= columns[row];
        odd ^= best != i;
    }
    return odd;
}

/* Sets an entry, in the order of the expansion. */
static clmodp_status pack_entry(void *user, size_t row, size_t j, const clmodp_mpoly *f,
                                mpz_srcptr scale)
{
    clmodp_status st = CLMODP_OK;
    sparse *s = user;
    clm_sparse *const to = &s->entry[s->packed * s->view->n + j];
    mpz_t c;

    mpz_init(c);
    TRY(clm_sparse_create(to, f->length, s->limbs));
    for (size_t t = 0; t < f->length; t++) {
        to->exponent[t] = (uint64_t)clm_packed_exponent(s->packing, s->view, row, j,
                                                        clm_mpoly_exponents(f, t));
        s->highest = fmax(s->highest, (double)to->exponent[t]);
        clm_entry_coefficient(c, f, t, scale, s->modulus);
        clm_sparse_set(to->limb + t * s->limbs, c, s->limbs);
    }
done:
    mpz_clear(c);
    return st;
}

/* Sets the entries, without denominators; multiplies the determinant's by those of the rows.
 * Errors: LIMIT (exponents of minors may reach 2^63) */
static clmodp_status pack_entries(void *user)
{
    clmodp_status st = CLMODP_OK;
    sparse *s = user;
    const size_t n = s->view->n;
    double sum = 0.0;

    NEW(&s->ctx->error, s->entry, n * n);
    for (s->packed = 0; s->packed < n; s->packed++) {
        s->highest = 0.0;
        TRY(clm_view_use_row(&s->ctx->error, s->denominator, s->view, s->row[s->packed],
                             s->modulus, pack_entry, s));
        sum += s->highest;
    }
    st = sum < 0x1p63 ? CLMODP_OK : CLMODP_LIMIT;
done:
    return st;
}

static size_t list_entry(const void *user, clm_sparse_product products[CLM_MINORS_PRODUCTS],
                         const clm_minors_row *row, size_t column)
{
    const sparse *s = user;

    products[0] = (clm_sparse_product){&s->entry[row->number * s->view->n + column], row->one,
                                       false};
    return 1;
}

/* Sets r to a determinant, times -1 if the rows' order is odd. */
static clmodp_status unpack(const sparse *s, clmodp_mpoly *r, const clm_sparse *from, bool odd)
{
    clmodp_status st = CLMODP_OK;

    TRY(clm_mpoly_resize(r, from->length));
    for (size_t t = 0; t < from->length; t++) {
        mpz_ptr c = clm_mpoly_coefficient(r, t);

        TRY(clm_unpack_exponents(clm_mpoly_exponents(r, t), &s->packing->way, 0, 0,
                                 from->exponent[t]));
        clm_sparse_get(c, from->limb + t * s->limbs, s->limbs);
        if (odd)
            mpz_neg(c, c);
    }
    clm_mpoly_combine(r);
done:
    return st;
}

/* Predicts the time of values at all points; each also has a coefficient to be reconstructed. */
static double engine_ns(const sparse *s)
{
    const double n = (double)s->view->n, primes = s->modulus != NULL ? 1.0 : 1.0 + s->bits / 62.0;

    return s->packing->points * primes *
           (POINT + PRODUCT * n * n * n + 0.5 * (double)s->limbs);
}

static clmodp_status expand(sparse *s, bool *done, clmodp_mpoly *r, uint64_t max_result)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = s->ctx;
    const bool odd = order_rows(s);
    clm_poller watch = CLM_PROGRESS_POLLER(ctx, 0.0);
    const clm_expansion m = {
        .n = s->view->n, .entry = list_entry, .prepare = pack_entries, .user = s,
        .columns = s->columns, .most_terms = s->packing->points, .least_products = 1.0,
        .limbs = s->limbs, .most_ns = fmin(engine_ns(s), MOST),
        .product_ns = ctx->costs.ns[CLM_OP_MINOR_PRODUCT] +
                      ctx->costs.ns[CLM_OP_MINOR_LIMB] * (double)s->limbs * s->entry_limbs,
        .most_bytes = clm_memory_left(ctx) / 2, .threads = ctx->threads, .watch = &watch};
    clm_sparse found = {0};

    TRY(clm_minors_expand(done, &found, &m));
    *done = *done && (double)found.length * s->bits / 8.0 <= (double)max_result;
    if (*done)
        TRY(unpack(s, r, &found, odd));
    if (*done && s->modulus != NULL)
        TRY(clmodp_mpoly_divide_mod(r, s->denominator, mpz_get_ui(s->modulus)));
done:
    clm_sparse_clear(&found);
    return st;
}

clmodp_status clm_sparse_determinant(clmodp_context *ctx, bool *done, clmodp_mpoly *r, mpz_t d,
                                     const clm_view *view, const clm_matrix_packing *packing,
                                     uint64_t modulus, uint64_t max_result)
{
    clmodp_status st = CLMODP_OK;
    sparse s = {.ctx = ctx, .view = view, .packing = packing};
    mpz_t m, product;

    *done = false;
    if (view->n > CLM_MINORS_ORDER || packing->points >= (double)CLM_PACKING_MOST_NUMBER)
        return CLMODP_OK;
    mpz_init_set_ui(m, modulus);
    mpz_init_set_ui(product, 1);
    s.denominator = product;
    s.modulus = modulus != 0 ? m : NULL;
    count_bits(&s);
    if (s.limbs <= CLM_SPARSE_LIMBS)
        TRY(expand(&s, done, r, max_result));
    if (*done)
        mpz_swap(d, product);
done:
    *done = *done && st == CLMODP_OK;
    for (size_t k = 0; s.entry != NULL && k < view->n * view->n; k++)
        clm_sparse_clear(&s.entry[k]);
    free(s.entry);
    mpz_clear(product);
    mpz_clear(m);
    if (st == CLMODP_HOST_MEMORY)
        return clm_fail(&ctx->error, st, "no memory for minors of a determinant");
    return st == CLMODP_LIMIT ? CLMODP_OK : st; /* the packed determinant decides */
}

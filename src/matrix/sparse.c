/* Expands determinants with few terms row by row: the minors of the first rows for all sets of as
 * many columns, as sums of terms. */
#include "matrix/sparse.h"

#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "core/size.h"
#include "opencl/buffer.h"
#include "opencl/queue.h"
#include "polynomials/mpoly.h"

enum {
    MOST_ORDER = 12,
    MOST_PAIRS = 1 << 22 /* of terms: about a second */
};

/* Times in ns: a pair of terms; a determinant at a point takes POINT + n^3 for each prime. */
enum { PAIR = 100, POINT = 100 };

typedef struct sparse {
    clmodp_context *ctx;
    const clm_view *view;
    mpz_srcptr modulus;   /* NULL: over Q */
    clmodp_mpoly **row;   /* the entries of a row over Z; NULL: 0 */
    clmodp_mpoly **minor; /* by the set of columns, a bit each; NULL: 0, or not kept */
} sparse;

static size_t row_of(size_t set)
{
    return (size_t)__builtin_popcountll(set) - 1;
}

/* Returns the pairs of terms to multiply if no terms are alike. Pre: n <= MOST_ORDER */
static double count_pairs(const clm_view *view)
{
    double terms[1 << MOST_ORDER], pairs = 0.0; /* 32 KiB */

    terms[0] = 1.0;
    for (size_t set = 1; set < (size_t)1 << view->n; set++) {
        terms[set] = 0.0;
        for (size_t j = 0; j < view->n; j++) {
            const clmodp_mpoly *f = clm_view_entry(view, row_of(set), j)->f;

            if ((set >> j & 1) != 0 && f != NULL)
                terms[set] += terms[set ^ (size_t)1 << j] * (double)f->length;
        }
        pairs += terms[set];
    }
    return pairs;
}

/* Returns about the bits of coefficients of the determinant's numerator. */
static double count_bits(const clm_view *view)
{
    double bits = 1.0;

    for (size_t i = 0; i < view->n; i++) {
        size_t longest = 0, terms = 1, denominators = 0;

        for (size_t j = 0; j < view->n; j++) {
            const clm_entry *e = clm_view_entry(view, i, j);

            for (size_t t = 0; e->f != NULL && t < e->f->length; t++, terms++)
                longest = clm_size_max(longest,
                                       mpz_sizeinbase(clm_mpoly_coefficient(e->f, t), 2));
            if (e->f != NULL)
                denominators += mpz_sizeinbase(e->denominator, 2);
        }
        bits += (double)(longest + denominators) + log2((double)terms);
    }
    return bits;
}

static bool is_faster(const clmodp_context *ctx, const clm_view *view,
                      const clm_matrix_packing *packing, uint64_t modulus, uint64_t max_result)
{
    const double n = (double)view->n, pairs = view->n <= MOST_ORDER ? count_pairs(view) : INFINITY;
    const double bits = count_bits(view), words = 1.0 + bits / 64.0;
    const double bytes = (double)clm_term_bytes(view->a->variables, sizeof(mpz_t)) + 16.0;
    const double primes = modulus != 0 ? 1.0 : 1.0 + bits / 31.0;
    const double product = fmin(words * words, 8.0 * words * log2(words + 1.0));

    /* each point also has a coefficient to be reconstructed */
    return pairs <= MOST_PAIRS && pairs * words * 8.0 <= (double)max_result &&
           pairs * (bytes + words * 8.0) <= 0.5 * (double)clm_memory_left(ctx) &&
           pairs * (PAIR + product) < packing->points * primes * (POINT + n * n * n + 0.5 * words);
}

static void clear_row(sparse *s)
{
    for (size_t j = 0; j < s->view->n; j++) {
        clmodp_mpoly_destroy(s->row[j]);
        s->row[j] = NULL;
    }
}

/* Sets the row's entries to those of row i, without denominators; multiplies d by theirs. */
static clmodp_status read_row(sparse *s, mpz_t d, size_t i)
{
    clmodp_status st = CLMODP_OK;
    mpz_t of_row, scale;

    mpz_init(of_row);
    mpz_init(scale);
    clear_row(s);
    clm_view_denominator(of_row, s->view, i, s->modulus);
    mpz_mul(d, d, of_row);
    for (size_t j = 0; j < s->view->n; j++) {
        const clm_entry *e = clm_view_entry(s->view, i, j);

        if (e->f == NULL)
            continue;
        TRY(clm_entry_scale(&s->ctx->error, scale, e, of_row, s->modulus));
        TRY(clmodp_mpoly_create(&s->row[j], s->view->a->variables));
        TRY(clmodp_mpoly_set(s->row[j], e->f));
        for (size_t t = 0; t < e->f->length; t++) {
            mpz_ptr c = clm_mpoly_coefficient(s->row[j], t);

            mpz_mul(c, c, scale);
            if (s->modulus != NULL)
                mpz_mod(c, c, s->modulus);
        }
        clm_mpoly_combine(s->row[j]);
    }
done:
    mpz_clear(scale);
    mpz_clear(of_row);
    return st;
}

/* Sets the minor of a set of columns from those of the row before. */
static clmodp_status add_minor(sparse *s, size_t set)
{
    clmodp_status st = CLMODP_OK;
    clmodp_mpoly *sum = NULL, *product = NULL;

    TRY(clmodp_mpoly_create(&sum, s->view->a->variables));
    TRY(clmodp_mpoly_create(&product, s->view->a->variables));
    for (size_t j = 0; j < s->view->n; j++) {
        const clmodp_mpoly *before = s->minor[set & ~((size_t)1 << j)];

        if ((set >> j & 1) == 0 || s->row[j] == NULL || before == NULL)
            continue;
        TRY(clmodp_mpoly_mul(product, before, s->row[j]));
        if (__builtin_popcountll(set >> j >> 1) % 2 != 0) /* columns of the set behind j */
            clm_mpoly_negate(product);
        TRY(clmodp_mpoly_add(sum, sum, product));
    }
    if (sum->length > 0) {
        s->minor[set] = sum;
        sum = NULL;
    }
done:
    clmodp_mpoly_destroy(product);
    clmodp_mpoly_destroy(sum);
    return st;
}

/* Sets the minors of i + 1 rows from those of i, which are released. */
static clmodp_status add_row(sparse *s, size_t i, clm_progress_at *at)
{
    clmodp_status st = CLMODP_OK;
    const size_t sets = (size_t)1 << s->view->n;

    for (size_t set = 1; set < sets; set++)
        if (row_of(set) == i) {
            TRY(clm_progress_poll(at));
            TRY(add_minor(s, set));
        }
    for (size_t set = 0; set < sets; set++)
        if (row_of(set) + 1 == i) {
            clmodp_mpoly_destroy(s->minor[set]);
            s->minor[set] = NULL;
        }
done:
    return st;
}

static clmodp_status expand(sparse *s, clmodp_mpoly *r, mpz_t d)
{
    clmodp_status st = CLMODP_OK;
    clm_progress_at at = {s->ctx, 0.0};
    const size_t sets = (size_t)1 << s->view->n;
    mpz_t one;

    mpz_init_set_ui(one, 1);
    TRY(clmodp_mpoly_create(&s->minor[0], s->view->a->variables));
    TRY(clm_mpoly_reserve(s->minor[0], 1));
    (void)clm_mpoly_append(s->minor[0], one);
    for (size_t i = 0; i < s->view->n; i++) {
        TRY(read_row(s, d, i));
        TRY(add_row(s, i, &at));
    }
    if (s->minor[sets - 1] == NULL)
        goto done;
    if (s->modulus != NULL)
        TRY(clmodp_mpoly_divide_mod(s->minor[sets - 1], d, mpz_get_ui(s->modulus)));
    clmodp_mpoly_swap(r, s->minor[sets - 1]);
done:
    mpz_clear(one);
    return st;
}

clmodp_status clm_sparse_determinant(clmodp_context *ctx, bool *done, clmodp_mpoly *r, mpz_t d,
                                     const clm_view *view, const clm_matrix_packing *packing,
                                     uint64_t modulus, uint64_t max_result)
{
    clmodp_status st = CLMODP_OK;
    sparse s = {.ctx = ctx, .view = view};
    mpz_t m, product;

    *done = false;
    if (!is_faster(ctx, view, packing, modulus, max_result))
        return CLMODP_OK;
    mpz_init_set_ui(m, modulus);
    mpz_init_set_ui(product, 1);
    s.modulus = modulus != 0 ? m : NULL;
    NEW(&ctx->error, s.row, view->n);
    NEW(&ctx->error, s.minor, (size_t)1 << view->n);
    TRY(expand(&s, r, product));
    mpz_swap(d, product);
    *done = true;
done:
    for (size_t set = 0; s.minor != NULL && set < (size_t)1 << view->n; set++)
        clmodp_mpoly_destroy(s.minor[set]);
    if (s.row != NULL)
        clear_row(&s);
    free(s.minor);
    free(s.row);
    mpz_clear(product);
    mpz_clear(m);
    if (st == CLMODP_HOST_MEMORY)
        return clm_fail(&ctx->error, st, "no memory for minors of a determinant");
    return st == CLMODP_LIMIT ? CLMODP_OK : st; /* the packed determinant decides */
}

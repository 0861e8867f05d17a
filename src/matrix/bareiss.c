/* Determinants of small matrices of integers by elimination without fractions: after step k the
 * entries are minors of k + 1 rows and columns, so that divisions are exact.
 *
 * Source: [Bareiss 1968] */
#include "matrix/bareiss.h"

#include "matrix/integers.h"
#include "polynomials/mpoly.h"

enum {
    MOST_ORDER = 32,
    NORM_BITS = 3 /* a row is longer than its entries by at most log2(32) / 2 */
};

/* Returns whether all entries are integers; sets *bits to those of the longest one, and *entries
 * to the number of entries that are not 0. */
static bool are_integers(const clm_view *view, size_t *bits, size_t *entries)
{
    *bits = 1;
    *entries = 0;
    for (size_t k = 0; k < view->n * view->n; k++) {
        const clm_entry *entry = clm_view_entry(view, k / view->n, k % view->n);
        size_t length;

        if (entry->f == NULL)
            continue;
        if (entry->f->length != 1 || clmodp_mpoly_total_degree(entry->f) > 0 ||
            mpz_cmp_ui(entry->denominator, 1) != 0)
            return false;
        ++*entries;
        length = mpz_sizeinbase(clm_mpoly_coefficient(entry->f, 0), 2);
        *bits = length > *bits ? length : *bits;
    }
    return true;
}

/* Tests whether less time is predicted than an engine takes, for l limbs of the result. Each of
 * the n^3 / 3 steps multiplies and divides minors: 20 ns, and 1.4 for each product of limbs, of
 * which there are l^2 / 10 on average. Both estimates are fitted to times on one core for orders 4
 * to 16 and entries of 8 to 1000 bits. */
static bool pays(size_t n, size_t bits)
{
    const double l = (double)n * (double)bits / 64.0, entries = (double)n * (double)n;
    const double engine = 1e4 + 230.0 * entries + (500.0 + 3.5 * entries) * l + 14.5 * l * l;

    return entries * (double)n / 3.0 * (20.0 + 1.4 * l * l / 10.0) < engine;
}

/* Exchanges row k with the first one whose entry in column k is not 0. Returns false if there is
 * none. */
static bool find_pivot(mpz_t **row, size_t n, size_t k, bool *negative)
{
    for (size_t i = k; i < n; i++)
        if (mpz_sgn(row[i][k]) != 0) {
            mpz_t *const found = row[i];

            row[i] = row[k];
            row[k] = found;
            *negative ^= i != k;
            return true;
        }
    return false;
}

/* Sets d to the determinant of the rows, which are changed; to any value if stopped. */
static void eliminate(mpz_t d, mpz_t **row, size_t n, const clm_poller *watch)
{
    bool negative = false;
    mpz_t t;

    mpz_init(t);
    for (size_t k = 0; k < n && !clm_poller_stopped(watch); k++) {
        if (!find_pivot(row, n, k, &negative)) {
            mpz_set_ui(row[n - 1][n - 1], 0);
            break;
        }
        for (size_t i = k + 1; i < n; i++)
            for (size_t j = k + 1; j < n && !clm_poller_stopped(watch); j++) {
                mpz_mul(t, row[k][k], row[i][j]);
                mpz_submul(t, row[i][k], row[k][j]);
                if (k > 0)
                    mpz_divexact(row[i][j], t, row[k - 1][k - 1]);
                else
                    mpz_swap(row[i][j], t);
            }
    }
    mpz_swap(d, row[n - 1][n - 1]);
    if (negative)
        mpz_neg(d, d);
    mpz_clear(t);
}

bool clm_bareiss_pays(const clm_view *view, uint64_t most_bytes)
{
    const size_t n = view->n;
    size_t bits, entries;

    return n > 0 && n <= MOST_ORDER && are_integers(view, &bits, &entries) && pays(n, bits) &&
           !clm_integer_determinant_suits(n, bits, entries) &&
           n * ((uint64_t)bits + NORM_BITS) <= 8 * most_bytes;
}

bool clm_matrix_bareiss(clmodp_mpoly *r, const clm_view *view, const clm_poller *watch)
{
    const size_t n = view->n, none[CLMODP_MOST_VARIABLES] = {0};
    mpz_t a[MOST_ORDER * MOST_ORDER], *row[MOST_ORDER], d;
    clmodp_mpoly *out = NULL;
    size_t bits, entries;
    bool done = are_integers(view, &bits, &entries);

    if (!done || clmodp_mpoly_create(&out, view->a->variables) != CLMODP_OK)
        return false;
    mpz_init(d);
    for (size_t k = 0; k < n * n; k++) {
        const clmodp_mpoly *f = clm_view_entry(view, k / n, k % n)->f;

        mpz_init2(a[k], n * bits / 2);
        if (f != NULL)
            mpz_set(a[k], clm_mpoly_coefficient(f, 0));
        row[k / n] = a + k / n * n;
    }
    eliminate(d, row, n, watch);
    done = !clm_poller_stopped(watch) &&
           clmodp_mpoly_set_terms(out, d, none, 1) == CLMODP_OK;
    if (done)
        clmodp_mpoly_swap(r, out);
    for (size_t k = 0; k < n * n; k++)
        mpz_clear(a[k]);
    mpz_clear(d);
    clmodp_mpoly_destroy(out);
    return done;
}

/* Reduces pencils modulo a prime by operations on neighbouring rows and columns, with exchanges
 * only where pivots vanish. */
#include "arith/pencil.h"

#include <stdbool.h>

typedef struct pencil {
    uint64_t *a, *b;
    size_t n;
    const clm_mont64 *field;
    bool negative; /* an odd number of exchanges */
} pencil;

static void swap_words(uint64_t *x, uint64_t *y, size_t count, size_t step)
{
    for (size_t k = 0; k < count; k++) {
        const uint64_t kept = x[k * step];

        x[k * step] = y[k * step];
        y[k * step] = kept;
    }
}

/* Adds factor y to x, words that are `step` apart. */
static void add_multiple(uint64_t *x, const uint64_t *y, uint64_t factor, size_t count,
                         size_t step, const clm_mont64 *f)
{
    for (size_t k = 0; k < count; k++)
        x[k * step] = clm_mont64_add(x[k * step], clm_mont64_mul(factor, y[k * step], f), f);
}

/* Makes entry (i, j) of m, a or b, vanish by row `other`, or exchanges both if that entry is 0.
 * Before columns a_from of a and b_from of b both rows are 0. */
static void clear_by_row(pencil *p, const uint64_t *m, size_t i, size_t other, size_t j,
                         size_t a_from, size_t b_from)
{
    const size_t n = p->n;
    uint64_t *const a = p->a + i * n + a_from, *const b = p->b + i * n + b_from;
    uint64_t *const a_by = p->a + other * n + a_from, *const b_by = p->b + other * n + b_from;
    const uint64_t entry = m[i * n + j], pivot = m[other * n + j];
    uint64_t factor;

    if (entry == 0)
        return;
    if (pivot == 0) {
        swap_words(a, a_by, n - a_from, 1);
        swap_words(b, b_by, n - b_from, 1);
        p->negative = !p->negative;
        return;
    }
    factor = clm_mont64_mul(entry, clm_mont64_inv(pivot, p->field), p->field);
    factor = clm_mont64_neg(factor, p->field);
    add_multiple(a, a_by, factor, n - a_from, 1, p->field);
    add_multiple(b, b_by, factor, n - b_from, 1, p->field);
}

/* Makes entry (i, i - 1) of b vanish by column i, or exchanges both columns. B is triangular
 * otherwise. */
static void clear_by_column(pencil *p, size_t i)
{
    const size_t n = p->n;
    const uint64_t entry = p->b[i * n + i - 1], pivot = p->b[i * n + i];
    uint64_t factor;

    if (entry == 0)
        return;
    if (pivot == 0) {
        swap_words(p->a + i - 1, p->a + i, n, n);
        swap_words(p->b + i - 1, p->b + i, i + 1, n);
        p->negative = !p->negative;
        return;
    }
    factor = clm_mont64_mul(entry, clm_mont64_inv(pivot, p->field), p->field);
    factor = clm_mont64_neg(factor, p->field);
    add_multiple(p->a + i - 1, p->a + i, factor, n, n, p->field);
    add_multiple(p->b + i - 1, p->b + i, factor, i + 1, n, p->field);
}

/* Brings column j of b to triangular form; columns without a pivot stay 0 from row j on. */
static void triangulate_column(pencil *p, size_t j)
{
    for (size_t i = j + 1; i < p->n; i++)
        clear_by_row(p, p->b, i, j, j, 0, j);
}

/* Makes the entries of column j of a below the subdiagonal vanish, from the last one upwards. */
static void reduce_column(pencil *p, size_t j)
{
    for (size_t i = p->n - 1; i > j + 1; i--) {
        clear_by_row(p, p->a, i, i - 1, j, j, i - 1);
        clear_by_column(p, i);
    }
}

/* Sets minor k + 1 of the leading ones, q[k + 1] at (k + 1) (k + 2) / 2, k + 2 coefficients, by
 * expansion along column k: q_(k+1) = sum of (a_ik + x b_ik) c_i q_i, where c_k = 1 and c_(i-1) =
 * -a_i(i-1) c_i. */
static void add_minor(const pencil *p, uint64_t *q, size_t k)
{
    const clm_mont64 *f = p->field;
    uint64_t *const sum = q + (k + 1) * (k + 2) / 2;
    uint64_t c = f->one;

    for (size_t e = 0; e <= k + 1; e++)
        sum[e] = 0;
    for (size_t i = k + 1; i-- > 0 && c != 0;) {
        const uint64_t *const minor = q + i * (i + 1) / 2;

        add_multiple(sum, minor, clm_mont64_mul(p->a[i * p->n + k], c, f), i + 1, 1, f);
        add_multiple(sum + 1, minor, clm_mont64_mul(p->b[i * p->n + k], c, f), i + 1, 1, f);
        if (i > 0)
            c = clm_mont64_neg(clm_mont64_mul(p->a[i * p->n + i - 1], c, f), f);
    }
}

clmodp_status clm_mont64_pencil(uint64_t *out, uint64_t *a, uint64_t *b, size_t n, uint64_t *work,
                                const clm_mont64 *field, clmodp_status (*poll)(void *user),
                                void *user)
{
    clmodp_status st = CLMODP_OK;
    pencil p = {a, b, n, field, false};

    for (size_t j = 0; j + 1 < n; j++) {
        TRY(poll(user));
        triangulate_column(&p, j);
    }
    for (size_t j = 0; j + 2 < n; j++) {
        TRY(poll(user));
        reduce_column(&p, j);
    }
    work[0] = field->one;
    for (size_t k = 0; k < n; k++)
        add_minor(&p, work, k);
    for (size_t e = 0; e <= n; e++) {
        const uint64_t c = work[n * (n + 1) / 2 + e];

        out[e] = p.negative ? clm_mont64_neg(c, field) : c;
    }
done:
    return st;
}

/* Gaussian elimination with exchanges only where a pivot vanishes, so that bands stay narrow. Rows
 * are completed in their order, by blocks of earlier rows, so that sums of products are reduced
 * once per block. Each pivot is replaced by -1 / pivot. */
#include "arith/elimination.h"

#include "core/size.h"

enum { BLOCK = 8 };

typedef struct elimination {
    uint64_t *a;
    size_t rows, columns;
    uint32_t *row, *column;
    const clm_mont64 *field;
    bool negative;
} elimination;

/* Exchanges two rows, or two columns. */
static void exchange(elimination *e, size_t i, size_t j, bool columns)
{
    const size_t count = columns ? e->rows : e->columns, step = columns ? e->columns : 1;
    uint64_t *const first = e->a + i * (columns ? 1 : e->columns);
    uint64_t *const second = e->a + j * (columns ? 1 : e->columns);
    uint32_t *const names = columns ? e->column : e->row;

    if (i == j)
        return;
    for (size_t k = 0; k < count; k++) {
        const uint64_t kept = first[k * step];

        first[k * step] = second[k * step];
        second[k * step] = kept;
    }
    if (names != NULL) {
        const uint32_t kept = names[i];

        names[i] = names[j];
        names[j] = kept;
    }
    e->negative = !e->negative;
}

/* Returns c plus the products of factors and entries of one column in consecutive rows. */
static uint64_t add_products(uint64_t c, const uint64_t *factor, const uint64_t *entry,
                             size_t count, const elimination *e)
{
    clm_u128 sum = 0; /* at most 8 p^2 < 2 p 2^64, since p < 2^62 */

    for (size_t k = 0; k < count; k++, entry += e->columns)
        sum += (clm_u128)factor[k] * *entry;
    sum = clm_u128_fold(sum, e->field->p);
    return clm_mont64_add(c, clm_mont64_reduce(sum, e->field), e->field);
}

/* Adds multiples of BLOCK or fewer rows from `first` on to a later row, so that its entries below
 * their pivots vanish. */
static void eliminate_block(const elimination *e, uint64_t *line, size_t first, size_t count)
{
    const uint64_t *const rows = e->a + first * e->columns;
    uint64_t factor[BLOCK];
    size_t end = 0;

    for (size_t k = 0; k < count; k++) {
        const uint64_t *const pivot = rows + k * e->columns, *const column = rows + first + k;
        size_t own = e->columns;

        factor[k] = clm_mont64_mul(add_products(line[first + k], factor, column, k, e),
                                   pivot[first + k], e->field);
        line[first + k] = factor[k];
        if (factor[k] == 0)
            continue;
        while (own > end && pivot[own - 1] == 0)
            own--;
        end = own;
    }
    for (size_t j = first + count; j < end; j++)
        line[j] = add_products(line[j], factor, rows + j, count, e);
}

clm_elimination clm_mont64_eliminate(uint64_t *a, size_t rows, size_t columns, uint32_t *row,
                                     uint32_t *column, const clm_mont64 *field,
                                     const clm_poller *watch)
{
    elimination e = {a, rows, columns, row, column, field, false};
    clm_elimination out = {.determinant = field->one};
    size_t independent = rows; /* later ones are combinations of pivots' rows */

    while (out.rank < independent && out.rank < columns && !clm_poller_stopped(watch)) {
        const size_t k = out.rank;
        uint64_t *const line = a + k * columns;
        size_t pivot = k, first = 0;

        while (first < k && line[first] == 0)
            first++;
        for (size_t at = first / BLOCK * BLOCK; at < k && !clm_poller_stopped(watch); at += BLOCK)
            eliminate_block(&e, line, at, clm_size_min(BLOCK, k - at));
        while (pivot < columns && line[pivot] == 0)
            pivot++;
        if (pivot == columns) {
            exchange(&e, k, --independent, false);
            continue;
        }
        exchange(&e, k, pivot, true);
        out.determinant = clm_mont64_mul(out.determinant, line[k], field);
        out.inverted = k + 1 < independent;
        if (out.inverted)
            line[k] = clm_mont64_neg(clm_mont64_inv(line[k], field), field);
        out.rank++;
    }
    out.negative = e.negative;
    if (out.rank < rows || out.rank < columns)
        out.determinant = 0;
    else if (out.negative)
        out.determinant = clm_mont64_neg(out.determinant, field);
    return out;
}

/* Number of products from which an elimination takes longer than the start of a thread. */
#define WATCHED_PRODUCTS 1e6

/* Arguments of an elimination on another thread. */
typedef struct job {
    clm_elimination *found;
    uint64_t *a;
    size_t rows, columns;
    uint32_t *row, *column;
    const clm_mont64 *field;
    clm_poller *watch;
} job;

static clmodp_status eliminate_all(void *argument)
{
    const job *j = argument;

    *j->found = clm_mont64_eliminate(j->a, j->rows, j->columns, j->row, j->column, j->field,
                                     j->watch);
    return clm_poller_check(j->watch);
}

clmodp_status clm_mont64_eliminate_watched(clm_elimination *found, uint64_t *a, size_t rows,
                                           size_t columns, uint32_t *row, uint32_t *column,
                                           const clm_mont64 *field, clm_poller *watch)
{
    const size_t rank = rows < columns ? rows : columns;
    const bool is_long = (double)rows * (double)columns * (double)rank > WATCHED_PRODUCTS;
    job j = {found, a, rows, columns, row, column, field, is_long ? watch : NULL};

    return clm_run_watched(eliminate_all, &j, j.watch);
}

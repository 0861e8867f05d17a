/* Gaussian elimination with exchanges only where a pivot vanishes, so that bands stay narrow. */
#include "arith/elimination.h"

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

/* Makes the entry (k, k) different from 0; false if all entries that remain are 0. */
static bool find_pivot(elimination *e, size_t k)
{
    for (size_t j = k; j < e->columns; j++)
        for (size_t i = k; i < e->rows; i++)
            if (e->a[i * e->columns + j] != 0) {
                exchange(e, k, i, false);
                exchange(e, k, j, true);
                return true;
            }
    return false;
}

/* Subtracts multiples of row k from the rows below. */
static void eliminate_column(elimination *e, size_t k)
{
    const clm_mont64 *f = e->field;
    const uint64_t *pivot = e->a + k * e->columns;
    const uint64_t inverse = clm_mont64_inv(pivot[k], f);
    size_t end = e->columns;

    while (pivot[end - 1] == 0)
        end--;
    for (size_t i = k + 1; i < e->rows; i++) {
        uint64_t *line = e->a + i * e->columns, factor;

        if (line[k] == 0)
            continue;
        factor = clm_mont64_neg(clm_mont64_mul(line[k], inverse, f), f);
        for (size_t j = k + 1; j < end; j++)
            line[j] = clm_mont64_add(line[j], clm_mont64_mul(factor, pivot[j], f), f);
    }
}

clm_elimination clm_mont64_eliminate(uint64_t *a, size_t rows, size_t columns, uint32_t *row,
                                     uint32_t *column, const clm_mont64 *field)
{
    elimination e = {a, rows, columns, row, column, field, false};
    clm_elimination out = {.determinant = field->one};

    while (out.rank < rows && out.rank < columns && find_pivot(&e, out.rank)) {
        const size_t k = out.rank++;

        out.determinant = clm_mont64_mul(out.determinant, a[k * columns + k], field);
        if (k + 1 < rows)
            eliminate_column(&e, k);
    }
    out.negative = e.negative;
    if (out.rank < rows || out.rank < columns)
        out.determinant = 0;
    else if (out.negative)
        out.determinant = clm_mont64_neg(out.determinant, field);
    return out;
}

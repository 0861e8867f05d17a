/* Matrices of polynomials: creation and entries. */
#include "matrix/matrix.h"

#include <stdlib.h>

#include "core/memory.h"

clmodp_status clmodp_matrix_create(clmodp_matrix **a, size_t rows, size_t columns,
                                   size_t variables)
{
    clmodp_status st = CLMODP_OK;
    clmodp_matrix *out = NULL;

    if (a == NULL)
        return CLMODP_INVALID;
    *a = NULL;
    if (rows > CLMODP_MOST_ROWS || columns > CLMODP_MOST_ROWS)
        return CLMODP_LIMIT;
    NEW(NULL, out, 1);
    *out = (clmodp_matrix){.rows = rows, .columns = columns, .variables = variables};
    TRY(clmodp_mpoly_create(&out->zero, variables));
    NEW(NULL, out->entry, rows * columns);
    *a = out;
    out = NULL;
done:
    clmodp_matrix_destroy(out);
    return st;
}

static void clear_entry(clm_entry *entry)
{
    if (entry->f != NULL)
        mpz_clear(entry->denominator);
    clmodp_mpoly_destroy(entry->f);
    entry->f = NULL;
}

void clmodp_matrix_destroy(clmodp_matrix *a)
{
    if (a == NULL)
        return;
    for (size_t k = 0; a->entry != NULL && k < a->rows * a->columns; k++)
        clear_entry(&a->entry[k]);
    free(a->entry);
    clmodp_mpoly_destroy(a->zero);
    free(a);
}

size_t clmodp_matrix_rows(const clmodp_matrix *a)
{
    return a->rows;
}

size_t clmodp_matrix_columns(const clmodp_matrix *a)
{
    return a->columns;
}

size_t clmodp_matrix_variables(const clmodp_matrix *a)
{
    return a->variables;
}

clmodp_status clmodp_matrix_set(clmodp_matrix *a, size_t row, size_t column,
                                const clmodp_mpoly *f, mpz_srcptr denominator)
{
    clmodp_status st = CLMODP_OK;
    clm_entry entry = {.f = NULL};

    REQUIRE(NULL, a != NULL && f != NULL && row < a->rows && column < a->columns);
    REQUIRE(NULL, clmodp_mpoly_variables(f) == a->variables);
    REQUIRE(NULL, denominator == NULL || mpz_sgn(denominator) > 0);
    if (clmodp_mpoly_terms(f) > 0) {
        TRY(clmodp_mpoly_create(&entry.f, a->variables));
        mpz_init_set_ui(entry.denominator, 1);
        TRY(clmodp_mpoly_set(entry.f, f));
        if (denominator != NULL) {
            mpz_set(entry.denominator, denominator);
            TRY(clmodp_mpoly_lowest_terms(entry.f, entry.denominator));
        }
    }
    clear_entry(&a->entry[row * a->columns + column]);
    a->entry[row * a->columns + column] = entry;
    entry.f = NULL;
done:
    clear_entry(&entry);
    return st;
}

const clmodp_mpoly *clmodp_matrix_entry(mpz_ptr denominator, const clmodp_matrix *a, size_t row,
                                        size_t column)
{
    const clm_entry *entry;

    if (row >= a->rows || column >= a->columns)
        return NULL;
    entry = &a->entry[row * a->columns + column];
    if (denominator != NULL && entry->f != NULL)
        mpz_set(denominator, entry->denominator);
    else if (denominator != NULL)
        mpz_set_ui(denominator, 1);
    return entry->f != NULL ? entry->f : a->zero;
}

clmodp_status clmodp_matrix_evaluate(clmodp_matrix **out, const clmodp_matrix *a,
                                     mpz_srcptr point)
{
    clmodp_status st = CLMODP_OK;
    const size_t n = a->columns, none[CLMODP_MOST_VARIABLES] = {0};
    clmodp_mpoly *f = NULL;
    clmodp_matrix *values = NULL;
    mpz_t value;

    *out = NULL;
    mpz_init(value);
    TRY(clmodp_matrix_create(&values, a->rows, n, a->variables));
    TRY(clmodp_mpoly_create(&f, a->variables));
    for (size_t k = 0; k < a->rows * n; k++) {
        const clm_entry *entry = &a->entry[k];

        if (entry->f == NULL)
            continue;
        TRY(clmodp_mpoly_evaluate(value, entry->f, point));
        TRY(clmodp_mpoly_set_terms(f, value, none, 1));
        TRY(clmodp_matrix_set(values, k / n, k % n, f, entry->denominator));
    }
    *out = values;
    values = NULL;
done:
    clmodp_mpoly_destroy(f);
    clmodp_matrix_destroy(values);
    mpz_clear(value);
    return st;
}

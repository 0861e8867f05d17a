/* Builds Dixon's matrix: in the determinant, differences of successive rows are divided by s - a
 * and t - b term by term. */
#include "matrix/dixon.h"

#include <string.h>

#include "core/memory.h"
#include "core/size.h"
#include "opencl/context.h"
#include "polynomials/mpoly.h"

/* Most rows, and most columns. */
#define MOST_ORDER 4096

/* The first variables here; all others of the caller follow. */
enum { S, T, A, B, OTHERS };

typedef struct dixon {
    clmodp_context *context;
    size_t s, t, variables; /* of the caller */
} dixon;

/* Copies exponents of other variables. */
static void get_others(uint32_t *to, const uint32_t *e, const dixon *d)
{
    for (size_t v = 0; v < d->variables; v++)
        if (v != d->s && v != d->t)
            *to++ = e[v];
}

static void set_others(uint32_t *e, const uint32_t *from, const dixon *d)
{
    for (size_t v = 0; v < d->variables; v++)
        if (v != d->s && v != d->t)
            e[v] = *from++;
}

/* Sets q to row k of the determinant for f. */
static clmodp_status set_row(clmodp_mpoly **q, const clmodp_mpoly *f, size_t k, const dixon *d)
{
    clmodp_status st = CLMODP_OK;
    size_t count = 0;

    TRY(clmodp_mpoly_create(q, d->variables + 2));
    for (size_t l = 0; l < f->length; l++)
        count += k == 2 ? 1 : clm_mpoly_exponents(f, l)[k == 0 ? d->s : d->t];
    TRY(clm_mpoly_reserve(*q, count));
    for (size_t l = 0; l < f->length; l++) {
        const uint32_t *e = clm_mpoly_exponents(f, l), i = e[d->s], j = e[d->t];
        const uint32_t most = k == 0 ? i : k == 1 ? j : 1;

        for (uint32_t n = 0; n < most; n++) {
            uint32_t *const to = clm_mpoly_append_copy(*q, clm_mpoly_coefficient(f, l));

            to[S] = k == 0 ? n : 0;
            to[A] = k == 0 ? i - 1 - n : i;
            to[T] = k == 0 ? j : k == 1 ? n : 0;
            to[B] = k == 0 ? 0 : k == 1 ? j - 1 - n : j;
            get_others(to + OTHERS, e, d);
        }
    }
    clm_mpoly_combine(*q);
done:
    return st;
}

/* Sets q to the quotient of the determinant. */
static clmodp_status set_quotient(clmodp_mpoly *q, clmodp_mpoly *const f[3], const dixon *d)
{
    clmodp_status st = CLMODP_OK;
    clmodp_mpoly *entry = NULL;
    clmodp_matrix *a = NULL;

    TRY(clmodp_matrix_create(&a, 3, 3, q->variables));
    for (size_t k = 0; k < 9; k++) {
        clmodp_mpoly_destroy(entry);
        entry = NULL;
        TRY(set_row(&entry, f[k % 3], k / 3, d));
        TRY(clmodp_matrix_set(a, k / 3, k % 3, entry, NULL));
    }
    TRY(clmodp_determinant(d->context, q, NULL, NULL, a, 0, NULL));
done:
    clmodp_mpoly_destroy(entry);
    clmodp_matrix_destroy(a);
    return st;
}

/* Sets entries to coefficients of q; terms of one entry are neighbours. */
static clmodp_status set_entries(clmodp_matrix *to, const clmodp_mpoly *q, const dixon *d)
{
    clmodp_status st = CLMODP_OK;
    const size_t t = (size_t)clmodp_mpoly_degree(q, T) + 1;
    const size_t b = (size_t)clmodp_mpoly_degree(q, B) + 1;
    clmodp_mpoly *entry = NULL;

    for (size_t k = 0, from = 0; k < q->length; from = k) {
        const uint32_t *place = clm_mpoly_exponents(q, from);

        while (k < q->length &&
               clm_compare_exponents(clm_mpoly_exponents(q, k), place, OTHERS) == 0)
            k++;
        clmodp_mpoly_destroy(entry);
        entry = NULL;
        TRY(clmodp_mpoly_create(&entry, d->variables));
        TRY(clm_mpoly_reserve(entry, k - from));
        for (size_t l = from; l < k; l++)
            set_others(clm_mpoly_append_copy(entry, clm_mpoly_coefficient(q, l)),
                       clm_mpoly_exponents(q, l) + OTHERS, d);
        TRY(clmodp_matrix_set(to, place[S] * t + place[T], place[A] * b + place[B], entry, NULL));
    }
done:
    clmodp_mpoly_destroy(entry);
    return st;
}

clmodp_status clm_dixon_matrix(clmodp_context *context, clmodp_matrix **matrix,
                               clmodp_mpoly *const f[3], size_t s, size_t t)
{
    clmodp_status st = CLMODP_OK;
    clm_error *const error = &context->error;
    const dixon d = {.context = context, .s = s, .t = t, .variables = f[0]->variables};
    clmodp_mpoly *q = NULL;
    size_t degree[2] = {0}, count[OTHERS];

    *matrix = NULL;
    if (d.variables + 2 > CLMODP_MOST_VARIABLES)
        FAIL(error, CLMODP_LIMIT, "Dixon's matrix needs two more variables than there can be");
    for (int k = 0; k < 3; k++) {
        degree[0] = clm_size_max(degree[0], (size_t)clmodp_mpoly_degree(f[k], s));
        degree[1] = clm_size_max(degree[1], (size_t)clmodp_mpoly_degree(f[k], t));
    }
    if (clm_size_times(2 * (degree[0] + 1), degree[1] + 1) > MOST_ORDER)
        FAIL(error, CLMODP_LIMIT, "degrees %zu and %zu in the parameters are too large",
             degree[0], degree[1]);
    TRY(clmodp_mpoly_create(&q, d.variables + 2));
    TRY(set_quotient(q, f, &d));
    for (size_t k = 0; k < OTHERS; k++)
        count[k] = (size_t)(clmodp_mpoly_degree(q, k) + 1);
    TRY(clmodp_matrix_create(matrix, count[S] * count[T], count[A] * count[B], d.variables));
    TRY(set_entries(*matrix, q, &d));
done:
    if (st != CLMODP_OK) {
        clmodp_matrix_destroy(*matrix);
        *matrix = NULL;
    }
    clmodp_mpoly_destroy(q);
    return st;
}

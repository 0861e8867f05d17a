/* Evaluates polynomials and matrices modulo a prime, and eliminates there. */
#include "matrix/point.h"

#include <stdlib.h>

#include "arith/elimination.h"
#include "core/memory.h"
#include "matrix/matrix.h"
#include "opencl/context.h"
#include "opencl/queue.h"
#include "polynomials/mpoly.h"

uint64_t clm_value_at(const clmodp_mpoly *f, const uint64_t *point, const clm_mont64 *field)
{
    uint64_t sum = 0;

    for (size_t k = 0; k < f->length; k++) {
        const uint32_t *e = clm_mpoly_exponents(f, k);
        uint64_t term =
            clm_mont64_to(mpz_fdiv_ui(clm_mpoly_coefficient(f, k), field->p), field);

        for (size_t v = 0; v < f->variables; v++)
            if (e[v] > 0)
                term = clm_mont64_mul(term, clm_mont64_pow(point[v], e[v], field), field);
        sum = clm_mont64_add(sum, term, field);
    }
    return sum;
}

clmodp_status clm_matrix_find_minor(clmodp_context *context, size_t *order, size_t *rank,
                                    const clmodp_matrix *a, uint64_t prime, clm_random *random)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &context->error;
    const size_t names = a->rows + a->columns;
    clm_poller watch = CLM_PROGRESS_POLLER(context, 0.0);
    clm_elimination found;
    clm_mont64 field;
    uint64_t point[CLMODP_MOST_VARIABLES], *value = NULL;
    uint32_t *name = NULL;

    NEW(error, name, names);
    NEW(error, value, a->rows * a->columns);
    for (size_t k = 0; k < names; k++)
        name[k] = (uint32_t)(k < a->rows ? k : k - a->rows);
    *rank = 0;
    if (prime % 2 != 0) {
        field = clm_mont64_of(prime);
        for (size_t v = 0; v < CLMODP_MOST_VARIABLES; v++)
            point[v] = clm_random_below(random, prime);
        for (size_t k = 0; k < a->rows * a->columns; k++)
            value[k] = a->entry[k].f == NULL ? 0 : clm_value_at(a->entry[k].f, point, &field);
        TRY(clm_mont64_eliminate_watched(&found, value, a->rows, a->columns, name, name + a->rows,
                                         &field, &watch));
        *rank = found.rank;
    }
    for (size_t k = 0; k < names; k++)
        order[k] = name[k];
done:
    free(name);
    free(value);
    return st;
}

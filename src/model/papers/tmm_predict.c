/* The running times of Table II's algorithms [MCA14], and where their terms take turns. */
#include <clmodp/model.h>
#include <math.h>
#include <stdbool.h>

#include "base/error.h"
#include "model/number.h"
#include "model/papers/tmm_table.h"
#include "model/tmm.h"

enum { STEPS_OF_TWO = 16, HALVINGS = 60 };

const char *clmodp_tmm_name(clmodp_tmm_algorithm algorithm)
{
    return (unsigned)algorithm < CLMODP_TMM_ALGORITHMS ? clm_tmm_algorithms[algorithm].name : NULL;
}

int clmodp_tmm_refined(clmodp_tmm_algorithm algorithm)
{
    return (unsigned)algorithm < CLMODP_TMM_ALGORITHMS && clm_tmm_algorithms[algorithm].refined;
}

static clmodp_status check(clm_error *error, const clmodp_tmm_question *q)
{
    clmodp_status st = CLMODP_OK;
    const char *name;
    unsigned sizes;

    REQUIRE(error, q != NULL);
    REQUIRE(error, (unsigned)q->algorithm < CLMODP_TMM_ALGORITHMS);
    REQUIRE(error, (unsigned)q->forms <= CLMODP_MMM_CORRECTED);
    name = clm_tmm_algorithms[q->algorithm].name;
    sizes = clm_tmm_algorithms[q->algorithm].sizes;
    if (!clm_at_least(q->n, 1))
        FAIL(error, CLMODP_INVALID, "n = %g: wanted is 1 or more", q->n);
    if ((sizes & CLM_TMM_M) != 0 && !clm_at_least(q->m, 1))
        FAIL(error, CLMODP_INVALID, "%s has a size m, which is %g: wanted is 1 or more", name,
             q->m);
    if ((sizes & CLM_TMM_K) != 0 && !clm_at_least(q->k, 1))
        FAIL(error, CLMODP_INVALID, "%s has a length k, which is %g: wanted is 1 or more", name,
             q->k);
    if (!clm_at_least(q->machine.Z, 1) || !clm_at_least(q->machine.C, 1))
        FAIL(error, CLMODP_INVALID, "a machine with Z = %g and C = %g: both must be 1 or more",
             q->machine.Z, q->machine.C);
done:
    return st;
}

static clmodp_status predict(clm_error *error, clmodp_tmm_time *time,
                             const clmodp_tmm_question *q)
{
    const clmodp_tmm_amounts amounts = clm_tmm_algorithms[q->algorithm].amounts(q);

    return clm_tmm_measure(error, time, &amounts, q->T, &q->machine);
}

clmodp_status clmodp_tmm_predict(clmodp_tmm_time *time, const clmodp_tmm_question *question,
                                 char *message, size_t message_size)
{
    clmodp_status st = CLMODP_OK;
    clm_error error = {.status = CLMODP_OK};

    REQUIRE(&error, time != NULL);
    TRY(check(&error, question));
    TRY(predict(&error, time, question));
done:
    clm_error_tell(&error, message, message_size);
    return st;
}

static clmodp_status term_at(clm_error *error, clmodp_tmm_term *term, double n,
                             const clmodp_tmm_question *question)
{
    clmodp_tmm_question q = *question;
    clmodp_tmm_time time;
    clmodp_status st;

    q.n = n;
    st = predict(error, &time, &q);
    if (st == CLMODP_OK)
        *term = time.term;
    return st;
}

/* Where between two sizes the term is no longer that of the smaller one. */
static clmodp_status bisect(clm_error *error, double *n, double low, double high,
                            const clmodp_tmm_question *q)
{
    clmodp_status st = CLMODP_OK;
    clmodp_tmm_term first, term;

    TRY(term_at(error, &first, low, q));
    for (int k = 0; k < HALVINGS; k++) {
        const double middle = sqrt(low) * sqrt(high);

        TRY(term_at(error, &term, middle, q));
        if (term == first)
            low = middle;
        else
            high = middle;
    }
    *n = high;
done:
    return st;
}

clmodp_status clmodp_tmm_changes(clmodp_tmm_change changes[CLMODP_TMM_MOST_CHANGES],
                                 size_t *count, const clmodp_tmm_question *question, double most,
                                 char *message, size_t message_size)
{
    clmodp_status st = CLMODP_OK;
    clm_error error = {.status = CLMODP_OK};
    const double step = exp2(1.0 / STEPS_OF_TWO);
    clmodp_tmm_change all[CLMODP_TMM_MOST_CHANGES];
    clmodp_tmm_term before, after;
    size_t found = 0;
    double next;

    REQUIRE(&error, changes != NULL && count != NULL && isfinite(most));
    TRY(check(&error, question));
    TRY(term_at(&error, &before, question->n, question));
    for (double n = question->n; n < most && found < CLMODP_TMM_MOST_CHANGES;
         n = next, before = after) {
        next = fmin(n * step, most);
        TRY(term_at(&error, &after, next, question));
        if (before == after)
            continue;
        all[found] = (clmodp_tmm_change){.before = before, .after = after};
        TRY(bisect(&error, &all[found].n, n, next, question));
        found++;
    }
    for (size_t k = 0; k < found; k++)
        changes[k] = all[k];
    *count = found;
done:
    clm_error_tell(&error, message, message_size);
    return st;
}

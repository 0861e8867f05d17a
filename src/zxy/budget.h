/* What reading an expression may take of memory and time, and who is asked whether to go on. */
#ifndef CLM_ZXY_BUDGET_H
#define CLM_ZXY_BUDGET_H

#include <stdbool.h>
#include <stddef.h>

#include <clmodp/status.h>

#include "base/error.h"

/* Who is asked whether to go on; all zero: nobody. */
typedef struct clm_asking {
    clmodp_progress progress;
    void *user;
    double fraction; /* done; whoever knows it sets it */
    bool stopped;    /* the answer was no */
} clm_asking;

/* Work, roughly in limbs, between two questions: some tenths of a millisecond. */
#define CLM_ASKING_WORK ((size_t)1 << 16)

/* What all sums of one expression may take, and what went wrong. */
typedef struct clm_budget {
    size_t used, limit; /* bytes of all terms */
    double bits;        /* of one integer, also of one that holds a whole product */
    double pairs;       /* of terms in one product */
    size_t work;        /* done since somebody was asked */
    clm_asking asking;
    clm_error error;    /* filled whenever a function that knows the budget fails */
} clm_budget;

/* A budget of so many bytes, one integer being at most a quarter of it. With 2^30 bytes,
 * everything stays far below the sizes at which GMP ends the process, 2^37 bits, and a
 * product of the most pairs takes two minutes. */
void clm_budget_init(clm_budget *budget, size_t bytes);

/* Ask whether to go on. Errors: CANCELLED, now and always then */
clmodp_status clm_budget_ask(clm_budget *budget);

/* The same once so much work was done. In all that may take long, whatever a text holds, but for
 * single calls of GMP's. */
static inline clmodp_status clm_budget_step(clm_budget *budget, size_t work)
{
    budget->work += work;
    return budget->work < CLM_ASKING_WORK ? CLMODP_OK : clm_budget_ask(budget);
}

/* LIMIT with a message unless `more` bytes fit the budget. */
clmodp_status clm_budget_check(clm_budget *budget, double more);

/* LIMIT with a message unless an integer may have so many bits. */
clmodp_status clm_budget_check_bits(clm_budget *budget, double bits);

#endif

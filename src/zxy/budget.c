/* Limits of a budget, and its questions. */
#include "zxy/budget.h"

void clm_budget_init(clm_budget *budget, size_t bytes)
{
    *budget = (clm_budget){
        .limit = bytes,
        .bits = 2.0 * (double)bytes,
        .pairs = 0.25 * (double)bytes,
    };
}

clmodp_status clm_budget_ask(clm_budget *budget)
{
    clm_asking *asking = &budget->asking;

    budget->work = 0;
    if (!asking->stopped && asking->progress != NULL)
        asking->stopped = asking->progress(asking->user, asking->fraction) != 0;
    if (!asking->stopped)
        return CLMODP_OK;
    return clm_fail(&budget->error, CLMODP_CANCELLED, "cancelled by the progress callback");
}

clmodp_status clm_budget_check(clm_budget *budget, double more)
{
    if ((double)budget->used + more <= (double)budget->limit)
        return CLMODP_OK;
    return clm_fail(&budget->error, CLMODP_LIMIT,
                    "the multiplied-out polynomial takes more than %g MiB",
                    (double)budget->limit / 1048576.0);
}

clmodp_status clm_budget_check_bits(clm_budget *budget, double bits)
{
    if (bits <= budget->bits)
        return CLMODP_OK;
    return clm_fail(&budget->error, CLMODP_LIMIT,
                    "an integer of about %.3g bits is too long; at most %.0f are possible", bits,
                    budget->bits);
}

/* [MCA14, (1)]: the largest of three times. */
#include "model/tmm.h"

#include "model/number.h"

const char *clmodp_tmm_term_name(clmodp_tmm_term term)
{
    static const char *const names[] = {
        [CLMODP_TMM_WORK] = "work",
        [CLMODP_TMM_SPAN] = "span",
        [CLMODP_TMM_LATENCY] = "latency",
        [CLMODP_TMM_ACCESSES] = "accesses",
    };

    return (unsigned)term < sizeof names / sizeof *names ? names[term] : NULL;
}

static clmodp_status check(clm_error *error, const clmodp_tmm_amounts *amounts, double T,
                           const clmodp_tmm_machine *machine)
{
    clmodp_status st = CLMODP_OK;

    REQUIRE(error, amounts != NULL && machine != NULL);
    if (!clm_at_least(machine->L, 1) || !clm_at_least(machine->C, 1) ||
        !clm_at_least(machine->P, 1) || !clm_at_least(machine->X, 1) ||
        !clm_at_least(machine->Z, 1))
        FAIL(error, CLMODP_INVALID, "a machine with L = %g, C = %g, P = %g, X = %g and Z = %g: "
             "each must be 1 or more", machine->L, machine->C, machine->P, machine->X, machine->Z);
    if (!clm_at_least(amounts->T1, 0) || !clm_at_least(amounts->T_inf, 0) ||
        !clm_at_least(amounts->M, 0) || !clm_at_least(amounts->threads, 1))
        FAIL(error, CLMODP_INVALID, "work %g, span %g, accesses %g and threads %g: wanted are 0 "
             "or more, and 1 or more threads", amounts->T1, amounts->T_inf, amounts->M,
             amounts->threads);
    if (!clm_at_least(T, 0) || T > machine->X)
        FAIL(error, CLMODP_INVALID, "T = %g threads a core: wanted are up to X = %g, or 0 for as "
             "many as the algorithm has", T, machine->X);
done:
    return st;
}

clmodp_status clm_tmm_measure(clm_error *error, clmodp_tmm_time *time,
                              const clmodp_tmm_amounts *amounts, double T,
                              const clmodp_tmm_machine *machine)
{
    clmodp_status st = CLMODP_OK;
    clmodp_tmm_time t;
    double most; /* threads a core */

    REQUIRE(error, time != NULL);
    TRY(check(error, amounts, T, machine));
    most = T > 0.0 ? T : machine->X;
    t = (clmodp_tmm_time){.amounts = *amounts, .T = fmin(most, amounts->threads / machine->P),
                          .work = amounts->T1 / machine->P};
    t.memory = amounts->M * machine->L / (t.T * machine->P);
    t.time = fmax(t.work, fmax(amounts->T_inf, t.memory));
    if (t.time == t.work)
        t.term = CLMODP_TMM_WORK;
    else if (t.time == amounts->T_inf)
        t.term = CLMODP_TMM_SPAN;
    else
        t.term = amounts->threads >= most * machine->P ? CLMODP_TMM_ACCESSES : CLMODP_TMM_LATENCY;
    *time = t;
done:
    return st;
}

clmodp_status clmodp_tmm_measure(clmodp_tmm_time *time, const clmodp_tmm_amounts *amounts,
                                 double T, const clmodp_tmm_machine *machine, char *message,
                                 size_t message_size)
{
    clm_error error = {.status = CLMODP_OK};
    const clmodp_status st = clm_tmm_measure(&error, time, amounts, T, machine);

    clm_error_tell(&error, message, message_size);
    return st;
}

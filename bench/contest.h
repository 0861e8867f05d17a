/* One input, computed by clmodp and by others, in turns. */
#ifndef BENCH_CONTEST_H
#define BENCH_CONTEST_H

#include <clmodp/resultant.h>

#include "bench/counts.h"
#include "bench/inputs.h"
#include "engines/engine.h"

/* Who computes. Those whose software was not there at build time never run. */
typedef enum contender {
    CONTENDER_CLMODP,
    CONTENDER_COLLINS, /* collins_flint.h, on as many threads as the host has */
    CONTENDER_PARI,    /* polresultant, one thread */
    CONTENDER_FLINT,   /* fmpz_mpoly_resultant, one thread */
    CONTENDER_COUNT
} contender;

typedef enum outcome {
    OUTCOME_ABSENT,    /* not there, or not asked for */
    OUTCOME_FINISHED,  /* with the same answer as clmodp; anything else ends the benchmark */
    OUTCOME_TIMED_OUT,
    OUTCOME_SKIPPED,   /* a smaller input had timed out */
    OUTCOME_FAILED     /* the other system died, of its memory perhaps */
} outcome;

typedef struct contest_entry {
    outcome outcome;
    size_t runs;
    double wall, cpu; /* medians of the runs, in seconds; processor time of all threads */
    double least;     /* wall clock */
} contest_entry;

typedef struct contest {
    input_shape shape;
    clmodp_resultant_report report; /* of clmodp's last run, but with medians of its times */
    double stage_median[CLM_STAGE_COUNT];
    double stage_least[CLM_STAGE_COUNT]; /* of all runs, stage by stage */
    counts counts;
    contest_entry entries[CONTENDER_COUNT];
} contest;

typedef struct contest_options {
    size_t runs;           /* of each, in turns: a round has one of everybody */
    unsigned limit;        /* seconds of processor time after which PARI and FLINT are
                              stopped; whoever has taken longer in all his runs sits out the
                              rounds left */
    unsigned contenders;   /* bits 1 << contender */
    size_t threads;        /* of the Collins loop */
} contest_options;

/* Short names, for columns. */
const char *contest_name(contender who);

/* Compute inputs of this shape. Ends the process on an error of clmodp and on different
 * answers. The first run of clmodp is not counted: it compiles and fills caches. */
contest contest_run(clmodp_context *context, const input_shape *shape,
                    const contest_options *options);

/* Seconds of `who` in units of clmodp's, by the clock or of processor time; 0 if he did not
 * finish. */
double contest_ratio(const contest *c, contender who);
double contest_cpu_ratio(const contest *c, contender who);

#endif

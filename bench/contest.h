/* Runs one input with clmodp and other systems in turns. */
#ifndef BENCH_CONTEST_H
#define BENCH_CONTEST_H

#include <clmodp/resultant.h>

#include "bench/counts.h"
#include "bench/inputs.h"
#include "engines/engine.h"

/* The systems compared. Systems not found at build time never run. */
typedef enum contender {
    CONTENDER_CLMODP,
    CONTENDER_COLLINS, /* collins_flint.h, on all threads of the host */
    CONTENDER_PARI,    /* polresultant, one thread */
    CONTENDER_FLINT,   /* fmpz_mpoly_resultant, one thread */
    CONTENDER_COUNT
} contender;

typedef enum outcome {
    OUTCOME_ABSENT,    /* not available, or not requested */
    OUTCOME_FINISHED,  /* with the same result as clmodp; a different result ends the benchmark */
    OUTCOME_TIMED_OUT,
    OUTCOME_SKIPPED,   /* a smaller input had timed out */
    OUTCOME_FAILED     /* the other system crashed, perhaps out of memory */
} outcome;

typedef struct contest_entry {
    outcome outcome;
    size_t runs;
    double wall, cpu; /* medians of the runs, in seconds; processor time of all threads */
    double least;     /* wall clock */
} contest_entry;

typedef struct contest {
    input_shape shape;
    clmodp_resultant_report report; /* of clmodp's last run, with median times */
    double stage_median[CLM_STAGE_COUNT];
    double stage_least[CLM_STAGE_COUNT]; /* over all runs, for each stage */
    counts counts;
    contest_entry entries[CONTENDER_COUNT];
} contest;

typedef struct contest_options {
    size_t runs;           /* of each system, in turns */
    unsigned limit;        /* seconds of processor time after which PARI and FLINT are stopped; a
                              system whose runs took longer in total skips the remaining rounds */
    unsigned contenders;   /* bits 1 << contender */
    size_t threads;        /* of the Collins loop */
} contest_options;

/* Returns a short name, for columns. */
const char *contest_name(contender which);

/* Runs inputs of this shape. Ends the process on an error of clmodp and on different results. The
 * first run of clmodp is not counted: it compiles and fills caches. */
contest contest_run(clmodp_context *context, const input_shape *shape,
                    const contest_options *options);

/* Returns a contender's time over clmodp's, by the clock or in processor time; 0 if unfinished. */
double contest_ratio(const contest *c, contender which);
double contest_cpu_ratio(const contest *c, contender which);

#endif

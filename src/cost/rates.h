/* How long operations take, by kind of device: the one table of rates.
 *
 * Rates choose between ways to the same result; no result depends on them. A context has a copy of
 * its own (clmodp_context.rates), so that measured ones can take its place. */
#ifndef CLM_COST_RATES_H
#define CLM_COST_RATES_H

#include <stdbool.h>

#include "cost/amounts.h"

/* Kinds of device with rates of their own. What is the host's is the same in all. */
typedef enum clm_machine {
    CLM_MACHINE_POCL,   /* a CPU through PoCL */
    CLM_MACHINE_CPU,    /* a CPU through another driver */
    CLM_MACHINE_NVIDIA, /* GPUs by vendor */
    CLM_MACHINE_AMD,
    CLM_MACHINE_INTEL,
    CLM_MACHINE_GPU,   /* of another vendor */
    CLM_MACHINE_OTHER, /* accelerators, and what is not known */
    CLM_MACHINES
} clm_machine;

/* Nanoseconds of one compute unit or core for each operation. */
typedef struct clm_rates {
    double ns[CLM_OPERATIONS];
    double access_ns; /* until a word is there whose place was only known then; 0: not known */
} clm_rates;

/* In: kind      "cpu", "gpu", ... as clmodp_device has it
 *     platform  its platform's name
 *     vendor    its vendor's */
clm_machine clm_machine_of(const char *kind, const char *platform, const char *vendor);

const char *clm_machine_name(clm_machine machine);

/* Whether it is a CPU, as the device that the table was made with. */
bool clm_machine_is_cpu(clm_machine machine);

/* Whether the device's rates were measured on one of this kind; else they are predicted. Those of
 * the host always were. */
bool clm_machine_measured(clm_machine machine);

/* *out := what the table has. */
void clm_rates_set(clm_rates *out, clm_machine machine);

/* One entry of it; for those of the host any kind will do. */
double clm_rate(clm_machine machine, clm_operation operation);

/* What an operation is called in the table, and the command that measures its rate. Static */
const char *clm_operation_name(clm_operation operation);
const char *clm_operation_command(clm_operation operation);

/* Times of one core that decide, too: how long what pays must be, or may take. */
typedef enum clm_limit {
    CLM_LIMIT_THREADS, /* work that threads of the host are begun for, and watched */
    CLM_LIMIT_GROUP,   /* what one of them has between two beginnings */
    CLM_LIMIT_ALONE,   /* a problem of a batch that one thread is too few for */
    CLM_LIMIT_STACK,   /* problems that keep a device busy in spite of their launches */
    CLM_LIMIT_REDUCTION, /* what the device reduces, without looking for another way */
    CLM_LIMIT_BOUNDS,  /* all bounds, at most; */
    CLM_LIMIT_CIRCLE,  /* that by samples, */
    CLM_LIMIT_SAMPLES, /* more of these than are needed, */
    CLM_LIMIT_COLUMNS, /* and by its columns */
    CLM_LIMIT_BLOCKS,  /* what blocks of steps must save, whose kernels are one program more */
    CLM_LIMIT_LAUNCH,  /* a launch, or launches in a row: whoever can cancel is asked between */
    CLM_LIMITS
} clm_limit;

double clm_limit_ns(clm_limit limit);
const char *clm_limit_name(clm_limit limit);

/* What a point takes when 2^twos divides the number of points, as a multiple of what it takes with
 * 16: evaluation joins the values at 4, 8 or 16 points, and stores vectors. */
double clm_points_weight(unsigned twos);

/* Nanoseconds of a core, or of a unit, that all of it takes. */
double clm_nanoseconds(const clm_amounts *amounts, const clm_rates *rates);

/* The same of what only the host does, from the table: for who has no context. */
double clm_host_nanoseconds(const clm_amounts *amounts);

/* Of two ways the one that takes less; the first if they take the same. */
clm_amounts clm_cheaper(const clm_amounts *a, const clm_amounts *b, const clm_rates *rates);

/* Threads of the host, at least 1, that so many of its operations keep busy for longer than it
 * takes to begin them; from the table, for who has no context. */
double clm_threads_worth(clm_operation operation, double count);

/* Nanoseconds until all of it is done by so many compute units and threads of the host, which
 * take turns. */
double clm_elapsed(const clm_amounts *amounts, const clm_rates *rates, double units,
                   double threads);

#endif

/* Plans and job folders. */
#ifndef CLI_DISTRIBUTED_JOB_H
#define CLI_DISTRIBUTED_JOB_H

#include <stddef.h>

#include <clmodp/distributed.h>
#include <clmodp/plan.h>

#include "cli/answer.h"
#include "cli/problem.h"
#include "cli/session.h"
#include "cli/settings.h"
#include "cli/text.h"

/* Appends the parts of a problem needed by its answer, as a note. */
void cli_job_note_put(text_buffer *out, const problem *p);

/* Reads a problem from a note, without its polynomials; powers of y stand for those of a chain. It
 * is to be cleared, also after failures. Errors: EXIT_FAILED (not a note) */
int cli_job_note_read(problem *out, const char *note, size_t size, failure *why);

/* Checks that a folder's name is not empty. Errors: EXIT_USAGE */
int cli_job_check_folder(const char *folder, failure *why);

/* Checks that a folder is the only operand of a subcommand. Errors: EXIT_USAGE */
int cli_job_begin(settings *s, failure *why);

/* Creates the folder, with a note for printing the result. Errors: EXIT_FAILED */
int cli_job_make(clmodp_context *context, const char *folder, const clmodp_plan *plan,
                 const problem *p, failure *why);

/* Computes units on a session's device. Errors: see cli_session_check */
int cli_job_work(const session *device, const char *folder, const clmodp_job_options *options,
                 failure *why);

/* Reconstructs the result after all units are done. It is to be cleared, also after failures.
 * Errors: see cli_session_check */
int cli_job_reconstruct(answer *a, const session *device, const char *folder, const problem *p,
                        failure *why);

/* A plan with its problem. */
typedef struct planned {
    clmodp_context *context;
    const clmodp_plan *plan;
    const clmodp_machine *machine; /* NULL: this one */
    const char *folder;            /* NULL: none */
    const problem *problem;
} planned;

/* Uses a plan. Errors: exit statuses */
typedef int cli_plan_use(const planned *made, const settings *s, failure *why);

/* The options that cli_plan_run reads. */
#define CLI_PLAN_OPTIONS                                                                          \
    (OPTION_CHAIN | OPTION_CRT | OPTION_DET | OPTION_DEVICE | OPTION_ELIMINATE | OPTION_ENGINE |  \
     OPTION_FROM | OPTION_MACHINE | OPTION_MAX_RESULT | OPTION_MEMORY | OPTION_MINIMAL |          \
     OPTION_PRINCIPAL | OPTION_QUIET | OPTION_RESIDUES | OPTION_SUBRESULTANT | OPTION_THREADS |   \
     OPTION_UNIT_PRIMES | OPTION_UNIT_SECONDS)

/* Runs a subcommand that plans the problem of its operands; in_folder: the first one is a folder,
 * else the folder is NULL. Errors: EXIT_USAGE, or as `use` */
int cli_plan_run(bool in_folder, settings *s, cli_plan_use *use, failure *why);

#endif

/* clmodp submit: a folder from which workers take their work. */
#include <inttypes.h>
#include <stdio.h>

#include "cli/distributed/job.h"
#include "cli/settings.h"

static int submit_plan(const planned *made, const settings *s, failure *why)
{
    clmodp_plan_info info;

    (void)s;
    CHECK(cli_job_make(made->context, made->folder, made->plan, made->problem, why));
    clmodp_plan_info_init(&info);
    if (clmodp_plan_describe(made->plan, &info) != CLMODP_OK)
        return EXIT_OK;
    (void)printf("%" PRIu64 " unit%s, %.3g s predicted\n", info.units, CLI_S(info.units),
                 info.seconds);
    return cli_output_flush(why);
}

static int run_submit(settings *s, failure *why)
{
    return cli_plan_run(true, s, submit_plan, why);
}

const command cli_command_submit = {
    .name = "submit",
    .summary = "put a computation into a folder, for workers",
    .help = {"Usage: clmodp submit [OPTION...] DIR F G     the resultant of F and G\n"
            "       clmodp submit [OPTION...] DIR F       the discriminant of F\n"
            "\n"
            "Plan a computation as clmodp plan does, and put the plan into the folder DIR,\n"
            "which is made, or is empty, or has the same plan: then nothing that is done is\n"
            "lost. Any number of clmodp worker, on any machine that has the folder, compute\n"
            "its units; clmodp finish prints the result.\n"
            "\n"
            "The folder has to be the user's own, without others who may write there.\n"
            "\n",
            "Options, those of clmodp plan:\n"
            "  --eliminate VAR    --engine NAME    --lift HOW     --subresultant 1\n"
            "  --residues TYPE    --threads N      --max-answer SIZE  --max-memory SIZE\n"
            "  --unit-primes N    --unit-seconds S --from SYSTEM\n"
            "  --machine FILE     --device SPEC    --quiet          --help\n"
            "\n"
            "Exit status: 0 done, 1 failed, 2 input or arguments not understood, 3 no device.\n",
            "\n"
            "Example: clmodp submit j @f.txt @g.txt && clmodp worker j && clmodp finish j\n"},
    .options = OPTION_ANSWER | OPTION_DEVICE | OPTION_ELIMINATE | OPTION_ENGINE | OPTION_FROM |
               OPTION_LIFT | OPTION_MACHINE | OPTION_MEMORY | OPTION_QUIET | OPTION_RESIDUES |
               OPTION_SUBRESULTANT | OPTION_THREADS | OPTION_UNIT_PRIMES | OPTION_UNIT_SECONDS,
    .run = run_submit,
};

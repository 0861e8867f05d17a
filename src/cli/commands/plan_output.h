/* What clmodp plan prints. */
#ifndef CLI_PLAN_OUTPUT_H
#define CLI_PLAN_OUTPUT_H

#include <clmodp/plan.h>

#include "cli/problem.h"
#include "cli/settings.h"

/* With the stages that are predicted, if there are any. Errors: EXIT_FAILED */
int cli_plan_print(output_format format, const problem *p, const clmodp_plan_info *info,
                   const clmodp_prediction *predicted, failure *why);

#endif

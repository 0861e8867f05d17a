/* What clmodp plan prints. */
#ifndef CLI_PLAN_OUTPUT_H
#define CLI_PLAN_OUTPUT_H

#include <clmodp/plan.h>

#include "cli/problem.h"
#include "cli/settings.h"

/* Errors: LEAVE_FAILED */
int cli_plan_print(output_format format, const problem *p, const clmodp_plan_info *info,
                   failure *why);

#endif

/* Plans of what is asked for. */
#ifndef CLI_PLAN_H
#define CLI_PLAN_H

#include <clmodp/plan.h>

#include "cli/problem.h"
#include "cli/settings.h"

/* Whether one polynomial or two are asked for, with options that go with them.
 * Errors: LEAVE_USAGE, which has been shown */
int cli_plan_check(const settings *s, const char *name);

/* A plan, to be released. Errors: LEAVE_FAILED, LEAVE_USAGE */
int cli_plan_make(clmodp_plan **plan, clmodp_context *context, const problem *p,
                  const settings *s, failure *why);

#endif

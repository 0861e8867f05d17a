/* Sources that are open as long as they are read. */
#include "cli/operands.h"

#include <string.h>

#include "cli/usage.h"

int cli_operands_check(const settings *s, const char *name)
{
    if (s->operand_count == 2 && strcmp(s->operands[0], "-") == 0 &&
        strcmp(s->operands[1], "-") == 0)
        return cli_usage_error(name, "only one polynomial can come from standard input");
    return LEAVE_FINE;
}

int cli_operands_read(problem *p, const settings *s, failure *why)
{
    static const char *const names[2] = {"F", "G"};
    source sources[2] = {{0}, {0}};
    const source *second = s->operand_count == 2 ? &sources[1] : NULL;
    int leave = LEAVE_FINE;

    for (size_t i = 0; i < s->operand_count && leave == LEAVE_FINE; i++)
        leave = cli_source_open(&sources[i], s->operands[i], names[i], why);
    if (leave == LEAVE_FINE)
        leave = cli_problem_read(p, &sources[0], second, s, why);
    if (leave != LEAVE_FINE)
        (void)cli_failure_show(why); /* while the text it points to is there */
    cli_source_close(&sources[0]);
    cli_source_close(&sources[1]);
    return leave;
}

/* The program's own path. */
#include "cli/self.h"

static const char *invoked_as;

void cli_self_note(const char *invoked)
{
    invoked_as = invoked;
}

bool cli_self_path(char path[PATH_MAX])
{
    return clm_program_path(path, invoked_as);
}

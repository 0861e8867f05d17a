/* The program's own path. */
#include "cli/self.h"

static const char *invoked_as;

void cli_note_program(const char *invoked)
{
    invoked_as = invoked;
}

bool cli_program_path(char path[PATH_MAX])
{
    return clm_program_path(path, invoked_as);
}

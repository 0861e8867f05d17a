/* Where this program lies, so that it can start itself again, and what lies beside it. */
#ifndef CLI_SELF_H
#define CLI_SELF_H

#include <stdbool.h>

#include "portable/portable.h"

/* Remember argv[0], for systems that do not tell. It must stay. */
void cli_note_program(const char *invoked);

/* A path that can be executed. False if the system does not tell one. */
bool cli_program_path(char path[PATH_MAX]);

#endif

/* Runs of the program clmodp (program.h). */
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/program.h"
#include "core/parallel.h"

double program_seconds(char *const *arguments, int input)
{
    const double began = clm_clock_seconds();
    posix_spawn_file_actions_t actions;
    int status = -1;
    pid_t child;

    if (posix_spawn_file_actions_init(&actions) != 0 ||
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO) != 0 ||
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0) != 0 ||
        posix_spawn(&child, BENCH_PROGRAM, &actions, NULL, arguments, environ) != 0 ||
        waitpid(child, &status, 0) != child || status != 0) {
        (void)fprintf(stderr, "%s: failed\n", BENCH_PROGRAM);
        exit(1);
    }
    (void)posix_spawn_file_actions_destroy(&actions);
    return clm_clock_seconds() - began;
}

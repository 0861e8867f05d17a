/* Runs work with a time limit in a child process. */
#include "bench/child.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* The message sent back through the pipe. */
typedef struct message {
    double wall, cpu;
    int right;
} message;

_Noreturn static void work_and_leave(child_work work, void *argument, unsigned limit, int to)
{
    message m = {0};
    struct rlimit seconds = {limit, limit + 1};

    (void)signal(SIGXCPU, SIG_DFL);
    (void)setrlimit(RLIMIT_CPU, &seconds);
    m.right = work(argument, &m.wall, &m.cpu);
    _exit(write(to, &m, sizeof m) == (ssize_t)sizeof m ? 0 : 1);
}

child_end child_run(child_work work, void *argument, unsigned limit, double *wall, double *cpu)
{
    message m = {0};
    int ends[2], status = 0;
    ssize_t got;
    pid_t pid;

    (void)fflush(NULL);
    if (pipe(ends) != 0)
        return CHILD_FAILED;
    pid = fork();
    if (pid == 0)
        work_and_leave(work, argument, limit, ends[1]);
    (void)close(ends[1]);
    do
        got = pid < 0 ? 0 : read(ends[0], &m, sizeof m);
    while (got < 0 && errno == EINTR);
    (void)close(ends[0]);
    if (pid < 0)
        return CHILD_FAILED;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)
        return CHILD_TIMED_OUT;
    if (got != (ssize_t)sizeof m)
        return CHILD_FAILED;
    *wall = m.wall;
    *cpu = m.cpu;
    return m.right ? CHILD_RIGHT : CHILD_WRONG;
}

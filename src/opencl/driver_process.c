/* Runs clmodp-load-drivers, and describes how it crashed. */
#include "opencl/driver_process.h"

#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/memory.h"
#include "opencl/load_drivers.h"
#include "portable/portable.h"

#define PROGRAM "clmodp-load-drivers"
#define MOST_CRASHES 16 /* drivers named as crashing */

/* Tells whether `path` is the program and belongs to the library's owner. */
static bool is_program(char path[PATH_MAX], const char *folder, const char *below, uid_t owner)
{
    struct stat status;

    return snprintf(path, PATH_MAX, "%s/%s" PROGRAM, folder, below) < PATH_MAX &&
           stat(path, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == owner &&
           (status.st_mode & S_IWOTH) == 0 && access(path, X_OK) == 0;
}

/* Finds the program beside the library, in a build tree, or in the configured prefix. */
static bool find_program(char path[PATH_MAX])
{
    char folder[PATH_MAX], *slash;
    struct stat module;

    if (clm_module_path(folder) && stat(folder, &module) == 0)
        while ((slash = strrchr(folder, '/')) != NULL) {
            *slash = '\0';
            if (is_program(path, folder, CLM_PRIVATE_FOLDER "/", module.st_uid) ||
                is_program(path, folder, "src/", module.st_uid))
                return true;
        }
    return snprintf(path, PATH_MAX, "%s/" PROGRAM, CLM_PRIVATE_INSTALL_DIR) < PATH_MAX &&
           access(path, X_OK) == 0;
}

typedef enum outcome {
    OUTCOME_LOADED,
    OUTCOME_CRASHED,
    OUTCOME_UNKNOWN /* not started, or ended from outside */
} outcome;

typedef struct crash {
    size_t number;  /* of the library, from 1; 0: unknown */
    char text[400]; /* signal and last output */
} crash;

static outcome outcome_of(int status)
{
    static const int outside[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGKILL};

    if (!WIFSIGNALED(status))
        return WEXITSTATUS(status) == CLM_DRIVERS_LOADED ? OUTCOME_LOADED
               : WEXITSTATUS(status) == 127              ? OUTCOME_UNKNOWN
                                                         : OUTCOME_CRASHED;
    for (size_t i = 0; i < sizeof outside / sizeof *outside; i++)
        if (WTERMSIG(status) == outside[i])
            return OUTCOME_UNKNOWN;
    return OUTCOME_CRASHED;
}

static void describe_crash(crash *out, int status, int output)
{
    char words[300], how[80];
    unsigned char number = 0;

    out->number = pread(output, &number, sizeof number, 0) == 1 ? number : 0;
    clm_read_end(output, sizeof number, words, sizeof words);
    if (!WIFSIGNALED(status))
        (void)snprintf(how, sizeof how, "exit status %d", WEXITSTATUS(status));
    else if (WTERMSIG(status) == SIGALRM)
        (void)snprintf(how, sizeof how, "not loaded in %d seconds", CLM_DRIVERS_SECONDS);
    else
        (void)snprintf(how, sizeof how, "signal %d, %s", WTERMSIG(status),
                       strsignal(WTERMSIG(status)));
    (void)snprintf(out->text, sizeof out->text, "%s%s%s", how,
                   *words != '\0' ? "; its last output: " : "", words);
}

static outcome load(crash *out, const char *program, char *const arguments[])
{
    const int output = clm_anonymous_file(PROGRAM);
    outcome end = OUTCOME_UNKNOWN;
    int status = 0;

    if (output < 0)
        return end;
    if (clm_run_program(&status, program, arguments, output))
        end = outcome_of(status);
    if (end == OUTCOME_CRASHED)
        describe_crash(out, status, output);
    (void)close(output);
    return end;
}

bool clm_has_sys(void)
{
    return access("/sys/devices", F_OK) == 0;
}

/* Adds a line for each driver that crashes, by loading the others again until they load. */
static clmodp_status find_crashes(clm_error *error, clm_driver_lines *lines, clm_driver_set *set,
                                  char *program)
{
    clmodp_status st = CLMODP_OK;
    char **arguments = NULL;
    clm_driver **listed = NULL;
    crash found;

    NEW(error, arguments, set->count + 2);
    NEW(error, listed, set->count);
    arguments[0] = program;
    for (size_t crashes = 0; crashes < MOST_CRASHES; crashes++) {
        size_t count = 0;

        for (size_t i = 0; i < set->count && count < UCHAR_MAX; i++)
            if (*set->at[i].library != '\0' && !set->at[i].crashes) {
                listed[count++] = &set->at[i];
                arguments[count] = set->at[i].library;
            }
        arguments[count + 1] = NULL;
        if (count == 0 || load(&found, program, arguments) != OUTCOME_CRASHED ||
            found.number < 1 || found.number > count)
            break;
        listed[found.number - 1]->crashes = true;
        clm_driver_line(lines, listed[found.number - 1]->name, found.text,
                        clm_has_sys() ? "" : "; mount /sys, which it may need");
    }
done:
    free(listed);
    free(arguments);
    return st;
}

clmodp_status clm_drivers_load(clm_error *error, char failure[CLM_MESSAGE_SIZE], bool *known,
                               clm_driver_set *set)
{
    clmodp_status st = CLMODP_OK;
    clm_driver_lines lines = {.text = ""};
    char program[PATH_MAX];
    outcome end;
    crash all;

    *failure = '\0';
    end = find_program(program) ? load(&all, program, (char *const[]){program, NULL})
                                : OUTCOME_UNKNOWN;
    *known = end != OUTCOME_UNKNOWN;
    if (end != OUTCOME_CRASHED)
        goto done;
    TRY(find_crashes(error, &lines, set, program));
    if (lines.used == 0)
        clm_driver_line(&lines, "all together", all.text, "");
    (void)snprintf(failure, CLM_MESSAGE_SIZE,
                   "loading the OpenCL drivers registered in %.200s ends the process:%s\n"
                   "  to leave a driver out, copy the other files to a folder and set "
                   "OCL_ICD_VENDORS to it; CLMODP_DEVICE=host computes without OpenCL",
                   set->where, lines.text);
done:
    return st;
}

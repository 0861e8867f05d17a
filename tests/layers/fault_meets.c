/* Counts calls, and decides which of them fail, crash or hang. */
#include "layers/fault_meets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "layers/fault_layer.h"

extern __attribute__((visibility("default"))) fault_layer_control fault_control;
fault_layer_control fault_control;

/* Acts as a faulty driver may, if FAULT_LAYER_CRASH says so: "abort FUNCTION", "exit FUNCTION" or
 * "hang FUNCTION". */
static void crash(const char *function)
{
    const char *wanted = getenv("FAULT_LAYER_CRASH");
    const char *name = wanted != NULL ? strchr(wanted, ' ') : NULL;

    if (name == NULL || strcmp(name + 1, function) != 0)
        return;
    (void)fprintf(stderr, "fault layer: %s in %s\n", wanted, function);
    if (*wanted == 'a')
        abort();
    if (*wanted == 'e')
        exit(1);
    for (;;)
        (void)pause();
}

/* Acts as a hanging driver, until the test lets it continue. */
static void hang(void)
{
    const struct timespec pause = {.tv_nsec = 1000000L};

    for (int k = 0; k < 3000 && fault_control.hang_at != 0; k++)
        (void)nanosleep(&pause, NULL);
}

int fault_meets(const char *function)
{
    long call;

    crash(function);
    call = ++fault_control.calls;
    if (call == fault_control.hang_at)
        hang();
    if (call != fault_control.fail_at)
        return 0;
    fault_control.failed = function;
    return 1;
}

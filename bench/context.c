/* Creates and checks the context of a benchmark. */
#include "bench/context.h"

#include <stdio.h>
#include <stdlib.h>

#include "bench/arguments.h"
#include "bench/timing.h"

clmodp_context *context;

void must(clmodp_status status)
{
    if (status == CLMODP_OK)
        return;
    (void)fprintf(stderr, "%s: %s\n", clmodp_status_string(status),
                  context == NULL ? "" : clmodp_context_message(context));
    exit(1);
}

size_t context_begin_host(int argc, char **argv)
{
    const clmodp_context_options options = {.size = sizeof options, .device = "host",
                                            .threads = 1};
    size_t runs = 5;
    const argument arguments[] = {{.value = &runs, .least = 1, .most = TIMING_MOST, .last = true}};

    (void)arguments_read(argc, argv, arguments, 1, "[RUNS]");
    must(clmodp_context_create(&context, &options, NULL, 0));
    return runs;
}

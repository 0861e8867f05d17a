/* The context of a benchmark, and checks of its calls. */
#ifndef BENCH_CONTEXT_H
#define BENCH_CONTEXT_H

#include <stddef.h>

#include <clmodp/clmodp.h>

extern clmodp_context *context; /* NULL until it is created */

/* Exits with 1 and the context's message unless the call succeeded. */
void must(clmodp_status status);

/* Reads the arguments [RUNS], and creates the context on one thread of the host. Returns RUNS, 5
 * if it is not given. */
size_t context_begin_host(int argc, char **argv);

#endif

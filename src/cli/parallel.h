/* Processes items on threads. */
#ifndef CLI_PARALLEL_H
#define CLI_PARALLEL_H

#include <stdbool.h>
#include <stddef.h>

enum { CLI_MOST_THREADS = 64 };

/* Processes item `index`; false: stop. `thread`, below CLI_MOST_THREADS, identifies the thread. */
typedef bool (*cli_work)(void *argument, size_t index, size_t thread);

/* Returns the number of threads for the option --threads (0: one for each processor). */
size_t cli_thread_count(size_t threads);

/* Processes all items on up to cli_thread_count(threads) threads, as far as available and worth
 * while, each of which takes `piece` items at a time. Returns false if an item did. */
bool cli_parallel(size_t count, size_t piece, size_t threads, cli_work work, void *argument);

#endif

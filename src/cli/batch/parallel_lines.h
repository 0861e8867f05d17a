/* The lines of a block on threads. */
#ifndef CLI_PARALLEL_LINES_H
#define CLI_PARALLEL_LINES_H

#include <stdbool.h>
#include <stddef.h>

/* Do item `index` of the work; false: nobody need go on. On any thread. */
typedef bool (*line_work)(void *argument, size_t index);

/* All items, on up to `threads` threads (0: one a processor); fewer where these cannot be had, or
 * are not worth it. False if an item said so. */
bool cli_run_in_parallel(size_t count, size_t threads, line_work work, void *argument);

#endif

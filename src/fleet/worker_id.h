/* Who is at work: a thread of a process, told apart from all others that there ever were. */
#ifndef CLM_FLEET_WORKER_ID_H
#define CLM_FLEET_WORKER_ID_H

#include <stdbool.h>

enum { CLM_WORKER_ID_SIZE = 96 };

/* This thread, in letters that may stand in the name of a file. */
void clm_worker_id(char out[CLM_WORKER_ID_SIZE]);

/* Whether the process of another one ran where this one's numbers of processes count, and is not
 * there now. */
bool clm_worker_is_gone(const char *other);

#endif

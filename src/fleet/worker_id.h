/* Who is at work: a thread of a process, told apart from all others that there ever were. */
#ifndef CLM_FLEET_WORKER_ID_H
#define CLM_FLEET_WORKER_ID_H

#include <stdbool.h>

enum { CLM_WORKER_ID_SIZE = 128, CLM_WORKER_HOST = 48 };

/* This thread, in letters that may stand in the name of a file. */
void clm_worker_id(char out[CLM_WORKER_ID_SIZE]);

/* The process and the host of one, whose name is cut. False if this is no worker's name. */
bool clm_worker_read(unsigned long *process, char host[CLM_WORKER_HOST], const char *other);

/* Whether the process of another one ran where this one's numbers of processes count, and is not
 * there now. */
bool clm_worker_is_gone(const char *other);

#endif

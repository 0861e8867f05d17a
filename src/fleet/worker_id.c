/* The place of a process, its number, when it began, its thread and the host. */
#include "fleet/worker_id.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "portable/portable.h"

/* The machine's name, of letters that are as good in the name of a file. */
static void find_host(char host[CLM_WORKER_HOST])
{
    if (gethostname(host, CLM_WORKER_HOST) != 0)
        host[0] = '\0';
    host[CLM_WORKER_HOST - 1] = '\0';
    for (char *at = host; *at != '\0'; at++)
        if (!isalnum((unsigned char)*at) && *at != '-' && *at != '.')
            *at = '_';
}

void clm_worker_id(char out[CLM_WORKER_ID_SIZE])
{
    const unsigned long pid = (unsigned long)getpid();
    char place[64], host[CLM_WORKER_HOST];

    clm_process_place(place, sizeof place);
    find_host(host);
    (void)snprintf(out, CLM_WORKER_ID_SIZE, "%s-%lu-%llu-%lu@%s",
                   place[0] != '\0' ? place : "0-0", pid, clm_process_began(pid),
                   clm_thread_number(), host);
}

bool clm_worker_read(unsigned long *process, char host[CLM_WORKER_HOST], const char *other)
{
    int end = -1;

    if (sscanf(other, "%*8[0-9a-f]-%*u-%lu-%*u-%*u@%n", process, &end) != 1 || end < 0)
        return false;
    (void)snprintf(host, CLM_WORKER_HOST, "%s", other + end);
    return true;
}

bool clm_worker_is_gone(const char *other)
{
    char place[64];
    unsigned long pid;
    unsigned long long then;
    size_t length;

    clm_process_place(place, sizeof place);
    length = strlen(place);
    return length > 0 && strncmp(other, place, length) == 0 &&
           sscanf(other + length, "-%lu-%llu", &pid, &then) == 2 && clm_process_began(pid) != then;
}

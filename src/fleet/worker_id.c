/* Linux tells when it began, which processes count each other, and when each of them began. */
#include "fleet/worker_id.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The text of a small file without its line break; "" if there is none. */
static void read_text(char *out, size_t size, const char *path)
{
    FILE *file = fopen(path, "re");

    out[0] = '\0';
    if (file == NULL)
        return;
    if (fgets(out, (int)size, file) == NULL)
        out[0] = '\0';
    out[strcspn(out, "\n")] = '\0';
    (void)fclose(file);
}

/* The machine since it was started, and the group of its processes that have numbers of their own.
 * "" where that cannot be told: then nobody is known to be gone. */
static void find_place(char *out, size_t size)
{
    char boot[64], group[64] = "";
    ssize_t length = readlink("/proc/self/ns/pid", group, sizeof group - 1);

    read_text(boot, sizeof boot, "/proc/sys/kernel/random/boot_id");
    boot[strcspn(boot, "-")] = '\0'; /* 32 random bits */
    group[length > 0 ? length : 0] = '\0';
    out[0] = '\0';
    if (boot[0] != '\0' && strncmp(group, "pid:[", 5) == 0)
        (void)snprintf(out, size, "%.8s-%lu", boot, strtoul(group + 5, NULL, 10));
}

/* When a process began, in ticks since the machine did; 0 if it is not there, or has ended. */
static unsigned long long began(unsigned long pid)
{
    char path[64], text[1024];
    const char *at;
    char state = '\0';
    unsigned long long ticks = 0;

    (void)snprintf(path, sizeof path, "/proc/%lu/stat", pid);
    read_text(text, sizeof text, path);
    at = strrchr(text, ')'); /* the program's name may have spaces */
    if (at == NULL || sscanf(at, ") %c", &state) != 1 || state == 'Z' || state == 'X')
        return 0;
    for (int field = 2; field < 22 && at != NULL; field++)
        at = strchr(at + 1, ' ');
    return at != NULL && sscanf(at, " %llu", &ticks) == 1 ? ticks : 0;
}

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

    find_place(place, sizeof place);
    find_host(host);
    (void)snprintf(out, CLM_WORKER_ID_SIZE, "%s-%lu-%llu-%ld@%s",
                   place[0] != '\0' ? place : "0-0", pid, began(pid), (long)syscall(SYS_gettid),
                   host);
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

    find_place(place, sizeof place);
    length = strlen(place);
    return length > 0 && strncmp(other, place, length) == 0 &&
           sscanf(other + length, "-%lu-%llu", &pid, &then) == 2 && began(pid) != then;
}

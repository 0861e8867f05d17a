/* What systems have each in its own way. Where the build finds Linux's and GNU's calls, these are
 * used; otherwise what POSIX.1-2008 has, which is mostly as good: each function says what is lost.
 * The program is built with a copy of its own. */
#ifndef CLM_PORTABLE_PORTABLE_H
#define CLM_PORTABLE_PORTABLE_H

#include <dirent.h>
#include <limits.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#ifndef PATH_MAX /* systems without a limit have none */
#define PATH_MAX 4096
#endif

/* Processors that this process may use; else those that the system has; else 1. At least 1. */
size_t clm_processors(void);

/* Bytes of the machine's memory; where it does not tell, 4 GiB. */
uint64_t clm_physical_memory(void);

/* A variable of the environment; NULL in a process that has more rights than who started it. */
const char *clm_environment(const char *name);

/* The path of the file that this code was loaded from: the shared library, or the program that it
 * is linked into. False where the system does not tell, as POSIX does not. */
bool clm_module_path(char path[PATH_MAX]);

/* A path by which this program can be executed again. Where the system does not tell, it is found
 * as a shell would find `invoked`, argv[0], which is the caller's word, and believed if the caller
 * has no less rights. False if there is none. */
bool clm_program_path(char path[PATH_MAX], const char *invoked);

/* Bytes that nobody can foresee. False if there are none. */
bool clm_random_bytes(void *out, size_t size);

/* A new file that is in no folder, or not for long, and is closed by exec: its descriptor, or -1.
 * `name` is for who looks at descriptors. */
int clm_nameless_file(const char *name);

/* Makes a folder and those above it, for this user alone, where they are not there. Failure shows
 * when it is used. */
void clm_make_folders(const char *path);

/* Read or write so many bytes at the place where a file is, also after signals. False, with errno,
 * if there are fewer (EIO), or reading or writing fails. */
bool clm_read_all(int fd, void *data, size_t size);
bool clm_write_all(int fd, const void *data, size_t size);

typedef enum clm_lock_state {
    CLM_LOCK_TAKEN,
    CLM_LOCK_BUSY, /* somebody else has it, or a signal came: it may be asked again */
    CLM_LOCK_NONE  /* there are no locks here */
} clm_lock_state;

/* Lock a file that is open for writing, without waiting; closing it, or the end of the process,
 * unlocks it. POSIX's locks hold between processes, not between threads of one. */
clm_lock_state clm_lock_file(int fd);

typedef enum clm_plain_state { CLM_PLAIN_FILE, CLM_PLAIN_NONE, CLM_PLAIN_UNTOLD } clm_plain_state;

/* Whether an entry of a folder is a regular file, as far as the list of entries tells: not all
 * file systems do, nor does POSIX. */
clm_plain_state clm_entry_is_plain(const struct dirent *entry);

/* The clock of conditions made with these attributes: CLOCK_MONOTONIC if they can have it, else
 * CLOCK_REALTIME. With NULL it is only told. */
clockid_t clm_condition_clock(pthread_condattr_t *attributes);

/* A number that no other thread of this process has now. */
unsigned long clm_thread_number(void);

/* Have this process get a signal when its parent ends; where nothing tells, it gets none. */
void clm_end_with_parent(int number);

/* In what the numbers of processes count: the machine since it was started, and the group of its
 * processes that have numbers of their own, as hexadecimal digits, a dash and decimal ones; ""
 * where that cannot be told. */
void clm_process_place(char *out, size_t size);

/* When a process of this place began, in ticks since the machine did; 0 if it is not there, or has
 * ended. Where that cannot be told it is 0 for all but the own process, which has the time of the
 * call in nanoseconds. */
unsigned long long clm_process_began(unsigned long process);

#endif

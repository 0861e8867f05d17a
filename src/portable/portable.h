/* Operations that differ between operating systems: Linux and GNU calls if the build finds them,
 * otherwise POSIX.1-2008, with losses noted at each function. The program has its own copy. */
#ifndef CLM_PORTABLE_PORTABLE_H
#define CLM_PORTABLE_PORTABLE_H

#include <dirent.h>
#include <limits.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

#ifndef PATH_MAX /* undefined on systems without a limit */
#define PATH_MAX 4096
#endif

/* Returns the processors available to this process; else those of the system; else 1. */
size_t clm_processors(void);

/* Returns the machine's memory in bytes, or 4 GiB if unknown. */
uint64_t clm_physical_memory(void);

/* The usual bytes of a large page. */
#define CLM_LARGE_PAGE ((size_t)1 << 21)

/* Asks for large pages in allocated memory, or NULL, that will be written: its first use then
 * takes a fraction of the page faults. Without system support, and below the size of such a page,
 * this has no effect. */
void clm_prefer_large_pages(void *memory, size_t bytes);

/* Returns an environment variable; NULL in processes with extra rights (setuid). */
const char *clm_getenv_safe(const char *name);

/* Finds the file that contains this code: the shared library, or the program linked with it.
 * Returns false if the system (such as POSIX) cannot tell. */
bool clm_module_path(char path[PATH_MAX]);

/* Finds a path for executing this program again. If the system cannot tell, `invoked` (argv[0],
 * set by the parent process) is looked up as a shell would, but not in processes with extra
 * rights. Returns false on failure. */
bool clm_program_path(char path[PATH_MAX], const char *invoked);

/* Searches colon-separated folders (NULL: none; empty: the current one) for a file with the rights
 * `mode` of access(). Returns false on failure. */
bool clm_search_folders(char path[PATH_MAX], const char *folders, const char *name, int mode);

/* Fills `out` with random bytes from the system. Returns false if no source is available. */
bool clm_random_bytes(void *out, size_t size);

/* Creates an unnamed file (its name may exist briefly), closed by exec, and listed as `name` in
 * lists of descriptors. Returns its descriptor, or -1. */
int clm_anonymous_file(const char *name);

/* Creates a folder and its missing parents, for this user alone. Failures show on use. */
void clm_make_folders(const char *path);

/* Read or write exactly `size` bytes at the current position, resuming after signals. Return
 * false, with errno set, at the end of the file (EIO) or after an error. */
bool clm_read_all(int fd, void *data, size_t size);
bool clm_write_all(int fd, const void *data, size_t size);

/* Reads the end of a file, from `from` on, as text without trailing white space. */
void clm_read_end(int fd, off_t from, char *out, size_t size);

/* Runs a program with outputs to a file, no input and default signals. Stores its status of
 * waitpid(); returns false if that is unknown. On Linux neither SIGCHLD nor a wait for any child
 * reveals it; elsewhere such a wait may take the status. */
bool clm_run_program(int *status, const char *path, char *const arguments[], int output);

typedef enum clm_lock_state {
    CLM_LOCK_TAKEN,
    CLM_LOCK_BUSY, /* locked by another process, or a signal came: retry */
    CLM_LOCK_NONE  /* locks are not available here */
} clm_lock_state;

/* Locks a file open for writing, without waiting. Closing the file, or the end of the process,
 * unlocks it. POSIX locks hold between processes, not between threads of one process. */
clm_lock_state clm_lock_file(int fd);

typedef enum clm_entry_kind {
    CLM_ENTRY_FILE,
    CLM_ENTRY_NONE,   /* no regular file */
    CLM_ENTRY_UNKNOWN /* the file system does not report it */
} clm_entry_kind;

/* Tells whether a folder entry is a regular file; not all file systems report it, nor does
 * POSIX. */
clm_entry_kind clm_entry_is_regular(const struct dirent *entry);

/* Makes conditions with these attributes (NULL: none) use CLOCK_MONOTONIC if possible, else
 * CLOCK_REALTIME. Returns the clock. */
clockid_t clm_condition_clock(pthread_condattr_t *attributes);

/* Returns a number unique among the current threads of this process. */
unsigned long clm_thread_number(void);

/* Requests a signal for this process when its parent ends; without system support it gets none. */
void clm_end_with_parent(int number);

/* Describes the scope of process numbers: the machine's boot and the PID namespace, as hexadecimal
 * digits, a dash and decimal digits; "" if unknown. */
void clm_process_scope(char *out, size_t size);

/* Returns the start time of a process in this scope, in ticks since boot; 0 if it does not exist
 * or has ended. Without system support, returns the current time in nanoseconds for the calling
 * process, else 0. */
unsigned long long clm_process_start_time(unsigned long process);

#endif

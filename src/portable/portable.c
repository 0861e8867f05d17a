/* Implements portable.h by Linux and GNU calls found by the build, or else by POSIX. */
#include "portable/portable.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef CLM_HAS_DLADDR
#include <dlfcn.h>
#endif
#ifdef CLM_HAS_FLOCK
#include <sys/file.h>
#endif
#ifdef CLM_HAS_GETAUXVAL
#include <sys/auxv.h>
#endif
#ifdef CLM_HAS_GETRANDOM
#include <sys/random.h>
#endif
#ifdef __SANITIZE_THREAD__ /* takes a child in the same memory for this thread */
#undef CLM_HAS_CLONE
#endif
#if defined(CLM_HAS_MEMFD_CREATE) || defined(CLM_HAS_CLONE) || defined(CLM_HAS_MADVISE)
#include <sys/mman.h>
#endif
#ifdef CLM_HAS_PRCTL
#include <sys/prctl.h>
#endif
#if defined(CLM_HAS_SCHED_GETAFFINITY) || defined(CLM_HAS_CLONE)
#include <sched.h>
#endif
#ifdef CLM_HAS_GETTID
#include <sys/syscall.h>
#endif

#define PRESUMED_MEMORY ((uint64_t)4 << 30)

#ifdef CLM_HAS_PROC
#define OWN_PROGRAM "/proc/self/exe"
#else
#define OWN_PROGRAM ""
#endif

size_t clm_processors(void)
{
#ifdef CLM_HAS_SCHED_GETAFFINITY
    cpu_set_t set;

    if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0)
        return (size_t)CPU_COUNT(&set);
#endif
#ifdef CLM_HAS_NPROCESSORS
    const long online = sysconf(_SC_NPROCESSORS_ONLN);

    if (online > 0)
        return (size_t)online;
#endif
    return 1;
}

uint64_t clm_physical_memory(void)
{
#ifdef CLM_HAS_PHYS_PAGES
    const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);

    if (pages > 0 && page > 0)
        return (uint64_t)pages * (uint64_t)page;
#endif
    return PRESUMED_MEMORY;
}

/* Tells whether the user who started this process has all its rights. Capabilities are not
 * detected; only secure_getenv considers them. */
static bool is_callers(void)
{
    return getuid() == geteuid() && getgid() == getegid();
}

void clm_prefer_large_pages(void *memory, size_t bytes)
{
    const size_t before = (0 - (uintptr_t)memory) % CLM_LARGE_PAGE;

    if (memory != NULL && bytes >= before + CLM_LARGE_PAGE) {
#if defined(CLM_HAS_MADVISE) && defined(MADV_HUGEPAGE)
        (void)madvise((char *)memory + before, (bytes - before) & (0 - CLM_LARGE_PAGE),
                      MADV_HUGEPAGE);
#endif
    }
}

const char *clm_getenv_safe(const char *name)
{
#ifdef CLM_HAS_SECURE_GETENV
    return secure_getenv(name);
#else
    return is_callers() ? getenv(name) : NULL;
#endif
}

#ifdef CLM_HAS_DLADDR
/* Tells whether an object is the program, whose name may be argv[0], and not a library. */
static bool is_program(const Dl_info *object)
{
#ifdef CLM_HAS_GETAUXVAL
    Dl_info program;

    return dladdr((const void *)(uintptr_t)getauxval(AT_PHDR), &program) == 0 ||
           object->dli_fbase == program.dli_fbase;
#else
    (void)object;
    return !is_callers();
#endif
}
#endif

bool clm_module_path(char path[PATH_MAX])
{
#ifdef CLM_HAS_DLADDR
    static const char here = 0;
    Dl_info module;

    if (dladdr(&here, &module) != 0 && module.dli_fname != NULL && !is_program(&module))
        return realpath(module.dli_fname, path) != NULL;
#endif
    return *OWN_PROGRAM != '\0' && realpath(OWN_PROGRAM, path) != NULL;
}

bool clm_search_folders(char path[PATH_MAX], const char *folders, const char *name, int mode)
{
    char place[PATH_MAX];
    struct stat status;

    while (folders != NULL) {
        const size_t length = strcspn(folders, ":");

        if (length < PATH_MAX &&
            snprintf(place, sizeof place, "%.*s/%s", length > 0 ? (int)length : 1,
                     length > 0 ? folders : ".", name) < (int)sizeof place &&
            access(place, mode) == 0 && stat(place, &status) == 0 && S_ISREG(status.st_mode) &&
            realpath(place, path) != NULL)
            return true;
        folders = folders[length] == ':' ? folders + length + 1 : NULL;
    }
    return false;
}

bool clm_program_path(char path[PATH_MAX], const char *invoked)
{
    if (*OWN_PROGRAM != '\0' && realpath(OWN_PROGRAM, path) != NULL)
        return true;
    if (*OWN_PROGRAM != '\0' && access(OWN_PROGRAM, X_OK) == 0) { /* of a removed file */
        (void)snprintf(path, PATH_MAX, "%s", OWN_PROGRAM);
        return true;
    }
    if (invoked == NULL || *invoked == '\0' || !is_callers())
        return false;
    return strchr(invoked, '/') != NULL ? realpath(invoked, path) != NULL
                                        : clm_search_folders(path, getenv("PATH"), invoked, X_OK);
}

bool clm_random_bytes(void *out, size_t size)
{
#ifdef CLM_HAS_GETRANDOM
    return getrandom(out, size, 0) == (ssize_t)size;
#else
    const int fd = open("/dev/urandom", O_RDONLY | O_CLOEXEC); /* POSIX has no other source */
    const bool whole = fd >= 0 && read(fd, out, size) == (ssize_t)size;

    if (fd >= 0)
        (void)close(fd);
    return whole;
#endif
}

int clm_anonymous_file(const char *name)
{
#ifdef CLM_HAS_MEMFD_CREATE
    return memfd_create(name, MFD_CLOEXEC);
#else
    const char *folder = clm_getenv_safe("TMPDIR");
    char path[PATH_MAX];
    int fd;

    if (snprintf(path, sizeof path, "%s/%s-XXXXXX",
                 folder != NULL && *folder != '\0' ? folder : "/tmp", name) >= (int)sizeof path)
        return -1;
    fd = mkstemp(path);
    if (fd < 0)
        return -1;
    (void)unlink(path);
    (void)fcntl(fd, F_SETFD, FD_CLOEXEC);
    return fd;
#endif
}

void clm_make_folders(const char *path)
{
    char part[PATH_MAX];
    const int length = snprintf(part, sizeof part, "%s", path);

    if (length <= 0 || length >= (int)sizeof part)
        return;
    for (char *slash = strchr(part + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        (void)mkdir(part, S_IRWXU);
        *slash = '/';
    }
    (void)mkdir(part, S_IRWXU);
}

bool clm_read_all(int fd, void *data, size_t size)
{
    for (unsigned char *at = data; size > 0;) {
        const ssize_t got = read(fd, at, size);

        if (got < 0 && errno == EINTR)
            continue;
        if (got == 0)
            errno = EIO;
        if (got <= 0)
            return false;
        at += got;
        size -= (size_t)got;
    }
    return true;
}

bool clm_write_all(int fd, const void *data, size_t size)
{
    for (const unsigned char *at = data; size > 0;) {
        const ssize_t put = write(fd, at, size);

        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0)
            return false;
        at += put;
        size -= (size_t)put;
    }
    return true;
}

void clm_read_end(int fd, off_t from, char *out, size_t size)
{
    const off_t last = lseek(fd, 0, SEEK_END) - (off_t)(size - 1);
    ssize_t length = pread(fd, out, size - 1, last > from ? last : from);

    while (length > 0 && strchr("\r\n \t", out[length - 1]) != NULL)
        length--;
    out[length > 0 ? length : 0] = '\0';
}

typedef struct child_end {
    int status;
    bool known;
} child_end;

typedef struct child_run {
    const char *path;
    char *const *arguments;
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    child_end *end;
} child_run;

static void run_and_wait(const child_run *run)
{
    extern char **environ;
    pid_t child, found;

    if (posix_spawn(&child, run->path, &run->actions, &run->attributes, run->arguments,
                    environ) != 0)
        return;
    do
        found = waitpid(child, &run->end->status, 0);
    while (found < 0 && errno == EINTR);
    run->end->known = found == child;
}

#ifdef CLM_HAS_CLONE
/* Shared memory of the process in between, which Valgrind gives a copy of all other memory. */
typedef struct child_memory {
    child_end end;
    _Alignas(16) char stack[64 * 1024];
} child_memory;

static int run_between(void *run)
{
    const struct sigaction by_default = {.sa_handler = SIG_DFL};

    clm_end_with_parent(SIGKILL);
    (void)sigaction(SIGCHLD, &by_default, NULL); /* SIG_IGN loses statuses */
    run_and_wait(run);
    return 0;
}

/* A child without a signal for its end is invisible until it executes a program. So an invisible
 * child runs the program and waits for it, in the memory of this thread, which is suspended as by
 * posix_spawn. */
static void run_invisibly(child_run *run)
{
    child_memory *memory = mmap(NULL, sizeof *memory, PROT_READ | PROT_WRITE,
                                MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    child_end *const end = run->end;
    sigset_t all, before;
    pid_t between;
    int cancel;

    if (memory == MAP_FAILED)
        return;
    run->end = &memory->end;
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &before);
    (void)pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
    between = clone(run_between, memory->stack + sizeof memory->stack, CLONE_VM | CLONE_VFORK,
                    run);
    while (between > 0 && waitpid(between, NULL, __WCLONE) < 0 && errno == EINTR)
        ;
    (void)pthread_setcancelstate(cancel, NULL);
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    *end = memory->end;
    (void)munmap(memory, sizeof *memory);
}
#endif

static bool prepare_run(child_run *run, int output)
{
    sigset_t none, all;

    (void)sigemptyset(&none);
    (void)sigfillset(&all);
    return posix_spawn_file_actions_adddup2(&run->actions, output, STDOUT_FILENO) == 0 &&
           posix_spawn_file_actions_adddup2(&run->actions, output, STDERR_FILENO) == 0 &&
           posix_spawn_file_actions_addopen(&run->actions, STDIN_FILENO, "/dev/null", O_RDONLY,
                                            0) == 0 &&
#ifdef CLM_HAS_POSIX_SPAWN_FILE_ACTIONS_ADDCLOSEFROM_NP
           posix_spawn_file_actions_addclosefrom_np(&run->actions, STDERR_FILENO + 1) == 0 &&
#endif
           posix_spawnattr_setsigmask(&run->attributes, &none) == 0 &&
           posix_spawnattr_setsigdefault(&run->attributes, &all) == 0 &&
           posix_spawnattr_setflags(&run->attributes,
                                    POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF) == 0;
}

bool clm_run_program(int *status, const char *path, char *const arguments[], int output)
{
    child_end end = {.known = false};
    child_run run = {.path = path, .arguments = arguments, .end = &end};

    if (posix_spawn_file_actions_init(&run.actions) != 0)
        return false;
    if (posix_spawnattr_init(&run.attributes) == 0) {
        if (prepare_run(&run, output))
#ifdef CLM_HAS_CLONE
            run_invisibly(&run);
#else
            run_and_wait(&run);
#endif
        (void)posix_spawnattr_destroy(&run.attributes);
    }
    (void)posix_spawn_file_actions_destroy(&run.actions);
    *status = end.status;
    return end.known;
}

clm_lock_state clm_lock_file(int fd)
{
#ifdef CLM_HAS_FLOCK
    if (flock(fd, LOCK_EX | LOCK_NB) == 0)
        return CLM_LOCK_TAKEN;
    return errno == EWOULDBLOCK || errno == EINTR ? CLM_LOCK_BUSY : CLM_LOCK_NONE;
#else
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};

    if (fcntl(fd, F_SETLK, &whole) == 0)
        return CLM_LOCK_TAKEN;
    return errno == EACCES || errno == EAGAIN || errno == EINTR ? CLM_LOCK_BUSY : CLM_LOCK_NONE;
#endif
}

clm_entry_kind clm_entry_is_regular(const struct dirent *entry)
{
#ifdef CLM_HAS_ENTRY_TYPES
    if (entry->d_type != DT_UNKNOWN)
        return entry->d_type == DT_REG ? CLM_ENTRY_FILE : CLM_ENTRY_NONE;
#else
    (void)entry;
#endif
    return CLM_ENTRY_UNKNOWN;
}

clockid_t clm_condition_clock(pthread_condattr_t *attributes)
{
#ifdef CLM_HAS_PTHREAD_CONDATTR_SETCLOCK
    if (attributes != NULL)
        (void)pthread_condattr_setclock(attributes, CLOCK_MONOTONIC);
    return CLOCK_MONOTONIC;
#else
    (void)attributes;
    return CLOCK_REALTIME;
#endif
}

unsigned long clm_thread_number(void)
{
#ifdef CLM_HAS_GETTID
    return (unsigned long)syscall(SYS_gettid);
#else
    return (unsigned long)(uintptr_t)&errno; /* its address differs for each thread */
#endif
}

void clm_end_with_parent(int number)
{
#ifdef CLM_HAS_PRCTL
    (void)prctl(PR_SET_PDEATHSIG, number);
#else
    (void)number;
#endif
}

#ifdef CLM_HAS_PROC
/* Reads the first line of a small file; "" on failure. */
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

void clm_process_scope(char *out, size_t size)
{
    char boot[64], group[64] = "";
    const ssize_t length = readlink("/proc/self/ns/pid", group, sizeof group - 1);

    read_text(boot, sizeof boot, "/proc/sys/kernel/random/boot_id");
    boot[strcspn(boot, "-")] = '\0'; /* 32 random bits */
    group[length > 0 ? length : 0] = '\0';
    out[0] = '\0';
    if (boot[0] != '\0' && strncmp(group, "pid:[", 5) == 0)
        (void)snprintf(out, size, "%.8s-%lu", boot, strtoul(group + 5, NULL, 10));
}

unsigned long long clm_process_start_time(unsigned long process)
{
    char path[64], text[1024];
    const char *at;
    char state = '\0';
    unsigned long long ticks = 0;

    (void)snprintf(path, sizeof path, "/proc/%lu/stat", process);
    read_text(text, sizeof text, path);
    at = strrchr(text, ')'); /* the program's name may contain spaces */
    if (at == NULL || sscanf(at, ") %c", &state) != 1 || state == 'Z' || state == 'X')
        return 0;
    for (int field = 2; field < 22 && at != NULL; field++)
        at = strchr(at + 1, ' ');
    return at != NULL && sscanf(at, " %llu", &ticks) == 1 ? ticks : 0;
}
#else
void clm_process_scope(char *out, size_t size)
{
    if (size > 0)
        out[0] = '\0';
}

unsigned long long clm_process_start_time(unsigned long process)
{
    struct timespec now = {0};

    if (process != (unsigned long)getpid() || clock_gettime(CLOCK_REALTIME, &now) != 0)
        return 0;
    return (unsigned long long)now.tv_sec * 1000000000 + (unsigned long long)now.tv_nsec;
}
#endif

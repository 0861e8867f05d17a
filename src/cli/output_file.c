/* Replaces standard output by a file, which is complete in the end or left as it was. */
#include "cli/output_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The signals that end a program without an error, and GMP's when memory is exhausted. */
static const int endings[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGABRT};
enum { ENDINGS = sizeof endings / sizeof *endings };

/* The state of standard output, which is shared by the whole process. */
static struct {
    const char *name;         /* as given; NULL: standard output */
    char file[PATH_MAX];      /* the file to replace, with links resolved */
    char temporary[PATH_MAX]; /* "": none */
    pid_t owner;              /* the process that removes it, not its children */
    bool ends_by_pipe;        /* the parent did not ignore SIGPIPE */
    struct sigaction before[ENDINGS];
} destination;

static void on_ending(int number)
{
    if (getpid() == destination.owner)
        (void)unlink(destination.temporary);
    (void)signal(number, SIG_DFL);
    (void)raise(number);
}

/* Catches the signals, except ignored ones. */
static void catch_endings(void)
{
    const struct sigaction action = {.sa_handler = on_ending};

    for (int k = 0; k < ENDINGS; k++)
        if (sigaction(endings[k], NULL, &destination.before[k]) == 0 &&
            destination.before[k].sa_handler == SIG_DFL)
            (void)sigaction(endings[k], &action, NULL);
}

static void release_endings(void)
{
    for (int k = 0; k < ENDINGS; k++)
        if (destination.before[k].sa_handler == SIG_DFL)
            (void)sigaction(endings[k], &destination.before[k], NULL);
}

static int fail_output(failure *why, const char *what, int number)
{
    return cli_fail(why, EXIT_FAILED, "--output %.1024s: %s%s%s", destination.name, what,
                    number != 0 ? ": " : "", number != 0 ? strerror(number) : "");
}

/* Returns the length of the folder in destination.file, with its slash; 0 if there is none. */
static size_t folder_length(void)
{
    const char *slash = strrchr(destination.file, '/');

    return slash != NULL ? (size_t)(slash - destination.file) + 1 : 0;
}

/* Creates a new file beside destination.file; -1 with errno. Tries other numbers if a killed
 * program has left its file. */
static int make_temporary(void)
{
    const size_t folder = folder_length();
    int file = -1;

    for (int number = 0; file < 0 && number < 1000; number++) {
        const int length = snprintf(destination.temporary, sizeof destination.temporary,
                                    "%.*s.clmodp-%ld-%d.part", (int)folder, destination.file,
                                    (long)getpid(), number);

        if (length >= (int)sizeof destination.temporary) {
            errno = ENAMETOOLONG;
            break;
        }
        file = open(destination.temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file < 0 && errno != EEXIST)
            break;
    }
    if (file < 0)
        destination.temporary[0] = '\0';
    return file;
}

/* Creates the temporary file and the handlers that remove it, with signals blocked between the
 * two. */
static int make_watched(void)
{
    sigset_t these, before;
    int file, error;

    (void)sigemptyset(&these);
    for (int k = 0; k < ENDINGS; k++)
        (void)sigaddset(&these, endings[k]);
    (void)sigprocmask(SIG_BLOCK, &these, &before);
    file = make_temporary();
    error = errno;
    if (file >= 0)
        catch_endings();
    (void)sigprocmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return file;
}

/* Opens a temporary file with the owner and the permissions of the file to replace. */
static int open_temporary(int *file, const struct stat *replaced, failure *why)
{
    if (replaced != NULL && faccessat(AT_FDCWD, destination.file, W_OK, AT_EACCESS) != 0)
        return fail_output(why, "cannot write it", errno);
    if (strlen(destination.file + folder_length()) > NAME_MAX)
        return fail_output(why, "cannot write it", ENAMETOOLONG);
    destination.owner = getpid();
    *file = make_watched();
    if (*file < 0)
        return fail_output(why, "cannot create a file in its folder", errno);
    if (replaced != NULL &&
        (fchown(*file, replaced->st_uid, replaced->st_gid) == 0 || replaced->st_uid == geteuid()))
        (void)fchmod(*file, replaced->st_mode & 0777);
    return EXIT_OK;
}

/* Finds the file to replace by following all links. */
static int find_file(bool exists, failure *why)
{
    struct stat link;

    if (exists) {
        if (realpath(destination.name, destination.file) == NULL)
            return fail_output(why, "cannot find it", errno);
        return EXIT_OK;
    }
    if (lstat(destination.name, &link) == 0)
        return fail_output(why, "the link has no target", 0);
    if (strlen(destination.name) >= sizeof destination.file)
        return fail_output(why, "cannot write it", ENAMETOOLONG);
    (void)strcpy(destination.file, destination.name);
    return EXIT_OK;
}

static int open_place(int *file, failure *why)
{
    struct stat there;
    const bool exists = stat(destination.name, &there) == 0;
    int code;

    if (!exists && errno != ENOENT)
        return fail_output(why, "cannot write it", errno);
    if (exists && S_ISDIR(there.st_mode))
        return fail_output(why, "it is a folder", 0);
    if (exists && !S_ISREG(there.st_mode)) {
        *file = open(destination.name, O_WRONLY | O_CLOEXEC | O_NOCTTY);
        return *file >= 0 ? EXIT_OK : fail_output(why, "cannot open it", errno);
    }
    code = find_file(exists, why);
    return code == EXIT_OK ? open_temporary(file, exists ? &there : NULL, why) : code;
}

int cli_output_file_open(const char *name, failure *why)
{
    int file = -1, code;

    if (name == NULL || strcmp(name, "-") == 0)
        return EXIT_OK;
    if (*name == '\0')
        return cli_fail(why, EXIT_USAGE, "--output needs the name of a file");
    destination.name = name;
    code = open_place(&file, why);
    if (code == EXIT_OK && dup2(file, STDOUT_FILENO) < 0)
        code = fail_output(why, "cannot write it", errno);
    if (file >= 0)
        (void)close(file);
    return code;
}

/* Returns the name of the output in messages. */
static const char *destination_name(void)
{
    return destination.name != NULL ? destination.name : "standard output";
}

/* Writes the folder's entries to the disk, if the file system supports it. */
static void sync_folder(void)
{
    const size_t length = folder_length();
    int folder;

    if (length > 0)
        destination.file[length] = '\0';
    folder = open(length > 0 ? destination.file : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0)
        return;
    (void)fsync(folder);
    (void)close(folder);
}

/* Renames the flushed temporary file after syncing it to the disk. Errors: EXIT_FAILED */
static int keep_destination(failure *why)
{
    if (destination.temporary[0] == '\0')
        return EXIT_OK;
    if (fsync(STDOUT_FILENO) != 0)
        return fail_output(why, "cannot write it", errno);
    if (rename(destination.temporary, destination.file) != 0)
        return fail_output(why, "cannot rename the temporary file", errno);
    release_endings();
    destination.temporary[0] = '\0';
    sync_folder();
    return EXIT_OK;
}

void cli_output_file_drop(void)
{
    if (destination.temporary[0] == '\0')
        return;
    (void)unlink(destination.temporary);
    release_endings();
    destination.temporary[0] = '\0';
}

/* Flushes stdout. Returns false if that or an earlier write failed, with errno, or 0 if the reason
 * is lost. After an earlier failure, whose unwritten bytes glibc 2.41 drops, one more character is
 * written to fail again with a reason. */
static bool flush_stdout(void)
{
    const bool failed_before = ferror(stdout) != 0;

    errno = 0;
    if (fflush(stdout) != 0)
        return false;
    if (failed_before && fputc('\n', stdout) != EOF && fflush(stdout) == 0)
        errno = 0;
    return !failed_before;
}

void cli_output_hold_pipe(void)
{
    destination.ends_by_pipe = signal(SIGPIPE, SIG_IGN) == SIG_DFL;
}

/* Ends the program silently by SIGPIPE if that was held and the output is no file. */
static void end_by_pipe(void)
{
    const int error = errno;

    if (error == EPIPE && destination.name == NULL && destination.ends_by_pipe) {
        (void)signal(SIGPIPE, SIG_DFL);
        (void)raise(SIGPIPE);
    }
    errno = error;
}

int cli_output_flush(failure *why)
{
    const bool flushed = flush_stdout();

    if (!flushed)
        end_by_pipe();
    if (!flushed)
        return cli_fail(why, EXIT_FAILED, "cannot write to %.1024s%s%s", destination_name(),
                        errno != 0 ? ": " : "", errno != 0 ? strerror(errno) : "");
    if (ferror(stderr))
        return cli_fail(why, EXIT_FAILED, "cannot write to standard error");
    return EXIT_OK;
}

int cli_output_text(text_buffer *t, failure *why)
{
    return cli_text_finish(t) ? cli_output_flush(why)
                              : cli_fail_memory(why);
}

int cli_printer_flush(const printer *to, failure *why)
{
    return to->answers == stdout ? cli_output_flush(why) : EXIT_OK;
}

int cli_output_finish(failure *why)
{
    const int code = cli_output_flush(why);

    return code == EXIT_OK ? keep_destination(why) : code;
}

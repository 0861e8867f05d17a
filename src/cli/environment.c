/* Finds a usable cache home, or creates a private one; sets PATH; finds the executable. */
#include "cli/environment.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Creates a folder and its parents. Returns whether it is writable. */
static bool make_folder(const char *folder)
{
    if (*folder != '/')
        return false;
    clm_make_folders(folder);
    return access(folder, W_OK | X_OK) == 0;
}

/* Returns whether a cache home, and PoCL's and the library's folders in it if they exist, are
 * writable. */
static bool can_keep(const char *home)
{
    static const char *const inside[] = {"pocl", "pocl/kcache", "clmodp"};
    char path[PATH_MAX];

    if (!make_folder(home))
        return false;
    for (size_t i = 0; i < sizeof inside / sizeof *inside; i++) {
        if (snprintf(path, sizeof path, "%s/%s", home, inside[i]) >= (int)sizeof path)
            return false;
        if (access(path, W_OK | X_OK) != 0 && errno != ENOENT)
            return false;
    }
    return true;
}

static bool is_set(const char *variable)
{
    const char *value = getenv(variable);

    return value != NULL && *value != '\0';
}

static bool is_absolute(const char *path)
{
    return path != NULL && *path == '/';
}

/* Finds the cache home by the rules of the XDG base directories; false if there is none. */
static bool find_home(char out[PATH_MAX])
{
    const char *home = getenv("XDG_CACHE_HOME");
    struct stat status;

    if (is_absolute(home))
        return snprintf(out, PATH_MAX, "%s", home) < PATH_MAX;
    home = getenv("HOME");
    return is_absolute(home) && stat(home, &status) == 0 && S_ISDIR(status.st_mode) &&
           snprintf(out, PATH_MAX, "%s/.cache", home) < PATH_MAX;
}

/* Returns whether other users can neither write in a folder nor replace it. */
static bool is_private(const char *path, const char *parent)
{
    struct stat above, own;

    return stat(parent, &above) == 0 &&
           ((above.st_mode & (S_IWGRP | S_IWOTH)) == 0 || (above.st_mode & S_ISVTX) != 0) &&
           (above.st_uid == 0 || above.st_uid == geteuid()) && lstat(path, &own) == 0 &&
           S_ISDIR(own.st_mode) && own.st_uid == geteuid() &&
           (own.st_mode & (S_IRWXG | S_IRWXO)) == 0;
}

/* Creates the private folder in the folder for temporary files, always the same for a user. */
static bool make_private_folder(char out[PATH_MAX])
{
    const char *parent = getenv("TMPDIR");

    if (!is_absolute(parent))
        parent = "/tmp";
    if (snprintf(out, PATH_MAX, "%s/clmodp-%lu", parent, (unsigned long)geteuid()) >= PATH_MAX)
        return false;
    (void)mkdir(out, S_IRWXU); /* an existing folder is checked as well */
    return is_private(out, parent) && can_keep(out);
}

static void prepare_cache_home(void)
{
    const char *xdg = getenv("XDG_CACHE_HOME"), *own = getenv("CLMODP_CACHE_DIR");
    char home[PATH_MAX];

    if (find_home(home) && can_keep(home)) {
        if (!is_set("XDG_CACHE_HOME") || strcmp(xdg, home) == 0)
            return; /* all libraries find it */
    } else if (is_absolute(own) && can_keep(own)) {
        (void)snprintf(home, sizeof home, "%s", own);
    } else if (!make_private_folder(home)) {
        return;
    }
    (void)setenv("XDG_CACHE_HOME", home, 1);
}

static void prepare_path(void)
{
    char path[PATH_MAX];
    const size_t length = confstr(_CS_PATH, path, sizeof path);

    if (is_set("PATH") || length == 0 || length > sizeof path)
        return;
    (void)setenv("PATH", path, 1);
}

void cli_environment_prepare(void)
{
    if (!is_set("POCL_CACHE_DIR"))
        (void)unsetenv("POCL_CACHE_DIR");
    prepare_cache_home();
    prepare_path();
}

static const char *invoked_as;

void cli_note_program(const char *invoked)
{
    invoked_as = invoked;
}

bool cli_program_path(char path[PATH_MAX])
{
    return clm_program_path(path, invoked_as);
}

void cli_pin_pocl_threads(void)
{
    (void)setenv("POCL_AFFINITY", "1", 0);
}

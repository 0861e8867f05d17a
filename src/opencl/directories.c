/* Find the directories of kernel sources and of compiled kernels. */
#include "opencl/directories.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/memory.h"
#include "portable/portable.h"

static clmodp_status join_path(clm_error *error, char **out, const char *directory,
                               const char *rest)
{
    clmodp_status st = CLMODP_OK;
    const size_t size = strlen(directory) + strlen(rest) + 1;

    NEW(error, *out, size);
    (void)snprintf(*out, size, "%s%s", directory, rest);
done:
    return st;
}

/* Whether `out`, core/name, is a directory with our kernels. */
static bool has_kernels(char out[PATH_MAX], const char *base, const char *name)
{
    char probe[PATH_MAX + 16];

    if (snprintf(out, PATH_MAX, "%s/%s", base, name) >= PATH_MAX)
        return false;
    (void)snprintf(probe, sizeof probe, "%s/arith/fp.h", out);
    return access(probe, R_OK) == 0;
}

/* Whether `base` is a build tree: then a link there leads to `out`, the kernels of the sources.
 * Whoever owns the module has made it; folders further up may be anybody's, as /tmp is. */
static bool find_in_build_tree(char out[PATH_MAX], const char *base, uid_t owner)
{
    char place[PATH_MAX];
    struct stat link;

    return has_kernels(place, base, "clmodp-kernels") && lstat(place, &link) == 0 &&
           link.st_uid == owner && realpath(place, out) != NULL;
}

/* Fill `out` with the nearest kernels upwards of the module: those of a build tree, or, since
 * prefix/lib/x.so and prefix/lib/triplet/x.so both belong to prefix/share/clmodp/cl, installed
 * ones. */
static bool find_above_module(char out[PATH_MAX], const char *module)
{
    char base[PATH_MAX];
    struct stat status;
    char *slash;

    if (stat(module, &status) != 0)
        return false;
    (void)snprintf(base, sizeof base, "%s", module);
    for (int up = 0; (slash = strrchr(base, '/')) != NULL; up++) {
        *slash = '\0';
        if (find_in_build_tree(out, base, status.st_uid) ||
            ((up == 1 || up == 2) && has_kernels(out, base, "share/clmodp/cl")))
            return true;
    }
    return false;
}

clmodp_status clm_kernel_directory(clm_error *error, char **out, const char *wanted)
{
    char module[PATH_MAX], found[PATH_MAX];
    const char *chosen = wanted;

    if (chosen == NULL)
        chosen = clm_environment("CLMODP_KERNEL_PATH");
    if (chosen == NULL || *chosen == '\0') {
        chosen = CLM_KERNEL_INSTALL_DIR;
        if (clm_module_path(module) && find_above_module(found, module))
            chosen = found;
    }
    return join_path(error, out, chosen, "");
}

clmodp_status clm_cache_directory(clm_error *error, char **out, const char *wanted)
{
    const char *chosen = wanted;
    const char *rest = "";

    *out = NULL;
    if (chosen == NULL)
        chosen = clm_environment("CLMODP_CACHE_DIR");
    if (chosen == NULL) { /* relative ones are to be ignored */
        chosen = clm_environment("XDG_CACHE_HOME");
        rest = "/clmodp";
        if (chosen == NULL || *chosen != '/') {
            chosen = clm_environment("HOME");
            rest = "/.cache/clmodp";
        }
        if (chosen != NULL && *chosen != '/')
            chosen = NULL;
    }
    if (chosen == NULL || *chosen == '\0')
        return CLMODP_OK;
    return join_path(error, out, chosen, rest);
}

/* Kernel sources: finds their directory and reads them with includes expanded. */
#include "opencl/source.h"

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/memory.h"
#include "core/size.h"
#include "portable/portable.h"

#define FILE_LIMIT ((size_t)1 << 20)
#define NAME_LIMIT 64
#define FILES_LIMIT 64

struct clm_source_file {
    clm_source_file *next;
    char *name, *text; /* owned */
};

void clm_source_files_destroy(clm_source_file **files)
{
    while (*files != NULL) {
        clm_source_file *file = *files;

        *files = file->next;
        free(file->name);
        free(file->text);
        free(file);
    }
}

/* The text so far and the files included in it. */
typedef struct expansion {
    clm_error *error;
    const char *directory;
    clm_source_file **files;
    clm_string text;
    char included[FILES_LIMIT][NAME_LIMIT];
    size_t included_count;
} expansion;

static clmodp_status append_mark(expansion *x, size_t line, const char *file)
{
    char mark[NAME_LIMIT + 32];
    const int length = snprintf(mark, sizeof mark, "#line %zu \"%s\"\n", line, file);

    return clm_string_append(x->error, &x->text, mark, (size_t)length);
}

/* Reads a file, to be released with free(), included at `line` of `parent`. */
static clmodp_status read_file(expansion *x, char **out, const char *name, const char *parent,
                               size_t line)
{
    clmodp_status st = CLMODP_OK;
    char *path = NULL, *text = NULL;
    FILE *file = NULL;
    struct stat status;
    size_t length, size = strlen(x->directory) + strlen(name) + 2;

    NEW(x->error, path, size);
    (void)snprintf(path, size, "%s/%s", x->directory, name);
    file = fopen(path, "rb");
    if (file == NULL && parent != NULL)
        FAIL(x->error, CLMODP_NO_KERNEL, "%s:%zu includes \"%s\", but %s: %s", parent, line,
             name, path, strerror(errno));
    if (file == NULL)
        FAIL(x->error, CLMODP_NO_KERNEL,
             "kernel source %s: %s; set CLMODP_KERNEL_PATH to the directory of clmodp's .cl "
             "files", path, strerror(errno));
    size = fstat(fileno(file), &status) == 0 && status.st_size >= 0 ? (size_t)status.st_size : 0;
    NEW(x->error, text, clm_size_min(size, FILE_LIMIT) + 1);
    length = fread(text, 1, clm_size_min(size, FILE_LIMIT), file);
    if (ferror(file) || length < size || memchr(text, '\0', length) != NULL)
        FAIL(x->error, CLMODP_NO_KERNEL, "kernel source %s is not a text file, or exceeds %zu "
             "bytes", path, FILE_LIMIT);
    text[length] = '\0';
    *out = text;
    text = NULL;
done:
    if (file != NULL)
        (void)fclose(file);
    free(text);
    free(path);
    return st;
}

/* Returns the text of a file, which is read on first use and kept. */
static clmodp_status get_file(expansion *x, const char **out, const char *name,
                              const char *parent, size_t line)
{
    clmodp_status st = CLMODP_OK;
    clm_source_file *file = NULL;

    for (const clm_source_file *at = *x->files; at != NULL; at = at->next)
        if (strcmp(at->name, name) == 0) {
            *out = at->text;
            return CLMODP_OK;
        }
    NEW(x->error, file, 1);
    TRY(clm_copy_text(x->error, &file->name, name));
    TRY(read_file(x, &file->text, name, parent, line));
    *out = file->text;
    file->next = *x->files;
    *x->files = file;
    file = NULL;
done:
    clm_source_files_destroy(&file);
    return st;
}

/* Parses a line `#include "name"` and returns true if it is one. The compiler reports bad names
 * (find_include). */
static bool parse_include(char name[NAME_LIMIT], const char *line, size_t length)
{
    const char *end = line + length, *close;

    while (line < end && isblank((unsigned char)*line))
        line++;
    if (line == end || *line++ != '#')
        return false;
    while (line < end && isblank((unsigned char)*line))
        line++;
    if (end - line < 7 || strncmp(line, "include", 7) != 0)
        return false;
    line += 7;
    while (line < end && isblank((unsigned char)*line))
        line++;
    if (line == end || *line++ != '"')
        return false;
    close = memchr(line, '"', (size_t)(end - line));
    if (close == NULL || close - line >= NAME_LIMIT || *line == '/')
        return false;
    memcpy(name, line, (size_t)(close - line));
    name[close - line] = '\0';
    return strchr(name, '\\') == NULL;
}

/* Resolves `name` relative to the file `from`; "../" goes up a folder. Returns false if the path
 * is too long or leaves the kernel directory. */
static bool find_include(char path[NAME_LIMIT], const char *from, const char *name)
{
    const char *slash = strrchr(from, '/');
    size_t length = slash != NULL ? (size_t)(slash - from) + 1 : 0; /* of the folder */

    memcpy(path, from, length);
    while (strncmp(name, "../", 3) == 0 && length > 0) {
        name += 3;
        length--;
        while (length > 0 && path[length - 1] != '/')
            length--;
    }
    if (strstr(name, "..") != NULL || length + strlen(name) >= NAME_LIMIT)
        return false;
    (void)strcpy(path + length, name);
    return true;
}

static bool seen_before(const expansion *x, const char *name)
{
    for (size_t i = 0; i < x->included_count; i++)
        if (strcmp(x->included[i], name) == 0)
            return true;
    return false;
}

/* Appends one file. Recursion ends because every file is included once. */
static clmodp_status expand_file(expansion *x, const char *name, const char *parent,
                                 size_t parent_line)
{
    clmodp_status st = CLMODP_OK;
    const char *text = NULL;
    size_t line = 1;

    if (x->included_count == FILES_LIMIT || strlen(name) >= NAME_LIMIT)
        FAIL(x->error, CLMODP_NO_KERNEL,
             "kernel source %s: more than %d files, or a name of more than %d bytes", name,
             FILES_LIMIT, NAME_LIMIT - 1);
    (void)snprintf(x->included[x->included_count++], NAME_LIMIT, "%s", name);
    TRY(get_file(x, &text, name, parent, parent_line));
    TRY(append_mark(x, 1, name));
    for (const char *at = text; *at != '\0'; line++) {
        const size_t length = strcspn(at, "\n");
        char written[NAME_LIMIT], inner[NAME_LIMIT];

        if (!parse_include(written, at, length) || !find_include(inner, name, written)) {
            TRY(clm_string_append(x->error, &x->text, at, length));
            TRY(clm_string_append(x->error, &x->text, "\n", 1));
        } else {
            if (!seen_before(x, inner))
                TRY(expand_file(x, inner, name, line));
            TRY(append_mark(x, line + 1, name));
        }
        at += length + (at[length] == '\n');
    }
done:
    return st;
}

clmodp_status clm_source_load(clm_error *error, char **text, const char *definitions,
                              const char *directory, const char *const *files, size_t count,
                              clm_source_file **kept)
{
    clmodp_status st = CLMODP_OK;
    clm_source_file *own = NULL;
    expansion *x = NULL;

    *text = NULL;
    NEW(error, x, 1);
    x->error = error;
    x->directory = directory;
    x->files = kept != NULL ? kept : &own;
    /* Even without files there is a text. */
    TRY(clm_string_append(error, &x->text, definitions, strlen(definitions)));
    for (size_t i = 0; i < count; i++)
        TRY(expand_file(x, files[i], NULL, 0));
    *text = x->text.text;
    x->text.text = NULL;
done:
    if (x != NULL)
        free(x->text.text);
    free(x);
    clm_source_files_destroy(&own);
    return st;
}

#define NAMED "<kernel>:" /* the name of the text in logs of NVIDIA's compiler */
#define PLACE_LIMIT 256

/* A line of a file; the name is "" before the first #line directive. */
typedef struct place {
    char file[PLACE_LIMIT];
    unsigned long line;
} place;

/* Maps line number `line` of the text to its file and line. */
static place find_line(const char *source, unsigned long line)
{
    place at = {.line = 0};

    for (unsigned long n = 1; n <= line && *source != '\0'; n++) {
        unsigned long next;
        char file[PLACE_LIMIT];

        if (strncmp(source, "#line ", 6) == 0 &&
            sscanf(source, "#line %lu \"%255[^\"]", &next, file) == 2) {
            memcpy(at.file, file, sizeof file);
            at.line = next - 1;
        } else {
            at.line++;
        }
        source += strcspn(source, "\n");
        source += *source == '\n';
    }
    return at;
}

clmodp_status clm_source_log(clm_error *error, char **out, const char *source, const char *log)
{
    clmodp_status st = CLMODP_OK;
    const size_t named = strlen(NAMED);
    size_t count = 0, room, used = 0;

    for (const char *at = log; (at = strstr(at, NAMED)) != NULL; at += named)
        count++;
    room = strlen(log) + count * (PLACE_LIMIT + 24) + 1;
    NEW(error, *out, room);
    for (const char *next; (next = strstr(log, NAMED)) != NULL;) {
        char *end;
        const unsigned long line = strtoul(next + named, &end, 10);
        const place from = find_line(source, line);

        memcpy(*out + used, log, (size_t)(next - log));
        used += (size_t)(next - log);
        log = next + named;
        if (end == log || *from.file == '\0') {
            memcpy(*out + used, NAMED, named);
            used += named;
            continue;
        }
        used += (size_t)snprintf(*out + used, room - used, "%s:%lu", from.file, from.line);
        log = end;
    }
    memcpy(*out + used, log, strlen(log) + 1);
done:
    return st;
}

/* Tells whether `out`, set to base/name, is a directory of clmodp kernels. */
static bool has_kernels(char out[PATH_MAX], const char *base, const char *name)
{
    char probe[PATH_MAX + 16];

    if (snprintf(out, PATH_MAX, "%s/%s", base, name) >= PATH_MAX)
        return false;
    (void)snprintf(probe, sizeof probe, "%s/arith/fp.h", out);
    return access(probe, R_OK) == 0;
}

/* Tells whether `base` is a build tree, whose link leads to the kernel sources, returned in `out`.
 * The link must belong to the module's owner, since folders above, such as /tmp, may be writable
 * by anyone. */
static bool find_in_build_tree(char out[PATH_MAX], const char *base, uid_t owner)
{
    char at[PATH_MAX];
    struct stat link;

    return has_kernels(at, base, "clmodp-kernels") && lstat(at, &link) == 0 &&
           link.st_uid == owner && realpath(at, out) != NULL;
}

/* Sets `out` to the nearest kernels above the module: those of a build tree, or installed ones,
 * since prefix/lib/x.so and prefix/lib/triplet/x.so both belong to prefix/share/clmodp/cl. */
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
        chosen = clm_getenv_safe("CLMODP_KERNEL_PATH");
    if (chosen == NULL || *chosen == '\0') {
        chosen = CLM_KERNEL_INSTALL_DIR;
        if (clm_module_path(module) && find_above_module(found, module))
            chosen = found;
    }
    return clm_copy_text(error, out, chosen);
}
